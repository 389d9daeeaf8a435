"""Passes: six digits, good once and for some minutes, that bring a right at a table to another device.

A right is a seat's id, "host", or "screen" (to look on). A phone whose battery is empty must not stop the game. Passes
live in memory: after a restart the host gives a new one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

DIGITS = 6
MINUTES = 10


class Passes:
    """The passes of all tables; `clock` counts seconds, from anywhere."""

    def __init__(self, random: Random, clock: Callable[[], float]) -> None:
        self._random, self._clock = random, clock
        self._lock = threading.Lock()
        self._given: dict[tuple[str, str], tuple[str, float]] = {}  # (table, right) -> digits, end

    def give(self, code: str, right: str) -> str:
        """A new pass for that right; an older one is void."""
        digits = f"{self._random.randrange(10**DIGITS):0{DIGITS}d}"
        with self._lock:
            self._given[code, right] = (digits, self._clock() + MINUTES * 60)
        return digits

    def right(self, code: str, digits: str) -> str | None:
        """What this pass is for; None for one that is not good, or no longer."""
        with self._lock:
            return self._find(code, digits)

    def take(self, code: str, digits: str) -> str | None:
        """Use a pass up: what it was for, or None."""
        with self._lock:
            right = self._find(code, digits)
            if right is not None:
                del self._given[code, right]
            return right

    def _find(self, code: str, digits: str) -> str | None:
        now = self._clock()
        rows = ((right, row) for (table, right), row in self._given.items() if table == code)
        return next((right for right, (given, end) in rows if given == digits and now < end), None)
