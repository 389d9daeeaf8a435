"""Draw vision/games/giza/albums again (`make albums`): the standard deck's cards in full, low and
mono ink, 0.5 px a mm.

Run it and commit its files whenever such a drawing changes; tests/vision/games/giza says when.

    python -m docs.make_albums signs FOLDER

draws what the reader knows solitaire's empty squares and places by, in full ink above little ink.
`signs.png` holds the signs of squares a1, b1, a2 and b2, one of each kind, side by side;
`places.png` the mat's first places for a large, a medium and a small pyramid, aligned at the top.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import vision.games.giza
from companion.game import game
from companion.giza import GAME as GIZA
from companion.giza.deck import standard as giza
from companion.layout import POKER
from companion.solitaire.board import standard as solitaire
from companion.solitaire.pieces import mat_places
from printables.draw.embedding import finished
from printables.draw.pen import PdfPen
from printables.draw.render import opened, rendered
from printables.faces.artists import artist
from vision.games.giza.prints import HEIGHT, INKS, WIDTH, Face, Ink
from vision.games.solitaire.lines import seen
from vision.games.solitaire.mat import box
from vision.games.solitaire.paper import PX, SIGN, against_stone

FINE = 4  # pixels drawn for each that is kept, across and down


def main() -> None:
    """Write a picture for each amount of ink, and an index."""
    folder, faces = Path(vision.games.giza.__file__).with_name("albums"), tuple[Face, ...]()
    for ink in INKS:
        faces, pictures = card_pictures(ink)
        strip = np.concatenate(list(pictures))  # one below the other
        cv2.imwrite(str(folder / f"giza-{ink}.png"), strip, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    index = {"deck": giza().fingerprint, "faces": faces}
    (folder / "giza.json").write_text(json.dumps(index) + "\n", "utf-8")


def card_pictures(ink: Ink) -> tuple[tuple[Face, ...], NDArray[np.uint8]]:
    """Return giza's tagged faces of card size and their pictures: n x 44 x 32, grey."""
    deck, faces = giza(), []
    draw = artist(GIZA)
    canvas = Canvas(BytesIO(), invariant=1, pagesize=(POKER.width * mm, POKER.height * mm))
    for piece in GIZA.pieces(deck):
        for side, tags in piece.faces.items():
            if tags and piece.size == POKER:
                faces.append((piece.id, side))
                draw(PdfPen(canvas, POKER, ink), piece, side, deck)
                canvas.showPage()
    with opened(b"".join(finished(canvas))) as document:
        fine = (rendered(document[page], FINE) for page in range(len(faces)))
        small = [
            np.array(face.convert("L").resize((WIDTH, HEIGHT), Image.Resampling.BOX))
            for face in fine
        ]
    return tuple(faces), np.array(small, np.uint8)


def printed(slug: str, kind: str, deck: Any, ink: Ink, px_per_mm: float) -> NDArray[np.uint8]:
    """Return the first piece of a kind as it is printed, upright, BGR."""
    of = game(slug)
    piece = next(piece for piece in of.pieces(deck) if piece.kind == kind)
    file, width, height = BytesIO(), piece.size.width, piece.size.height
    canvas = Canvas(file, invariant=1, pagesize=(width * mm, height * mm))
    artist(of)(PdfPen(canvas, piece.size, ink), piece, "front", deck)
    canvas.showPage()
    canvas.save()
    with opened(file.getvalue()) as document:
        fine = np.asarray(rendered(document[0], FINE * px_per_mm).convert("RGB"))[:, :, ::-1]
    high, wide = (round(side * FINE * px_per_mm) for side in (height, width))
    scale, way = 1 / FINE, cv2.INTER_AREA
    small = cv2.resize(fine[:high, :wide], None, fx=scale, fy=scale, interpolation=way)
    return np.asarray(small, np.uint8)


def signs(folder: Path) -> None:
    """Write `signs.png` and `places.png` to a folder."""
    rows, side = [], round(SIGN * PX)
    for ink in ("full", "low"):
        squares = against_stone(printed("solitaire", "board", solitaire(), ink, PX), 3, 4)
        parts = []
        for cell in ((0, 0), (0, 1), (1, 0), (1, 1)):
            square = squares[cell].mean(2)
            start = (len(square) - side) // 2
            part = np.clip(-square[start : start + side, start : start + side], 0, None)
            parts.append(255 * part / part.max())  # 255 for what darkens the stone most
        grey = seen(printed("solitaire", "mat", solitaire(), ink, PX))
        places = [grey[box(place)] for place in mat_places(solitaire()) if place.number == 1]
        tallest = max(map(len, places))
        high = [((0, tallest - len(place)), (0, 0)) for place in places]
        padded = [np.pad(*each, constant_values=255) for each in zip(places, high, strict=True)]
        rows.append((np.asarray(np.hstack(parts), np.uint8), np.hstack(padded)))
    for name, pictures in zip(("signs", "places"), zip(*rows, strict=True), strict=True):
        cv2.imwrite(str(folder / f"{name}.png"), np.vstack(pictures))


if __name__ == "__main__":
    if sys.argv[1:2] == ["signs"]:
        signs(Path(sys.argv[2]))
    else:
        main()
