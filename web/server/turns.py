"""Queues for heavy work: some tasks run, some wait, and others are refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from weakref import WeakValueDictionary

from flask import Flask, g, request

from web.refusal import BUSY_S, ApiError
from web.server.network import household

PAGES = 2  # GETs of an address that are answered at a time
PATIENCE_S = 1.0  # seconds to wait for others of the same address


class Turns:
    """`places` tasks run at a time; up to `waiting` more wait `patience_s` seconds, with a thread
    each.

    Others are refused with the message `busy`.
    """

    def __init__(self, places: int, patience_s: float, waiting: int, *, busy: str) -> None:
        self._free, self._room = BoundedSemaphore(places), BoundedSemaphore(places + waiting)
        self._patience_s, self._busy = patience_s, busy

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold a place during the work; raise `ApiError` 503."""
        with self._acquired(self._room, 0.0), self._acquired(self._free, self._patience_s):
            yield

    @contextmanager
    def _acquired(self, places: BoundedSemaphore, patience_s: float) -> Iterator[None]:
        if not places.acquire(timeout=patience_s):
            raise ApiError(503, "busy", self._busy, BUSY_S)
        try:
            yield
        finally:
            places.release()


def share(app: Flask) -> None:
    """Answer only a few GETs of an address at a time, so that taps of others needn't wait."""
    # by address, as long as it has requests
    places: WeakValueDictionary[str, BoundedSemaphore] = WeakValueDictionary()

    @app.before_request
    def wait() -> None:
        if request.method == "GET":
            g.place = places.setdefault(
                household(request.remote_addr or ""), BoundedSemaphore(PAGES)
            )
            g.waited = g.place.acquire(timeout=PATIENCE_S)

    @app.teardown_request
    def leave(_error: BaseException | None) -> None:
        if g.pop("waited", False):
            g.place.release()
