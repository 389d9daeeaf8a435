"""The next game of the same people: a new table, to which their phones follow by themselves."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.language import say
from web.auth.access import access
from web.auth.cookies import HOST, SCREEN, SEAT, own_secret, set_cookie
from web.auth.visits import Visit, append, require_actor, require_right
from web.games.base import Screens, screens
from web.games.shapes import Json
from web.live.publisher import game_of
from web.refusal import ApiError, read_json
from web.services import services
from web.storage.errors import AnyLog, RefusedError
from web.storage.store import Intent
from web.storage.tokens import derive_token, digest_of
from web.tables.pages import next_table, open_table
from web.tables.rights import PLACES

again = Blueprint("again", __name__)


@again.post("/t/<code>/again")
def play_again(code: str) -> Json:
    """Open the next table of this table's people, once: whoever asks later gets the same."""
    visitor = require_actor(code)
    if later := next_table(visitor):
        return {"next": later}
    row = visitor.screens
    if row.outcome(visitor.log.state) is None:
        raise ApiError(409, "not-over", say("That game isn't over yet."))
    slug = read_json().get("game", visitor.game)
    if slug not in [each for each, _ in row.shared(visitor.log)["evening"]["games"]]:
        raise ApiError(400, "malformed", "Choose a game for as many players.")
    access().throttle.count("openings")
    return {"next": _open(visitor, str(slug))}


def _open(visitor: Visit, slug: str) -> str:
    """Open a table with the same seats, and say so at the old one.

    Every step has a key that follows from the old table's, so that two phones at once, or one that
    tries again after an error, make one table.
    """
    log, store = visitor.log, services().store
    opening, order = log.events[0], log.state.clockwise
    secret = derive_token(opening.key, "again")
    led = visitor.screens.leader(log)
    first = order[(order.index(led) + 1) % len(order)] if led in order else None
    options = {"wins": visitor.screens.wins(log), **({"first": first} if first else {})}
    deck = opening.payload["deck"] if slug == visitor.game else None
    pictures = opening.payload["options"].get("pictures") if deck else None
    options |= {"pictures": pictures} if pictures else {}
    code, _ = open_table(slug, deck, secret, options)
    if pictures:
        services().photos.keep_art(code, services().photos.folder(visitor.code))
    row = screens(game_of(store.log(code)))  # another phone may have chosen another game

    def add(actor: str, kind: str, payload: Json, use: str) -> None:
        with suppress(RefusedError):  # someone has already changed it there
            append(code, Intent(actor, kind, payload, derive_token(secret, use), [use]))

    seats = log.state.seats
    if not (row.role or row.colours(store.log(code).state)):
        seats = (*seats[1:], *seats[:1])  # without a role, the next player begins
    for seat in seats:
        colour = _colour(row, store.log(code), getattr(seat, "colour", ""))
        payload = {**row.seat(store.log(code), seat.name, colour), "seat": seat.id}
        add("door", "seat.take", payload, seat.id)
    if row.role and first:
        add("server", row.role, {"seat": first}, "role")
    store.share_holders(visitor.code, code, {HOST, SCREEN, *order})
    append(visitor.code, Intent("server", "table.next", {"code": code}, secret, ["again"]))
    return code


def _colour(row: Screens, log: AnyLog, wanted: str) -> str:
    """Return the colour that a player had, or else the first that is free; "" without colours."""
    taken = {getattr(seat, "colour", "") for seat in log.state.seats}
    free = [each["id"] for each in row.colours(log.state) if each["id"] not in taken]
    return wanted if wanted in free else next(iter(free), "")


@again.get("/t/<code>/next")
def follow(code: str) -> AnyResponse:
    """Go on to the next table: this device's secrets are valid there, too."""
    visitor = require_right(code)
    later = next_table(visitor) or visitor.code
    place = PLACES.get(visitor.role, "pages.play")
    answer = redirect(url_for(place, code=later), 303)
    holders = services().store.holders(later)
    for role in (HOST, SCREEN, SEAT):
        mine, theirs = own_secret(visitor.code, role), own_secret(later, role)
        if digest_of(mine) in holders and digest_of(theirs) not in holders:
            set_cookie(answer, later, role, mine)
    return answer
