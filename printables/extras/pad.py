"""The sheets of the score pad, from `[pad]` in the game's summary; several fit a page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from companion.deckfile import load_summary
from companion.fields import SCORE_PAD
from companion.game import Deck, Game, Piece
from companion.layout import Size
from companion.summary import Pad, Summary
from printables.art.cover import look_of, name_and_subtitle
from printables.draw.colours import INK, PAPER, WHITE
from printables.draw.fonts import height_of, middle, paragraph, text_width
from printables.draw.paths import Box, Path, line, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash

ID, KIND = SCORE_PAD, "pad"
QUARTER, HALF = Size(94.0, 124.0), Size(190.0, 124.0)  # four or two fit a page of A4 or Letter
EDGE = 4.5
HEAD = 17.0  # of the sheet, mm
SKY = 12.0  # how much higher the landscape is, so that its ground is below the head
NAMES = 9.0  # height of the row for names
ROW, LEAST_ROW = 10.0, 6.8  # most and least height of a row, mm
CELL = 13.0  # least width of a player's column, mm
LABEL = 24.0  # the most width for the rows' names
NOTE = 3.0  # size of the note below
LETTERS, HEADS, PARTS = 3.6, 3.2, 2.7  # sizes of names, mm
ASIDE = 1.4  # from a column's name to the lines
WORDS = 2.2  # width of a column for words, relative to others
CORNER = 2.4


@dataclass(frozen=True, slots=True)
class Grid:
    """The table on a sheet, mm.

    The names of rows take the first `label` mm, those of columns the upper `NAMES` mm. `parts` are
    the names of the parts of each column. If `total`, the last row is the total.
    """

    box: Box
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    widths: tuple[float, ...]
    parts: tuple[str, ...]
    label: float
    height: float
    total: bool

    @property
    def lefts(self) -> tuple[float, ...]:
        """The left edges of the columns, mm."""
        return tuple(accumulate(self.widths[:-1], initial=self.box.x + self.label))

    @property
    def tops(self) -> tuple[float, ...]:
        """The top edges of the rows, mm."""
        return tuple(self.box.y + NAMES + row * self.height for row in range(len(self.rows)))


def pieces(game: Game, summary: Summary) -> tuple[Piece, ...]:
    """Return the sheet, with as many copies as fit a page."""
    if summary.pad is None:
        return ()
    width = game.players[1] * max(1, len(summary.pad.columns)) * CELL + LABEL
    narrow = summary.pad.by_player and width <= QUARTER.width - 2 * EDGE
    size, count = (QUARTER, 2) if narrow else (HALF, 1)
    return (Piece(SCORE_PAD, KIND, size, {"front": ()}, count=count),)


def draw(pen: Pen, piece: Piece, _face: str, game: Game, deck: Deck) -> None:
    """Draw the sheet."""
    look, pad, size = look_of(game, deck), load_summary(game, deck, pen.language).pad, piece.size
    if pad is None:
        return
    pen.paint(bled(size), WHITE)
    with pen.clip(rectangle(-BLEED, -BLEED, size.width + 2 * BLEED, HEAD + BLEED)):
        look.backdrop(pen, size.width, HEAD + SKY, bare=True)
        look.draw_hero(pen, 15, HEAD + 7, 0.37, cut=True)
    pen.paint(line([(-BLEED, HEAD), (size.width + BLEED, HEAD)]), None, look.deep, width=FRAME)
    left, right = 28.0, size.width - EDGE
    pen.paint(rounded(left, 3.4, right - left, HEAD - 6.4, 2.6), PAPER, INK, width=FRAME)
    across = right - left - 8
    pen.heading(pad.title, left + 4, 10.8, 5.4, look.deep, fit=across * 0.56)
    name, room = name_and_subtitle(game, deck, pen.language)[0], across * 0.4
    pen.title(name, right - 4, 10.4, size=3.4, width=room, fill=INK, anchor="end")
    inner = size.width - 2 * EDGE
    note = height_of(pad.note, NOTE, inner - 7)
    room_below = Box.between(EDGE, HEAD + 3, size.width - EDGE, size.height - EDGE - note - 2)
    grid = _grid(pad, game.players[1], room_below)
    # tint under names and the total
    box, tint = grid.box, wash(pen, look.tint)
    with pen.clip(box.rounded(CORNER)):
        pen.paint(rectangle(box.x, box.y, box.width, NAMES), tint)
        pen.paint(rectangle(box.x, box.y, grid.label, box.height), tint)
        if grid.total:
            pen.paint(rectangle(box.x, grid.tops[-1], box.width, grid.height), tint)
    # names, and below them thin lines; columns for players have no names
    for name, top in zip(grid.rows, grid.tops, strict=True):
        base = top + grid.height / 2 + middle(LETTERS)
        pen.heading(name, box.x + 2.4, base, LETTERS, look.deep, fit=grid.label - 4)
    low, thin = box.bottom, Path()
    for y in grid.tops[1:]:
        thin += line([(box.x, y), (box.right, y)])
    for name, left, width in zip(grid.columns, grid.lefts, grid.widths, strict=True):
        if name:
            head = Box(left + ASIDE, box.y, width - 2 * ASIDE, NAMES)
            letters, lines = paragraph(name, HEADS, head.width, head.height - 1.6, "semibold")
            pen.rows(lines, *head.centre, letters, look.deep, weight="semibold")
        thin += line([(left, box.y), (left, low)])
        share, base = width / max(1, len(grid.parts)), box.y + NAMES - 1
        for part, word in enumerate(grid.parts):
            x = left + (part + 0.5) * share
            pen.text(x, base, word, PARTS, look.deep, fit=share - 0.8)
            if part:
                x = left + width * part / len(grid.parts)
                thin += line([(x, box.y + NAMES * 0.62), (x, low)])
    # thicker ones around the names and the total
    thick = line([(grid.lefts[0], box.y), (grid.lefts[0], low)])
    for y in (grid.tops[0], *(grid.tops[-1:] if grid.total else ())):
        thick += line([(box.x, y), (box.right, y)])
    pen.paint(thin, None, look.deep, width=0.25)
    pen.paint(thick, None, look.deep)
    pen.paint(box.rounded(CORNER), None, look.deep, width=FRAME)
    look.draw_motif(pen, EDGE + 2.4, size.height - EDGE - note / 2, 5)
    top = size.height - EDGE - note
    pen.lines(pad.note, EDGE + 7, top, size=NOTE, width=inner - 7)


def _grid(pad: Pad, seats: int, room: Box) -> Grid:
    fixed, space = len(pad.rows) + bool(pad.total), room.height - NAMES
    more = max(1, int(space / ((ROW + LEAST_ROW) / 2)) - fixed) if pad.fill else 0
    height = min(ROW, space / (fixed + more))
    total = (pad.total,) if pad.total else ()
    rows = (*pad.rows, *(f"{pad.fill} {number + 1}" for number in range(more)), *total)
    label = min(LABEL, max(text_width(name, LETTERS, "semibold") for name in rows) + 5)
    columns, parts = (("",) * seats, pad.columns) if pad.by_player else (pad.columns, ())
    shares = [1.0] * len(columns)
    if not pad.by_player:  # in a list of games, the second and last are for words
        shares = [WORDS if i in {1, len(columns) - 1} else 1.0 for i in range(len(columns))]
    widths = tuple((room.width - label) * share / sum(shares) for share in shares)
    box = Box(room.x, room.y, room.width, NAMES + height * len(rows))
    return Grid(box, rows, columns, widths, parts, label, height, bool(total))
