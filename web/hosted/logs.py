"""Logs as lines of JSON, one for each response, without secrets.

A request is logged by its route's template, any other message as its template without the values,
and an exception by its type and where it was raised. Reasons are logged only for errors that can't
contain a secret: files, database and Redis failures, and wrong settings.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import redis
import sqlalchemy as sa
from flask import has_request_context, request

from companion.errors import RookeryError

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID = "X-Request-ID"
NUMBER = "rookery.request_id"  # in the WSGI environment
UNKNOWN = "(none)"  # the route of an address that doesn't exist
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_NUMBER = re.compile(r"[0-9a-f]{16,64}")
FIELDS = "rookery"  # the attribute of a log record with fields that are logged unchanged
FRAMES = 12
# errors whose reasons contain nothing from players
_LOGGED_WITH_REASON = (OSError, redis.RedisError, sa.exc.OperationalError)
log = logging.getLogger("rookery.request")


class RequestMonitor:
    """Middleware that numbers each request (or keeps the proxy's number), and logs each response.

    It also calls `count` with method ("other" for unknown ones, so that nobody can create labels),
    route (the address's template), status, and seconds to the response's head.
    """

    def __init__(
        self, app: WSGIApplication, count: Callable[[str, str, int, float], object]
    ) -> None:
        self._app, self._count = app, count

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        began, given = time.perf_counter(), environ.get("HTTP_X_REQUEST_ID", "")
        number = environ[NUMBER] = given if _NUMBER.fullmatch(given) else secrets.token_hex(14)

        def start(
            status: str, headers: list[tuple[str, str]], error: OptExcInfo | None = None
        ) -> Callable[[bytes], object]:
            seconds = time.perf_counter() - began
            method = environ["REQUEST_METHOD"]
            method = method if method in METHODS else "other"
            # set by Flask: Werkzeug leaves its request in the environment
            rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
            route, code = rule.rule if rule else UNKNOWN, int(status[:3])
            fields = {"request": number, "method": method, "route": route, "status": code}
            log.info("answer", extra={FIELDS: {**fields, "ms": round(1000 * seconds, 1)}})
            self._count(method, route, code, seconds)
            return start_response(status, [*headers, (REQUEST_ID, number)], error)

        return self._app(environ, start)


class JsonLines(logging.Formatter):
    """Formats a record as a line: `at`, `level`, `logger`, `event`, and other known fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        text = str(record.msg)  # the template: its values may be secret
        if record.name.startswith("uvicorn") and record.levelno == logging.INFO:
            text = record.getMessage()  # about its own processes
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": text,
            "process": record.process,
        }
        if has_request_context():
            line["request"] = request.environ.get(NUMBER)
        line |= getattr(record, FIELDS, {})
        if record.exc_info and record.exc_info[1]:
            error = record.exc_info[1]
            frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
            where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
            line["exception"] = entry = {"type": type(error).__name__, "where": where}
            # its subclasses quote what people typed, so they are excluded
            if type(error) is RookeryError or isinstance(error, _LOGGED_WITH_REASON):
                cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
                # PostgreSQL's further lines quote values
                entry["reason"] = str(cause).strip().partition("\n")[0]
        return json.dumps(line, default=str)


LOGGING: Mapping[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": JsonLines}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    # whose lines of addresses hold codes
    "loggers": {"uvicorn": {"level": "INFO"}, "uvicorn.access": {"propagate": False}},
}
