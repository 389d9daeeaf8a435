"""Panels: a piece larger than the paper is cut into equal parts that meet edge to edge.

Each panel but the last of its row and column carries a strip of its neighbour's picture beyond its seam, to glue the
next sheet on. Panels are pieces of their own, "board.1", "board.2" ... in the order of reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import Size, TagSpot
from companion.tags import BLACK_MODULES
from printables.frames import fitting
from printables.paper import Box

OVERLAP = 8.0  # how far the picture goes on beyond a seam, mm, where the paper has room for it
LABEL = 8.0  # height of the line below a panel that says which one it is, mm
PANEL_GAP = 13.0  # between two panels on a sheet, mm
MOST_SPARE = 2  # so many rows or columns more than needed are tried, to keep seams off tags


@dataclass(frozen=True, slots=True)
class Panel:
    """Part `window` (mm in the whole upright front) of a piece, in `row` and `column` (from 1) of `rows` x `columns`.

    `strip` is how far all the piece's panels go on beyond their seams, to the right and down; `labelled` says that
    there is room below for a line of words.
    """

    whole: Piece
    row: int
    column: int
    rows: int
    columns: int
    window: Box
    strip: tuple[float, float]
    labelled: bool

    @property
    def overlap(self) -> tuple[float, float]:
        """How far this one goes on beyond its right and its lower edge: not at all where the piece ends."""
        right, down = self.strip
        return (right if self.column < self.columns else 0, down if self.row < self.rows else 0)

    @property
    def footprint(self) -> Size:
        """What it takes of a sheet: the same for all panels of a piece, so that they lie alike on their sheets."""
        width, height = (self.window.width + self.strip[0], self.window.height + self.strip[1])
        return Size(width, height + (LABEL if self.labelled else 0))

    @property
    def name(self) -> str:
        """Which one it is, in words."""
        return f"row {self.row}, column {self.column} of {self.whole.id}"

    def seen(self, face: str) -> Box:
        """The part of the upright face that it shows: backs are seen from behind."""
        if face == "front":
            return self.window
        return self.window.mirrored(self.whole.size.width)


@dataclass(frozen=True, slots=True)
class _Split:
    """A way to cut a piece in `rows` x `columns`, each with these overlap strips, `sheets` in all."""

    rows: int
    columns: int
    part: Size
    strip: tuple[float, float]
    labelled: bool
    sheets: int

    @property
    def cost(self) -> tuple[float, ...]:
        """Less is better: sheets, then seams, then narrow strips, then panels without a label."""
        return (self.sheets, self.rows * self.columns, -min(self.strip), not self.labelled)


def split(piece: Piece, rooms: Sequence[Box]) -> tuple[tuple[Piece, Panel], ...]:
    """The piece's panels, each one as a piece of its own, by rows; as few sheets as any of the rooms allows.

    Raises `PrintError` when every way of cutting goes through a tag.
    """
    ways = sorted((way for room in rooms for way in _ways(piece.size, room)), key=lambda way: way.cost)
    for way in ways:
        if not any(_cut_tags(piece, way)):
            return tuple(_panels(piece, way))
    tag = next(_cut_tags(piece, ways[0]))
    problem = f"it must be printed in parts, and their seams would cut its tag {tag.id}"
    raise PrintError(piece.id, problem, remedy="print it on larger paper, or move the tag")


def _ways(size: Size, room: Box) -> Iterator[_Split]:
    fewest = (ceil(size.width / room.width - 1e-6), ceil(size.height / room.height - 1e-6))
    for columns, rows in product(*(range(least, least + MOST_SPARE + 1) for least in fewest)):
        part = Size(size.width / columns, size.height / rows)
        strip = (
            min(OVERLAP, room.width - part.width) if columns > 1 else 0,
            min(OVERLAP, room.height - part.height) if rows > 1 else 0,
        )
        width, height = part.width + strip[0], part.height + strip[1]
        labelled = height + LABEL <= room.height
        height += LABEL if labelled else 0
        a_sheet = fitting(room.width, width, PANEL_GAP) * fitting(room.height, height, PANEL_GAP)
        yield _Split(rows, columns, part, strip, labelled, ceil(rows * columns / max(1, a_sheet)))


def _cut_tags(piece: Piece, way: _Split) -> Iterator[TagSpot]:
    """The tags, quiet zones included, that a seam goes through."""
    for face, tags in piece.faces.items():
        width = way.part.width
        xs = [column * width for column in range(1, way.columns)]
        if face != "front":
            xs = [piece.size.width - x for x in xs]
        ys = [row * way.part.height for row in range(1, way.rows)]
        for tag in tags:
            reach = tag.size * (1 / 2 + 1 / BLACK_MODULES) - 1e-6
            if any(abs(tag.x - x) < reach for x in xs) or any(abs(tag.y - y) < reach for y in ys):
                yield tag


def _panels(piece: Piece, way: _Split) -> Iterator[tuple[Piece, Panel]]:
    for number, (row, column) in enumerate(product(range(way.rows), range(way.columns)), start=1):
        window = Box(column * way.part.width, row * way.part.height, way.part.width, way.part.height)
        panel = Panel(piece, row + 1, column + 1, way.rows, way.columns, window, way.strip, way.labelled)
        faces = {face: tuple(_tags_within(tags, panel.seen(face))) for face, tags in piece.faces.items()}
        yield (replace(piece, id=f"{piece.id}.{number}", size=way.part, faces=faces), panel)


def _tags_within(tags: Sequence[TagSpot], window: Box) -> Iterator[TagSpot]:
    for tag in tags:
        if window.x <= tag.x <= window.right and window.y <= tag.y <= window.bottom:
            yield replace(tag, x=tag.x - window.x, y=tag.y - window.y)
