"""Solitaire's box: pyramids by starlight, a penguin who thinks before hopping; the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from companion.game import Piece
from companion.language import say
from companion.layout import Size
from companion.solitaire.board import Board, Hop, Pyramid
from companion.solitaire.pieces import FRUSTUMS
from companion.solitaire.state import Position, Stack, full
from companion.solitaire.summary import larger_board
from printables.art import drawings
from printables.art.cover import BEYOND, Cover, Hollow, View
from printables.art.figures import WIDTH, Figure, draw_arrow, draw_badge, draw_note
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, PLAIN, Look, draw_penguin
from printables.draw import paths
from printables.draw.colours import GOLD, INK, PAPER, SAND, WHITE, Colour, mix
from printables.draw.paths import Path, Point
from printables.draw.pen import LINE, Pen, bled, wash
from printables.faces.solitaire.signs import PACKAGE, draw_pips, side_view

STONE, MARK = "#b79a63", "#c9304a"
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


def _draw_hop(pen: Pen, board: Board) -> None:
    before, gap = full(board), (WIDTH - 3 * FRAME) / 2
    after = before.after(HOP)
    lefts = [1 + number * (FRAME + gap) for number in range(3)]
    middle = FRAME / 2 - 1
    # the position while the hopping pyramid is in the air
    stacks = list(before.stacks)
    start = board.grid.number[HOP.start]
    stacks[start] = stacks[start][:-1]
    during = Position(board, tuple(stacks))
    for number, (left, position) in enumerate(zip(lefts, (before, during, after), strict=True)):
        # the three squares of the hop, seen from the side
        for column, name in enumerate(("a1", "b1", "c1")):
            x = left + (column + 0.5) * SQUARE
            box = paths.rounded(x - SQUARE / 2 + 0.3, GROUND, SQUARE - 0.6, 2.6, 0.8)
            pen.paint(box, wash(pen, SAND), STONE, width=0.4)
            if stack := position.at(name):
                _draw_stack(pen, board, stack, (x, GROUND), SCALE)
        draw_badge(pen, str(number + 1), left + middle, GROUND + 7.2, INK)
    # The path through the air, the hopping pyramid, and the one that is removed.
    left = lefts[1]
    pen.paint(paths.arc(left + middle, GROUND - 6, SQUARE, 9, 195, 345), None, MARK, width=0.7)
    _draw_pyramid(pen, board, "L", (left + middle, GROUND - 12.4), SCALE)
    x, y = left + middle + SQUARE * 0.97, GROUND - 8.0
    pen.paint(paths.polygon([(x, y + 1.6), (x - 1.6, y - 1), (x + 1.2, y - 1.2)]), MARK)
    x = lefts[2] + middle
    _draw_pyramid(pen, board, "L", (x, GROUND - 10.4), SCALE)
    cross = paths.line([(x - 3.4, GROUND - 17), (x + 3.4, GROUND - 10.6)])
    pen.paint(cross + cross.scaled(-1, 1).moved(2 * x, 0), None, MARK, width=0.9)


def _draw_boards(pen: Pen, board: Board) -> None:
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
            box = paths.rounded(x + 0.2, y + 0.2, square - 0.4, square - 0.4, 0.8)
            pen.paint(box, wash(pen, SAND), STONE, width=0.35)
            scale = square / FRUSTUMS["L"].height * 0.72
            _draw_stack(pen, each, full(each).at(name), (x + square / 2, y + square * 0.88), scale)
        width = each.columns * square
        draw_note(pen, each.size, left + width / 2, low + 3.2, width)
        left += width


NIGHT, DUSK, GROUND_SAND, JOINTS = "#34306b", "#7a5aa8", "#e8c98a", "#d8b26a"
COLOURS = ("#d0394f", "#50ae85", "#2f62c4", "#f5b52e", "#4a4458")
PIPS: dict[Pyramid, int] = {"S": 1, "M": 2, "L": 3}
LOOK = Look(BUILDS[4], (0, 0), "up", "turban", "", replace(PLAIN, cloth="#8457a8"))
NESTS = (2, 3)  # in a box, across and down
STARS = (
    (0.1, 0.1), (0.28, 0.22), (0.44, 0.08), (0.64, 0.14), (0.93, 0.08), (0.95, 0.32), (0.06, 0.34),
)  # fmt: skip
WALLS = 1.0  # of the paper of three pyramids in each other, mm


def draw_standing_pyramid(pen: Pen, size: Pyramid, fill: Colour, scale: float) -> None:
    """Draw a pyramid, its base centred on the origin, to scale."""
    w, h = FRUSTUMS[size].base / 2 * scale, FRUSTUMS[size].peak * scale
    pen.paint(paths.polygon([(0, -h), (w, -1.4 * scale), (-w, -1.4 * scale)]), fill, INK)
    shade = paths.polygon([(0, -h), (w, -1.4 * scale), (w * 0.52, 0.8 * scale)])
    pen.paint(shade, mix(fill, INK, 0.25), INK)
    pen.paint(paths.polygon([(0, -h), (w * 0.52, 0.8 * scale), (-w, -1.4 * scale)]), fill, INK)
    count, radius = PIPS[size], 1.5 * scale
    for i in range(count):
        x = (i - (count - 1) / 2) * 4.0 * scale - w * 0.17
        pen.paint(paths.circle(x, -h * 0.13, radius), PAPER, INK, width=LINE * 0.7)


def _scene(pen: Pen, view: View) -> None:
    # Lighter towards the ground.
    pen.paint(bled(Size(view.width, view.height)), wash(pen, NIGHT))
    for top, colour in ((0.4, mix(NIGHT, DUSK, 0.5)), (0.58, DUSK)):
        y = view.low * top
        haze = paths.rectangle(-BEYOND, y, view.width + 2 * BEYOND, view.height - y)
        pen.paint(haze, wash(pen, colour))
    unit = view.unit
    for i, (x, y) in () if view.bare else enumerate(STARS):
        # without an outline, which would cover their gold
        large = unit * (0.026 if i % 2 else 0.036)
        pen.paint(paths.star(view.width * x, view.low * y, 4, large, large * 0.42), GOLD)
    if not view.bare:
        r = unit * 0.11
        moon = paths.outline("M0.3 -1 C-1.4 -1 -1.4 1 0.3 1 C-0.5 0.6 -0.5 -0.6 0.3 -1 Z")
        with pen.at(view.width * 0.8, view.low * 0.2):
            pen.paint(moon.scaled(r), GOLD, INK)
    ground, right, end = view.low * 0.78, view.width + BEYOND, view.height + BEYOND
    below = paths.rectangle(-BEYOND, ground, right + BEYOND, end - ground)
    pen.paint(below, wash(pen, GROUND_SAND), INK)
    # the board in perspective: lines that meet at a point behind the middle
    middle = view.width / 2
    far, lines = (middle, ground - (view.height - ground) * 1.6), Path()
    for i in range(-8, 9):
        lines += paths.line([far, (middle + i * view.width * 0.16, end)])
    for share in (0.3, 0.66):
        y = ground + (view.low - ground) * share
        lines += paths.line([(-BEYOND, y), (right, y)])
    with pen.clip(below):
        pen.paint(lines, None, wash(pen, JOINTS, "#c9b48c"), width=0.6)
    rest = () if view.bare else ((0.1, "L"), (0.25, "S"), (0.78, "M"), (0.92, "L"))
    for i, (x, size) in enumerate(rest):
        with pen.at(view.width * x, view.low * (0.87 if i % 2 else 0.9)):
            draw_standing_pyramid(pen, size, COLOURS[i], view.unit * 0.0065)


def _hero(pen: Pen) -> None:
    with pen.at(-6, 0, scale=0.98):
        draw_penguin(pen, LOOK)
    with pen.at(19.5, 0.6):
        draw_standing_pyramid(pen, "M", COLOURS[3], 0.74)


def _motif(pen: Pen) -> None:
    draw_symbol(pen, "pyramid", 0, 0, 10, fill=COLOURS[3], detail=PAPER, rim=INK)


def _hollows(board: Board, pieces: Sequence[Piece]) -> tuple[Hollow, ...]:
    """Return as many boxes as hold a nest of three pyramids for each square, side by side."""
    across, down = NESTS
    side = FRUSTUMS["L"].base + WALLS
    boxes = ceil(board.squares / (across * down))
    holds = say("{n} nests of three pyramids, or all tokens", n=across * down)
    return (Hollow(across * side, down * side, FRUSTUMS["L"].peak + WALLS, holds),) * boxes


COVER = Cover(
    ground=DUSK,
    deep="#34306b",
    tint="#f0eaf8",
    accent=GOLD,
    scene=_scene,
    hero=_hero,
    bust=lambda pen: draw_penguin(pen, LOOK),  # only the tip of the pyramid would show
    motif=_motif,
    icons=drawings.pictures(PACKAGE, "icons"),
    figures={"hop": Figure(30.0, _draw_hop), "larger": Figure(39.0, _draw_boards)},
    hollows=_hollows,
)
