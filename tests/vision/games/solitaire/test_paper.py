"""Paper: what a pyramid hides of the board."""

from __future__ import annotations

import numpy as np

from companion.solitaire.pieces import RIM, SQUARE
from vision.games.solitaire.paper import PX, Pose, filled, middle, widened
from vision.table.camera import Camera

CELL = (0, 0)
SIDE = round((2 * RIM + 2 * SQUARE) * PX)
ASIDE = Camera(RIM + 2.5 * SQUARE, RIM + 2 * SQUARE, 500.0)


def test_a_lifted_pyramid_hides_more() -> None:
    """What stands on others of its size looks larger."""
    x, y = middle(CELL).tolist()
    flat, lifted = (
        filled(Pose("S", x, y, 0, rise).patch(ASIDE), (SIDE, SIDE)).sum() for rise in (0, 12)
    )
    assert lifted > flat


def test_a_mask_is_widened_all_round() -> None:
    """By so many mm, in each direction."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    mask[50, 50] = 1
    rows, columns = np.nonzero(widened(mask, 1.0))
    by = round(PX)
    assert [int(side) for axis in (rows, columns) for side in (axis.min(), axis.max())] == [
        50 - by,
        50 + by,
    ] * 2
