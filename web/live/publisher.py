"""The open streams of tables, and the state that each device may see, sent to all its open pages.

The server's loop sends (`web/front.py`). Whoever stores an event leaves the new state as bytes with
each stream and wakes it, so nobody waits for a slow phone: it gets the newest state once it is
ready, and skips those in between. A table's newest state is kept as JSON by seat and language.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import TypeAlias

import orjson

from companion.events import Event, Version
from web.games.base import HISTORY, Viewer, edition_at, screens
from web.games.shapes import Json
from web.storage.errors import AnyLog, UnknownTableError
from web.storage.store import Store
from web.text.languages import translated_view

HEARTBEAT_S = 15.0
STREAMS_A_VIEWER = 3  # a phone that loses its connection leaves a dead stream; the oldest is closed
# streams that a full server leaves to each address: enough for 40 phones of a club
STREAMS_A_CLIENT = 200
STREAM = "rookery.stream"  # in the WSGI environment: the stream that the server has to send
HELLO = b"retry: 1000\n\n"
HEARTBEAT = b"event: heartbeat\ndata: {}\n\n"
TABLES_KEPT = 256  # tables whose newest state is kept as text


@dataclass(frozen=True, slots=True)
class Recipient:
    """A device at a table: whose secrets it may see, in which language, and by which right.

    `holder` and `digest` are the right and the hashed secret that proves it; a device that needs
    none has no holder. `join_url` is the address at which to join, for screens that show it.
    """

    viewer: Viewer
    language: str
    join_url: str = ""
    holder: str = ""
    digest: str = ""

    def admitted(self, table: AnyLog, holders: Mapping[str, str]) -> bool:
        """Return whether this device still has its right and its seat."""
        if self.holder and holders.get(self.digest) != self.holder:
            return False
        return self.viewer is None or self.viewer in table.state.clockwise


# makes the bytes for a recipient; None for one that lost its right
Message: TypeAlias = Callable[[Recipient], bytes | None]


class Stream:
    """An open stream of a table; `client` is its address, `version` the newest it was given.

    `woken` is called in the server's loop when there is something to send, or it was closed.
    """

    def __init__(self, code: str, viewer: str, client: str, recipient: Recipient) -> None:
        self.code, self.viewer, self.client, self.recipient = code, viewer, client, recipient
        self.version: Version = 0
        self.closed = False
        self.woken: Callable[[], object] = lambda: None
        self._lock = threading.Lock()
        self._next: bytes | None = None

    def give(self, version: Version, data: bytes) -> None:
        """Set what is sent next instead of an older version that still waits."""
        with self._lock:
            if version > self.version:
                self.version, self._next = version, data

    def take(self) -> bytes | None:
        """Return what is to be sent next, once."""
        with self._lock:
            data, self._next = self._next, None
        return data

    def begin(self) -> Iterator[bytes]:
        """Yield the first words, and the state if there is one already."""
        yield HELLO
        if data := self.take():
            yield data


class Broadcaster:
    """All streams of a process: at most `capacity`, with `a_client` reserved for each address."""

    def __init__(self, capacity: int, a_client: int = STREAMS_A_CLIENT) -> None:
        self._capacity, self._a_client = capacity, a_client
        self._lock = threading.Lock()
        self._streams: list[Stream] = []  # open ones, oldest first
        self._by_table: dict[str, list[Stream]] = {}
        self._stopped = False
        # calls a function in the server's loop, once there is one
        self.call_in_loop: Callable[[Callable[[], object]], object] = lambda _: None

    @property
    def open_streams(self) -> int:
        """The number of open streams."""
        return len(self._streams)

    def streams(self, code: str) -> list[Stream]:
        """Return the streams of a table, oldest first."""
        with self._lock:
            return list(self._by_table.get(code, ()))

    def codes(self) -> list[str]:
        """Return the codes of tables that have streams."""
        with self._lock:
            return list(self._by_table)

    def behind(self, code: str, version: Version) -> bool:
        """Return whether a stream of this table lacks this version."""
        return any(stream.version < version for stream in self.streams(code))

    def open(self, code: str, viewer: str, client: str, recipient: Recipient) -> Stream | None:
        """Return a new stream, or None without room; whoever sends it closes it at the end.

        A viewer with too many loses the oldest. If there is no room, the address with the most
        streams loses its oldest, unless it has no more than each address is entitled to.
        """
        stream = Stream(code, viewer, client, recipient)
        with self._lock:
            full, evicted = len(self._streams) >= self._capacity, []
            if full:
                by_client: dict[str, list[Stream]] = {}
                for each in self._streams:
                    by_client.setdefault(each.client, []).append(each)
                most = max(by_client.values(), key=len, default=[])
                evicted = most[:1] if len(most) > self._a_client else []
            if self._stopped or (full and not evicted):
                return None
            self._streams.append(stream)
            table_streams = self._by_table.setdefault(code, [])
            table_streams.append(stream)
            device = (viewer, client)
            own = [other for other in table_streams if (other.viewer, other.client) == device]
        self._close(own[:-STREAMS_A_VIEWER] or evicted)
        return stream

    def broadcast(self, code: str, version: Version, message: Message) -> None:
        """Give a message of this version to all streams of the table that have an older one."""
        news, lost = list[Stream](), list[Stream]()
        for stream in self.streams(code):
            if stream.version < version:
                if data := message(stream.recipient):
                    stream.give(version, data)
                (news if data else lost).append(stream)
        self._close(lost)
        self._wake(news)

    def close_stream(self, stream: Stream) -> None:
        """Close a stream, and free its place."""
        self._close([stream])

    def close_table(self, code: str) -> None:
        """Close all streams of a table."""
        self._close(self.streams(code))

    def close(self) -> None:
        """Close all streams and open no more, as the server is stopping."""
        with self._lock:
            self._stopped = True
        for code in self.codes():
            self.close_table(code)

    def _close(self, streams: Sequence[Stream]) -> None:
        with self._lock:
            for stream in streams:
                if not stream.closed:
                    stream.closed = True
                    self._streams.remove(stream)
                    table_streams = self._by_table[stream.code]
                    table_streams.remove(stream)
                    if not table_streams:
                        del self._by_table[stream.code]
        self._wake(streams)

    def _wake(self, streams: Sequence[Stream]) -> None:
        """Wake these streams in the server's loop, all at once."""
        if streams:
            self.call_in_loop(lambda: [stream.woken() for stream in streams])


