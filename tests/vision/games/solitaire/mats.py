"""A solitaire board and a tally mat beside it, seen from straight above: a pixel is a
millimetre.
"""

from __future__ import annotations

import numpy as np

from companion.layout import Size
from companion.solitaire.board import standard
from companion.solitaire.pieces import MAT, board_size
from vision.games.solitaire.contents import Item
from vision.games.solitaire.sheets import Kind, Sheet
from vision.table.camera import Camera
from vision.table.plane import Plane

BOARD = board_size(standard())
ASIDE = 300.0  # mm from the board's left side to the mat's


def sheet(kind: Kind, size: Size, left: float) -> Sheet:
    """A sheet whose left side lies so far from the picture's; a pixel is a millimetre."""
    plane = Plane(np.array([[1.0, 0, -left], [0, 1, 0], [0, 0, 1]]), 0.0, (0.0, 0.0), 1.0)
    rows, columns = (3, 4) if kind == "board" else (0, 0)
    return Sheet(kind, rows, columns, size, plane, Camera(0, 0, 500), 4)


ON_BOARD, ON_MAT = sheet("board", BOARD, 0.0), sheet("mat", MAT, ASIDE)


def token(x: float, y: float, at: int) -> Item:
    """A small token in the middle of a place."""
    around = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))
    return Item("S", "token-small-ruby", "token", x, y, 0.0, around, at)
