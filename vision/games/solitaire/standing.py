"""Read plastic pyramids on the tally mat: a place has a fixed size, and edges must show that same
size.

A pyramid is read only if the two agree. In the camera's view, pyramids lean over the places behind
them: places are read from below the camera outwards, and a partly visible one is empty if it shows
its print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import dist

import numpy as np

from companion.solitaire.board import Board
from companion.solitaire.measures import Place
from vision.games.base import Eye
from vision.games.solitaire.edges import Edges
from vision.games.solitaire.lines import ways
from vision.games.solitaire.mat import frames, is_bare
from vision.games.solitaire.paper import PX
from vision.games.solitaire.pose import Pose, filled, widened
from vision.games.solitaire.sheets import Sheet
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
    edges, lines = Edges.of(flat, camera, BENT), ways(flat[MAT])
    hidden = np.zeros(edges.strengths.shape[1:], bool)[1:-1, 1:-1]
    framed = np.pad(frames(deck), round(AROUND * PX))
    for place in outwards:
        visible = edges.beside(hidden)
        ranked = visible.ranked(np.array(place.at) + AROUND, place.side)
        best = ranked[0]
        at = best.x - AROUND, best.y - AROUND
        drawn = best.outline >= OUTLINED and best.support >= SUPPORTED and best.seen >= IN_SIGHT
        if best.size == place.pyramid and drawn and dist(at, place.at) <= BESIDE:
            patch = Pose(best.size, best.x, best.y, best.turn, best.rise).patch(camera)
            hidden |= widened(filled(patch, hidden.shape), 1 / PX) > 0
            yield Standing(place, at, best.support, patch.astype(float) - AROUND)
        elif not is_bare(lines, place, ~hidden[MAT]) or visible.may_draw(
            ranked, place.pyramid, framed
        ):
            yield place
