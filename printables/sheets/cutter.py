"""Sheets for cutting machines that find their way by printed marks, such as Silhouette's.

Pieces of one size lie in one grid in the middle of the page, a gap apart, so that a machine cuts
each by itself. A piece that would lie on a mark is left out, and printed on the next sheet.
Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import Literal, TypeAlias

from companion.errors import PrintError, UsageError
from companion.layout import Size
from companion.wording import near
from printables.draw.paths import Box, Path
from printables.draw.pen import BLEED
from printables.sheets.imposition import Page, Placement, Sides, with_blank_backs
from printables.sheets.packing import Copy
from printables.sheets.paper import CLEAR, EDGE, THICKNESS, Frame, Paper, fitting

Machine: TypeAlias = Literal["any", "silhouette", "cricut"]

# Silhouette's marks, as in silhouette-card-maker's layouts, which fit its programs' templates
SQUARE = 5.0
NEAREST = 0.62  # between the end of an arm and the bleed of the pieces
SHORTEST, LONGEST = 6.0, 40.0  # arms
LIMITS = {
    "gap": (0.0, 10.0),
    "corners": (0.0, 10.0),
    "inset": (4.0, 30.0),
    "length": (3.0, 60.0),
    "width": (0.3, 1.0),
}


@dataclass(frozen=True, slots=True)
class Cutter:
    """A machine: the `gap` between pieces, the radius of cut `corners`, and its marks.

    The marks' corners are `inset` from the paper's edges, their lines `width` wide and `length`
    long; 0 is as long as the pieces allow. Cricut's program prints marks of its own.
    """

    machine: Machine = "silhouette"
    gap: float = 1.25
    corners: float = 3.0
    inset: float = 10.0
    length: float = 0.0
    width: float = 1.0

    @property
    def square(self) -> float:
        """The side of the square that shows which way is up."""
        return SQUARE if self.machine == "silhouette" else self.arm

    @property
    def arm(self) -> float:
        """How long a mark's lines are at least."""
        return self.length or SHORTEST

    def corner_boxes(self, page: Size) -> Iterator[tuple[Box, Box, Box]]:
        """Yield a square and a mark's two lines in each corner, from the top left, clockwise."""
        box, arm, thick = Box.whole(page).grown(-self.inset), self.arm, self.width
        for right, low in ((False, False), (True, False), (True, True), (False, True)):
            square, level, upright = (
                Box(box.right - w if right else box.x, box.bottom - h if low else box.y, w, h)
                for w, h in ((self.square, self.square), (arm, thick), (thick, arm))
            )
            yield square, level, upright

    def marks(self, page: Size) -> tuple[Path, ...]:
        """Return the marks to print: a square at the top left, and angles; all are filled.

        Silhouette has none at the bottom right.
        """
        (square, *_), *others = self.corner_boxes(page)
        if self.machine == "silhouette":
            del others[1]
        return (square.path, *(level.path + upright.path for _, level, upright in others))

    def taken(self, page: Size) -> list[Box]:
        """Return where nothing else may be printed."""
        return [box.grown(NEAREST) for boxes in self.corner_boxes(page) for box in boxes]


MACHINES = {
    "silhouette": Cutter(),
    "cricut": Cutter("cricut", gap=3.0),  # its program prints bleed around each piece
    "any": Cutter("any", inset=EDGE, width=0.3),
}


def find_cutter(text: str) -> Cutter:
    """Return a machine, as in "silhouette" or "silhouette,width=0.3"; raises `UsageError`.

    >>> find_cutter("any,gap=0.5").gap
    0.5
    """
    name, *settings = [part.strip() for part in text.lower().split(",")]
    if name not in MACHINES:
        remedy = near(name, MACHINES)
        raise UsageError("--cutter", f"no such machine: {name!r}", remedy=remedy)
    base = MACHINES[name]
    limits = {key: LIMITS[key] for key in ("gap", "corners")} if name == "cricut" else LIMITS
    values: dict[str, float] = {}
    for setting in settings:
        key, _, number = setting.partition("=")
        if key not in limits:
            known = near(key, limits)
            raise UsageError("--cutter", f"no such setting: {key!r}", remedy=known)
        low, high = LIMITS[key]
        try:
            values[key] = float(number.removesuffix("mm"))
        except ValueError:
            values[key] = -1
        if not low <= values[key] <= high:
            use = f"use {low:g} to {high:g} mm"
            raise UsageError("--cutter", f"{setting!r} is no length", remedy=use)
    return replace(base, **values)  # type: ignore[arg-type]  # lengths, by name


Grid: TypeAlias = tuple[Frame, Sequence[Box]]  # a page, and the cells on it


