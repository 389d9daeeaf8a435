"""Plastic pyramids on a board drawn flat: what print and see-through plastic must not
make of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
import pytest

from companion.solitaire.pieces import FRUSTUMS, RIM, SQUARE
from vision.games.solitaire.edges import Drawn
from vision.games.solitaire.lines import frames_hidden, ways
from vision.games.solitaire.paper import PX, Pose, _signs, lay_flat, middle, window
from vision.games.solitaire.plastic import _Board, read_cells
from vision.photo.loader import Image
from vision.table.camera import Camera

Colour: TypeAlias = tuple[int, int, int]

CELL = (0, 0)
STONE, RED, BLACK = (215, 235, 240), (40, 40, 190), (35, 35, 38)  # B, G, R
OCHRE = np.array([1.8, 0.7, 0.5])  # of a sign's darkness, each of the three
ABOVE = Camera(RIM + SQUARE, RIM + SQUARE, 600.0)


def board() -> Image:
    """Four bare squares with their signs, from straight above."""
    side = round((2 * RIM + 2 * SQUARE) * PX)
    image = np.full((side, side, 3), STONE, np.uint8)
    for cell, signs in _signs().items():
        x, y = np.round(middle(cell) * PX).astype(int) - len(signs[0]) // 2
        part = image[y : y + len(signs[0]), x : x + len(signs[0])]
        part[:] = (part * np.exp(-signs[0][..., None] * OCHRE / 2.2)).astype(np.uint8)
    return image


def stand(image: Image, size: str, colour: Colour, solid: float = 1.0) -> None:
    """A pyramid in the middle of the first square, of which so much is seen and the rest is what is
    under it.
    """
    half = FRUSTUMS[size].base / 2
    left, right = (round((float(middle(CELL)[0]) + way) * PX) for way in (-half, half))
    part = image[left:right, left:right]
    part[:] = (part * (1 - solid) + np.array(colour) * solid).astype(np.uint8)


@pytest.mark.parametrize(
    ("stack", "told"),
    [
        ([("M", RED, 1.0)], "M"),
        ([("S", BLACK, 1.0)], "S"),
        ([("L", RED, 0.3), ("M", RED, 0.9)], None),
        ([("M", BLACK, 0.3), ("S", BLACK, 0.95)], None),
    ],
    ids=["red", "black on print", "seen through a larger one", "black seen through"],
)
def test_the_size_is_that_of_the_outermost_or_not_sure(
    stack: list[tuple[str, Colour, float]], told: str | None
) -> None:
    """A pyramid that is seen through a larger one is not the top: it must not be reported as if it
    were.
    """
    image = board()
    for size, colour, solid in stack:
        stand(image, size, colour, solid)
    content = read_cells(lay_flat(image, 2, 2), ABOVE, [CELL])[CELL]
    assert content.size == told, content


@pytest.mark.parametrize("size", ["", "S", "M", "L"])
def test_neither_a_shadow_nor_a_dark_transparent_pyramid_is_taken_for_another(size: str) -> None:
    """Both darken the print and hide none of its lines: what edges don't draw is asked about."""
    image = np.repeat(board()[..., :1], 3, 2)  # mono ink
    if size:
        stand(image, size, BLACK, 0.5)
    else:
        rows, columns = np.indices(image.shape[:2]) / PX
        image[(rows + 0.4 * columns > 52) & (rows - columns < 8)] //= 2
    content = read_cells(lay_flat(image, 2, 2), ABOVE, [CELL])[CELL]
    assert content.size in (size, None), content


@pytest.mark.parametrize(("light", "told"), [(0.5, ""), (0.0, None)], ids=["shadow", "book"])
def test_a_deep_shadow_hides_no_lines(light: float, told: str | None) -> None:
    """A square is empty if its sign shows in the shadow of a neighbour's pyramid, too."""
    image = board()
    rows, columns = np.indices(image.shape[:2]) / PX
    shadow = (columns - rows > -6) & (columns - rows < 3)
    image[shadow] = image[shadow] * light
    content = read_cells(lay_flat(image, 2, 2), ABOVE, [CELL])[CELL]
    assert content.size == told, content


def test_something_see_through_on_a_square_leaves_it_unread() -> None:
    """The lines of the sign show through it, as in a shadow; but no shadow has its colour."""
    image = board()
    blot, (x, y) = image.copy(), (round(float(n) * PX) for n in middle(CELL))
    cv2.circle(blot, (x, y), round(15 * PX), (90, 160, 100), cv2.FILLED)
    image = np.asarray(cv2.addWeighted(image, 0.5, blot, 0.5, 0), np.uint8)
    content = read_cells(lay_flat(image, 2, 2), ABOVE, [CELL])[CELL]
    assert (content.size, content.why) == (None, "strange")


def framed() -> Image:
    """The board with the frames of its squares, lines of 0.4 mm."""
    image = board()
    for cell in _signs():
        for inwards in (0.8, 2.0):
            near, far = (
                np.round((middle(cell) + way * (SQUARE / 2 - inwards)) * PX).astype(int).tolist()
                for way in (-1, 1)
            )
            cv2.rectangle(image, near, far, (120, 160, 180), 1)
    return image


@pytest.mark.parametrize("light", [1.0, 0.35, 0.0], ids=["bare", "in a shadow", "under a book"])
def test_a_pyramid_beside_a_hidden_frame_may_be_larger(light: float) -> None:
    """A shadow on the frame leaves its lines in place. What hides them may hide a part of the
    pyramid, whatever the rest of it looks like.
    """
    image = framed()
    stand(image, "M", RED)
    left, right = (round((RIM + far) * PX) for far in (-10, 11))
    part = image[round((RIM - 10) * PX) : round((RIM + SQUARE - 8) * PX), left:right]
    part[:] = part * light + (1 - light > 0.9) * np.array(BLACK)
    content = read_cells(lay_flat(image, 2, 2), ABOVE, [CELL])[CELL]
    assert (content.size, content.why) == ((None, "strange") if light == 0 else ("M", None))


def test_frames_are_missed_where_a_book_hides_most_of_them() -> None:
    """What is left of them shows how they look."""
    image = framed()
    image[:, : round((RIM + SQUARE + 6) * PX)] = BLACK
    hidden = frames_hidden(image, 2, 2)
    shares = [hidden[window((0, column))].mean() for column in (0, 1)]
    assert shares[0] > 0.15 > shares[1] > 0


@dataclass(frozen=True)
class Ranked:
    """Edges that give each square these pyramids."""

    drawn: tuple[Drawn, ...]

    def beside(self, _hidden: object) -> Ranked:
        """These edges."""
        return self

    def ranked(self, _middle: object, _side: float) -> tuple[Drawn, ...]:
        """These pyramids."""
        return self.drawn


@pytest.mark.parametrize(("seen", "told"), [(0.28, "L"), (1.0, None)], ids=["hidden", "in sight"])
def test_a_size_that_is_mostly_hidden_rivals_none_in_sight(seen: float, told: str | None) -> None:
    """A few millimetres of outline behind other pyramids lie on edges by chance."""
    image, (x, y) = board(), middle(CELL).tolist()
    stand(image, "L", RED)
    large, small = (Pose(size, x, y, 0.0) for size in ("L", "S"))
    edges = Ranked((Drawn(small, 0.95, 0.94, seen), Drawn(large, 1.0, 0.87, 0.8)))
    ground = lay_flat(image, 2, 2)
    whole = _Board(ground, ABOVE, lambda: cast("Any", edges), partial(ways, ground.picture))
    content = whole.at(CELL, np.zeros(ground.foreign.shape, bool))
    assert content.size == told, content
