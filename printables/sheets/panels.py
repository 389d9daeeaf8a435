"""Panels: pieces that are larger than the paper, cut up along seams.

Panels, to be joined edge to edge, are as even as the piece's seams allow. Each, except the last of
a row or column, has a strip of its neighbour's picture beyond its seam, on which the next sheet is
glued. Panels are separate pieces, "board.1", "board.2" ... in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from math import ceil

from companion.errors import PrintError
from companion.game import Piece
from companion.language import Phrase, say
from companion.layout import Size, TagSpot
from companion.tags import BLACK_MODULES
from printables.draw.paths import Box
from printables.sheets.paper import fitting

OVERLAP = 8.0  # how far the picture continues beyond a seam if the paper has room, mm
LEAST_STRIP = 5.0  # least overlap that can be glued, mm
LABEL = 8.0  # height of the line below a panel with its name, mm
PANEL_GAP = 13.0  # between two panels on a sheet, mm
# the kinds that may be larger than the paper, in words
WORDS = {"board": say("board"), "mat": say("mat")}
MOST_SPARE = 2  # how many extra rows or columns are tried to keep seams off tags


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a piece: `window` (mm in the upright front), at `row` and `column` (from 1).

    `largest` is the largest width and height of the piece's panels. `strip` is how far panels
    overlap their neighbours to the right and below, mm. If `labelled`, there is room below for a
    line of text.
    """

    whole: Piece
    row: int
    column: int
    rows: int
    columns: int
    window: Box
    largest: Size
    strip: tuple[float, float]
    labelled: bool

    @property
    def overlap(self) -> tuple[float, float]:
        """The overlap beyond its right and lower edge, mm; 0 where the piece ends."""
        right, down = self.strip
        return (right if self.column < self.columns else 0, down if self.row < self.rows else 0)

    @property
    def footprint(self) -> Size:
        """The space on a sheet, mm, the same for all panels of a piece, which aligns them."""
        width, height = (self.largest.width + self.strip[0], self.largest.height + self.strip[1])
        return Size(width, height + (LABEL if self.labelled else 0))

    @property
    def name(self) -> Phrase:
        """The row and column of the panel, in words."""
        piece = WORDS.get(self.whole.kind, self.whole.id)
        return say(
            "row {row}, column {column} of {piece}", row=self.row, column=self.column, piece=piece
        )

    def seen(self, face: str) -> Box:
        """Return the part of the upright face on this panel, mm; mirrored for the back."""
        if face == "front":
            return self.window
        return self.window.mirrored(self.whole.size.width)


@dataclass(frozen=True, slots=True)
class _Split:
    """A way to cut a piece along `xs` and `ys`, which include its edges, on so many `sheets`."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    strip: tuple[float, float]
    labelled: bool
    sheets: int


def split(piece: Piece, rooms: Sequence[Box]) -> tuple[tuple[Piece, Panel], ...]:
    """Return the piece's panels as pieces, by rows, on as few sheets as any room allows.

    Raises `PrintError` if every way to cut goes through a tag.
    """

    def cost(way: _Split) -> tuple[float, ...]:
        parts = (len(way.xs) - 1) * (len(way.ys) - 1)
        return (way.sheets, parts, -min(way.strip), not way.labelled)

    # on the fewest sheets, with the fewest seams, the widest strips, and labels
    ways = sorted((way for room in rooms for way in _ways(piece, room)), key=cost)
    for way in ways:
        if not any(_cut_tags(piece, way)):
            return tuple(_panels(piece, way))
    if not ways:
        problem = "it must be printed in parts, and none of its seams makes them small enough"
        raise PrintError(piece.id, problem, remedy="print it on larger paper")
    tag = next(_cut_tags(piece, ways[0]))
    problem = f"it must be printed in parts, and their seams would cut its tag {tag.id}"
    raise PrintError(piece.id, problem, remedy="print it on larger paper, or move the tag")


def _ways(piece: Piece, room: Box) -> Iterator[_Split]:
    size, (across, down) = piece.size, piece.seams
    for xs, ys in product(
        _edges(size.width, room.width, across), _edges(size.height, room.height, down)
    ):
        width, height = _widest(xs), _widest(ys)
        strip = (
            min(OVERLAP, room.width - width) if len(xs) > 2 else 0,
            min(OVERLAP, room.height - height) if len(ys) > 2 else 0,
        )
        width, height = width + strip[0], height + strip[1]
        labelled = height + LABEL <= room.height
        height += LABEL if labelled else 0
        a_sheet = fitting(room.width, width, PANEL_GAP) * fitting(room.height, height, PANEL_GAP)
        parts = (len(xs) - 1) * (len(ys) - 1)
        yield _Split(xs, ys, strip, labelled, ceil(parts / max(1, a_sheet)))


def _edges(length: float, room: float, seams: Sequence[float]) -> Iterator[tuple[float, ...]]:
    """Yield ways to cut a length into few parts that fit the room, as even as its seams allow."""
    fewest = ceil(length / room - 1e-6)
    for count in range(fewest, fewest + MOST_SPARE + 1):
        if not seams or count == 1:
            yield (*(part * length / count for part in range(count)), length)
            continue
        ways = ((0.0, *chosen, length) for chosen in combinations(seams, count - 1))
        best = min(ways, key=lambda way: (round(_widest(way), 6), way), default=())
        if best and _widest(best) <= room + 1e-6:
            yield best


def _widest(edges: Sequence[float]) -> float:
    return max(end - start for start, end in pairwise(edges))


def _cut_tags(piece: Piece, way: _Split) -> Iterator[TagSpot]:
    """Yield the tags that a seam cuts, including their quiet zones."""
    for face, tags in piece.faces.items():
        xs, ys = way.xs[1:-1], way.ys[1:-1]
        if face != "front":
            xs = tuple(piece.size.width - x for x in xs)
        for tag in tags:
            reach = tag.size * (1 / 2 + 1 / BLACK_MODULES) - 1e-6
            if any(abs(tag.x - x) < reach for x in xs) or any(abs(tag.y - y) < reach for y in ys):
                yield tag


def _panels(piece: Piece, way: _Split) -> Iterator[tuple[Piece, Panel]]:
    largest = Size(_widest(way.xs), _widest(way.ys))
    places = product(enumerate(pairwise(way.ys), start=1), enumerate(pairwise(way.xs), start=1))
    for number, ((row, (top, low)), (column, (left, right))) in enumerate(places, start=1):
        window = Box.between(left, top, right, low)
        rows, columns = len(way.ys) - 1, len(way.xs) - 1
        panel = Panel(piece, row, column, rows, columns, window, largest, way.strip, way.labelled)
        faces: dict[str, tuple[TagSpot, ...]] = {}
        for face, tags in piece.faces.items():
            part = panel.seen(face)
            faces[face] = tuple(
                replace(tag, x=tag.x - part.x, y=tag.y - part.y)
                for tag in tags
                if part.x <= tag.x <= part.right and part.y <= tag.y <= part.bottom
            )
        size = Size(window.width, window.height)
        yield (replace(piece, id=f"{piece.id}.{number}", size=size, faces=faces), panel)
