"""Colours and small drawings that rocks' pieces share, such as boulders and pips."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from printables.art.palette import LINE
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.paths import Path, arc, circle, ellipse, outline, smooth
from printables.draw.pen import Pen, wash

PACKAGE = "printables.faces.rocks"
INK, PAPER, SNOW = "#20232e", "#fffdf4", "#fbfdfc"
SAND, SAND_DARK = "#f6e4bb", "#d9bd83"
SEA, SHALLOW, RIPPLE, ICE = "#86cfdb", "#c3e9ea", "#4a9db0", "#d8f0f4"
STONES = ("#c9c2b6", "#b3aca1", "#d8d2c5", "#a59e97", "#c2b59f")  # warm greys
STONE_DARK = "#7d776f"
GOLDEN = 137.508  # degrees; things turned by multiples of it never line up
NEST_PATTERNS = ("dots", "waves", "zigzag", "leaves")  # by seat


def boulder(size: float, turn: float = 0) -> Path:
    """Return the outline of a rock about `size` mm across, centred on the origin."""
    angles = (0, 48, 95, 140, 190, 235, 285, 325)
    reach = (1.0, 0.93, 1.03, 0.9, 1.02, 0.94, 1.05, 0.92)
    corners = zip(angles, reach, strict=True)
    points = [(r * cos(radians(a + turn)), r * sin(radians(a + turn)) * 0.92) for a, r in corners]
    return smooth([(x * size / 2, y * size / 2) for x, y in points])


def draw_scree(pen: Pen, radius: float, stone: float = 7.0) -> None:
    """Draw a round heap of stones, each about `stone` mm, the smallest ones at its rim."""
    count = round((radius / stone * 2) ** 2 * 0.92)
    for index in range(count - 1, -1, -1):
        way = sqrt((index + 0.5) / count)
        angle, far = radians(index * GOLDEN), way * (radius - stone * 0.4)
        size = stone * (1.16 - 0.3 * way + 0.14 * ((index * 7) % 5 - 2) / 2)
        fill = wash(pen, STONES[index * 3 % len(STONES)])
        with pen.at(far * cos(angle), far * sin(angle), turn=index * 71 % 360):
            shape = boulder(size)
            pen.paint(shape, fill, INK if pen.ink != "low" else STONE_DARK, width=0.45)
            if pen.ink == "full":
                gleam = arc(0, 0, size * 0.28, size * 0.25, 190, 260)
                pen.paint(gleam, None, mix(fill, WHITE, 0.6), width=0.6)


def draw_footprints(pen: Pen, steps: int, colour: Colour) -> None:
    """Draw `steps` footprints that lead to the right, about 5 mm apart, alternately left and right
    of the x axis.
    """
    toes = outline("M0 0 L2.6 -1.2 M0 0 L3 0 M0 0 L2.6 1.2")
    for index in range(steps):
        x, y = (index - (steps - 1) / 2) * 4.6, 1.7 if index % 2 else -1.7
        pen.paint(toes.moved(x - 1.4, y), None, colour, width=0.6)


def draw_pips(pen: Pen, pips: int, edge: float, fill: Colour) -> None:
    """Draw a face of the die, `edge` mm wide, about the origin; pips are pebbles, a large one for
    1.
    """
    spot = edge * 0.27
    corners = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
    size = edge * (0.36 if pips == 1 else 0.215)
    for x, y in corners[pips]:
        with pen.at(x * spot, y * spot):
            pen.paint(circle(0, 0, size / 2), fill, INK, width=LINE)
            pen.paint(
                ellipse(-size * 0.14, -size * 0.16, size * 0.13, size * 0.09), mix(fill, WHITE, 0.6)
            )
