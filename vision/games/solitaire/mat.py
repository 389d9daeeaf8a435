"""The tally mat: find which of its places show their print, and plastic pyramids on the others.

Places fill from the left; tokens and paper pyramids on them are read by their tags. All other
places have to look as printed, or edges must show a pyramid of the place's size. In the camera's
view, pyramids lean over the places behind them: places are read from below the camera outwards, and
a partly visible one is empty if it shows its print.

Lengths are mm on the mat from its upper left, y down; images of it have `PX` pixels per mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import dist
from operator import attrgetter

import cv2
import numpy as np

from companion.language import say
from companion.solitaire.board import Board, Pyramid
from companion.solitaire.pieces import Place, mat_places
from vision.games.base import Eye
from vision.games.reading import Unsure
from vision.games.solitaire.contents import REASONS, Item, items_on
from vision.games.solitaire.edges import Drawn, Edges
from vision.games.solitaire.lines import darkness, seen, thin
from vision.games.solitaire.paper import DRIFT, PX, Bools, Light, filled, printed, widened
from vision.games.solitaire.sheets import Sheet
from vision.photo.loader import Image
from vision.tags.detector import Floats, Grey

AROUND = 30.0  # mm around the mat that are examined as well: tips lean over its rim
# the mat itself, of what is examined
INNER_MAT = 2 * (slice(round(AROUND * PX), -round(AROUND * PX)),)
TEXTS = {
    "S": say("the piece on place {n} for small pyramids can't be read"),
    "M": say("the piece on place {n} for medium pyramids can't be read"),
    "L": say("the piece on place {n} for large pyramids can't be read"),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a place of the mat must show to be bare, or to hold a pyramid of its size."""

    # correlation of a bare place with its print: mostly over 0.95; under transparent plastic 0.77,
    # under faint plastic 0.91
    bare: float = 0.92
    inner: float = 0.9  # share of a place's side that is compared
    enough: float = 0.5  # least free share of a place whose print is compared
    # Least correlation of a bare place's lines with those of its print, and its least lead over a
    # pyramid's support by edges, as shadows have edges: 660 empty places on generated mats had at
    # least 0.78 and 0.07; places under opaque pyramids up to 0.64 and -0.19, and of 1,320 under
    # pyramids as clear as glass those without a drawn outline up to 0.83 and 0.063.
    lined: float = 0.76
    ahead: float = 0.065
    touched: float = 2.0  # mm by which a piece may extend into a place without covering it
    # 1458 of 1489 pyramids on generated mats had these, and none of 207 empty places, which had at
    # most 0.91 and 0.77. The last is the visible share of the outline
    outlined: float = 0.93
    supported: float = 0.8
    in_sight: float = 0.75
    bent: float = 2.0  # mm by which a bent mat may raise a pyramid, which stands on no other
    beside: float = 6.0  # greatest distance from the centre of its place, mm
    one_place: float = 10.0  # mm: two pieces nearer than this lie on one place


LIMITS = Limits()


def box(place: Place, margin: float = 0.0, share: float = LIMITS.inner) -> tuple[slice, slice]:
    """Return the rows and columns of that share of a place, with `margin` mm around it."""
    side = round(place.side * share * PX) + 2 * round(margin * PX)
    left, top = (round((n - place.side * share / 2 - margin) * PX) for n in place.at)
    return slice(top, top + side), slice(left, left + side)


