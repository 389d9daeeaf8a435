"""Two lanes of threads: one thread for all that must be quick, and many for what may take its time.

Python's threads compute in turn, and give their turn away at each socket they write to: two taps at once in two threads
are both late, and each of many threads starts with cold caches. What one thread for all taps brings was measured
(docs/decisions.md, docs/speed.md).
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]  # waitress ships no types

QUICK = re.compile(r"/t/[^/]+/(events|state|stream|seats)")  # paths whose answers are made in milliseconds


class Lanes:
    """Stands where waitress has its dispatcher of tasks: `threads` of them, and one more for the quick lane."""

    def __init__(self, threads: int) -> None:
        self._quick, self._patient = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self._width, self._widening = 1, threading.Lock()
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a tap waits for another one is no news
        self._quick.set_thread_count(self._width)
        self._patient.set_thread_count(threads)

    def add_task(self, channel: Any) -> None:
        """Answer a connection's next request; one that is no HTTP has no path, and is soon answered, too."""
        quick = QUICK.fullmatch(getattr(channel.requests[0], "path", ""))
        (self._quick if quick else self._patient).add_task(channel)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """For a quick request that turns out to take its time: meanwhile another thread minds the lane."""
        self._widen(1)
        try:
            yield
        finally:
            self._widen(-1)

    def _widen(self, by: int) -> None:
        with self._widening:
            self._width += by
            self._quick.set_thread_count(self._width)

    def shutdown(self) -> None:
        """End all threads."""
        self._quick.shutdown()
        self._patient.shutdown()
