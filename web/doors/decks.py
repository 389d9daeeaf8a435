"""Your own deck: a file or the photo of a box label, to look at, print and play.

Only this computer may. Decks are kept in memory, and their own pictures in a folder for temporary
files, for as long as the server runs; a table gets copies of them.
"""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from weakref import finalize

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
from companion.fields import Art
from companion.game import Deck, Game, game_for, offering
from companion.language import say
from companion.text import composed
from companion.tomltext import MAX_BYTES, read_toml
from companion.wording import quoted
from web.auth.access import access, may_send
from web.auth.cookies import HOST, set_cookie
from web.auth.visits import require_home
from web.games.base import edition
from web.own_art import NO_ART, OwnArt, art_in, gather
from web.photos import TIMEOUT_S
from web.pictures.own_cards import draw, faults, is_own
from web.places import work_in
from web.refusal import ApiError
from web.services import services
from web.tables.pages import open_table
from web.text.languages import request_language, short_title, translate_view

decks = Blueprint("decks", __name__)
decks.before_request(require_home)
MOST = 20  # decks that are kept


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class OwnDeck:
    """A deck that was read from `text`, a deck file.

    It is kept under its `name`. `faults` are errors for pictures in whose place the standard
    drawings are shown.
    """

    game: Game
    text: str
    deck: Deck
    name: str
    art: OwnArt = NO_ART
    faults: list[DeckError] = field(default_factory=list)


def keep_deck(
    app: Flask, slug: str, text: str, source: str, read: Callable[[Art], bytes] | None = None
) -> OwnDeck:
    """Check a deck and draw its cards; return what is kept.

    `read` returns the file of a picture or raises `DeckError`; None for a deck without any. Raises
    `DeckError`, which names line and field.
    """
    row = game_for("table", slug)
    deck, language = row.read_deck(text, source), request_language()
    if read and art_in(deck):
        folder = Path(mkdtemp(prefix="rookery-deck-"))
        art, missing = gather(deck, folder, read)
        own = OwnDeck(row, text, deck, edition(text, art.digest), art, missing)
        finalize(own, shutil.rmtree, folder, ignore_errors=True)
        own.faults.extend(faults(slug, deck, language, art))
    else:
        own = OwnDeck(row, text, deck, edition(text))
        if is_own(slug, deck):
            draw(slug, deck, language)
    services(app).decks[slug, own.name] = deck  # for the pictures of its cards
    services(app).pictures[own.name] = own.art
    kept = _kept(app)
    kept[own.name] = own
    while len(kept) > MOST:
        kept.popitem(last=False)
    return own


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
        "deck.html",
        games=offering("table"),
        kept=_kept(current_app),
        fault=fault,
        short=short_title,
    )


decks.get("/deck/file")(may_send)


@decks.post("/deck/file")
def read() -> AnyResponse | tuple[str, int]:
    """Check a deck and go to its page, or say where its file has a mistake."""
    work_in("photos")
    files, label = request.files.getlist("deck"), request.files.get("label")
    pictures = {_base(each.filename or ""): each for each in files}
    file = next((each for name, each in pictures.items() if name.lower().endswith(".toml")), None)
    file = file or next(iter(files), None)
    upload = file or label
    if not upload:
        raise ApiError(400, "malformed", say("Choose a file first."))
    source = (upload.filename or "deck")[:100]

    def picture(art: Art) -> bytes:
        if found := pictures.get(_base(art.name)):
            found.seek(0)
            data: bytes = found.read()
            return data
        problem = say("{name} wasn't chosen", name=quoted(art.name))
        raise DeckError(source, problem, at=art.at)

    try:
        if file:
            slug, text = _deck_file(file.read(MAX_BYTES + 1), source)
        else:
            access().throttle.check("labels", "reading")
            with access().throttle.reading("labels"):
                slug, text = services().read_label(upload.read(), source, TIMEOUT_S)
        name = keep_deck(current_app, slug, text, source, picture if file else None).name
    except DeckError as error:
        return _page(error), 400
    return redirect(url_for("decks.show", name=name), 303)


def _base(name: str) -> str:
    """Return a file's name without folders, of which browsers say nothing."""
    return composed(name.replace("\\", "/").rpartition("/")[2])


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
        game=short_title(own.game.title),
        faces=faces,
        faults=[translate_view({"at": each.at, "problem": each.problem}) for each in own.faults],
        language=request_language(),
    )


@decks.post("/deck/<name>/play")
def play(name: str) -> AnyResponse:
    """Open a table with the deck, and go to its host's screen."""
    own = find_deck(name)
    access().throttle.count("openings")
    digest = own.art.digest
    options = {"pictures": digest} if digest else None
    code, token = open_table(own.game.slug, own.text, options=options)
    if digest:
        services().photos.keep_art(code, own.art.folder)
    answer = redirect(url_for("pages.host", code=code), 303)
    set_cookie(answer, code, HOST, token)
    return answer
