"""What the rows of all games are made of: JSON and sentences for the phones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from companion.errors import PhotoError
from companion.events import Event
from companion.language import Phrase, listed, say
from companion.plays import Result
from companion.tracking import AnyTable

Json: TypeAlias = dict[str, Any]
WORDS = frozenset({"name", "verb", "text"})  # attributes of a deck's things that are translated


def pick(thing: object, names: str) -> Json:
    """Return these attributes of a card, a colour or the like; its words will be translated."""
    picked = {name: getattr(thing, name) for name in names.split()}
    for name in WORDS & picked.keys():
        if not isinstance(picked[name], Phrase):
            picked[name] = Phrase(picked[name])
    return picked


def plain(value: object) -> Any:
    """Return a dataclass as a dictionary, with those in its tuples; the rest isn't copied."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return [*map(plain, value)] if isinstance(value, tuple) else value


def counting(name: str, text: str, low: int, high: int) -> Json:
    """Return the question for a number from `low` to `high`."""
    return {"name": name, "text": text, "choices": [[str(n), n] for n in range(low, high + 1)]}


def amount(limits: Sequence[int], *, goes_on: bool = False) -> str:
    """Return an exact number or a range in words; `goes_on` if any number of pieces may be more."""
    low, high = limits
    if goes_on:
        return say("at least {n}", n=low)
    return str(low) if low == high else say("{low} to {high}", low=low, high=high)


def name_of(state: AnyTable, who: object) -> str:
    """Return a seat's name; "The host" or "Rookery" for others who act."""
    seat = state.seat(who)
    return str(seat.name) if seat else say("The host") if who == "host" else "Rookery"


def with_tapper(sentence: Phrase, event: Event, state: AnyTable) -> Phrase:
    """Add to a sentence who tapped, unless it was the seat that the event is about."""
    if event.actor == event.payload["seat"]:
        return sentence
    return say("{what} (tapped by {name})", what=sentence, name=name_of(state, event.actor))


def unchecked(names: Sequence[str]) -> list[Phrase]:
    """Return the note that these players' scores were typed; empty without any."""
    return [say("Typed in, not checked: {names}.", names=listed(names))] if names else []


def unread(photo: str, reading: Json, problem: str, remedy: str) -> PhotoError:
    """Return why a photo shows nothing of use: what the reader is first unsure of, else this."""
    first = next(iter(reading["unsure"]), {"text": problem, "remedy": remedy})
    return PhotoError(photo, first["text"], remedy=first["remedy"])


def results(
    state: AnyTable, rows: Iterable[Json], winners: Collection[str] | None = None
) -> tuple[Result, ...]:
    """Return the seats' results, clockwise, from a ranking; first places win without `winners`."""
    made, by_seat = [], {row["seat"]: row for row in rows}
    for seat in state.seats:
        row = by_seat[seat.id]
        won = row["place"] == 1 if winners is None else seat.id in winners
        made.append(Result(seat.name, row["total"], row["place"], won))
    return tuple(made)
