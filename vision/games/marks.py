"""Marks: what a game's row can have drawn on the photo besides outlines.

`vision.show.overlay` draws them in their order. Places and sizes are px of the photo, so that marks
grow and shrink with what they stand on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.games.base import Mark
from vision.table.layout import Outline
from vision.tags.detector import Floats


@dataclass(frozen=True, slots=True)
class Badge(Mark):
    """A round badge at the only point of its outline, with a letter or two; `full`
    stands out more.
    """

    radius: float = 0.0
    full: bool = False


@dataclass(frozen=True, slots=True)
class Pill(Mark):
    """A line of words at the only point of its outline, with its tone's sign behind them.

    Where it could not be read unless wider than `room` (0: any width), a good one is left out.
    """

    height: float = 0.0
    room: float = 0.0


@dataclass(frozen=True, slots=True)
class Strut(Mark):
    """A line from the first point of its outline, where it has a knob, to the second."""

    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Caption(Mark):
    """The banner's text: a large line, and small lines beside it."""

    small: tuple[str, ...] = ()


def on(corners: Outline, u: float, v: float) -> Floats:
    """A point of a card, u to its right and v down it from 0 to 1, as seen in the picture."""
    points = np.array(corners)
    top = points[0] + (points[1] - points[0]) * u
    bottom = points[3] + (points[2] - points[3]) * u
    return np.asarray(top + (bottom - top) * v)


def point(at: Floats) -> Outline:
    """One point as a mark's outline."""
    return ((float(at[0]), float(at[1])),)


def tall(corners: Outline) -> float:
    """Return how tall a card is in the picture, px; any other shape as far as it goes from top to
    bottom.
    """
    points = np.array(corners)
    if len(points) != 4:
        return float(np.ptp(points[:, 1]))
    return float(np.linalg.norm(points[0] - points[3]) + np.linalg.norm(points[1] - points[2])) / 2


def wide(corners: Outline) -> float:
    """Return how wide a card is in the picture, px."""
    points = np.array(corners)
    return float(np.linalg.norm(points[0] - points[1]) + np.linalg.norm(points[3] - points[2])) / 2
