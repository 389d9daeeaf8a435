"""The web server of `rookery table`: waitress, with a thread for each open stream.

Each address has limits: connections, time and bytes of requests. waitress creates a `channel_class`
for each connection, which creates a `parser_class` for each request; these two classes are ours.
"""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from copy import copy
from io import BytesIO
from typing import Any

from flask import Flask
from waitress import create_server  # type: ignore[import-untyped]  # waitress ships no types
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # see above
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]  # see above
from waitress.task import WSGITask  # type: ignore[import-untyped]  # see above
from waitress.utilities import Error  # type: ignore[import-untyped]  # see above
from werkzeug.wrappers import Response

from companion.language import say
from web.live.publisher import LEAVING
from web.machine import household
from web.photos import MAX_UPLOAD
from web.refusal import BUSY_S, MAX_JSON, ApiError
from web.storage.database import WAITING

REST = 100  # threads for everything but streams and writes; a photo may hold one for seconds
SPARE = 500  # connections beyond one per thread: browsers keep some open between requests
FILES = 150  # open files besides connections: the database, photos, request bodies on the disk
MAX_HEADER = 2**15  # bytes of a request's header
IDLE_S = 30  # after which an idle connection is closed
SMALL = 2**16  # bytes buffered for a slow phone before its thread waits
MOST_CONNECTIONS = 300  # of an address: fifty phones with six each, as many as a browser opens
AT_ONCE = 100  # connections that are refused before others are served again
MOST_BYTES = 2**27  # of an address's unanswered uploads: thirty phones with 4 MB each
HEAD_S = 20.0  # for a request's header
LARGEST = MAX_UPLOAD + 2**16  # bytes of an upload and the form around it
SLOWEST = 2**14  # least bytes of a body per second: far less than a bad Wi-Fi has
# a GET of these checks whether an upload is allowed
UPLOADS = re.compile(r"/tables|/plays/import|/t/[^/]+/photos")


def http_server(app: Flask, listener: socket.socket) -> Any:
    """Return a waitress server of this app on a listening socket; `run` it and `close` it.

    Idle threads cost about 10 KB each, so there is one for every stream and for every write that
    may wait for the disk: however slow these are, pages find a free thread.
    """
    threads = app.config["STREAMS"] + LEAVING + WAITING + REST
    most = min(threads + SPARE, raise_limit(threads + SPARE + FILES) - FILES)
    server = create_server(
        app,
        sockets=[listener],
        threads=threads,
        connection_limit=most,
        channel_timeout=IDLE_S,
        cleanup_interval=IDLE_S // 3,
        # keeps reading while it streams, to notice a phone that hangs up
        channel_request_lookahead=1,
        asyncore_use_poll=True,  # select is limited to 1,024 sockets
        outbuf_high_watermark=SMALL,
        max_request_header_size=MAX_HEADER,
        max_request_body_size=MAX_JSON + 1,  # uploads may be larger: `Request`
        inbuf_overflow=SMALL,  # the rest of a body goes to the disk
        # these headers show that a request isn't from this computer (web/auth/visits.py)
        clear_untrusted_proxy_headers=False,
        ident="rookery",
    )
    server.channel_class = connect
    return server


def serve_until_signal(server: Any, stop: Callable[[], object] = lambda: None) -> None:
    """Serve until SIGTERM or Ctrl-C, when `stop` is called first."""

    def end(*_: object) -> None:
        stop()
        raise SystemExit  # leaves the server's loop, which then finishes responses

    if threading.current_thread() is threading.main_thread():  # a test may serve from another
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
    try:
        server.run()
    finally:
        server.close()


