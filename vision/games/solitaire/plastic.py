"""Read plastic pyramids on a printed board by shape and colour (solitaire D1).

The size whose outline and ridges lie on edges of the photo, ahead of the others, is accepted.
Squares are read from below the camera outwards, as nearer pyramids hide farther ones.

Lengths are mm on the board from its upper left, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal, TypeAlias

import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.pieces import SQUARE
from vision.games.solitaire.edges import Drawn, Edges
from vision.games.solitaire.lines import SHOWN, frames_hidden, lines_shown, slopes, ways
from vision.games.solitaire.paper import (
    LITTLE,
    PX,
    Bools,
    Cell,
    Ground,
    Light,
    Pose,
    about_sign,
    filled,
    middle,
    shows_sign,
    signs,
    widened,
    window,
)
from vision.table.camera import Camera

Why: TypeAlias = Literal["strange", "close", "pale", "two", "between", "tag", "cropped", "cut"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a square must show to be empty, or to hold a pyramid of one size."""

    # least correlation of an empty square with its printed sign if nothing is foreign on it,
    signed: float = 0.72
    # and in any case: a pyramid would hide a part of the sign wherever it stands
    clear: float = 0.9
    undrawn: float = 0.85  # nothing stands where less of an outline lies on edges, even see-through
    # Least share of a pyramid's outline on edges, of outline and ridges, and mean lead of both over
    # the next size. Of 2,250 pyramids on 220 generated boards these accept 2,236, none wrongly.
    outlined: float = 0.9
    supported: float = 0.72
    ahead: float = 0.025
    # mm of rise from which a pyramid looks much like one of another size, and its least lead then
    lifted: float = 9.0
    far_ahead: float = 0.04
    in_sight: float = 0.75  # least visible share of that outline, also of one to compare it with
    filled: float = 0.55  # least foreign share of its area: opaque ones have 0.74, clear ones 0.59
    rim: tuple[float, float] = (1.0, 2.2)  # limits of a patch's rim, mm from the patch
    # darkness of a rim that isn't bare: opaque pyramids have 0.03, one in a transparent one 0.18
    rim_dark: float = 0.12
    rim_seen: int = 8  # least px of the rim in one of eight directions
    overhang: float = 3.0  # mm by which a base may extend beyond its square
    slack: float = 2.0  # mm around a pyramid's patch that may look foreign
    # mm² of a square's frame, a band 4 mm wide, that may be hidden by what isn't known: a sheet's
    # right angle that reaches as far as a pyramid hides more
    covered: float = 75.0


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Content:
    """A square's content: the size of its pyramid, "" if it is empty, None with the reason `why`.

    Of plastic, `like` is its support by edges (that of the likeliest in a shadow), `patch` the
    outline of what it hides, and `at` the centre of its base, mm on the board.
    """

    size: Pyramid | None
    why: Why | None = None
    like: float = 0.0
    patch: tuple[tuple[float, float], ...] = ()
    at: tuple[float, float] | None = None


def read_cells(
    ground: Ground, camera: Camera, cells: Iterable[Cell], covered: Bools | None = None
) -> dict[Cell, Content]:
    """Return what stands on these squares, ignoring areas `covered` by known pieces."""
    under = np.array([camera.x, camera.y])
    hidden = nothing = np.zeros(ground.foreign.shape, bool) if covered is None else covered
    board = _Board(
        ground,
        camera,
        cache(partial(Edges.of, ground.picture, camera)),
        cache(partial(ways, ground.picture)),
    )
    contents: dict[Cell, Content] = {}
    for cell in sorted(cells, key=lambda cell: float(np.linalg.norm(middle(cell) - under))):
        contents[cell] = content = board.at(cell, hidden)
        if content.patch:
            patch = filled(np.array(content.patch), hidden.shape)
            hidden = hidden | (widened(patch, 1 / PX) > 0)
    return _uncovered(ground, contents, nothing)


