"""Signs of the sea, each about `size` mm across round its middle: gear, weather, what swims, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from printables.art.halo import Halo
from printables.art.palette import LINE
from printables.draw.colours import WHITE, Colour
from printables.draw.paths import Path, arc, circle, ellipse, line, outline, polygon, rounded
from printables.draw.pen import Pen

INK, CREAM = "#20232e", "#fffdf4"
BRASS = "#ffc93c"
WOOD, WOOD_DARK, WOOD_LIGHT = "#b97a45", "#8c5630", "#d9a570"
STEEL, STEEL_LIGHT = "#5f6d82", "#a9b6c6"
WATER, WATER_LIGHT = "#2f8fd0", "#a8daf4"
FISH, FISH_DARK = "#f08a4b", "#c9612a"
KRAKEN, KRAKEN_LIGHT = "#8458b3", "#b995dd"
CRAB, CRAB_DARK = "#e0503f", "#b23527"
CLOTH, CLOTH_SHADE = "#fff8e8", "#e6d6b8"
PORT, STARBOARD = "#d8463c", "#23906a"  # as the lamps of ships
FINE = 1.0  # of a sign 10 wide: heavier lines would run into each other


def draw_sign(pen: Pen, name: str, x: float, y: float, size: float, *, rim: Colour | None = None) -> None:
    """The sign `name`, its lines as heavy as a penguin's, finer in a small one, with a light edge in `rim`."""
    width = min(LINE * 10 / size, FINE)
    with pen.at(x, y, scale=size / 10):
        if rim:
            SIGNS[name](Halo(pen, rim, 1.3 * width), width)
        SIGNS[name](pen, width)


def draw_turn(
    pen: Pen, radius: float, span: tuple[float, float], *, fill: Colour, width: float, edge: float = LINE
) -> None:
    """An arrow `width` wide along a circle round the origin, from one angle of `span` to the other, either way."""
    start, end = span
    way = 1 if end > start else -1
    shaft = arc(0, 0, radius, radius, start, end - way * 40 * width / radius)
    head = polygon([(width * 1.4, 0), (-width * 1.1, -width * 1.5), (-width * 1.1, width * 1.5)])
    for colour, more in ((INK, 2 * edge), (fill, 0)):
        pen.paint(shaft, None, colour, width=width + more, cap="butt" if not more else "round")
        with pen.at(radius * cos(radians(end)), radius * sin(radians(end)), turn=end + way * 90):
            pen.paint(head, colour, colour, width=0.15 + more)


def _spyglass(pen: Pen, w: float) -> None:
    with pen.at(turn=-32):
        pen.paint(polygon([(-4.9, -1.1), (-1.6, -1.25), (-1.6, 1.25), (-4.9, 1.1)]), BRASS, INK, width=w)
        pen.paint(polygon([(-1.6, -1.6), (1.6, -1.8), (1.6, 1.8), (-1.6, 1.6)]), WOOD, INK, width=w)
        pen.paint(polygon([(1.6, -2.1), (4.6, -2.4), (4.6, 2.4), (1.6, 2.1)]), BRASS, INK, width=w)
        pen.paint(ellipse(4.7, 0, 0.7, 2.5), WATER_LIGHT, INK, width=w)
        pen.paint(line([(-4, -0.4), (-2.4, -0.5)]) + line([(2.3, -1), (3.6, -1.1)]), None, CREAM, width=0.5)


def _anchor(pen: Pen, w: float) -> None:
    body = outline("M0 -2.6 L0 4 M-4.2 1 C-4 3.4 -2 4.3 0 4.3 C2 4.3 4 3.4 4.2 1")
    pen.paint(circle(0, -3.7, 1.1), None, INK, width=0.9 + 2 * w)
    pen.paint(body + line([(-2.4, -1.5), (2.4, -1.5)]), None, INK, width=1.2 + 2 * w)
    flukes = polygon([(-4.3, -0.4), (-5, 2), (-3, 1.6)])
    pen.paint(flukes + flukes.scaled(-1, 1), STEEL, INK, width=2 * w)
    pen.paint(circle(0, -3.7, 1.1), None, STEEL, width=0.9)
    pen.paint(body, None, STEEL, width=1.2)
    pen.paint(flukes + flukes.scaled(-1, 1), STEEL)
    pen.paint(line([(-2.4, -1.5), (2.4, -1.5)]), None, WOOD, width=1.2)
    if w < FINE:  # on a hat's anchor the shine would be too fine to print
        pen.paint(outline("M-0.1 0 L-0.1 3.2"), None, STEEL_LIGHT, width=0.4)


