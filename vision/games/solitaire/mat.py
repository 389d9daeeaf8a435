"""The tally mat: which of its places show their print, so that nothing unread lies on them.

Places fill from the left; tokens and paper pyramids on them are read by their tags. Any other place
has to look as it was printed. Lengths are mm on the mat from its upper left, y down; pictures of it
have `PX` pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from companion.solitaire.board import Board, Pyramid
from companion.solitaire.measures import Place, mat_places
from vision.games.solitaire.paper import DRIFT, PX, Bools
from vision.photo.loader import Image
from vision.tags.detector import Floats, Grey

# correlation of a place with its print: mostly over 0.95; under see-through plastic 0.77, under
# faint 0.91
BARE = 0.92
INNER = 0.9  # of a place's side that is compared
# of a place's side, within which whatever stands there is seen; and of that, to tell
HEART, ENOUGH = 0.6, 0.5
TOUCHED = 2.0  # mm by which something that was read may reach into a place


def seen(flat: Image) -> Grey:
    """The mat laid flat as it is compared: soft, and by its blue light, where yellow print is dark
    in any sun.
    """
    return np.asarray(
        cv2.GaussianBlur(np.ascontiguousarray(flat[:, :, 0]), (0, 0), 0.4 * PX), np.uint8
    )


def box(place: Place, margin: float = 0.0, share: float = INNER) -> tuple[slice, slice]:
    """Return where that share of a place lies in the picture, and `margin` mm about it."""
    side = round(place.side * share * PX) + 2 * round(margin * PX)
    left, top = (round((n - place.side * share / 2 - margin) * PX) for n in place.at)
    return slice(top, top + side), slice(left, left + side)


def unread_places(flat: Image, deck: Board, taken: Iterable[Floats]) -> Iterator[Place]:
    """Places that don't look as printed; `taken` are the outlines, n x 2 mm, of pieces that were
    read.
    """
    outlines, grey = list(taken), seen(flat)
    for place in mat_places(deck):
        if (
            not any(_touches(place, outline) for outline in outlines)
            and _share_shown(grey, place) < BARE
        ):
            yield place


def is_bare(grey: Grey, place: Place, free: Bools) -> bool:
    """Return whether what is `free` of a place shows its print, in a picture as `seen` makes it,
    and enough of it is free.
    """
    return (
        bool(free[box(place, share=HEART)].mean() > ENOUGH)
        and _share_shown(grey, place, free[box(place)]) >= BARE
    )


def _share_shown(grey: Grey, place: Place, free: Bools | None = None) -> float:
    """Return how well a place shows its print, where it is `free`: a correlation."""
    part = grey[box(place, DRIFT)]
    prints = _printed()[place.pyramid]
    mask = None if free is None else free.astype(np.uint8)
    likeness = [
        cv2.matchTemplate(part, printed, cv2.TM_CCOEFF_NORMED, mask=mask) for printed in prints
    ]
    # of what has no pattern nothing is reported
    return float(np.nan_to_num(likeness, nan=-1.0, posinf=-1.0).max())


def _touches(place: Place, outline: Floats) -> bool:
    """Return whether a piece reaches into a place's print."""
    return bool(
        cv2.pointPolygonTest(outline.astype(np.float32), place.at, measureDist=True)
        > TOUCHED - place.side / 2
    )


@cache
def _printed() -> Mapping[Pyramid, tuple[Grey, ...]]:
    """A bare place of each size, in full ink and in little (made by bench/solitaire_signs.py)."""
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
