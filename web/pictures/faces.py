"""A printed face as screens show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import UsageError
from companion.game import Deck
from companion.language import ENGLISH, spoken
from web.games.base import screens

if TYPE_CHECKING:
    from printables.draw.pictures import Picture

NO_PICTURES: Mapping[str, Picture] = {}


def draw_face(
    slug: str,
    deck: Deck,
    piece: str,
    face: str,
    language: str = ENGLISH,
    *,
    pictures: Mapping[str, Picture] = NO_PICTURES,
) -> str:
    """Return a face as SVG, cut at its trim and without tags, which are for photos of paper.

    The piece's name makes its ids unique. `pictures` are the deck's own, by name. Raises
    `UsageError` if the deck has no such piece.
    """
    row = screens(slug)
    if other := row.drawing(deck, piece, face, language):
        return other
    from printables.draw.svg import SvgPen  # noqa: PLC0415 - reportlab is heavy
    from printables.faces.artists import artist  # noqa: PLC0415 - see above

    pieces = row.game.pieces(deck)
    printed = next((one for one in pieces if one.id == piece and face in one.faces), None)
    if printed is None:
        raise UsageError(f"{piece} {face}"[:60], "no such piece in that deck")
    pen = SvgPen(printed.size, pictures=pictures, language=language)
    plain = replace(printed, faces=dict.fromkeys(printed.faces, ()))
    artist(row.game)(pen, plain, face, spoken(deck, language))
    return pen.to_svg(f"{piece}, {face}", f"{piece}-{face}")
