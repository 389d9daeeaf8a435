"""The pages: shells that a browser opens. All that lives on them comes from the table's state."""

from __future__ import annotations

import logging

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse

from companion.game import game, offering
from companion.language import say
from web.auth.access import access
from web.auth.cookies import (
    HOST,
    PASS,
    SCREEN,
    SEAT,
    TOKEN,
    cookie_name,
    drop_cookies,
    held,
    rights,
    set_cookie,
    tidy,
    try_cookies,
)
from web.auth.passes import MINUTES
from web.auth.payload import json_asked, need_cookies
from web.auth.visits import Visit, at_home, door_token, join_url, signed, visit
from web.photos.reading import TIMEOUT_S
from web.pictures.own_cards import draw, is_own
from web.refusal import ApiError
from web.services import services
from web.storage.store import TAKEN_AWAY, UnknownTableError
from web.storage.unreadable import UNREADABLE
from web.tables.opening import open_table
from web.text.languages import spoken, told, told_text

pages = Blueprint("pages", __name__)
log = logging.getLogger("rookery")

MOST_LISTED = 50  # tables
NO_PASS = "none"  # noqa: S105 - in the place of what can be none


@pages.get("/")
def home() -> AnyResponse:
    """Start a table, join one, or go back to one of this device's."""
    games = offering("table")
    tables = [row for code in _own_tables() if (row := _line(code))]
    page = make_response(render_template("home.html", games=games, tables=tables, plays=at_home()))
    try_cookies(page)
    tidy(page)
    return page


@pages.get("/tables")
def may_send_label() -> tuple[str, int]:
    """Say whether a photo of a box label may come from here now: 204, or the refusal that it would
    get.
    """
    access().throttle.check("labels", "reading")
    return "", 204


@pages.post("/tables")
def start() -> AnyResponse:
    """A new table; the browser goes on to its host's screen."""
    if not at_home():  # which needs none
        need_cookies()
    slug, deck = _label(upload) if (upload := request.files.get("label")) else (_asked_game(), None)
    known = [row.slug for row in offering("table")]
    if slug not in known:
        raise ApiError(
            400, "malformed", say("Unknown game. Choose one of {games}.", games=", ".join(known))
        )
    code, token = open_table(slug, deck)
    place = url_for("pages.host", code=code)
    if request.is_json:
        answer: AnyResponse = make_response({"code": code, "host": place}, 201)
    else:
        answer = redirect(place, 303)
    set_cookie(answer, code, HOST, token)
    return answer


@pages.get("/t/<code>/host")
def host(code: str) -> AnyResponse | str:
    """The host's screen; anybody else goes to the door."""
    seen = visit(code)
    if not seen.hosting:
        return redirect(url_for("pages.join", code=seen.code), 303)
    started = seen.screens.summary(seen.log)["phase"] != "lobby"
    where = join_url(seen.code)
    return render_template(
        "host.html",
        code=seen.code,
        game=seen.game,
        title=_short(seen.game),
        join_url=where,
        started=started,
    )


@pages.get("/t/<code>/screen")
def screen(code: str) -> AnyResponse | str:
    """The table for all to see, on a TV: what the host's screen shows, and nothing to tap."""
    seen = visit(code)
    if not (seen.watching or seen.hosting):
        return redirect(url_for("pages.join", code=seen.code), 303)
    where, title = join_url(seen.code), _short(seen.game)
    return render_template(
        "host.html",
        code=seen.code,
        game=seen.game,
        title=title,
        join_url=where,
        started=True,
        looks_on=True,
    )


@pages.get("/t/<code>")
def play(code: str) -> AnyResponse | str:
    """A seat's screen; who has none goes to the door."""
    seen = visit(code)
    if seen.seat is None:
        return redirect(url_for("pages.join", code=seen.code), 303)
    return render_template(
        "play.html",
        code=seen.code,
        game=seen.game,
        title=_short(seen.game),
        you=seen.seat,
        hosting=seen.hosting,
    )


@pages.get("/j")
def typed() -> AnyResponse:
    """A code typed by hand goes to its door."""
    return redirect(url_for("pages.join", code=visit(request.args.get("code", "")).code), 303)


