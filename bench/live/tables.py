"""Tables whose game has been played through the store, for phones to tap at.

One table is played move by move, checked like any tap; the others get its events, and secrets of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa

from bench.chaos.phones import BEGIN, COLOURS
from bench.wire import Device
from companion.events import UNDO, Event
from companion.giza.pyramid import SLOTS
from web.auth.cookies import HOST, SEAT, cookie_name
from web.games.base import screens
from web.storage import schema
from web.storage.errors import AnyLog
from web.storage.store import Intent, Store
from web.storage.tokens import digest_of, new_token
from web.text.names import WORDS

Move: TypeAlias = tuple[str, str, dict[str, Any]]  # actor, kind and payload of an event
SHORT, LONG = 20, 220  # events: giza in its first round, and in its last
CODES = (f"{word}-{number}" for number in count(10) for word in WORDS)


@dataclass(frozen=True, slots=True)
class Opened:
    """A table's code, and the secrets of its host and seats."""

    code: str
    secrets: Mapping[str, str]

    def device(self, right: str, port: int, address: str) -> Device:
        """Return the phone of a seat, or the host's screen."""
        name = cookie_name(self.code, HOST if right == HOST else SEAT)
        return Device(port, address, {name: self.secrets[right]})


def giza(log: Callable[[], AnyLog]) -> Iterator[Move]:
    """Yield a game's moves for four, one after the other; `log` returns the table's log by then.

    In each round three choose twice, everyone takes a turn and enters their penguin grey and then
    in colour, and the Chief is corrected, undone and redone.
    """
    seats = [f"s{1 + number}" for number in range(4)]
    for seat, colour in zip(seats, COLOURS["giza"], strict=True):
        yield "door", "seat.take", {"seat": seat, "name": colour.title(), "colour": colour}
    for kind, payload in BEGIN["giza"]:
        yield HOST, kind, payload
    for number in count(1):
        for seat, place in [*((seat, -1) for seat in seats[:3]), *((seat, 0) for seat in seats)]:
            choice = {"number": _state(log).seat(seat).hand[place], "expects": {"round": number}}
            yield seat, "action.choose", choice
        for _ in seats:
            seat = _state(log).active.seat
            expects = {"round": number, "seat": seat}
            yield seat, "turn.done", {"seat": seat, "took": False, "expects": expects}
            card, slot = 4 * number - int(seat[1:]) + 1, [*SLOTS[number - 1]]
            for side in ("g", ""):
                placed = {"seat": seat, "slot": slot, "placed": f"{card:02}{side}"}
                yield seat, "pyramid.fix", {**placed, "limited": True}
        yield HOST, "chief.give", {"seat": seats[number % len(seats)]}
        for _ in ("undo", "redo"):
            yield HOST, UNDO, {"target": log().version}


def _state(log: Callable[[], AnyLog]) -> Any:
    return log().state


def play(store: Store, events: int) -> Opened:
    """Open a table of giza and play until it has so many events; they are checked like taps."""
    code, host = next(CODES), new_token()
    secrets = {HOST: host}
    store.create(code, "giza", screens("giza").opening(), host)
    for actor, kind, payload in islice(giza(lambda: store.log(code)), events - 1):
        token = new_token() if kind == "seat.take" else ""
        secrets |= {payload["seat"]: token} if token else {}
        store.append(code, Intent(actor, kind, payload, new_token(), token=token))
    return Opened(code, secrets)


def open_tables(place: Path | str, tables: int, events: int) -> list[Opened]:
    """Return so many tables of giza, each with a log of so many events."""
    with closing(Store(place)) as store:
        first = play(store, events)
        log = store.log(first.code)
        with store.database.writing() as db:
            copies = [_copy(db, log.events, first) for _ in range(tables - 1)]
    return [first, *copies]


def open_lobbies(place: Path | str, tables: int) -> list[Opened]:
    """Return so many tables of giza that nobody has joined."""
    with closing(Store(place)) as store:
        return [play(store, 1) for _ in range(tables)]


def open_boards(place: Path | str, tables: int) -> list[Opened]:
    """Return so many tables of solitaire for one, whose seat `s1` may ask for hints."""
    row, opened = screens("solitaire"), []
    with closing(Store(place)) as store:
        for _ in range(tables):
            code, host, seat = next(CODES), new_token(), new_token()
            store.create(code, row.game.slug, row.opening(), host)
            sitting = row.seat(store.log(code), "Solo", "")
            store.append(code, Intent("door", "seat.take", sitting, new_token(), token=seat))
            start = {"mode": "free", "rounds": 1}
            store.append(code, Intent(HOST, "game.start", start, new_token()))
            opened.append(Opened(code, {HOST: host, "s1": seat}))
    return opened


def _copy(db: sa.Connection, events: tuple[Event, ...], first: Opened) -> Opened:
    """Store a table with the same events under another code, with new secrets."""
    code, game = next(CODES), str(events[0].payload["game"])
    insert = sa.insert(schema.tables).values(code=code, game=game).returning(schema.tables.c.id)
    table_id = int(db.execute(insert).scalar_one())
    db.execute(schema.INSERT, [schema.row_of(table_id, event, "") for event in events])
    secrets = {right: new_token() for right in first.secrets}
    rows = [
        {"table_id": table_id, "digest": digest_of(token), "holder": right}
        for right, token in secrets.items()
    ]
    db.execute(sa.insert(schema.passes), rows)
    return Opened(code, secrets)
