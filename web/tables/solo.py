"""Solitaire for one player: a printed code leads to a board on this phone, with hints and puzzles.

`/s` is printed on the board, `/s/4-7` beside a puzzle of the booklet. Both also work in capitals,
as a QR code with only capitals has fewer and larger modules.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.language import say
from companion.solitaire.puzzles import read_name
from companion.solitaire.tracker import FREE, TableState
from web.auth.access import access
from web.auth.cookies import (
    HOST,
    SEAT,
    TOKEN,
    device_cookies,
    set_cookie,
    try_cookies,
    valid_cookies,
)
from web.auth.payload import require_cookies
from web.auth.visits import append, visit
from web.games.base import screens
from web.services import services
from web.storage.store import UNREADABLE, Intent, derive_token, new_token
from web.tables.pages import open_table
from web.text.languages import translate_text

solo = Blueprint("solo", __name__)

GAME = "solitaire"


@solo.get("/s")
@solo.get("/S")
@solo.get("/s/<puzzle>")
@solo.get("/S/<puzzle>")
def come(puzzle: str = "") -> AnyResponse:
    """Go to this phone's board, or show a button that opens one."""
    name = str(read_name(puzzle)) if puzzle else ""
    if code := _own_board():
        return redirect(url_for("pages.play", code=code) + (f"#puzzle={name}" if name else ""), 303)
    page = make_response(render_template("solo.html", game=GAME, puzzle=name, key=new_token()))
    try_cookies(page)
    return page


@solo.post("/s")
def begin() -> AnyResponse:
    """Open and start a table for one, with the puzzle if one was asked for.

    Everything follows from the page's key, so a button tapped twice leads to one table.
    """
    access().throttle.count("openings")
    require_cookies()
    name = request.form.get("puzzle", "")
    puzzle = str(read_name(name)) if name else ""
    given = request.form.get("key", "")
    key = given if TOKEN.fullmatch(given) else new_token()
    code, host = open_table(GAME, token=derive_token(key, HOST))
    row, seat = screens(GAME), derive_token(key, SEAT)
    sitting = row.seat(services().store.log(code), translate_text(say("Solo")), "")
    take, start = derive_token(key, "take"), derive_token(key, "start")
    taken = append(code, Intent("door", "seat.take", sitting, take, ["solo"], token=seat))
    append(code, Intent(HOST, "game.start", {"mode": FREE, "rounds": 1}, start))
    if puzzle:
        seat_id = taken.event.payload["seat"]
        asked_for = {"seat": seat_id, "puzzle": puzzle, "expects": {"changes": 0}}
        chance, now, log = services().random, services().store.now(), services().store.log(code)
        with services().computing.hold():
            kind, payload = row.tap("puzzle.open", asked_for, log, chance, now)
        append(code, Intent(seat_id, kind, payload, derive_token(key, "puzzle"), [puzzle]))
    answer = redirect(url_for("pages.play", code=code), 303)
    set_cookie(answer, code, HOST, host)
    set_cookie(answer, code, SEAT, seat)
    return answer


def _own_board() -> str:
    """Return the code of the newest table at which this phone plays freely; "" for none."""
    for each in valid_cookies(each for each in device_cookies() if each.role == SEAT):
        with suppress(*UNREADABLE):
            visitor = visit(each.code)
            state = visitor.log.state
            free = isinstance(state, TableState) and state.started and state.mode == FREE
            if visitor.seat and free:
                return each.code
    return ""