@pages.get("/j/<code>")
def join(code: str) -> AnyResponse:
    """The door: a name and a colour. The phone gets its secret here, so that no lost answer can
    cost a seat.
    """
    seen = visit(code)
    if seen.code != code or "pass" in request.args:
        return _to_door(seen.code)
    handed = request.cookies.get(cookie_name(seen.code, PASS))
    known = access().passes.right(seen.code, handed) if handed else None
    if seen.seat is not None and known not in (HOST, SCREEN):
        return redirect(url_for("pages.play", code=seen.code), 303)
    door = told(seen.screens.door(seen.log))
    names = dict(
        zip(seen.screens.seats(seen.log), (seat["name"] for seat in door["seats"]), strict=True)
    )
    # known: None for no good one
    comes_back = {"known": known, "name": names.get(known or "")} if handed else None
    page = make_response(
        render_template(
            "join.html",
            code=seen.code,
            game=seen.game,
            comes_back=comes_back,
            left=_left(seen),
            **door,
        )
    )
    known_at_door = signed(seen.log, request.cookies.get(cookie_name(seen.code, SEAT), ""))
    if seen.seat is None and not known_at_door:
        set_cookie(page, seen.code, SEAT, door_token(seen.log))
    if handed and not known:
        drop_cookies(page, seen.code, PASS)
    tidy(page, seen.code)
    return page


def _to_door(code: str) -> AnyResponse:
    """To the door at its own address. A link's secret becomes a cookie and is nowhere to be seen;
    the door asks before it is used, for programs that look at every link must not use it up.
    """
    answer = redirect(url_for("pages.join", code=code), 303)
    if handed := request.args.get("pass"):
        set_cookie(answer, code, PASS, handed if TOKEN.fullmatch(handed) else NO_PASS, MINUTES * 60)
    return answer


def _left(seen: Visit) -> str:
    """How the seat that this phone says it had has left a phone last, as a kind of event; "" where
    it has not.
    """
    seat, events = request.args.get("left"), reversed(seen.log.events)
    return next(
        (each.kind for each in events if each.kind in TAKEN_AWAY and each.payload["seat"] == seat),
        "",
    )


def _asked_game() -> str:
    asked = json_asked() if request.is_json else request.form
    found = asked.get("game")
    return found if isinstance(found, str) else ""


def _label(upload: FileStorage) -> tuple[str, str]:
    """Game and deck file of the box label in a photo; raises `PhotoError` and `DeckError`."""
    access().throttle.check("labels", "reading")  # before any work is done for a stranger
    with services().reading.taken(), access().throttle.reading("labels"):
        slug, deck = services().read_label(
            upload.read(), (upload.filename or "label")[:100], TIMEOUT_S
        )
        own = game(slug).read_deck(deck, "the deck on the label")
        if is_own(slug, own):
            draw(slug, own, spoken())  # now, so that nobody sits down to cards that can't be shown
    return slug, deck


def _short(slug: str) -> str:
    """A game's name without what it is about: `Giza` of `Giza: the penguin pyramid`."""
    return told_text(game(slug).title).partition(":")[0]


def _own_tables() -> list[str]:
    """The tables of this device, the newest; at the server itself, of all."""
    codes = (
        services().store.codes()
        if at_home()
        else dict.fromkeys(each.code for each in rights(held()))
    )
    return list(codes)[:MOST_LISTED]


def _line(code: str) -> dict[str, object] | None:
    """What the home page tells of a table; also that it can't be read, for the others are none the
    worse for that.
    """
    try:
        return _facts(code)
    except UnknownTableError:  # deleted just now
        return None
    except UNREADABLE:
        log.info("a table can't be read", exc_info=True)
        return {"code": code, "unreadable": True}


def _facts(code: str) -> dict[str, object] | None:
    seen = visit(code)
    if not (seen.hosting or seen.seat):
        return None
    facts = seen.screens.summary(seen.log)
    return {
        "code": code,
        "title": _short(seen.game),
        "hosting": seen.hosting,
        "playing": seen.seat is not None,
        **facts,
    }
