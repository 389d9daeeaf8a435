"""Paper formats, and the areas of a page for pieces, clear of the legend, crop marks and fold.

There are two kinds: the centred grid of cards, whose cut lines are the same on every sheet, and the
room for other pieces, which is all that the legend leaves. Lengths are mm, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import floor

from companion.errors import UsageError
from companion.layout import PAPER_SIZES, POKER, Size
from companion.wording import near
from printables.draw.paths import Box
from printables.draw.pen import BLEED

EDGE = 4.0  # margin of the paper on which many printers can't print, mm


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper format, upright; `title` is its common name."""

    slug: str
    title: str
    size: Size

    @property
    def sideways(self) -> Size:
        """The size of the page in landscape."""
        return Size(self.size.height, self.size.width)


_TITLES = {"a4": "A4", "letter": "US Letter", "a3": "A3", "tabloid": "Tabloid"}
PAPERS = {slug: Paper(slug, title, PAPER_SIZES[slug]) for slug, title in _TITLES.items()}


def find_paper(slug: str) -> Paper:
    """Return the paper called `slug`; raises `UsageError` for an unknown one."""
    if slug not in PAPERS:
        raise UsageError(slug, "no such paper", remedy=near(slug, PAPERS))
    return PAPERS[slug]


MARK_OFFSET = 0.3  # between art and crop mark
MARK_SHORTEST = 2.0  # art leaves room for a crop mark of this length where the margin is narrow
MARK_LONGEST = 2.5
MARKS = MARK_OFFSET + MARK_SHORTEST
GUTTER = BLEED + MARKS + 0.2  # between cards and the fold
THICKNESS = 3.2  # of a strip of the legend: what crop marks leave of the narrowest margin
CLEAR = 0.6  # between a strip and the pieces in the room
# of cards with shared cut lines, at the grid's outer edges; Letter has no room for more
LEAST_BLEED = 1.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The areas for trims on a page: `marked` with crop marks, `loose` without.

    `reach` is the area for all art and marks. The legend runs along the top and bottom if `level`,
    else along the left and right. On a `folded` page the areas are for fronts, left of the fold.
    `room` is false for a grid of cards.
    """

    page: Size
    marked: Box
    loose: Box
    reach: Box
    level: bool
    folded: bool = False
    room: bool = False


@cache
def card_frame(page: Size, *, folded: bool = False, gap: float = 0) -> Frame:
    """Return the centred grid of as many poker cards as the page holds, `gap` mm apart.

    >>> card_frame(Size(210, 297)).marked
    Box(x=10.5, y=16.5, width=189, height=264)
    """
    grids: dict[bool, tuple[int, Box]] = {}  # the number of cards and their area, by `level`
    strip = EDGE + THICKNESS + BLEED + MARK_OFFSET + MARK_LONGEST
    plain = EDGE + MARKS + (BLEED if gap else LEAST_BLEED)
    for level, beside, above in ((True, plain, strip), (False, strip, plain)):
        across = page.width / 2 - GUTTER - beside if folded else page.width - 2 * beside
        columns = fitting(across, POKER.width, gap)
        rows = fitting(page.height - 2 * above, POKER.height, gap)
        width = max(0, columns * (POKER.width + gap) - gap)
        height = max(0, rows * (POKER.height + gap) - gap)
        x = page.width / 2 - GUTTER - width if folded else (page.width - width) / 2
        grids[level] = columns * rows, Box(x, (page.height - height) / 2, width, height)
    (count, grid), (other, _) = grids[True], grids[False]
    level = count > other or (count == other and (folded or grid.y >= grid.x))
    grid = grids[level][1]
    return Frame(page, grid, grid, Box.whole(page).grown(-EDGE), level, folded)


@cache
def rooms(page: Size, *, folded: bool = False) -> tuple[tuple[Frame, ...], ...]:
    """Return the rooms of a page: two with space for bleed and marks, then two without.

    The first of each pair has its legend at top and bottom, the second at left and right.
    """
    inner, strip = Box.whole(page).grown(-EDGE), THICKNESS + CLEAR
    tiers = []
    for marked, loose in ((-BLEED - MARKS, -BLEED), (0.0, 0.0)):
        tier = []
        for level, x, y in ((True, 0, strip), (False, strip, 0)):
            reach = Box.between(inner.x + x, inner.y + y, inner.right - x, inner.bottom - y)
            right = page.width / 2 - MARKS if folded else reach.right
            fronts = Box.between(reach.x, reach.y, right, reach.bottom)
            areas = fronts.grown(marked), fronts.grown(loose), reach
            tier.append(Frame(page, *areas, level, folded, room=True))
        tiers.append(tuple(tier))
    return tuple(tiers)


def fitting(length: float, step: float, gap: float = 0) -> int:
    """Count the steps, `gap` apart, that fit into a length.

    >>> fitting(189, 63), fitting(194, 63, gap=6)
    (3, 2)
    """
    return max(0, floor((length + gap) / (step + gap) + 1e-6))
