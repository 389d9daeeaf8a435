"""What a request is about: the table visited, and who visits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hmac import compare_digest
from itertools import islice

from flask import Response, g, request

from companion.events import Version
from companion.game import Deck
from web.auth.access import access
from web.auth.cookies import HOST, PASS, SCREEN, SEAT, TOKEN, cookie_name, held, rights
from web.games.base import Screens, Viewer, edition
from web.games.screens import screens
from web.live.publisher import Recipient, game_of
from web.refusal import ApiError
from web.server.network import is_loopback, lan_address, split_host, url
from web.services import services
from web.storage.store import AnyLog, Appended, Intent, NoRightError, UnknownTableError
from web.storage.tokens import derived, hashed, new_token
from web.storage.unreadable import UNREADABLE
from web.text.languages import spoken
from web.text.names import read_code

SERVER = "server"  # who acts where nobody taps
READS = frozenset({"GET", "HEAD", "OPTIONS"})  # methods that change nothing
SIGNATURE = 8  # letters of a signature: 48 bits, at which nobody guesses over a network
MOST_OWN = 20  # tables of a device that are looked at for its own decks
MOST_DECKS = 200  # that are remembered
MOST_VISITORS = 1000  # whose addresses are remembered
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
    """A table and who looks at it: `seat` is the visitor's seat or None, `hosting` whether it may
    be the host.

    `watching` is whether this device may look on, as a screen that all can see.
    """

    code: str
    log: AnyLog
    seat: str | None
    hosting: bool
    watching: bool = False
    holders: Mapping[str, str] | None = None  # who held the table's secrets when the visit began

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
        """What the visitor is here, as asked for or the only thing it can be: HOST, SCREEN, SEAT,
        or "" for none.
        """
        asked = request.args.get("view")
        if (asked == SCREEN and (self.watching or self.hosting)) or (
            self.watching and not (self.hosting or self.seat)
        ):
            return SCREEN
        if self.hosting and (self.seat is None or asked == HOST):
            return HOST
        return SEAT if self.seat else ""

    @property
    def as_host(self) -> bool:
        """Whether this is the host's screen."""
        return self.role == HOST

    @property
    def looks_on(self) -> bool:
        """Whether this is a screen for all to see."""
        return self.role == SCREEN

    @property
    def recipient(self) -> Recipient:
        """What this device is shown."""
        right, shown = self._right, self.role in (HOST, SCREEN)
        return Recipient(
            self.viewer,
            spoken(),
            join_url(self.code) if shown else "",
            (self.seat or "") if right == SEAT else right,
            _digest(self.code, right) if right else "",
        )

    @property
    def _right(self) -> str:
        """The cookie that lets this device look: "" for the machine of the table itself, which
        needs none.
        """
        if self.role in (HOST, SCREEN) and not (self.looks_on and self.watching):
            return "" if at_home() else HOST
        return self.role or SEAT

    @property
    def viewer(self) -> Viewer:
        """Whose secrets may be shown: a seat's, or nobody's on a screen that all can see."""
        return self.seat if self.role == SEAT else None

    @property
    def actor(self) -> str | None:
        """Who acts: the seat, "host", or None for a stranger and for a screen."""
        return {HOST: HOST, SEAT: self.seat}.get(self.role)

    @property
    def admitted(self) -> bool:
        """Whether the visitor may see the table at all."""
        return self.role != ""

    def text(self, log: AnyLog) -> str:
        """The state as this visitor may see it, in the language of its device: a JSON object."""
        return services().publisher.text(self.code, self.recipient, log)

    def answer(
        self, log: AnyLog, status: int = 200, *, version: Version, **more: object
    ) -> Response:
        """An answer in JSON: the state, the version of the visitor's own event, and
        whatever else.
        """
        members = json.dumps({"version": version, **more})[1:-1]
        return Response(
            f'{{{members},"state":{self.text(log)}}}\n', status, mimetype="application/json"
        )


def visit(code: str) -> Visit:
    """The table called `code` and who asks; raises `UnknownTableError`.

    Wrong codes are counted. After too many of them from an address, a device that isn't known at
    the table and only types its code has to wait, so that a right guess looks like a wrong one
    (429).
    """
    client, code = request.remote_addr or "", read_code(code)
    if not is_loopback(client) and len(access().visitors) < MOST_VISITORS:
        access().visitors.add(client)
    try:
        log, holders = services().store.visit(code)
    except UnknownTableError:
        access().throttle.count("guesses")
        raise
    services().deadlines.watch(code, log)  # after a restart nobody else would
    _remember_deck(log)
    hosting = at_home() or _holds(holders, code, HOST)
    g.visit = found = Visit(
        code, log, _seat(holders, code, log), hosting, _holds(holders, code, SCREEN), holders
    )
    if not (found.seat or found.hosting or found.watching):
        if not _invited(code, log, holders):
            access().throttle.check("guesses")
    elif request.method not in READS:
        access().throttle.write(code, found.actor or SCREEN)
    return found


def link_key(code: str, log: AnyLog) -> str:
    """Return what the table's QR code proves: that whoever brings it didn't guess the code."""
    return derived(log.events[0].key, f"link {code}")[:SIGNATURE]


