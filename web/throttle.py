"""How often a device may try: so that guessing is slow, and no guest takes the whole machine.

Flask-Limiter counts, in this process or in Redis. What it counts by is the address only where nobody is known yet: a
family or a club behind one address shares it, so those limits are wide. Whoever holds a right is counted alone, and
is never shut out by a neighbour's wrong guesses. A tap asks one counter in this very process (docs/decisions.md).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from ipaddress import IPv6Network, ip_address
from typing import Any, TypeAlias

from flask import Flask, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.language import Phrase, say
from web.refusal import ApiError

Check: TypeAlias = Callable[[], object]

LIMITS: Mapping[str, str] = {
    "guesses": "20/minute; 100/hour",  # wrong codes and passes, an address: 40 guests of a club mistype some
    "passes": "50/10minute",  # wrong passes typed at one table, from wherever: 1 in 20,000 hits one of a million
    "openings": "30/minute; 300/hour",  # new tables, an address
    "labels": "10/minute",  # photos of a box label, an address: nobody is known before there is a table
    "seats": "120/minute",  # sitting down, an address: 40 phones in a minute, each with a colour or two taken
    "photos": "10/minute; 120/hour",  # a device: each takes a core for seconds
    "hints": "30/minute",  # a device, likewise
    "writes": "1200/minute",  # a right at a table: more than two thumbs tap, and a twentieth of what the server takes
}
ROUTES: Mapping[str, str] = {
    "pages.start": "openings",
    "solo.begin": "openings",
    "api.sit_down": "seats",
    "api.photograph": "photos",
    "api.advise": "hints",
}
REDIS_S = 1.0  # how long a dead Redis may hold a request up; then this process counts by itself
_PREFIX = "rookery-"
_SCHEMES = {"unix": "redis+unix"}  # as limits calls what redis-py calls unix


class Throttle:
    """The limits of one app: those of `ROUTES` are put before its views, the others are asked for by name."""

    def __init__(self, app: Flask) -> None:
        self._limits = {**LIMITS, **app.config["LIMITS"]}
        scheme, _, rest = app.config["LIMITS_STORAGE"].partition("://")
        self._limiter = Limiter(
            client,
            app=app,
            storage_uri=f"{_SCHEMES.get(scheme, scheme)}://{rest}",
            storage_options=_patience(scheme),
            strategy="moving-window",
            in_memory_fallback_enabled=True,
            swallow_errors=True,  # whoever counts may fail; who plays must not notice
            key_prefix="rookery",
            request_identifier=lambda: "any",  # each limit says itself what it is for
        )
        self._writes: list[RateLimitItem] = parse_many(self._limits["writes"]) if self._limits["writes"] else []
        self._taps = FixedWindowRateLimiter(MemoryStorage())
        self._checks = {
            "guesses": self._check("guesses", client, deduct_when=_missed),
            "passes": self._check("passes", lambda: g.visit.code, deduct_when=_missed),
            "labels": self._check("labels", client),
        }

    def guard(self, app: Flask) -> None:
        """Put the limits of `ROUTES` before the app's views."""
        for endpoint, name in ROUTES.items():
            key = device if name in ("photos", "hints") else client
            app.view_functions[endpoint] = self._limit(name, key)(app.view_functions[endpoint])

    def check(self, *names: str) -> None:
        """Raise `RateLimitExceeded` (429) where one of these limits is used up: "guesses", "passes" or "labels"."""
        for name in names:
            self._checks[name]()

    def miss(self) -> None:
        """Count this request as a wrong guess; raises `RateLimitExceeded` for one too many."""
        g.missed = True
        self.check("guesses")

    def write(self, code: str, actor: str) -> None:
        """Count a write of that right at that table; raises `ApiError` 429."""
        for item in self._writes:
            if not self._taps.hit(item, code, actor):
                wait = _wait(self._taps.get_window_stats(item, code, actor).reset_time)
                raise ApiError(429, "throttled", _said("writes", wait), wait)

    def refusal(self, error: RateLimitExceeded) -> ApiError:
        """A limit's refusal in our words, with the seconds to wait."""
        breached = self._limiter.current_limit
        wait = _wait(breached.reset_at if breached else time.time())
        return ApiError(429, "throttled", _said(str(error.limit.scope), wait), wait)

    def _check(self, name: str, key: Callable[[], str], **options: Any) -> Check:
        """A limit to be asked for inside a view."""

        def check() -> None:
            """Nothing but the limit."""

        check.__qualname__ = name  # by which Flask-Limiter knows it
        limited: Check = self._limit(name, key, **options)(check)
        return limited

    def _limit(self, name: str, key: Callable[[], str], **options: Any) -> Any:
        return self._limiter.shared_limit(self._limits[name], scope=name, key_func=key, **options)


def client() -> str:
    """Who asks, as far as its address says: an IPv6 network of 64 bits is one household's."""
    address = request.remote_addr or "nobody"
    if ":" not in address:
        return address
    found = ip_address(address.partition("%")[0])
    return str(IPv6Network((int(found), 64), strict=False))


def device() -> str:
    """Who asks, by the secrets that it holds: phones behind one address are told apart; forged ones get nowhere."""
    held = sorted(value for name, value in request.cookies.items() if name.startswith(_PREFIX))
    return f"{client()} {hashlib.sha256(' '.join(held).encode()).hexdigest()[:16]}"


def _patience(scheme: str) -> dict[str, Any]:
    waits = {"socket_connect_timeout": REDIS_S, "socket_timeout": REDIS_S}
    return {} if scheme == "memory" else waits


def _missed(_response: object) -> bool:
    return bool(g.get("missed", False))


def _wait(until: float) -> int:
    return max(1, int(until - time.time()))


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