def game_of(table: AnyLog) -> str:
    """Return the slug of a table's game."""
    return str(table.events[0].payload["game"])


def state_id(table: AnyLog) -> str:
    """Return version and time of the newest event; a restored table may reach a version twice."""
    return f"{table.version}.{table.events[-1].at}"


@dataclass(frozen=True, slots=True)
class _Kept:
    """What stays from tap to tap, as JSON in a language: the deck, and the history's lines."""

    deck: object
    shown: bytes
    lines: Mapping[Version, tuple[Event, bytes]]  # without what an undo changes


class StateTexts:
    """A table's state as JSON, made once for each viewer and language.

    Deck and history are those of an `earlier` state where they haven't changed.
    """

    def __init__(self, code: str, table: AnyLog, earlier: StateTexts | None = None) -> None:
        self.table = table
        self._code, self._screens = code, screens(game_of(table))
        self._lock = threading.Lock()
        self._plain: Json = {}  # in English
        self._shared: dict[str, tuple[Json, bytes]] = {}  # by language: the state, and the rest
        self._texts: dict[tuple[Viewer, str], bytes] = {}  # without the rest, by far the most
        self.kept: dict[str, _Kept] = {}  # by language, for later states
        self._before = earlier.kept if earlier else {}

    def text(self, recipient: Recipient, now: datetime) -> bytes:
        """Return the state as this device may see it, as a JSON object."""
        viewer, language = recipient.viewer, recipient.language
        with self._lock:
            if (viewer, language) not in self._texts:
                plain = self._plain = self._plain or self._screens.shared(self.table)
                own = self._screens.personal(self.table, viewer, plain)
                if language not in self._shared:
                    self._shared[language] = _translated(plain, language), self._rest(language)
                view = {**self._shared[language][0], **_translated(own, language)}
                self._texts[viewer, language] = orjson.dumps({"code": self._code, **view})[:-1]
        more = {"now": now.isoformat(timespec="milliseconds")} if self._screens.timed else {}
        more |= {"join_url": recipient.join_url} if recipient.join_url else {}
        text, rest = self._texts[viewer, language], self._shared[language][1]
        return b"%s,%s%s" % (text, rest, b"," + orjson.dumps(more)[1:] if more else b"}")

    def _rest(self, language: str) -> bytes:
        """Return the deck and the history, which all viewers share, as members of the object."""
        row, table, before = self._screens, self.table, self._before.get(language)
        deck, lines = row.table_deck(table), dict[Version, tuple[Event, bytes]]()
        for index in reversed(range(len(table.events))[-HISTORY:]):
            event = table.events[index]
            known = before and before.lines.get(event.version)
            if not known or known[0] is not event:
                line = translated_view(row.line(table, index), language)
                known = event, orjson.dumps(line)[:-1]
            lines[event.version] = known
        if before and before.deck is deck:
            shown = before.shown
        else:
            view = row.shown_deck(deck, edition_at(table.events[0].payload))
            shown = orjson.dumps(translated_view(view, language))
        self.kept[language] = _Kept(deck, shown, lines)
        undone, undoable = table.undone, table.known_undoable
        at = {event.version: n for n, event in enumerate(table.events)}
        barred = {v: seats for v in undoable if (seats := row.barred(table, at[v]))}
        flagged = (
            line
            + (b',"barred":' + orjson.dumps(barred[v]) if v in barred else b"")
            + _FLAGS[v in undone, v in undoable]
            for v, (_, line) in lines.items()
        )
        return b'"deck":%s,"history":[%s]' % (shown, b",".join(flagged))


