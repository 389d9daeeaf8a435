"""Turns for heavy work: so many tasks at a time, so many more wait, others must come again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from weakref import WeakValueDictionary

from flask import Flask, g, request

from web.refusal import BUSY_S, ApiError
from web.server.network import household

PAGES = 2  # of an address that are made at a time
PATIENCE_S = 1.0  # for others of the same address, which may be slow


class Turns:
    """`places` tasks at a time; `waiting` more wait `patience_s` seconds, with a thread each.

    Others get the message `busy`.
    """

    def __init__(self, places: int, patience_s: float, waiting: int, *, busy: str) -> None:
        self._free, self._room = BoundedSemaphore(places), BoundedSemaphore(places + waiting)
        self._patience_s, self._busy = patience_s, busy

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold a place while the work takes; raises `ApiError` 503."""
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
    """Answer a few GETs of an address at a time, so that taps of others needn't wait."""
    # by address, while it asks
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
