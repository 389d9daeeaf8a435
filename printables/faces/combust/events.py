"""The pictures of combust's events.

They fill an upside-down T: 56 mm wide from 2 mm above the origin to 19 mm below it, and 21 mm wide
up to 20 mm above. Events that only your own deck has show a large sign of their first verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.combust.deck import Kind
from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.paths import Path, arc, circle, ellipse, line, outline, polygon, rounded, star
from printables.draw.pen import Pen
from printables.faces.combust.props import BLUE, LEAF, STONE, WOOD, draw_card, draw_flame, draw_puff
from printables.faces.combust.signs import FLAME, HEIGHT, ICE, RED, SPARK, STEEL, verb_sign

INK, PAPER, SAND, SAND_DARK = PLAIN.line, "#fffdf4", "#ecc97c", "#c99a45"
STONE_DARK = "#b39e6c"


def draw_event_picture(pen: Pen, kind: Kind) -> None:
    """Draw an event's own picture, or the sign of its first verb."""
    if kind.id in PICTURES:
        PICTURES[kind.id](pen)
        return
    first = kind.ability[0]
    sign = verb_sign(first.name, first.count if first.name == "draw" else 0)
    scale = 1.9
    with pen.at(0, 5):
        draw_puff(pen, 40, PAPER)
    with pen.at(-sign.width * scale / 2, 5 - HEIGHT * scale / 2, scale=scale):
        sign.draw(pen)


def _small(pen: Pen, x: float, y: float, look: Look, scale: float, *, mirror: bool = False) -> None:
    with pen.at(x, y, scale=scale, mirror=mirror):
        draw_penguin(Halo(pen, PAPER, 0.8), look)
        draw_penguin(pen, look)


# height, half width, middle
_WHIRL = ((13, 5, -4), (8.4, 6.4, -2.4), (3.4, 6.6, 0.4), (-1.6, 7, 1.4), (-7.4, 9, 0.6))


def _sandstorm(pen: Pen) -> None:
    """Draw a whirl of sand with two penguins in it."""
    funnel = outline(
        "M-11 -14 C-10 -8 -5 -6 -4 -1 C-3 4 -10 6 -8 12 C-7 15 -4 16 -2 18 C-2 15 -2.6 13 0 10.4 "
        "C4 7 7 4 7 -1 C7 -6 10 -8 11 -14 Z"
    )
    pen.paint(funnel, SAND, INK, width=LINE)
    with pen.clip(funnel):
        bands = sum((arc(lean, y, half, 3.2, 10, 150) for y, half, lean in _WHIRL), Path())
        pen.paint(bands, None, SAND_DARK, width=1.3)
        pen.paint(bands.moved(0, -1.6), None, PAPER, width=0.8)
    pen.paint(ellipse(0, -14, 11, 3), SAND_DARK, INK, width=LINE)
    with pen.at(4.4, -16, turn=24):
        pen.paint(outline("M-3.6 2.2 L-2.8 -3.2 L2.8 -3.2 L3.6 2.2 Z"), RED, INK, width=LINE)
    for x, y, width in ((-6.0, 17.0, 9), (3, 17.4, 8)):
        with pen.at(x, y):
            draw_puff(pen, width, SAND)
    for x, y, turn, look in (
        (-14.6, 5.6, -64, Look(BUILDS[1], (1, 1), "wide")),
        (14, 10, 52, Look(BUILDS[0], (1, 1), "wide", "tuft", palette=CHICK)),
    ):
        with pen.at(x, y, turn=turn, scale=0.38):
            draw_penguin(Halo(pen, PAPER, 1.2), look)
            draw_penguin(pen, look)


def _noon(pen: Pen) -> None:
    """Draw an angry sun over two pyramids and a camp fire."""
    pen.paint(star(0, -3.4, 16, 14.6, 10.6), FLAME, INK, width=LINE)
    pen.paint(circle(0, -3.4, 9.6), SPARK, INK, width=LINE)
    for eye in (-4, 4):
        pen.paint(line([(eye * 1.6, -8), (eye * 0.6, -6.6)]), None, INK, width=1.2)
        pen.paint(circle(eye, -4.2, 1.2), INK)
    pen.paint(outline("M-4 1.6 C-2 -0.6 2 -0.6 4 1.6 C2 3.2 -2 3.2 -4 1.6 Z"), INK)
    for x, size in ((-16.0, 12), (16.6, 10)):
        pen.paint(
            polygon([(x, 18.6 - size * 1.1), (x + size, 18.6), (x - size, 18.6)]),
            STONE,
            INK,
            width=LINE,
        )
        course = line([(x - size * 0.4, 18.6 - size * 0.66), (x + size * 0.4, 18.6 - size * 0.66)])
        pen.paint(course, None, STONE_DARK, width=0.7)
    with pen.at(0, 18.8):
        draw_flame(pen, 11)


