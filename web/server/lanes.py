"""Two lanes: what must be quick is answered by the thread that has read it, all else by many threads.

Python's threads compute in turn, and a request that is handed to another thread waits until that one has the lock, a
core and its caches again: for an answer that takes two milliseconds this costs more than anything it could bring
(measured: docs/decisions.md, docs/speed.md).
"""

from __future__ import annotations

import logging
import re
from collections import deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]  # waitress ships no types

log = logging.getLogger("rookery")
QUICK = re.compile(r"/t/[^/]+/(events|state|stream|seats)")  # paths whose answers are made in milliseconds


class Lanes:
    """Stands where waitress has its dispatcher of tasks: `threads` of them, and a queue for who leads the loop."""

    def __init__(self, threads: int) -> None:
        self._due: deque[Any] = deque()
        self._patient = ThreadedTaskDispatcher()
        self._patient.set_thread_count(threads)

    def add_task(self, channel: Any) -> None:
        """See to a connection's next request; one that is no HTTP has no path, and is soon answered, too."""
        if QUICK.fullmatch(getattr(channel.requests[0], "path", "")):
            self._due.append(channel)
        else:
            self._patient.add_task(channel)

    def answer(self) -> None:
        """Answer all that is quick and has come, one after the other, in this thread."""
        while True:
            try:
                channel = self._due.popleft()
            except IndexError:  # none left, perhaps since another thread leads as well
                return
            try:
                channel.service()
            except Exception:
                log.exception("a request that could not be served")  # the thread serves others, too

    def shutdown(self) -> None:
        """End all threads."""
        self._patient.shutdown()
