"""Who may be at a table, beyond sitting down: passes to other devices, phones shut out, tables deleted, and help for
phones that can not get here. All but using a pass is the host's.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.api import hosting, json_asked, own_token
from web.network import addresses, answers, is_loopback, split_host
from web.passes import MINUTES
from web.refusal import ApiError
from web.store import Intent, new_token
from web.tables import HOST, SCREEN, Visit, append, cookie_name, join_url, services, set_cookie, visit

doors = Blueprint("doors", __name__)

RIGHTS = (HOST, SCREEN)  # what a pass may be for, besides a seat


@doors.post("/t/<code>/passes/<right>")
def give_pass(code: str, right: str) -> Response:
    """A pass with which another device gets a seat, the host's screen or one that looks on: six digits, good once."""
    seen = hosting(code)
    if right not in (*RIGHTS, *seen.screens.seats(seen.log)):
        raise ApiError(404, "not-found", "Nobody sits there.")
    digits = services().passes.give(seen.code, right)
    return make_response(
        jsonify({"right": right, "pass": digits, "minutes": MINUTES, "url": join_url(seen.code, digits)})
    )


@doors.post("/t/<code>/seats/return")
def use_pass(code: str) -> AnyResponse:
    """Take over what a pass is for. A seat or the host's place leaves the device that had it, and the history tells."""
    seen = visit(code)
    asked = json_asked() if request.is_json else request.form
    digits = asked.get("pass")
    right = services().passes.take(seen.code, "".join(digits.split())) if isinstance(digits, str) else None
    if right is None:
        services().guesses.miss(request.remote_addr or "")
        raise ApiError(403, "pass", "That pass is not good, or no longer: ask the host for a new one.")
    if right == SCREEN:
        return _look_on(seen)
    return _host_here(seen) if right == HOST else _sit_here(seen, right)


def _sit_here(seen: Visit, seat: str) -> AnyResponse:
    token = own_token(seen.code)
    services().store.let_in(seen.code, token, seat, alone=True)  # first, so that the old phone, told of it, is out
    done = append(seen.code, Intent("server", "seat.return", {"seat": seat}, new_token()))
    back = Visit(seen.code, done.log, seat, hosting=False)
    answer: AnyResponse = redirect(url_for("pages.play", code=seen.code), 303)
    if request.is_json:
        answer = make_response(jsonify(seat=seat, version=done.log.version, state=back.view(done.log)))
    set_cookie(answer, seen.code, "seat", token)
    return answer


def _host_here(seen: Visit) -> AnyResponse:
    token = new_token()
    services().store.let_in(seen.code, token, HOST, alone=True)
    append(seen.code, Intent("server", "host.hand", {}, new_token()))
    return _admit(seen, HOST, token, url_for("pages.host", code=seen.code))


def _look_on(seen: Visit) -> AnyResponse:
    token = new_token()
    services().store.let_in(seen.code, token, SCREEN)
    return _admit(seen, SCREEN, token, url_for("pages.screen", code=seen.code))


def _admit(seen: Visit, right: str, token: str, place: str) -> AnyResponse:
    answer: AnyResponse = make_response(jsonify(place=place)) if request.is_json else redirect(place, 303)
    set_cookie(answer, seen.code, right, token)
    return answer


@doors.post("/t/<code>/seats/<seat>/revoke")
def revoke(code: str, seat: str) -> Response:
    """Shut the phone of a seat out; the seat stays, and comes back with a pass."""
    seen = hosting(code)
    if seat not in seen.screens.seats(seen.log):
        raise ApiError(404, "not-found", "Nobody sits there.")
    services().store.shut_out(seen.code, seat)
    done = append(seen.code, Intent(HOST, "seat.revoke", {"seat": seat}, new_token()))
    return make_response(jsonify(version=done.log.version, state=seen.view(done.log)))


@doors.post("/t/<code>/screens/revoke")
def revoke_screens(code: str) -> Response:
    """Shut out all screens that look on."""
    seen = hosting(code)
    services().store.shut_out(seen.code, SCREEN)
    services().herald.turn_out(seen.code)
    return make_response(jsonify(version=seen.log.version))


@doors.post("/t/<code>/delete")
def delete(code: str) -> AnyResponse:
    """Forget a table, its events and its photos, for good."""
    seen = hosting(code)
    services().store.delete(seen.code)
    services().photos.drop_all(seen.code)
    services().live.end(seen.code)  # whoever looks again finds it gone
    answer: AnyResponse = make_response(jsonify(gone=seen.code)) if request.is_json else redirect("/", 303)
    for right in ("seat", *RIGHTS):
        answer.delete_cookie(cookie_name(seen.code, right))
    return answer


@doors.get("/t/<code>/reach")
def reach(code: str) -> Response:
    """Why a phone may not get here, as far as this machine can tell."""
    seen = hosting(code)
    _, port = split_host(request.host)
    here = [name for name in addresses() if not is_loopback(name)]
    found = {
        "addresses": [{"name": name, "answers": answers(name, int(port or 80))} for name in here],
        "port": int(port or 80),
        "phones": len(services().visitors),
        "url": join_url(seen.code),
    }
    return make_response(jsonify(found))
