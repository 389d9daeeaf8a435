"""Find where the photo shows only the table, continuing from the margins of the pieces that were
read.

A place counts as bare only if that is proved. The table is known at the margins of the pieces,
where enough margins agree: an object that hides a card, such as a sheet of paper or a mug, touches
only a few. From there the table is followed from cell to cell, as far as colour and pattern are
those of the margins. It stops at an object's rim, and what lies beyond is unknown, even if it is as
white as the table. The margins also show how much the table varies: hardly at all on a plain one,
more on wood; on a checked cloth both colours and their edges must occur, and a pattern that repeats
must go on.

An object of the table's own colour differs by its grain, which is calmer than any margin's, or by a
rim, which is sharper than anything on the table. A rim may be visible on one side only, so places
beside one aren't proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import hypot
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.loader import Image
from vision.table.plane import Plane
from vision.tags.detector import Bools, Floats, Sheet

Cells: TypeAlias = NDArray[np.int64]  # n x 2, column and row

CELL, CELLS = 2.0, 400_000  # least size of a cell, mm, and most cells
# mm around the pieces that are examined at most, and margin around that and the places
REACH, ROOM = 250.0, 70.0
CLOSE = 3.0  # mm beside a piece that its edge and its shadow affect
MARGIN = (4.0, 16.0)  # limits of a piece's margin, mm from the piece
APART = (3.0, 5.0)  # mm between sample points of a margin: outwards, and along it
FEWEST = 4  # least sample points of a margin
NEAR, FAR = 2.0, 10.0  # mm around a cell over which its colours are averaged
AGREE = 0.35  # share of the other margins that must have a colour for it to be the table's
USUAL = 0.8  # quantile of a margin's differences from others that sets the tolerance
# limits of the tolerance, in units of Lab, and its multiple of the margins' differences
LEAST, MOST, TIMES = 3.5, 6.0, 3.0
POINTS = 600  # most points of margins that cells are compared with
RIM = 0.1  # greatest share of a region's boundary not at pieces or the photo's edge
# weight of changes of lightness relative to lightness itself: nearby they are rims
RIMS = (3.0, 2.0)
SPECK = 2  # cells: anything narrower is a crumb or grain; cards and objects on them are wider
# mm: any spot shorter than this is grain, too; a card's tag or what hides it is longer, and so is
# what shows of an object's rim
SPOT = 12.0
# mm: changes of lightness within the first are fine grain, from there to the second coarse grain
GRAINS = (2.5, 6.0)
CALM, CALMER = 0.2, 0.4  # quantile of the margins' grain, and share of it: no table is calmer
# length, mm, and directions of lines that may be rims; quantile of the sharpness of lines on the
# table, as wood has seams; and how many times as sharp a rim is
LONG, WAYS = 44.0, 12
SHARP, SHARPER = 0.99, 2.0
# mm: anything this wide is an object, not a rim or a spot; and how far doubt extends beside a rim
SOLID, BESIDE = 24.0, 60.0
# shine: quantile of the margins' brightness from which light is added; length, mm, of lines that
# may be edges, and how many times as sharp as those on the table; linear light that is clipped
BRIGHTEST, SHORT, EDGE, DAZZLED = 0.95, 20.0, 1.5, 0.95
SHOWN = 0.7  # share of the calm margins' grain, in linear light, that shows through shine
# a pattern: limits of the shift by which it repeats, mm; how alike it is there, 0 to 1; least
# spread of lightness; share of the shift by which cloth may be stretched; how much of a cell's
# neighbourhood must be seen in both places; and the difference, as a share of the spread, that
# interrupts it
PERIOD, REPEATS, CONTRAST, SLACK, SEEN, BROKEN = (8.0, 90.0), 0.75, 2.0, 0.04, 0.25, 0.2
LUMA = np.array((0.07, 0.72, 0.21), np.float32)  # brightness of linear BGR
SHADE = 0.7  # units of Lab to which looks are rounded
STEP = 8  # cells between points that are mapped exactly; those between are interpolated
NONE = np.zeros(0, np.float32)
PAPER = 0.95  # quantile of a piece's brightness that is its paper
LAB = (0.5, 1, 1)  # lightness, 0 to 100, counts half


@dataclass(frozen=True, eq=False)
class Ground:
    """The table of one photo (`picture`, BGR) with its `plane`; all places are mm on that.

    `outlines` are the pieces that were read, `places` those that will be asked about. Objects that
    hide parts of pieces may extend into `doubtful` places (4 x 2 mm each), where nothing is proved.
    """

    picture: Image
    plane: Plane
    outlines: Sequence[Floats]
    places: Sequence[Floats]
    doubtful: Sequence[Floats] = ()

    def share(self, points: Floats) -> float:
        """Return the share of n x 2 points, mm, that isn't proved to be table."""
        column, row = self._cells(points).T
        cell = self._open[row, column]
        if not cell.any():
            return 0.0
        bare = self._table[row, column][cell]
        if not bare.all():
            bare = self._shiny_table[row, column][cell]
        return 1.0 - float(bare.mean())

    @cached_property
    def _box(self) -> tuple[Floats, float, tuple[int, int]]:
        """Where the cells begin, mm, the size of one, mm, and the numbers of columns and rows."""
        pieces = np.concatenate([*self.outlines])
        everything = np.concatenate([pieces, *self.places])
        low = np.maximum(everything.min(0), pieces.min(0) - REACH) - ROOM
        high = np.minimum(everything.max(0), pieces.max(0) + REACH) + ROOM
        cell = max(CELL, float(np.sqrt(np.prod(high - low) / CELLS)))
        columns, rows = np.ceil((high - low) / cell).astype(int).tolist()
        return low, cell, (columns, rows)

    def _cells(self, points: Floats) -> Cells:
        low, cell, size = self._box
        return np.clip(np.rint((points - low) / cell - 0.5).astype(np.int64), 0, np.array(size) - 1)

    def _inside(self, outlines: Sequence[Floats]) -> Bools:
        """Return the cells inside any of these outlines."""
        mask = np.zeros(self._box[2][::-1], np.uint8)
        for outline in outlines:
            cv2.fillConvexPoly(mask, self._cells(outline).astype(np.int32), 1)
        return np.asarray(mask > 0)

    @cached_property
    def _flat(self) -> tuple[Sheet, Bools]:
        """The table from above in Lab, evenly lit, a pixel per cell; and which cells are seen."""
        low, cell, (columns, rows) = self._box
        x, y = np.arange(0, columns + STEP, STEP), np.arange(0, rows + STEP, STEP)
        coarse = np.stack(np.meshgrid(x, y), -1)
        pixels = self.plane.to_px((coarse.reshape(-1, 2) + 0.5) * cell + low).reshape(coarse.shape)
        fine = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).astype(np.float32)
        pixels = np.nan_to_num(np.clip(pixels, -1e6, 1e6), nan=-1e6).astype(np.float32)
        where = cv2.remap(pixels, fine / STEP, NONE, cv2.INTER_LINEAR)
        middle = np.mean([outline.mean(0) for outline in self.outlines], 0)
        finer = max(1, int(self.plane.px_per_mm(middle) * cell))
        by = 1 / finer
        small = cv2.resize(self.picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
        at = ((where + 0.5) / finer - 0.5).astype(np.float32)
        inside: Bools = np.asarray(((at >= 0) & (at <= np.array(small.shape[1::-1]) - 1)).all(2))
        flat = (cv2.remap(small, at, NONE, cv2.INTER_LINEAR) / np.float32(255)).astype(np.float32)
        even = np.minimum(flat / self._light(flat, inside)[..., None], 1.3) * np.float32(0.9)
        return np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB) * LAB, np.float32), inside

    def _light(self, flat: Sheet, inside: Bools) -> Sheet:
        """Return white paper's brightness in each cell, 0 to 1, by that of the pieces."""
        points, values = [], []
        for outline in self.outlines:
            brightness = flat[self._inside([outline]) & inside].max(1, initial=0)
            if len(brightness) >= FEWEST:
                points.append(self._cells(outline.mean(0)[None])[0])
                values.append(np.log(max(0.02, np.quantile(brightness, PAPER))))
        if not points:
            return np.ones(inside.shape, np.float32)
        size = np.array(inside.shape[::-1])
        known = np.column_stack([np.ones(len(points)), np.array(points) / size - 0.5])
        weights, factors = np.ones(len(points)), np.zeros(3)
        for _ in range(5):  # pieces in a shadow or a reflection get little weight
            weighted = known * weights[:, None]
            factors = np.linalg.solve(
                weighted.T @ known + np.diag((1e-6, 0.05, 0.05)), weighted.T @ values
            )
            weights = 1 / np.maximum(1, np.abs(values - known @ factors) / 0.05)
        y, x = np.ogrid[: inside.shape[0], : inside.shape[1]]
        level = factors[0] + factors[1] * (x / size[0] - 0.5) + factors[2] * (y / size[1] - 0.5)
        return np.asarray(np.exp(np.clip(level, -4, 0.3)), np.float32)

    @cached_property
    def _open(self) -> Bools:
        """The cells in the photo that no known piece covers."""
        return self._flat[1] & ~self._widened(self._inside(self.outlines), CLOSE)

    @cached_property
    def _doubtful(self) -> Bools:
        """The cells into which an object that hides part of a piece may extend."""
        return self._inside(self.doubtful)

    @cached_property
    def _looks(self) -> tuple[Sheet, Sheet]:
        """Colour of each cell and its variation, averaged near and far, without covered cells."""
        return self._looks_of(self._flat[0])

    def _looks_of(self, flat: Sheet) -> tuple[Sheet, Sheet]:
        layers = np.dstack([flat, flat[..., 0] ** 2, np.ones(flat.shape[:2])])
        layers = np.asarray(layers * self._open[..., None], np.float32)
        looks = []
        for reach, rims in zip((NEAR, FAR), RIMS, strict=True):
            sums = np.asarray(cv2.GaussianBlur(layers, (0, 0), reach / self._box[1]), np.float32)
            means = sums / np.maximum(sums[..., 4:], 1e-3)
            varied = np.sqrt(np.maximum(means[..., 3] - means[..., 0] ** 2, 0)) * rims
            looks.append(np.dstack([means[..., :3], varied]).astype(np.float32))
        return looks[0], looks[1]

    @cached_property
    def _reference(self) -> tuple[Cells, tuple[float, ...]]:
        """Cells beside pieces that look like enough other margins, and tolerances near and far."""
        margins = []  # cells beside each side of each piece
        sure = self._open & ~self._doubtful
        for outline in self.outlines:
            for n in range(4):
                a, b = outline[n], outline[(n + 1) % 4]
                away = a - outline[n - 1 if n % 2 else (n + 3) % 4]
                length = float(np.linalg.norm(b - a))
                away = away / max(1e-6, float(np.linalg.norm(away)))
                along = a + np.linspace(0, 1, max(2, int(length / APART[1])))[:, None] * (b - a)
                out = np.arange(*MARGIN, APART[0])[:, None] * away
                cells = self._cells((along[:, None] + out).reshape(-1, 2))
                cells = cells[sure[cells[:, 1], cells[:, 0]]]
                if len(cells) >= FEWEST:
                    margins.append(cells)
        thin = max(1, sum(map(len, margins)) // POINTS)
        margins = [cells[::thin] for cells in margins]
        if len(margins) < 2:
            return np.zeros((0, 2), np.int64), (0.0, 0.0)
        cells, lengths = np.concatenate(margins), [len(each) for each in margins]
        owners = np.repeat(np.arange(len(margins)), lengths)
        starts = np.cumsum([0, *lengths[:-1]])
        enough = max(1, int(np.ceil(AGREE * (len(margins) - 1))))
        kept, tolerances = np.ones(len(cells), bool), []
        for looks in self._looks:
            mine = looks[cells[:, 1], cells[:, 0]]
            nearest = np.minimum.reduceat(_squares(mine, mine), starts, 1)
            nearest[np.arange(len(cells)), owners] = np.inf
            off = np.sqrt(np.maximum(np.partition(nearest, enough - 1, 1)[:, enough - 1], 0))
            usual = [np.quantile(off[owners == n], USUAL) for n in range(len(margins))]
            tolerances.append(float(np.clip(TIMES * np.median(usual), LEAST, MOST)))
            kept &= off <= tolerances[-1]
        return cells[kept], tuple(tolerances)

    @cached_property
    def _table(self) -> Bools:
        """The cells that are proved to be table."""
        if not len(self._reference[0]):
            return np.zeros_like(self._open)
        return self._without_specks(self._linked_table) & ~self._beside_rims

    @cached_property
    def _linked_table(self) -> Bools:
        """The cells that look like the margins and to which the table continues, even beside rims:
        the region of most margins, and others that are bounded by pieces rather than rims.

        Where grain is much weaker than at the margins over an area as wide as an object, one lies
        there; a calm spot of the table is narrow.
        """
        calm = _opened(self._weaker(self._flat[0][..., 0], CALMER) & self._open, self._wide(SOLID))
        numbers, main = self._connected(self._alike_here & ~calm & ~self._interrupted)
        ends, rims = np.zeros((2, numbers.max() + 1))
        for axis, step in product((0, 1), (-1, 1)):
            edge = (numbers > 0) & (np.roll(numbers, step, axis) == 0)
            ends += np.bincount(numbers[edge], minlength=len(ends))
            rim = edge & np.roll(self._open, step, axis)
            rims += np.bincount(numbers[rim], minlength=len(ends))
        linked = np.asarray(rims <= RIM * ends)
        linked[main], linked[0] = True, False
        return linked[numbers]

    @cached_property
    def _shiny_table(self) -> Bools:
        """The cells that are proved to be table, also where it reflects a lamp.

        Shine adds light of the lamp's colour, which the white paper of the pieces has, too. Without
        it the table looks like the margins, and in linear light its grain is as strong as there,
        which that of an object isn't. Shine also has no edge, not even a weak one.
        """
        cells, _ = self._reference
        sure = self._table & ~self._widened(~self._open, FAR)
        if not sure.any():
            return self._table
        flat, inside = self._flat
        light = np.asarray(cv2.cvtColor(flat * np.array((2, 1, 1), np.float32), cv2.COLOR_LAB2LBGR))
        paper = np.quantile(light[inside & ~self._open], PAPER, 0)
        grey = np.asarray(light @ LUMA, np.float32)
        bright = self._mean(grey, FAR)
        shine = bright - np.quantile(bright[cells[:, 1], cells[:, 0]], BRIGHTEST)
        dull = light - np.maximum(0, shine)[..., None] * paper / (paper @ LUMA)
        lab = cv2.cvtColor(np.asarray(dull, np.float32).clip(0), cv2.COLOR_LBGR2LAB)
        lit = self._alike(self._looks_of(np.asarray(lab * LAB, np.float32)))
        lit &= ~self._weaker(grey, SHOWN) & (shine > 0) & (light.max(2) < DAZZLED)
        lit &= ~self._interrupted
        rise = self._rise(np.where(self._open, grey - self._mean(grey, GRAINS[1]), 0), SHORT)
        edges = self._open & (rise > EDGE * np.quantile(rise[sure], SHARP))
        lit &= ~self._widened(edges, BESIDE) & ~self._beside_rims
        numbers, main = self._connected(self._table | lit)
        return self._without_specks((numbers == main) & (main > 0)) | self._table

    @cached_property
    def _alike_here(self) -> Bools:
        """The cells that look like the table."""
        return self._alike(self._looks)

    @cached_property
    def _interrupted(self) -> Bools:
        """The cells where a repeating pattern is interrupted, as by a napkin of the same cloth."""
        alike, light = self._alike_here, self._flat[0][..., 0]
        change = np.where(alike, light - self._mean(light, PERIOD[1] / 2), 0).astype(np.float32)
        spread = float(np.sqrt((change**2).sum() / max(1.0, alike.sum())))
        shifts = self._period(change, alike.astype(np.float32)) if spread > CONTRAST else []
        if not shifts:
            return np.zeros_like(alike)
        size, smooth = change.shape[::-1], FAR / self._box[1]

        def breaks(table: Bools) -> NDArray[np.int64]:
            """Return in how many directions each cell differs from where the pattern repeats."""
            known, count = table.astype(np.float32), np.zeros(table.shape, np.int64)
            for x, y in shifts:
                shift = np.array(((1, 0, x), (0, 1, y)), np.float32)
                near = np.ones((2 * max(1, round(hypot(x, y) * SLACK)) + 1,) * 2, np.uint8)
                there = cv2.warpAffine(change, shift, size)
                off = np.maximum(change - cv2.dilate(there, near), cv2.erode(there, near) - change)
                both = known * cv2.erode(cv2.warpAffine(known, shift, size), near)
                share = cv2.GaussianBlur(both, (0, 0), smooth)
                mean = cv2.GaussianBlur(np.maximum(off, 0) * both, (0, 0), smooth)
                count += (share > SEEN) & (mean > BROKEN * spread * share)
            return count

        # an object differs in several directions, the table beside it only from the object
        thing = self._widened(breaks(alike) > 1, FAR)
        return thing | self._widened(breaks(alike & ~thing) > 0, FAR)

    def _period(self, change: Sheet, known: Sheet) -> list[tuple[int, int]]:
        """Return by how many cells the pattern repeats, in four directions; [] if it doesn't."""
        reach = self._wide(PERIOD[1])
        products, counts = (  # of the table with itself, for each shift
            np.roll(_correlation(each, reach), (reach, reach), (0, 1))[
                : 2 * reach + 1, : 2 * reach + 1
            ]
            for each in (change, known)
        )
        likeness = np.where(counts > counts.max() / 5, products / np.maximum(counts, 1), 0)
        likeness = np.asarray(likeness / max(1e-6, likeness[reach, reach]), np.float32)
        best = (likeness > REPEATS) & (likeness >= cv2.dilate(likeness, np.ones((5, 5), np.uint8)))
        y, x = np.nonzero(best)
        shifts = np.column_stack([x, y])[np.argsort(-likeness[y, x])] - reach
        shifts = shifts[np.hypot(*shifts.T) >= self._wide(PERIOD[0])]
        for shift in shifts[1:]:
            (a, b), (x, y) = shifts[0].tolist(), shift.tolist()
            if abs(a * y - b * x) > 0.5 * hypot(a, b) * hypot(x, y):
                return [(a, b), (x, y), (-a, -b), (-x, -y)]
        return []

    def _alike(self, pictures: tuple[Sheet, Sheet]) -> Bools:
        """Return the cells without doubt that look like the table near and far."""
        bare, (cells, tolerances) = self._open & ~self._doubtful, self._reference
        for looks, margins, tolerance in zip(pictures, self._looks, tolerances, strict=True):
            rows, columns = np.nonzero(bare)
            if not len(rows):
                break
            # equal looks, rounded, are compared once
            whole = np.rint(looks[rows, columns] / SHADE).astype(np.int64)
            low, wide = whole.min(0), np.ptp(whole, 0) + 1
            place = np.cumprod([1, *wide[:-1].tolist()])
            codes, which = np.unique((whole - low) @ place, return_inverse=True)
            shades = np.asarray((codes[:, None] // place % wide + low) * SHADE, np.float32)
            squares = _squares(shades, margins[cells[:, 1], cells[:, 0]])
            bare[rows, columns] = (squares.min(1) <= tolerance**2)[which]
        return bare

    def _connected(self, bare: Bools) -> tuple[NDArray[np.int32], np.intp]:
        """Return the numbers of connected regions, and that of the table beside the pieces."""
        cells, _ = self._reference
        numbers = np.asarray(
            cv2.connectedComponents(bare.astype(np.uint8), connectivity=4)[1], np.int32
        )
        return numbers, np.bincount(numbers[cells[:, 1], cells[:, 0]]).argmax()

    def _without_specks(self, linked: Bools) -> Bools:
        """Return these cells and spots among them too narrow or too short for an object."""
        spots = _opened(self._open & ~linked, SPECK)
        near = cv2.dilate(spots.astype(np.uint8), np.ones((2 * SPECK + 1,) * 2, np.uint8))
        _, numbers, boxes, _ = cv2.connectedComponentsWithStats(near)
        sides = boxes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(1) - 2 * SPECK
        return np.asarray(self._open & ~(spots & (sides >= self._wide(SPOT))[numbers]))

    def _mean(self, values: Sheet, reach: float) -> Sheet:
        """Return the mean of values within `reach` mm of each cell, without covered cells."""
        size, uncovered = reach / self._box[1], self._open.astype(np.float32)
        sums = cv2.GaussianBlur(np.asarray(values * uncovered, np.float32), (0, 0), size)
        return np.asarray(sums / np.maximum(cv2.GaussianBlur(uncovered, (0, 0), size), 1e-3))

    def _weaker(self, grey: Sheet, share: float) -> Bools:
        """Return where the grain of a picture is below this share of that at calm margins."""
        cells, _ = self._reference
        result = np.zeros(self._open.shape, bool)
        fine, coarse = (self._mean(grey, reach) for reach in GRAINS)
        for change in (grey - fine, fine - coarse):
            grain = np.sqrt(self._mean(change**2, FAR))
            result |= grain < share * np.quantile(grain[cells[:, 1], cells[:, 0]], CALM)
        return result

    @cached_property
    def _beside_rims(self) -> Bools:
        """The cells that look like table beside a rim, a line lighter or darker than both sides.

        Other edges don't count: those of objects that look different from the table, and of what
        sticks out under a piece. A line right beside a piece is the piece's own shadow.
        """
        linked = self._linked_table
        strange = self._open & ~linked
        count, numbers = cv2.connectedComponents(strange.astype(np.uint8))
        solid = _opened(strange, self._wide(SOLID))
        farther = ~self._widened(~self._open, SOLID)
        things = np.bincount(numbers[solid], minlength=count) > 0
        under = np.bincount(numbers[farther], minlength=count) == 0
        edges = self._widened(strange & (things | under)[numbers], SOLID / 2)
        plain = ~self._widened(~self._open, CLOSE) & ~edges
        if not (linked & plain).any():
            return linked
        change = self._flat[0][..., 0] - self._mean(self._flat[0][..., 0], GRAINS[1])
        rise = self._rise(np.where(plain, change, 0), LONG)
        sharp = plain & (rise > SHARPER * np.quantile(rise[linked & plain], SHARP))
        return self._widened(sharp, BESIDE)

    def _rise(self, change: Sheet, length: float) -> Sheet:
        """Return the mean of `change` along the line of this length, mm, where it is greatest."""
        rise, side = np.zeros_like(change), self._wide(length) | 1
        for angle in np.arange(0, np.pi, np.pi / WAYS):
            line = np.zeros((side, side), np.float32)
            end = (side // 2) * np.array([np.cos(angle), np.sin(angle)])
            points = np.rint(side // 2 + np.outer((-1, 1), end)).astype(int).tolist()
            cv2.line(line, points[0], points[1], (1.0,))
            rise = np.maximum(rise, np.abs(cv2.filter2D(change, -1, line / line.sum())))
        return rise

    def _wide(self, length: float) -> int:
        """Convert a length from mm to cells."""
        return max(1, round(length / self._box[1]))

    def _widened(self, cells: Bools, reach: float) -> Bools:
        """Return these cells and all within `reach` mm."""
        kernel = np.ones((2 * self._wide(reach) + 1,) * 2, np.uint8)
        return np.asarray(cv2.dilate(np.asarray(cells, np.uint8), kernel) > 0)


def _opened(cells: Bools, side: int) -> Bools:
    """Return the squares of this side that these cells hold."""
    square, last = np.ones((side, side), np.uint8), (side - 1, side - 1)
    corners = cv2.erode(cells.astype(np.uint8), square, anchor=(0, 0))
    return np.asarray(cv2.dilate(corners, square, anchor=last) > 0)


def _correlation(values: Sheet, reach: int) -> Sheet:
    """Return the sum of products of a picture with itself at each shift, first that of none, then
    to the right and down; shifts up to `reach` to the left and up are at the end.
    """
    rows, columns = values.shape
    down, right = (cv2.getOptimalDFTSize(side + reach) - side for side in (rows, columns))
    padded = cv2.copyMakeBorder(values, 0, down, 0, right, cv2.BORDER_CONSTANT)
    waves = cv2.dft(padded, flags=cv2.DFT_COMPLEX_OUTPUT)
    power = cv2.mulSpectrums(waves, waves, 0, conjB=True)
    return np.asarray(cv2.idft(power, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT), np.float32)


def _squares(ones: Sheet, others: Sheet) -> Sheet:
    """Return squared distances of all from all."""
    far = ones @ (-2 * others.T)
    far += (ones**2).sum(1)[:, None]
    far += (others**2).sum(1)
    return np.asarray(far, np.float32)
