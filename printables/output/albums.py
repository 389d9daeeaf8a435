"""Albums: small pictures of a deck's cards, which the scanner compares with photos."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.game import Deck, game
from companion.layout import CARD_TAG, POKER, TagSpot
from printables.draw.colours import Ink
from printables.draw.embedding import finished
from printables.draw.pen import PdfPen
from printables.draw.pictures import Picture, art_of
from printables.draw.render import opened, rendered
from printables.faces.artists import artist

Face: TypeAlias = tuple[str, str]  # a piece's id and its side
WHITE = round(CARD_TAG) + 2  # side of the square left white for a tag and its blurred edges, mm
FINE = 4  # px per mm at which a face is drawn before it is scaled down


def card_pictures(
    slug: str, deck: Deck, ink: Ink, pictures: Mapping[str, Picture]
) -> tuple[tuple[Face, ...], NDArray[np.uint8]]:
    """Return the tagged faces of card size and their pictures: n x 88 x 63 x 3, BGR, 1 px per mm.

    Tags are white, because the scanner compares only the rest. Cards whose picture from the deck's
    owner is missing from `pictures` are left out.
    """
    row, art, faces = game(slug), art_of(deck), []
    tags_of: list[tuple[TagSpot, ...]] = []
    draw = artist(row)
    canvas = Canvas(BytesIO(), invariant=1, pagesize=(POKER.width * mm, POKER.height * mm))
    for piece in row.pieces(deck):
        unknown = piece.id in art and art[piece.id].name not in pictures
        for side, tags in piece.faces.items():
            if tags and piece.size == POKER and not unknown:
                faces.append((piece.id, side))
                tags_of.append(tags)
                draw(PdfPen(canvas, POKER, ink, pictures), piece, side, deck)
                canvas.showPage()
    size = (round(POKER.width), round(POKER.height))
    if not faces:  # of boards and tiles alone
        return (), np.zeros((0, size[1], size[0], 3), np.uint8)
    with opened(b"".join(finished(canvas))) as document:
        fine = (rendered(document[page], FINE) for page in range(len(faces)))
        small = [
            np.array(face.convert("RGB").resize(size, Image.Resampling.BOX))[..., ::-1]
            for face in fine
        ]
    for picture, spots in zip(small, tags_of, strict=True):
        for tag in spots:
            left, top = (int(middle - tag.size / 2) for middle in (tag.x, tag.y))
            picture[top : top + WHITE, left : left + WHITE] = 255
    return tuple(faces), np.array(small, np.uint8)
