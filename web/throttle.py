"""A limit on wrong guesses, a bucket for each client."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import ceil

CLIENTS = 4096  # buckets kept; a full one carries no news and is dropped first


class Throttle:
    """`burst` misses at once, then one more each `every_s` seconds; `clock` counts seconds, from anywhere."""

    def __init__(self, burst: int, every_s: float, clock: Callable[[], float]) -> None:
        self._burst, self._every_s, self._clock = burst, every_s, clock
        self._lock = threading.Lock()
        self._full_at: dict[str, float] = {}  # when a client's bucket will be full again

    def wait_s(self, client: str) -> int:
        """How many seconds until `client` may miss again; 0 is now."""
        with self._lock:
            return ceil(max(0.0, self._owed(client) - (self._burst - 1) * self._every_s))

    def miss(self, client: str) -> None:
        """Note one miss."""
        with self._lock:
            self._full_at[client] = self._clock() + self._owed(client) + self._every_s
            if len(self._full_at) > CLIENTS:
                self._forget()

    def _owed(self, client: str) -> float:
        return max(0.0, self._full_at.get(client, 0.0) - self._clock()) if client in self._full_at else 0.0

    def _forget(self) -> None:
        soonest = sorted(self._full_at, key=lambda client: self._full_at[client])
        for client in soonest[: CLIENTS // 4]:
            del self._full_at[client]
