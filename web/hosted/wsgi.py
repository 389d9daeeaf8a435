"""The app of a hosted Rookery, made in each worker after the fork: `gunicorn -c
python:web.hosted.gunicorn_conf`.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from types import FrameType

import sqlalchemy as sa
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.errors import RookeryError
from companion.events import Version
from web.app import close as close_app
from web.app import create_app
from web.hosted import health, logs, metrics
from web.hosted.bus import Bus
from web.hosted.jobs import Desk
from web.hosted.lookout import Lookout
from web.hosted.migrate import require
from web.hosted.settings import Settings, from_environment
from web.hosted.watch import Watch
from web.photos.reading import TIMEOUT_S, read_in_worker, read_label_in_worker
from web.serve import raise_limit
from web.services import services

log = logging.getLogger("rookery")
BUS = "rookery.bus"
# how long a worker waits for the database, less than gunicorn waits for the worker
PATIENCE_S, PAUSE_S = 45.0, 0.5
OTHER_FILES = 2000  # that a process holds beside its streams
WAITING = 8  # threads that may wait for a photo: the others are left to the taps
RECKONING = (1, 5.0, 4)  # hints and puzzles: likewise


def app() -> Flask:
    """The app as the environment wants it, until this process ends; raises `RookeryError`.

    A worker that takes a dead one's place while the database is away waits for it: gunicorn would
    give all up.
    """
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _app(check(os.environ))
        except RookeryError as error:
            if not isinstance(error.__cause__, sa.exc.OperationalError) or time.monotonic() > end:
                raise
            log.warning("the database is away", exc_info=error)
        time.sleep(PAUSE_S)


def _app(settings: Settings) -> Flask:
    raise_limit(settings.streams + OTHER_FILES)
    made = hosted_app(settings)
    made.extensions["rookery.upkeep"].start()
    atexit.register(close, made)
    _end_streams_first(made)
    return made


def _end_streams_first(made: Flask) -> None:
    """When gunicorn stops this worker, it waits for open answers: end the streams before."""
    stop = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        services(made).broadcaster.close()
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, end)


def check(environ: Mapping[str, str]) -> Settings:
    """The settings, if a server can start with them and with their database; raises
    `RookeryError`.
    """
    settings = from_environment(environ)
    if settings.database:
        require(settings.database)
    return settings


def hosted_app(settings: Settings, **changes: object) -> Flask:
    """The app with these settings; `changes` are further keys of `create_app`. Raises
    `RookeryError`.
    """
    bus = Bus(settings.redis)

    def spread(code: str, version: Version) -> None:
        metrics.stored(code, version)
        bus.spread(code, version)

    config = {
        "DATA": settings.data,
        "DATABASE": settings.database or None,
        "HOSTS": settings.hosts,
        "STREAMS": settings.streams,
        "STREAMS_A_CLIENT": settings.streams_a_client,
        "TRUST_LOOPBACK": False,  # behind a proxy on this machine everybody comes from loopback
        "REACH": False,
        "KEEP": settings.keep,
        "LONG_CODES": True,
        "NOW": lambda: datetime.now(UTC),  # workers agree on it, also when one of them is restarted
        "SPREAD": spread,
        "RECKONING": RECKONING,
        **_eyes(settings.redis),
    }
    made = create_app({**config, **changes})
    made.extensions[BUS] = bus
    health.register(made)
    metrics.register(made, settings.metrics_token)
    _wrap(made, settings.proxies)
    _listen(made, bus)
    return made


def close(made: Flask) -> None:
    """End the threads and the streams, and give the database back."""
    made.extensions[BUS].close()
    close_app(made)


def _eyes(address: str) -> dict[str, object]:
    """Who reads photos: workers of their own where there is a Redis, and else a process of ours,
    one at a time.
    """
    if not address:
        return {
            "READ_PHOTO": metrics.counted(read_in_worker),
            "READ_LABEL": metrics.counted(read_label_in_worker),
            "READING": (1, TIMEOUT_S, WAITING),
        }
    desk = Desk(address)
    return {
        "READ_PHOTO": metrics.counted(desk.read_photo),
        "READ_LABEL": metrics.counted(desk.read_label),
        "DRAW_RESULT": desk.draw_result,
        "READING": (WAITING, 0.0, 0),  # who finds all of them waiting is told so at once
        # they queue, so how long one takes says nothing of whose photo it is
        "LIMITS": {"reading": ""},
    }


def _listen(made: Flask, bus: Bus) -> None:
    """Hear what other processes store, look round, and say how we are doing."""
    shared = services(made)
    lookout = Lookout(shared)

    def look_round() -> None:
        metrics.STREAMS.set(shared.broadcaster.open_streams)
        metrics.REDIS_UP.set(bus.up)
        lookout.look_round()

    bus.start(lookout.receive, look_round)


def _wrap(made: Flask, proxies: int) -> None:
    """Who asks is who the proxies say; the Host they pass on as it came."""
    wsgi = Watch(made.wsgi_app, logs.told, metrics.count)
    made.wsgi_app = ProxyFix(wsgi, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]  # Flask's way
