"""Your own deck: a file or the photo of a box label, to look at, print and play.

Only this computer may. Decks are kept in memory, for as long as the server runs.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.decks import NAME_OF_GAME
from companion.errors import DeckError
from companion.game import Deck, Game, game_for, offering
from companion.game import game as find_game
from companion.language import say
from companion.tomltext import MAX_BYTES, read_toml
from web.auth.access import access
from web.auth.cookies import HOST, set_cookie
from web.auth.visits import require_home
from web.games.base import edition
from web.photos import TIMEOUT_S
from web.pictures.own_cards import draw, is_own
from web.places import work_in
from web.refusal import ApiError
from web.services import services
from web.tables.pages import open_table
from web.text.languages import request_language, translate_text, translate_view

decks = Blueprint("decks", __name__)
decks.before_request(require_home)
MOST = 20  # decks that are kept


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck that was read from `text`, a deck file."""

    game: Game
    text: str
    deck: Deck


def keep_deck(app: Flask, slug: str, text: str, source: str) -> str:
    """Check a deck and draw its cards; return the name under which it is kept.

    Raises `DeckError`, which names line and field.
    """
    row = game_for("table", slug)
    read, name = row.read_deck(text, source), edition(text)
    if is_own(slug, read):
        draw(slug, read, request_language())
    services(app).decks[slug, name] = read  # for the pictures of its cards
    kept = _kept(app)
    kept[name] = OwnDeck(row, text, read)
    while len(kept) > MOST:
        kept.popitem(last=False)
    return name


def find_deck(name: str) -> OwnDeck:
    """Return a deck that is kept; raise `ApiError` 404."""
    if found := _kept(current_app).get(name):
        return found
    raise ApiError(404, "not-found", say("That deck isn't here any more. Open its file again."))


def _kept(app: Flask) -> OrderedDict[str, OwnDeck]:
    kept: OrderedDict[str, OwnDeck] = app.extensions.setdefault("rookery.decks", OrderedDict())
    return kept


@decks.get("/deck")
def page() -> str:
    """Ask for a deck file or the photo of a box label, and list the decks that are open."""
    return _page(None)


def _page(error: DeckError | None) -> str:
    fault = error and translate_view(
        {"at": error.at, "problem": error.problem, "remedy": error.remedy}
    )
    return render_template(
        "deck.html", games=offering("table"), kept=_kept(current_app), fault=fault, short=_short
    )


@decks.get("/deck/file")
def may_send() -> tuple[str, int]:
    """Return 204 if a file may be sent now, else the refusal that it would get."""
    access().throttle.check("labels", "reading")
    return "", 204


@decks.post("/deck/file")
def read() -> AnyResponse | tuple[str, int]:
    """Check a deck and go to its page, or say where its file has a mistake."""
    work_in("photos")
    file, label = request.files.get("deck"), request.files.get("label")
    upload = file or label
    if not upload:
        raise ApiError(400, "malformed", say("Choose a file first."))
    source = (upload.filename or "deck")[:100]
    try:
        if file:
            slug, text = _deck_file(file.read(MAX_BYTES + 1), source)
        else:
            access().throttle.check("labels", "reading")
            with access().throttle.reading("labels"):
                slug, text = services().read_label(upload.read(), source, TIMEOUT_S)
        name = keep_deck(current_app, slug, text, source)
    except DeckError as error:
        return _page(error), 400
    return redirect(url_for("decks.show", name=name), 303)


def _deck_file(data: bytes, source: str) -> tuple[str, str]:
    """Return the game and the text of a deck file; raise `DeckError`."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise DeckError(source, say("isn't UTF-8 text")) from None
    slug = read_toml(text, source).get(NAME_OF_GAME)
    if not isinstance(slug, str) or slug not in [row.slug for row in offering("table")]:
        problem = say("doesn't say which game it is for")
        remedy = say("write {line} as its first line", line='game = "giza"')
        raise DeckError(source, problem, remedy=remedy)
    return slug, text


@decks.get("/deck/start/<game>.toml")
def start(game: str) -> Response:
    """Return a game's standard deck as a file to change."""
    from printables.decks.spreadsheet import new_deck  # noqa: PLC0415 - reportlab is heavy

    row = game_for("table", game)
    response = make_response(new_deck(row, f"my-{row.slug}.toml", None))
    response.mimetype = "application/toml"
    name = f'attachment; filename="my-{row.slug}.toml"'
    response.headers["Content-Disposition"] = name
    return response


@decks.get("/deck/<name>")
def show(name: str) -> str:
    """Show a deck's cards, with buttons to play and to print it."""
    own = find_deck(name)
    faces = [(piece, face) for piece in own.game.pieces(own.deck) for face in piece.faces]
    return render_template(
        "own-deck.html",
        name=name,
        own=own,
        title=own.deck.title,
        game=_short(own.game.slug),
        faces=faces,
        language=request_language(),
    )


@decks.post("/deck/<name>/play")
def play(name: str) -> AnyResponse:
    """Open a table with the deck, and go to its host's screen."""
    own = find_deck(name)
    access().throttle.count("openings")
    code, token = open_table(own.game.slug, own.text)
    answer = redirect(url_for("pages.host", code=code), 303)
    set_cookie(answer, code, HOST, token)
    return answer


def _short(slug: str) -> str:
    return translate_text(find_game(slug).title).partition(":")[0]
