"""The web server of `rookery table`: stock waitress, with a thread for each open stream."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

from flask import Flask
from waitress import create_server  # type: ignore[import-untyped]  # waitress ships no types

from web.auth.payload import MAX_JSON
from web.live.broadcaster import LEAVING
from web.server.connections import connect
from web.storage.database import WAITING

REST = 100  # threads for everything but streams and writes; a photo may hold one for seconds
SPARE = 500  # connections beyond one per thread: browsers keep some open between requests
FILES = 150  # open files besides connections: the database, photos, request bodies on the disk
MAX_HEADER = 2**15  # bytes of a request's header
IDLE_S = 30  # after which an idle connection is closed
SMALL = 2**16  # bytes buffered for a slow phone before its thread waits


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
        max_request_body_size=MAX_JSON + 1,  # uploads may be larger: web/server/connections.py
        inbuf_overflow=SMALL,  # the rest of a body goes to the disk
        # these headers show that a request isn't from this computer (web/auth/visits.py)
        clear_untrusted_proxy_headers=False,
        ident="rookery",
    )
    server.channel_class = connect
    return server


def raise_limit(files: int) -> int:
    """Let this process open so many sockets and files, or as many as allowed; return the limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such limits on Windows
        import resource  # noqa: PLC0415 - not on every platform

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        files = max(soft, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files
