"""The events before the game: open the table, take seats, order them, and start the game.

All trackers share these kinds; games add checks and fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from companion.errors import DeckError
from companion.events import Event, Refusal
from companion.language import listed, say
from companion.payload import Fits, is_any_text, is_bool, is_object, is_text, is_texts
from companion.photos import DELETE
from companion.tracking import (
    AnyTable,
    Check,
    Effect,
    Kind,
    TableT,
    no_objection,
    until_play_goes_on,
)

D = TypeVar("D")

LOCKED = Refusal("locked", "The game has started, so seats can't change any more.")
_DELETED = Refusal("undo", "A deleted photo can't come back.")
SHUT = Refusal("locked", "The host has locked the table. Ask them to unlock it.")
_LEAST = {
    1: say("at least one player"),
    2: say("at least two players"),
    3: say("at least three players"),
}


def open_kind(
    slug: str,
    read: Callable[[str, str], D],
    lay: Callable[[TableT, D, Event], TableT],
    *,
    what: str = "deck",
    refuse: Check[TableT] = no_objection,
) -> Kind[TableT]:
    """Return `table.open`, the first event, which stays; `read` must accept its deck file.

    `lay` sets the deck, called `what` in messages; `refuse` checks the game's own options.
    """

    @lru_cache(maxsize=32)
    def deck(text: str) -> D | None:
        try:
            return read(text, what)
        except DeckError:
            return None

    def check(state: TableT, event: Event) -> Refusal | None:
        if event.payload["game"] != slug or deck(event.payload["deck"]) is None:
            return Refusal("malformed", say("That isn't a {game} {what}.", game=slug, what=what))
        return refuse(state, event)

    def apply(state: TableT, event: Event) -> TableT:
        cards = deck(event.payload["deck"])
        return state if cards is None else lay(state, cards, event)

    fields = {"game": is_text, "options": is_object, "deck": is_any_text}
    return Kind(fields, check, apply, _never(Refusal("undo", "Opening the table can't be undone.")))


def _never(refusal: Refusal) -> Check[AnyTable]:
    """Return a check that always gives `refusal`."""
    return lambda _state, _event: refusal


def seat_kind(
    most: int, sit: Effect[TableT], *, refuse: Check[TableT] = no_objection, **more: Fits
) -> Kind[TableT]:
    """Return `seat.take`: take one of `most` seats under a new name.

    `sit` adds the seat to the table. `refuse` checks the game's own fields, `more`. Once the game
    has started, it can't be undone.
    """

    def check(state: TableT, event: Event) -> Refusal | None:
        """Return why no one can join under this name; None if they can."""
        seat, name = event.payload["seat"], event.payload["name"]
        if state.started:
            return LOCKED
        if state.locked:
            return SHUT
        if len(state.seats) >= most:
            return Refusal("full", say("All {n} seats are taken.", n=most))
        if state.seat(seat) or any(
            other.name.casefold() == name.casefold() for other in state.seats
        ):
            return Refusal("name", say("The name {name} is taken. Pick another.", name=name))
        return refuse(state, event)

    return Kind({"seat": is_text, "name": is_text, **more}, check, sit, _seat_stays)


def _seat_stays(state: AnyTable, event: Event) -> Refusal | None:
    """Refuse to undo a seat after the start, and to redo a free one while the table is locked."""
    if state.started:
        return Refusal("undo", "The game has started, so that seat stays.")
    free = state.seat(event.payload.get("seat")) is None
    return Refusal("undo", SHUT.text) if free and event.version < state.shut else None


def _check_order(state: AnyTable, event: Event) -> Refusal | None:
    if state.started:
        return LOCKED
    if sorted(event.payload["order"]) != sorted(state.clockwise):
        return Refusal(
            "stale", "Someone just joined or left. Check the seats and order them again."
        )
    return None


def _order(state: TableT, event: Event) -> TableT:
    seats = {seat.id: seat for seat in state.seats}
    return replace(state, seats=tuple(seats[seat] for seat in event.payload["order"]))


# `seats.order`: the ids of all seats, clockwise
ORDER: Kind[Any] = Kind({"order": is_texts}, _check_order, _order, until_play_goes_on)


def start_kind(
    least: int,
    begin: Effect[TableT] = lambda state, _event: replace(state, started=True),
    *,
    missing: Callable[[TableT], Sequence[str]] = lambda _state: (),
    refuse: Check[TableT] = no_objection,
    **more: Fits,
) -> Kind[TableT]:
    """Return `game.start`: once, with at least `least` players and nothing `missing`.

    `begin` sets `started`. `missing` returns in words what must still be chosen, and `refuse`
    checks the game's own fields, `more`.
    """

    def check(state: TableT, event: Event) -> Refusal | None:
        """Return why the game can't start; None if it can."""
        if state.started:
            return Refusal("not-now", "The game has already started.")
        absent = list(missing(state))
        if len(state.seats) < least:
            absent.insert(0, _LEAST.get(least) or say("at least {n} players", n=least))
        if absent:
            return Refusal("not-now", say("Still missing: {what}.", what=listed(absent)))
        return refuse(state, event)

    return Kind({**more}, check, begin, until_play_goes_on)


def _lock(state: TableT, event: Event) -> TableT:
    return replace(state, shut=(state.shut or event.version) if event.payload["locked"] else 0)


_not_part_of_play = _never(
    Refusal(
        "undo", "Locking can't be undone here. The host can lock or unlock the table at any time."
    )
)
# Events of any table that aren't part of its game: the host locks it, a seat moves to another
# phone, a phone is removed, a screen is added, a photo is deleted. Phones, passes and files aren't
# in a table's state; these events record what happened to them.
LOBBY_KINDS: Mapping[str, Kind[Any]] = {
    "table.lock": Kind({"locked": is_bool}, no_objection, _lock, _not_part_of_play),
    "seat.return": Kind({"seat": is_text}, undo=_not_part_of_play),
    "seat.revoke": Kind({"seat": is_text}, undo=_not_part_of_play),
    "host.hand": Kind({}, undo=_not_part_of_play),
    "screen.hand": Kind({}, undo=_not_part_of_play),
    DELETE: Kind({"photo": is_text}, undo=_never(_DELETED)),
}
