"""Visits: the table that a request is about, and the rights of the device that sent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hmac import compare_digest
from itertools import islice

import orjson
from flask import Response, current_app, g, request

from companion.events import Version
from companion.game import Deck
from companion.language import say
from web.auth.access import access
from web.auth.cookies import (
    ADDRESS,
    HOST,
    PASS,
    SCREEN,
    SEAT,
    TOKEN,
    device_cookies,
    own_secret,
    valid_cookies,
)
from web.games.base import Screens, Viewer, edition_at, screens
from web.live.publisher import Recipient, game_of
from web.machine import is_loopback, split_host, url
from web.own_art import OwnArt
from web.refusal import ApiError
from web.services import services
from web.storage.errors import AnyLog, NoRightError, UnknownTableError, UnreadableError, readable
from web.storage.store import Appended, Intent, May
from web.storage.tokens import derive_token, digest_of, new_token
from web.text.languages import request_language
from web.text.names import read_code

SERVER = "server"  # the actor of events that nobody taps
READS = frozenset({"GET", "HEAD", "OPTIONS"})  # methods that change nothing
SIGNATURE = 8  # letters of a signature: 48 bits, too many to guess over a network
MOST_OWN = 20  # tables of a device that are searched for its own decks
MOST_DECKS = 200  # decks that are remembered
FORWARDING = (  # added by proxies and tunnels
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "Via",
    "CF-Connecting-IP",
)


@dataclass(frozen=True)
class Visit:
    """A table and the device that visits it.

    `seat` is the device's seat or None; `hosting` is whether it may be the host, `watching` whether
    it may show the table as a public screen.
    """

    code: str
    log: AnyLog
    seat: str | None
    hosting: bool
    watching: bool = False

    @property
    def game(self) -> str:
        """The game's slug."""
        return game_of(self.log)

    @property
    def screens(self) -> Screens:
        """The game's row."""
        return screens(self.game)

    @cached_property
    def role(self) -> str:
        """HOST, SCREEN or SEAT, by `?view=` or by its rights; "" for a stranger."""
        view = request.args.get("view")
        only_watching = self.watching and not (self.hosting or self.seat)
        if only_watching or (view == SCREEN and (self.watching or self.hosting)):
            return SCREEN
        if self.hosting and (self.seat is None or view == HOST):
            return HOST
        return SEAT if self.seat else ""

    @property
    def recipient(self) -> Recipient:
        """The device as a recipient of states."""
        shown = self.role in (HOST, SCREEN)
        right = self.role or SEAT  # the cookie that lets this device look
        if shown and not (self.role == SCREEN and self.watching):
            right = "" if is_at_home() else HOST  # the table's own computer needs none
        return Recipient(
            self.viewer,
            request_language(),
            join_url(self.code) if shown else "",
            (self.seat or "") if right == SEAT else right,
            _digest(self.code, right) if right else "",
        )

    @property
    def viewer(self) -> Viewer:
        """The seat whose secrets may be shown; None on a public screen."""
        return self.seat if self.role == SEAT else None

    @property
    def actor(self) -> str | None:
        """The actor of its events: a seat or "host"; None for strangers and screens."""
        return {HOST: HOST, SEAT: self.seat}.get(self.role)

    @property
    def admitted(self) -> bool:
        """Whether this visitor may see the table."""
        return self.role != ""

    def text(self, log: AnyLog) -> bytes:
        """Return the state as this visitor may see it, in its language, as a JSON object."""
        return services().publisher.text(self.code, self.recipient, log)

    def answer(
        self, log: AnyLog, status: int = 200, *, version: Version, **more: object
    ) -> Response:
        """Return a JSON response: the state, the version of the visitor's own event, and `more`."""
        answer = {"version": version, **more, "state": orjson.Fragment(self.text(log))}
        return Response(orjson.dumps(answer) + b"\n", status, mimetype="application/json")


def visit(code: str, *, recent: bool = False) -> Visit:
    """Return the visit to table `code` by this request; raise `UnknownTableError`.

    `recent`: as this server last saw it is enough, because whoever asks checks it again.

    Wrong codes are counted. After too many from an address, devices there that only type a code and
    aren't known at the table have to wait (429), so that a right guess looks like a wrong one.
    """
    code = read_code(code)
    try:
        store = services().store
        log, holders = store.recent(code) if recent else store.visit(code)
    except UnknownTableError:
        access().throttle.count("guesses")
        raise
    services().deadlines.watch(code, log)  # nothing else sets timers after a restart
    _remember_deck(code, log)
    holder = holders.get(_digest(code, SEAT))
    seat = holder if holder in log.state.clockwise else None
    hosting = is_at_home() or holders.get(_digest(code, HOST)) == HOST
    watching = holders.get(_digest(code, SCREEN)) == SCREEN
    g.visit = visitor = Visit(code, log, seat, hosting, watching)
    if not visitor.admitted:
        if not _invited(code, log, holders):
            access().throttle.check("guesses")
    elif request.method not in READS:
        access().throttle.write(code, visitor.actor or SCREEN)
    return visitor


def link_key(code: str, log: AnyLog) -> str:
    """Return the key in the table's QR code, which proves that the code wasn't guessed."""
    return derive_token(log.events[0].key, f"link {code}")[:SIGNATURE]