def unread_places(flat: Image, deck: Board, taken: Iterable[Floats]) -> Iterator[Place]:
    """Yield places that don't look as printed, besides those of `taken` outlines, n x 2 mm."""
    outlines, grey = [outline.astype(np.float32) for outline in taken], seen(flat)
    for place in mat_places(deck):
        far = LIMITS.touched - place.side / 2
        if any(cv2.pointPolygonTest(each, place.at, measureDist=True) > far for each in outlines):
            continue
        part = grey[box(place, DRIFT)]
        likeness = [
            cv2.matchTemplate(part, picture, cv2.TM_CCOEFF_NORMED)
            for picture in _printed()[place.pyramid]
        ]
        # a part without any pattern has no correlation
        if np.nan_to_num(likeness, nan=-1.0, posinf=-1.0).max() < LIMITS.bare:
            yield place


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A pyramid: the centre of its base, mm, its support by edges, and what it hides, n x 2 mm."""

    place: Place
    at: tuple[float, float]
    like: float
    patch: Floats


def standing(mat: Sheet, eye: Eye, places: Iterable[Place]) -> Iterator[Place | Standing]:
    """Yield what stands on unread places: a pyramid, or the place itself if that is unknown."""
    under = (mat.camera.x, mat.camera.y)
    outwards = sorted(places, key=lambda place: dist(place.at, under))
    if not outwards:
        return
    camera = replace(mat.camera, x=mat.camera.x + AROUND, y=mat.camera.y + AROUND)
    flat = mat.flat(eye, PX, AROUND)
    edges = Edges.of(flat, camera, LIMITS.bent)
    lines = thin(darkness(np.ascontiguousarray(flat[INNER_MAT][..., 0])))
    hidden = np.zeros(edges.strengths.shape[1:], bool)[1:-1, 1:-1]
    for place in outwards:
        ranked = edges.beside(hidden).ranked(np.array(place.at) + AROUND, place.side)
        own = next(each for each in ranked if each.pose.size == place.pyramid)
        drawn = (
            own.outline >= LIMITS.outlined
            and own.support >= LIMITS.supported
            and own.seen >= LIMITS.in_sight
        )
        if (
            drawn
            and _lies(own, place)
            and not any(
                each.support > own.support and each.outline >= own.outline and _lies(each, place)
                for each in ranked
            )
        ):
            pose = own.pose
            patch = pose.patch(camera)
            hidden |= widened(filled(patch, hidden.shape), 1 / PX) > 0
            at = pose.x - AROUND, pose.y - AROUND
            yield Standing(place, at, own.support, patch.astype(float) - AROUND)
        else:
            shown = print_shown(lines, place, ~hidden[INNER_MAT])
            if shown < max(LIMITS.lined, own.support + LIMITS.ahead):
                yield place


def _lies(drawn: Drawn, place: Place) -> bool:
    """Return whether this is on the place rather than beside it."""
    at = drawn.pose.x - AROUND, drawn.pose.y - AROUND
    return dist(at, place.at) <= LIMITS.beside


def print_shown(lines: Light, place: Place, free: Bools) -> float:
    """Return the correlation of a place's `free` lines, as from `thin`, with its print, or 0."""
    part, mask = lines[box(place, DRIFT)], free[box(place)].astype(np.float32)
    if mask.mean() <= LIMITS.enough:
        return 0.0
    prints = (thin(darkness(picture)) for picture in _printed()[place.pyramid])
    alike = [cv2.matchTemplate(part, each, cv2.TM_CCORR_NORMED, mask=mask) for each in prints]
    return float(np.nan_to_num(alike, posinf=0.0).max())


@cache
def _printed() -> Mapping[Pyramid, tuple[Grey, ...]]:
    """Return a bare place of each size, in full ink and in little ink."""
    inks, pictures, left = printed("places.png"), {}, 0
    for size in ("L", "M", "S"):
        side = round(Place.sides[size] * LIMITS.inner * PX)
        pictures[size] = tuple(row[:side, left : left + side] for row in inks)
        left += side
    return pictures


@dataclass(frozen=True, slots=True)
class Tally:
    """A mat's pieces with tags, its plastic pyramids, and the places that couldn't be read."""

    items: tuple[Item, ...] = ()
    plastic: tuple[Standing, ...] = ()
    unread: tuple[Place, ...] = ()

    @property
    def sizes(self) -> str:
        """The pyramids that were read, larger ones first: "LLMS"."""
        sizes = [
            *(item.size for item in self.items),
            *(each.place.pyramid for each in self.plastic),
        ]
        return "".join(sorted(sizes, key="LMS".index))


def read_mat(mat: Sheet, eye: Eye, deck: Board, *, plastic: bool) -> Tally:
    """Return what lies on a mat. `plastic` allows for plastic; if one piece has a tag, all have."""
    items = items_on(mat, eye, deck)
    unread = tuple(
        unread_places(mat.flat(eye, PX), deck, [np.array(item.outline) for item in items])
    )
    if items or not plastic:
        return Tally(items, (), unread)
    places = tuple(standing(mat, eye, unread))
    pyramids = tuple(each for each in places if isinstance(each, Standing))
    taken = {each.place for each in pyramids}
    # places fill from the left: the lines of a print may show through a clear one before the last
    last = {at.pyramid: at.number for at in sorted(taken, key=attrgetter("number"))}
    unread = tuple(
        place
        for place in unread
        if place not in taken and (place in places or place.number < last.get(place.pyramid, 0))
    )
    return Tally((), pyramids, unread)


def tally_doubts(mat: Sheet, tally: Tally) -> Iterator[Unsure]:
    """Yield unread places, and pairs of pieces on one place, which may hide a third."""
    for place in tally.unread:
        advice = REASONS["close" if tally.plastic else "tag"][1]
        text, name = say(TEXTS[place.pyramid], n=place.number), f"{place.pyramid}{place.number}"
        around = place.side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        yield Unsure(name, text, "legality", advice, mat.outline(np.array(place.at) + around))
    for item, other in combinations(tally.items, 2):
        if dist(item.point, other.point) < LIMITS.one_place:
            text, advice = say("pieces on the tally mat overlap"), say("put each on its own place")
            yield Unsure("mat", text, "legality", advice, mat.outline(np.array(item.outline)[:4]))
