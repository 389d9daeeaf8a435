"""The contents of requests, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import request

from companion.language import say
from web.auth.cookies import SEAT, TOKEN, cookie_name
from web.refusal import ApiError
from web.storage.store import new_token

MAX_JSON = 64 * 1024
MAX_DEPTH = 8
NO_COOKIES = say(
    "This browser blocks cookies, and Rookery needs one to recognize you. Allow cookies for this "
    "site, reload the page and try again."
)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def read_json() -> Mapping[str, object]:
    """Return the JSON object of a small request; raise `ApiError` 400."""
    request.max_content_length = MAX_JSON
    try:
        data = request.get_json()
    except RecursionError:
        data = None
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


def seat_token(code: str) -> str:
    """Return the join page's secret, a new one for programs; raise `ApiError` 400 if lost."""
    token = request.cookies.get(cookie_name(code, SEAT), "")
    if TOKEN.fullmatch(token):
        return token
    require_cookies()
    return new_token()


def require_cookies() -> None:
    """Raise `ApiError` 400 for a browser that blocks cookies; only browsers send an Origin."""
    if "Origin" in request.headers and not request.cookies:
        raise ApiError(400, "cookies", NO_COOKIES)
