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
from companion.layout import POKER
from printables.draw.colours import Ink
from printables.draw.embedding import finished
from printables.draw.pen import PdfPen
from printables.draw.pictures import Picture, art_of
from printables.draw.render import opened, rendered
from printables.faces.artists import artist

Face: TypeAlias = tuple[str, str]  # a piece's id and its side
PX_PER_MM = 0.5
FINE = 4  # px per mm at which a face is drawn before it is scaled down


def card_pictures(
    slug: str, deck: Deck, ink: Ink, pictures: Mapping[str, Picture]
) -> tuple[tuple[Face, ...], NDArray[np.uint8]]:
    """Return the tagged faces of card size and their pictures: n x 44 x 32, grey, 0.5 px per mm.

    Cards whose picture from the deck's owner is missing from `pictures` are left out.
    """
    row, art, faces = game(slug), art_of(deck), []
    draw = artist(row)
    canvas = Canvas(BytesIO(), invariant=1, pagesize=(POKER.width * mm, POKER.height * mm))
    for piece in row.pieces(deck):
        unknown = piece.id in art and art[piece.id].name not in pictures
        for side, tags in piece.faces.items():
            if tags and piece.size == POKER and not unknown:
                faces.append((piece.id, side))
                draw(PdfPen(canvas, POKER, ink, pictures), piece, side, deck)
                canvas.showPage()
    size = (round(POKER.width * PX_PER_MM), round(POKER.height * PX_PER_MM))
    if not faces:  # of boards and tiles alone
        return (), np.zeros((0, size[1], size[0]), np.uint8)
    with opened(b"".join(finished(canvas))) as document:
        fine = (rendered(document[page], FINE) for page in range(len(faces)))
        small = [np.array(face.convert("L").resize(size, Image.Resampling.BOX)) for face in fine]
    return tuple(faces), np.array(small, np.uint8)
