"""The open streams of tables, and the state that each device may see, sent to all its open pages.

Each stream has a server thread of its own, which waits here and writes. Storing an event only
leaves a message, so nobody waits for a slow phone: it gets the newest state once it is ready, and
skips those in between. A table's newest state is kept as JSON for each seat and language.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import sqlalchemy as sa

from companion.events import Version
from companion.language import ENGLISH
from web.games.base import Json, Viewer, screens
from web.storage.store import AnyLog, Store, UnknownTableError
from web.text.languages import translated_view

HEARTBEAT_S = 15.0
STREAMS_A_VIEWER = 3  # a phone that loses its connection leaves a dead stream; the oldest is closed
# streams that a full server leaves to each address: enough for 40 phones of a club
STREAMS_A_CLIENT = 200
LEAVING = 32  # closed streams whose thread may still be writing to a slow phone
HELLO = b"retry: 1000\n\n"
HEARTBEAT = b"event: heartbeat\ndata: {}\n\n"
TABLES_KEPT = 256  # tables whose newest state is kept as text

log = logging.getLogger("rookery")


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
    """An open stream of a table; `client` is its address, `version` the newest it was given."""

    def __init__(self, code: str, viewer: str, client: str, recipient: Recipient) -> None:
        self.code, self.viewer, self.client, self.recipient = code, viewer, client, recipient
        self.version: Version = 0
        self.closed = self.left = False
        self._next: deque[Message] = deque(maxlen=1)
        self._wake = threading.Event()

    def give(self, version: Version, message: Message) -> None:
        """Set the next message, replacing one that still waits."""
        self.version = version
        self._next.append(message)
        self._wake.set()

    def close(self) -> None:
        """Make the stream's thread end it."""
        self.closed = True
        self._wake.set()

    def wait(self, timeout_s: float) -> Message | None:
        """Wait for the next message; None after `timeout_s`, or when the stream was closed."""
        while not self.closed and self._wake.wait(timeout_s):
            self._wake.clear()
            if self._next:
                return self._next.pop()
        return None


class Broadcaster:
    """All streams of a process: at most `capacity`, with `a_client` reserved for each address."""

    def __init__(
        self, capacity: int, heartbeat_s: float = HEARTBEAT_S, a_client: int = STREAMS_A_CLIENT
    ) -> None:
        self._capacity, self._heartbeat_s, self._a_client = capacity, heartbeat_s, a_client
        self._lock = threading.Lock()
        self._streams: list[Stream] = []  # open ones, oldest first
        self._by_table: dict[str, list[Stream]] = {}
        self._threads = 0  # held by streams, including closed ones that haven't left yet
        self._stopped = False

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
        """Return a new stream, to be sent (`messages`) and left (`leave`); None without room.

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
            busy = self._threads >= self._capacity + LEAVING
            if self._stopped or busy or (full and not evicted):
                return None
            self._threads += 1
            self._streams.append(stream)
            table_streams = self._by_table.setdefault(code, [])
            table_streams.append(stream)
            device = (viewer, client)
            own = [other for other in table_streams if (other.viewer, other.client) == device]
        for each in own[:-STREAMS_A_VIEWER] or evicted:
            self.close_stream(each)
        return stream

    def broadcast(self, code: str, version: Version, message: Message) -> None:
        """Give a message of this version to all streams of the table that have an older one."""
        with self._lock:
            for stream in self._by_table.get(code, ()):
                if stream.version < version:
                    stream.give(version, message)

    def messages(self, stream: Stream, look: Callable[[str], object]) -> Iterator[bytes]:
        """Yield what a stream sends, in its own thread, until it is closed.

        With each heartbeat, `look` checks the table for events of other servers.
        """
        yield HELLO
        while True:
            message = stream.wait(self._heartbeat_s)
            if stream.closed:
                return
            if message is None:
                yield HEARTBEAT
                look(stream.code)
            elif data := message(stream.recipient):
                yield data
            else:
                return

    def leave(self, stream: Stream) -> None:
        """Count the stream's thread as free again; calling it repeatedly is fine."""
        self.close_stream(stream)
        with self._lock:
            self._threads -= not stream.left
            stream.left = True

    def close_stream(self, stream: Stream) -> None:
        """Close a stream, so that its thread ends it, and free its place."""
        with self._lock:
            if not stream.closed:
                stream.close()
                self._streams.remove(stream)
                table_streams = self._by_table[stream.code]
                table_streams.remove(stream)
                if not table_streams:
                    del self._by_table[stream.code]

    def close_table(self, code: str) -> None:
        """Close all streams of a table."""
        for stream in self.streams(code):
            self.close_stream(stream)

    def close(self) -> None:
        """Close all streams and open no more, as the server is stopping."""
        with self._lock:
            self._stopped = True
        for code in self.codes():
            self.close_table(code)


