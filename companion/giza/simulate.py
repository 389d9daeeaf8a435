"""Statistics of giza games between bots, and the targets of the deck (giza O)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.giza.deck import Deck
from companion.giza.rules import result
from companion.giza.scoring import levels
from companion.giza.state import Choose, Move, Place, State
from companion.play import Seat
from companion.study.figures import mean_of, means_under, median_of, seat_edges
from companion.study.study import Study, Target

LEVEL_SCORE, FORCED, MET = "level score", "forced greys per player", "goal met: "

TARGETS = (
    Target("median level score", median_of(LEVEL_SCORE), 9, 12),
    Target("forced greys per player", mean_of(FORCED), 0.3, 1.0),
    Target("a seat's wins over its fair share", seat_edges, -0.03, 0.03, percent=True),
    Target(
        "players who meet a goal that lies on the table",
        means_under(MET),
        0.05,
        0.60,
        percent=True,
        together=True,
    ),
)


def cards(deck: Deck) -> dict[str, dict[str, str]]:
    """Return the names of actions, goals and penguins."""
    return {
        "actions": {
            f"#{action.number}": f"#{action.number} {action.verb}" for action in deck.actions
        },
        "goals": {goal.id: f"{goal.name} (+{goal.points})" for goal in deck.goals},
        "penguins": {
            penguin.id: f"{penguin.number:02d} {penguin.colour} {penguin.weight}/{penguin.strength}"
            for penguin in deck.penguins
        },
    }


def deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield chosen actions, placed penguins, forced greys, and at the end the goals met."""
    if isinstance(move, Choose):
        yield seat, f"#{move.number}"
    elif isinstance(move, Place):
        yield seat, move.penguin.id
        if move.grey and after.acted == before.acted:
            yield seat, FORCED
    if after.phase == "over":
        for owner, score in enumerate(result(after).scores):
            yield from ((owner, goal.id) for goal in score.goals if goal.points)


def facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the figures of a finished game."""
    met = {goal: tuple(int(goal.id in done) for done in deeds) for goal in end.goals}
    return {
        LEVEL_SCORE: tuple(sum(levels(player.pyramid)) for player in end.players),
        FORCED: tuple(done.get(FORCED, 0) for done in deeds),
        **{f"{MET}{goal.name} (+{goal.points}), %": players for goal, players in met.items()},
    }


STUDY = Study(
    unit="rounds",
    points="points",
    tables=(4, 2, 3),
    cards=cards,
    deeds=deeds,
    length=lambda end: end.round,
    facts=facts,
    targets=TARGETS,
)