def join_secret(log: AnyLog) -> str:
    """Return a new, signed secret for a phone on the join page, to recognize it later."""
    token = new_token()
    return token + derive_token(log.events[0].key, token)[:SIGNATURE]


def is_signed(log: AnyLog, token: str) -> bool:
    """Return whether this table's join page issued this secret."""
    own, signature = token[:-SIGNATURE], token[-SIGNATURE:]
    right = derive_token(log.events[0].key, own)[:SIGNATURE]
    return compare_digest(signature.encode(), right.encode())


def _invited(code: str, log: AnyLog, holders: Mapping[str, str]) -> bool:
    """Return whether this device came by the QR code or a pass's link, or was here before."""
    link = request.args.get("link", "").encode()
    if is_signed(log, own_secret(code, SEAT)) or compare_digest(link, link_key(code, log).encode()):
        return True
    passed = request.args.get("pass") or own_secret(code, PASS)
    return TOKEN.fullmatch(passed) is not None and digest_of(passed) in holders


def find_decks() -> Mapping[tuple[str, str], Deck]:
    """Return the decks by game and edition, including those of this device's tables.

    The page that requests a card may have been served by another process.
    """
    newest_first = dict.fromkeys(each.code for each in valid_cookies(device_cookies()))
    for code in islice(newest_first, MOST_OWN):
        with suppress(UnknownTableError, UnreadableError):
            _remember_deck(code, services().store.log(code))
    return services().decks


def _remember_deck(code: str, log: AnyLog) -> None:
    decks = services().decks
    with readable(code):
        opening = log.events[0].payload
        game, edition = str(opening["game"]), edition_at(opening)
        decks.setdefault((game, edition), screens(game).table_deck(log))
        if digest := opening["options"].get("pictures"):
            services().pictures[edition] = OwnArt(str(digest), services().photos.folder(code))
    if len(decks) > MOST_DECKS:  # a table that still uses it adds it again
        oldest, *_ = decks
        decks.pop(oldest, None)
        services().pictures.pop(oldest[1], None)


def is_at_home() -> bool:
    """Return whether the request comes from this computer, which may host all its tables.

    Requests through a proxy or tunnel don't count: these add a header, or use another host name.
    """
    name, _ = split_host(request.headers.get("Host", ""))
    return (
        access().trust_loopback
        and is_loopback(request.remote_addr or "")
        and is_loopback(name)
        and not any(header in request.headers for header in FORWARDING)
    )


def require_home() -> None:
    """Raise `ApiError` 403 for requests from elsewhere."""
    if not is_at_home():
        problem = say("That's available only on the computer that runs Rookery.")
        raise ApiError(403, "forbidden", problem)


def _digest(code: str, right: str) -> str:
    """Return the digest of this device's secret for a right; "" without one."""
    token = own_secret(code, right)
    return digest_of(token) if token else ""


def append(code: str, intent: Intent, may: May = lambda _log, _holders: True) -> Appended:
    """Store an event, then send the new state to all open pages, and tell other processes."""
    done = services().store.append(code, intent, may)
    services().publisher.publish(code)
    if done.news:
        services().spread(code, done.log.version)
    services().deadlines.watch(code, done.log)
    return done


def append_by(visitor: Visit, intent: Intent) -> Appended:
    """Append a visitor's event; raise `ApiError` 403 if the visitor's right is lost by then."""
    try:
        return append(visitor.code, intent, visitor.recipient.admitted)
    except NoRightError as error:
        raise _stranger() from error


def join_url(code: str, secret: str = "") -> str:
    """Return the address at which phones join, or at which to use a pass by its secret."""
    address = home_url()
    return f"{address}/j/{code}?pass={secret}" if secret else f"{address}/j/{code}"


def home_url() -> str:
    """Return the address of the home page for phones."""
    if request.is_secure:  # a certificate is valid only for the requested name
        return f"https://{request.host}"
    name, port = split_host(request.host)
    return url(door_address(name), int(port or 80))


def door_address(name: str) -> str:
    """Return this computer's address in the QR codes of a page that was opened at `name`.

    The page's own, unless that is localhost or the host chose another one.
    """
    own: Sequence[str] = (current_app.config["ADDRESSES"] or tuple)()
    chosen = request.cookies.get(ADDRESS, "")
    if chosen in own:
        return chosen
    return next(iter(own), name) if is_loopback(name) else name


def require_right(code: str, *, recent: bool = False) -> Visit:
    """Return the visit of a device with a right at the table; raise `ApiError` 403 otherwise."""
    visitor = visit(code, recent=recent)
    if not visitor.admitted:
        raise _stranger()
    return visitor


def _stranger() -> ApiError:
    return ApiError(403, "forbidden", "Join first: scan the code on the host's screen.")


def require_actor(code: str, *, recent: bool = False) -> Visit:
    """Return the visit of a player or host; raise `ApiError` 403 otherwise."""
    visitor = require_right(code, recent=recent)
    if visitor.actor is None:
        problem = say("This screen only shows the table. Tap on a phone or on the host's screen.")
        raise ApiError(403, "forbidden", problem)
    return visitor


def require_host(code: str) -> Visit:
    """Return the visit of a host; raise `ApiError` 403 otherwise."""
    visitor = require_right(code)
    if visitor.role != HOST:
        raise ApiError(403, "forbidden", "Only the host can do that.")
    return visitor
