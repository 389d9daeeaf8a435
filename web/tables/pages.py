"""The pages that a browser opens; their scripts fill them with the table's state.

Solitaire has a short way to a board for one: `/s` is printed on the board, `/s/4-7` beside a puzzle
of the booklet. Both work in capitals too, as a QR code with only capitals has larger modules.
"""

from __future__ import annotations

import logging
from base64 import b64encode
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

from babel.lists import format_list
from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from companion.game import game, offering
from companion.language import say
from companion.solitaire.puzzles import puzzle_of, read_name
from companion.solitaire.table import FREE, TableState
from web.auth.access import MINUTES, access, may_send, right_of_pass
from web.auth.cookies import (
    HOST,
    PASS,
    SCREEN,
    SEAT,
    TOKEN,
    device_cookies,
    drop_cookies,
    drop_old_cookies,
    own_secret,
    require_cookies,
    set_cookie,
    try_cookies,
    valid_cookies,
)
from web.auth.visits import (
    Visit,
    append,
    home_url,
    is_at_home,
    is_signed,
    join_secret,
    join_url,
    visit,
)
from web.games.base import screens
from web.games.shapes import Json
from web.machine import is_loopback
from web.photos import TIMEOUT_S
from web.pictures.own_cards import draw, is_own
from web.pictures.svg import qr_svg
from web.places import work_in
from web.plays.views import day, headline
from web.refusal import BUSY_S, ApiError, read_json
from web.services import services
from web.storage.errors import CodeInUseError, UnknownTableError, UnreadableError, readable
from web.storage.store import TAKEN_AWAY, Intent
from web.storage.tokens import derive_token, digest_of, new_token
from web.tables.rules import minutes
from web.text.languages import request_language, short_title, translate_text, translate_view
from web.text.names import new_code

pages, solo = Blueprint("pages", __name__), Blueprint("solo", __name__)
log = logging.getLogger("rookery")

CODES_TRIED = 50
MOST_LISTED = 50  # tables on the home page
SOLITAIRE = "solitaire"
NO_PASS = "none"  # noqa: S105 - in place of an invalid pass


@pages.get("/")
def home() -> AnyResponse:
    """Start a table, join one, or go back to one of this device's."""
    games = offering("table")
    if is_at_home():
        codes = services().store.codes()
    else:
        codes = [each.code for each in valid_cookies(device_cookies())]
    newest = list(dict.fromkeys(codes))[:MOST_LISTED]
    tables = [row for code in newest if (row := _line(code))]
    tables.sort(key=lambda row: str(row["at"]), reverse=True)
    last = next((row for row in tables if row["players"] and not row["result"]), None)
    text = render_template(
        "home.html",
        games=games,
        minutes={row.slug: minutes(row.slug) for row in games},
        tables=tables,
        last=last,
        plays=is_at_home(),
        here=_here() if is_at_home() else None,
        key=new_token(),
    )
    page = make_response(text)
    try_cookies(page)
    drop_old_cookies(page)
    return page


def _here() -> Json:
    """Return the address of this computer for phones with its QR code, "" for none, and whether
    the server can be stopped here.
    """
    address = home_url()
    alone = is_loopback(urlsplit(address).hostname or "")
    code = "" if alone else b64encode(qr_svg(address)).decode()
    return {"address": "" if alone else address, "code": code, "stops": current_app.config["STOP"]}


pages.get("/tables")(may_send)


@pages.post("/tables")
def start() -> AnyResponse:
    """Open a table, and go to its host's screen.

    Its secret follows from the page's key, so a button tapped twice leads to one table.
    """
    if upload := request.files.get("label"):
        work_in("photos")
    access().throttle.count("openings")
    if not is_at_home():  # which needs no cookies
        require_cookies()
    data = read_json() if request.is_json else request.form
    slug, deck = _label(upload) if upload else (str(data.get("game", "")), None)
    known = [row.slug for row in offering("table")]
    if slug not in known:
        problem = say("Unknown game. Choose one of {games}.", games=", ".join(known))
        raise ApiError(400, "malformed", problem)
    key = str(data.get("key", ""))
    code, token = open_table(slug, deck, derive_token(key, slug) if TOKEN.fullmatch(key) else "")
    place = url_for("pages.host", code=code)
    if request.is_json:
        answer: AnyResponse = make_response({"code": code, "host": place}, 201)
    else:
        answer = redirect(place, 303)
    set_cookie(answer, code, HOST, token)
    return answer


