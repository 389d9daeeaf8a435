"""The events before the game, for all trackers; games add to their steps and fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from companion.errors import DeckError
from companion.events import Event, Refusal
from companion.language import listed, say
from companion.payload import Fields, Form, is_any_text, is_bool, is_object, is_text, is_texts
from companion.photos import DELETE
from companion.text import name_key
from companion.tracking import AnyTable, Check, Kind, Step, TableT, unchanged, until_play_goes_on

D = TypeVar("D")

LOCKED = Refusal("locked", "The game has started, so seats can't change any more.")
SHUT = Refusal("locked", "The host has locked the table. Ask them to unlock it.")
_NONE: Fields = {}
_LEAST = {
    1: say("at least one player"),
    2: say("at least two players"),
    3: say("at least three players"),
}


def open_kind(
    slug: str,
    read: Callable[[str, str], D],
    lay: Callable[[TableT, D, Event], TableT | Refusal],
    *,
    what: str = "deck",
) -> Kind[TableT]:
    """Return `table.open`, the first event, which stays; `read` must accept its deck file.

    `lay` sets the deck, called `what` in messages, and the game's own options.
    """

    @lru_cache(maxsize=32)
    def deck(text: str) -> D | None:
        try:
            return read(text, what)
        except DeckError:
            return None

    def open_table(state: TableT, event: Event) -> TableT | Refusal:
        cards = deck(event.payload["deck"])
        if event.payload["game"] != slug or cards is None:
            return Refusal("malformed", say("That isn't a {game} {what}.", game=slug, what=what))
        return lay(state, cards, event)

    fields = {"game": is_text, "options": is_object, "deck": is_any_text}
    return Kind(fields, open_table, _never(say("Opening the table can't be undone.")))


def _never(reason: str) -> Check[AnyTable]:
    """Return a check that always refuses an undo."""
    return lambda _state, _event: Refusal("undo", reason)


def seat_kind(most: int, sit: Step[TableT], **more: Form) -> Kind[TableT]:
    """Return `seat.take`: take one of `most` seats under a new name.

    `sit` checks the game's own fields, `more`, and adds the seat to the table. Once the game has
    started, it can't be undone.
    """

    def take_seat(state: TableT, event: Event) -> TableT | Refusal:
        seat, name = event.payload["seat"], event.payload["name"]
        if state.started:
            return LOCKED
        if state.locked:
            return SHUT
        if len(state.seats) >= most:
            return Refusal("full", say("All {n} seats are taken.", n=most))
        if state.seat(seat) or name_key(name) in {name_key(other.name) for other in state.seats}:
            return Refusal("name", say("The name {name} is taken. Pick another.", name=name))
        return sit(state, event)

    return Kind({"seat": is_text, "name": is_text, **more}, take_seat, _seat_stays)


def _seat_stays(state: AnyTable, event: Event) -> Refusal | None:
    """Refuse to undo a seat after the start, and to redo a free one while the table is locked."""
    if state.started:
        return Refusal("undo", "The game has started, so that seat stays.")
    free = state.seat(event.payload.get("seat")) is None
    return Refusal("undo", SHUT.text) if free and event.version < state.shut else None


def _order(state: TableT, event: Event) -> TableT | Refusal:
    if state.started:
        return LOCKED
    if sorted(event.payload["order"]) != sorted(state.clockwise):
        return Refusal(
            "stale", "Someone just joined or left. Check the seats and order them again."
        )
    seats = {seat.id: seat for seat in state.seats}
    return replace(state, seats=tuple(seats[seat] for seat in event.payload["order"]))


# `seats.order`: the ids of all seats, clockwise
ORDER: Kind[Any] = Kind({"order": is_texts}, _order, until_play_goes_on)


def start_kind(
    least: int,
    begin: Step[TableT] = unchanged,
    fields: Fields = _NONE,
    *,
    missing: Callable[[TableT], Sequence[str]] = lambda _state: (),
) -> Kind[TableT]:
    """Return `game.start`: once, with at least `least` players and nothing `missing`.

    `missing` returns in words what must still be chosen. `begin` checks the game's own fields and
    sets up the table.
    """

    def start(state: TableT, event: Event) -> TableT | Refusal:
        if state.started:
            return Refusal("not-now", "The game has already started.")
        absent = list(missing(state))
        if len(state.seats) < least:
            absent.insert(0, _LEAST.get(least) or say("at least {n} players", n=least))
        if absent:
            return Refusal("not-now", say("Still missing: {what}.", what=listed(absent)))
        begun = begin(state, event)
        return begun if isinstance(begun, Refusal) else replace(begun, started=True)

    return Kind(fields, start, until_play_goes_on)


def _lock(state: TableT, event: Event) -> TableT:
    return replace(state, shut=(state.shut or event.version) if event.payload["locked"] else 0)


def _go_on(state: TableT, event: Event) -> TableT:
    return replace(state, sequel=event.payload["code"])


_not_part_of_play = _never(
    say("Locking can't be undone here. The host can lock or unlock the table at any time.")
)
# Events of any table that aren't part of its game: the host locks it, a phone asks for a seat (by
# the digest of its secret), a seat moves to another phone, a phone is removed, a screen is added, a
# photo is deleted, all go on to the next table. Phones, passes and files aren't in a table's state;
# these events record what happened to them.
LOBBY_KINDS: Mapping[str, Kind[Any]] = {
    "table.lock": Kind({"locked": is_bool}, _lock, _not_part_of_play),
    "seat.ask": Kind({"seat": is_text, "phone": is_text}, undo=_not_part_of_play),
    "seat.return": Kind({"seat": is_text}, undo=_not_part_of_play),
    "seat.revoke": Kind({"seat": is_text}, undo=_not_part_of_play),
    "host.hand": Kind({}, undo=_not_part_of_play),
    "screen.hand": Kind({}, undo=_not_part_of_play),
    "table.next": Kind({"code": is_text}, _go_on, _never(say("The next game is open already."))),
    DELETE: Kind({"photo": is_text}, undo=_never(say("A deleted photo can't come back."))),
}
