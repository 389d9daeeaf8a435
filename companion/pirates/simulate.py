"""Statistics of pirates games between bots, and the targets of boards and cards (pirates O)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter

from companion.pirates.boards import BOB, COUSIN
from companion.pirates.deck import ACTIONS, Deck
from companion.pirates.rules import setup
from companion.pirates.state import Move, Put, Sail, State
from companion.play import Seat
from companion.study.figures import team_rates
from companion.study.study import Study, Target

ENDS = {"skull": "lost: water, %", "pirates": "lost: pirates, %", "events": "lost: turn 12 over, %"}
RESCUED, HEXES, YELLOW, UP = "Bob rescued, %", "hexes sailed", "yellow spots", "boards turned up"

TARGETS = (Target("games that a crew wins", team_rates, 0.25, 0.50, percent=True),)


def _cards(deck: Deck) -> dict[str, dict[str, str]]:
    return {
        "spots": {action: action for action in ACTIONS},
        "events": {event.id: event.name for event in deck.events},
    }


def _deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield the deeds of a move; an event counts for the seat whose move caused it."""
    if isinstance(move, Put):
        yield seat, move.action
        if before.card(move.penguin).colour(move.action) == "yellow":
            yield seat, YELLOW
    if isinstance(move, Sail):
        yield seat, HEXES
    if after.turn > before.turn or after.phase == "over":
        yield seat, before.event.id


def _facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    return {
        **{words: (int(end.end == name),) for name, words in ENDS.items()},
        RESCUED: (int(BOB in end.rescued),),
        HEXES: (sum(done.get(HEXES, 0) for done in deeds),),
        YELLOW: (sum(done.get(YELLOW, 0) for done in deeds),),
        UP: (len(end.face_up),),
    }


STUDY = Study(
    unit="turns", points="", tables=(4, 3),
    cards=_cards, deeds=_deeds, length=attrgetter("turn"), facts=_facts, targets=TARGETS,
    variants={COUSIN: partial(setup, variants=(COUSIN,))}, team=True,
)  # fmt: skip
