"""Error responses, all of one shape: JSON for scripts, a page for people.

    {"error": {"code": "stale", "message": "one clear sentence", "state": {...}}}

`code` is a word for programs. `state` is the table's current state, if the table refused an action
of a device that may see it.
"""

from __future__ import annotations

import errno
import json
import logging

import sqlalchemy as sa
from flask import Flask, Response, g, make_response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from companion.errors import PhotoError, RookeryError
from companion.language import say, translated
from web.auth.visits import Visit
from web.refusal import ApiError
from web.storage.database import WAL, BusyError, LostFileError, is_damage
from web.storage.store import RefusedError, UnknownTableError
from web.text.languages import request_language

AGAIN_S = 2  # seconds after which to retry what could not be stored

log = logging.getLogger("rookery")
_MESSAGES = {
    404: say("This page doesn't exist."),
    405: say("That doesn't work here."),
    413: say("That's too large to send."),
}
# errors of the disk rather than of Rookery
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
_NAMES = {
    404: "not-found",
    405: "not-allowed",
    413: "too-large",
    415: "media-type",
    400: "malformed",
}


def register(app: Flask) -> None:
    """Add a handler for every error that a view can raise."""
    app.register_error_handler(ApiError, _api)
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(
        UnknownTableError, lambda error: _answer(404, "unknown-table", _sentence(error))
    )
    app.register_error_handler(PhotoError, lambda error: _answer(422, "photo", _sentence(error)))
    app.register_error_handler(
        RookeryError, lambda error: _answer(400, "malformed", _sentence(error))
    )
    app.register_error_handler(sa.exc.OperationalError, _unkept)
    app.register_error_handler(sa.exc.DatabaseError, _damaged)
    app.register_error_handler(BusyError, _unkept)
    app.register_error_handler(LostFileError, _lost)
    app.register_error_handler(
        OSError, lambda error: _unkept(error) if error.errno in _DISK else _fault(error)
    )
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _fault)


def _api(error: ApiError) -> Response:
    response = _answer(error.status, error.code, error.problem)
    if error.retry_after_s:
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def _refused(error: RefusedError) -> Response:
    status = 400 if error.refusal.code == "malformed" else 409
    visit: Visit | None = g.get("visit")
    state = visit.text(error.log) if visit and visit.admitted else ""
    return _answer(status, error.refusal.code, error.refusal.text, state)


def _http(error: HTTPException) -> Response:
    if error.response is not None or (error.code or 500) < 400:
        return make_response(error.get_response())
    code = error.code or 500
    return _answer(code, _NAMES.get(code, "refused"), _MESSAGES.get(code, say("That didn't work.")))


def _unkept(error: Exception) -> Response:
    """Report that the disk or database failed; the same tap can be sent again."""
    log.error("not kept: %s %s: %s", request.method, request.path, str(error).splitlines()[0])
    problem = say(
        "That couldn't be saved yet: the disk is full or failing, or the database isn't "
        "responding. Trying again."
    )
    return _api(ApiError(503, "storage", problem, AGAIN_S))


def _damaged(error: sa.exc.DatabaseError) -> Response:
    """Report a damaged file; other database errors are bugs."""
    if not is_damage(error):
        return _fault(error)
    log.error(
        "damaged: %s %s: %s; stop the server and restore a backup",
        request.method,
        request.path,
        error.orig,
    )
    problem = say("The tables' file is damaged. Stop the server and restore the newest backup.")
    return _api(ApiError(503, "storage", problem, AGAIN_S))


def _lost(error: LostFileError) -> Response:
    """Report that the file is gone; until it is back, taps can be sent again."""
    if error.filename.endswith(WAL):
        problem = say(
            "Nothing can be saved: the server's file {file} was moved, deleted or replaced. "
            "Stop the server and start it again: everything saved so far is kept.",
            file=error.filename,
        )
    else:
        problem = say(
            "Nothing can be saved: the server's file {file} was moved, deleted or replaced. "
            "Move it back, or stop the server and restore the newest backup.",
            file=error.filename,
        )
    log.error("not kept: %s %s: %s", request.method, request.path, problem)
    return _api(ApiError(503, "storage", problem, AGAIN_S))


def _fault(error: Exception) -> Response:
    log.error("fault in %s %s", request.method, request.path, exc_info=error)
    return _answer(
        500, "fault", say("Something went wrong on our side. Nothing was lost. Please try again.")
    )


def _sentence(error: RookeryError) -> str:
    """Return problem and remedy in the person's language, without the source."""
    problem, remedy = (
        translated(error.problem, request_language()),
        translated(error.remedy, request_language()),
    )
    text = f"{problem}; {remedy}" if remedy else problem
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _answer(status: int, code: str, message: str, state: str = "") -> Response:
    message = translated(message, request_language())
    wants_page = (
        request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"
    )
    # with an invalid Host, a page couldn't build its addresses
    if wants_page and request_ctx.url_adapter:
        page = render_template("error.html", status=status, code=code, message=message)
        return make_response(page, status)
    body = json.dumps({"code": code, "message": message})[1:-1] + (
        f',"state":{state}' if state else ""
    )
    return Response(f'{{"error":{{{body}}}}}\n', status, mimetype="application/json")
