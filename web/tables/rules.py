"""A game's rules as a page: the text of `rookery rules` with the figures of the rules sheet."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.deckfile import load_deck, load_summary, resized
from companion.game import Deck, offering
from companion.game import game as find_game
from companion.language import ENGLISH, say
from companion.language import spoken as reworded
from companion.layout import Size
from companion.summary import LEGEND
from web.auth.access import access
from web.auth.visits import visit
from web.packed import constant
from web.refusal import ApiError
from web.tables.rights import PLACES
from web.text.languages import request_language, translate_text

KEPT = 64  # pages, and their figures, that are cached
rules = Blueprint("rules", __name__)


@rules.get("/rules")
def index() -> str:
    """Show the games whose rules there are."""
    return render_template("rules-index.html", games=offering("table"))


@rules.get("/rules/<game>")
def of_game(game: str) -> Response:
    """Show a game's rules with the standard deck; `?board=4x5` is Solitaire's on another board."""
    if game not in [row.slug for row in offering("table")]:
        raise ApiError(404, "not-found", say("There is nothing at this address."))
    row, board = find_game(game), request.args.get("board")
    deck = _standard(game)
    sizes = getattr(deck, "sizes", ())
    own = resized(row, deck, board)
    here = url_for("rules.of_game", game=game, board=getattr(own, "size", "") if board else None)
    back, language = url_for("rules.index"), request_language()
    return constant(_page(game, own, language, back=back, here=here, sizes=sizes))


@cache
def minutes(slug: str) -> tuple[int, int]:
    """Return about how long a game takes, at least and at most."""
    return load_summary(find_game(slug), _standard(slug), ENGLISH).minutes


@cache
def _standard(slug: str) -> Deck:
    """Return a game's own deck, whose file takes 4 ms to read."""
    return load_deck(find_game(slug))


@rules.get("/t/<code>/rules")
def of_table(code: str) -> Response:
    """Show the rules with the table's own deck to everyone at the table, else the game's rules."""
    visitor = visit(code)
    if not visitor.admitted:
        return redirect(url_for("rules.of_game", game=visitor.game), 303)
    deck = visitor.screens.table_deck(visitor.log)
    code, role = visitor.code, visitor.role
    back = url_for(PLACES.get(role, "pages.play"), code=code)
    here = url_for("rules.of_table", code=code, view=role if role in PLACES else None)
    return constant(_page(visitor.game, deck, request_language(), back=back, here=here))


@lru_cache(maxsize=KEPT)
def _page(
    slug: str, deck: Deck, language: str, *, back: str, here: str, sizes: tuple[str, ...] = ()
) -> bytes:
    """Return a page in the request's language, compressed; `here` is its own address."""
    row = find_game(slug)
    summary = load_summary(row, reworded(deck, language), language)
    known: set[str] = set()
    sections = []
    for section in summary.page:
        lines = []
        for item in section.items:  # the first item of each rule has its anchor, others have ""
            new = [number for number in item.numbers.split() if number not in known]
            known.update(new)
            lines.append((item, new[0] if new else ""))
        sections.append((section, lines))
    text = render_template(
        "rules.html",
        game=row.slug,
        players=row.players,
        summary=summary,
        sections=sections,
        figures=_figures(row.slug, deck, language),
        legend=translate_text(LEGEND),
        back=back,
        here=here,
        sizes=sizes,
        board=getattr(deck, "size", ""),
    )
    return gzip.compress(text.encode(), mtime=0)


@lru_cache(maxsize=KEPT)
def _figures(slug: str, deck: Deck, language: str) -> dict[str, Markup]:
    from printables.art.cover import cover  # noqa: PLC0415 - reportlab is heavy
    from printables.art.figures import WIDTH  # noqa: PLC0415 - see above
    from printables.draw.svg import SvgPen  # noqa: PLC0415 - see above

    access().throttle.count("drawings")
    figures, words = {}, reworded(deck, language)
    for section in load_summary(find_game(slug), words, language).sections:
        if section.figure:
            figure = cover(slug).figures[section.figure]
            pen = SvgPen(Size(WIDTH, figure.height), language=language)
            figure.draw(pen, words)
            drawn = pen.to_svg(section.title, section.figure)
            figures[section.figure] = Markup(drawn)  # noqa: S704 - the pen escapes all words
    return figures
