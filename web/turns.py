"""Queues: some tasks run, some wait, others are refused, and threads are left for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore


class Turns:
    """`places` tasks run at a time; up to `waiting` more, a thread each, wait `patience_s` seconds.

    For others, and after too long a wait, `refusal()` is raised.
    """

    def __init__(
        self, places: int, patience_s: float, waiting: int, *, refusal: Callable[[], Exception]
    ) -> None:
        self._free, self._room = BoundedSemaphore(places), BoundedSemaphore(places + waiting)
        self._patience_s, self._refusal = patience_s, refusal

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold a place during the work."""
        with self._acquired(self._room, 0.0), self._acquired(self._free, self._patience_s):
            yield

    @contextmanager
    def _acquired(self, places: BoundedSemaphore, patience_s: float) -> Iterator[None]:
        if not places.acquire(timeout=patience_s):
            raise self._refusal()
        try:
            yield
        finally:
            places.release()
