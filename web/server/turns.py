"""What takes a core for seconds is done in turn: so many at a time, and so many more wait; all others come again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from web.refusal import BUSY_S, ApiError


class Turns:
    """`places` at a time; `waiting` more, who hold a thread each, wait for `patience_s` seconds.

    Whoever finds no place to wait, or has waited so long, is told `busy`.
    """

    def __init__(self, places: int, patience_s: float, waiting: int, *, busy: str) -> None:
        self._free, self._room = BoundedSemaphore(places), BoundedSemaphore(places + waiting)
        self._patience_s, self._busy = patience_s, busy

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A place for as long as the work takes; raises `ApiError` 503."""
        with self._held(self._room, 0.0), self._held(self._free, self._patience_s):
            yield

    @contextmanager
    def _held(self, places: BoundedSemaphore, patience_s: float) -> Iterator[None]:
        if not places.acquire(timeout=patience_s):
            raise ApiError(503, "busy", self._busy, BUSY_S)
        try:
            yield
        finally:
            places.release()