def _sail(pen: Pen, w: float) -> None:
    """A billowing sail at its mast."""
    pen.paint(rounded(-0.55, -4.9, 1.1, 9.8, 0.5), WOOD, INK, width=w)
    pen.paint(outline("M-4.2 -3.4 C-2 -4 2 -4 4.2 -3.4 C5.3 -0.8 5.2 1.2 4.4 3.2 C1.6 2 -1.6 2 -4.4 3.2 "
                      "C-3.4 1.2 -3.4 -1.2 -4.2 -3.4 Z"), CLOTH, INK, width=w)  # fmt: skip
    pen.paint(
        outline("M-2.2 -3 C-1.4 -1 -1.4 0.6 -2 1.8 M2.4 -3 C3.2 -1 3.2 0.6 2.6 1.8"), None, CLOTH_SHADE, width=0.6
    )


def _bucket(pen: Pen, w: float) -> None:
    pen.paint(arc(0, -1.6, 3.6, 3.3, 180, 360), None, INK, width=0.5 + 1.6 * w)
    pen.paint(arc(0, -1.6, 3.6, 3.3, 180, 360), None, STEEL_LIGHT, width=0.5)
    pen.paint(outline("M-4 -1.6 L-2.9 4.1 C-1.4 4.8 1.4 4.8 2.9 4.1 L4 -1.6 Z"), WOOD, INK, width=w)
    pen.paint(line([(-1.5, 0), (-1.1, 4.2)]) + line([(1.5, 0), (1.1, 4.2)]), None, WOOD_DARK, width=0.4)
    pen.paint(outline("M-3.3 2 C-1.4 2.8 1.4 2.8 3.3 2"), None, INK, width=0.8 + w)
    pen.paint(outline("M-3.3 2 C-1.4 2.8 1.4 2.8 3.3 2"), None, STEEL_LIGHT, width=0.8, cap="butt")
    pen.paint(ellipse(0, -1.6, 4, 1.25), WATER, INK, width=w)
    pen.paint(arc(0, -1.5, 2.7, 0.6, 200, 300), None, WATER_LIGHT, width=0.5)


def _fish(pen: Pen, w: float) -> None:
    pen.paint(outline("M1.9 -0.2 L4.9 -2.9 C4.3 -1 4.3 1 4.9 2.9 Z"), FISH_DARK, INK, width=w)
    pen.paint(outline("M-1.8 -2.4 C-0.4 -4.6 1.4 -4 1.8 -1.6 Z"), FISH_DARK, INK, width=w)
    pen.paint(outline("M-5 0.3 C-3.4 -3.6 1.2 -3.6 3 0 C1.2 3.8 -3.4 3.8 -5 0.3 Z"), FISH, INK, width=w)
    pen.paint(arc(-3.4, 0.1, 2.4, 2.8, -44, 44), None, FISH_DARK, width=0.6)
    pen.paint(arc(-1.1, 0.1, 1.5, 1.6, -50, 50) + arc(0.4, 0.1, 1.3, 1.2, -50, 50), None, FISH_DARK, width=0.45)
    pen.paint(circle(-3, -0.7, 0.85), WHITE, INK, width=w * 0.7)
    pen.paint(circle(-3.15, -0.65, 0.4), INK)


def _bail(pen: Pen, w: float) -> None:
    """Bail or fish: a fish that leaps from the bucket."""
    with pen.at(1.4, -2.6, turn=62, scale=0.62):
        _fish(pen, w / 0.62)
    with pen.at(-0.5, 1.2, scale=0.8):
        _bucket(pen, w / 0.8)


