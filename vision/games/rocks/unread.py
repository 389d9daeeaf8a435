"""Where on a rocks board something may lie that was not read: a tag's dark square, a place cut off,
a hand on it.

Asked only while rocks or penguins are missing, for the rules say how many there are (rocks R1, R2).
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

KNOWN = 7.0  # mm from the middle of a tag that was read: its own square
STICKS_OUT = 4.0  # mm beyond a place's edge that a rock's middle may be
ROUND_PAD = 22.0  # mm about a pad's middle: whatever covers it sticks out there
SHOWN = 0.75  # of a place that has to be in the picture


HIDDEN = 200  # square mm of a place under something strange: a rock is 256
# and where a penguin's base may be, most of which its rock hides; mm beyond the place
BASE, STANDS_OUT = 60, 8.0


@dataclass(frozen=True, slots=True)
class Suspect:
    """A place, by number, or a penguin's pad, by its id; why; and where, mm in the
    table's frame.
    """

    where: int | str
    why: Why
    corners: Outline


@dataclass(frozen=True, slots=True)
class Doubts:
    """All suspects; `compared` is whether the board could be compared with its print, so that the
    rest is clear.
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
    """Every place and pad with something on it that may be a rock, or one of the penguins' `bases`
    if any are missing; and all that can't be seen. `bare` are penguins by id on whose pads no rock
    was read.
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
    """Yield what speaks against each place being as empty as it was read, by its shape."""
    radii = [width(board, place) / 2 for place in board.places]
    about = [
        lies.corners(place.at, square_about(radius))
        for place, radius in zip(board.places, radii, strict=True)
    ]
    shown = _shares_in_view(eye, about)
    for place, radius, corners, share in zip(board.places, radii, about, shown, strict=True):
        middle, reach = lies.point(*place.at), radius + STICKS_OUT
        near = share >= SHOWN and any(
            abs(square - middle) <= reach for square in _unknown(eye, corners, tags)
        )
        yield "outside" if share < SHOWN else "square" if near else None


def _odd_about(board: Board, at: Point, radius: float, odd: Mask | None) -> int:
    """Return how much of a disc on the board looks strange, square mm."""
    if odd is None:
        return 0
    x, y = (n + board.drawing.side / 2 for n in at)
    left, top = (max(0, int(n - radius)) for n in (x, y))
    part = odd[top : max(top, int(y + radius) + 2), left : max(left, int(x + radius) + 2)]
    rows, columns = np.ogrid[: part.shape[0], : part.shape[1]]
    return int((part & ((columns + left - x) ** 2 + (rows + top - y) ** 2 <= radius**2)).sum())


def _unknown(eye: Eye, corners: Outline, known: Sequence[complex]) -> list[complex]:
    """Middles of dark squares, as large as a rock's tag, that aren't tags that were read."""
    squares = [complex(x, y) for x, y in eye.squares(corners, TOKEN_TAG)]
    return [square for square in squares if all(abs(square - other) > KNOWN for other in known)]


def _shares_in_view(eye: Eye, places: Sequence[Outline]) -> list[float]:
    """Return how much of each place is in the picture."""
    (a, b, _, d), steps = np.array(places).transpose(1, 0, 2), np.linspace(0.05, 0.95, 7)
    u, v = np.meshgrid(steps, steps)
    points = a[:, None] + u.reshape(-1, 1) * (b - a)[:, None] + v.reshape(-1, 1) * (d - a)[:, None]
    seen = eye.to_px(points.reshape(-1, 2)).reshape(points.shape)
    shown: list[float] = ((seen >= 0) & (seen < eye.size)).all(2).mean(1).tolist()
    return shown


def _middle(corners: Outline) -> complex:
    return sum(complex(x, y) for x, y in corners) / len(corners)
