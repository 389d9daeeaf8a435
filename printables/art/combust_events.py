"""What happens to all clans at once: pictures of combust's events, in a box 44 mm wide and 36 mm high round the origin.

An event that a deck of one's own brings along shows the sign of its first verb, large.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.combust.deck import Kind
from printables.art.combust_props import BLUE, LEAF, STONE, draw_card, draw_flame, draw_puff
from printables.art.combust_signs import FLAME, HEIGHT, ICE, RED, SPARK, STEEL, verb_sign
from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.paths import arc, circle, ellipse, line, outline, polygon, rays, rounded, star
from printables.pen import Pen

INK, PAPER, SAND = PLAIN.line, "#fffdf4", "#ecc97c"


def draw_event_picture(pen: Pen, kind: Kind) -> None:
    """The event's own picture, or its first verb's."""
    if kind.id in PICTURES:
        PICTURES[kind.id](pen)
        return
    first = kind.ability[0]
    sign = verb_sign(first.name, first.count if first.name == "draw" else 0)
    draw_puff(pen, 44, PAPER)
    scale = 2.2
    with pen.at(-sign.width * scale / 2, -HEIGHT * scale / 2, scale=scale):
        sign.draw(pen)


def _small(pen: Pen, x: float, y: float, look: Look, scale: float, *, mirror: bool = False) -> None:
    with pen.at(x, y, scale=scale, mirror=mirror):
        draw_penguin(Halo(pen, PAPER, 0.8), look)
        draw_penguin(pen, look)


def _sandstorm(pen: Pen) -> None:
    """A whirl of sand, and who is in it."""
    for y, half, lean in ((15, 4.4, -2), (10.4, 7.4, 0.6), (5, 10.4, -1), (-1, 14, 1.4), (-7.6, 17.6, -0.6), (-14, 21, 1)):
        pen.paint(ellipse(lean, y, half, 3.9), SAND, INK, width=LINE)
        pen.paint(arc(lean, y, half * 0.7, 2.2, 20, 120), None, PAPER, width=0.9)
    with pen.at(-9.6, -2, turn=-118, scale=0.36):
        draw_penguin(Halo(pen, PAPER, 1.2), Look(BUILDS[1], (1, 1), "wide"))
        draw_penguin(pen, Look(BUILDS[1], (1, 1), "wide"))
    with pen.at(13, 6.6, turn=64, scale=0.36):
        chick = Look(BUILDS[0], (1, 1), "wide", "tuft", palette=CHICK)
        draw_penguin(Halo(pen, PAPER, 1.2), chick)
        draw_penguin(pen, chick)
    with pen.at(8.4, -13.4, turn=-28):
        pen.paint(outline("M-3.6 2.2 L-2.8 -3.2 L2.8 -3.2 L3.6 2.2 Z"), RED, INK, width=LINE)


def _noon(pen: Pen) -> None:
    """The sun at its worst, over two pyramids."""
    pen.paint(star(0, -2, 16, 18, 12.4), FLAME, INK, width=LINE)
    pen.paint(circle(0, -2, 11.4), SPARK, INK, width=LINE)
    for x in (-4, 4):
        pen.paint(line([(x * 1.7, -7.4), (x * 0.6, -5.6)]), None, INK, width=1.2)
        pen.paint(circle(x, -3, 1.3), INK)
    pen.paint(outline("M-4.4 3.4 C-2 1 2 1 4.4 3.4 C2 5.4 -2 5.4 -4.4 3.4 Z"), INK)
    for x, size in ((-13, 9), (13.4, 7)):
        pen.paint(polygon([(x, 17 - size * 1.1), (x + size, 17), (x - size, 17)]), STONE, INK, width=LINE)
    with pen.at(0, 17.4):
        draw_flame(pen, 10)


def _flood(pen: Pen) -> None:
    """The river has come to town: who is small swims."""
    pen.paint(polygon([(-11, -14), (3, 8), (-25 + 1, 8)]), STONE, INK, width=LINE)
    pen.paint(line([(-14.6, -8), (-7.2, -8)]) + line([(-18, -2.4), (-3.6, -2.4)]), None, "#b39e6c", width=0.7)
    pen.paint(outline("M2 2 C3 10 7 12 10 12 C13 12 17 10 18 2 Z"), "#d9a75c", INK, width=LINE)
    _small(pen, 10, 8, Look(BUILDS[0], (1, 1), "wide", "egg", palette=replace(CHICK, cloth=RED)), 0.56)
    pen.paint(outline("M2 2 C3 10 7 12 10 12 C13 12 17 10 18 2 Z"), "#d9a75c", INK, width=LINE)
    for y, shift, fill in ((6, 0, BLUE), (10.4, 3.4, STEEL), (14.6, 0, BLUE)):
        _wave(pen, y, shift, fill)


def _wave(pen: Pen, y: float, shift: float, fill: str) -> None:
    crest = "".join(f"Q{x + 1.7} {y - 3} {x + 3.4} {y} Q{x + 5.1} {y + 3} {x + 6.8} {y}" for x in
                    (-23.8 + shift + 6.8 * i for i in range(6)))  # fmt: skip
    start = -23.8 + shift
    pen.paint(outline(f"M{start} {y} {crest} L{start + 40.8} {y + 4.4} L{start} {y + 4.4} Z"), fill, INK, width=LINE)


def _procession(pen: Pen) -> None:
    """All hands go round: three carriers, one card each."""
    for i, x in enumerate((-14, 0, 14)):
        look = Look(BUILDS[1], (1, 1), ("left", "happy", "left")[i], ("nemes", "fez", "nemes")[i])
        with pen.at(x, -9.6, turn=-5):
            draw_card(pen)
        _small(pen, x, 16, look, 0.44)
    pen.paint(outline("M20 -15.6 L-14 -15.6"), None, INK, width=3)
    pen.paint(outline("M20 -15.6 L-14 -15.6"), None, SPARK, width=1.7)
    pen.paint(polygon([(-21, -15.6), (-13.4, -19), (-13.4, -12.2)]), SPARK, INK, width=LINE)


def _eclipse(pen: Pen) -> None:
    """The moon before the sun; in the dark somebody peeks."""
    pen.paint(rays(0, -3, 21, 14), SPARK)
    pen.paint(circle(0, -3, 14.6), SPARK, INK, width=LINE)
    pen.paint(circle(1.6, -3, 12.8), INK)
    for x in (-3.4, 6.6):
        pen.paint(ellipse(x, -4, 3.1, 3.7), PAPER)
        pen.paint(circle(x + 1.1, -3.6, 1.7), INK)
    for x, y, size in ((-18.4, -13, 2.2), (18.6, -12, 1.8), (-17, 9, 1.6), (17.6, 8.6, 2.2)):
        pen.paint(star(x, y, 4, size * 1.3, size * 0.45), PAPER, INK, width=0.4)
    pen.paint(outline("M-9 16.6 C-9 11.4 -4 11.4 0 13 C4 11.4 9 11.4 9 16.6 Z"), ICE, INK, width=LINE)


def _revolt(pen: Pen) -> None:
    """The quarries have had enough: a crown falls."""
    crown = polygon([(-8, -6.6), (-9.6, -16.4), (-4.4, -11.8), (0, -18), (4.4, -11.8), (9.6, -16.4), (8, -6.6)])
    with pen.at(0, 0, turn=-12):
        pen.paint(crown, PLAIN.gold, INK, width=LINE)
        pen.paint(rounded(-8.4, -8.4, 16.8, 3, 0.8), RED, INK, width=LINE)
    pen.paint(line([(-12, -13), (-15, -15)]) + line([(11, -16), (14, -18)]) + line([(-11, -8), (-15, -7.6)]), None, INK, width=0.8)
    for x, eyes, turn in ((-13.6, "stern", -12), (13.6, "stern", 14), (0, "stern", 4)):
        look = Look(BUILDS[1 if x else 2], (1, 1), eyes, "paper hat")
        hand = look.build.hand
        with pen.at(x + hand[0] * 0.44, 17 - hand[1] * 0.44, turn=turn, scale=0.6):
            _pick(pen)
        _small(pen, x, 17, look, 0.44)


def _pick(pen: Pen) -> None:
    """A quarry's pick."""
    pen.paint(line([(0, 8), (0, -9)]), None, INK, width=2.8)
    pen.paint(line([(0, 8), (0, -9)]), None, "#c08a4e", width=1.6)
    pen.paint(outline("M-10 -5.4 C-6 -11.6 6 -11.6 10 -5.4 C5 -8.4 -5 -8.4 -10 -5.4 Z"), STEEL, INK, width=LINE)


