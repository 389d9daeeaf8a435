"""Lines in a photo that is only checked: as seats of a table, to be drawn and corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.combust.deck import CardNo, Deck
from companion.combust.known import known
from companion.combust.state import lowest
from companion.combust.table import Seat, TableState
from companion.combust.tracker import TRACKER
from companion.events import Event, Refusal
from companion.known import Asked
from companion.language import Phrase, listed, say, say_many
from companion.payload import list_of, whole
from web.games.shapes import Json
from web.refusal import ApiError

_is_range = list_of(whole(), most=2)


def seats_of(reading: Json, deck: Deck) -> list[Json]:
    """Return the lines of a scan result; what is about none of them is the first one's."""
    return [
        {
            "id": f"s{n}",
            "name": _name(n),
            # events have no value
            "cards": [value for card in line["cards"] if card if (value := deck.by_id[card].value)],
            "unread": line["cards"].count(None),
            "sum_range": line["sum_range"],
            "goes_on": line["goes_on"],
            "by_hand": False,
            **{
                name: [row for row in reading[name] if _line_of(row) in {n, 0 if n == 1 else n}]
                for name in ("violations", "unsure")
            },
        }
        for n, line in enumerate(reading["lines"], 1)
    ]


def reading_of(seats: Sequence[Json], deck: Deck, asked: Asked, change: Json | None) -> Json:
    """Return what lines show, as in a scan result, after one of them was entered by hand.

    Raises `ApiError`, `UsageError`.
    """
    said = known(asked, deck)
    state = TableState(
        tuple(Seat(f"s{n}", _name(n)) for n in range(1, len(seats) + 1)), deck=deck, started=True
    )
    made = list[Json]()
    for n, seat in enumerate(seats, 1):
        mine = change is not None and change.get("seat") == seat.get("id")
        state = _laid(state, n, seat, change if mine else None)
        made.append(_line(state, n, seat, by_hand=mine or seat.get("by_hand") is True))
    read, by_hand = [len(seat["cards"]) for seat in made], [seat["by_hand"] for seat in made]
    if len(said.cards) == len(read):  # who enters a line by hand enters all of it
        counts = zip(by_hand, read, said.cards, strict=True)
        said = replace(said, cards=tuple(own if hand else count for hand, own, count in counts))
    violations, doubts = ([row for seat in made for row in seat[name]] for name in _ABOUT)
    doubts += _surplus(state)
    matters = any(row["could_change"] != "nothing" for row in doubts)
    complete, limits = said.complete(read), [seat["sum_range"] for seat in made]
    closed = complete or said.starts(read)
    return {
        "game": "combust",
        "by_hand": True,
        "verdict": "illegal" if violations else "unsure" if matters else "legal",
        "complete": None if complete and matters else complete,
        "violations": violations,
        "unsure": doubts,
        "lines": [{**seat, "cards_read": len(seat["cards"])} for seat in made],
        "lowest": [*lowest(limits)] if closed and not matters else None,
        "seats": made,
    }


def surplus(deck: Deck, card: CardNo, others: Sequence[str]) -> Phrase:
    """Return a warning about a penguin that lines have too often, naming the `others`."""
    return say_many(
        "There is only {n} card of value {value}. Check {names}, too.",
        "There are only {n} cards of value {value}. Check {names}, too.",
        next(kind.copies for kind in deck.penguins if kind.number == card),
        value=card,
        names=listed(others),
    )


_ABOUT = {
    "violations": ("rule", "slot", "text"),
    "unsure": ("slot", "text", "could_change", "remedy"),
}


def _name(number: int) -> Phrase:
    return say("Line {number}", number=number)


def _line_of(row: Mapping[str, object]) -> int:
    """Return which line something is about, 0 for none."""
    name, _, number = str(row.get("slot")).partition(",")[0].rpartition(" ")
    return int(number) if name == "line" and number.isdecimal() else 0


def _laid(state: TableState, number: int, seat: Json, change: Json | None) -> TableState:
    """Return the table with a line as it was read, or as it was entered."""
    payload: Json = {"photo": "photo", "cards": seat.get("cards"), "reading": {}}
    if change is not None:
        payload = {**change, "expects": {"version": 0}}
    kind = "line.read" if change is None else "line.type"
    event = Event(number, "", "", kind, {**payload, "seat": f"s{number}"})
    after = TRACKER.step(state, event)
    if isinstance(after, Refusal):
        raise ApiError(400, after.code, after.text)
    return after


def _line(state: TableState, number: int, seat: Json, *, by_hand: bool) -> Json:
    """Return a seat as it now lies on the table, with what is still to be said about it."""
    cards = state.seats[number - 1].cards or ()
    limits: Any = [sum(cards)] * 2 if by_hand else seat.get("sum_range")
    unread = 0 if by_hand else seat.get("unread")
    if not _is_range(limits) or len(limits) != 2 or not whole(0, 99)(unread):
        raise ApiError(400, "malformed", say("That didn't work."))
    about: dict[str, list[Json]] = {}
    for name, fields in _ABOUT.items():
        rows = seat.get(name)
        about[name] = [
            {field: str(row.get(field) or "")[:300] for field in fields}
            for row in (rows if isinstance(rows, list) else ())
            if isinstance(row, dict) and not (by_hand and _line_of(row) == number)
        ]
    own = {"id": f"s{number}", "name": _name(number), "cards": [*cards], "unread": unread}
    further = not by_hand and seat.get("goes_on") is True
    return {**own, "sum_range": [*limits], "goes_on": further, "by_hand": by_hand, **about}


def _surplus(state: TableState) -> Iterator[Json]:
    """Yield that lines have a penguin more often than the deck."""
    names = {seat.id: seat.name for seat in state.seats}
    for card, (first, *others) in state.surplus:
        text = surplus(state.deck, card, [names[seat] for seat in others])
        yield {"slot": names[first], "text": text, "could_change": "score", "remedy": ""}
