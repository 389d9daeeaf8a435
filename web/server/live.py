"""The live line down: who waits for a table is sent its new state at once, and nobody polls.

A stream is a socket and no thread: whoever stores a tap writes to the sockets of its table, and one thread for all of
them minds what is left to do: a phone too slow to take all in, one that hung up, a heartbeat now and then. A phone
that is slow gets the newest state when it is ready for it, and none in between.
"""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.events import Version

HEARTBEAT_S = 15.0
STREAMS_A_VIEWER = 3  # a phone that was cut off leaves a dead stream behind; the oldest makes way
STREAMS_A_CLIENT = 200  # at all tables, that a full server leaves to an address: 40 phones of a club with as many each
HELLO = b"retry: 1000\n\n"
HEARTBEAT = b"event: heartbeat\ndata: {}\n\n"
TURN_S = 1.0  # at least so often the one thread looks round

log = logging.getLogger("rookery")
SightT = TypeVar("SightT")


@dataclass(eq=False)
class Stream(Generic[SightT]):
    """One stream: who looks, from where, what it may see (`sight`) and the last version that it was sent (`seen`)."""

    code: str
    viewer: str
    client: str
    sight: SightT
    seen: Version
    closed: bool = False
    pulse_at: float = 0.0
    line: socket.socket | None = None
    _chunked: bool = False
    _rest: memoryview = field(default_factory=lambda: memoryview(b""))  # of a message that is on its way
    _next: bytes = b""  # the newest message that waits
    _begun: bool = False  # whether it was sent any state by us
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def held(self) -> Version:
        """The version that it surely has when the next message comes: 0 where that is still to be sent, or to begin."""
        return 0 if self._next or not self._begun else self.seen

    def attach(self, line: socket.socket, *, chunked: bool) -> bool:
        """Send to this socket from now on; whether something is left to be sent."""
        with self._lock:
            line.setblocking(False)
            if self.closed:
                return False
            self.line, self._chunked = line, chunked
            return self._go_on()

    def put(self, message: bytes, version: Version | None = None) -> bool:
        """Send a message, unless a newer version is known; whether something is left to be sent."""
        with self._lock:
            if version is not None and version <= self.seen:
                return False
            if version is None and (self._rest or self._next):
                return False  # no heartbeat for one that is busy
            self.seen, self._next = version or self.seen, message
            self._begun = self._begun or version is not None
            return self._go_on()

    def flush(self) -> bool:
        """Go on sending; whether something is left."""
        with self._lock:
            return self._go_on()

    def hung_up(self) -> bool:
        """Whether the other end is gone; what it sends is of no interest."""
        line = self.line
        try:
            return line is None or not line.recv(4096)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def end(self) -> socket.socket | None:
        """Hang up; the socket, for whoever still watches it."""
        with self._lock:
            self.closed, line, self.line = True, self.line, None
            if line and self._chunked and not self._rest:
                with contextlib.suppress(OSError):
                    line.send(b"0\r\n\r\n")
            return line

    def _go_on(self) -> bool:
        while self.line and (self._rest or self._next):
            if not self._rest:
                self._rest, self._next = memoryview(self._framed(self._next)), b""
            try:
                self._rest = self._rest[self.line.send(self._rest) :]
            except BlockingIOError:
                return True
            except OSError:  # it hung up: the thread that watches the socket hears of it
                self._rest, self._next = memoryview(b""), b""
        return False

    def _framed(self, message: bytes) -> bytes:
        return b"%x\r\n%s\r\n" % (len(message), message) if self._chunked else message


