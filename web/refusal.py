"""The error that a view raises to refuse a request; JSON, and the checks of a request's."""

from __future__ import annotations

import re
from collections.abc import Mapping

import orjson
from flask import Response, request
from flask.json.provider import JSONProvider

from companion.errors import RookeryError
from companion.language import say

BUSY_S = 5  # seconds after which to try again
MAX_JSON = 64 * 1024  # bytes
MAX_DEPTH = 8
TOO_LARGE = say("That's too large to send.")
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


class FastJson(JSONProvider):
    """The app's JSON: without NaN and half letters, which no page could be shown."""

    def dumps(self, obj: object, **_: object) -> str:
        """Return an object as JSON."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: object) -> object:
        """Return the object in JSON; raise `ValueError`."""
        return orjson.loads(s)


class ApiError(RookeryError):
    """A refusal with an HTTP status; `code` is a word for programs."""

    def __init__(self, status: int, code: str, message: str, retry_after_s: int = 0) -> None:
        super().__init__("request", message)
        self.status, self.code, self.retry_after_s = status, code, retry_after_s


def busy() -> ApiError:
    """Return the refusal of what has no room now."""
    text = say("A lot is going on right now. Try again in a moment.")
    return ApiError(503, "busy", text, BUSY_S)


def in_json(status: int, code: str, message: str, **more: object) -> Response:
    """Return the response that says to scripts why a request is refused."""
    body = orjson.dumps({"error": {"code": code, "message": message, **more}})
    return Response(body + b"\n", status, mimetype="application/json")


def read_json() -> Mapping[str, object]:
    """Return the JSON object of a small request; raise `ApiError` 400."""
    request.max_content_length = MAX_JSON
    data = request.get_json()
    if not isinstance(data, dict) or not _shallow(data, MAX_DEPTH):
        raise ApiError(400, "malformed", "Send a JSON object.")
    return data


def _shallow(value: object, left: int) -> bool:
    """Return whether lists and objects are nested no deeper than `left`."""
    if not isinstance(value, (list, dict)):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return left > 0 and all(_shallow(one, left - 1) for one in inner)


def read_key(data: Mapping[str, object]) -> str:
    """Return the idempotency key of a tap; raise `ApiError` 400."""
    key = data.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise ApiError(400, "malformed", "A tap's key must be 8 to 64 letters, digits, - and _.")
    return key
