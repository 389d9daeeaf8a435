"""The figures in solitaire's rules: a hop in three frames, and the boards of the challenge."""

from __future__ import annotations

from collections.abc import Mapping

from companion.solitaire.board import Board, Hop, Pyramid
from companion.solitaire.measures import FRUSTUMS
from companion.solitaire.state import Position, Stack, full
from companion.solitaire.summary import larger_board
from printables.art.figures import INK, WIDTH, Figure, draw_arrow, draw_badge, draw_note
from printables.draw.colours import WHITE
from printables.draw.paths import Point, arc, outline, polygon, rounded
from printables.draw.pen import Pen, wash
from printables.faces.solitaire.signs import draw_pips, side_view

SAND, STONE, GOLD, MARK = "#f6e4bb", "#b79a63", "#ffc93c", "#c9304a"
HOP = Hop("a1", "c1")  # every board has these squares
FRAME, SQUARE = 24.8, 7.8  # width of a frame and of a square in it, mm
GROUND = 19.0  # where pyramids stand in a frame, mm
SCALE = 0.24  # of pyramids in a frame


def _draw_pyramid(pen: Pen, board: Board, size: Pyramid, at: Point, scale: float) -> None:
    form = FRUSTUMS[size]
    with pen.at(*at):
        pen.paint(side_view(form, scale), wash(pen, GOLD), INK, width=0.4)
        low, pips = -form.height * scale * 0.28, board.pips[size]
        draw_pips(pen, pips, 0, low, radius=0.55, fill=WHITE, rim=INK)


def _draw_stack(pen: Pen, board: Board, stack: Stack, at: Point, scale: float) -> None:
    """Draw the pyramids of a stack that are visible from the side."""
    seen = stack[len(stack.rstrip(stack[-1:])) :]  # pyramids of one size stand on each other
    for number, size in enumerate(seen):
        rise = number * FRUSTUMS[size].height * scale * 0.45
        _draw_pyramid(pen, board, size, (at[0], at[1] - rise), scale)


def _draw_row(pen: Pen, position: Position, left: float) -> None:
    """Draw the three squares of the hop, seen from the side."""
    names = ("a1", "b1", "c1")
    for number, name in enumerate(names):
        x = left + (number + 0.5) * SQUARE
        box = rounded(x - SQUARE / 2 + 0.3, GROUND, SQUARE - 0.6, 2.6, 0.8)
        pen.paint(box, wash(pen, SAND), STONE, width=0.4)
        if stack := position.at(name):
            _draw_stack(pen, position.board, stack, (x, GROUND), SCALE)


def _draw_hop(pen: Pen, board: Board) -> None:
    """Draw the board before, during and after the hop."""
    before, gap = full(board), (WIDTH - 3 * FRAME) / 2
    after = before.after(HOP)
    lefts = [1 + number * (FRAME + gap) for number in range(3)]
    middle = FRAME / 2 - 1
    for number, (left, position) in enumerate(zip(lefts, (before, before, after), strict=True)):
        _draw_row(pen, position if number != 1 else _lifted(before), left)
        draw_badge(pen, str(number + 1), left + middle, GROUND + 7.2, INK)
    # The path through the air, the hopping pyramid, and the one that is removed.
    left = lefts[1]
    way = arc(left + middle, GROUND - 6, SQUARE, 9, 195, 345)
    pen.paint(way, None, MARK, width=0.7)
    _draw_pyramid(pen, board, "L", (left + middle, GROUND - 12.4), SCALE)
    tip = (left + middle + SQUARE * 0.97, GROUND - 8.0)
    head = polygon(
        [(tip[0], tip[1] + 1.6), (tip[0] - 1.6, tip[1] - 1), (tip[0] + 1.2, tip[1] - 1.2)]
    )
    pen.paint(head, MARK)
    x = lefts[2] + middle
    _draw_pyramid(pen, board, "L", (x, GROUND - 10.4), SCALE)
    cross = outline(f"M{x - 3.4} {GROUND - 17} L{x + 3.4} {GROUND - 10.6}")
    pen.paint(cross + cross.scaled(-1, 1).moved(2 * x, 0), None, MARK, width=0.9)


def _lifted(position: Position) -> Position:
    """Return the position while the hopping pyramid is in the air."""
    stacks = list(position.stacks)
    start = position.board.grid.number[HOP.start]
    stacks[start] = stacks[start][:-1]
    return Position(position.board, tuple(stacks))


def _draw_boards(pen: Pen, board: Board) -> None:
    """Draw the board and the next larger one, with a nest on each square."""
    larger = larger_board(board)
    boards = (board, larger) if larger else (board,)
    columns = sum(each.columns for each in boards)
    square = min(8.0, (WIDTH - 14) / columns, 32 / max(each.rows for each in boards))
    left = (WIDTH - columns * square - (14 if larger else 0)) / 2
    low = 1 + max(each.rows for each in boards) * square
    for number, each in enumerate(boards):
        if number:
            draw_arrow(pen, (left + 3, low - 14), (left + 11, low - 14))
            left += 14
        for name in each.grid.names:
            row, column = divmod(each.grid.number[name], each.columns)
            x, y = left + column * square, low - (each.rows - row) * square
            box = rounded(x + 0.2, y + 0.2, square - 0.4, square - 0.4, 0.8)
            pen.paint(box, wash(pen, SAND), STONE, width=0.35)
            scale = square / FRUSTUMS["L"].height * 0.72
            stack = full(each).at(name)
            _draw_stack(pen, each, stack, (x + square / 2, y + square * 0.88), scale)
        width = each.columns * square
        draw_note(pen, each.size, left + width / 2, low + 3.2, width)
        left += width


FIGURES: Mapping[str, Figure] = {
    "hop": Figure(30.0, _draw_hop),
    "larger": Figure(39.0, _draw_boards),
}
