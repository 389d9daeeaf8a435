"""Limits on how often a device may try, against guessing and overload.

Requests are counted by address only where the visitor isn't known yet: a family or a club shares
one address, so those limits are wide. A device with a right is counted by that right, so a
neighbour's wrong guesses never lock it out. Each process counts by itself, with a clock that nobody
can set.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import ceil

from flask import g, request

from companion.language import Phrase, say
from web.machine import household
from web.refusal import ApiError

LIMITS: Mapping[str, str] = {
    # wrong codes and passes, per address: 40 guests of a club mistype some
    "guesses": "20/minute; 100/hour",
    # wrong passes typed at one table, from anywhere: 1 chance in 20,000 to hit one of a million
    "passes": "50/10minute",
    "openings": "30/minute; 300/hour",  # new tables, per address
    # photos without a table, of a box label or to check, per address: there are no rights yet
    "labels": "10/minute; 60/hour",
    # cards that aren't cached, per address: 40 phones have most in common
    "drawings": "1200/minute",
    # joining, per address: 40 phones in a minute, each with a colour or two taken
    "seats": "120/minute",
    "photos": "10/minute; 120/hour",  # per right at a table: each takes a core for seconds
    # seconds that a reader was busy, per address: a third is left for others
    "reading": "40/minute",
    "hints": "30/minute",  # per right at a table, including puzzles and what can be undone
    # pictures of results that aren't cached, per right: one at a time, 0.1 s each
    "results": "30/minute",
    # per right at a table: more than two thumbs can tap, and a twentieth of the server's capacity
    "writes": "1200/minute",
}
REFUSALS: Mapping[str, Phrase] = {
    "openings": say("Too many new tables. Wait {n} seconds."),
    **dict.fromkeys(("photos", "labels", "reading"), say("Too many photos. Wait {n} seconds.")),
    **dict.fromkeys(("guesses", "passes"), say("Too many wrong codes. Wait {n} seconds.")),
}
MOST_KEYS = 10_000  # keys of a limit
_LIMIT = re.compile(r"(\d+)/(\d*)(second|minute|hour)")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}


class Throttle:
    """The limits of an app, by name."""

    def __init__(self, limits: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._paces = {
            name: [
                Pace(int(most), int(number or 1) * _SECONDS[unit])
                for most, number, unit in _LIMIT.findall(text)
            ]
            for name, text in {**LIMITS, **limits}.items()
        }

    def check(self, *names: str) -> None:
        """Raise `ApiError` 429 if one of these limits is used up."""
        for name in names:
            self._ask(name, 0)

    def count(self, *names: str) -> None:
        """Count one of each; raise `ApiError` 429 for one too many, which isn't counted."""
        for name in names:
            self._ask(name, 1)

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Count the photo that is read inside (`photos` or `labels`), and its seconds.

        One that ends in an `ApiError` 503 isn't counted, as it wasn't read. Raises `ApiError` 429
        at the start if a limit is used up.
        """
        self.check(name, "reading")
        began, taken_on = time.monotonic(), True
        try:
            yield
        except ApiError as error:
            taken_on = error.status != 503
            raise
        finally:
            if taken_on:
                with suppress(ApiError):  # others were counted meanwhile; this one is done
                    self.count(name)
                with suppress(ApiError):
                    self.count(*["reading"] * ceil(time.monotonic() - began))

    def write(self, code: str, actor: str) -> None:
        """Count a write by this right at this table; raise `ApiError` 429."""
        self._ask("writes", 1, f"{code} {actor}")

    def _ask(self, name: str, count: int, key: str = "") -> None:
        key, paces = key or KEYS.get(name, client)(), self._paces[name]
        with self._lock:
            wait = max((pace.wait_s(key) for pace in paces), default=0)
            for pace in paces if count and not wait else ():
                pace.count(key)
        if wait:
            template = REFUSALS.get(name, say("Too many taps. Wait {n} seconds."))
            raise ApiError(429, "throttled", say(template, n=wait), wait)


class Pace:
    """Leaky buckets by key: `most` at once, then at a rate of `most` per `length_s` seconds."""

    def __init__(self, most: int, length_s: float) -> None:
        self._length_s, self._each_s = length_s, length_s / most
        self._full_until: dict[str, float] = {}  # when the bucket will be empty

    def wait_s(self, key: str) -> int:
        """Return for how many seconds the next one would be too soon; 0 if it may come."""
        left = self._full_until.get(key, 0.0) - time.monotonic()
        return max(0, ceil(left + self._each_s - self._length_s - 1e-6))

    def count(self, key: str) -> None:
        """Count one."""
        now = time.monotonic()
        self._full_until[key] = max(now, self._full_until.pop(key, now)) + self._each_s
        if len(self._full_until) > MOST_KEYS:
            kept = {key: end for key, end in self._full_until.items() if end > now}
            if len(kept) > MOST_KEYS // 2:  # keep those that were counted last
                kept = dict(list(kept.items())[-MOST_KEYS // 2 :])
            self._full_until = kept


def client() -> str:
    """Return the key of the requester's address."""
    return household(request.remote_addr or "nobody")


def right() -> str:
    """Return the key of the requester's right at the table; invalid cookies have none.

    Without a table it is the address.
    """
    return f"{g.visit.code} {g.visit.actor}" if "visit" in g else client()


KEYS: Mapping[str, Callable[[], str]] = {
    **dict.fromkeys(("photos", "hints", "results"), right),
    "passes": lambda: str(g.visit.code),
}
