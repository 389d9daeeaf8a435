"""The app of a hosted Rookery, created in each worker (`web.hosted.serve`)."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import sqlalchemy as sa
from flask import Flask

from companion.errors import RookeryError
from companion.events import Version
from vision.sandbox.worker import read_in_worker, read_label_in_worker
from web import serve
from web.app import close as close_app
from web.app import create_app
from web.front import Front
from web.hosted import metrics
from web.hosted.bus import Bus, receive_news
from web.hosted.jobs import JobClient
from web.hosted.logs import RequestMonitor
from web.hosted.migrate import require_schema
from web.hosted.settings import Settings, from_environment
from web.services import services
from web.turns import Repeated
from web.upkeep import LOOK_S

log = logging.getLogger("rookery")
BUS = "rookery.bus"
PATIENCE_S, PAUSE_S = 45.0, 0.5  # seconds that a worker waits for the database, and between looks
REFUSED = "(refused)"  # in place of a route, for what the front refuses
READERS = 8  # photos that may wait for an answer by Redis


def front() -> Front:
    """Return the ASGI application with the environment's settings; raise `RookeryError`.

    A worker that starts while the database is down waits for it, instead of dying again and again.
    """
    give_up_at = time.monotonic() + PATIENCE_S
    while True:
        try:
            settings = check(os.environ)
            return serve.front(hosted_app(settings), settings.proxies, close)
        except RookeryError as error:
            away = isinstance(error.__cause__, sa.exc.OperationalError)
            if not away or time.monotonic() > give_up_at:
                raise
            log.warning("the database is away", exc_info=error)
            time.sleep(PAUSE_S)


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
            "READERS": READERS,
            # jobs queue, so the time that a photo takes isn't its sender's fault
            "LIMITS": {"reading": ""},
        }
    else:  # child processes
        readers = {
            "READ_PHOTO": metrics.count_photos()(read_in_worker),
            "READ_LABEL": metrics.count_photos()(read_label_in_worker),
        }
    config = {
        "DATA": settings.data,
        "DATABASE": settings.database or None,
        "HOSTS": settings.hosts,
        "STREAMS": settings.streams,
        "STREAMS_A_CLIENT": settings.streams_a_client,
        "TRUST_LOOPBACK": False,  # behind a proxy on this machine, all requests come from loopback
        "ADDRESSES": None,
        "KEEP": settings.keep,
        "LONG_CODES": True,
        "NOW": lambda: datetime.now(UTC),  # the same for all workers, even if one is restarted
        "SPREAD": spread,
        "REFUSED": lambda method, status: metrics.count(method, REFUSED, status, 0.0),
        **readers,
    }
    made = create_app({**config, **changes})
    made.extensions[BUS] = bus
    made.config[metrics.TOKEN] = settings.metrics_token
    made.register_blueprint(metrics.health)
    made.register_blueprint(metrics.metrics)
    made.wsgi_app = RequestMonitor(made.wsgi_app, metrics.count)  # type: ignore[method-assign]  # Flask's way
    shared = services(made)

    def measure(_: int) -> None:
        metrics.STREAMS.set(shared.broadcaster.open_streams)
        metrics.REDIS_UP.set(bus.up)

    made.extensions["rookery.threads"].append(Repeated("metrics", LOOK_S, measure))
    bus.start(partial(receive_news, shared))
    return made


def close(made: Flask) -> None:
    """End the threads and the streams, and close the database."""
    made.extensions[BUS].close()
    close_app(made)
