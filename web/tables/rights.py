"""Passes, removed phones and screens, deletion of tables, and help for connecting.

Everything except using a pass is for hosts only.
"""

from __future__ import annotations

from base64 import b64encode

from flask import Blueprint, Response, current_app, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.language import say
from web.auth.access import MINUTES, access, new_pass, use_up_pass, void_passes
from web.auth.cookies import (
    HOST,
    PASS,
    SCREEN,
    SEAT,
    TOKEN,
    drop_cookies,
    own_secret,
    seat_token,
    set_cookie,
)
from web.auth.visits import Visit, append, join_url, require_host, visit
from web.games.shapes import Json
from web.machine import addresses
from web.pictures.svg import qr_svg
from web.refusal import ApiError, read_json
from web.services import services
from web.storage.store import Intent
from web.storage.tokens import derive_token, digest_of, new_token

rights = Blueprint("rights", __name__)

LOCKED = say("The host has locked this table. Ask them to unlock it.")
# pages of the rights that a pass can give besides a seat
PLACES = {HOST: "pages.host", SCREEN: "pages.screen"}


@rights.post("/t/<code>/passes/<right>")
def give_pass(code: str, right: str) -> Json:
    """Return a pass that brings a seat or the host's right to another device, or adds a screen.

    The QR code of its link comes as a picture: a picture's address with a secret would be logged.
    """
    visitor = require_host(code)
    if right not in (*PLACES, *visitor.log.state.clockwise):
        raise ApiError(404, "not-found", "That seat is empty.")
    secret, digits = new_pass(visitor.code, right)
    link = join_url(visitor.code, secret)
    picture = f"data:image/svg+xml;base64,{b64encode(qr_svg(link)).decode()}"
    return {"right": right, "pass": digits, "minutes": MINUTES, "url": link, "qr": picture}


@rights.post("/t/<code>/seats/return")
def use_pass(code: str) -> AnyResponse:
    """Use a pass; a seat or the host's right leaves the device that had it."""
    visitor = visit(code)
    data = read_json() if request.is_json else request.form
    typed = data.get("pass")
    seat_token(visitor.code)  # first, so that no pass is used up by a browser that keeps no cookies
    if isinstance(typed, str):
        access().throttle.check("guesses", "passes")
        right = use_up_pass(visitor.code, "".join(typed.split()))
        if right is None:
            access().throttle.count("guesses", "passes")
    else:  # a link's secret has 128 bits, too many to guess
        right = use_up_pass(visitor.code, own_secret(visitor.code, PASS))
    if right in PLACES:
        # derived from the one that the join page gave, so that no lost response can cost the right
        token = derive_token(seat_token(visitor.code), right)
        if right == HOST:
            void_passes(visitor.code)  # passes that the previous host gave
        services().store.add_holder(visitor.code, token, right, alone=right == HOST)
        append(visitor.code, Intent("server", f"{right}.hand", {}, new_token()))
        return _admit(visitor, right, token)
    if right is not None:
        token = seat_token(visitor.code)
        # first, so that the old phone has lost its right when it gets the event
        services().store.add_holder(visitor.code, token, right, alone=True)
        done = append(visitor.code, Intent("server", "seat.return", {"seat": right}, new_token()))
        answer: AnyResponse = redirect(url_for("pages.play", code=visitor.code), 303)
        if request.is_json:
            back = Visit(visitor.code, done.log, right, hosting=False)
            answer = back.answer(done.log, seat=right, version=done.log.version)
        set_cookie(answer, visitor.code, SEAT, token)
        drop_cookies(answer, visitor.code, PASS)
        return answer
    for lost in PLACES:  # this device has used its pass, and the response got lost
        token = derive_token(seat_token(visitor.code), lost)
        if services().store.holders(visitor.code).get(digest_of(token)) == lost:
            return _admit(visitor, lost, token)
    raise ApiError(403, "pass", "That code is wrong or has expired. Ask the host for a new one.")


def _admit(visitor: Visit, right: str, token: str) -> AnyResponse:
    place = url_for(PLACES[right], code=visitor.code)
    answer: AnyResponse = redirect(place, 303)
    if request.is_json:
        answer = jsonify(place=place)
    secret = own_secret(visitor.code, SEAT)
    # needed only if this response is lost and the device tries again
    if visitor.seat is None and TOKEN.fullmatch(secret):
        set_cookie(answer, visitor.code, SEAT, secret, MINUTES * 60)
    set_cookie(answer, visitor.code, right, token)
    drop_cookies(answer, visitor.code, PASS)
    return answer


