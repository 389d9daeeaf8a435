"""A game's rules as a page: the text of `rookery rules` with the figures of the rules sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.deckfile import load_deck, load_summary, resized
from companion.game import Deck, Game, offering
from companion.game import game as find_game
from companion.language import say
from companion.language import spoken as reworded
from companion.layout import Size
from companion.summary import LEGEND
from web.auth.access import access
from web.auth.visits import visit
from web.refusal import ApiError
from web.tables.rights import PLACES
from web.text.languages import request_language, translate_text

KEPT = 64  # pages whose figures are cached
rules = Blueprint("rules", __name__)


@rules.get("/rules/<game>")
def of_game(game: str) -> str:
    """Show a game's rules with the standard deck; `?board=4x5` is Solitaire's on another board."""
    if game not in [row.slug for row in offering("table")]:
        raise ApiError(404, "not-found", say("There is nothing at this address."))
    row, board = find_game(game), request.args.get("board")
    deck = load_deck(row)
    sizes = getattr(deck, "sizes", ())
    return _page(row, resized(row, deck, board), url_for("pages.home"), sizes)


@rules.get("/t/<code>/rules")
def of_table(code: str) -> Response | str:
    """Show the rules with the table's own deck to everyone at the table, else the game's rules."""
    visitor = visit(code)
    if not visitor.admitted:
        return redirect(url_for("rules.of_game", game=visitor.game), 303)
    deck = visitor.screens.table_deck(visitor.log)
    place = PLACES.get(visitor.role, "pages.play")
    return _page(find_game(visitor.game), deck, url_for(place, code=visitor.code))


def _page(row: Game, deck: Deck, back: str, sizes: Sequence[str] = ()) -> str:
    language = request_language()
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
    return render_template(
        "rules.html",
        game=row.slug,
        players=row.players,
        summary=summary,
        sections=sections,
        figures=_figures(row.slug, deck, language),
        legend=translate_text(LEGEND),
        back=back,
        sizes=sizes,
        board=getattr(deck, "size", ""),
    )


@lru_cache(maxsize=KEPT)
def _figures(slug: str, deck: Deck, language: str) -> dict[str, Markup]:
    from printables.art.cover import cover  # noqa: PLC0415 - reportlab is heavy
    from printables.art.figures import WIDTH  # noqa: PLC0415 - see above
    from printables.draw.pen import SvgPen  # noqa: PLC0415 - see above

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
