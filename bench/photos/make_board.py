"""Make vision/evidence/albums/rocks-board-*.webp again: the rocks board as printed with full, low
and mono ink, one px a mm.

To be run, and the files committed, whenever the board's drawing changes;
tests/vision/games/rocks/test_row.py says when.

    python bench/photos/make_board.py
"""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.game import game
from companion.rocks.boardfile import standard
from printables.draw.pen import PdfPen
from printables.draw.render import leaf, opened
from printables.faces.artists import artist
from vision.evidence.album import INKS, Ink
from vision.games.rocks.look import FILE

FINE = 4  # px per mm that the board is drawn at before it is made small


def main() -> None:
    """Write the pictures."""
    for ink in INKS:
        data = cv2.imencode(".webp", drawn(ink), [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
        Path(str(files("vision.evidence"))).joinpath("albums", FILE.format(ink)).write_bytes(data)
        print(f"{FILE.format(ink)}: {len(data)} bytes")


def drawn(ink: Ink = "full") -> NDArray[np.uint8]:
    """The standard board, BGR, one px a mm."""
    board, of = standard(), game("rocks")
    piece = next(piece for piece in of.pieces(board) if piece.kind == "board")
    file, size = BytesIO(), (piece.size.width * mm, piece.size.height * mm)
    canvas = Canvas(file, invariant=1, pagesize=size)
    artist(of)(PdfPen(canvas, piece.size, ink), piece, "front", board)
    canvas.showPage()
    canvas.save()
    with opened(file.getvalue()) as document:
        fine = np.asarray(leaf(document, 1).picture(FINE).convert("RGB"))[:, :, ::-1]
    side = board.drawing.side
    return np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


if __name__ == "__main__":
    main()
