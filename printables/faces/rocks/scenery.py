"""Scenery for the empty parts of the rocks board, each about 10 x 10 mm before scaling."""

from __future__ import annotations

from collections.abc import Callable

from printables.art import drawings
from printables.art.halo import Halo
from printables.art.palette import LINE, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.paths import line, outline
from printables.draw.pen import Pen
from printables.faces.rocks.signs import ICE, INK, PAPER, RIPPLE, SAND, STONES, boulder, wash

Scene = Callable[[Pen, Palette], None]

PACKAGE = "printables.faces.rocks"
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


def _ripples(pen: Pen, y: float, half: float) -> None:
    """Draw ripples about something that swims."""
    swell = outline(
        f"M{-half} {y} Q{-half * 0.75} {y - 1.2} {-half * 0.5} {y} Q{-half * 0.25} {y + 1.2} 0 {y} "
        f"Q{half * 0.25} {y - 1.2} {half * 0.5} {y} Q{half * 0.75} {y + 1.2} {half} {y}"
    )
    pen.paint(swell, None, RIPPLE, width=0.7)
    below = line([(-half * 0.45, y + 1.9), (-half * 0.1, y + 1.9)]) + line(
        [(half * 0.3, y + 2), (half * 0.6, y + 2)]
    )
    pen.paint(below, None, RIPPLE, width=0.6)


def _floe(pen: Pen, y: float, half: float) -> None:
    """Draw a sheet of ice to stand on."""
    low = outline(
        f"M{-half} {y} L{-half * 0.86} {y + 2.6} L{-half * 0.3} {y + 3.6} L{half * 0.4} {y + 3.2} "
        f"L{half * 0.9} {y + 2.4} L{half} {y} Z"
    )
    top = outline(
        f"M{-half} {y} L{-half * 0.6} {y - 1.9} L{half * 0.2} {y - 2.3} L{half * 0.8} {y - 1.6} "
        f"L{half} {y} "
        f"L{half * 0.4} {y + 1.2} L{-half * 0.4} {y + 1.4} Z"
    )
    pen.paint(low, wash(pen, SHADE), INK, width=LINE)
    pen.paint(top, PAPER, INK, width=LINE)


def _swimmer(pen: Pen, look: Look, y: float, scale: float) -> None:
    for each in (Halo(pen, PAPER, 0.8), pen):
        with each.at(0, y, scale=scale):
            draw_penguin(each, look)


def _sunbather(pen: Pen, palette: Palette) -> None:
    _ripples(pen, 7.2, 6.4)
    _floe(pen, 5.6, 8)
    _swimmer(pen, Look(BUILDS[1], eyes="shades", wear="scarf", palette=palette), 5.8, 0.42)


def _waver(pen: Pen, palette: Palette) -> None:
    _ripples(pen, 7.2, 6.4)
    _floe(pen, 5.4, 7)
    _swimmer(pen, Look(BUILDS[0], (1, 1), "happy", "tuft", palette=palette), 5.6, 0.4)


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
