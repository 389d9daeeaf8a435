"""A sheet of the score pad, several to a page: the table of the row's `[pad]`, with room to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.deckfile import load_summary
from companion.game import Game, Piece
from companion.layout import Size
from companion.summary import Pad, Summary
from printables.art.palette import LINE
from printables.colours import WHITE
from printables.extras.style import (
    FRAME,
    INK,
    PAPER,
    Cover,
    cover,
    draw_hero,
    draw_lines,
    draw_motif,
    height_of,
    middle,
    name_and_subtitle,
    wash,
)
from printables.fonts import text_width
from printables.paper import Box
from printables.paths import Path, line, rectangle, rounded
from printables.pen import BLEED, Pen, bled

KIND = "pad"
QUARTER, HALF = Size(94.0, 124.0), Size(190.0, 124.0)  # four or two share a page of A4 or Letter
EDGE = 4.5
HEAD = 17.0  # of the sheet, mm
NAMES = 9.0  # height of the row for names
ROW, LEAST_ROW = 10.0, 6.8  # most and least height of a row, mm
CELL = 13.0  # least width of a player's column, mm
LABEL = 24.0  # of the rows' names
NOTE = 3.0  # size of the note below
MARK = 2.7  # size of small words


@dataclass(frozen=True, slots=True)
class Table:
    """What is written on: rows by name, columns by name, each with a width in shares of the room."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[float, ...]
    split: tuple[str, ...]  # names of the parts of each column
    total: bool


def pieces(game: Game, summary: Summary) -> tuple[Piece, ...]:
    """The sheet, as many as share a page."""
    if summary.pad is None:
        return ()
    size = QUARTER if _narrow(game, summary.pad) else HALF
    return (Piece("score-pad", KIND, size, {"front": ()}, count=4 if size == QUARTER else 2),)


def _narrow(game: Game, pad: Pad) -> bool:
    if not pad.by_player:
        return False
    return game.players[1] * max(1, len(pad.columns)) * CELL + LABEL <= QUARTER.width - 2 * EDGE


def draw(pen: Pen, piece: Piece, game: Game, deck: Any) -> None:
    """Draw the sheet."""
    look, pad, size = cover(game.slug), load_summary(game, deck).pad, piece.size
    if pad is None:
        return
    pen.paint(bled(size), WHITE)
    _draw_head(pen, look, game, pad, size)
    inner = size.width - 2 * EDGE
    note = height_of(pad.note, NOTE, inner - 7)
    room = Box.between(EDGE, HEAD + 3, size.width - EDGE, size.height - EDGE - note - 2)
    _draw_table(pen, look, pad, game.players[1], room)
    draw_motif(pen, look, EDGE + 2.4, size.height - EDGE - note / 2, 5)
    draw_lines(pen, pad.note, EDGE + 7, size.height - EDGE - note, size=NOTE, width=inner - 7, fill=INK)


def _draw_head(pen: Pen, look: Cover, game: Game, pad: Pad, size: Size) -> None:
    with pen.clip(rectangle(-BLEED, -BLEED, size.width + 2 * BLEED, HEAD + BLEED)):
        look.backdrop(pen, size.width, HEAD + 3)
        draw_hero(pen, look, 15, HEAD + 7, 0.37)
    pen.paint(line([(-BLEED, HEAD), (size.width + BLEED, HEAD)]), None, look.deep, width=FRAME)
    left, right = 28.0, size.width - EDGE
    pen.paint(rounded(left, 3.4, right - left, HEAD - 6.4, 2.6), PAPER, INK, width=FRAME)
    name, across = name_and_subtitle(game)[0], right - left - 8
    pen.text(left + 4, 10.8, pad.title, 5.4, look.deep, weight="semibold", anchor="start", fit=across * 0.56)
    pen.text(right - 4, 10.4, name, 3.4, INK, weight="semibold", anchor="end", fit=across * 0.4)


