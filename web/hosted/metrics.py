"""Metrics in Prometheus's format, summed over all worker processes (`/metrics`), and health checks:
whether this server is alive (`/health`) and ready to work (`/ready`).

Routes are templates, so that table codes don't become labels and nobody can create labels. The
address requires the token in `ROOKERY_METRICS_TOKEN`; without one it doesn't exist.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from flask import Blueprint, Response, current_app, request
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from web.hosted.logs import METHODS
from web.refusal import ApiError
from web.services import services

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where the processes add up their counts
TOKEN = "METRICS_TOKEN"  # noqa: S105 - a key of the app's configuration
STEPS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)

REQUESTS = Counter("rookery_requests", "Requests served.", ["method", "route", "status"])
SECONDS = Histogram(
    "rookery_request_seconds",
    "Time to an answer; of a stream, to its head.",
    ["route"],
    buckets=STEPS_S,
)
STREAMS = Gauge("rookery_streams", "Open streams.", multiprocess_mode="livesum")
EVENTS = Counter("rookery_events", "Events stored.")
PHOTOS = Counter(
    "rookery_photos", "Photos by what became of them: queued, read, failed.", ["outcome"]
)
REDIS_UP = Gauge(
    "rookery_redis_up", "Whether every process hears Redis.", multiprocess_mode="livemin"
)

metrics, health = Blueprint("metrics", __name__), Blueprint("health", __name__)


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Count a response and its time; a full disk must not make requests fail.

    Unknown methods are one, so that nobody can create labels.
    """
    method = method if method in METHODS else "other"
    with suppress(OSError):
        REQUESTS.labels(method, route, status).inc()
        SECONDS.labels(route).observe(seconds)


@contextmanager
def count_photos() -> Iterator[None]:
    """Count photos and their outcomes; also a decorator of the function that reads them."""
    PHOTOS.labels("queued").inc()
    try:
        yield
    except BaseException:
        PHOTOS.labels("failed").inc()
        raise
    PHOTOS.labels("read").inc()


@metrics.get("/metrics")
def show() -> Response:
    """Return all counts."""
    token = str(current_app.config[TOKEN])
    given = request.headers.get("Authorization", "")
    if not token or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise ApiError(404, "not-found", "This page doesn't exist.")
    # other processes update theirs every few seconds
    STREAMS.set(services().broadcaster.open_streams)
    registry = REGISTRY
    if os.environ.get(FOLDER):
        _forget_dead(Path(os.environ[FOLDER]))
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _forget_dead(folder: Path) -> None:
    """Stop counting the open streams of workers that ended."""
    for pid in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # untyped


@health.get("/health")
def lives() -> dict[str, bool]:
    """Return that the process is alive, without accessing files or the database."""
    return {"lives": True}


@health.get("/ready")
def ready() -> tuple[dict[str, bool], int]:
    """Return whether the database answers (503 if not), and whether Redis does."""
    try:
        with services().store.database.reading() as db:
            db.execute(sa.text("SELECT 1"))
        able = True
    except sa.exc.SQLAlchemyError:
        able = False
    redis = current_app.extensions["rookery.bus"].up
    return {"ready": able, "redis": redis}, 200 if able else 503