def door_token(log: AnyLog) -> str:
    """Return a new secret for a phone at the door, signed: so it is known again when it
    sits down.
    """
    token = new_token()
    return token + derived(log.events[0].key, token)[:SIGNATURE]


def signed(log: AnyLog, token: str) -> bool:
    """Return whether the door of this table gave that secret."""
    own, signature = token[:-SIGNATURE], token[-SIGNATURE:]
    return compare_digest(signature.encode(), derived(log.events[0].key, own)[:SIGNATURE].encode())


def _invited(code: str, log: AnyLog, holders: Mapping[str, str]) -> bool:
    """Whether this device came by the table's QR code or a pass's link, or was at the
    door before.
    """
    link, door = request.args.get("link", ""), request.cookies.get(cookie_name(code, SEAT), "")
    if signed(log, door) or compare_digest(link.encode(), link_key(code, log).encode()):
        return True
    passed = request.args.get("pass") or request.cookies.get(cookie_name(code, PASS), "")
    return TOKEN.fullmatch(passed) is not None and hashed(passed) in holders


def own_decks() -> Mapping[tuple[str, str], Deck]:
    """The decks by game and edition, after a look at the tables where this device holds a right:
    the page that asks for a card may have come from another process.
    """
    newest_first = dict.fromkeys(each.code for each in rights(held()))
    for code in islice(newest_first, MOST_OWN):
        with suppress(*UNREADABLE):
            _remember_deck(services().store.log(code))
    return services().decks


def _remember_deck(log: AnyLog) -> None:
    opening = log.events[0].payload
    game, decks = str(opening["game"]), services().decks
    decks.setdefault((game, edition(opening["deck"])), screens(game).table_deck(log))
    if len(decks) > MOST_DECKS:  # whoever still plays with the oldest brings it back
        oldest, *_ = decks
        decks.pop(oldest, None)


def at_home() -> bool:
    """Whether the visitor sits at this very machine, whose tables are all its own.

    Nobody does who comes through a proxy or a tunnel that ends here: it adds a header, or the name
    it is called by.
    """
    name, _ = split_host(request.headers.get("Host", ""))
    return (
        access().trust_loopback
        and is_loopback(request.remote_addr or "")
        and is_loopback(name)
        and not any(header in request.headers for header in FORWARDING)
    )


def _holds(holders: Mapping[str, str], code: str, right: str) -> bool:
    return holders.get(_digest(code, right)) == right


def _digest(code: str, right: str) -> str:
    """Of this device's secret for that right; "" where it has none."""
    token = request.cookies.get(cookie_name(code, right))
    return hashed(token) if token else ""


def _seat(holders: Mapping[str, str], code: str, log: AnyLog) -> str | None:
    holder = holders.get(_digest(code, SEAT))
    game = screens(log.events[0].payload["game"])
    return holder if holder in game.seats(log) else None


def append(code: str, intent: Intent) -> Appended:
    """Store an event, then send the new state to all open pages."""
    done = services().store.append(code, intent)
    return _published(code, done)


def append_by(seen: Visit, intent: Intent) -> Appended:
    """Likewise for who visits, if that device may still act in the moment in which it counts; else
    `ApiError` 403.

    To read a photo takes seconds, and meanwhile a seat may have moved to another phone.
    """
    try:
        done = services().store.append(seen.code, intent, seen.recipient.admitted)
    except NoRightError as error:
        raise _stranger() from error
    return _published(seen.code, done)


def _published(code: str, done: Appended) -> Appended:
    """A stored event, after all open pages and other processes were sent word of it."""
    services().publisher.publish(code)
    if done.news:
        services().spread(code, done.log.version)
    services().deadlines.watch(code, done.log)
    return done


def join_url(code: str, secret: str = "") -> str:
    """Where phones join, or use a pass by its secret: an address that they can reach, also from a
    host on localhost.
    """
    name, port = split_host(request.host)
    here = url(lan_address() if is_loopback(name) else name, int(port or 80))
    if request.is_secure:  # a certificate is good for the name that was asked for, and for no other
        here = f"https://{request.host}"
    return f"{here}/j/{code}?pass={secret}" if secret else f"{here}/j/{code}"


def admitted(code: str) -> Visit:
    """A visit by somebody who belongs to the table; raises `ApiError` 403 for a stranger."""
    seen = visit(code)
    if not seen.admitted:
        raise _stranger()
    return seen


def _stranger() -> ApiError:
    return ApiError(403, "forbidden", "Join first: scan the code on the host's screen.")


def acting(code: str) -> Visit:
    """A visit by somebody who plays or hosts; raises `ApiError` 403 for a screen that only looks
    on.
    """
    seen = admitted(code)
    if seen.actor is None:
        raise ApiError(
            403,
            "forbidden",
            "This screen only shows the table. Tap on a phone or on the host's screen.",
        )
    return seen


def hosting(code: str) -> Visit:
    """A visit by the host; raises `ApiError` 403 for everybody else."""
    seen = admitted(code)
    if not seen.as_host:
        raise ApiError(403, "forbidden", "Only the host can do that.")
    return seen
