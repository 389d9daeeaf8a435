"""What swims and stands about the rocks board where nothing else is, each about 10 mm across either
way.
"""

from __future__ import annotations

from collections.abc import Callable

from printables.art.halo import Halo
from printables.art.palette import LINE, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.draw.colours import WHITE, Colour, mix
from printables.draw.paths import circle, ellipse, line, outline
from printables.draw.pen import Pen
from printables.faces.rocks.signs import ICE, INK, PAPER, RIPPLE, SAND, STONES, boulder, wash

Scene = Callable[[Pen, Palette], None]

REACH = 11.4  # how far any scene's lines reach from its origin, as the drawings below count
WHALE, WHALE_BELLY = "#4f86b8", "#dcebf3"
WOOD, LEAF, LEAF_DARK = "#b97a45", "#3f9b68", "#2b7350"
CORAL = "#e8795c"


def draw_scene(
    pen: Pen, name: str, x: float, y: float, *, radius: float, turn: float, cloth: Colour
) -> None:
    """The scene `name` as large as a disc of `radius` mm about (x, y); whoever wears something
    wears `cloth`.
    """
    with pen.at(x, y, turn=turn, scale=radius / REACH):
        SCENES[name](pen, Palette(cloth=cloth))


def _ripples(pen: Pen, y: float, half: float) -> None:
    """The water about something that swims."""
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
    """A sheet of ice to stand on."""
    low = outline(
        f"M{-half} {y} L{-half * 0.86} {y + 2.6} L{-half * 0.3} {y + 3.6} L{half * 0.4} {y + 3.2} "
        f"L{half * 0.9} {y + 2.4} L{half} {y} Z"
    )
    top = outline(
        f"M{-half} {y} L{-half * 0.6} {y - 1.9} L{half * 0.2} {y - 2.3} L{half * 0.8} {y - 1.6} "
        f"L{half} {y} "
        f"L{half * 0.4} {y + 1.2} L{-half * 0.4} {y + 1.4} Z"
    )
    pen.paint(low, wash(pen, mix(ICE, "#5fa9c4", 0.35)), INK, width=LINE)
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


def _iceberg(pen: Pen, palette: Palette) -> None:
    berg = outline("M-8.6 6 L-6.6 -1 L-3.4 -2.6 L-1.4 -8.6 L1.8 -7 L3.6 -2 L6.6 -0.6 L8.6 6 Z")
    pen.paint(berg, PAPER, INK, width=LINE)
    with pen.clip(berg):
        shade = outline(
            "M1.8 -7 L0.4 -2.4 L2.4 0.6 L1.4 6 L9 6 L7 -0.6 L4 -2 Z M-6.6 -1 L-4 0.8 L-5 6 L-9 6 Z"
        )
        pen.paint(shade, wash(pen, ICE))
    pen.paint(
        line([(-3.4, -2.6), (-1.6, -0.8)]) + line([(0.4, -2.4), (2.4, 0.6), (1.6, 4)]),
        None,
        RIPPLE,
        width=0.6,
    )
    pen.paint(berg, None, INK, width=LINE)
    _ripples(pen, 6.6, 7.6)


def _whale(pen: Pen, palette: Palette) -> None:
    body = outline(
        "M-8.8 3.4 C-8.8 -3 -3.4 -5 0.4 -4.2 C4 -3.4 5.2 0 7 -0.4 C7 -2.6 6.6 -3.8 5.6 -5.2 "
        "C7.4 -5 8 -4.2 8.4 -3.2 C8.8 -4.2 9.2 -4.6 10 -5 C9.8 -2 9.4 1.4 7.4 3.6 "
        "C4 7.4 -8.4 7.6 -8.8 3.4 Z"
    )
    pen.paint(body, WHALE if pen.ink != "low" else WHITE)
    with pen.clip(body):
        pen.paint(ellipse(-3.4, 6.2, 8.4, 3.4), wash(pen, WHALE_BELLY))
    pen.paint(body, None, INK, width=LINE)
    pen.paint(circle(-5.6, 0.8, 0.8), INK)
    pen.paint(outline("M-7.6 3 C-6.4 4 -5.2 4 -4 3.4"), None, INK, width=LINE)
    spout = outline("M-1.6 -5 C-1.6 -7 -2.4 -8.4 -4.2 -8.4 M-1.6 -5 C-1.6 -7.4 -0.8 -8.8 1 -8.6")
    pen.paint(spout, None, RIPPLE, width=0.9)
    _ripples(pen, 7.2, 7)


