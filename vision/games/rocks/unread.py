"""Find where something unread may lie on a rocks board: a tag's dark square, a place cut off, a
hand on it.

Called only while rocks or penguins are missing, as their number is known (rocks R1, R2).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from companion.layout import TOKEN_TAG
from companion.rocks.board import Board
from companion.rocks.measures import Point, board_tags, width
from vision.games.base import Eye
from vision.games.rocks.board import (
    Pose,
    base_corners,
    pad,
    pad_corners,
    rock_corners,
    square_about,
)
from vision.games.rocks.look import Mask, loaded, strange
from vision.table.layout import Laid, Outline

Why: TypeAlias = Literal["square", "outside", "covered"]

KNOWN = 7.0  # mm: a dark square nearer than this to a tag that was read is that tag
STICKS_OUT = 4.0  # mm beyond a place's edge that a rock's centre may be
ROUND_PAD = 22.0  # mm around a pad's centre: whatever covers it also shows there
SHOWN = 0.75  # share of a place that has to be in the photo


HIDDEN = 200  # least strange area of a place that may hide a rock, mm²: a rock has 256
# least area, mm², for a penguin's base, most of which a rock hides, and margin of the place, mm
BASE, STANDS_OUT = 60, 8.0


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


def suspects(
    eye: Eye,
    board: Board,
    lies: Pose,
    penguins: Sequence[Laid],
    rocks: Sequence[Laid],
    *,
    bare: Container[str],
    bases: bool,
) -> Doubts:
    """Return every place and pad that may have an unread rock, or can't be seen.

    With `bases`, also those that may have a penguin's base. `bare` are ids of penguins on whose
    pads no rock was read.
    """
    least, beyond = (BASE, STANDS_OUT) if bases else (HIDDEN, 0.0)
    tags = [_middle(corners) for _, corners in eye.tags]
    tags += [lies.point(*tag) for tag in board_tags(board)]
    whys = tuple(_whys(eye, board, lies, tags))
    odd = strange(eye, board, lies, [*map(base_corners, penguins), *map(rock_corners, rocks)])
    doubts: list[Suspect] = []
    for number, (place, why) in enumerate(zip(board.places, whys, strict=True)):
        radius = width(board, place) / 2
        if why or _odd_about(board, place.at, radius + beyond, odd) >= least:
            doubts.append(
                Suspect(number, why or "covered", lies.corners(place.at, square_about(radius)))
            )
    for penguin in penguins:
        corners, middle = pad_corners(penguin), lies.local(pad(penguin))
        dark = _unknown(eye, corners, tags) or (penguin.id in bare and loaded(eye, penguin))
        if dark or _odd_about(board, middle, ROUND_PAD, odd) >= BASE:
            doubts.append(Suspect(penguin.id, "square", corners))
    return Doubts(tuple(doubts), compared=odd is not None)


def _whys(eye: Eye, board: Board, lies: Pose, tags: Sequence[complex]) -> Iterator[Why | None]:
    """Yield for each place, in order, why it may not be as empty as it was read, or None."""
    radii = [width(board, place) / 2 for place in board.places]
    about = [
        lies.corners(place.at, square_about(radius))
        for place, radius in zip(board.places, radii, strict=True)
    ]
    shares = _shares_in_view(eye, about)
    for place, radius, corners, share in zip(board.places, radii, about, shares, strict=True):
        middle, reach = lies.point(*place.at), radius + STICKS_OUT
        near = share >= SHOWN and any(
            abs(square - middle) <= reach for square in _unknown(eye, corners, tags)
        )
        yield "outside" if share < SHOWN else "square" if near else None


def _odd_about(board: Board, at: Point, radius: float, odd: Mask | None) -> int:
    """Return the strange area in a disc on the board, mm²."""
    if odd is None:
        return 0
    x, y = (n + board.drawing.side / 2 for n in at)
    left, top = (max(0, int(n - radius)) for n in (x, y))
    part = odd[top : max(top, int(y + radius) + 2), left : max(left, int(x + radius) + 2)]
    rows, columns = np.ogrid[: part.shape[0], : part.shape[1]]
    return int((part & ((columns + left - x) ** 2 + (rows + top - y) ** 2 <= radius**2)).sum())


def _unknown(eye: Eye, corners: Outline, known: Sequence[complex]) -> list[complex]:
    """Return the centres of unread dark squares as large as a rock's tag."""
    squares = [complex(x, y) for x, y in eye.squares(corners, TOKEN_TAG)]
    return [square for square in squares if all(abs(square - other) > KNOWN for other in known)]


def _shares_in_view(eye: Eye, places: Sequence[Outline]) -> list[float]:
    """Return the share of each place that is in the photo."""
    (a, b, _, d), steps = np.array(places).transpose(1, 0, 2), np.linspace(0.05, 0.95, 7)
    u, v = np.meshgrid(steps, steps)
    points = a[:, None] + u.reshape(-1, 1) * (b - a)[:, None] + v.reshape(-1, 1) * (d - a)[:, None]
    px = eye.to_px(points.reshape(-1, 2)).reshape(points.shape)
    shares: list[float] = ((px >= 0) & (px < eye.size)).all(2).mean(1).tolist()
    return shares


def _middle(corners: Outline) -> complex:
    return sum(complex(x, y) for x, y in corners) / len(corners)
