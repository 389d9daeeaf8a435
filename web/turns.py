"""Queues: some tasks run, some wait, others are refused. And a thread that repeats work."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import BoundedSemaphore, Event, Thread

log = logging.getLogger("rookery")


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


class Repeated(Thread):
    """A thread that works now and every `pause_s` seconds until it is closed; it logs failures."""

    def __init__(self, name: str, pause_s: float, work: Callable[[int], object]) -> None:
        super().__init__(name=name, daemon=True)
        self._pause_s, self._work, self._closed = pause_s, work, Event()

    def run(self) -> None:
        """Work, with the number of times before."""
        for number in count():
            try:
                self._work(number)
            except Exception:
                log.exception(self.name)  # the next time may succeed
            if self._closed.wait(self._pause_s):
                return

    def close(self) -> None:
        """Stop, after the work that is being done."""
        self._closed.set()
        if self.is_alive():
            self.join()
