"""Rocks' box: a penguin with a rock, on the ice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game import Piece
from companion.language import say
from companion.layout import Size
from companion.rocks.board import Board
from companion.rocks.measures import DIE, ROCK, STAND
from printables.art import drawings
from printables.art.cover import BEYOND, INK, PAPER, Cover, Hollow, View
from printables.art.palette import LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.paths import Path, arc, outline, rectangle, rounded
from printables.draw.pen import Pen, bled, wash
from printables.faces.rocks.examples import FIGURES
from printables.faces.rocks.scenery import draw_scene
from printables.faces.rocks.signs import (
    PACKAGE,
    STONES,
    boulder,
    draw_footprints,
    draw_pips,
    draw_scree,
)

SKY, SEA, ICE = "#c6e6f2", "#6fbfd0", "#eef8fb"
CLOTH = "#d2553f"
LOOK = Look(BUILDS[2], (0, 0), "happy", "", "scarf", replace(PLAIN, cloth=CLOTH))


def _draw_boulder(pen: Pen, size: float, fill: Colour) -> None:
    """Draw a rock with a light and a dark side."""
    shape = boulder(size)
    pen.paint(shape, fill)
    with pen.clip(shape):
        pen.paint(
            shape + shape.mapped(0.94, 0.94, -size * 0.07, -size * 0.07),
            mix(fill, INK, 0.16),
            even_odd=True,
        )
        gleam = arc(0, 0, size * 0.33, size * 0.3, 190, 265)
        pen.paint(gleam, None, mix(fill, WHITE, 0.65), width=size * 0.06)
    pen.paint(shape, None, INK, width=LINE)


def _scene(pen: Pen, view: View) -> None:
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SKY))
    sea = view.low * 0.52
    water = rectangle(-BEYOND, sea, view.width + 2 * BEYOND, view.height - sea + BEYOND)
    pen.paint(water, wash(pen, SEA), INK, width=LINE)
    if not view.bare:
        _draw_afloat(pen, view)
    pen.paint(_shore(view, view.low * 0.8), wash(pen, ICE), INK, width=LINE)
    for i, x in () if view.bare else enumerate((0.1, 0.24, 0.79, 0.9)):
        with pen.at(view.width * x, view.low * (0.92 if i % 2 else 0.9)):
            _draw_boulder(pen, view.unit * (0.08 + 0.02 * (i % 3)), STONES[i])


def _draw_afloat(pen: Pen, view: View) -> None:
    for name, x, y, size in (
        ("iceberg", 0.16, 0.5, 0.2),
        ("iceberg", 0.9, 0.52, 0.13),
        ("whale", 0.84, 0.68, 0.12),
    ):
        draw_scene(
            pen, name, view.width * x, view.low * y, radius=view.unit * size, turn=0, cloth=CLOTH
        )


def _shore(view: View, top: float) -> Path:
    """Return the outline of ice from about `top` down."""
    width, unit, right, end = view.width, view.unit, view.width + BEYOND, view.height + BEYOND
    return outline(
        f"M{-BEYOND} {top + unit * 0.04} C{width * 0.2} {top - unit * 0.06} {width * 0.45} "
        f"{top - unit * 0.05} {width * 0.6} {top} C{width * 0.78} {top + unit * 0.05} "
        f"{width * 0.9} "
        f"{top - unit * 0.02} {right} {top} L{right} {end} L{-BEYOND} {end} Z"
    )


def _hero(pen: Pen) -> None:
    draw_penguin(pen, LOOK)
    with pen.at(0, -14):
        _draw_boulder(pen, 17, STONES[2])
    for x, y, size, stone in (
        (-23, -4, 10, 0),
        (23, -4.5, 11, 1),
        (20, -12, 8, 4),
        (-15, -2.4, 6.5, 3),
    ):
        with pen.at(x, y):
            _draw_boulder(pen, size, STONES[stone])


def _motif(pen: Pen) -> None:
    _draw_boulder(pen, 9, STONES[1])


def _step(pen: Pen) -> None:
    with pen.at(turn=-90, scale=1.25):
        draw_footprints(pen, 2, INK)


def _die(pen: Pen) -> None:
    pen.paint(rounded(-4.4, -4.4, 8.8, 8.8, 1.6), PAPER, INK, width=LINE)
    draw_pips(pen, 5, 8.4, STONES[1])


def _hollows(board: Board, pieces: Sequence[Piece]) -> tuple[Hollow, ...]:
    """Return the room for penguins on their sides in two layers, with rocks and die beside them."""
    penguins, rocks = (
        sum(each.count for each in pieces if each.kind == kind) for kind in ("penguin", "rock")
    )
    stands = say("{penguins} penguins, {rocks} rocks, the die", penguins=penguins, rocks=rocks)
    height = STAND.figure.height + STAND.tab.height
    return (
        Hollow(
            2 * STAND.base.width + 2,
            height + ROCK.width,
            max(2 * STAND.base.height, DIE.edge),
            stands,
        ),
    )


COVER = Cover(
    ground=SEA,
    deep="#1f4f5c",
    tint="#e6f5f8",
    accent=mix(CLOTH, "#ffffff", 0.1),
    scene=_scene,
    hero=_hero,
    motif=_motif,
    icons={
        "step": _step,
        "pile": lambda pen: draw_scree(pen, 4.6, 3.4),
        "hop": lambda pen: drawings.draw(pen, PACKAGE, "icons", "hop"),
        "rock": _motif,
        "die": _die,
    },
    figures=FIGURES,
    hollows=_hollows,
)