@rights.post("/t/<code>/seats/<seat>/ask")
def ask(code: str, seat: str) -> Json:
    """Ask the host for a seat whose phone can't go on, from the join page of another phone."""
    visitor = visit(code)
    access().throttle.count("seats")
    if seat not in visitor.log.state.clockwise:
        raise ApiError(404, "not-found", "That seat is empty.")
    if visitor.log.state.locked:
        raise ApiError(409, "locked", LOCKED)
    wish = {"seat": seat, "phone": digest_of(seat_token(visitor.code))}
    done = append(visitor.code, Intent("door", "seat.ask", wish, new_token()))
    return {"version": done.event.version}


@rights.get("/t/<code>/seats/<seat>/ask")
def asked(code: str, seat: str) -> Json:
    """Return whether this phone has the seat now."""
    return {"seated": visit(code).seat == seat}


@rights.post("/t/<code>/seats/<seat>/admit")
def admit(code: str, seat: str) -> Response:
    """Give a seat to the phone that asked for it in the event `version`; its old phone is out."""
    visitor, version = require_host(code), read_json().get("version")
    for event in visitor.log.events:
        if event.version == version and event.kind == "seat.ask" and event.payload["seat"] == seat:
            break
    else:
        raise ApiError(404, "not-found", "Nobody asked for that seat.")
    void_passes(visitor.code, seat)
    # first, so that the old phone has lost its right when it gets the event
    services().store.add_digest(visitor.code, event.payload["phone"], seat, alone=True)
    done = append(visitor.code, Intent("server", "seat.return", {"seat": seat}, new_token()))
    return visitor.answer(done.log, version=done.log.version)


@rights.post("/t/<code>/watch")
def watch(code: str) -> AnyResponse:
    """Let a device from the join page look on, unless the host has locked the table."""
    visitor = visit(code)
    answer = redirect(url_for(PLACES[SCREEN], code=visitor.code), 303)
    if visitor.watching:
        return answer
    access().throttle.count("seats")
    token = derive_token(seat_token(visitor.code), "watch")
    if visitor.log.state.locked:
        raise ApiError(409, "locked", LOCKED)
    services().store.add_holder(visitor.code, token, SCREEN)
    append(visitor.code, Intent("server", "screen.hand", {}, new_token()))
    set_cookie(answer, visitor.code, SCREEN, token)
    return answer


@rights.post("/t/<code>/seats/<seat>/revoke")
def revoke(code: str, seat: str) -> Response:
    """Remove the phone of a seat; the seat stays, and a new pass brings it back."""
    visitor = require_host(code)
    if seat not in visitor.log.state.clockwise:
        raise ApiError(404, "not-found", "That seat is empty.")
    void_passes(visitor.code, seat)
    services().store.remove_holder(visitor.code, seat)
    done = append(visitor.code, Intent(HOST, "seat.revoke", {"seat": seat}, new_token()))
    return visitor.answer(done.log, version=done.log.version)


@rights.post("/t/<code>/screens/revoke")
def revoke_screens(code: str) -> Json:
    """Remove all screens."""
    visitor = require_host(code)
    void_passes(visitor.code, SCREEN)
    services().store.remove_holder(visitor.code, SCREEN)
    services().publisher.refresh(visitor.code)
    services().spread(visitor.code, 0)
    return {"version": visitor.log.version}


@rights.post("/t/<code>/delete")
def delete(code: str) -> AnyResponse:
    """Delete a table with its events and photos, for good."""
    visitor = require_host(code)
    services().store.delete(visitor.code)
    services().clear_away(visitor.code)
    answer: AnyResponse = redirect("/", 303)
    if request.is_json:
        answer = jsonify(gone=visitor.code)
    drop_cookies(answer, visitor.code, SEAT, PASS, *PLACES)
    return answer


@rights.get("/t/<code>/reach")
def reach(code: str) -> Json:
    """Return what this computer knows about why a phone can't connect."""
    visitor = require_host(code)
    listened_at = current_app.config["ADDRESSES"]
    if listened_at is None:
        raise ApiError(404, "not-found", "This page doesn't exist.")
    arrivals, names = access().arrivals, listened_at()
    came_by = {name for _, name in arrivals}
    return {
        "addresses": [{"name": name, "arrived": name in came_by} for name in names],
        "alone": not names and bool(addresses()),  # it has addresses, but doesn't listen there
        "port": int(request.environ["SERVER_PORT"] or 80),
        "phones": len({client for client, _ in arrivals}),
        "url": join_url(visitor.code),
    }