def open_table(
    game: str, deck: str | None = None, token: str = "", options: Json | None = None
) -> tuple[str, str]:
    """Open a table, with your own deck or the standard one; return its code and the host's secret.

    The same `token` opens the same table again. Raises `RefusedError` for an invalid deck.
    """
    opening, store = screens(game).opening(deck), services().store
    opening["options"] = options or {}
    dice, token = (Random(token), token) if token else (services().random, new_token())
    for _ in range(CODES_TRIED):
        code = new_code(dice, long=current_app.config["LONG_CODES"])
        try:
            store.create(code, game, opening, token)
        except CodeInUseError:
            if digest_of(token) not in store.holders(code):
                continue
        return code, token
    raise ApiError(503, "busy", "All table codes are in use. Delete old tables.", BUSY_S)


@pages.get("/t/<code>/host")
def host(code: str) -> AnyResponse | str:
    """Show the host's screen; others go to the join page."""
    visitor = visit(code)
    if not visitor.hosting:
        return redirect(url_for("pages.join", code=visitor.code), 303)
    started = visitor.screens.summary(visitor.log)["phase"] != "lobby"
    return _large_screen(visitor, started=started)


@pages.get("/t/<code>/screen")
def screen(code: str) -> AnyResponse | str:
    """Show the table on a TV: the host's screen with nothing to tap."""
    visitor = visit(code)
    if not (visitor.watching or visitor.hosting):
        return redirect(url_for("pages.join", code=visitor.code), 303)
    return _large_screen(visitor, started=True, looks_on=True)


def _large_screen(visitor: Visit, **more: bool) -> str:
    return render_template(
        "host.html",
        code=visitor.code,
        game=visitor.game,
        title=short_title(game(visitor.game).title),
        join_url=join_url(visitor.code),
        **more,
    )


@pages.get("/t/<code>")
def play(code: str) -> AnyResponse | str:
    """Show a seat's screen; phones without a seat go to the join page."""
    visitor = visit(code)
    if visitor.seat is None:
        return redirect(url_for("pages.join", code=visitor.code), 303)
    return render_template(
        "play.html",
        code=visitor.code,
        game=visitor.game,
        title=short_title(game(visitor.game).title),
        you=visitor.seat,
        hosting=visitor.hosting,
        today=_today() if visitor.game == SOLITAIRE else "",
    )


@pages.get("/j")
def typed() -> AnyResponse:
    """Go to the join page of a code that was typed."""
    return redirect(url_for("pages.join", code=visit(request.args.get("code", "")).code), 303)


@pages.get("/j/<code>")
def join(code: str) -> AnyResponse:
    """Show the join page, which asks for a name and a colour.

    The phone gets its secret here, so that no lost response can cost a seat.
    """
    visitor = visit(code)
    if visitor.code != code or "pass" in request.args:
        # the page's own address; a link's secret becomes a cookie and leaves the address, and the
        # page asks before the pass is used, because some programs open every link
        answer = redirect(url_for("pages.join", code=visitor.code), 303)
        if given := request.args.get("pass"):
            secret = given if TOKEN.fullmatch(given) else NO_PASS
            set_cookie(answer, visitor.code, PASS, secret, MINUTES * 60)
        return answer
    handed = own_secret(visitor.code, PASS)
    if visitor.seat is None and not handed and (later := next_table(visitor)):
        return redirect(url_for("pages.join", code=later), 303)
    known = right_of_pass(visitor.code, handed) if handed else None
    if visitor.seat is not None and known not in (HOST, SCREEN):
        return redirect(url_for("pages.play", code=visitor.code), 303)
    shown = translate_view(visitor.screens.join_page(visitor.log))
    name = next((seat["name"] for seat in shown["seats"] if seat["id"] == known), None)
    # `known` is None for an invalid pass
    comes_back = {"known": known, "name": name} if handed else None
    # the event by which the seat that this phone says it had last left a phone
    events, seat = reversed(visitor.log.events), request.args.get("left")
    taken_away = (each for each in events if each.kind in TAKEN_AWAY)
    left = next((each.kind for each in taken_away if each.payload["seat"] == seat), "")
    names = {"code": visitor.code, "game": visitor.game, "watch": not visitor.log.state.locked}
    text = render_template("join.html", **names, comes_back=comes_back, left=left, **shown)
    page = make_response(text)
    if visitor.seat is None and not is_signed(visitor.log, own_secret(visitor.code, SEAT)):
        set_cookie(page, visitor.code, SEAT, join_secret(visitor.log))
    if handed and not known:
        drop_cookies(page, visitor.code, PASS)
    drop_old_cookies(page, visitor.code)
    return page


def next_table(visitor: Visit) -> str:
    """Return the code of the table to which a table's people went on; "" if there is none."""
    later = visitor.log.state.sequel
    return later if services().store.holders(later) else ""


