"""The pictures of giza's five actions, in a box 50 mm wide and 32 mm high about the origin."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from companion.giza.deck import Colour
from printables.art.chief import draw_chief
from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, Palette
from printables.art.penguins import BUILDS, Look, draw_penguin, stand
from printables.draw.colours import readable_on
from printables.draw.paths import Point, arc, outline, rays, rounded
from printables.draw.pen import Pen
from printables.faces.giza.bracelets import draw_bracelet
from printables.faces.giza.diagrams import DARK

PAPER = "#fffdf4"


def draw_action_picture(pen: Pen, number: int, player: Colour) -> None:
    """Draw action `number` (giza R9), with cards and clothes in the player's colour."""
    _PICTURES[number](pen, player)


def _lead(pen: Pen, player: Colour) -> None:
    """Draw the Chief in beams of light."""
    pen.paint(rays(0, 0, 17.5, 16), "#ffe08a")
    with pen.at(0, 16.4, scale=0.6):
        draw_chief(pen, rim=1.2)


def _flip(pen: Pen, player: Colour) -> None:
    """Draw a penguin and its statue."""
    look = Look(BUILDS[2], (1, 0), "wide", "feather", palette=Palette(cloth=player.ink))
    for x, each in ((-11.2, look), (11.8, look.petrified())):
        stand(pen, each, x, 15.5, 0.57, rim=1.1)
    _curved_arrow(pen, (0.2, -6.5), 6, (205, 330), player.ink)


def _curved_arrow(
    pen: Pen, middle: Point, radius: float, span: tuple[float, float], fill: str
) -> None:
    """Draw an arrow clockwise along a circle, between two angles, degrees."""
    (x, y), (start, end) = middle, span
    tip = radians(end)
    for colour, width in ((DARK, 2.9), (fill, 1.8)):
        pen.paint(arc(x, y, radius, radius, start, end - 8), None, colour, width=width)
        with pen.at(x + radius * cos(tip), y + radius * sin(tip), turn=end + 90):
            pen.paint(outline("M1.6 0 L-2.4 -2.8 L-2.4 2.8 Z"), colour, colour, width=width - 1.6)


def _card(pen: Pen, x: float, y: float, turn: float, fill: str) -> None:
    with pen.at(x, y, turn=turn):
        pen.paint(rounded(-7.5, -10.5, 15, 21, 1.6), PAPER, DARK, width=LINE)
        pen.paint(rounded(-6.1, -9.1, 12.2, 18.2, 0.9), fill)


def _swap(pen: Pen, player: Colour) -> None:
    """Draw a penguin swapped for an unknown card from the deck."""
    for step in (1.6, 0.8, 0):
        _card(pen, 14 + step, 0 + step, 0, player.ink)
    pen.text(14, 5, "?", 14, readable_on(player.ink, DARK), weight="semibold")
    _card(pen, -13.4, 0, -6, "#a9d6e8")
    with pen.at(-13.2, 8.6, turn=-6, scale=0.39):
        draw_penguin(
            pen, Look(BUILDS[2], (1, 1), "left", "feather", palette=Palette(cloth=player.ink))
        )
    _curved_arrow(pen, (0, 2), 11, (235, 302), player.ink)
    _curved_arrow(pen, (0, -2), 11, (55, 122), player.ink)


def _gather(pen: Pen, player: Colour) -> None:
    """Draw a penguin with all five cards."""
    for i in range(5):
        with pen.at(0, 27, turn=(i - 2) * 15.5):
            pen.paint(rounded(-5.6, -42, 11.2, 17, 1.4), PAPER, DARK, width=LINE)
            pen.paint(rounded(-4.5, -40.9, 9, 14.8, 0.8), player.ink)
            pen.text(0, -30.6, str(i + 1), 9, readable_on(player.ink, DARK), weight="semibold")
    stand(pen, Look(BUILDS[0], (1, 1), "happy", "tuft", palette=CHICK), 0, 17, 0.6, rim=1.1)


def _train(pen: Pen, player: Colour) -> None:
    """Draw a penguin that lifts weights, beside a bracelet with "+1"."""
    look = Look(BUILDS[2], (1, 1), "stern", "", palette=Palette(cloth=player.ink))
    with pen.at(-8.4, 16, scale=0.58):
        for each in (Halo(pen, PAPER, 1.1), pen):
            with each.at(0, -look.build.hand[1]):
                _barbell(each, look.build.hand[0])
            draw_penguin(each, look)
    with pen.at(16.6, 3):
        draw_bracelet(pen, 7.6)
    pen.text(16.6, 5.5, "+1", 7, DARK, weight="semibold")


def _barbell(pen: Pen, grip: float) -> None:
    end = grip + 4
    pen.paint(rounded(-end, -1, 2 * end, 2, 1), "#9aa1ad", DARK, width=LINE)
    for x in (-end, end):
        pen.paint(rounded(x - 1.7, -7.5, 3.4, 15, 1.5), "#5d6675", DARK, width=LINE)


_PICTURES: dict[int, Callable[[Pen, Colour], None]] = {
    1: _lead,
    2: _flip,
    3: _swap,
    4: _gather,
    5: _train,
}