class Live(Generic[SightT]):
    """All streams of one server, `capacity` at most, of which one address is sure of `a_client`; `look(codes)` is asked
    now and then for what others wrote.
    """

    def __init__(
        self,
        capacity: int,
        heartbeat_s: float = HEARTBEAT_S,
        look: Callable[[set[str]], object] = lambda _: None,
        a_client: int = STREAMS_A_CLIENT,
    ) -> None:
        self.capacity, self._heartbeat_s, self.look, self._a_client = capacity, heartbeat_s, look, a_client
        self._lock = threading.Lock()
        self._streams: dict[str, list[Stream[SightT]]] = {}
        self._by_client: dict[str, list[Stream[SightT]]] = {}
        self._open = 0
        self._stopped = False
        self._minder = _Minder(self._pulse, self.leave, min(TURN_S, heartbeat_s))

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._open

    def streams(self, code: str) -> list[Stream[SightT]]:
        """The streams of a table, oldest first."""
        with self._lock:
            return list(self._streams.get(code, ()))

    def codes(self) -> list[str]:
        """The tables that have streams."""
        with self._lock:
            return list(self._streams)

    def behind(self, code: str, version: Version) -> bool:
        """Whether anybody waits for that version."""
        return any(stream.seen < version for stream in self.streams(code))

    def publish(
        self,
        code: str,
        version: Version,
        message: Callable[[SightT, Version], bytes | None],
        last: Callable[[SightT], bool] = lambda _: False,
    ) -> None:
        """Send who waits for `code` its message of that version, made for what it sees and for the version that it has;
        to some `last`.

        Whose message is None has no place here any more.
        """
        for stream in sorted(self.streams(code), key=lambda each: last(each.sight)):
            if stream.seen >= version:
                continue
            if (told := message(stream.sight, stream.held)) is None:
                self.leave(stream)
            else:
                self._put(stream, told, version)

    def subscribe(self, code: str, viewer: str, client: str, sight: SightT, seen: Version) -> Stream[SightT] | None:
        """A place for one stream more, to be attached to a socket or left; None when all are taken.

        Of a viewer who has too many the oldest makes way. Where all places are taken the oldest of that client does who
        has most at all tables together, if those are more than anybody is sure of.
        """
        stream = Stream(code, viewer, client, sight, seen, pulse_at=time.monotonic() + self._heartbeat_s)
        with self._lock:
            crowd = max(self._by_client.values(), key=len, default=[]) if self._open >= self.capacity else None
            if self._stopped or (crowd is not None and len(crowd) <= self._a_client):
                return None
            self._open += 1
            own = self._by_client.setdefault(client, [])
            for place in (self._streams.setdefault(code, []), own):
                place.append(stream)
            same = [other for other in own if (other.code, other.viewer) == (code, viewer)]
            surplus = same[:-STREAMS_A_VIEWER] or (crowd or [])[:1]
        for each in surplus:
            self.leave(each)
        return stream

    def attach(self, stream: Stream[SightT], line: socket.socket, *, chunked: bool = False) -> None:
        """Give a stream its socket; with `chunked` each message is a chunk of HTTP/1.1."""
        self._minder.watch(line, stream)
        if stream.attach(line, chunked=chunked):
            self._minder.wants_out(line, stream)
        if stream.closed:
            self._minder.forget(line)

    def leave(self, stream: Stream[SightT]) -> None:
        """Close a stream and give its place back, also of one that never began; twice is once."""
        with self._lock:
            if stream not in self._streams.get(stream.code, ()):
                return
            _take_out(self._streams, stream.code, stream)
            _take_out(self._by_client, stream.client, stream)
            self._open -= 1
        if line := stream.end():
            self._minder.forget(line)

    def end(self, code: str) -> None:
        """Close all streams of a table; whoever comes again learns why."""
        for stream in self.streams(code):
            self.leave(stream)

    def close(self) -> None:
        """End all streams: the server stops."""
        with self._lock:
            self._stopped, codes = True, list(self._streams)
        for code in codes:
            self.end(code)
        self._minder.stop()

    def _pulse(self, now: float) -> None:
        """A heartbeat for each stream whose time it is, and a look at their tables."""
        with self._lock:
            due = [s for streams in self._streams.values() for s in streams if s.pulse_at <= now]
        try:
            self.look({stream.code for stream in due})
        except Exception:
            log.exception("a look at the tables")  # the thread minds others, too
        for stream in due:
            stream.pulse_at = now + self._heartbeat_s
            self._put(stream, HEARTBEAT)

    def _put(self, stream: Stream[SightT], message: bytes, version: Version | None = None) -> None:
        if stream.put(message, version) and (line := stream.line):
            self._minder.wants_out(line, stream)


def _take_out(places: dict[str, list[Stream[Any]]], place: str, stream: Stream[Any]) -> None:
    places[place].remove(stream)
    if not places[place]:
        del places[place]


class _Minder:
    """The one thread: it watches all sockets for phones that hang up and for slow ones that can take more."""

    def __init__(self, pulse: Callable[[float], None], leave: Callable[[Stream[Any]], None], turn_s: float) -> None:
        self._pulse, self._leave, self._turn_s = pulse, leave, turn_s
        self._todo: deque[tuple[str, socket.socket, tuple[Any, ...]]] = deque()  # what the selector is to do
        self._thread: threading.Thread | None = None  # no sockets and no thread before the first stream
        self._starting = threading.Lock()
        self._stopped = False

    def watch(self, line: socket.socket, stream: Stream[Any]) -> None:
        """Mind this socket until it is forgotten."""
        with self._starting:
            if self._thread is None and not self._stopped:
                self._start()
        self._do("register", line, selectors.EVENT_READ, stream)

    def wants_out(self, line: socket.socket, stream: Stream[Any]) -> None:
        """Something is left to be sent."""
        self._do("modify", line, selectors.EVENT_READ | selectors.EVENT_WRITE, stream)

    def forget(self, line: socket.socket) -> None:
        """Mind it no more, and close it."""
        self._do("unregister", line)

    def stop(self) -> None:
        """End the thread when it has done what it was asked to."""
        with self._starting:
            self._stopped, thread = True, self._thread
        if thread and thread is not threading.current_thread():
            self._ring()
            thread.join()

    def _start(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)
        self._thread.start()

    def _do(self, what: str, line: socket.socket, *how: Any) -> None:
        self._todo.append((what, line, how))
        self._ring()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # a full bell rings already, and a closed one has stopped
            self._bell.send(b"!")

    def _run(self) -> None:
        turn_at = time.monotonic() + self._turn_s
        while True:
            self._do_all()
            if self._stopped:
                break
            for key, mask in self._selector.select(max(0.0, turn_at - time.monotonic())):
                self._heed(key, mask)
            if (now := time.monotonic()) >= turn_at:
                turn_at = now + self._turn_s
                self._pulse(now)
        for thing in (self._bell, self._ear, self._selector):
            thing.close()

    def _do_all(self) -> None:
        while self._todo:
            what, line, how = self._todo.popleft()
            with contextlib.suppress(KeyError, ValueError, OSError):  # of a socket that is closed by now
                getattr(self._selector, what)(line, *how)
            if what == "unregister":
                line.close()

    def _heed(self, key: selectors.SelectorKey, mask: int) -> None:
        if key.fileobj is self._ear:
            self._ear.recv(4096)
        elif mask & selectors.EVENT_READ and key.data.hung_up():
            self._leave(key.data)
        elif mask & selectors.EVENT_WRITE and not key.data.flush():
            self._selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
