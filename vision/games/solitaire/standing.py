"""Read plastic pyramids on the tally mat: a place has a fixed size, and edges must show that same
size.

A pyramid is read only if the two agree. In the camera's view, pyramids lean over the places behind
them: places are read from below the camera outwards, and a partly visible one is empty if it shows
its print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist

import numpy as np

from companion.solitaire.board import Board
from companion.solitaire.measures import Place
from vision.games.base import Eye
from vision.games.solitaire.edges import Drawn, Edges
from vision.games.solitaire.lines import ways
from vision.games.solitaire.mat import frames, is_bare
from vision.games.solitaire.paper import PX, Bools
from vision.games.solitaire.pose import Pose, filled, widened
from vision.games.solitaire.sheets import Sheet
from vision.table.camera import Camera
from vision.tags.detector import Floats

AROUND = 30.0  # mm around the mat that are examined as well: tips lean over its rim
MAT = 2 * (slice(round(AROUND * PX), -round(AROUND * PX)),)  # the mat itself, of what is examined
# 1458 of 1489 pyramids on generated mats had these, and none of 207 empty places, which had at most
# 0.91 and 0.77.
OUTLINED, SUPPORTED = 0.93, 0.8
BENT = 2.0  # mm by which a bent mat may raise a pyramid, which stands on no other
IN_SIGHT = 0.75  # least visible share of that outline
BESIDE = 6.0  # greatest distance from the centre of its place, mm


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A pyramid on its place: the centre of its base, mm, its support by edges, 0 to 1, and what it
    hides of the mat, n x 2 mm.
    """

    place: Place
    at: tuple[float, float]
    like: float
    patch: Floats


def standing(
    mat: Sheet, eye: Eye, deck: Board, places: Iterable[Place]
) -> Iterator[Place | Standing]:
    """Yield what stands on places that don't look as printed: a pyramid, or the place itself if
    that is unknown.
    """
    under = (mat.camera.x, mat.camera.y)
    outwards = sorted(places, key=lambda place: dist(place.at, under))
    if not outwards:
        return
    camera = replace(mat.camera, x=mat.camera.x + AROUND, y=mat.camera.y + AROUND)
    flat = mat.flat(eye, PX, AROUND)
    edges, lines = Edges.of(flat), ways(flat[MAT])
    hidden = np.zeros(edges.strengths.shape[1:], bool)[1:-1, 1:-1]
    framed = np.pad(frames(deck), round(AROUND * PX))
    for place in outwards:
        ranked = edges.ranked(np.array(place.at) + AROUND, place.side, hidden, camera, BENT)
        if _stands(ranked, place):
            best = _standing(ranked[0], place, camera)
            hidden |= _hides(best, hidden.shape)
            yield best
        elif not is_bare(lines, place, ~hidden[MAT]) or edges.may_draw(
            ranked, place.pyramid, hidden | framed, camera
        ):
            yield place


def _stands(ranked: Sequence[Drawn], place: Place) -> bool:
    """Return whether edges show a pyramid on a place, and its size rather than others."""
    best = ranked[0]
    drawn = best.outline >= OUTLINED and best.support >= SUPPORTED and best.seen >= IN_SIGHT
    beside = dist((best.x - AROUND, best.y - AROUND), place.at)
    return best.size == place.pyramid and drawn and beside <= BESIDE


def _standing(drawn: Drawn, place: Place, camera: Camera) -> Standing:
    pose = Pose(drawn.size, drawn.x, drawn.y, drawn.turn, drawn.rise)
    at = drawn.x - AROUND, drawn.y - AROUND
    return Standing(place, at, drawn.support, pose.patch(camera).astype(float) - AROUND)


def _hides(pyramid: Standing, shape: tuple[int, ...]) -> Bools:
    """Return a mask of what it hides of the mat and its surroundings."""
    return np.asarray(widened(filled(pyramid.patch + AROUND, shape), 1 / PX) > 0)