def fitted(cutter: Cutter, pages: Sequence[Page]) -> Cutter:
    """Return the machine with the longest arms that fit all pages.

    As pages of one print have the same marks, the shortest ones count.
    """
    lengths = [
        _arms(cutter, [placed.trim for placed in page.placements])
        for page in pages
        if page.placements
    ]
    return replace(cutter, length=min(lengths, default=cutter.arm))


def _arms(cutter: Cutter, cells: Sequence[Box]) -> float:
    """Return the length of the arms beside a grid: as long as its wider margin has room for."""
    if cutter.length:
        return cutter.length
    margin = max(min(cell.x for cell in cells), min(cell.y for cell in cells))
    room = margin - cutter.gap / 2 - cutter.inset - NEAREST
    return round(min(LONGEST, max(SHORTEST, room)), 2)


def cutter_pages(
    copies: Sequence[Copy], paper: Paper, sides: Sides, cutter: Cutter
) -> tuple[Page, ...]:
    """Return the pages of a print for a machine; raises `PrintError` for a piece too large.

    Pieces of a size are together, those with a back apart from those without. Raises `UsageError`
    for a way to print that needs a fold or cuts out backs.
    """
    if sides.folded or sides.cut_apart:
        remedy = "print both sides with --sides long or short"
        raise UsageError(
            "--cutter", f"doesn't go together with --sides {sides.slug}", remedy=remedy
        )

    def likeness(copy: Copy) -> tuple[float, float, bool]:
        return copy.piece.size.width, copy.piece.size.height, copy.two_sided

    pages: list[Page] = []
    for _, same in groupby(sorted(copies, key=likeness, reverse=True), key=likeness):
        group = list(same)
        frame, cells = _best(group[0], paper, cutter)
        for start in range(0, len(group), len(cells)):
            sheet, part = (pages[-1].sheet if pages else 0) + 1, group[start : start + len(cells)]
            reach = min(BLEED, cutter.gap / 2)
            fronts = [
                Placement(copy, "front", cell, 0, cell.grown(reach), cell)
                for copy, cell in zip(part, cells, strict=False)
            ]
            pages.append(Page(0, sheet, "front", frame.page, tuple(fronts), (), frame))
            if part[0].two_sided:
                backs = []
                for front in fronts:
                    trim, rotation = sides.behind(front.trim, frame.page, 0)
                    art = trim.grown(reach)
                    backs.append(Placement(front.copy, "back", trim, rotation, art, trim))
                pages.append(Page(0, sheet, "back", frame.page, tuple(backs), (), frame))
    return with_blank_backs(pages, sides)


def _best(copy: Copy, paper: Paper, cutter: Cutter) -> Grid:
    """Return the grid that holds most copies, in upright paper if both hold as many."""
    size = copy.piece.size
    grids = [
        grid
        for page in (paper.size, paper.sideways)
        for level in (True, False)
        for grid in _grids(page, size, cutter, level=level)
    ]
    if not grids:
        problem = f"{size.width:g} x {size.height:g} mm does not fit between the machine's marks"
        raise PrintError(
            copy.piece.id, problem, remedy="leave it out with --only, or print it on larger paper"
        )
    return max(grids, key=lambda grid: len(grid[1]))


def _grids(page: Size, size: Size, cutter: Cutter, *, level: bool) -> Iterator[Grid]:
    """Yield grids of every number of rows and columns, without cells that lie on a mark."""
    strip, reach = EDGE + THICKNESS + CLEAR, cutter.gap / 2
    between = cutter.inset  # a machine cuts only between its marks
    beside, above = (max(between, each) for each in ((EDGE, strip) if level else (strip, EDGE)))
    most = (
        fitting(page.width - 2 * (beside + reach), size.width, cutter.gap),
        fitting(page.height - 2 * (above + reach), size.height, cutter.gap),
    )
    for columns, rows in product(range(1, most[0] + 1), range(1, most[1] + 1)):
        across, down = size.width + cutter.gap, size.height + cutter.gap
        x = (page.width - columns * across + cutter.gap) / 2
        y = (page.height - rows * down + cutter.gap) / 2
        cells = [
            Box(x + column * across, y + row * down, size.width, size.height)
            for row, column in product(range(rows), range(columns))
        ]
        sized = replace(cutter, length=_arms(cutter, cells))
        free = [
            cell
            for cell in cells
            if not any(cell.grown(reach).overlaps(box) for box in sized.taken(page))
        ]
        if free:
            whole = Box.whole(page).grown(-EDGE)
            yield Frame(page, whole, whole, whole, level, room=True), free
