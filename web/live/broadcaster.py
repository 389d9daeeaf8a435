"""Open streams by table, and the next message of each.

Each stream has a server thread of its own, which waits here and writes. Storing an event only
leaves a message, so nobody waits for a slow phone: it gets the newest state once it is ready, and
skips those in between.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.events import Version
from web.games.base import Viewer
from web.storage.store import AnyLog

HEARTBEAT_S = 15.0
STREAMS_A_VIEWER = 3  # a phone that loses its connection leaves a dead stream; the oldest is closed
# streams that a full server leaves to each address: enough for 40 phones of a club
STREAMS_A_CLIENT = 200
LEAVING = 32  # closed streams whose thread may still be writing to a slow phone
HELLO = b"retry: 1000\n\n"
HEARTBEAT = b"event: heartbeat\ndata: {}\n\n"


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
            full, crowd = len(self._streams) >= self._capacity, []
            if full:
                by_client: dict[str, list[Stream]] = {}
                for each in self._streams:
                    by_client.setdefault(each.client, []).append(each)
                most = max(by_client.values(), key=len, default=[])
                crowd = most[:1] if len(most) > self._a_client else []
            busy = self._threads >= self._capacity + LEAVING
            if self._stopped or busy or (full and not crowd):
                return None
            self._threads += 1
            self._streams.append(stream)
            table_streams = self._by_table.setdefault(code, [])
            table_streams.append(stream)
            device = (viewer, client)
            own = [other for other in table_streams if (other.viewer, other.client) == device]
        for each in own[:-STREAMS_A_VIEWER] or crowd:
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