def draw_hull(pen: Pen, w: float, fill: Colour = WOOD_LIGHT) -> None:
    """A ship from above, bow up, 6 wide and 9 long."""
    hull = outline("M0 -4.9 C2.6 -2.8 3.2 0.6 2.2 4.1 L-2.2 4.1 C-3.2 0.6 -2.6 -2.8 0 -4.9 Z")
    pen.paint(hull, fill, INK, width=w)
    pen.paint(
        outline("M0 -3.1 C1.4 -1.6 1.7 0.8 1.3 3 L-1.3 3 C-1.7 0.8 -1.4 -1.6 0 -3.1 Z"), None, INK, width=w * 0.55
    )
    pen.paint(outline("M-3.6 0.9 C-2 -1.3 2 -1.3 3.6 0.9 C1.6 0 -1.6 0 -3.6 0.9 Z"), CLOTH, INK, width=w * 0.8)


def _turning(pen: Pen, w: float, *, port: bool) -> None:
    """A ship from above and the way its bow goes."""
    way = -1 if port else 1
    with pen.at(-way * 0.7, 1.3, turn=-way * 12, scale=0.74):
        draw_hull(pen, w / 0.74)
    with pen.at(-way * 0.7, 1.3):
        draw_turn(pen, 5, (-90 - way * 34, -90 + way * 62), fill=PORT if port else STARBOARD, width=1.1, edge=w)


def _port(pen: Pen, w: float) -> None:
    _turning(pen, w, port=True)


def _starboard(pen: Pen, w: float) -> None:
    _turning(pen, w, port=False)


def _drop(pen: Pen, w: float) -> None:
    pen.paint(outline("M0 -4.8 C1.4 -2 3.6 0 3.6 1.8 C3.6 5.6 -3.6 5.6 -3.6 1.8 C-3.6 0 -1.4 -2 0 -4.8 Z"), WATER, INK,
              width=w)  # fmt: skip
    pen.paint(arc(0, 1.7, 2.2, 2, 110, 190), None, WATER_LIGHT, width=0.8)


def _gust(pen: Pen, w: float) -> None:
    """Speed: wind that curls."""
    curls = outline("M-4.8 -1 L1.6 -1 C4 -1 4 -4.4 1.8 -4.4 C0.6 -4.4 0.2 -3.4 0.6 -2.8 M-4.8 1.2 L3.2 1.2 "
                    "C5.4 1.2 5.2 4.4 3.2 4.4 C2 4.4 1.6 3.4 2.2 2.8 M-3.4 3.2 L0 3.2")  # fmt: skip
    pen.paint(curls, None, INK, width=1.1 + 1.6 * w)
    pen.paint(curls, None, WATER_LIGHT, width=1.1)


def _sextant(pen: Pen, w: float) -> None:
    frame = line([(0, -4), (-3.8, 2.9)]) + line([(0, -4), (3.8, 2.9)]) + line([(-2, -0.4), (2, -0.4)])
    limb = arc(0, -3.2, 7, 7, 56, 124)
    for colour, extra in ((INK, 2 * w), (BRASS, 0)):
        pen.paint(frame, None, colour, width=0.9 + extra)
        pen.paint(limb, None, colour, width=1.7 + extra)
    ticks = Path()
    for angle in range(62, 121, 8):
        a = radians(angle)
        ticks += line([(r * cos(a), r * sin(a) - 3.2) for r in (6.7, 7.4)])
    pen.paint(ticks, None, INK, width=0.3)
    pen.paint(line([(0, -4), (1.3, 3.6)]), None, INK, width=0.7 + 1.6 * w)
    pen.paint(line([(0, -4), (1.3, 3.6)]), None, PORT, width=0.7)
    pen.paint(circle(0, -4, 0.95), BRASS, INK, width=w)
    with pen.at(-2.6, -1.9, turn=-12):
        pen.paint(rounded(-2, -0.75, 3.6, 1.5, 0.4), WOOD, INK, width=w)


def _kraken(pen: Pen, w: float) -> None:
    arms = outline("M-1.6 2 C-3 3.6 -4.9 2.6 -4.6 0.8 M-0.6 2.4 C-0.8 4.6 -3.4 5.2 -4.2 3.8")
    arms += arms.scaled(-1, 1)
    pen.paint(arms, None, INK, width=1.3 + 2 * w)
    pen.paint(arms, None, KRAKEN, width=1.3)
    head = outline("M0 -4.9 C4.4 -4.9 4.6 -0.4 3 2.6 C1.4 3.6 -1.4 3.6 -3 2.6 C-4.6 -0.4 -4.4 -4.9 0 -4.9 Z")
    pen.paint(head, KRAKEN, INK, width=w)
    pen.paint(ellipse(-1.5, -3.2, 0.9, 0.6) + ellipse(0.5, -3.9, 0.5, 0.35), KRAKEN_LIGHT)
    for x in (-1.4, 1.4):
        pen.paint(ellipse(x, -0.6, 1.05, 1.2), WHITE, INK, width=w * 0.8)
        pen.paint(circle(x * 0.86, -0.3, 0.55), INK)
    pen.paint(line([(-2.6, -2.2), (-0.8, -1.6)]) + line([(2.6, -2.2), (0.8, -1.6)]), None, INK, width=0.5)
    pen.paint(arc(0, 2.2, 0.9, 0.7, 200, 340), None, INK, width=0.45)


