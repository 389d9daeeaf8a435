"""Logs as lines of JSON, without what opens a door.

A table's code, a cookie, a token, a payload or an address of a phone is of no use to who minds the
machine, and would be to who reads the log. So a request is logged by its route's template, and of
any other message only the template is written, without what was put into it; of an exception its
kind and where it came from. Reasons are given for what cannot hold a secret: files, the database's
and Redis's own troubles, and a wrong setting.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime

import redis
import sqlalchemy as sa
from flask import has_request_context, request

from companion.errors import RookeryError
from web.hosted.watch import NUMBER, ServedRequest

FIELDS = "rookery"  # the attribute of a log record that holds what is written as it is
FRAMES = 12
# whose reasons are of machines, not of players
_TELLING = (OSError, redis.RedisError, sa.exc.OperationalError)
# how gunicorn begins what quotes the address and the line of who asked
_QUOTES_ITS_ASKER = "Invalid request"

log = logging.getLogger("rookery.request")


class JsonLines(logging.Formatter):
    """A record as a line: `at`, `level`, `logger`, `event`, and what else is known."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        text = str(record.msg)  # the template: what is put into it may be secret
        if record.name.startswith("gunicorn") and record.levelno == logging.INFO:
            text = record.getMessage()  # of its own processes
        elif text.startswith(_QUOTES_ITS_ASKER):
            text = _QUOTES_ITS_ASKER
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
            line["exception"] = _exception(record.exc_info[1])
        return json.dumps(line, default=str)


LOGGING: Mapping[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": JsonLines}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"level": "INFO", "handlers": ["stderr"]},
    "loggers": {
        "gunicorn.error": {"level": "INFO", "handlers": ["stderr"], "propagate": False},
        # it writes addresses with all that is in them; ours doesn't
        "gunicorn.access": {"level": "CRITICAL"},
        "alembic": {"level": "WARNING"},
    },
}


def log_response(served: ServedRequest) -> None:
    """Write a line for a response."""
    fields = {
        "request": served.number,
        "method": served.method,
        "route": served.route,
        "status": served.status,
        "ms": round(1000 * served.seconds, 1),
    }
    if log.isEnabledFor(logging.INFO):  # a record of our own: nobody need look for who wrote it
        log.handle(
            log.makeRecord(
                log.name, logging.INFO, __file__, 0, "answer", (), None, extra={FIELDS: fields}
            )
        )


def _exception(error: BaseException) -> dict[str, object]:
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    entry: dict[str, object] = {"type": type(error).__name__, "where": where}
    # its subclasses quote what people typed
    if type(error) is RookeryError or isinstance(error, _TELLING):
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        # PostgreSQL's further lines quote values
        entry["reason"] = str(cause).strip().partition("\n")[0]
    return entry
