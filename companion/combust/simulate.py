"""Statistics of combust games between bots, and the targets of the deck (combust O)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.combust.deck import FIRST_EVENT, Deck
from companion.combust.rules import result
from companion.combust.state import Discard, Move, State
from companion.combust.verbs import FORMS, LOWEST
from companion.play import Seat
from companion.study.figures import (
    advantages_of,
    length_at,
    lengths_within,
    mean_of,
    means_under,
    seat_rates,
)
from companion.study.study import Study, Target

STARTS, OUT, RAN_OUT, DRAW, SUM, VERB = (
    "whoever starts wins, %",
    "games with an elimination, %",
    "games that empty the deck, %",
    "draws, %",
    "line sum of a clan at the end",
    "games that see the verb ",
)
PENGUINS, EVENTS = "penguins discarded", "events"
JUDGED = (4,)
KINDS_DISCARDED = tuple(map(str, range(LOWEST, FIRST_EVENT)))

TARGETS = (
    Target("median of turns", length_at(0.5), 15, 55, players=JUDGED),
    Target(
        "games of 15 to 55 turns", lengths_within(15, 55), low=0.95, percent=True, players=JUDGED
    ),
    Target("games with an elimination", mean_of(OUT), low=1 / 3, percent=True, players=JUDGED),
    Target("a seat's wins", seat_rates, high=0.33, percent=True, players=JUDGED),
    Target(
        "wins after discarding a kind (average 1)",
        advantages_of(KINDS_DISCARDED),
        high=1.5,
        players=JUDGED,
    ),
    Target(
        "games in which a verb is used", means_under(VERB), low=0.001, percent=True, players=JUDGED
    ),
)


def cards(deck: Deck) -> dict[str, dict[str, str]]:
    """Return the names of all kinds, by number."""
    return {
        PENGUINS: {str(kind.number): f"{kind.value} {kind.name}" for kind in deck.penguins},
        EVENTS: {str(kind.number): kind.name for kind in deck.events},
    }


def deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield the player who starts, discarded penguins, and events."""
    if before.phase == "keep" != after.phase:
        yield after.active, STARTS
    if isinstance(move, Discard):
        yield seat, str(move.card)
    for card in after.discard[len(before.discard) :]:
        if card >= FIRST_EVENT:
            yield seat, str(card)


def facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    """Return the figures of a finished game."""
    winners = result(end).winners
    discarded = {int(deed) for done in deeds for deed in done if deed.isdigit()}
    verbs = {verb.name for card in discarded for verb in end.deck.abilities[card]}
    return {
        STARTS: tuple(int(seat in winners) for seat, done in enumerate(deeds) if STARTS in done),
        OUT: (int(len(end.out) > 0),),
        RAN_OUT: (int(not end.draw),),
        DRAW: (int(not winners),),
        SUM: tuple(sum(line) for line in end.lines if line),
        **{f"{VERB}{verb}, %": (int(verb in verbs),) for verb in FORMS},
    }


STUDY = Study(
    unit="turns",
    points="line sum",
    tables=(4, 3, 6, 8),
    cards=cards,
    deeds=deeds,
    length=lambda end: end.turn,
    facts=facts,
    targets=TARGETS,
)