def _crab(pen: Pen, w: float) -> None:
    legs = outline(
        "M-2.6 1.6 C-3.8 1.4 -4.6 2.2 -4.8 3.2 M-2 2.8 C-3 3 -3.4 3.8 -3.4 4.6 M-2.6 0.4 C-4 0 -4.6 -0.6 -4.2 -2"
    )
    legs += legs.scaled(-1, 1)
    pen.paint(legs, None, INK, width=0.8 + 1.6 * w)
    pen.paint(legs, None, CRAB, width=0.8)
    claw = outline("M-4.4 -1.4 C-5.6 -2.8 -5 -4.6 -3.4 -4.8 L-3.9 -3.3 L-2.6 -4 C-2 -2.6 -2.8 -1.4 -4.4 -1.4 Z")
    pen.paint(claw + claw.scaled(-1, 1), CRAB, INK, width=w)
    stalks = line([(-0.9, -0.6), (-1, -2)]) + line([(0.9, -0.6), (1, -2)])
    pen.paint(stalks, None, INK, width=0.5 + w)
    pen.paint(ellipse(0, 1.3, 3.4, 2.5), CRAB, INK, width=w)
    for x in (-1.05, 1.05):
        pen.paint(circle(x, -2.1, 0.9), WHITE, INK, width=w * 0.8)
        pen.paint(circle(x * 0.9, -2, 0.42), INK)
    pen.paint(arc(0, 1.1, 1.3, 1.2, 25, 155), None, INK, width=0.5)
    pen.paint(circle(-2, 0.6, 0.35) + circle(2, 0.6, 0.35) + circle(-1.4, 0, 0.25), CRAB_DARK)


def _wave(pen: Pen, w: float) -> None:
    crest = outline("M-4.9 4.2 C-4.9 -1.4 -2.2 -4.4 1.2 -4.4 C3.6 -4.4 5 -2.7 4.7 -0.7 C4 -2 2.7 -2.2 1.9 -1.3 "
                    "C0.9 -0.1 1.5 2 3.1 2.8 C3.8 3.2 4.4 3.3 4.9 3.3 L4.9 4.2 Z")  # fmt: skip
    pen.paint(crest, WATER, INK, width=w)
    pen.paint(outline("M-3.3 3 C-3 0.4 -1.6 -1.9 0.6 -2.8 M-1 3 C-1.5 1.8 -1.3 0.2 -0.5 -0.9"), None, WATER_LIGHT,
              width=0.7)  # fmt: skip


def _skull(pen: Pen, w: float) -> None:
    """A penguin's skull over two crossed bones of fish."""
    bones = line([(-4.2, 4.2), (4.2, -0.6)]) + line([(4.2, 4.2), (-4.2, -0.6)])
    knobs = sum((circle(x, y, 0.8) for x, y in ((-4.3, 4), (4.3, 4), (-4.3, -0.5), (4.3, -0.5))), Path())
    pen.paint(bones, None, INK, width=1.1 + 2 * w)
    pen.paint(knobs, CREAM, INK, width=2 * w)
    pen.paint(bones, None, CREAM, width=1.1)
    pen.paint(knobs, CREAM)
    head = outline("M0 -4.8 C3 -4.8 4 -2.6 3.6 -0.6 C3.4 0.6 2.4 1.2 1.9 1.6 L0 3.9 L-1.9 1.6 "
                   "C-2.4 1.2 -3.4 0.6 -3.6 -0.6 C-4 -2.6 -3 -4.8 0 -4.8 Z")  # fmt: skip
    pen.paint(head, CREAM, INK, width=w)
    pen.paint(ellipse(-1.5, -1.3, 1.05, 1.25) + ellipse(1.5, -1.3, 1.05, 1.25), INK)
    pen.paint(outline("M-1.2 1 L0 3 L1.2 1 C0.6 0.6 -0.6 0.6 -1.2 1 Z"), BRASS, INK, width=w * 0.8)


