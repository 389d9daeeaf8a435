"""Rocks' box: a penguin with a rock, on the ice; the figures for its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.game import Piece
from companion.language import say
from companion.layout import Size
from companion.rocks.board import Board, Nest, Place
from companion.rocks.pieces import DIE, ROCK, ROLL, STAND
from companion.rocks.state import FIRST, HOP, LANDING, SECOND
from printables.art import drawings
from printables.art.cover import BEYOND, Cover, Hollow, View
from printables.art.figures import WIDTH, Figure, draw_badge, draw_note
from printables.art.penguins import BUILDS, PLAIN, Look, draw_penguin
from printables.draw.colours import INK, PAPER, SAND, WHITE, Colour, deep, mix
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Box, Point, arc, line, outline, polygon, rectangle, rounded
from printables.draw.pen import Halo, Pen, bled, wash
from printables.faces.rocks import signs
from printables.faces.rocks.board import draw_course, draw_space
from printables.faces.rocks.room import turn_of

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
    xs, ys = zip(*around, strict=True)
    area = Box.between(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    scale = min((WIDTH - 2) / area.width, SETUP / area.height)
    left = (WIDTH - area.width * scale) / 2
    frame = rounded(area.x, area.y, area.width, area.height, 8)
    with pen.at(left, 0, scale=scale), pen.at(-area.x, -area.y):
        pen.paint(frame, wash(pen, signs.SNOW), INK, width=1.2)
        with pen.clip(frame):
            with pen.at(turn=-turn):
                draw_course(pen, _part(board, nest, turn, area))
            x, y = _turned(where[nest.pile], -turn)
            for number in range(board.rules.rocks):
                with pen.at(x - 16 + number % 3 * 16, y - 8 + number // 3 * 16, turn=number * 50):
                    stone = signs.STONES[number % len(signs.STONES)]
                    pen.paint(signs.boulder(14), stone, INK, width=0.8)
            for name, number in ((nest.start, FIRST), (nest.centre, SECOND)):
                x, y = _turned(where[name], -turn)
                _draw_penguin(pen, (x, y + 12), number, nest.ink, 0.62)


def _part(board: Board, nest: Nest, turn: int, area: Box) -> Board:
    """Return the part of the board in `area`, after turning it so that `nest`'s player can read."""

    def inside(place: Place) -> bool:
        x, y = _turned(place.at, -turn)
        return area.x < x < area.right and area.y < y < area.bottom

    places = tuple(place for place in board.places if inside(place))
    known = {place.id for place in places}
    steps = (pair for trail in board.trails for pair in pairwise(trail))
    trails = tuple(step for step in steps if known.issuperset(step))
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
        signs.draw_pips(pen, ROLL, 10, INK)
    draw_note(pen, f"{HOP} + {LANDING} = {HOP + LANDING}", middle, ground + 9.4, 30, size=4.4)


SKY, SEA, ICE = "#c6e6f2", "#6fbfd0", "#eef8fb"
CLOTH = "#d2553f"
LOOK = Look(BUILDS[2], (0, 0), "happy", "", "scarf", replace(PLAIN, cloth=CLOTH))


def _draw_boulder(pen: Pen, size: float, fill: Colour) -> None:
    shape = signs.boulder(size)
    pen.paint(shape, fill)
    with pen.clip(shape):
        shadow = shape + shape.mapped(0.94, 0.94, -size * 0.07, -size * 0.07)
        pen.paint(shadow, mix(fill, INK, 0.16), even_odd=True)
        gleam = arc(0, 0, size * 0.33, size * 0.3, 190, 265)
        pen.paint(gleam, None, mix(fill, WHITE, 0.65), width=size * 0.06)
    pen.paint(shape, None, INK)


def _scene(pen: Pen, view: View) -> None:
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SKY))
    sea = view.low * 0.52
    water = rectangle(-BEYOND, sea, view.width + 2 * BEYOND, view.height - sea + BEYOND)
    pen.paint(water, wash(pen, SEA), INK)
    if not view.bare:
        for x, y, size in ((0.16, 0.5, 0.2), (0.9, 0.52, 0.13), (0.84, 0.68, 0.12)):
            at, radius = (view.width * x, view.low * y), view.unit * size
            name = "whale" if y > 0.6 else "iceberg"
            signs.draw_scene(pen, name, *at, radius=radius, turn=0, cloth=CLOTH)
    # ice from about `top` down
    width, unit, right, end = view.width, view.unit, view.width + BEYOND, view.height + BEYOND
    top = view.low * 0.8
    shore = outline(
        f"M{-BEYOND} {top + unit * 0.04} C{width * 0.2} {top - unit * 0.06} {width * 0.45} "
        f"{top - unit * 0.05} {width * 0.6} {top} C{width * 0.78} {top + unit * 0.05} "
        f"{width * 0.9} {top - unit * 0.02} {right} {top} L{right} {end} L{-BEYOND} {end} Z"
    )
    pen.paint(shore, wash(pen, ICE), INK)
    for i, x in () if view.bare else enumerate((0.1, 0.24, 0.79, 0.9)):
        with pen.at(view.width * x, view.low * (0.92 if i % 2 else 0.9)):
            _draw_boulder(pen, view.unit * (0.08 + 0.02 * (i % 3)), signs.STONES[i])


def _hero(pen: Pen) -> None:
    draw_penguin(pen, LOOK)
    with pen.at(0, -14):
        _draw_boulder(pen, 17, signs.STONES[2])
    around = (-23, -4, 10), (23, -4.5, 11), (20, -12, 8), (-15, -2.4, 6.5)
    for stone, (x, y, size) in zip((0, 1, 4, 3), around, strict=True):
        with pen.at(x, y):
            _draw_boulder(pen, size, signs.STONES[stone])


def _motif(pen: Pen) -> None:
    _draw_boulder(pen, 9, signs.STONES[1])


def _hollows(board: Board, pieces: Sequence[Piece]) -> tuple[Hollow, ...]:
    """Return the room for penguins on their sides in two layers, with rocks and die beside them."""
    penguins, rocks = (
        sum(each.count for each in pieces if each.kind == kind) for kind in ("penguin", "rock")
    )
    stands = say("{penguins} penguins, {rocks} rocks, the die", penguins=penguins, rocks=rocks)
    height = STAND.figure.height + STAND.tab.height + ROCK.width
    depth = max(2 * STAND.base.height, DIE.edge)
    return (Hollow(2 * STAND.base.width + 2, height, depth, stands),)


COVER = Cover(
    ground=SEA,
    deep="#1f4f5c",
    tint="#e6f5f8",
    accent=mix(CLOTH, "#ffffff", 0.1),
    scene=_scene,
    hero=_hero,
    motif=_motif,
    icons=drawings.pictures(signs.PACKAGE, "icons")
    | {"pile": lambda pen: signs.draw_scree(pen, 4.6, 3.4), "rock": _motif},
    figures={"setup": Figure(SETUP, _draw_setup), "hop": Figure(HOPPING, _draw_hop)},
    hollows=_hollows,
)
