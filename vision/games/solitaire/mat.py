"""The tally mat: find which of its places show their print, so that nothing unread lies on them.

Places fill from the left; tokens and paper pyramids on them are read by their tags. All other
places have to look as printed. Lengths are mm on the mat from its upper left, y down; images of it
have `PX` pixels per mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from companion.solitaire.board import Board, Pyramid
from companion.solitaire.measures import MAT, Place, mat_places
from vision.games.solitaire.lines import SHOWN, darkness, lines_shown, seen, slopes
from vision.games.solitaire.paper import DRIFT, PX, Bools, Light
from vision.photo.loader import Image
from vision.tags.detector import Floats, Grey

# correlation of a bare place with its print: mostly over 0.95; under transparent plastic 0.77,
# under faint plastic 0.91
BARE = 0.92
INNER = 0.9  # share of a place's side that is compared
# central share of a place's side in which anything on it shows, and the least free share of that
HEART, ENOUGH = 0.6, 0.5
FRAME = 1.2  # mm on either side of a frame in which its edges may be
TOUCHED = 2.0  # mm by which a piece may extend into a place without covering it


def box(place: Place, margin: float = 0.0, share: float = INNER) -> tuple[slice, slice]:
    """Return the rows and columns of that share of a place in the image, with `margin` mm around
    it.
    """
    side = round(place.side * share * PX) + 2 * round(margin * PX)
    left, top = (round((n - place.side * share / 2 - margin) * PX) for n in place.at)
    return slice(top, top + side), slice(left, left + side)


def unread_places(flat: Image, deck: Board, taken: Iterable[Floats]) -> Iterator[Place]:
    """Yield places that don't look as printed; `taken` are the outlines, n x 2 mm, of pieces that
    were read.
    """
    outlines, grey = list(taken), seen(flat)
    for place in mat_places(deck):
        if (
            not any(_touches(place, outline) for outline in outlines)
            and _share_shown(grey, place) < BARE
        ):
            yield place


def is_bare(lines: Light, place: Place, free: Bools) -> bool:
    """Return whether the `free` part of a place is large enough and shows the lines of its print;
    `lines` are as from `ways`.
    """
    if free[box(place, share=HEART)].mean() <= ENOUGH:
        return False
    part = box(place, DRIFT)
    return lines_shown(lines[part], _printed_lines()[place.pyramid], free[part]) > SHOWN


@cache
def frames(deck: Board) -> Bools:
    """Return where the mat has the frames of its places, which may be bent a little."""
    mask = np.zeros((round(MAT.height * PX), round(MAT.width * PX)), np.uint8)
    for place in mat_places(deck):
        near, far = (
            tuple(round((n + way * place.side / 2) * PX) for n in place.at) for way in (-1, 1)
        )
        cv2.rectangle(mask, near, far, 1, 2 * round(FRAME * PX) + 1)
    return mask > 0


def _share_shown(grey: Grey, place: Place) -> float:
    """Return the correlation of a place with its print."""
    part = grey[box(place, DRIFT)]
    likeness = [
        cv2.matchTemplate(part, printed, cv2.TM_CCOEFF_NORMED)
        for printed in _printed()[place.pyramid]
    ]
    # a part without any pattern has no correlation
    return float(np.nan_to_num(likeness, nan=-1.0, posinf=-1.0).max())


def _touches(place: Place, outline: Floats) -> bool:
    """Return whether a piece extends into a place's print."""
    return bool(
        cv2.pointPolygonTest(outline.astype(np.float32), place.at, measureDist=True)
        > TOUCHED - place.side / 2
    )


@cache
def _printed_lines() -> Mapping[Pyramid, tuple[Light, ...]]:
    """Return the lines of a bare place of each size, in full ink and in little ink."""
    return {
        size: tuple(slopes(darkness(printed)) for printed in prints)
        for size, prints in _printed().items()
    }


@cache
def _printed() -> Mapping[Pyramid, tuple[Grey, ...]]:
    """Return a bare place of each size, in full ink and in little ink (made by
    bench/photos/make_albums.py).
    """
    data = files("vision.games.solitaire").joinpath("places.png").read_bytes()
    strip = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if strip is None:
        raise RuntimeError("places.png isn't a picture")
    sides = {size: round(Place.sides[size] * INNER * PX) for size in ("L", "M", "S")}
    pictures, left = {}, 0
    for size, side in sides.items():
        pictures[size] = tuple(
            np.asarray(row[:side, left : left + side], np.uint8) for row in np.split(strip, 2)
        )
        left += side
    return pictures
