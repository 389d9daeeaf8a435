"""The cookies of a device: one for each of its rights at each table.

A browser keeps them for weeks and sends all of them with each request; servers and proxies refuse
requests with long headers: often over 8 KB, ours over 32. So a device that has been at many
tables is made to drop the cookies it can spare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.language import say
from web.refusal import ApiError
from web.services import services
from web.storage.tokens import digest_of, new_token

HOST, SCREEN, SEAT = "host", "screen", "seat"  # roles of a device
PASS = "pass"  # noqa: S105 - a device with an unused pass
TRIAL = "rookery-cookies"  # shows only that the browser accepts cookies
ADDRESS = "rookery-address"  # this computer's in QR codes, as the host's page chose (reach.js)
# a secret of 128 bits or more, as in a cookie or a link
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
NO_COOKIES = say(
    "This browser blocks cookies, and Rookery needs one to recognize you. Allow cookies for this "
    "site, reload the page and try again."
)
KEPT_S = 60 * 24 * 3600
MOST_HELD = 200  # cookies that are examined; browsers keep no more per site
MOST_BYTES = 6000  # of a device's cookies; about 110, or two for each of 55 tables
MOST_DROPPED = 16  # in one response, of whose header nginx accepts up to 4 KB
_NAME = re.compile(rf"rookery-({HOST}|{SCREEN}|{SEAT}|{PASS})-([A-Z0-9-]{{1,16}})")


@dataclass(frozen=True, slots=True)
class Cookie:
    """A device's secret for a role at a table."""

    code: str
    role: str
    token: str

    @property
    def length(self) -> int:
        """The cookie's bytes in the header of each request."""
        return len(f"{cookie_name(self.code, self.role)}={self.token}; ")


def cookie_name(code: str, role: str) -> str:
    """Return the name of the cookie for a right at a table."""
    return f"rookery-{role}-{code}"


def own_secret(code: str, role: str) -> str:
    """Return this device's secret for a role at a table, unchecked; "" without one."""
    return request.cookies.get(cookie_name(code, role), "")


def set_cookie(
    response: AnyResponse, code: str, role: str, token: str, age_s: int = KEPT_S
) -> None:
    """Keep a secret in the browser, out of reach of scripts and other sites."""
    name, secure = cookie_name(code, role), request.is_secure
    response.set_cookie(name, token, max_age=age_s, secure=secure, httponly=True, samesite="Lax")


def try_cookies(response: AnyResponse) -> None:
    """Give a browser without cookies one to send back, to find out whether it blocks them."""
    if not request.cookies:
        response.set_cookie(TRIAL, "1", httponly=True, samesite="Lax")


def seat_token(code: str) -> str:
    """Return the join page's secret, a new one for programs; raise `ApiError` 400 if lost."""
    token = own_secret(code, SEAT)
    if TOKEN.fullmatch(token):
        return token
    require_cookies()
    return new_token()


def require_cookies() -> None:
    """Raise `ApiError` 400 for a browser that blocks cookies; only browsers send an Origin."""
    if "Origin" in request.headers and not request.cookies:
        raise ApiError(400, "cookies", NO_COOKIES)


def drop_cookies(response: AnyResponse, code: str, *roles: str) -> None:
    """Make the browser forget these secrets."""
    for role in roles:
        response.delete_cookie(cookie_name(code, role))


def device_cookies() -> tuple[Cookie, ...]:
    """Return this device's cookies, newest first: browsers send the oldest first (RFC 6265)."""
    matches = [(_NAME.fullmatch(name), token) for name, token in request.cookies.items()]
    ours = [Cookie(name[2], name[1], token) for name, token in matches if name]
    return tuple(reversed(ours[-MOST_HELD:]))


def valid_cookies(mine: Iterable[Cookie]) -> tuple[Cookie, ...]:
    """Return the cookies whose secret holds a right at its table according to the database."""
    mine = tuple(mine)
    standings = services().store.standings({each.code for each in mine})
    holders = {code: known for code, (_, known) in standings.items()}
    return tuple(each for each in mine if digest_of(each.token) in holders.get(each.code, {}))


def drop_old_cookies(response: AnyResponse, here: str = "") -> None:
    """Delete invalid cookies and then the oldest, if this device sends too many bytes of them.

    Cookies of the table `here` stay, and all while there is room, as another Rookery may have the
    same address. The result reveals no more about a table than a wrong secret does.
    """
    mine = [each for each in device_cookies() if each.code != here]
    if sum(each.length for each in mine) <= MOST_BYTES:
        return
    good = valid_cookies(mine)
    lengths = accumulate(each.length for each in good)
    kept = {each for each, length in zip(good, lengths, strict=True) if length <= MOST_BYTES}
    for each in [each for each in reversed(mine) if each not in kept][:MOST_DROPPED]:
        drop_cookies(response, each.code, each.role)