def _uncovered(
    ground: Ground, contents: dict[Cell, Content], covered: Bools
) -> dict[Cell, Content]:
    """Return the contents without those (by edges) that may go on below what hides a frame."""
    known = covered.astype(np.uint8)
    for content in contents.values():
        if content.size:
            known |= widened(filled(np.array(content.patch), known.shape), LIMITS.slack)
    hidden = frames_hidden(ground.picture, ground.rows, ground.columns) & (known == 0)
    return {
        cell: Content(None, "strange")
        if content.like and hidden[window(cell)].sum() > LIMITS.covered * PX**2
        else content
        for cell, content in contents.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """A board laid flat, with its edges and the directions of its lines, found when needed."""

    ground: Ground
    camera: Camera
    edges: Callable[[], Edges]
    lines: Callable[[], Light]

    def at(self, cell: Cell, hidden: Bools) -> Content:
        """Return the content of a square, of which nearer pyramids hide a part."""
        part, free = window(cell), self.ground.counts & ~hidden
        shown = int(free[part].sum())
        share = int((self.ground.foreign & free)[part].sum()) / max(shown, 1)
        sign = shows_sign(self.ground.darkness, cell)
        if sign > LIMITS.clear or (sign > LIMITS.signed and share < LITTLE):
            return Content("")
        every = self.edges().beside(hidden).ranked(middle(cell), SQUARE)
        # what is mostly hidden hasn't drawn what is in sight
        ranked = [each for each in every if each.seen >= LIMITS.in_sight] or every
        lines = lines_shown(self.lines()[about_sign(cell)], map(slopes, signs(cell)))
        undrawn = max(each.outline for each in every) < LIMITS.undrawn
        if lines > SHOWN + max(0, share - LITTLE) and undrawn:  # shadows hide no lines
            return Content("", like=0.0 if share < LITTLE else ranked[0].support)
        pose = ranked[0].pose
        if self._drawn(ranked, cell, free):
            points = tuple((float(x), float(y)) for x, y in pose.patch(self.camera))
            return Content(pose.size, None, ranked[0].support, points, (pose.x, pose.y))
        if share < LITTLE:
            return Content(None, "pale")
        return Content(None, "strange" if ranked[0].outline < LIMITS.outlined else "close")

    def _drawn(self, ranked: Sequence[Drawn], cell: Cell, free: Bools) -> bool:
        """Return whether edges draw the first of these pyramids on a square."""
        best, *others = ranked
        pose = best.pose
        lead = best.drawn - max((each.drawn for each in others), default=0.0)
        inside = self.ground.foreign[(filled(pose.patch(self.camera), free.shape) > 0) & free]
        overhang = float(np.abs(pose.base - middle(cell)).max()) - SQUARE / 2
        return (
            min(
                best.outline / LIMITS.outlined,
                best.support / LIMITS.supported,
                best.seen / LIMITS.in_sight,
            )
            >= 1
            and lead >= (LIMITS.far_ahead if pose.rise > LIMITS.lifted else LIMITS.ahead)
            and lead >= 1 - best.outline  # else another's edges could be what isn't drawn
            and bool(inside.size and inside.mean() >= LIMITS.filled)
            and overhang <= LIMITS.overhang
            and not self._nested(free, pose)
        )

    def _nested(self, counts: Bools, pose: Pose) -> bool:
        """Return whether it stands in a larger, transparent one, which is then the top.

        A pyramid that stands alone has bare stone on some side that isn't in its shadow: in one of
        eight directions its rim isn't dark. One inside a transparent one is surrounded by that one.
        """
        patch = pose.patch(self.camera)
        near, far = (widened(filled(patch, counts.shape), by) > 0 for by in LIMITS.rim)
        rows, columns = np.nonzero(far & ~near & counts)
        x, y = patch.mean(0) * PX
        ways = ((np.degrees(np.arctan2(rows - y, columns - x)) + 360) // 45).astype(int) % 8
        rims = [self.ground.darkness[rows, columns][ways == way] for way in range(8)]
        dark = [float(np.median(rim)) for rim in rims if rim.size >= LIMITS.rim_seen]
        return pose.size != NEST[-1] and len(dark) > 4 and min(dark) > LIMITS.rim_dark
