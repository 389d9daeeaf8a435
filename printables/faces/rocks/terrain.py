"""The parts of the rocks board (floes, nests of pebbles, scree), each centred on the origin."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

from printables.art import drawings
from printables.art.palette import LINE
from printables.art.patterns import draw_pattern
from printables.art.symbols import draw_symbol
from printables.draw.boxes import Box
from printables.draw.colours import WHITE, Colour, deep, luminance, mix, readable_on
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Point, arc, circle
from printables.draw.pen import Pen, wash
from printables.faces.rocks.signs import (
    ICE,
    INK,
    PACKAGE,
    PAPER,
    SAND_DARK,
    STONE_DARK,
    STONES,
    boulder,
    draw_footprints,
    draw_scree,
)

EDGE = 0.75  # lines round spaces, mm
NEST_RIM = 3.6  # how far a nest's ground reaches beyond its spaces, mm
LABEL = 2.7  # size of places' names, mm


def draw_space(pen: Pen, across: float, way: float) -> None:
    """Draw a floe on a path, with footprints in the path's direction `way`, in degrees."""
    r = across / 2
    tint = mix(ICE, INK, 0.14)
    pen.paint(circle(0, 0, r), wash(pen, mix(ICE, WHITE, 0.62)), INK, width=EDGE)
    pen.paint(circle(0, 0, r - 2), None, mix(ICE, WHITE, 0.1), width=0.9)
    pen.paint(arc(0, 0, r - 4.2, r - 4.2, 200, 246), None, wash(pen, WHITE, ICE), width=1.3)
    with pen.at(turn=way, scale=1.5):
        draw_footprints(pen, 2, tint)


def draw_start(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw the start of a colour's penguin 1: its number between two of its symbols."""
    r = across / 2
    pen.paint(circle(0, 0, r), PAPER, INK, width=EDGE)
    if pen.ink == "low":
        pen.paint(circle(0, 0, r - 1.8), None, ink, width=1.2)
    else:
        pen.paint(circle(0, 0, r - 2.4), None, ink, width=3.4)
        pen.paint(circle(0, 0, r - 4.1), None, INK, width=0.45)
    pen.text(0, r * 0.34, "1", r * 1.0, deep(ink), weight="semibold")
    for side in (-1, 1):
        draw_symbol(
            pen, symbol, side * r * 0.46, r * 0.02, r * 0.36, fill=ink, detail=PAPER, rim=INK
        )


def draw_nest_ground(
    pen: Pen, spots: Sequence[Point], radius: float, ink: Colour, pattern: str
) -> None:
    """Draw a nest's ground: colour about the outer spaces at `spots`, the pattern in between."""
    # up to the outer spaces' middles: leaves no gap
    core = sum(hypot(x, y) for x, y in spots) / len(spots)
    ring = sum((circle(x, y, radius) for x, y in spots), circle(0, 0, core))
    ground = wash(pen, ink)
    pen.paint(ring, INK, INK, width=2 * NEST_RIM + 1.4)
    pen.paint(ring, ground, ground, width=2 * NEST_RIM)
    light = mix(ground, WHITE if luminance(ground) < 0.7 else ink, 0.45)
    with pen.clip(circle(0, 0, core)):
        draw_pattern(pen, pattern, Box(-core, -core, 2 * core, 2 * core), light)


def draw_outer(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw an outer space of a nest: a pale rock with the nest's symbol, as one is missing here."""
    r = across / 2
    pen.paint(circle(0, 0, r), wash(pen, mix(PAPER, ink, 0.1)), INK, width=EDGE)
    pen.paint(circle(0, 0, r - 1.7), None, ink, width=1.1)
    with pen.at(0, -0.6):
        stone = boulder(r * 1.14)
        pen.paint(
            stone, wash(pen, mix(PAPER, STONES[1], 0.45)), mix(STONE_DARK, PAPER, 0.25), width=0.7
        )
        draw_symbol(pen, symbol, 0, 0, r * 0.66, fill=ink, detail=PAPER, rim=INK)


def draw_centre(pen: Pen, across: float, ink: Colour, symbol: str) -> None:
    """Draw a nest's middle in its wall of pebbles, where penguin 2 is locked in at the start."""
    r = across / 2
    pen.paint(circle(0, 0, r), wash(pen, SAND_DARK), INK, width=EDGE)
    count = 17
    for index in range(count):
        angle = 360 * index / count
        with pen.at(
            (r - 2.6) * cos(radians(angle)),
            (r - 2.6) * sin(radians(angle)),
            turn=angle + index * 67,
        ):
            stone = STONES[index * 2 % len(STONES)] if pen.ink != "low" else WHITE
            pen.paint(boulder(5.2 + index % 3 * 0.5), stone, INK, width=0.45)
    inner = r - 5.4
    pen.paint(circle(0, 0, inner), wash(pen, ink), INK, width=EDGE)
    on = readable_on(ink, INK, PAPER) if pen.ink == "full" else deep(ink)
    draw_symbol(pen, symbol, 0, -inner * 0.3, inner, fill=on, detail=wash(pen, ink))
    pen.text(-inner * 0.24, inner * 0.82, "2", inner * 0.78, on, weight="semibold")
    with pen.at(inner * 0.3, inner * 0.52):
        size = inner * 0.5
        with pen.at(scale=size / 10):
            drawings.draw(pen, PACKAGE, "signs", "padlock", edge=LINE * 10 / size)


def draw_pile(pen: Pen, across: float) -> None:
    """Draw a pile: an area of scree."""
    r = across / 2
    disc = circle(0, 0, r)
    pen.paint(disc, wash(pen, mix(SAND_DARK, STONES[1], 0.4)), INK, width=EDGE)
    draw_scree(pen, r - 1.2)


def draw_label(pen: Pen, x: float, y: float, text: str, *, plate: bool = False) -> None:
    """Draw a place's name, as written moves use it, with its middle at (x, y)."""
    if plate:
        pen.paint(circle(x, y, LABEL * 1.25), PAPER, INK, width=0.45)
    ink = mix(INK, PAPER, 0.2 if plate else 0.3)
    pen.text(x, y + LABEL * CAP_HEIGHT / 2, text, LABEL, ink, fit=LABEL * 2.2)
