"""Rocks with their tag, and a die to fold."""

from __future__ import annotations

from companion.game import Piece
from companion.rocks.board import Board
from companion.rocks.measures import DIE, Cell, Flap
from printables.art.fiducial import draw_tag
from printables.draw.colours import INK, PAPER, WHITE, mix
from printables.draw.paths import Fold, Point, Shape, polygon, rectangle
from printables.draw.pen import Pen, bled, wash
from printables.faces.rocks.signs import ICE, STONE_DARK, STONES, draw_pips, draw_scree

QUIET = 1.55  # white about a rock's tag, mm, which leaves a thin edge of stone
SLANT = 0.8  # how much shorter a tab is at its end, on each side, as a share of its height
PIPS = {1: "#d2553f"}  # 1 is coral, the others are slate


def rock_front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw a tag in a thin edge of stone."""
    pen.paint(bled(piece.size), wash(pen, STONE_DARK))
    for tag in piece.faces["front"]:
        side = tag.size + 2 * QUIET
        square = rectangle(tag.x - side / 2, tag.y - side / 2, side, side)
        pen.paint(square, WHITE, STONE_DARK if pen.ink != "full" else None, width=0.2)
        draw_tag(pen, tag)


def rock_back(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw scree."""
    pen.paint(bled(piece.size), wash(pen, mix(STONES[1], INK, 0.2)))
    with pen.clip(bled(piece.size)), pen.at(piece.size.width / 2, piece.size.height / 2):
        draw_scree(pen, 19, 5.4)


def die_front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw the flat net: pips on ice, whose colour reaches a little onto the tabs."""
    pen.paint(bled(piece.size), WHITE)
    ground, edge = wash(pen, ICE), DIE.edge
    for flap in DIE.flaps:
        pen.paint(polygon(_tab(flap, 1.5 / DIE.flap)), ground)
    for cell in DIE.faces.values():
        pen.paint(rectangle(*DIE.corner(cell), edge, edge), ground)
    for pips, cell in DIE.faces.items():
        x, y = DIE.corner(cell)
        with pen.at(x + edge / 2, y + edge / 2):
            draw_pips(pen, pips, edge, PIPS.get(pips, "#3f4a63") if pen.ink == "full" else PAPER)


def die_net() -> Shape:
    """Return how the die is cut and folded; its seven tabs are glued inside."""
    flaps = {(flap.cell, flap.side): flap for flap in DIE.flaps}
    # the outline with tabs, clockwise from the leftmost square's top left
    cells = {0: Cell(0, 1), 2: Cell(2, 1), 3: Cell(3, 1), 5: Cell(1, 0), 6: Cell(1, 2)}
    way = "0n 5w 5n 5e 2n 3n 3e 3s 2s 6e 6s 6w 0s 0w"
    cut: list[Point] = []
    for step in way.split():
        cell, side = cells[int(step[0])], step[1]
        run = _tab(flaps[cell, side]) if (cell, side) in flaps else sides(cell)[side]
        cut += run[1:] if cut and cut[-1] == run[0] else run
    if cut[-1] == cut[0]:
        cut.pop()
    joints = [(Cell(column, 1), "e") for column in range(3)] + [(Cell(1, 1), side) for side in "ns"]
    folds = tuple(Fold(*sides(cell)[side], "mountain") for cell, side in (*joints, *flaps))
    return Shape(polygon(cut), folds, tuple(polygon(_tab(flap)) for flap in DIE.flaps))


def sides(cell: Cell) -> dict[str, tuple[Point, Point]]:
    """Return a square's sides by the direction they face (n, e, s, w), each clockwise."""
    (x, y), e = DIE.corner(cell), DIE.edge
    corners = ((x, y), (x + e, y), (x + e, y + e), (x, y + e))
    return {name: (corners[i], corners[(i + 1) % 4]) for i, name in enumerate("nesw")}


def _tab(flap: Flap, share: float = 1) -> list[Point]:
    """Return a tab's corners from one end of its side to the other, at a `share` of its height."""
    (ax, ay), (bx, by) = sides(flap.cell)[flap.side]
    e, h = DIE.edge, DIE.flap * share
    ux, uy = (bx - ax) / e, (by - ay) / e
    out, along = (uy, -ux), h * SLANT
    far = [
        (ax + ux * along + out[0] * h, ay + uy * along + out[1] * h),
        (bx - ux * along + out[0] * h, by - uy * along + out[1] * h),
    ]
    return [(ax, ay), *far, (bx, by)]
