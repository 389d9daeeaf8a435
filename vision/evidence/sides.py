"""Check whether the sides of cards that were read show what is printed there.

An object that hides a card mostly covers its neighbours' sides, too. So where a side is hidden,
nothing beside it is proved to be bare table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.layout import POKER
from vision.evidence.album import HEIGHT, PX_PER_MM, WIDTH, Album, Face
from vision.evidence.occlusion import flatten
from vision.evidence.probe import within
from vision.photo.loader import Image
from vision.table.plane import Plane
from vision.tags.detector import Bools, Floats

Colours: TypeAlias = NDArray[np.float64]  # of a card's strips: strips x 3, BGR, 0 to 255

NEAR, FAR = 1.5, 5.5  # mm from a card's edge: a bad cut or a bad measure moves it by less
LONG = 8.0  # approximate length of a strip along the edge, mm
BESIDE = 6.0  # ignored margin around other pieces, for their borders and shadows, mm
DAZZLED = 250.0  # grey levels from which a strip is a reflection
FEWEST = 20  # least strips to separate light and print from objects on the cards
DARKEST = 4.0  # grey levels added so that black has a logarithm
# Limit of a strip's error of colour, as a logarithm, and strips above it: a card's second worst
# strip has 0.33 at most on the 44 photos of cards in tests/photos without an object, 0.45 to 6
# under one.
HIDDEN, STRIPS = 0.42, 2
LIKELY = 0.12  # the median error is less for the right amount of ink
AROUND, REACH = 15.0, 50.0  # mm along a side and away from it that the object may cover


def hidden_sides(
    picture: Image, plane: Plane, outlines: Floats, prints: Iterable[Mapping[int, Colours]]
) -> list[Floats]:
    """Return places beside hidden sides of cards, 4 x 2 mm on the plane, where more may be hidden.

    `plane` is that of `picture` (BGR), `outlines` are all pieces, n x 4 x 2 mm. Each of `prints`
    has the cards' colours, by index, with another amount of ink; the best match counts.
    """
    best: tuple[float, list[Floats]] = np.inf, []
    looks: tuple[Colours, Bools, Floats] | None = None
    for printed in prints:
        if not printed:
            break
        cards = list(printed)
        looks = looks or _look(picture, plane, outlines, cards)
        observed, clear, middles = looks
        if clear.sum() < FEWEST:
            break
        off = np.zeros(clear.shape)
        expected = np.stack(list(printed.values()))
        off[clear] = _errors(observed[clear], expected[clear], middles[clear])
        usual = float(np.median(off[clear]))
        hidden = []
        for corners, places, strange in zip(outlines[cards], middles, off > HIDDEN, strict=True):
            right, down = corners[1] - corners[0], corners[3] - corners[0]
            right, down = right / np.linalg.norm(right), down / np.linalg.norm(down)
            for at in np.flatnonzero(strange) if strange.sum() >= STRIPS else ():
                out = (-down, right, down, -right)[_strips()[0][at]]
                along = np.array([-out[1], out[0]])
                low, high = places[at] - along * AROUND, places[at] + along * AROUND
                hidden.append(np.array([low, high, high + out * REACH, low + out * REACH]))
        best = min(best, (usual, hidden), key=lambda one: one[0])
        if not hidden and usual < LIKELY:
            break
    return best[1]


@cache
def side_colours(album: Album) -> dict[Face, Colours]:
    """Return the mean colours of the strips of every face in an album."""
    return dict(zip(album.faces, map(_means, album.pictures), strict=True))


@cache
def _strips() -> tuple[NDArray[np.int64], Floats]:
    """Return the side at which each strip of a card lies (0 is the top, then clockwise), and its
    left, top, right and bottom, mm from the card's top left.
    """
    across, down = (
        np.array([*pairwise(np.linspace(NEAR, length - NEAR, round(length / LONG) + 1))])
        for length in (POKER.width, POKER.height)
    )
    low, right = POKER.height, POKER.width
    boxes = [
        *((start, NEAR, end, FAR) for start, end in across),
        *((right - FAR, start, right - NEAR, end) for start, end in down),
        *((start, low - FAR, end, low - NEAR) for start, end in across),
        *((NEAR, start, FAR, end) for start, end in down),
    ]
    return np.repeat(range(4), (len(across), len(down)) * 2), np.array(boxes)


def _means(card: Image) -> Colours:
    """Return the mean colours of the strips of a card's picture."""
    boxes = np.rint(_strips()[1] * PX_PER_MM).astype(int).tolist()
    return np.array([card[top:low, left:right].mean((0, 1)) for left, top, right, low in boxes])


def _look(
    picture: Image, plane: Plane, outlines: Floats, cards: list[int]
) -> tuple[Colours, Bools, Floats]:
    """Return what the photo shows of the cards' strips: colours, cards x strips x 3, which strips
    are in view and under no known piece, and their centres, mm on the plane.
    """
    ends = _strips()[1][
        :, [[0, 1], [2, 1], [2, 3], [0, 3]]
    ]  # of each strip its corners on the card
    observed, clear, middles = [], [], []
    for at in cards:
        corners = outlines[at]
        colours = _means(flatten(picture, plane.to_px(corners), (WIDTH, HEIGHT)))
        axes = (corners[[1, 3]] - corners[0]) / [[POKER.width], [POKER.height]]
        points = corners[0] + ends @ axes
        pixels = plane.to_px(points.reshape(-1, 2)).reshape(points.shape)
        inside = ((pixels >= 0) & (pixels <= np.array(picture.shape[1::-1]) - 1)).all((1, 2))
        middle, others = points.mean(1), list(np.delete(outlines, at, 0))
        observed.append(colours)
        clear.append(inside & (colours.max(1) < DAZZLED) & ~within(middle, others, BESIDE))
        middles.append(middle)
    return np.array(observed), np.array(clear), np.array(middles)


def _errors(observed: Colours, expected: Colours, middles: Floats) -> Floats:
    """Return strips' errors of colour (logarithms) beyond smooth light and contrast."""
    x, y = ((middles - middles.mean(0)) / 200).T
    light = [np.ones(len(x)), x, y, x * x, y * y, x * y]
    firm = np.diag([1e-6, *[0.5] * 5, 1e-3])  # few strips don't determine how the light changes
    squares = np.zeros(len(x))
    for channel in range(3):
        wanted = np.log(observed[:, channel] + DARKEST)
        known = np.column_stack([*light, np.log(expected[:, channel] + DARKEST)])
        weights, off = np.ones(len(x)), wanted
        for _ in range(8):  # covered strips get little weight
            weighted = known * weights[:, None]
            off = wanted - known @ np.linalg.solve(weighted.T @ known + firm, weighted.T @ wanted)
            weights = 1 / (1 + (off / (2.96 * np.median(np.abs(off)) + 0.04)) ** 2)
        squares += off**2
    return np.asarray(np.sqrt(squares))