# the end of a line of the history, by whether it is undone and can be
_FLAGS = {
    flags: b",%s" % orjson.dumps(dict(zip(("undone", "undoable"), flags, strict=True)))[1:]
    for flags in product((False, True), repeat=2)
}


class Publisher:
    """Sends tables' states to all pages that have them open, and keeps the newest ones."""

    def __init__(self, store: Store, broadcaster: Broadcaster) -> None:
        self._store, self._broadcaster = store, broadcaster
        self._states: OrderedDict[str, StateTexts] = OrderedDict()  # the newest of each table
        self._lock = threading.Lock()

    def text(self, code: str, recipient: Recipient, table: AnyLog) -> bytes:
        """Return the state of this log as a device may see it, as a JSON object."""
        return self._state(code, table).text(recipient, self._store.now())

    def publish(self, code: str) -> None:
        """Send the state that was just stored to all open pages of the table."""
        snapshot = self._store.snapshot(code)
        if snapshot is None:  # evicted, as many tables are being played
            self.refresh(code)
        else:
            self._broadcast(code, snapshot.log, snapshot.holders)

    def refresh(self, code: str) -> None:
        """Send what other servers stored; close the streams of devices that lost their right."""
        try:
            table, holders = self._store.visit(code)
        except UnknownTableError:
            self._broadcaster.close_table(code)
            return
        for stream in self._broadcaster.streams(code):
            if not stream.recipient.admitted(table, holders):
                self._broadcaster.close_stream(stream)
        self._broadcast(code, table, holders)

    def _broadcast(self, code: str, table: AnyLog, holders: Mapping[str, str]) -> None:
        if not self._broadcaster.behind(code, table.version):
            return
        state = self._state(code, table)

        def message(recipient: Recipient) -> bytes | None:
            if not recipient.admitted(table, holders):
                return None
            text = state.text(recipient, self._store.now())
            return b"id: %d\nevent: state\ndata: %s\n\n" % (table.version, text)

        self._broadcaster.broadcast(code, table.version, message)

    def _state(self, code: str, table: AnyLog) -> StateTexts:
        """Return the state of this log; keep it unless a newer state of the table is kept."""
        with self._lock:
            kept = self._states.get(code)
            if kept and kept.table.events[-1] == table.events[-1]:
                return kept
            made = StateTexts(code, table, kept)
            # keep it unless a newer state is kept; another table may have the code by now
            newer, last = kept.table.events if kept else (), table.events[-1]
            if len(newer) <= table.version or newer[table.version - 1] != last:
                self._states[code] = made
            self._states.move_to_end(code)
            while len(self._states) > TABLES_KEPT:
                self._states.popitem(last=False)
            return made


def _translated(view: Json, language: str) -> Json:
    return {name: translated_view(value, language) for name, value in view.items()}
