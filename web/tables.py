"""What a request is about: the services of this server, the table visited, and who visits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from threading import BoundedSemaphore
from typing import Any

from flask import Flask, current_app, g, request
from werkzeug.wrappers import Response

from companion.language import say
from web.deadlines import Deadlines
from web.games import Json, Screens, Viewer, screens
from web.languages import spoken
from web.live import Live
from web.names import read_code
from web.network import is_loopback, lan_address, split_host, url
from web.passes import Passes
from web.photos import LabelReader, Photos, Reader
from web.played import Played
from web.refusal import ApiError
from web.sight import Herald, Sight
from web.store import AnyLog, Appended, Intent, Store, UnknownTableError, hashed
from web.throttle import Throttle

HOST, SCREEN, SEAT = "host", "screen", "seat"  # what a device may be; a cookie each
SERVER = "server"  # who acts where nobody taps
COOKIE_DAYS = 60
MOST_VISITORS = 1000  # whose addresses are remembered


@dataclass(frozen=True, slots=True)
class Services:
    """What all requests share."""

    store: Store
    live: Live[Sight]
    herald: Herald
    photos: Photos
    read_photo: Reader
    read_label: LabelReader
    reading: BoundedSemaphore  # how many photos are read at a time
    guesses: Throttle
    openings: Throttle
    passes: Passes
    random: Random
    hosts: frozenset[str]
    trust_loopback: bool
    decks: dict[tuple[str, str], Any]  # by game and fingerprint, of tables visited
    deadlines: Deadlines
    visitors: set[str]  # addresses of other machines that have come since the start
    played: Played


def services(app: Flask | None = None) -> Services:
    """The services of the running app."""
    found: Services = (app or current_app).extensions["rookery"]
    return found


@dataclass(frozen=True, slots=True)
class Visit:
    """A table and who looks at it: `seat` is the visitor's seat or None, `hosting` whether it may be the host.

    `watching` is whether this device may look on, as a screen that all can see.
    """

    code: str
    log: AnyLog
    seat: str | None
    hosting: bool
    watching: bool = False

    @property
    def game(self) -> str:
        """The game's slug."""
        return str(self.log.events[0].payload["game"])

    @property
    def screens(self) -> Screens:
        """The game's row."""
        return screens(self.game)

    @property
    def as_host(self) -> bool:
        """Whether this is the host's screen: asked for, or the only thing the visitor can be."""
        return self.hosting and not self.looks_on and (self.seat is None or request.args.get("view") == HOST)

    @property
    def looks_on(self) -> bool:
        """Whether this is a screen for all to see: asked for, or the only thing the visitor can be."""
        asked = request.args.get("view") == SCREEN
        return (asked and (self.watching or self.hosting)) or (self.watching and not (self.hosting or self.seat))

    @property
    def sight(self) -> Sight:
        """What this device is shown."""
        right = self._right
        shown = self.as_host or self.looks_on
        return Sight(
            self.code,
            self.game,
            self.viewer,
            spoken(),
            join_url(self.code) if shown else "",
            (self.seat or "") if right == SEAT else right,
            hashed(request.cookies.get(cookie_name(self.code, right), "")) if right else "",
        )

    @property
    def _right(self) -> str:
        """The cookie that lets this device look: "" for the machine of the table itself, which needs none."""
        if not (self.as_host or self.looks_on):
            return SEAT
        if self.looks_on and self.watching:
            return SCREEN
        return "" if at_home() else HOST

    @property
    def viewer(self) -> Viewer:
        """Whose secrets may be shown: a seat's, or nobody's on a screen that all can see."""
        return None if self.as_host or self.looks_on else self.seat

    @property
    def actor(self) -> str | None:
        """Who acts: the seat, "host", or None for a stranger and for a screen."""
        if self.looks_on:
            return None
        return HOST if self.as_host else self.seat

    @property
    def admitted(self) -> bool:
        """Whether the visitor may see the table at all."""
        return self.looks_on or self.actor is not None

    def view(self, log: AnyLog) -> Json:
        """The state as this visitor may see it, in the language of its device."""
        return self.sight.state(log, services().store.now())


def visit(code: str) -> Visit:
    """The table called `code` and who asks; raises `UnknownTableError`, and counts wrong guesses."""
    client, code = request.remote_addr or "", read_code(code)
    if not is_loopback(client) and len(services().visitors) < MOST_VISITORS:
        services().visitors.add(client)
    if wait := services().guesses.wait_s(client):
        raise ApiError(429, "throttled", say("Too many wrong tries: wait {n} seconds.", n=wait), wait)
    try:
        log, holders = services().store.visit(code)
    except UnknownTableError:
        services().guesses.miss(client)
        raise
    services().deadlines.watch(code, log)  # after a restart nobody else would
    hosting = at_home() or _holds(holders, code, HOST)
    found = Visit(code, log, _seat(holders, code, log), hosting, _holds(holders, code, SCREEN))
    deck = found.screens.table_deck(log)
    services().decks.setdefault((found.game, deck.fingerprint), deck)
    g.visit = found
    return found


def is_host(code: str) -> bool:
    """Whether the visitor may be the host: by its cookie, or sitting at this very machine."""
    return at_home() or _holds(services().store.holders(code), code, HOST)


def at_home() -> bool:
    """Whether the visitor sits at this very machine, whose tables are all its own."""
    return services().trust_loopback and is_loopback(request.remote_addr or "")


def _holds(holders: Mapping[str, str], code: str, right: str) -> bool:
    return holders.get(hashed(request.cookies.get(cookie_name(code, right), ""))) == right


def _seat(holders: Mapping[str, str], code: str, log: AnyLog) -> str | None:
    holder = holders.get(hashed(request.cookies.get(cookie_name(code, SEAT), "")))
    game = screens(log.events[0].payload["game"])
    return holder if holder in game.seats(log) else None


def append(code: str, intent: Intent) -> Appended:
    """Store an event and tell all who wait for it, in this order."""
    done = services().store.append(code, intent)
    services().herald.tell(code, done.log)
    services().deadlines.watch(code, done.log)
    return done


def cookie_name(code: str, role: str) -> str:
    """One cookie a table and role, so that a phone may sit at several tables."""
    return f"rookery-{role}-{code}"


def set_cookie(response: Response, code: str, role: str, token: str) -> None:
    """Keep a secret in the browser, out of reach of scripts and of other sites."""
    age = COOKIE_DAYS * 24 * 3600
    response.set_cookie(cookie_name(code, role), token, max_age=age, httponly=True, samesite="Lax")


def join_url(code: str, digits: str = "") -> str:
    """Where phones join, or come back with a pass: an address that they can reach, also from a host on localhost."""
    name, port = split_host(request.host)
    here = url(lan_address() if is_loopback(name) else name, int(port or 80))
    return f"{here}/j/{code}?pass={digits}" if digits else f"{here}/j/{code}"