def _palm(pen: Pen, palette: Palette) -> None:
    _ripples(pen, 7.6, 6.8)
    pen.paint(ellipse(0, 6.8, 7, 2.4), wash(pen, SAND), INK, width=LINE)
    pen.paint(
        outline("M-1.4 6.6 C-0.6 3 -0.8 0 -1.8 -2.8 L0 -3 C1.2 0 1.4 3.4 1 6.8 Z"),
        WOOD,
        INK,
        width=LINE,
    )
    frond = outline("M-0.8 -3 C1.6 -6.6 6 -6 7.6 -1.4 C5.2 -3.6 2.2 -3.4 -0.8 -3 Z")
    low = outline("M-0.8 -3 C2.8 -3.6 5 -1 4.6 2.6 C3.2 -0.6 1.4 -1.8 -0.8 -3 Z")
    for shape in (low, frond):
        pen.paint(shape, LEAF if shape is frond else LEAF_DARK, INK, width=LINE)
        with pen.at(-1.6, 0, mirror=True):
            pen.paint(shape, LEAF if shape is frond else LEAF_DARK, INK, width=LINE)
    pen.paint(
        outline("M-0.8 -3 C-2.4 -5.6 -1.6 -8.2 0.4 -9 C0.8 -6.8 0.6 -4.6 -0.8 -3 Z"),
        LEAF,
        INK,
        width=LINE,
    )
    pen.paint(
        outline(
            "M-4.4 -5.4 C-2.8 -6.6 -1.4 -5.4 -0.8 -4.4 C0 -5.6 2 -6.8 4 -5.2 C2.4 -4.8 0.8 -3.4 "
            "-0.8 -3.2 "
            "C-2 -3.6 -3.2 -4.8 -4.4 -5.4 Z"
        ),
        WHITE,
        INK,
        width=0.4,
    )


def _igloo(pen: Pen, palette: Palette) -> None:
    _ripples(pen, 7.8, 6.4)
    _floe(pen, 6, 8.2)
    dome = outline("M-7 6 C-7 -4.6 7 -4.6 7 6 Z")
    pen.paint(dome, PAPER, INK, width=LINE)
    bricks = outline(
        "M-6.4 2.6 L6.4 2.6 M-4.6 -0.6 L4.6 -0.6 M-2.4 -0.6 L-2.4 -2 M2.4 -0.6 L2.4 -2 M-4.4 2.6 "
        "L-3.8 -0.6 M4.4 2.6 L3.8 -0.6 M0 2.6 L0 -0.6 M-5.8 6 L-5.6 2.6 M5.8 6 L5.6 2.6"
    )
    pen.paint(bricks, None, RIPPLE, width=0.55)
    pen.paint(outline("M-2.8 6.4 C-2.8 1.4 2.8 1.4 2.8 6.4 Z"), INK)
    pen.paint(line([(0, -2), (0, -7)]), None, INK, width=LINE)
    pen.paint(outline("M0 -7 L5 -5.6 L0 -4 Z"), palette.cloth, INK, width=LINE)


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


SCENES: dict[str, Scene] = {
    "sunbather": _sunbather, "waver": _waver, "iceberg": _iceberg, "whale": _whale, "palm": _palm,
    "igloo": _igloo, "fish": _fish, "pebbles": _pebbles, "starfish": _starfish, "shell": _shell,
}  # fmt: skip
LARGE = ("sunbather", "whale", "palm", "iceberg", "igloo", "fish", "waver")
SMALL = ("starfish", "pebbles", "shell")
