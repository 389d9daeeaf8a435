"""How often a device may try: so that guessing is slow, and no guest takes the whole machine.

Flask-Limiter counts, in this process or in Redis. What it counts by is the address only where nobody is known yet: a
family or a club behind one address shares it, so those limits are wide. Whoever holds a right is counted alone, and
is never shut out by a neighbour's wrong guesses. A tap asks one counter in this very process (docs/decisions.md).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv6Network, ip_address
from math import ceil
from typing import Any

from flask import Flask, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many

from companion.language import Phrase, say
from web.refusal import ApiError

LIMITS: Mapping[str, str] = {
    "guesses": "20/minute; 100/hour",  # wrong codes and passes, an address: 40 guests of a club mistype some
    "passes": "50/10minute",  # wrong passes typed at one table, from wherever: 1 in 20,000 hits one of a million
    "openings": "30/minute; 300/hour",  # new tables, an address
    "labels": "10/minute; 60/hour",  # photos of a box label, an address: nobody is known before there is a table
    "drawings": "1200/minute",  # cards that nobody has asked for lately, an address: 40 phones have most in common
    "seats": "120/minute",  # sitting down, an address: 40 phones in a minute, each with a colour or two taken
    "photos": "10/minute; 120/hour",  # a right at a table: each takes a core for seconds
    "hints": "30/minute",  # likewise, with puzzles and what can be undone
    "results": "30/minute",  # likewise, pictures of a result that nobody has asked for lately: in turn, 0.1 s each
    "writes": "1200/minute",  # a right at a table: more than two thumbs tap, and a twentieth of what the server takes
}
ROUTES: Mapping[str, str] = {
    "pages.start": "openings",
    "solo.begin": "openings",
    "api.sit_down": "seats",
}
REDIS_S = 1.0  # how long a dead Redis may hold a request up; then this process counts by itself
UNLIMITED = "1000000000/second"
MOST_WINDOWS = 10_000
ASKED = (
    "guesses",
    "passes",
    "labels",
    "drawings",
    "photos",
    "hints",
    "results",
)  # by a view that knows what is to be counted
CHECKED = ("guesses", "passes", "labels", "photos")  # before it is known whether this one counts
_SCHEMES = {"unix": "redis+unix"}  # as limits calls what redis-py calls unix


class Throttle:
    """The limits of one app: those of `ROUTES` are put before its views, the others are asked for by name."""

    def __init__(self, limits: Mapping[str, str], storage: str) -> None:
        self._limits = {**LIMITS, **limits}
        scheme, _, rest = storage.partition("://")
        self._limiter = Limiter(
            client,
            app=Flask(__name__),  # not ours: its hooks would cost every tap more than its own limit does
            storage_uri=f"{_SCHEMES.get(scheme, scheme)}://{rest}",
            storage_options=_patience(scheme),
            strategy="moving-window",
            in_memory_fallback_enabled=True,
            swallow_errors=True,  # whoever counts may fail; who plays must not notice
            key_prefix="rookery",
            request_identifier=lambda: "any",  # each limit says itself what it is for
        )
        self._checks = {name: self._asked(name, deduct_when=_never) for name in CHECKED}
        self._counts = {name: self._asked(name) for name in ASKED}
        self._writes = [Pace(item) for item in parse_many(self._limits["writes"] or UNLIMITED)]

    def guard(self, app: Flask) -> None:
        """Put the limits of `ROUTES` before the app's views."""
        for endpoint, name in ROUTES.items():
            app.view_functions[endpoint] = self._limit(name)(app.view_functions[endpoint])

    def check(self, *names: str) -> None:
        """Raise `RateLimitExceeded` (429) where the limit on one of what is `CHECKED` is used up."""
        for name in names:
            self._checks[name]()

    def count(self, *names: str) -> None:
        """Count one of what is `ASKED` for; raises `RateLimitExceeded` for one too many."""
        for name in names:
            self._counts[name]()

    @contextmanager
    def counting(self, name: str) -> Iterator[None]:
        """Count what is done inside, unless it ends in an `ApiError` 503: nobody took it on.

        Raises `RateLimitExceeded` (429) before anything is done where the limit is used up.
        """
        self.check(name)
        taken_on = True
        try:
            yield
        except ApiError as error:
            taken_on = error.status != 503
            raise
        finally:
            if taken_on:
                with suppress(RateLimitExceeded):  # others came in between; this one is done
                    self.count(name)

    def write(self, code: str, actor: str) -> None:
        """Count a write of that right at that table; raises `ApiError` 429."""
        for pace in self._writes:
            if wait := pace.wait_s(f"{code} {actor}"):
                raise ApiError(429, "throttled", _said("writes", wait), wait)

    def refusal(self, error: RateLimitExceeded) -> ApiError:
        """A limit's refusal in our words, with the seconds to wait."""
        breached = self._limiter.current_limit
        wait = max(1, int(breached.reset_at - time.time())) if breached else 1
        return ApiError(429, "throttled", _said(str(error.limit.scope), wait), wait)

    def _asked(self, name: str, **options: Any) -> Callable[[], object]:
        """A limit to be asked for inside a view."""

        def ask() -> None:
            """Nothing but the limit."""

        ask.__qualname__ = f"{name} {sorted(options)}"  # by which Flask-Limiter tells them apart
        limited: Callable[[], object] = self._limit(name, **options)(ask)
        return limited

    def _limit(self, name: str, **options: Any) -> Any:
        key = KEYS.get(name, client)
        return self._limiter.shared_limit(self._limits[name], scope=name, key_func=key, **options)


