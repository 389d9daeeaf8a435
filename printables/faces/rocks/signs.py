"""Colours and small drawings that rocks' pieces share, and scenery for the board's empty parts."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from printables.art import drawings
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, Look, Palette, draw_penguin
from printables.draw.colours import GOLD, INK, PAPER, SAND, WHITE, Colour, mix
from printables.draw.paths import Path, arc, circle, ellipse, outline, smooth
from printables.draw.pen import Halo, Pen, wash

PACKAGE = "printables.faces.rocks"
SNOW = "#fbfdfc"
SEA, SHALLOW, RIPPLE, ICE = "#86cfdb", "#c3e9ea", "#4a9db0", "#d8f0f4"
STONES = ("#c9c2b6", "#b3aca1", "#d8d2c5", "#a59e97", "#c2b59f")  # warm greys
STONE_DARK, CARVED = "#7d776f", "#f3efe6"
GOLDEN = 137.508  # degrees; things turned by multiples of it never line up
NEST_PATTERNS = ("dots", "waves", "zigzag", "leaves")  # by seat


def boulder(size: float) -> Path:
    """Return the outline of a rock about `size` mm across, centred on the origin."""
    angles = (0, 48, 95, 140, 190, 235, 285, 325)
    reach = (1.0, 0.93, 1.03, 0.9, 1.02, 0.94, 1.05, 0.92)
    corners = zip(angles, reach, strict=True)
    points = [(r * cos(radians(a)), r * sin(radians(a)) * 0.92) for a, r in corners]
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
            pen.paint(boulder(size), fill, INK if pen.ink != "low" else STONE_DARK, width=0.45)
            if pen.ink == "full":
                gleam = arc(0, 0, size * 0.28, size * 0.25, 190, 260)
                pen.paint(gleam, None, mix(fill, WHITE, 0.6), width=0.6)


def draw_footprints(pen: Pen, steps: int, colour: Colour) -> None:
    """Draw `steps` footprints along the x axis, about 5 mm apart, to the right."""
    toes = outline("M0 0 L2.6 -1.2 M0 0 L3 0 M0 0 L2.6 1.2")
    for index in range(steps):
        x, y = (index - (steps - 1) / 2) * 4.6, 1.7 if index % 2 else -1.7
        pen.paint(toes.moved(x - 1.4, y), None, colour, width=0.6)


def draw_pips(pen: Pen, pips: int, edge: float, fill: Colour) -> None:
    """Draw a face of the die, `edge` mm wide, about the origin; pips are pebbles."""
    spot, size = edge * 0.27, edge * (0.36 if pips == 1 else 0.215)
    for cell in map(int, PIPS[pips - 1]):  # of three rows of three
        y, x = divmod(cell, 3)
        with pen.at((x - 1) * spot, (y - 1) * spot):
            pen.paint(circle(0, 0, size / 2), fill, INK)
            gleam = ellipse(-size * 0.14, -size * 0.16, size * 0.13, size * 0.09)
            pen.paint(gleam, mix(fill, WHITE, 0.6))


PIPS = ("4", "08", "048", "0268", "02468", "023568")  # of the faces from 1 to 6, by cell
REACH = 11.4  # how far any scene's lines reach from its origin, before scaling
WHALE, WHALE_BELLY = "#4f86b8", "#dcebf3"
SHADE = mix(ICE, "#5fa9c4", 0.35)
CORAL = "#e8795c"


def draw_scene(
    pen: Pen, name: str, x: float, y: float, *, radius: float, turn: float, cloth: Colour
) -> None:
    """Draw the scene `name` in a disc of `radius` mm about (x, y), clothes in colour `cloth`."""
    with pen.at(x, y, turn=turn, scale=radius / REACH):
        if name in COMPOSED:
            _draw_composed(pen, name, Palette(cloth=cloth))
            return
        colours = {
            "cloth": cloth,
            "sand": wash(pen, SAND),
            "ice": wash(pen, ICE),
            "shade": wash(pen, SHADE),
            "belly": wash(pen, WHALE_BELLY),
            "whale": WHITE if pen.ink == "low" else WHALE,
        }
        drawings.draw(pen, PACKAGE, "scenes", name, colours)


def _draw_composed(pen: Pen, name: str, palette: Palette) -> None:
    match name:
        case "sunbather" | "waver":  # a penguin on a floe of its own
            look = Look(BUILDS[0], (1, 1), "happy", "tuft", palette=palette)
            y, scale = 5.6, 0.4
            if name == "sunbather":
                look = Look(BUILDS[1], eyes="shades", wear="scarf", palette=palette)
                y, scale = 5.8, 0.42
            drawings.draw(pen, PACKAGE, "floes", name, {"shade": wash(pen, SHADE)})
            for each in (Halo(pen, PAPER, 0.8), pen):
                with each.at(0, y, scale=scale):
                    draw_penguin(each, look)
        case "fish":
            draw_symbol(pen, "fish", -2, -3, 10, fill="#f08a4b", detail=PAPER, rim=INK)
            with pen.at(3, 4.4, mirror=True):
                draw_symbol(pen, "fish", 0, 0, 8, fill=GOLD, detail=PAPER, rim=INK)
        case "pebbles":
            for x, y, size, index in ((-3.6, 1.6, 9, 0), (4, 3, 7, 1), (1.4, -4, 6, 2)):
                fill = STONES[index] if pen.ink != "low" else WHITE
                with pen.at(x, y, turn=index * 80):
                    pen.paint(boulder(size), fill, INK)
        case "starfish":
            with pen.at(turn=14):
                draw_symbol(pen, "star", 0, 0, 13, fill=CORAL, detail=PAPER, rim=INK)
        case "shell":
            with pen.at(turn=-16):
                draw_symbol(pen, "shell", 0, 0, 13, fill="#f2b5a0", detail=INK, rim=INK)


COMPOSED = ("sunbather", "waver", "fish", "pebbles", "starfish", "shell")
SCENES = (*drawings.names(PACKAGE, "scenes"), *COMPOSED)
LARGE = ("sunbather", "whale", "palm", "iceberg", "igloo", "fish", "waver")
SMALL = ("starfish", "pebbles", "shell")
