"""Read plastic pyramids on a printed board by shape and colour (solitaire D1).

The size whose outline and ridges lie on edges of the photo, ahead of the others, is accepted. If
edges don't decide, the size whose patch best matches the foreign area must lead the others by a
margin, and edges must not contradict it. Squares are read from below the camera outwards, as nearer
pyramids hide farther ones.

Lengths are mm on the board from its upper left, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import hypot
from typing import Literal, TypeAlias

import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.pieces import SQUARE
from vision.games.solitaire.edges import Drawn, Edges, is_drawn
from vision.games.solitaire.lines import SHOWN, frames_hidden, lines_shown, slopes, ways
from vision.games.solitaire.paper import (
    LITTLE,
    PX,
    Bools,
    Cell,
    Ground,
    Light,
    about_sign,
    middle,
    shows_sign,
    signs,
    window,
)
from vision.games.solitaire.patches import Pose, filled, rated, widened
from vision.table.camera import Camera

Why: TypeAlias = Literal[
    "strange", "close", "hidden", "pale", "two", "between", "tag", "cropped", "cut"
]

# least correlation of an empty square with its printed sign if nothing is foreign on it,
SIGNED = 0.72
CLEAR = 0.9  # and in any case: a pyramid would hide a part of the sign wherever it stands
# Least share of a pyramid's outline on edges, of outline and ridges, and lead over the next size.
OUTLINED, SUPPORTED, AHEAD = 0.9, 0.75, 0.05
# mm of rise from which a pyramid looks much like one of another size, and the lead it then needs
LIFTED, FAR_AHEAD = 9.0, 0.12
# the same for a size that patches suggest, where edges are
LEAST_OUTLINE, LITTLE_AHEAD = 0.75, 0.03
APART = 5.0  # at most this far from the patch, mm
IN_SIGHT = 0.75  # least visible share of that outline
FILLED = 0.3  # least foreign share of its area
# Overlap of the best size with the foreign area, and its lead over the next: chosen on generated
# photos, with half of the pyramids in towers, as the values that find most of them and none
# wrongly.
LIKE, LEAD = 0.75, 0.12
VERY_LIKE, LITTLE_LEAD = 0.9, 0.03
# lead with which another size, with or without shadows, contradicts the best
RIVAL = 0.06
SEEN = 0.6  # share of a base that nearer pyramids must not hide
RIM = (1.0, 2.2)  # limits of a patch's rim, mm from the patch
# darkness of a rim that isn't bare: opaque pyramids have 0.03, one in a transparent one 0.18
RIM_DARK = 0.12
RIM_SEEN = 8  # least px of the rim in one of eight directions
OVERHANG = 3.0  # mm by which a base may extend beyond its square
SLACK = 2.0  # mm around a pyramid's patch that may look foreign
AROUND_PATCH = 3.0  # mm around that, in which
SPILT = 24.0  # mm² may be foreign
# mm² of a square's frame, a band 4 mm wide, that may be hidden by what isn't known: a sheet's right
# angle that reaches as far as a pyramid hides more. Of 777 pyramids on generated photos with
# nothing else on the board, three had more than 20, at most 26. Another game's card, whose lattice
# passed for an undrawn one, hid 43.
COVERED_DRAWN, COVERED = 75.0, 35.0


@dataclass(frozen=True, slots=True)
class Content:
    """A square's content: the size of its pyramid, "" if it is empty, None with the reason `why`.

    Of plastic, `like` rates the size: by edges if these decided (`drawn`), else by the overlap of
    the pyramid's outline, `patch`, with the foreign area. `at` is the centre of its base, mm on the
    board.
    """

    size: Pyramid | None
    why: Why | None = None
    like: float = 0.0
    patch: tuple[tuple[float, float], ...] = ()
    at: tuple[float, float] | None = None
    drawn: bool = False


def read_cells(
    ground: Ground, camera: Camera, cells: Iterable[Cell], covered: Bools | None = None
) -> dict[Cell, Content]:
    """Return what stands on these squares, ignoring areas `covered` by known pieces."""
    under = np.array([camera.x, camera.y])
    nothing = np.zeros(ground.foreign.shape, bool) if covered is None else covered
    edges, lines = (
        cache(partial(Edges.of, ground.picture, camera)),
        cache(partial(ways, ground.picture)),
    )
    look = _Look(ground, camera, edges, lines, nothing, nothing)
    contents: dict[Cell, Content] = {}
    for cell in sorted(cells, key=lambda cell: float(np.linalg.norm(middle(cell) - under))):
        contents[cell] = look.at(cell)
        look = look.behind(contents[cell])
    return _uncovered(ground, _without_spills(ground, contents, nothing), nothing)


def _uncovered(
    ground: Ground, contents: dict[Cell, Content], covered: Bools
) -> dict[Cell, Content]:
    """Return the contents without pyramids that may go on below what hides a frame."""
    known = covered.astype(np.uint8)
    for content in contents.values():
        if content.size:
            known |= widened(filled(np.array(content.patch), known.shape), SLACK)
    hidden = frames_hidden(ground.picture, ground.rows, ground.columns) & (known == 0)
    return {
        cell: replace(content, size=None, why="strange")
        if content.size
        and hidden[window(cell)].sum() > (COVERED_DRAWN if content.drawn else COVERED) * PX**2
        else content
        for cell, content in contents.items()
    }


def _without_spills(
    ground: Ground, contents: dict[Cell, Content], covered: Bools
) -> dict[Cell, Content]:
    """Return the contents without undrawn objects that extend beyond their patch, like fingers."""
    patches = {
        cell: filled(np.array(content.patch), ground.foreign.shape)
        for cell, content in contents.items()
        if content.patch
    }
    drawn = np.zeros(ground.foreign.shape, np.uint8)
    for cell, mask in patches.items():
        if contents[cell].size:
            drawn |= mask
    strange = ground.coloured & ground.foreign & (widened(drawn, SLACK) == 0) & ~covered
    spilt = {
        cell: float((strange & (widened(mask, SLACK + AROUND_PATCH) > 0)).sum()) / PX**2
        for cell, mask in patches.items()
        if contents[cell].size and not contents[cell].drawn
    }
    return {
        cell: replace(content, size=None, why="strange") if spilt.get(cell, 0) > SPILT else content
        for cell, content in contents.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A board during reading: what pyramids of known size hide of it, and all that were found."""

    ground: Ground
    camera: Camera
    edges: Callable[[], Edges]
    lines: Callable[[], Light]
    known: Bools
    hidden: Bools

    def behind(self, content: Content) -> _Look:
        """Return the board with what this content hides added."""
        if not content.patch:
            return self
        mask = widened(filled(np.array(content.patch), self.hidden.shape), 1 / PX) > 0
        return replace(
            self, known=self.known | mask if content.size else self.known, hidden=self.hidden | mask
        )

    def at(self, cell: Cell) -> Content:
        """Return the content of a square."""
        part = window(cell)
        counts = self.ground.counts[part]
        free = counts & ~self.hidden[part]
        share = int((self.ground.foreign[part] & free).sum()) / max(int(free.sum()), 1)
        sign = shows_sign(self.ground.darkness, cell)
        if sign > CLEAR or (sign > SIGNED and share < LITTLE):
            return Content("")
        if (counts & ~self.known[part]).sum() < 0.3 * counts.sum():
            return Content(None, "hidden")
        ranked = self.edges().beside(self.known).ranked(middle(cell), SQUARE)
        tinted = float((self.ground.tinted[part] & ~self.known[part]).mean())
        lines = lines_shown(self.lines()[about_sign(cell)], map(slopes, signs(cell)))
        # the lines of its sign show, and no pyramid's lines or colour
        if lines > SHOWN and tinted < LITTLE and not is_drawn(ranked):
            return Content("")
        content = self._by_edges(ranked, cell)
        if content is not None or free.sum() < 0.3 * counts.sum():
            return content or Content(None, "hidden")
        return Content(None, "pale") if share < LITTLE else self._by_patches(ranked, cell)

    def _by_edges(self, ranked: Sequence[Drawn], cell: Cell) -> Content | None:
        """Return the content that edges show on a square, None if they don't decide."""
        best, next_, *_ = ranked
        pose = best.pose
        lead = best.support - next_.support
        if (
            best.outline < OUTLINED
            or best.support < SUPPORTED
            or lead < max(AHEAD, _least(pose))
            or best.seen < IN_SIGHT
        ):
            return None
        counts = self.ground.counts & ~self.known
        inside = self.ground.foreign[(filled(pose.patch(self.camera), counts.shape) > 0) & counts]
        if inside.size == 0 or inside.mean() < FILLED or _overhang(pose, cell) > OVERHANG:
            return None
        if self._nested(counts, pose):
            return None
        return self._content(pose, None, best.support, drawn=True)

    def _by_patches(self, ranked: Sequence[Drawn], cell: Cell) -> Content:
        """Return the size whose patch best matches the foreign area, with or without shadows."""
        ground, counts = self.ground, self.ground.counts & ~self.hidden
        best = other = rated(ground.coloured, counts, cell, self.camera)
        if float((ground.foreign ^ ground.coloured)[window(cell)].mean()) > LITTLE:
            shady = rated(ground.foreign, counts, cell, self.camera)
            best, other = (shady, best) if shady > best else (best, shady)
            differ = best.pose.size != other.pose.size and best.like < VERY_LIKE
            # without shadows it looks like no pyramid, or another size
            if best is shady and (differ or other.like < LIKE):
                return Content(None, "strange", best.like)
        pose = best.pose
        rivals = (
            other.pose.size != pose.size and other.lead > RIVAL and other.like > best.like - LEAD
        )
        ahead = best.lead >= LEAD or (best.like >= VERY_LIKE and best.lead >= LITTLE_LEAD)
        base = self.hidden[filled(pose.base, self.hidden.shape) > 0]
        why: Why | None = None
        if best.like < LIKE:
            why = "strange"
        elif rivals or not ahead:
            why = "close"
        elif not base.size or base.mean() > 1 - SEEN:
            why = "hidden"
        # the pose that edges draw for its size nearby, and its lead over other sizes by edges
        drawn = self.edges().beside(self.known).about(pose)
        lead = drawn.support - max(each.support for each in ranked if each.pose.size != pose.size)
        aside = hypot(drawn.pose.x - pose.x, drawn.pose.y - pose.y)
        if drawn.outline < LEAST_OUTLINE or lead < -AHEAD or aside > APART:
            why = why or "close"
        elif why == "close" and drawn.outline > OUTLINED and lead > LITTLE_AHEAD:
            why = None
        if why is None and _overhang(pose, cell) > OVERHANG:
            why = "strange"
        if why is None and (best.lead < _least(pose) or self._nested(counts, pose)):
            why = "close"
        return self._content(pose, why, best.like)

    def _nested(self, counts: Bools, pose: Pose) -> bool:
        """Return whether it stands in a larger, transparent one, which is then the top.

        A pyramid that stands alone has bare stone on some side that isn't in its shadow: in one of
        eight directions its rim isn't dark. One inside a transparent one is surrounded by that one.
        """
        patch = pose.patch(self.camera)
        near, far = (widened(filled(patch, counts.shape), by) > 0 for by in RIM)
        rows, columns = np.nonzero(far & ~near & counts)
        x, y = patch.mean(0) * PX
        ways = ((np.degrees(np.arctan2(rows - y, columns - x)) + 360) // 45).astype(int) % 8
        rims = [self.ground.darkness[rows, columns][ways == way] for way in range(8)]
        dark = [float(np.median(rim)) for rim in rims if rim.size >= RIM_SEEN]
        return pose.size != NEST[-1] and len(dark) > 4 and min(dark) > RIM_DARK

    def _content(self, pose: Pose, why: Why | None, like: float, *, drawn: bool = False) -> Content:
        points = tuple((float(x), float(y)) for x, y in pose.patch(self.camera))
        return Content(None if why else pose.size, why, like, points, (pose.x, pose.y), drawn)


def _overhang(pose: Pose, cell: Cell) -> float:
    """Return how far a base extends beyond its square, mm."""
    return float(np.abs(pose.base - middle(cell)).max()) - SQUARE / 2


def _least(pose: Pose) -> float:
    """Return the lead that a size needs: high up on others it looks much like another one."""
    return FAR_AHEAD if pose.rise > LIFTED else 0.0
