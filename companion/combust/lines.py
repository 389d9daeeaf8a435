"""The lines of a combust table: from photos, and entered card by card.

Lines in a photo of all and clans both lie clockwise around the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.combust.deck import CardNo
from companion.combust.follow import correct
from companion.combust.state import LINED, Clan, clan
from companion.combust.table import PhotoLine, TableState
from companion.events import Event, Refusal, Version
from companion.language import say, say_many, text_from_data
from companion.photos import give
from companion.tracking import CHANGED, SeatId

CLEAR = 2  # how many times as many known cards the right way has as any other


def seating(lines: Sequence[Sequence[CardNo]], known: Sequence[Sequence[CardNo]]) -> int | None:
    """Return which of the lines in a photo is that of the first clan; None where it isn't clear.

    Lines and clans are clockwise, and `known` are the cards that each clan had before. Lines
    change by a card or two, so the right way round has most of them.

    >>> seating([(4, 9), (1, 2, 3), (7,)], [(1, 2, 5), (6, 7), (4, 9)])
    1
    >>> seating([(4,), (5,)], [(), ()]) is None
    True
    """
    count = len(lines)
    if count != len(known):
        return None
    scores = [
        sum(
            (Counter(lines[(clan + first) % count]) & Counter(cards)).total()
            for clan, cards in enumerate(known)
        )
        for first in range(count)
    ]
    *_, second, best = sorted((0, *scores))
    return scores.index(best) if best >= count and best >= CLEAR * second else None


def read_line(state: TableState, event: Event) -> TableState | Refusal:
    """Set a line from a photo, if the clan lives and the deck has these cards."""
    seat = event.payload["seat"]
    one = _part(event.payload["photo"], {"whole": True, **event.payload})  # as in older logs
    refusal = _check_line(state, seat) or _check_copies(state, one.cards)
    return refusal or _learn(state, event.version, seat, one)


def _part(photo: str, row: Mapping[str, Any]) -> PhotoLine:
    cards = tuple(sorted(row["cards"]))
    return PhotoLine(photo=photo, cards=cards, whole=row["whole"], unread=row.get("unread", 0))


def _learn(state: TableState, version: Version, seat: SeatId, one: PhotoLine) -> TableState:
    """Return the table with a line as in a photo; with cards followed, only if they agree."""
    known = next((each.cards for each in state.seats if each.id == seat), None) or ()
    if (
        state.follow
        and Counter(one.cards) <= Counter(known)
        and (len(one.cards) + one.unread == len(known))
    ):
        return state.change(seat, photo=one.photo, seen=None)
    if state.follow:
        return state.change(seat, version=version, seen=one.cards, unread=one.unread)
    line = {"clan": clan(one.cards), "cards": one.cards, "photo": one.photo, "unread": one.unread}
    return state.change(seat, version=version, open=not one.whole, **line)


def read_lines(state: TableState, event: Event) -> TableState | Refusal:
    """Keep a photo of several lines; whose they are follows from what was known, or is said."""
    photo, rows = event.payload["photo"], event.payload["lines"]
    doubts = tuple(
        (text_from_data(row.get("text", "")), text_from_data(row.get("remedy", "")))
        for row in event.payload["unsure"]
    )
    several = tuple(_part(photo, row) for row in rows)
    state = replace(state, several=several, unsure=doubts)
    if not event.payload.get("clockwise"):
        return state
    known = [seat.cards or () for seat in state.seats if seat.id in state.living]
    first = seating([one.cards for one in several], known)
    given = state if first is None else _give_all(state, event.version, first)
    return state if isinstance(given, Refusal) else given


def _give_all(state: TableState, version: Version, first: int) -> TableState | Refusal:
    """Give each clan its line, clockwise; the first clan's is number `first`, from 0."""
    for place, seat in enumerate(state.living):
        number = (first + place) % len(state.several)
        one = replace(state.several[number], seat=seat)
        if refusal := _check_copies(state, one.cards):
            return refusal
        several = (*state.several[:number], one, *state.several[number + 1 :])
        state = _learn(replace(state, several=several), version, seat, one)
    return state


def give_line(state: TableState, event: Event) -> TableState | Refusal:
    """Assign a line in the latest photo to a seat, if it lives and the deck has these cards.

    With `all` the other clans' follow clockwise, if the photo shows a line of each.
    """
    seat, number = event.payload["seat"], event.payload["number"]
    given = give(state, state.several, event)
    if isinstance(given, Refusal):
        return given
    one, several = given
    if refusal := _check_line(state, seat) or _check_copies(state, one.cards):
        return refusal
    if event.payload.get("all") and len(several) == len(state.living):
        return _give_all(state, event.version, number - 1 - state.living.index(seat))
    return _learn(replace(state, several=several), event.version, seat, one)


def close_line(state: TableState, event: Event) -> TableState | Refusal:
    """Say that the cards read are the whole line; an opening line has three (combust R2)."""
    seat = state.seat_of(event)
    if event.payload["expects"]["version"] != seat.version:
        return CHANGED
    if seat.unread:
        return Refusal("not-now", say("Enter the card that couldn't be read."))
    if seat.clan is None or (state.phase == "lines" and seat.clan.penguins != LINED):
        return Refusal("not-now", say("An opening line has {lined} penguins.", lined=LINED))
    return state.change(seat.id, open=False, version=event.version)


def type_line(state: TableState, event: Event) -> TableState | Refusal:
    """Set a typed line that is possible, if the sender has seen the latest one."""
    seat, cards = event.payload["seat"], event.payload.get("cards")
    typed = Clan(event.payload["sum"], event.payload["penguins"], event.payload["highest"])
    if refusal := _check_line(state, seat):
        return refusal
    if not typed.possible or (cards is not None and clan(cards) != typed):
        impossible = say_many(
            "{n} penguin, the highest {highest}, can't sum to {sum}.",
            "{n} penguins, the highest {highest}, can't sum to {sum}.",
            typed.penguins,
            highest=typed.highest,
            sum=typed.sum,
        )
        return Refusal("malformed", impossible)
    if refusal := _check_copies(state, cards or ()):
        return refusal
    if event.payload["expects"]["version"] != state.seat_of(event).version:
        return CHANGED
    known = None if cards is None else tuple(sorted(cards))
    if state.follow and known is None:
        return Refusal("not-now", "Every card is followed, so enter the line card by card.")
    line = {"clan": typed, "cards": known, "photo": None, "open": False, "unread": 0, "seen": None}
    return correct(state.change(seat, version=event.version, **line), event, known or ())


def _check_line(state: TableState, seat: SeatId) -> Refusal | None:
    if not state.started:
        return Refusal("not-now", "The cards haven't been dealt yet.")
    return Refusal("out", "That clan is extinct.") if seat in state.out else None


def _check_copies(state: TableState, cards: Sequence[CardNo]) -> Refusal | None:
    copies = {kind.number: kind.copies for kind in state.deck.penguins}
    for card in state.deck.abilities:
        if cards.count(card) > copies.get(card, 0):
            many = say("This deck doesn't have that many cards of value {value}.", value=card)
            return Refusal("malformed", many)
    return None
