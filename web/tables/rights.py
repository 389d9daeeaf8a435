"""Who may be at a table, beyond sitting down: passes to other devices, phones shut out, tables
deleted, and help for phones that can't get here. All but using a pass is the host's.
"""

from __future__ import annotations

from base64 import b64encode

from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from web.auth.access import access
from web.auth.cookies import HOST, PASS, SCREEN, SEAT, TOKEN, cookie_name, drop_cookies, set_cookie
from web.auth.passes import MINUTES
from web.auth.payload import json_asked, own_token
from web.auth.visits import Visit, append, hosting, join_url, visit
from web.pictures import qr
from web.refusal import ApiError
from web.server.network import addresses, answers, is_loopback
from web.services import services
from web.storage.store import Intent
from web.storage.tokens import derived, hashed, new_token

rights = Blueprint("rights", __name__)

PLACES = {HOST: "pages.host", SCREEN: "pages.screen"}  # of what a pass may be for, besides a seat


@rights.post("/t/<code>/passes/<right>")
def give_pass(code: str, right: str) -> Response:
    """A pass with which another device gets a seat, the host's screen or one that looks on: a link
    or six digits.

    The link's QR code comes with it as a picture: a secret in the address of one would stand in
    logs.
    """
    seen = hosting(code)
    if right not in (*PLACES, *seen.screens.seats(seen.log)):
        raise ApiError(404, "not-found", "That seat is empty.")
    given = access().passes.give(seen.code, right)
    link = join_url(seen.code, given.secret)
    picture = f"data:image/svg+xml;base64,{b64encode(qr.svg(link)).decode()}"
    told = {"right": right, "pass": given.digits, "minutes": MINUTES, "url": link, "qr": picture}
    return make_response(jsonify(told))


@rights.post("/t/<code>/seats/return")
def use_pass(code: str) -> AnyResponse:
    """Take over what a pass is for. A seat or the host's place leaves the device that had it, and
    the history tells.
    """
    seen = visit(code)
    asked = json_asked() if request.is_json else request.form
    typed = asked.get("pass")
    own_token(seen.code)  # first, so that no pass is used up by a browser that keeps no cookies
    right = _typed(seen.code, typed) if isinstance(typed, str) else _handed(seen.code)
    if right is None:
        return _admitted_again(seen)
    if right == SCREEN:
        return _look_on(seen)
    return _host_here(seen) if right == HOST else _sit_here(seen, right)


def _admitted_again(seen: Visit) -> AnyResponse:
    """The answer once more, for a device that has used its pass and never heard of it; raises
    `ApiError` 403.
    """
    for right in PLACES:
        token = _token(seen, right)
        if (seen.holders or {}).get(hashed(token)) == right:
            return _admit(seen, right, token)
    raise ApiError(403, "pass", "That code is wrong or has expired. Ask the host for a new one.")


def _typed(code: str, digits: str) -> str | None:
    """What typed digits are for. Wrong ones count, of whoever types them; raises `ApiError` 429."""
    access().throttle.check("guesses", "passes")
    right = access().passes.take(code, "".join(digits.split()))
    if right is None:
        access().throttle.count("guesses", "passes")
    return right


def _handed(code: str) -> str | None:
    """What the link is for through which this device came: nobody guesses 128 bits."""
    return access().passes.take(code, request.cookies.get(cookie_name(code, PASS), ""))


def _sit_here(seen: Visit, seat: str) -> AnyResponse:
    token = own_token(seen.code)
    # first, so that the old phone, told of it, is out
    services().store.let_in(seen.code, token, seat, alone=True)
    done = append(seen.code, Intent("server", "seat.return", {"seat": seat}, new_token()))
    back = Visit(seen.code, done.log, seat, hosting=False)
    answer: AnyResponse = redirect(url_for("pages.play", code=seen.code), 303)
    if request.is_json:
        answer = back.answer(done.log, seat=seat, version=done.log.version)
    return _let_in(answer, seen.code, SEAT, token)


def _host_here(seen: Visit) -> AnyResponse:
    token = _token(seen, HOST)
    # what the host of before has given away is not the new one's doing
    access().passes.void(seen.code)
    services().store.let_in(seen.code, token, HOST, alone=True)
    append(seen.code, Intent("server", "host.hand", {}, new_token()))
    return _admit(seen, HOST, token)


def _look_on(seen: Visit) -> AnyResponse:
    token = _token(seen, SCREEN)
    services().store.let_in(seen.code, token, SCREEN)
    append(seen.code, Intent("server", "screen.hand", {}, new_token()))
    return _admit(seen, SCREEN, token)


def _token(seen: Visit, right: str) -> str:
    """The secret of that right for this device: it follows from the one that the door gave it, so
    that no lost answer can cost the right.
    """
    return derived(own_token(seen.code), right)


def _admit(seen: Visit, right: str, token: str) -> AnyResponse:
    place = url_for(PLACES[right], code=seen.code)
    answer: AnyResponse = (
        make_response(jsonify(place=place)) if request.is_json else redirect(place, 303)
    )
    door = request.cookies.get(cookie_name(seen.code, SEAT), "")
    # of use only to who has not heard this answer, and asks again
    if seen.seat is None and TOKEN.fullmatch(door):
        set_cookie(answer, seen.code, SEAT, door, MINUTES * 60)
    return _let_in(answer, seen.code, right, token)


def _let_in(answer: AnyResponse, code: str, right: str, token: str) -> AnyResponse:
    set_cookie(answer, code, right, token)
    drop_cookies(answer, code, PASS)
    return answer


@rights.post("/t/<code>/seats/<seat>/revoke")
def revoke(code: str, seat: str) -> Response:
    """Shut the phone of a seat out; the seat stays, and comes back with a new pass."""
    seen = hosting(code)
    if seat not in seen.screens.seats(seen.log):
        raise ApiError(404, "not-found", "That seat is empty.")
    access().passes.void(seen.code, seat)
    services().store.shut_out(seen.code, seat)
    done = append(seen.code, Intent(HOST, "seat.revoke", {"seat": seat}, new_token()))
    return seen.answer(done.log, version=done.log.version)


@rights.post("/t/<code>/screens/revoke")
def revoke_screens(code: str) -> Response:
    """Shut out all screens that look on."""
    seen = hosting(code)
    access().passes.void(seen.code, SCREEN)
    services().store.shut_out(seen.code, SCREEN)
    services().publisher.refresh(seen.code)
    services().spread(seen.code, 0)
    return make_response(jsonify(version=seen.log.version))


@rights.post("/t/<code>/delete")
def delete(code: str) -> AnyResponse:
    """Forget a table, its events and its photos, for good."""
    seen = hosting(code)
    services().store.delete(seen.code)
    services().clear_away(seen.code)
    answer: AnyResponse = (
        make_response(jsonify(gone=seen.code)) if request.is_json else redirect("/", 303)
    )
    drop_cookies(answer, seen.code, SEAT, PASS, *PLACES)
    return answer


@rights.get("/t/<code>/reach")
def reach(code: str) -> Response:
    """Why a phone may not get here, as far as this machine can tell."""
    seen = hosting(code)
    if not current_app.config["REACH"]:
        raise ApiError(404, "not-found", "This page doesn't exist.")
    # never the one that the phone names: others are nobody's business
    port = request.environ["SERVER_PORT"]
    here = [name for name in addresses() if not is_loopback(name)]
    found = {
        "addresses": [{"name": name, "answers": answers(name, int(port or 80))} for name in here],
        "port": int(port or 80),
        "phones": len(access().visitors),
        "url": join_url(seen.code),
    }
    return make_response(jsonify(found))
