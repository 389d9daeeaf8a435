"""Each answer is looked at once, as it leaves: for the log and for the counts.

That is done around the app rather than in it, so that no answer is missed, and for little: a tap is
worth more.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID = "X-Request-ID"
NUMBER = "rookery.request_id"  # in the WSGI environment
UNKNOWN = "(none)"  # the route of an address that there is not
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_NUMBER = re.compile(r"[0-9a-f]{16,64}")


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer. `route` is the template of its address (`/t/<code>/events`), `seconds` the time
    to its head.

    `method` is "other" for one that nobody knows, so that nobody can make labels up.
    """

    number: str
    method: str
    route: str
    status: int
    seconds: float


class Watch:
    """WSGI middleware: gives each request a number, the proxy's where it has one, and tells of its
    answer.
    """

    def __init__(self, app: WSGIApplication, *tell: Callable[[Answered], object]) -> None:
        self._app, self._tell = app, tell
        # a worker makes its own after the fork
        self._process, self._numbers = secrets.token_hex(8), count(1)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer."""
        began, given = time.perf_counter(), environ.get("HTTP_X_REQUEST_ID", "")
        number = environ[NUMBER] = (
            given if _NUMBER.fullmatch(given) else f"{self._process}{next(self._numbers):012x}"
        )

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            answered = Answered(
                number,
                _method(environ),
                _route(environ),
                int(status[:3]),
                time.perf_counter() - began,
            )
            for tell in self._tell:
                tell(answered)
            return start_response(status, [*headers, (REQUEST_ID, number)], *rest)

        return self._app(environ, start)


def _route(environ: WSGIEnvironment) -> str:
    """As Flask found it: Werkzeug leaves its request in the environment."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return rule.rule if rule else UNKNOWN


def _method(environ: WSGIEnvironment) -> str:
    method = environ["REQUEST_METHOD"]
    return method if method in METHODS else "other"
