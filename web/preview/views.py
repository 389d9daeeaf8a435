"""The preview of a deck in this computer's browser, updated whenever its file is saved.

Nobody else can see it: its server listens only on the loopback address and accepts only its names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    jsonify,
    make_response,
    render_template,
    request,
)

from companion.deckfile import load_deck
from companion.language import say
from printables.draw.colours import Ink
from printables.draw.svg import SvgPen
from printables.faces.artists import artist, shape_of
from web import errors, packed
from web.auth import security
from web.machine import is_loopback, split_host
from web.pictures.svg import svg, with_letters
from web.preview.workbench import Workbench, state_of
from web.refusal import ApiError
from web.text import languages

INKS: tuple[Ink, ...] = get_args(Ink)
STANDARD = "standard"

preview_pages = Blueprint("preview_pages", __name__)


def create_preview(bench: Workbench) -> Flask:
    """Return the app that shows a deck file."""
    app = Flask("web")  # uses the templates and static files of `web`
    app.extensions["bench"] = bench
    app.before_request(_check_host)
    app.before_request(security.check_origin)
    app.after_request(security.add_headers)
    languages.register(app)
    app.register_error_handler(Exception, errors.respond)
    packed.register(app)
    app.register_blueprint(preview_pages)
    return app


def _check_host() -> None:
    name, _ = split_host(request.headers.get("Host", ""))
    if not is_loopback(name):
        problem = say(
            "The preview works only on the computer that runs it. Use the address shown there."
        )
        raise ApiError(403, "host", problem)


def _bench() -> Workbench:
    bench: Workbench = current_app.extensions["bench"]
    return bench


@preview_pages.get("/")
def page() -> str:
    """Show the page, which its script fills from `state`."""
    bench = _bench()
    return render_template(
        "preview.html", file=bench.name, command=bench.command, own=bench.own, inks=INKS
    )


@preview_pages.get("/state")
def state() -> Response:
    """Return the deck file's state; 304 if nothing has changed."""
    bench = _bench()
    look = bench.look()
    tag = f"{look.revision}-{languages.request_language()}"
    known = tag in request.if_none_match
    response = make_response(
        ("", 304) if known else jsonify(languages.translate_view(state_of(bench, look)))
    )
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(tag)
    return response


@preview_pages.get("/faces/<revision>/<ink>/<piece>/<face>.svg")
def face_picture(revision: str, ink: Ink, piece: str, face: str) -> Response:
    """Return a face as it is printed; the revision in the address lets browsers keep it.

    `STANDARD` in its place is the game's own deck, to compare with.
    """
    good = _bench().good
    if good is None or revision not in {good.revision, STANDARD} or ink not in INKS:
        raise ApiError(404, "not-found", "The deck has changed. Reload the page.")
    report = good.report
    if report and revision == STANDARD and not report.faces:
        report = replace(report, read=load_deck(report.game), pictures={})
    pieces = report.game.pieces(report.deck) if report else ()
    printed = next((one for one in pieces if one.id == piece and face in one.faces), None)
    if report is None or printed is None:
        raise ApiError(404, "not-found", "This deck doesn't have that piece.")
    pen = SvgPen(printed.size, ink, report.pictures or {})
    shape = shape_of(report.game, report.deck, report.faces)(printed)
    draw = artist(report.game, report.faces)
    if shape is None:
        draw(pen, printed, face, report.deck)
    else:
        back = shape.cut.mapped(-1, 1, printed.size.width, 0)
        with pen.clip(shape.cut if face == "front" else back):
            draw(pen, printed, face, report.deck)
    response = svg(with_letters(pen.to_svg(f"{piece}, {face}", f"{piece}-{face}")))
    response.headers["Cache-Control"] = packed.FOR_EVER.replace("public", "private")
    return response
