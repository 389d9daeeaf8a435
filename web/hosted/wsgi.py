"""The app of a hosted Rookery, created in each worker after the fork: `gunicorn -c
python:web.hosted.gunicorn_conf`.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from types import FrameType

import sqlalchemy as sa
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.errors import RookeryError
from companion.events import Version
from vision.sandbox.worker import read_label_in_worker
from web.app import close as close_app
from web.app import create_app
from web.hosted import metrics
from web.hosted.bus import Bus, check_streams, receive_news
from web.hosted.jobs import JobClient
from web.hosted.logs import RequestMonitor
from web.hosted.migrate import require_schema
from web.hosted.settings import Settings, from_environment
from web.photos import TIMEOUT_S, read_in_worker
from web.serve import raise_limit
from web.services import services

log = logging.getLogger("rookery")
BUS = "rookery.bus"
# seconds that a worker waits for the database, fewer than gunicorn waits for the worker
PATIENCE_S, PAUSE_S = 45.0, 0.5
OTHER_FILES = 2000  # open files of a process besides its streams
WAITING = 8  # threads that may wait for a photo: the others are left for taps
COMPUTING = (1, 5.0, 4)  # hints and puzzles, likewise


def app() -> Flask:
    """Return the app with the environment's settings; raise `RookeryError`.

    A worker that starts while the database is down waits for it, as gunicorn would give up.
    """
    give_up_at = time.monotonic() + PATIENCE_S
    made: Flask | None = None
    while made is None:
        try:
            settings = check(os.environ)
            raise_limit(settings.streams + OTHER_FILES)
            made = hosted_app(settings)
        except RookeryError as error:
            away = isinstance(error.__cause__, sa.exc.OperationalError)
            if not away or time.monotonic() > give_up_at:
                raise
            log.warning("the database is away", exc_info=error)
            time.sleep(PAUSE_S)
    made.extensions["rookery.upkeep"].start()
    atexit.register(close, made)
    stop = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        services(made).broadcaster.close()  # first, because gunicorn waits for open responses
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, end)
    return made


def check(environ: Mapping[str, str]) -> Settings:
    """Return the settings after checking them and their database; raise `RookeryError`."""
    settings = from_environment(environ)
    if settings.database:
        require_schema(settings.database)
    return settings


def hosted_app(settings: Settings, **changes: object) -> Flask:
    """Return the app; `changes` are more keys of `create_app`. Raises `RookeryError`."""
    bus = Bus(settings.redis)

    def spread(code: str, version: Version) -> None:
        if version:  # 0 announces something else (`Services.spread`)
            with suppress(OSError):  # a full disk must not make taps fail
                metrics.EVENTS.inc()
        bus.spread(code, version)

    if settings.redis:
        jobs = JobClient(settings.redis)
        readers: dict[str, object] = {
            "READ_PHOTO": metrics.count_photos()(jobs.read_photo),
            "READ_LABEL": metrics.count_photos()(jobs.read_label),
            "DRAW_RESULT": jobs.draw_result,
            "READING": (WAITING, 0.0, 0),  # if all places are taken, phones are refused at once
            # jobs queue, so the time that a photo takes isn't its sender's fault
            "LIMITS": {"reading": ""},
        }
    else:  # child processes
        readers = {
            "READ_PHOTO": metrics.count_photos()(read_in_worker),
            "READ_LABEL": metrics.count_photos()(read_label_in_worker),
            "READING": (1, TIMEOUT_S, WAITING),
        }
    config = {
        "DATA": settings.data,
        "DATABASE": settings.database or None,
        "HOSTS": settings.hosts,
        "STREAMS": settings.streams,
        "STREAMS_A_CLIENT": settings.streams_a_client,
        "TRUST_LOOPBACK": False,  # behind a proxy on this machine, all requests come from loopback
        "REACH": False,
        "KEEP": settings.keep,
        "LONG_CODES": True,
        "NOW": lambda: datetime.now(UTC),  # the same for all workers, even if one is restarted
        "SPREAD": spread,
        "COMPUTING": COMPUTING,
        **readers,
    }
    made = create_app({**config, **changes})
    made.extensions[BUS] = bus
    made.config[metrics.TOKEN] = settings.metrics_token
    made.register_blueprint(metrics.health)
    made.register_blueprint(metrics.metrics)
    wsgi = RequestMonitor(made.wsgi_app, metrics.count)
    # proxies report the client's address, and pass on the Host unchanged
    made.wsgi_app = ProxyFix(wsgi, x_for=settings.proxies, x_proto=settings.proxies, x_host=0)  # type: ignore[method-assign]  # Flask's way
    shared = services(made)

    def check_all() -> None:
        metrics.STREAMS.set(shared.broadcaster.open_streams)
        metrics.REDIS_UP.set(bus.up)
        check_streams(shared)

    bus.start(partial(receive_news, shared), check_all)
    return made


def close(made: Flask) -> None:
    """End the threads and the streams, and close the database."""
    made.extensions[BUS].close()
    close_app(made)
