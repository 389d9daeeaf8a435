"""Find where something unread may lie on a rocks board: a tag's dark square, a place cut off, a
hand on it.

Looked for only while rocks or penguins are missing, as their number is known (rocks R1, R2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from companion.layout import TOKEN_TAG
from companion.rocks.board import Board
from companion.rocks.measures import ROCK, STAND, Point, board_tags, width
from vision.games.base import Eye
from vision.games.pose import pose
from vision.games.rocks.board import BASE, PAD, pad, place_corners
from vision.games.rocks.look import Mask, loaded, strange
from vision.games.rocks.scene import Scene
from vision.table.layout import Outline

Why: TypeAlias = Literal["square", "outside", "covered"]

KNOWN = 7.0  # mm: a dark square nearer than this to a tag that was read is that tag
STICKS_OUT = 4.0  # mm beyond a place's edge that a rock's centre may be
ROUND_PAD = 22.0  # mm around a pad's centre: whatever covers it also shows there
SHOWN = 0.75  # share of a place that has to be in the photo
# where that is tried, as shares of the place's sides
GRID = np.stack(np.meshgrid(*[np.linspace(0.05, 0.95, 7)] * 2), -1).reshape(-1, 2)
HIDDEN = 200  # least strange area of a place that may hide a rock, mm²: a rock has 256
# least area, mm², for a penguin's base, most of which a rock hides, and margin of the place, mm
BARE_BASE, STANDS_OUT = 60, 8.0


@dataclass(frozen=True, slots=True)
class Suspect:
    """A place, by number, or a penguin's pad, by its id; the reason; and its corners, mm in the
    table's frame.
    """

    where: int | str
    why: Why
    corners: Outline


@dataclass(frozen=True, slots=True)
class Doubts:
    """All suspects; `compared` is whether the board could be compared with its print, so that the
    rest is certain.
    """

    suspects: tuple[Suspect, ...] = ()
    compared: bool = True


def find_unread(eye: Eye | None, scene: Scene) -> Doubts:
    """Return every place and pad that may have an unread rock or, while penguins may be unread, a
    penguin's base; and those that can't be seen.
    """
    board, lies = scene.board, scene.lies
    bases = bool(scene.absent) or len(scene.playing) < len(board.nests)
    if scene.missing <= 0 and not bases:
        return Doubts()
    if lies is None or eye is None:
        return Doubts(compared=lies is not None)
    least, beyond = (BARE_BASE, STANDS_OUT) if bases else (HIDDEN, 0.0)
    tags = [complex(*np.mean(corners, 0)) for _, corners in eye.tags]
    tags += [lies.point(*tag) for tag in board_tags(board)]
    known = [pose(stand.piece).corners(STAND.base, BASE) for stand in scene.stands]
    known += [pose(rock).corners(ROCK) for rock, _ in (*scene.rocks, *scene.half)]
    odd = strange(eye, board, lies, known)
    suspects: list[Suspect] = []
    for number, place in enumerate(board.places):
        radius, corners = width(board, place) / 2, place_corners(board, lies, place)
        middle, reach = lies.point(*place.at), radius + STICKS_OUT
        first, right, _, down = np.array(corners)
        px = eye.to_px(first + GRID[:, :1] * (right - first) + GRID[:, 1:] * (down - first))
        if ((px >= 0) & (px < eye.size)).all(1).mean() < SHOWN:
            suspects.append(Suspect(number, "outside", corners))
        elif any(abs(square - middle) <= reach for square in _unknown(eye, corners, tags)):
            suspects.append(Suspect(number, "square", corners))
        elif _odd_about(board, place.at, radius + beyond, odd) >= least:
            suspects.append(Suspect(number, "covered", corners))
    for stand in scene.stands:
        corners = pose(stand.piece).corners(ROCK, PAD)
        if (
            _unknown(eye, corners, tags)
            or (not stand.rocks and loaded(eye, stand.piece))
            or _odd_about(board, lies.local(pad(stand.piece)), ROUND_PAD, odd) >= BARE_BASE
        ):
            suspects.append(Suspect(stand.piece.id, "square", corners))
    return Doubts(tuple(suspects), compared=odd is not None)


def _odd_about(board: Board, at: Point, radius: float, odd: Mask | None) -> int:
    """Return the strange area in a disc on the board, mm²."""
    if odd is None:
        return 0
    x, y = (n + board.drawing.side / 2 for n in at)
    rows, columns = np.ogrid[: odd.shape[0], : odd.shape[1]]
    return int((odd & ((columns - x) ** 2 + (rows - y) ** 2 <= radius**2)).sum())


def _unknown(eye: Eye, corners: Outline, known: Sequence[complex]) -> list[complex]:
    """Return the centres of unread dark squares as large as a rock's tag."""
    squares = [complex(x, y) for x, y in eye.squares(corners, TOKEN_TAG)]
    return [square for square in squares if all(abs(square - other) > KNOWN for other in known)]