def game_of(table: AnyLog) -> str:
    """Return the slug of a table's game."""
    return str(table.events[0].payload["game"])


def state_id(table: AnyLog) -> str:
    """Return version and time of the newest event; a restored table may reach a version twice."""
    return f"{table.version}.{table.events[-1].at}"


class StateTexts:
    """A table's state as JSON, made once for each viewer and language."""

    def __init__(self, code: str, table: AnyLog) -> None:
        self.table = table
        self._code, self._screens = code, screens(game_of(table))
        self._lock = threading.Lock()
        self._shared: dict[str, Json] = {}  # by language
        self._texts: dict[tuple[Viewer, str], str] = {}

    def text(self, recipient: Recipient, now: datetime) -> str:
        """Return the state as this device may see it, as a JSON object."""
        viewer, language = recipient.viewer, recipient.language
        with self._lock:
            if (viewer, language) not in self._texts:
                shared = self._shared.get(ENGLISH) or self._screens.shared(self.table)
                own = self._screens.personal(self.table, viewer, shared)
                if language not in self._shared:
                    self._shared |= {ENGLISH: shared, language: _translated(shared, language)}
                view = {**self._shared[language], **_translated(own, language)}
                self._texts[viewer, language] = _json({"code": self._code, **view})[:-1]
        clock = f',"now":"{now.isoformat(timespec="milliseconds")}"' if self._screens.timed else ""
        join = f',"join_url":{json.dumps(recipient.join_url)}' if recipient.join_url else ""
        return f"{self._texts[viewer, language]}{join}{clock}}}"


class Publisher:
    """Sends tables' states to all pages that have them open, and keeps the newest ones."""

    def __init__(self, store: Store, broadcaster: Broadcaster) -> None:
        self._store, self._broadcaster = store, broadcaster
        self._states: OrderedDict[str, StateTexts] = OrderedDict()  # the newest of each table
        self._lock = threading.Lock()

    def text(self, code: str, recipient: Recipient, table: AnyLog) -> str:
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

    def messages(self, stream: Stream) -> Iterator[bytes]:
        """Yield each new state for an open page, until its stream is closed."""

        def look(code: str) -> None:
            try:
                self.refresh(code)
            except (sa.exc.SQLAlchemyError, OSError):  # the next heartbeat looks again
                log.exception("a look at a table")

        return self._broadcaster.messages(stream, look)

    def _broadcast(self, code: str, table: AnyLog, holders: Mapping[str, str]) -> None:
        if not self._broadcaster.behind(code, table.version):
            return
        state = self._state(code, table)

        def message(recipient: Recipient) -> bytes | None:
            if not recipient.admitted(table, holders):
                return None
            text = state.text(recipient, self._store.now())
            return f"id: {table.version}\nevent: state\ndata: {text}\n\n".encode()

        self._broadcaster.broadcast(code, table.version, message)

    def _state(self, code: str, table: AnyLog) -> StateTexts:
        """Return the state of this log; keep it unless a newer state of the table is kept."""
        with self._lock:
            kept = self._states.get(code)
            if kept and kept.table.events[-1] == table.events[-1]:
                return kept
            made = StateTexts(code, table)
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


_json = json.JSONEncoder(separators=(",", ":")).encode
