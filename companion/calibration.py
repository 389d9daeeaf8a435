"""The geometry of the calibration sheet, which printing and reading share: tags, lines, paper.

Each side shows the drift of the printer by tags on a known grid. One more tag, the key, names the
paper, the edge it is turned over, and whether a profile had been applied. Lengths are millimetres
on the upright page, origin at its top left, y down.
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
# of the outer tags' middles from the paper's edges: a drift of 8 mm still leaves them whole
INSET = 16.0
COLUMNS, ROWS = 5, 7  # of which only the outermost carry tags, and four places within
INNER = tuple(product((2, 4), (1, 3)))  # (row, column)
STEP = 20.0  # rulers are whole steps long
LONGEST = 240.0  # more doesn't fit under a ruler of 300 mm
BESIDE = 48.0, 72.0  # of the page's width and height, free of rulers


@dataclass(frozen=True, slots=True)
class Key:
    """The message of the key tag. Sheets that are `profiled` were printed with a profile and show
    what it leaves uncorrected.
    """

    paper: str
    sides: Turn
    profiled: bool = False

    @property
    def size(self) -> Size:
        """The size of the upright paper."""
        return PAPER_SIZES[self.paper]


_KEYS = tuple(
    Key(paper, sides, profiled)
    for paper in PAPER_SIZES
    for sides in TURNS
    for profiled in (False, True)
)


def keys() -> dict[TagId, Key]:
    """Return the meaning of each key tag."""
    return dict(zip(tag_ids(GAME, "key", count=len(_KEYS)), _KEYS, strict=True))


def known_tags() -> dict[TagId, Face | Key]:
    """Return every tag of a sheet: the side of its grid, or its meaning as a key."""
    grid = {
        tag: face for face in FACES for tag in tag_ids(GAME, "grid", face, count=len(_places()))
    }
    return {**grid, **keys()}


@cache
def sheet_tags(key: Key, face: Face) -> tuple[TagSpot, ...]:
    """Return all tags of one side of a sheet, the key last.

    >>> sheet_tags(Key("a4", "long"), "front")[0]
    TagSpot(id=500, x=16.0, y=16.0, size=12.0)
    """
    ids, page = tag_ids(GAME, "grid", face, count=len(_places())), key.size
    across, down = (page.width - 2 * INSET) / (COLUMNS - 1), (page.height - 2 * INSET) / (ROWS - 1)
    grid = (
        TagSpot(tag, INSET + column * across, INSET + row * down, TAG)
        for tag, (row, column) in zip(ids, _places(), strict=True)
    )
    return (*grid, TagSpot(_key_id(key), page.width / 2 + across * 1.5, INSET + down * 0.85, TAG))


def ruler_lengths(page: Size) -> tuple[float, float]:
    """Return the lengths of the printed rulers, across and down, mm: as long as is easily measured.

    >>> ruler_lengths(PAPER_SIZES["a4"]), ruler_lengths(PAPER_SIZES["tabloid"])
    ((160.0, 220.0), (220.0, 240.0))
    """
    across, down = (
        (length - beside) // STEP * STEP
        for length, beside in zip((page.width, page.height), BESIDE, strict=True)
    )
    return (min(across, LONGEST), min(down, LONGEST))


def _places() -> tuple[tuple[int, int], ...]:
    """Return row and column of each tag: all round the edge, near the paper's edges, and within."""
    edge = [
        (row, column)
        for row, column in product(range(ROWS), range(COLUMNS))
        if row in (0, ROWS - 1) or column in (0, COLUMNS - 1)
    ]
    return (*edge, *INNER)


def _key_id(key: Key) -> TagId:
    return tag_ids(GAME, "key", count=len(_KEYS))[_KEYS.index(key)]