def raise_limit(files: int) -> int:
    """Let this process open so many sockets and files, or as many as allowed; return the limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on Windows
        import resource  # noqa: PLC0415 - not on every platform

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        files = max(soft, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files


class Request(HTTPRequestParser):  # type: ignore[misc]  # see above
    """A request that is being read: it has to arrive in time, and only an upload may be large."""

    adj: Any  # waitress's settings
    content_length: int
    completed: bool
    error: Error | None

    def __init__(self, adj: object, connection: Connection) -> None:
        super().__init__(adj)
        self.connection, self.ends_at = connection, time.monotonic() + HEAD_S

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header; refuse an upload that isn't allowed before its body is read."""
        super().parse_header(header_plus)
        self.ends_at += self.content_length / SLOWEST
        upload = self.adj.max_request_body_size <= self.content_length < LARGEST
        if not upload or not UPLOADS.fullmatch(self.path):
            return  # waitress refuses what is too large
        answer = self.connection.refusal(self)
        if answer is None:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LARGEST
        else:
            self.error, self.body_rcv = AppError(answer), None
            self.content_length, self.expect_continue = 0, False

    def received(self, data: bytes) -> int:
        """Take more of the request, and return how many bytes were taken."""
        taken: int = super().received(data)
        if not self.completed and time.monotonic() > self.ends_at:
            self.error = TooSlowError("a request has to be whole within seconds")
            self.completed = True
        return taken


class Connection(HTTPChannel):  # type: ignore[misc]  # see above
    """A connection with the household that it belongs to."""

    def __init__(
        self, server: object, sock: object, addr: Any, adj: object, **options: object
    ) -> None:
        super().__init__(server, sock, addr, adj, **options)
        self.household = household(addr[0])

    def parser_class(self, adj: object) -> Request:
        """Return the parser for one request."""
        return Request(adj, self)

    @property
    def bytes_due(self) -> int:
        """The bytes of this connection's unanswered requests, at least."""
        return sum(each.content_length for each in (*self.requests, self.request) if each)

    def refusal(self, request: Request) -> Response | None:
        """Return the refusal of this upload, by a GET to the app; None if it is allowed."""
        app: Flask = self.server.application
        environ = WSGITask(self, request).get_environment()
        environ.pop("CONTENT_LENGTH")
        environ |= {"REQUEST_METHOD": "GET", "wsgi.input": BytesIO()}
        every = self.server.active_channels.values()
        due = sum(each.bytes_due for each in every if each.household == self.household)
        if due > MOST_BYTES:
            problem = say("Other photos are being read: send it again in a moment.")
            busy = ApiError(503, "busy", problem, BUSY_S)
            with app.request_context(environ):
                return app.process_response(app.make_response(app.handle_user_exception(busy)))
        answer = Response.from_app(app, environ)
        return None if answer.status_code == 204 else answer


def connect(server: Any, sock: Any, addr: Any, adj: Any, **options: Any) -> None:
    """Serve a new connection (waitress's `channel_class`), or close it if its address has too many.

    After a refusal, the connections that wait behind it are accepted here as well: waitress accepts
    only one per loop, so an address that reconnects all the time would delay others.
    """
    most = min(MOST_CONNECTIONS, adj.connection_limit // 4)
    held = Counter(each.household for each in server.active_channels.values())
    for _ in range(AT_ONCE):
        if held[household(addr[0])] < most:
            Connection(server, sock, addr, adj, **options)
            return
        sock.close()
        try:
            accepted = server.accept()
            if accepted is None:
                return
            sock, addr = accepted
            server.set_socket_options(sock)
        except OSError:  # too many open files, or the client is gone
            return
    sock.close()


class AppError(Error):  # type: ignore[misc]  # see above
    """The app's own refusal, for waitress to send."""

    def __init__(self, answer: Response) -> None:
        super().__init__("")
        self.answer = answer

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        del ident
        headers = [(name, value) for name, value in self.answer.headers if name != "Content-Length"]
        return self.answer.status, headers, self.answer.get_data()


class TooSlowError(Error):  # type: ignore[misc]  # see above
    """A request that took too long to arrive."""

    code = 408
    reason = "Request Timeout"
