"""The live line down: who waits for a table learns its new version at once, and nobody polls.

One condition variable a table. A stream carries versions only; phones fetch the state themselves, so a stream
never holds a secret. Streams are counted: each holds a server thread, and POSTs need theirs.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.events import Version

HEARTBEAT_S = 15.0
STREAMS_A_VIEWER = 3  # a phone that was cut off leaves a dead stream behind; the oldest makes way


@dataclass(eq=False)
class Stream:
    """One open stream, until `closed`."""

    viewer: str
    closed: bool = False


@dataclass
class _Channel:
    """What a table's streams wait on."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    version: Version = 0
    streams: deque[Stream] = field(default_factory=deque)


class Live:
    """All streams of one server, `capacity` at most."""

    def __init__(self, capacity: int, heartbeat_s: float = HEARTBEAT_S) -> None:
        self.capacity, self._heartbeat_s = capacity, heartbeat_s
        self._lock = threading.Lock()
        self._channels: dict[str, _Channel] = {}
        self._open = 0
        self._stopped = False

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._open

    def publish(self, code: str, version: Version) -> None:
        """Tell who waits for the table `code` that it is at `version`."""
        channel = self._channel(code)
        with channel.changed:
            channel.version = max(channel.version, version)
            channel.changed.notify_all()

    def close(self) -> None:
        """End all streams: the server stops."""
        self._stopped = True
        for channel in list(self._channels.values()):
            with channel.changed:
                channel.changed.notify_all()

    def subscribe(self, code: str, viewer: str) -> Stream | None:
        """A place for one stream more, to be left with `leave`; None when all are taken."""
        channel = self._channel(code)
        with self._lock:
            if self._open >= self.capacity or self._stopped:
                return None
            self._open += 1
        stream = Stream(viewer)
        with channel.changed:
            channel.streams.append(stream)
            own = [other for other in channel.streams if other.viewer == viewer and not other.closed]
            for surplus in own[:-STREAMS_A_VIEWER]:
                surplus.closed = True
            channel.changed.notify_all()
        return stream

    def messages(self, code: str, stream: Stream, seen: Version, on_disk: Callable[[], Version]) -> Iterator[str]:
        """Server-sent events with each version after `seen`, the newest when several came at once.

        A heartbeat asks `on_disk` too, for what another process wrote.
        """
        yield "retry: 1000\n\n"
        while not (stream.closed or self._stopped):
            version = self._wait(code, stream, seen)
            if version <= seen:
                yield ": heartbeat\n\n"
                version = on_disk()
            if version > seen:
                seen = version
                yield f"id: {seen}\nevent: version\ndata: {json.dumps({'version': seen})}\n\n"

    def leave(self, code: str, stream: Stream) -> None:
        """Give the place of a stream back, also of one that never began; twice is once."""
        channel = self._channel(code)
        with channel.changed:
            if stream not in channel.streams:
                return
            stream.closed = True
            channel.streams.remove(stream)
            channel.changed.notify_all()
        with self._lock:
            self._open -= 1

    def _wait(self, code: str, stream: Stream, seen: Version) -> Version:
        channel = self._channel(code)
        with channel.changed:
            channel.changed.wait_for(
                lambda: channel.version > seen or stream.closed or self._stopped, timeout=self._heartbeat_s
            )
            return channel.version

    def _channel(self, code: str) -> _Channel:
        with self._lock:
            return self._channels.setdefault(code, _Channel())