def _label(upload: FileStorage) -> tuple[str, str]:
    """Read game and deck file from a photo of a label; raise `PhotoError` or `DeckError`."""
    access().throttle.check("labels", "reading")  # before any work is done for a stranger
    with access().throttle.reading("labels"):
        name = (upload.filename or "label")[:100]
        slug, deck = services().read_label(upload.read(), name, TIMEOUT_S)
        own = game(slug).read_deck(deck, "the deck on the label")
        if is_own(slug, own):  # draw now, so that nobody joins a table whose cards can't be shown
            draw(slug, own, request_language())
    return slug, deck


def _line(code: str) -> dict[str, object] | None:
    """Return a table's line on the home page, even if it can't be read; None without a right."""
    try:
        visitor = visit(code)
        with readable(code):
            summary = visitor.screens.summary(visitor.log)
            outcome = visitor.screens.outcome(visitor.log.state)
    except UnknownTableError:  # deleted meanwhile
        return None
    except UnreadableError:
        log.info("a table can't be read", exc_info=True)
        return {"code": code, "unreadable": True, "at": "", "players": ""}
    if not (visitor.hosting or visitor.seat):
        return None
    at, locale = visitor.log.events[-1].at, request_language()
    return {
        "code": code,
        "title": short_title(game(visitor.game).title),
        "hosting": visitor.hosting,
        "playing": visitor.seat is not None,
        "place": url_for("pages.play" if visitor.seat else "pages.host", code=code),
        "players": format_list(summary["names"], locale=locale) if summary["names"] else "",
        "round": summary["round"],
        "at": at,
        "day": day(at),
        "result": translate_view(headline(outcome)) if outcome else "",
    }


# --- solitaire for one ----------------------------------------------------------------------------


@solo.get("/s")
@solo.get("/S")
@solo.get("/s/<puzzle>")
@solo.get("/S/<puzzle>")
def come(puzzle: str = "") -> AnyResponse:
    """Go to this phone's board, or show a button that opens one."""
    name = str(read_name(puzzle)) if puzzle else ""
    if code := _own_board():
        return redirect(url_for("pages.play", code=code) + (f"#puzzle={name}" if name else ""), 303)
    page = make_response(
        render_template("solo.html", game=SOLITAIRE, puzzle=name, today=_today(), key=new_token())
    )
    try_cookies(page)
    return page


@solo.post("/s")
def begin() -> AnyResponse:
    """Open and start a table for one, with the puzzle if one was asked for.

    Everything follows from the page's key, so a button tapped twice leads to one table.
    """
    name = request.form.get("puzzle", "")
    if name:
        work_in("hints")
    elif code := _own_board():
        return redirect(url_for("pages.play", code=code), 303)
    access().throttle.count("openings")
    require_cookies()
    puzzle = str(read_name(name)) if name else ""
    given = request.form.get("key", "")
    key = given if TOKEN.fullmatch(given) else new_token()
    code, host = open_table(SOLITAIRE, token=derive_token(key, HOST))
    row, seat = screens(SOLITAIRE), derive_token(key, SEAT)
    sitting = row.seat(services().store.log(code), translate_text(say("Solo")), "")
    take, start = derive_token(key, "take"), derive_token(key, "start")
    taken = append(code, Intent("door", "seat.take", sitting, take, ["solo"], token=seat))
    append(code, Intent(HOST, "game.start", {"mode": FREE, "rounds": 1}, start))
    if puzzle:
        seat_id = taken.event.payload["seat"]
        asked_for = {"seat": seat_id, "puzzle": puzzle, "expects": {"changes": 0}}
        chance, now, log = services().random, services().store.now(), services().store.log(code)
        kind, payload = row.tap("puzzle.open", asked_for, log, chance, now)
        append(code, Intent(seat_id, kind, payload, derive_token(key, "puzzle"), [puzzle]))
    answer = redirect(url_for("pages.play", code=code), 303)
    set_cookie(answer, code, HOST, host)
    set_cookie(answer, code, SEAT, seat)
    return answer


def _today() -> str:
    """Return the name of today's puzzle, everywhere the same: the day is that of UTC."""
    return str(puzzle_of(services().store.now().date()))


def _own_board() -> str:
    """Return the code of the newest table at which this phone plays freely; "" for none."""
    for each in valid_cookies(each for each in device_cookies() if each.role == SEAT):
        with suppress(UnknownTableError, UnreadableError):
            visitor = visit(each.code)
            state = visitor.log.state
            free = isinstance(state, TableState) and state.mode == FREE and state.phase == "play"
            if visitor.seat and free:
                return each.code
    return ""