def _draw_table(pen: Pen, look: Cover, pad: Pad, seats: int, room: Box) -> None:
    """As many rows as there is room for; the last one is the total."""
    fixed = len(pad.rows) + bool(pad.total)
    space = room.height - NAMES
    rows = fixed if not pad.fill else max(fixed + 1, int(space / ((ROW + LEAST_ROW) / 2)))
    height = min(ROW, space / rows)
    names = (*pad.rows, *(f"{pad.fill} {number}" for number in range(1, rows - fixed + 1) if pad.fill))
    columns = ("",) * seats if pad.by_player else pad.columns
    label = min(LABEL, max(text_width(name, 3.6, "semibold") for name in (*names, pad.total)) + 5)
    widths = _widths(columns, room.width - label, pad)
    table = Box(room.x, room.y, label + sum(widths), NAMES + height * rows)
    _draw_ground(pen, look, table, label, height, total=bool(pad.total))
    _draw_names(pen, look, (*names, *([pad.total] if pad.total else [])), table, label, height)
    _draw_columns(pen, look, columns, widths, pad, Box.between(table.x + label, table.y, table.right, table.bottom))
    _draw_lines(pen, look, table, label, widths, pad, height, rows)


def _widths(columns: Sequence[str], room: float, pad: Pad) -> tuple[float, ...]:
    """Players share alike; in a log the last column, for words, is the widest."""
    if pad.by_player:
        return (room / len(columns),) * len(columns)
    shares = [1.0] * (len(columns) - 1) + [2.2]
    shares[min(1, len(shares) - 1)] = 2.2
    return tuple(room * share / sum(shares) for share in shares)


def _draw_ground(pen: Pen, look: Cover, table: Box, label: float, height: float, *, total: bool) -> None:
    """Names and total on a tint."""
    tint = wash(pen, look.tint)
    with pen.clip(rounded(table.x, table.y, table.width, table.height, 2.4)):
        pen.paint(rectangle(table.x, table.y, table.width, NAMES), tint)
        pen.paint(rectangle(table.x, table.y, label, table.height), tint)
        if total:
            pen.paint(rectangle(table.x, table.bottom - height, table.width, height), tint)


def _draw_names(pen: Pen, look: Cover, names: Sequence[str], table: Box, label: float, height: float) -> None:
    for number, name in enumerate(names):
        y = table.y + NAMES + height * (number + 0.5)
        pen.text(table.x + 2.4, y + middle(3.6), name, 3.6, look.deep, weight="semibold", anchor="start", fit=label - 4)


def _draw_columns(
    pen: Pen, look: Cover, columns: Sequence[str], widths: Sequence[float], pad: Pad, box: Box
) -> None:
    """A log's columns have names; a player's gets one at the table."""
    x = box.x
    for name, width in zip(columns, widths, strict=True):
        if name:
            pen.text(x + width / 2, box.y + NAMES / 2 + middle(3.2), name, 3.2, look.deep, weight="semibold", fit=width - 2)
        for part, word in enumerate(pad.columns if pad.by_player else ()):
            at = x + width * (part + 0.5) / len(pad.columns)
            pen.text(at, box.y + NAMES - 1, word, MARK * 0.8, look.deep, fit=width / len(pad.columns) - 0.8)
        x += width


def _draw_lines(
    pen: Pen, look: Cover, table: Box, label: float, widths: Sequence[float], pad: Pad, height: float, rows: int
) -> None:
    """Thin rules, thicker ones round the names and the total."""
    thin, thick = Path(), Path()
    for row in range(1, rows):
        y = table.y + NAMES + row * height
        thin += line([(table.x, y), (table.right, y)])
    parts = len(pad.columns) if pad.by_player and pad.columns else 1
    x = table.x + label
    for width in widths:
        thin += line([(x, table.y), (x, table.bottom)])
        for part in range(1, parts):
            at = x + width * part / parts
            thin += line([(at, table.y + NAMES * 0.62), (at, table.bottom)])
        x += width
    thick += line([(table.x, table.y + NAMES), (table.right, table.y + NAMES)])
    thick += line([(table.x + label, table.y), (table.x + label, table.bottom)])
    if pad.total:
        y = table.bottom - height
        thick += line([(table.x, y), (table.right, y)])
    pen.paint(thin, None, look.deep, width=0.25)
    pen.paint(thick, None, look.deep, width=LINE)
    pen.paint(rounded(table.x, table.y, table.width, table.height, 2.4), None, look.deep, width=FRAME)
