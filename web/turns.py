"""A thread that repeats work."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from threading import Event, Thread

log = logging.getLogger("rookery")


class Repeated(Thread):
    """A thread that works now and every `pause_s` seconds until it is closed; it logs failures."""

    def __init__(self, name: str, pause_s: float, work: Callable[[int], object]) -> None:
        super().__init__(name=name, daemon=True)
        self._pause_s, self._work, self.closed = pause_s, work, Event()

    def run(self) -> None:
        """Work, with the number of times before."""
        for number in count():
            try:
                self._work(number)
            except Exception:
                log.exception(self.name)  # the next time may succeed
            if self.closed.wait(self._pause_s):
                return

    def close(self) -> None:
        """Stop, after the work that is being done."""
        self.closed.set()
        if self.is_alive():
            self.join()