class Pace:
    """So many in each stretch of time, for each key; counted in this process.

    What Flask-Limiter counts with in memory starts a thread to tidy up after nearly every hit: 0.2 ms a tap.
    """

    def __init__(self, limit: RateLimitItem) -> None:
        self._most, self._length_s = limit.amount, limit.get_expiry()
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[float, int]] = {}  # when each began, and how many came since

    def wait_s(self, key: str) -> int:
        """Count one; for how many seconds it has come too soon, 0 where it may."""
        now = time.time()
        with self._lock:
            began, count = self._windows.get(key, (now, 0))
            if now >= began + self._length_s:
                began, count = now, 0
                self._windows.pop(key, None)  # so that those that began first come first
            self._windows[key] = (began, count + 1)
            if len(self._windows) > MOST_WINDOWS:
                self._tidy(now)
        return 0 if count < self._most else ceil(began + self._length_s - now)

    def _tidy(self, now: float) -> None:
        """Forget the windows that are over; where none is, the half of them that began first."""
        kept = {key: row for key, row in self._windows.items() if now < row[0] + self._length_s}
        self._windows = kept if len(kept) < MOST_WINDOWS else dict(list(kept.items())[MOST_WINDOWS // 2 :])


def client() -> str:
    """Who asks, as far as its address says: an IPv6 network of 64 bits is one household's."""
    address = request.remote_addr or "nobody"
    if ":" not in address:
        return address
    found = ip_address(address.partition("%")[0])
    return str(IPv6Network((int(found), 64), strict=False))


def right() -> str:
    """Who asks, by the right that was found good at the table: no cookie that somebody makes up is another one."""
    return f"{g.visit.code} {g.visit.actor}"


KEYS: Mapping[str, Callable[[], str]] = {
    **dict.fromkeys(("photos", "hints", "results"), right),
    "passes": lambda: str(g.visit.code),
}


def _patience(scheme: str) -> dict[str, Any]:
    waits = {"socket_connect_timeout": REDIS_S, "socket_timeout": REDIS_S}
    return {} if scheme == "memory" else waits


def _never(_response: object) -> bool:
    return False


def _said(name: str, wait: int) -> Phrase:
    match name:
        case "openings":
            return say("Too many new tables: wait {n} seconds.", n=wait)
        case "photos" | "labels":
            return say("Too many photos: wait {n} seconds.", n=wait)
        case "guesses" | "passes":
            return say("Too many wrong tries: wait {n} seconds.", n=wait)
        case _:
            return say("That was too quick: wait {n} seconds.", n=wait)
