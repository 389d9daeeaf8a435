"""WSGI middleware that reports each response to the log and the metrics.

It wraps the app, so that no response is missed.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID = "X-Request-ID"
NUMBER = "rookery.request_id"  # in the WSGI environment
UNKNOWN = "(none)"  # the route of an address that doesn't exist
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_NUMBER = re.compile(r"[0-9a-f]{16,64}")


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A response. `route` is the template of its address (`/t/<code>/events`), `seconds` the time
    to its head.

    `method` is "other" for unknown methods, so that nobody can create labels.
    """

    number: str
    method: str
    route: str
    status: int
    seconds: float


class RequestMonitor:
    """Middleware that numbers each request (or keeps the proxy's number) and reports responses."""

    def __init__(self, app: WSGIApplication, *reports: Callable[[ServedRequest], object]) -> None:
        self._app, self._reports = app, reports

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        began, given = time.perf_counter(), environ.get("HTTP_X_REQUEST_ID", "")
        number = environ[NUMBER] = given if _NUMBER.fullmatch(given) else secrets.token_hex(14)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            method = environ["REQUEST_METHOD"]
            # set by Flask: Werkzeug leaves its request in the environment
            rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
            served = ServedRequest(
                number,
                method if method in METHODS else "other",
                rule.rule if rule else UNKNOWN,
                int(status[:3]),
                time.perf_counter() - began,
            )
            for report in self._reports:
                report(served)
            return start_response(status, [*headers, (REQUEST_ID, number)], *rest)

        return self._app(environ, start)
