"""Passes: six digits, good once and for some minutes, that bring a seat to another phone.

A phone whose battery is empty must not stop the game. They live in memory: after a restart the host gives a new one.
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
        self._given: dict[tuple[str, str], tuple[str, float]] = {}  # (table, seat) -> digits, end

    def give(self, code: str, seat: str) -> str:
        """A new pass for that seat; an older one is void."""
        digits = f"{self._random.randrange(10**DIGITS):0{DIGITS}d}"
        with self._lock:
            self._given[code, seat] = (digits, self._clock() + MINUTES * 60)
        return digits

    def seat(self, code: str, digits: str) -> str | None:
        """Whose pass this is."""
        with self._lock:
            return self._find(code, digits)

    def take(self, code: str, digits: str) -> str | None:
        """Use a pass up: the seat it was for, or None."""
        with self._lock:
            seat = self._find(code, digits)
            if seat is not None:
                del self._given[code, seat]
            return seat

    def _find(self, code: str, digits: str) -> str | None:
        now = self._clock()
        rows = ((seat, row) for (table, seat), row in self._given.items() if table == code)
        return next((seat for seat, (given, end) in rows if given == digits and now < end), None)