def _truce(pen: Pen) -> None:
    """The longest day: a white flag, and a truce under it."""
    pen.paint(line([(0, 16), (0, -17)]), None, INK, width=2.2)
    pen.paint(line([(0, 16), (0, -17)]), None, "#c08a4e", width=1.1)
    pen.paint(outline("M0.8 -17 C7 -20 12 -13 20 -16 L20 -4.6 C12 -1.6 7 -8.6 0.8 -5.6 Z"), PAPER, INK, width=LINE)
    pen.paint(outline("M6 -11.4 C9 -13.4 13 -12.6 15.4 -8.6"), None, LEAF, width=0.9)
    for x, y in ((8.4, -13.6), (11.4, -13.2), (9.6, -10.6), (12.6, -9.6)):
        pen.paint(ellipse(x, y, 1.5, 0.9), LEAF)
    _small(pen, -10, 17, Look(BUILDS[2], (0, 0), "happy", "fez", "scarf", replace(PLAIN, cloth=RED)), 0.5)
    _small(pen, 10.4, 17, Look(BUILDS[2], (0, 0), "happy", "nemes", "scarf", replace(PLAIN, cloth=BLUE)), 0.5)


PICTURES: dict[str, Callable[[Pen], None]] = {
    "sandstorm": _sandstorm, "noon": _noon, "flood": _flood, "procession": _procession, "eclipse": _eclipse,
    "revolt": _revolt, "truce": _truce,
}  # fmt: skip
