"""The geometry of the calibration sheet, shared by printing and reading.

Tags on a known grid show the printer's drift on each side. Another tag, the key, encodes the paper,
the edge that it is flipped on, and whether a profile was used. Lengths are in mm on the upright
page, from its top left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

from companion.layout import PAPER_SIZES, Size, TagSpot
from companion.tags import TagId, tag_ids

Face: TypeAlias = Literal["front", "back"]
Turn: TypeAlias = Literal["long", "short"]

GAME = "calibration"
PIECE = "sheet"
FACES: tuple[Face, Face] = ("front", "back")
TURNS: tuple[Turn, Turn] = ("long", "short")

TAG = 12.0
# from the outer tags' middles to the paper's edges; tags stay whole with a drift of 8 mm
INSET = 16.0
COLUMNS, ROWS = 5, 7
# row and column of each grid tag: those along the edges, then the inner ones
PLACES = (
    *(
        (row, column)
        for row, column in product(range(ROWS), range(COLUMNS))
        if row in (0, ROWS - 1) or column in (0, COLUMNS - 1)
    ),
    *product((2, 4), (1, 3)),
)
STEP = 20.0  # rulers are a multiple of this long
LONGEST = 240.0  # can be measured with a ruler of 300 mm
BESIDE = 48.0, 72.0  # how much rulers are shorter than the page, across and down


@dataclass(frozen=True, slots=True)
class Key:
    """The meaning of a key tag; a `profiled` sheet shows the errors of its profile."""

    paper: str
    sides: Turn
    profiled: bool = False

    @property
    def size(self) -> Size:
        """The size of the upright paper."""
        return PAPER_SIZES[self.paper]


def keys() -> dict[TagId, Key]:
    """Return the meaning of each key tag."""
    meanings = [Key(*each) for each in product(PAPER_SIZES, TURNS, (False, True))]
    return dict(zip(tag_ids(GAME, "key", count=len(meanings)), meanings, strict=True))


def known_tags() -> dict[TagId, Face | Key]:
    """Return every tag of a sheet, with its side for a grid tag and its meaning for a key."""
    grid = {tag: face for face in FACES for tag in tag_ids(GAME, "grid", face, count=len(PLACES))}
    return {**grid, **keys()}


@cache
def sheet_tags(key: Key, face: Face) -> tuple[TagSpot, ...]:
    """Return all tags of one side of a sheet, the key last."""
    ids, page = tag_ids(GAME, "grid", face, count=len(PLACES)), key.size
    across, down = (page.width - 2 * INSET) / (COLUMNS - 1), (page.height - 2 * INSET) / (ROWS - 1)
    grid = (
        TagSpot(tag, INSET + column * across, INSET + row * down, TAG)
        for tag, (row, column) in zip(ids, PLACES, strict=True)
    )
    key_id = next(tag for tag, meaning in keys().items() if meaning == key)
    return (*grid, TagSpot(key_id, page.width / 2 + across * 1.5, INSET + down * 0.85, TAG))


def ruler_lengths(page: Size) -> tuple[float, float]:
    """Return the lengths of the printed rulers, across and down, mm.

    >>> ruler_lengths(PAPER_SIZES["a4"]), ruler_lengths(PAPER_SIZES["tabloid"])
    ((160.0, 220.0), (220.0, 240.0))
    """
    across, down = (
        (length - beside) // STEP * STEP
        for length, beside in zip((page.width, page.height), BESIDE, strict=True)
    )
    return (min(across, LONGEST), min(down, LONGEST))
