"""The sea of tile boards: water, wooden frame, dots and whirlwinds, from a board's middle hex."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

from companion.hexes import Hex, Point, centre, corners
from printables.art.palette import LINE
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.paths import Path, circle, ellipse, line, outline, polygon, rounded
from printables.draw.pen import BLEED, Pen, wash
from printables.faces.pirates.nautical import (
    INK,
    PORT,
    STARBOARD,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
    draw_turn,
)

FRAME, STERN = 1.6, 5.2  # width of a board's wooden border, and of its thick end, mm
YELLOW, RED = "#ffc93c", "#d23b36"
PLATE = "#fffdf4"


def inset(points: Sequence[Point], depths: Sequence[float]) -> list[Point]:
    """Return a clockwise polygon with side i moved inwards by `depths[i]`, outwards if negative."""
    n = len(points)
    lines = []
    for i, depth in enumerate(depths):
        (ax, ay), (bx, by) = points[i], points[(i + 1) % n]
        length = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / length, (by - ay) / length
        lines.append((ax - dy * depth, ay + dx * depth, dx, dy))
    return [_meet(lines[i - 1], lines[i]) for i in range(n)]


def _meet(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> Point:
    (x, y, dx, dy), (u, v, du, dv) = one, other
    way = ((u - x) * dv - (v - y) * du) / (dx * dv - dy * du)
    return Point(x + way * dx, y + way * dy)


def draw_frame(pen: Pen, points: Sequence[Point], thick: Sequence[int]) -> list[Point]:
    """Draw the wooden border inside an outline, with 3 mm bleed, and return its inner edge.

    It is thicker along the sides with numbers in `thick`.
    """
    inner = inset(points, [STERN if i in thick else FRAME for i in range(len(points))])
    pen.paint(polygon(inset(points, [-BLEED] * len(points))), wash(pen, WOOD))
    if pen.ink != "full":
        pen.paint(polygon(inset(points, [FRAME / 2] * len(points))), None, WOOD, width=0.5)
    for i in thick:
        # the thick border along side i, into the bleed
        after = (i + 1) % len(points)
        outer = inset(points, [-BLEED] * len(points))
        band = [outer[i], outer[after], inner[after], inner[i]]
        pen.paint(polygon(band), WOOD_DARK, WOOD_DARK, width=0.1)
        # three chevrons that point out of the board
        (ax, ay), (bx, by), _, _ = band
        mid_x, mid_y = (sum(point[axis] for point in band) / 4 for axis in (0, 1))
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        for along in (-6.5, 0, 6.5):
            x, y = mid_x + ux * along - uy * 1.1, mid_y + uy * along + ux * 1.1
            head = [
                (x - ux * 1.8, y - uy * 1.8),
                (x + uy * 1.6, y - ux * 1.6),
                (x + ux * 1.8, y + uy * 1.8),
            ]
            pen.paint(line(head), None, WOOD_LIGHT, width=0.9)
    return inner


def draw_water(
    pen: Pen, spots: Sequence[Hex], side: float, shore: Sequence[Point], tint: Colour
) -> None:
    """Draw hexes of sea inside the polygon `shore`, lighter in their middles, with small waves."""
    deep, light = mix(tint, INK, 0.28), mix(tint, WHITE, 0.35)
    inside = polygon(shore)
    pen.paint(inside, wash(pen, tint))
    with pen.clip(inside):
        for spot in spots:
            x, y = centre(spot, side)
            if pen.ink == "full":
                shallow = polygon(corners(spot, side)).mapped(0.86, 0.86, x * 0.14, y * 0.14)
                pen.paint(shallow, light, light, width=2)
            waves = _wavelets(side, spot).moved(x, y)
            pen.paint(
                waves,
                None,
                mix(tint, WHITE, 0.05) if pen.ink == "full" else mix(tint, WHITE, 0.45),
                width=0.7,
            )
        for spot in spots:
            pen.paint(polygon(corners(spot, side)), None, deep, width=0.6)
    pen.paint(inside, None, INK, width=LINE)


def _wavelets(side: float, spot: Hex) -> Path:
    """Return a few waves in the outer part of a hex, in other places for each hex."""
    path = Path()
    for i in range(5):
        angle, far = (
            radians(i * 72 + (spot.q * 37 + spot.r * 53) % 72),
            side * (0.58 + 0.09 * ((i + spot.q) % 3)),
        )
        x, y = far * cos(angle), far * sin(angle)
        path += outline("M-2.6 0.6 Q-1.3 -1 0 0.6 Q1.3 -1 2.6 0.6").moved(x, y)
    return path


def draw_dots(pen: Pen, yellow: int, red: int, pitch: float) -> None:
    """Draw a hex's dots on a plate about the origin: yellow ones are rings, red ones crossed
    diamonds.
    """
    count = yellow + red
    width, height = count * pitch + pitch * 0.34, pitch * 1.22
    pen.paint(rounded(-width / 2, -height / 2, width, height, height / 2), PLATE, INK, width=LINE)
    for i in range(count):
        with pen.at((i - (count - 1) / 2) * pitch, 0, scale=pitch / 10):
            (draw_yellow if i < yellow else draw_red)(pen, LINE * 10 / pitch)


def draw_yellow(pen: Pen, w: float) -> None:
    """Draw a yellow dot, 8.4 units wide: a round coin with a hole."""
    coin, gold = circle(0, 0, 4.2), YELLOW if pen.ink != "mono" else WHITE
    pen.paint(coin, gold, INK, width=w)
    pen.paint(circle(0, 0, 1.9), PLATE, INK, width=w)


def draw_red(pen: Pen, w: float) -> None:
    """Draw a red dot: a solid diamond with a cross."""
    diamond = polygon([(0, -4.7), (4.7, 0), (0, 4.7), (-4.7, 0)])
    pen.paint(diamond, RED if pen.ink != "mono" else INK, INK, width=w)
    pen.paint(
        line([(-1.5, -1.5), (1.5, 1.5)]) + line([(1.5, -1.5), (-1.5, 1.5)]), None, PLATE, width=1.3
    )


def draw_whirl(pen: Pen, radius: float, *, port: bool) -> None:
    """Draw a whirlwind: spirals of foam, and arrows for the way it turns a ship.

    Port is counter-clockwise.
    """
    deep = "#2b7f96"
    with pen.at(mirror=port):
        for colour, width in ((deep, 1.5), (WHITE, 0.6)):
            pen.paint(_spiral(radius * 0.62), None, colour, width=width)
    pen.paint(ellipse(0, 0, 1.1, 1.1), deep)
    way = -1 if port else 1
    for i in range(3):
        start = i * 120 - 90 - way * 42
        draw_turn(
            pen,
            radius,
            (start, start + way * 84),
            fill=PORT if port else STARBOARD,
            width=radius * 0.19,
        )


def _spiral(radius: float) -> Path:
    """Return two arms of a clockwise spiral."""
    arms = Path()
    for half in (0, 180):
        ways = [(radius * (1 - t / 14), radians(half + t * 30)) for t in range(13)]
        arms += line([(far * cos(angle), far * sin(angle)) for far, angle in ways])
    return arms
