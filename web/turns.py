"""What takes a core for seconds is done in turn: so many at a time, and who has waited too long comes again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from web.refusal import ApiError

BUSY_S = 5  # when to come again


class Turns:
    """`places` at a time; whoever finds none waits for `patience_s` seconds."""

    def __init__(self, places: int, patience_s: float) -> None:
        self._free, self._patience_s = BoundedSemaphore(places), patience_s

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A place for as long as the work takes; raises `ApiError` 503 when that was too long to wait for."""
        if not self._free.acquire(timeout=self._patience_s):
            raise ApiError(503, "busy", "Other photos are being read: send it again in a moment.", BUSY_S)
        try:
            yield
        finally:
            self._free.release()
