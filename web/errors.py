"""Error responses, all of one shape: JSON for scripts, a page for people.

    {"error": {"code": "stale", "message": "one clear sentence", "state": {...}}}

`code` is a word for programs. `state` is the table's current state, if the table refused an action
of a device that may see it.
"""

from __future__ import annotations

import errno
import logging

import orjson
import sqlalchemy as sa
from flask import Response, g, make_response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from companion.errors import PhotoError, RookeryError
from companion.language import say, translated
from vision.sandbox.worker import ReaderKilledError
from web.auth.visits import Visit
from web.refusal import BUSY_S, TOO_LARGE, ApiError, in_json
from web.storage.database import WAL, BusyError, LostFileError, is_damage
from web.storage.errors import RefusedError, UnknownTableError, UnreadableError
from web.text.languages import request_language, translate_text

AGAIN_S = 2  # seconds after which to retry what could not be stored

log = logging.getLogger("rookery")
_OTHER = say("That didn't work.")
_HTTP = {
    400: ("malformed", _OTHER),
    404: ("not-found", say("This page doesn't exist.")),
    405: ("not-allowed", say("That doesn't work here.")),
    413: ("too-large", TOO_LARGE),
    415: ("media-type", _OTHER),
}
# errors of the disk rather than of Rookery
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
_LOST = say(
    "Nothing can be saved: the server's file {file} was moved, deleted or replaced. "
    "Move it back, or stop the server and restore the newest backup."
)
_LOST_WAL = say(
    "Nothing can be saved: the server's file {file} was moved, deleted or replaced. "
    "Stop the server and start it again: everything saved so far is kept."
)
_DAMAGED = say("The tables' file is damaged. Stop the server and restore the newest backup.")
_UNREADABLE = say("This table can’t be opened.")  # noqa: RUF001 - as on the home page
_UNSAVED = say(
    "That couldn't be saved yet: the disk is full or failing, or the database isn't "
    "responding. Trying again."
)
_KILLED = say("Photos can't be read right now. Send it again in a moment.")
_FAULT = say("Something went wrong on our side. Nothing was lost. Please try again.")


def respond(error: Exception) -> Response:
    """Return the response to an error; log those of the disk, the database and our own."""
    state, again_s, tap = b"", 0, (request.method, request.path)
    unsaved = isinstance(error, (sa.exc.OperationalError, BusyError)) or (
        isinstance(error, OSError) and error.errno in _DISK
    )
    match error:
        case ApiError():
            status, code, message = error.status, error.code, error.problem
            again_s = error.retry_after_s
        case RefusedError():
            code, message = error.refusal.code, error.refusal.text
            status = 400 if code == "malformed" else 409
            visit: Visit | None = g.get("visit")
            state = visit.text(error.log) if visit and visit.admitted else b""
        case UnknownTableError():
            status, code, message = 404, "unknown-table", _sentence(error)
        case UnreadableError():
            status, code, message = 500, "unreadable", _UNREADABLE
            log.error("can't be read: %s %s", *tap, exc_info=error)
        case ReaderKilledError():  # the same photo can be sent again
            status, code, message, again_s = 503, "busy", _KILLED, BUSY_S
        case PhotoError():
            status, code, message = 422, "photo", _sentence(error)
        case RookeryError():
            status, code, message = 400, "malformed", _sentence(error)
        case HTTPException():
            status = error.code or 500
            if error.response is not None or status < 400:
                return make_response(error.get_response())
            code, message = _HTTP.get(status, ("refused", _OTHER))
        # the same tap can be sent again
        case LostFileError():
            status, code, again_s = 503, "storage", AGAIN_S
            lost = _LOST_WAL if error.filename.endswith(WAL) else _LOST
            message = say(lost, file=error.filename)
            log.error("not kept: %s %s: %s", *tap, message)
        case _ if unsaved:
            status, code, message, again_s = 503, "storage", _UNSAVED, AGAIN_S
            log.error("not kept: %s %s: %s", *tap, str(error).splitlines()[0])
        case sa.exc.DatabaseError() if is_damage(error):
            status, code, message, again_s = 503, "storage", _DAMAGED, AGAIN_S
            log.error("damaged: %s %s: %s; stop the server and restore a backup", *tap, error.orig)
        case _:
            status, code, message = 500, "fault", _FAULT
            log.error("fault in %s %s", *tap, exc_info=error)
    message = translated(message, request_language())
    accepts = request.accept_mimetypes.best_match(["application/json", "text/html"])
    # with an invalid Host, a page couldn't build its addresses
    if accepts == "text/html" and request_ctx.url_adapter:
        page = render_template("error.html", status=status, code=code, message=message)
        response = make_response(page, status)
    else:
        more = {"state": orjson.Fragment(state)} if state else {}
        response = in_json(status, code, message, **more)
    if again_s:
        response.headers["Retry-After"] = str(again_s)
    return response


def _sentence(error: RookeryError) -> str:
    """Return problem and remedy in the person's language, without the source."""
    problem, remedy = translate_text(error.problem), translate_text(error.remedy)
    text = f"{problem}; {remedy}" if remedy else problem
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
