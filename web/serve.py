"""The web server, at home and hosted: uvicorn, by its public settings.

uvicorn gives each connection to a `Line`, a protocol of ours. That counts it for its household,
ends it if no request arrives in time, and hands on everything to uvicorn's own protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from flask import Flask
from uvicorn.protocols.http.h11_impl import H11Protocol

from web.app import close as close_app
from web.front import MAX_HEADER, Front
from web.machine import household

MOST_CONNECTIONS = 300  # of an address: fifty phones with six each, as many as a browser opens
OTHER_FILES = 2000  # open files besides streams: idle connections, bodies, the database;
FILES = 150  # of them, those that aren't connections
HEAD_S = 20.0  # for a request's header
SWITCH_S = 0.0005  # a tap waits so long each time it wants the interpreter back from a hint: 5 ms,
# as Python has it, add up to 0.2 s over a tap's thirty statements
NEXT_S = 80.0  # for another one after an answer; uvicorn closes a line without any earlier
SETTINGS: dict[str, Any] = {
    "ws": "none",
    "loop": "asyncio",
    "lifespan": "on",
    "proxy_headers": False,  # `Front` reads them
    "access_log": False,
    "server_header": False,
    "backlog": 128,
    "timeout_keep_alive": 75,  # s; nginx closes an idle connection after 60
    "timeout_graceful_shutdown": 2,  # s for answers that are being sent
    "h11_max_incomplete_event_size": MAX_HEADER,
}


def front(app: Flask, proxies: int = 0, close: Callable[[Flask], object] = close_app) -> Front:
    """Return the ASGI application for an app that has so many of our own proxies before it."""
    sys.setswitchinterval(SWITCH_S)
    most = raise_limit(app.config["STREAMS"] + OTHER_FILES) - FILES
    # those of a proxy, which counts by itself, are of many households
    return Front(app, close, proxies, most, most if proxies else min(MOST_CONNECTIONS, most // 4))


def http_server(app: Flask) -> uvicorn.Server:
    """Return a server of this app: `run(sockets=...)`, and it ends when `should_exit` is set."""
    return uvicorn.Server(
        uvicorn.Config(front(app), http=Line, log_config=None, log_level="error", **SETTINGS)
    )


def serve(app: Flask, listeners: list[socket.socket]) -> None:
    """Serve until SIGTERM, Ctrl-C or `STOP`; streams end first, so that phones reconnect later."""
    exit_on_signals()
    server = http_server(app)
    app.config["STOP"] = lambda: setattr(server, "should_exit", True)
    with contextlib.suppress(SystemExit):
        server.run(sockets=listeners)


def exit_on_signals() -> None:
    """Turn SIGTERM and Ctrl-C into `SystemExit`; uvicorn raises the signal that it stopped for."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit())


def raise_limit(files: int) -> int:
    """Let this process open so many sockets and files, or as many as allowed; return how many."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on Windows
        import resource  # noqa: PLC0415 - not on every platform

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY:
            files = min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
    return files


class Line(asyncio.Protocol):
    """A connection of a household, which ends unless a request arrives in time."""

    def __init__(self, *, app_state: dict[str, Any], **given: Any) -> None:
        self._front: Front = app_state["front"]
        http = self._http = H11Protocol(app_state={**app_state, "line": self}, **given)
        self.data_received = http.data_received  # type: ignore[method-assign]  # handed on
        self.pause_writing = http.pause_writing  # type: ignore[method-assign]  # handed on
        self.resume_writing = http.resume_writing  # type: ignore[method-assign]  # handed on
        self._household, self._open, self._ended = "", True, False
        self.answering = False  # whether all of a request is here, and its answer ends
        self.lost: Callable[[], object] = lambda: None  # called when the connection has ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless the household has too many, or all have."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - TCP's or a Unix socket's
        self.transport, front, lines = transport, self._front, self._front.lines
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):  # else of a Unix socket, which has no addresses
            # asyncio does so only for sockets that name their protocol, and ours come from anywhere
            line = transport.get_extra_info("socket")
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._household = household(peer[0])
        self._timer = self._end_in(HEAD_S)
        self._http.connection_made(transport)
        lines[self._household] += 1
        if lines[self._household] > front.most_each or lines.total() > front.most:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._open = False
        self._timer.cancel()
        lines = self._front.lines
        lines[self._household] -= 1
        if not lines[self._household]:
            del lines[self._household]
        self._http.connection_lost(exc)
        self.lost()

    def eof_received(self) -> bool:
        """Keep the connection if an answer is due: who has ended its side may still read it."""
        self._ended = True
        return self.answering

    def begin(self) -> None:
        """Note that a request is worked on."""
        self._timer.cancel()

    def end(self) -> None:
        """Note that it is answered."""
        self.answering = False
        if self._ended:
            self.transport.close()
        if self._open:  # else a timer would keep it; a closing one still waits for its reader
            self._timer = self._end_in(NEXT_S)

    def _end_in(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self.transport.abort)
