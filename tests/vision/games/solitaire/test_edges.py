"""Edges: the size of a pyramid whose outline and ridges lie on those of the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.pieces import FRUSTUMS, RIM, SQUARE
from vision.games.solitaire.edges import Edges
from vision.games.solitaire.paper import PX, Pose, middle
from vision.photo.loader import Image
from vision.table.camera import Camera

CELL = (0, 0)
SIDE = round((2 * RIM + 2 * SQUARE) * PX)
ASIDE = Camera(RIM + 2.5 * SQUARE, RIM + 2 * SQUARE, 500.0)
X, Y = (float(n) for n in middle(CELL))
ABOVE = Camera(X, Y, 500.0)
NOTHING = np.zeros((SIDE, SIDE), bool)


def seen(pose: Pose) -> Image:
    """A grey pyramid on paler stone: each of its faces in a shade of its own, those turned away
    first.
    """
    image = np.full((SIDE, SIDE, 3), 215, np.uint8)
    under = np.array([ASIDE.x, ASIDE.y])
    tip = ASIDE.seen(np.array([[pose.x, pose.y]]), FRUSTUMS[pose.size].peak)[0]
    faces = [(a, b) for a, b in zip(pose.base, np.roll(pose.base, -1, 0), strict=True)]
    order = sorted(range(4), key=lambda n: -float(np.linalg.norm(np.mean(faces[n], 0) - under)))
    for shade in order:
        corners = np.round(np.array([*faces[shade], tip]) * PX * 16).astype(np.int32)
        cv2.fillConvexPoly(image, corners, (60 + 30 * shade,) * 3, cv2.LINE_AA, 4)
    return image


@pytest.mark.parametrize("size", NEST)
def test_size_and_place_are_those_whose_lines_lie_on_edges(size: Pyramid) -> None:
    """Also where it stands a little beside the middle of its square, and is turned."""
    x, y = (middle(CELL) + np.array([1.5, -1.0])).tolist()
    best, second, *_ = Edges.of(seen(Pose(size, x, y, 30)), ASIDE).ranked(middle(CELL), SQUARE)
    assert best.pose.size == size
    assert best.outline > 0.9
    assert best.support > second.support
    assert np.hypot(best.pose.x - x, best.pose.y - y) < 2
    assert best.seen == pytest.approx(1)


def test_bare_stone_shows_no_pyramid() -> None:
    """No size has an outline there."""
    bare = np.full((SIDE, SIDE, 3), 215, np.uint8)
    assert max(drawn.outline for drawn in Edges.of(bare, ASIDE).ranked(middle(CELL), SQUARE)) < 0.1


def test_what_is_hidden_tells_nothing() -> None:
    """Of an outline half of which a nearer pyramid hides, half is seen, and that is looked at
    alone.
    """
    x, y = middle(CELL).tolist()
    hidden = NOTHING.copy()
    hidden[: round(y * PX)] = True
    ranked = Edges.of(seen(Pose("L", x, y, 0)), ASIDE).beside(hidden).ranked(middle(CELL), SQUARE)
    found = {drawn.pose.size: drawn for drawn in ranked}
    assert 0.2 < found["L"].seen < 0.8
    assert found["L"].outline > 0.9
