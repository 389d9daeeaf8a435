"""Pictures of giza's five actions, drawn in a box 50 mm wide and 32 mm high round the origin."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from companion.giza.deck import Colour
from printables.art.diagrams import DARK
from printables.art.giza_tokens import draw_bracelet
from printables.art.halo import Halo
from printables.art.headgear import HATS
from printables.art.palette import LINE, PLAIN, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.symbols import draw_symbol
from printables.colours import WHITE
from printables.paths import Path, arc, outline, polygon, rounded
from printables.pen import Pen

GOLD, PAPER = "#ffc93c", "#fffdf4"


def draw_action_picture(pen: Pen, number: int, player: Colour) -> None:
    """What action `number` does (giza R9), with the player's colour where cards or cloth show."""
    _PICTURES[number](pen, player)


def rays(x: float, y: float, inner: float, outer: float, count: int) -> Path:
    """Rays of light around a point."""
    path, half = Path(), 180 / count * 0.5
    for i in range(count):
        angle = 360 * i / count - 90
        a, b = radians(angle - half), radians(angle + half)
        path += polygon([(x + inner * cos(a), y + inner * sin(a)), (x + outer * cos(a), y + outer * sin(a)),
                         (x + outer * cos(b), y + outer * sin(b)), (x + inner * cos(b), y + inner * sin(b))])  # fmt: skip
    return path


def _lead(pen: Pen, player: Colour) -> None:
    """The Chief's crown in its glory."""
    pen.paint(rays(0, 1, 0, 16.5, 14), "#ffe08a")
    with pen.at(0, 8, scale=1.35):
        for each in (Halo(pen, PAPER, 0.8), pen):
            HATS["double crown"](each, Palette(cloth=player.ink))


def _flip(pen: Pen, player: Colour) -> None:
    """A penguin, and what it turns into."""
    look = Look(BUILDS[2], (1, 0), "wide", "fez", palette=Palette(cloth=player.ink))
    for x, each in ((-14.5, look), (14.5, look.petrified())):
        with pen.at(x, 15, scale=0.68):
            draw_penguin(Halo(pen, PAPER, 1.1), each)
            draw_penguin(pen, each)
    _curved_arrow(pen, 0, -4.5, 6.4, 210, 325, player)


def _curved_arrow(pen: Pen, x: float, y: float, radius: float, start: float, end: float, player: Colour) -> None:
    tip = radians(end)
    for colour, width in ((DARK, 2.9), (player.ink, 1.8)):
        pen.paint(arc(x, y, radius, radius, start, end - 8), None, colour, width=width)
        with pen.at(x + radius * cos(tip), y + radius * sin(tip), turn=end + 90):
            pen.paint(outline("M1.6 0 L-2.4 -2.8 L-2.4 2.8 Z"), colour, colour, width=width - 1.6)


def _card(pen: Pen, x: float, y: float, turn: float, fill: str) -> None:
    with pen.at(x, y, turn=turn):
        pen.paint(rounded(-7.5, -10.5, 15, 21, 1.6), PAPER, DARK, width=LINE)
        pen.paint(rounded(-6.1, -9.1, 12.2, 18.2, 0.9), fill)


def _swap(pen: Pen, player: Colour) -> None:
    """A penguin goes, the unknown one from the deck comes."""
    for step in (1.6, 0.8, 0):
        _card(pen, 14 + step, 0 + step, 0, player.ink)
    pen.text(14, 5, "?", 14, WHITE, weight="semibold")
    _card(pen, -14, 0, -6, "#a9d6e8")
    with pen.at(-14, 8.6, turn=-6, scale=0.42):
        draw_penguin(pen, Look(BUILDS[2], (1, 1), "left", "feather", palette=Palette(cloth=player.ink)))
    _curved_arrow(pen, 0, 2, 11, 235, 302, player)
    _curved_arrow(pen, 0, -2, 11, 55, 122, player)


def _gather(pen: Pen, player: Colour) -> None:
    """All five cards back in the flippers of their owner."""
    for i in range(5):
        turn = (i - 2) * 17
        with pen.at(0, 20, turn=turn):
            pen.paint(rounded(-6, -34, 12, 17, 1.4), PAPER, DARK, width=LINE)
            pen.paint(rounded(-4.9, -32.9, 9.8, 14.8, 0.8), player.ink)
            pen.text(0, -22.4, str(i + 1), 8.6, WHITE, weight="semibold")
    with pen.at(0, 16, scale=0.62):
        look = Look(BUILDS[1], (1, 1), "happy", "")
        draw_penguin(Halo(pen, PAPER, 1.1), look)
        draw_penguin(pen, look)


def _train(pen: Pen, player: Colour) -> None:
    """A penguin lifts weights; the reward hangs beside it."""
    look = Look(BUILDS[1], (1, 1), "stern", "", palette=Palette(cloth=player.ink))
    with pen.at(-8, 16, scale=0.72):
        for each in (Halo(pen, PAPER, 1.1), pen):
            _barbell(each)
            draw_penguin(each, look)
    with pen.at(17, 1):
        draw_bracelet(pen, 8)
    pen.text(17, 3.4, "+1", 7, DARK, weight="semibold")


def _barbell(pen: Pen) -> None:
    pen.paint(rounded(-24, -32.4, 48, 2, 1), "#9aa1ad", DARK, width=LINE)
    for x in (-24, 24):
        pen.paint(rounded(x - 1.7, -38.4, 3.4, 14, 1.5), "#5d6675", DARK, width=LINE)
        pen.paint(rounded(x * 0.87 - 1.3, -35.9, 2.6, 9, 1.2), "#7b8493", DARK, width=LINE)


_PICTURES: dict[int, Callable[[Pen, Colour], None]] = {1: _lead, 2: _flip, 3: _swap, 4: _gather, 5: _train}