def _flood(pen: Pen) -> None:
    """Draw a flood with a pyramid, and a chick in a basket."""
    pen.paint(polygon([(-6, -15), (10, 10), (-22, 10)]), STONE, INK, width=LINE)
    pen.paint(
        line([(-9.6, -9), (-2.4, -9)]) + line([(-13, -3), (1, -3)]) + line([(-16.4, 3), (4, 3)]),
        None,
        STONE_DARK,
        width=0.7,
    )
    chick = Look(BUILDS[0], (0, 1), "wide", "egg", palette=replace(CHICK, cloth=RED))
    _small(pen, 14, 9, replace(chick, build=replace(chick.build, spread=30)), 0.5)
    pen.paint(outline("M6 2.6 C7 10 11 12 14 12 C17 12 21 10 22 2.6 Z"), "#d9a75c", INK, width=LINE)
    for y, shift, fill in ((8.6, 0, BLUE), (12.4, 3.5, STEEL), (16.2, 0, BLUE)):
        hump = "Q{} -2.6 {} 0 Q{} 2.6 {} 0"
        crest = " ".join(
            hump.format(*(round(7 * i + step, 2) for step in (1.75, 3.5, 5.25, 7)))
            for i in range(6)
        )
        pen.paint(
            outline(f"M0 0 {crest} L42 3.6 L0 3.6 Z").moved(-23 + shift, y), fill, INK, width=LINE
        )


def _procession(pen: Pen) -> None:
    """Draw three porters with a card each."""
    for x, eyes, hat in ((-15, "left", "nemes"), (0, "happy", "fez"), (15, "left", "nemes")):
        with pen.at(x, 2, turn=-6, scale=0.78):
            draw_card(pen)
        _small(pen, x, 18.6, Look(replace(BUILDS[1], spread=-26), (1, 1), eyes, hat), 0.4)
    pen.paint(outline("M10 -10 L-1 -10"), None, INK, width=4)
    pen.paint(outline("M10 -10 L-1 -10"), None, SPARK, width=2.9)
    pen.paint(polygon([(-8.4, -10), (-0.6, -14.4), (-0.6, -5.6)]), SPARK, INK, width=LINE)


def _eclipse(pen: Pen) -> None:
    """Draw the moon in front of the sun, with peeking eyes."""
    pen.paint(star(0, -1.6, 22, 15.6, 12.4), SPARK, INK, width=LINE)
    pen.paint(circle(1, -1.6, 11.2), INK)
    for eye in (-3.4, 5):
        pen.paint(ellipse(eye, -2.4, 3, 3.6), PAPER)
        pen.paint(circle(eye + 1.1, -2, 1.7), INK)
    for sx, sy, size in ((-22.0, 3, 2.2), (22.6, 1, 1.8), (-17.6, 12, 1.6), (18, 11, 2.2)):
        pen.paint(star(sx, sy, 4, size * 1.4, size * 0.5), PAPER, INK, width=0.4)
    for x, y, width in ((-7.0, 15.6, 15), (8.0, 15.0, 17), (0.6, 16.4, 13)):
        with pen.at(x, y):
            draw_puff(pen, width, ICE)


def _revolt(pen: Pen) -> None:
    """Draw three workers with picks, and a falling crown."""
    crown = polygon(
        [(-8, -6), (-9.6, -15.8), (-4.4, -11.2), (0, -17.4), (4.4, -11.2), (9.6, -15.8), (8, -6)]
    )
    with pen.at(1.4, 0, turn=-8):
        pen.paint(crown, PLAIN.gold, INK, width=LINE)
        pen.paint(rounded(-8.4, -8, 16.8, 3, 0.8), RED, INK, width=LINE)
    for x, hat in ((-16, "paper hat"), (16, "turban"), (0, "feather")):
        look = Look(replace(BUILDS[1], spread=6), (0, 1), "stern", hat)
        hand = look.build.hand
        with pen.at(x + hand[0] * 0.42, 18.6 - hand[1] * 0.42, turn=12, scale=0.46):
            _pick(pen)
        _small(pen, x, 18.6, look, 0.42)


def _pick(pen: Pen) -> None:
    """Draw a pick."""
    pen.paint(line([(0, 8), (0, -9)]), None, INK, width=2.8)
    pen.paint(line([(0, 8), (0, -9)]), None, WOOD, width=1.6)
    pen.paint(
        outline("M-10 -5.4 C-6 -11.6 6 -11.6 10 -5.4 C5 -8.4 -5 -8.4 -10 -5.4 Z"),
        STEEL,
        INK,
        width=LINE,
    )


def _truce(pen: Pen) -> None:
    """Draw a white flag, and two penguins under it."""
    pen.paint(line([(-6, 16), (-6, -17)]), None, INK, width=2.2)
    pen.paint(line([(-6, 16), (-6, -17)]), None, WOOD, width=1.1)
    pen.paint(
        outline("M-5.2 -17 C-1 -19.4 4 -14 11 -16.4 L11 -4.4 C4 -2 -1 -7.4 -5.2 -5 Z"),
        PAPER,
        INK,
        width=LINE,
    )
    pen.paint(outline("M-1.6 -9 C1 -12 5 -12.4 8 -9.4"), None, LEAF, width=0.9)
    for x, y in ((0.4, -12.4), (4, -13.4), (1.6, -8.8), (5.4, -9.4)):
        pen.paint(ellipse(x, y, 1.7, 1), LEAF)
    _small(
        pen,
        -13,
        18.6,
        Look(BUILDS[2], (0, 0), "happy", "fez", "scarf", replace(PLAIN, cloth=RED)),
        0.48,
    )
    _small(
        pen,
        8,
        18.6,
        Look(BUILDS[2], (0, 0), "happy", "nemes", "scarf", replace(PLAIN, cloth=BLUE)),
        0.48,
    )


PICTURES: dict[str, Callable[[Pen], None]] = {
    "sandstorm": _sandstorm, "noon": _noon, "flood": _flood, "procession": _procession,
    "eclipse": _eclipse, "revolt": _revolt, "truce": _truce,
}  # fmt: skip