def _flag(pen: Pen, w: float) -> None:
    """The pirates' colours."""
    pen.paint(rounded(-4.6, -4.9, 0.9, 9.8, 0.4), WOOD, INK, width=w)
    pen.paint(outline("M-3.7 -4.4 C-1.4 -5.4 1.4 -3.4 4.8 -4.4 L4.8 2 C1.4 3 -1.4 1 -3.7 2 Z"), INK, INK, width=w)
    with pen.at(0.6, -1.2, scale=0.5):
        _skull(pen, 0.2)


def _igloo(pen: Pen, w: float) -> None:
    pen.paint(outline("M-4.9 3.6 C-4.9 -5.4 4.9 -5.4 4.9 3.6 Z"), "#eef8fc", INK, width=w)
    joints = outline("M-4.4 0.4 C-2 0 2 0 4.4 0.4 M-3.2 -2 C-1.4 -2.4 1.4 -2.4 3.2 -2 M-2.2 0.2 L-2.6 3.4 "
                     "M0 -3.1 L0 -2.3 M-1.4 -2.2 L-1.8 0.1 M1.4 -2.2 L1.8 0.1")  # fmt: skip
    pen.paint(joints, None, "#8cc3d8", width=0.5)
    pen.paint(outline("M-1 3.6 C-1 -0.4 3.4 -0.4 3.4 3.6 Z"), "#d4ebf4", INK, width=w)
    pen.paint(outline("M-0.1 3.6 C-0.1 0.8 2.5 0.8 2.5 3.6 Z"), INK)
    pen.paint(line([(0, -3.1), (0, -5.6)]), None, INK, width=0.6)
    pen.paint(polygon([(0, -5.6), (2.6, -4.8), (0, -4)]), CRAB, INK, width=w * 0.8)


def _palm(pen: Pen, w: float) -> None:
    """An island with a palm."""
    pen.paint(outline("M-4.8 4.4 C-3.6 1.8 3.6 1.8 4.8 4.4 C2 5.2 -2 5.2 -4.8 4.4 Z"), "#f6e4bb", INK, width=w)
    pen.paint(outline("M0.6 -2.4 C1.6 0 1.4 2.4 0.8 3.6 L-0.9 3.6 C-0.2 2 -0.1 0 -0.4 -2 Z"), WOOD, INK, width=w)
    frond = outline("M0 -2.4 C1.2 -4.6 3.8 -4.6 4.9 -2 C3.2 -2.8 1.6 -2.6 0 -2.4 Z")
    low = outline("M0 -2.4 C2.2 -2.8 3.8 -1.2 3.6 1 C2.8 -0.6 1.6 -1.8 0 -2.4 Z")
    top = outline("M0 -2.4 C-0.8 -4 0 -5.2 2 -5 C1.2 -4 0.8 -3.2 0 -2.4 Z")
    for leaf in (low, frond, top):
        pen.paint(leaf + leaf.scaled(-1, 1), "#3fa35b", INK, width=w)
    pen.paint(circle(0.5, -1.7, 0.6) + circle(-0.6, -1.5, 0.6), WOOD_DARK, INK, width=w * 0.7)


def _no_entry(pen: Pen, w: float) -> None:
    """Barred."""
    pen.paint(circle(0, 0, 4.4), CRAB, INK, width=w)
    cross = line([(-2.1, -2.1), (2.1, 2.1)]) + line([(2.1, -2.1), (-2.1, 2.1)])
    pen.paint(cross, None, CREAM, width=1.5)


SIGNS: dict[str, Callable[[Pen, float], None]] = {
    "spyglass": _spyglass, "anchor": _anchor, "sail": _sail, "bucket": _bucket, "fish": _fish, "bail": _bail,
    "port": _port, "starboard": _starboard, "drop": _drop, "gust": _gust, "sextant": _sextant, "kraken": _kraken,
    "crab": _crab, "wave": _wave, "skull": _skull, "flag": _flag, "igloo": _igloo, "palm": _palm, "barred": _no_entry,
}  # fmt: skip
