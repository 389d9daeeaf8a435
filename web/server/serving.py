"""The web server: waitress, which hands the sockets of streams over to `web.server.live`.

A stream would hold one of waitress's threads for hours. Instead its task writes the answer's head, and what follows
is written by whoever has news. Another WSGI server may hold a thread for each stream; the app works there as well.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask, Response
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # waitress ships no types
from waitress.server import create_server  # type: ignore[import-untyped]  # waitress ships no types
from waitress.task import WSGITask  # type: ignore[import-untyped]  # waitress ships no types

from web.photos.reading import MAX_UPLOAD
from web.server.lanes import Lanes
from web.server.live import HELLO, Live, Stream
from web.server.loop import Loop

THREADS = 24  # beside the one that leads; a photo may hold one for seconds
CONNECTIONS = 2000
FILES = 4096  # sockets and files open at a time, where the system lets us have so many
IDLE_S = 30  # after which an open connection is closed
HAND_OVER = "rookery.hand_over"  # in the WSGI environment: takes a line that goes on when the task is done
ASIDE = "rookery.aside"  # likewise: what to enter before anything that takes its time


def stream_answer(live: Live[Any], stream: Stream[Any], environ: Mapping[str, Any]) -> Response:
    """The answer to who asks for a stream: just its head, where the server hands the socket over for the rest."""
    hand_over = environ.get(HAND_OVER) if environ["REQUEST_METHOD"] == "GET" else None  # a HEAD's line is asked more
    if hand_over:
        hand_over(live, stream)
    response = Response(iter([HELLO]) if hand_over else _relayed(live, stream), mimetype="text/event-stream")
    if not hand_over:
        response.call_on_close(lambda: live.leave(stream))
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _relayed(live: Live[Any], stream: Stream[Any]) -> Iterator[bytes]:
    """A stream through a thread of a server that we know nothing of."""
    yield HELLO
    ours, theirs = socket.socketpair()
    with theirs:
        live.attach(stream, ours)
        while data := theirs.recv(1 << 16):
            yield data


class _Task(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """A task that may end with its connection in other hands."""

    handed: tuple[Live[Any], Stream[Any]] | None = None
    attached = False

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment, with the ways to hand a line over and to step aside."""
        return {**super().get_environment(), HAND_OVER: self._hand_over, ASIDE: self.channel.server.asyncore.aside}

    def _hand_over(self, live: Live[Any], stream: Stream[Any]) -> None:
        self.handed = (live, stream)

    def finish(self) -> None:
        """The end of an answer, or of our part in it: waitress closes its own copy of the socket."""
        channel = self.channel
        if self.handed is None or channel.total_outbufs_len:  # a phone that can not even take the head comes again
            super().finish()
            return
        live, stream = self.handed
        live.attach(stream, channel.socket.dup(), chunked=self.chunked_response)
        self.attached = True

    def service(self) -> None:
        """Answer; a stream that came to nothing gives its place back."""
        try:
            super().service()
        finally:
            if self.handed and not self.attached:
                live, stream = self.handed
                live.leave(stream)


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    """A connection that tells the loop when it opens and closes."""

    task_class = _Task

    def add_channel(self, map: Any = None) -> None:  # noqa: A002 - waitress's name
        """It is open."""
        super().add_channel(map)
        self.server.asyncore.watch(self._fileno)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002 - waitress's name
        """It closes."""
        self.server.asyncore.forget(self._fileno)
        super().del_channel(map)

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Let a phone take in what waits for it, unless the thread that sends it would have to wait for itself."""
        if not self.server.asyncore.led_here():
            super()._flush_outbufs_below_high_watermark()


def server(app: Flask, listener: socket.socket) -> Any:
    """A waitress server of this app on a socket that listens already."""
    raise_limit(FILES)
    lanes = Lanes(THREADS)
    made = create_server(
        app,
        sockets=[listener],
        _dispatcher=lanes,
        connection_limit=CONNECTIONS,
        max_request_body_size=MAX_UPLOAD + 2**16,
        ident="rookery",
        channel_timeout=IDLE_S,
        cleanup_interval=IDLE_S,
    )
    loop = Loop(lanes.answer, made.trigger.pull_trigger)
    made.channel_class, made.asyncore, made.pull_trigger = _Channel, loop, loop.ring
    return made


def raise_limit(files: int) -> None:
    """Let this process hold so many sockets and files, or as many as there are to be had by asking."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on Windows
        import resource  # noqa: PLC0415 - not on every platform

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
