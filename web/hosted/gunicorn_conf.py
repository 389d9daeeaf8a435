"""gunicorn's configuration: `gunicorn -c python:web.hosted.gunicorn_conf`.

Workers are processes with a thread for each open stream, and some for everything else. gunicorn's
own flags and `GUNICORN_CMD_ARGS` override this file; `WEB_CONCURRENCY` is the number of workers.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from typing import Any

from companion.errors import RookeryError
from web.hosted.logs import LOGGING
from web.hosted.settings import streams
from web.live.publisher import LEAVING
from web.storage.database import WAITING

METRICS = "PROMETHEUS_MULTIPROC_DIR"  # where each process has files for its counts

wsgi_app = "web.hosted.wsgi:app()"
bind = ["127.0.0.1:8000"]
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
# threads for everything but streams and writes: pages, hints, phones that wait for their photos
REST = 100
threads = REST
with contextlib.suppress(RookeryError):  # `on_starting` reports it
    threads += streams(os.environ) + LEAVING + WAITING  # created on demand
worker_connections = threads + 1000  # idle ones hold no thread
keepalive = 75  # longer than nginx keeps its connections open
limit_request_field_size = 2**16  # all cookies of a device are one field; nginx's limit is 32 KB
graceful_timeout = 10
timeout = 60
control_socket_disable = True  # not needed
logconfig_dict = LOGGING


def on_starting(_server: object) -> None:
    """Check everything once, and load the code that workers share.

    Each worker creates the app itself: threads and database connections don't survive a fork.
    """
    os.environ[METRICS] = tempfile.mkdtemp(prefix="rookery-metrics-")
    from web.hosted import wsgi  # noqa: PLC0415 - it needs that folder

    try:
        wsgi.check(os.environ)
    except RookeryError as error:
        on_exit(_server)
        sys.exit(f"rookery: {error}")


def child_exit(_server: object, worker: Any) -> None:
    """Stop counting the open streams of a worker that ended."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - see above

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped


def on_exit(_server: object) -> None:
    """Delete the server's counts."""
    shutil.rmtree(os.environ[METRICS], ignore_errors=True)
