"""The figures in the rules of rocks: where a player's pieces start, and a hop over two penguins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from companion.rocks.board import Board, Nest, Place
from companion.rocks.state import FIRST, HOP, LANDING, SECOND
from companion.rocks.summary import ROLL
from printables.art.figures import INK, WIDTH, Figure, draw_badge, draw_note
from printables.art.halo import Halo
from printables.art.palette import PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.boxes import Box
from printables.draw.colours import deep
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Point, arc, line, polygon, rounded
from printables.draw.pen import Pen, wash
from printables.faces.rocks.board import draw_course
from printables.faces.rocks.room import turn_of
from printables.faces.rocks.signs import PAPER, SAND, SNOW, STONES, boulder, draw_pips
from printables.faces.rocks.terrain import draw_space

MARK = "#c9304a"
SETUP, HOPPING = 48.0, 36.0  # heights, mm
FLOE = 12.0  # across a space of the hop, mm


def _draw_penguin(pen: Pen, at: Point, number: int, ink: str, scale: float) -> None:
    """Draw a penguin with its number, its feet at the point `at`."""
    look = Look(BUILDS[2], hat="", palette=replace(PLAIN, cloth=ink), wear="scarf")
    with pen.at(*at, scale=scale):
        draw_penguin(Halo(pen, PAPER, 1.2), look)
        draw_penguin(pen, look)
        middle = -look.build.height * 0.26
        pen.text(0, middle + 14 * CAP_HEIGHT / 2, str(number), 14, deep(ink), weight="semibold")


def _draw_setup(pen: Pen, board: Board) -> None:
    """Draw a nest with both penguins and, at the right, its pile of rocks."""
    nest = board.nests[0]
    where = {place.id: place.at for place in board.places}
    turn = turn_of(board, nest)
    trail = next((trail for trail in board.trails if nest.pile in trail), ())
    around = [_turned(where[name], -turn) for name in (*nest.ring, *trail, nest.start, nest.pile)]
    reach = board.drawing.pile / 2 + 4
    area = Box.between(
        min(x for x, _ in around) - reach,
        min(y for _, y in around) - reach,
        max(x for x, _ in around) + reach,
        max(y for _, y in around) + reach,
    )
    scale = min((WIDTH - 2) / area.width, SETUP / area.height)
    left = (WIDTH - area.width * scale) / 2
    frame = rounded(area.x, area.y, area.width, area.height, 8)
    with pen.at(left, 0, scale=scale), pen.at(-area.x, -area.y):
        pen.paint(frame, wash(pen, SNOW), INK, width=1.2)
        with pen.clip(frame):
            with pen.at(turn=-turn):
                draw_course(pen, _part(board, nest, turn, area))
            x, y = _turned(where[nest.pile], -turn)
            for number in range(board.rules.rocks):
                with pen.at(x - 16 + number % 3 * 16, y - 8 + number // 3 * 16, turn=number * 50):
                    pen.paint(boulder(14), STONES[number % len(STONES)], INK, width=0.8)
            for name, number in ((nest.start, FIRST), (nest.centre, SECOND)):
                x, y = _turned(where[name], -turn)
                _draw_penguin(pen, (x, y + 12), number, nest.ink, 0.62)


def _part(board: Board, nest: Nest, turn: int, area: Box) -> Board:
    """Return the part of the board around a nest: what lies in `area` after turning the board so
    that its player can read it.
    """

    def inside(place: Place) -> bool:
        x, y = _turned(place.at, -turn)
        return area.x < x < area.right and area.y < y < area.bottom

    places = tuple(place for place in board.places if inside(place))
    known = {place.id for place in places}
    trails = tuple(
        pair for trail in board.trails for pair in pairwise(trail) if known.issuperset(pair)
    )
    return replace(board, nests=(nest,), places=places, trails=trails)


def _turned(point: Point, degrees: int) -> Point:
    """Return a point turned clockwise about the origin by a multiple of 90 degrees."""
    x, y = point
    for _ in range(degrees % 360 // 90):
        x, y = -y, x
    return x, y


def _draw_hop(pen: Pen, board: Board) -> None:
    """Draw a die, and a row of spaces with a penguin that hops over two others."""
    own, others = board.nests[0].ink, (board.nests[1].ink, board.nests[2].ink)
    ground, pitch, first = 24.0, FLOE + 1.0, 20.6
    spaces = [first + number * pitch for number in range(5)]
    pen.paint(line([(spaces[0], ground), (spaces[-1], ground)]), None, wash(pen, SAND), width=4)
    for x in spaces:
        with pen.at(x, ground, scale=FLOE / board.drawing.space):
            draw_space(pen, board.drawing.space, 0)
    for number, (ink, x) in enumerate(zip(others, spaces[1:], strict=False), 1):
        _draw_penguin(pen, (x, ground + 2.6), number, ink, 0.26)
    _draw_penguin(pen, (spaces[0], ground + 2.6), 1, own, 0.26)
    # The hop and the landing, and what each costs.
    start, end = spaces[0], spaces[3]
    middle, across = (start + end) / 2, (end - start) / 2
    pen.paint(arc(middle, ground - 7, across, 11, 190, 352), None, MARK, width=0.9)
    tip = (end, ground - 5.6)
    pen.paint(polygon([tip, (tip[0] - 2.2, tip[1] - 2.8), (tip[0] + 1.4, tip[1] - 3)]), MARK)
    draw_badge(pen, str(HOP), middle, ground - 18, MARK)
    draw_badge(pen, str(LANDING), end, ground, MARK)
    pen.paint(rounded(1.6, ground - 5, 10, 10, 1.8), PAPER, INK, width=0.6)
    with pen.at(6.6, ground):
        draw_pips(pen, ROLL, 10, INK)
    draw_note(pen, f"{HOP} + {LANDING} = {HOP + LANDING}", middle, ground + 9.4, 30, size=4.4)


FIGURES: Mapping[str, Figure] = {
    "setup": Figure(SETUP, _draw_setup),
    "hop": Figure(HOPPING, _draw_hop),
}
