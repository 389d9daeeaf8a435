"""Scenery for the empty parts of the rocks board, each about 10 x 10 mm before scaling."""

from __future__ import annotations

from collections.abc import Callable

from printables.art import drawings
from printables.art.halo import Halo
from printables.art.palette import LINE, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.pen import Pen, wash
from printables.faces.rocks.signs import (
    ICE,
    INK,
    PACKAGE,
    PAPER,
    SAND,
    STONES,
    boulder,
)

Scene = Callable[[Pen, Palette], None]

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
            COMPOSED[name](pen, Palette(cloth=cloth))
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


def _swimmer(pen: Pen, name: str, look: Look, y: float, scale: float) -> None:
    """Draw a penguin on a floe of its own."""
    drawings.draw(pen, PACKAGE, "floes", name, {"shade": wash(pen, SHADE)})
    for each in (Halo(pen, PAPER, 0.8), pen):
        with each.at(0, y, scale=scale):
            draw_penguin(each, look)


def _sunbather(pen: Pen, palette: Palette) -> None:
    look = Look(BUILDS[1], eyes="shades", wear="scarf", palette=palette)
    _swimmer(pen, "sunbather", look, 5.8, 0.42)


def _waver(pen: Pen, palette: Palette) -> None:
    look = Look(BUILDS[0], (1, 1), "happy", "tuft", palette=palette)
    _swimmer(pen, "waver", look, 5.6, 0.4)


def _fish(pen: Pen, palette: Palette) -> None:
    draw_symbol(pen, "fish", -2, -3, 10, fill="#f08a4b", detail=PAPER, rim=INK)
    with pen.at(3, 4.4, mirror=True):
        draw_symbol(pen, "fish", 0, 0, 8, fill="#ffc93c", detail=PAPER, rim=INK)


def _pebbles(pen: Pen, palette: Palette) -> None:
    for x, y, size, index in ((-3.6, 1.6, 9, 0), (4, 3, 7, 1), (1.4, -4, 6, 2)):
        with pen.at(x, y, turn=index * 80):
            pen.paint(boulder(size), STONES[index] if pen.ink != "low" else WHITE, INK, width=LINE)


def _starfish(pen: Pen, palette: Palette) -> None:
    with pen.at(turn=14):
        draw_symbol(pen, "star", 0, 0, 13, fill=CORAL, detail=PAPER, rim=INK)


def _shell(pen: Pen, palette: Palette) -> None:
    with pen.at(turn=-16):
        draw_symbol(pen, "shell", 0, 0, 13, fill="#f2b5a0", detail=INK, rim=INK)


COMPOSED: dict[str, Scene] = {
    "sunbather": _sunbather, "waver": _waver, "fish": _fish, "pebbles": _pebbles,
    "starfish": _starfish, "shell": _shell,
}  # fmt: skip
SCENES = (*drawings.names(PACKAGE, "scenes"), *COMPOSED)
LARGE = ("sunbather", "whale", "palm", "iceberg", "igloo", "fish", "waver")
SMALL = ("starfish", "pebbles", "shell")
