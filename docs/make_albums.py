"""Draw vision/evidence/albums again (`make albums`): the standard decks' cards as printed in full,
low and mono ink, 0.5 px a mm.

Run it and commit its files whenever such a drawing changes; tests/vision/evidence says when.

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
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import vision.evidence
from companion.deckfile import load_deck
from companion.game import game
from companion.solitaire.board import standard as solitaire
from companion.solitaire.pieces import mat_places
from printables.draw.pen import PdfPen
from printables.draw.render import opened, rendered
from printables.faces.artists import artist
from printables.output.albums import card_pictures
from vision.evidence.album import INKS, Ink
from vision.games.solitaire.lines import seen
from vision.games.solitaire.mat import box
from vision.games.solitaire.paper import PX, SIGN, against_stone

GAMES = ("giza",)  # whose cards are compared with their print
FINE = 4  # pixels drawn for each that is kept, across and down


def main() -> None:
    """Write a picture for each game and amount of ink, and an index for each game."""
    folder = Path(vision.evidence.__file__).with_name("albums")
    for ink in INKS:
        for slug in GAMES:
            deck = load_deck(game(slug))
            faces, pictures = card_pictures(slug, deck, ink, {})
            index = {"deck": deck.fingerprint, "faces": faces}
            strip = np.concatenate(list(pictures))  # one below the other
            cv2.imwrite(str(folder / f"{slug}-{ink}.png"), strip, [cv2.IMWRITE_PNG_COMPRESSION, 9])
            (folder / f"{slug}.json").write_text(json.dumps(index) + "\n", "utf-8")


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
