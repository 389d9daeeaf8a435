"""The props of combust's penguins, mm, y down; the origin is where one is held or stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printables.art import drawings
from printables.art.chief import draw_crook, draw_flail
from printables.art.palette import LINE, PLAIN
from printables.draw.colours import Colour
from printables.draw.paths import arc, circle, line, outline, polygon, rectangle, rounded, star
from printables.draw.pen import Pen
from printables.faces.combust.signs import FLAME, ICE, RED, SPARK, STEEL, draw_bang

PACKAGE = "printables.faces.combust"
INK, PAPER = PLAIN.line, "#fffdf4"
WOOD, WOOD_DARK = "#c08a4e", "#8a5a2c"
STONE, CARD, SMOKE = "#d8c7a0", "#b3352b", "#e9e4da"
GLOW, LEAF, BLUE = "#ffe9a8", "#5f9a52", "#3f6fb5"


def draw_flame(pen: Pen, height: float) -> None:
    """Draw a flame that stands on the origin."""
    unit = height / 10
    outer = outline(
        "M0 0 C-3.6 0 -4.4 -3.2 -2.6 -5.6 C-2.2 -4.6 -1.6 -4.4 -1 -4.6 C-1.8 -7.4 -0.4 -9 1.2 -10 "
        "C1 -8 3.8 -6.4 3.8 -3.4 C3.8 -1.4 2.4 0 0 0 Z"
    )
    pen.paint(outer.scaled(unit), FLAME, INK, width=LINE)
    inner = outline(
        "M0.1 -0.4 C-1.8 -0.4 -2 -2.2 -0.9 -3.4 C-0.4 -2.8 0 -3 0.2 -4.4 C1.4 -3.4 2.1 -2.4 1.9 "
        "-1.5 C1.7 -0.7 1 -0.4 0.1 -0.4 Z"
    )
    pen.paint(inner.scaled(unit), SPARK)


def draw_puff(pen: Pen, width: float, fill: Colour = SMOKE) -> None:
    """Draw a puff of smoke about the origin, `width` mm wide."""
    cloud = outline(
        "M-4 3 C-6 3 -6 0 -4.4 -0.4 C-5 -3 -2 -4 -1 -2.6 C-0.4 -4.8 3 -4.6 3 -2 C5 -2.4 6 0.4 4.4 "
        "1 C5.4 3 3 4 1.8 3 C0.6 4.2 -2 4.2 -2.4 2.8 C-3 3.4 -3.6 3.2 -4 3 Z"
    )
    pen.paint(cloud.scaled(width / 10.6), fill, INK, width=LINE)


def draw_card(pen: Pen, turn: float = 0, *, blind: bool = True) -> None:
    """Draw a playing card about the origin, face down if `blind`."""
    with pen.at(turn=turn):
        pen.paint(rounded(-4, -5.6, 8, 11.2, 1.2), PAPER, INK, width=LINE)
        if blind:
            pen.paint(rounded(-3, -4.6, 6, 9.2, 0.7), CARD)
            pen.paint(star(0, 0, 8, 2.4, 1.3), SPARK)


def _stick(pen: Pen, low: float, high: float, width: float, fill: Colour = WOOD) -> None:
    pen.paint(line([(0, low), (0, high)]), None, INK, width=width + 2 * LINE)
    pen.paint(line([(0, low), (0, high)]), None, fill, width=width)


def fishing_rod(pen: Pen) -> None:
    """Draw a fishing rod with a card on its hook."""
    rod = outline("M-3.4 5 C0 -2 4 -5.6 13 -6")
    pen.paint(rod, None, INK, width=1.9)
    pen.paint(rod, None, WOOD, width=0.9)
    pen.paint(line([(13, -6), (13, 2)]), None, INK, width=0.5)
    with pen.at(13, 7.4):
        draw_card(pen, 8)


def juggled(pen: Pen) -> None:
    """Draw a bomb in the air, with lines of motion."""
    draw_prop(pen, "bomb")
    pen.paint(arc(0, 12, 10, 12, 222, 246) + arc(0, 12, 10, 12, 294, 318), None, INK, width=0.6)


def lamp_pole(pen: Pen) -> None:
    """Draw a pole with a flame, to light lamps."""
    _stick(pen, 0, -15.4, 1.3)
    with pen.at(0, -15):
        draw_flame(pen, 10)


def lantern(pen: Pen) -> None:
    """Draw a lantern that hangs from a hand."""
    pen.paint(circle(0, 7, 8), GLOW)
    pen.paint(arc(0, 1.6, 2.6, 2.4, 180, 360), None, INK, width=0.9)
    pen.paint(rounded(-3.8, 2.4, 7.6, 9.6, 1.4), PAPER, INK, width=LINE)
    with pen.at(0, 11):
        draw_flame(pen, 7)
    pen.paint(
        rectangle(-4.6, 1.6, 9.2, 1.8) + rectangle(-4.6, 11.2, 9.2, 1.8),
        PLAIN.gold,
        INK,
        width=LINE,
    )


def loot(pen: Pen) -> None:
    """Draw an overfull sack of cards."""
    for x, turn in ((-3.4, -18), (3.6, 14)):
        with pen.at(x, -16, turn=turn):
            draw_card(pen)
    pen.paint(
        outline(
            "M-4.6 -13 C-12 -8 -13 0.6 -8 0.6 L8 0.6 C13 0.6 12 -8 4.6 -13 C2 -11.6 -2 -11.6 -4.6 "
            "-13 Z"
        ),
        "#c79a62",
        INK,
        width=LINE,
    )
    pen.paint(outline("M-5 -13 C-2 -11 2 -11 5 -13"), None, WOOD_DARK, width=1.6)
    pen.paint(
        polygon([(-3.4, -6), (2.6, -6.8), (3.2, -1.6), (-2.8, -0.8)]),
        PLAIN.cloth_light,
        INK,
        width=0.4,
    )


def plunger(pen: Pen) -> None:
    """Draw a blasting machine."""
    _stick(pen, -6, -12, 1.3, STEEL)
    pen.paint(rounded(-4.8, -14, 9.6, 2.6, 1.2), WOOD_DARK, INK, width=LINE)
    pen.paint(rounded(-5, -7.6, 10, 8.4, 0.9), RED, INK, width=LINE)
    with pen.at(0, -3.4):
        draw_bang(pen, 0, 0, 3.1)


def rockets(pen: Pen) -> None:
    """Draw a burning rocket on each side of the back; the flames reach 7 mm below the origin."""
    for mirror in (False, True):
        with pen.at(mirror=mirror):
            with pen.at(22.6, -1.6, turn=180):
                draw_flame(pen, 9.6)
            pen.paint(
                outline("M18.4 -6 L15.6 -0.4 L19.4 -1.6 Z M26.8 -6 L29.6 -0.4 L25.8 -1.6 Z"),
                PLAIN.gold,
                INK,
                width=LINE,
            )
            pen.paint(
                outline(
                    "M22.6 -18 C26.4 -14.6 27.2 -11 27.2 -8 L26.6 -1.4 L18.6 -1.4 L18 -8 C18 -11 "
                    "18.8 -14.6 22.6 -18 Z"
                ),
                PAPER,
                INK,
                width=LINE,
            )
            pen.paint(
                outline(
                    "M22.6 -18 C25 -16 26.2 -13.8 26.8 -11.4 L18.4 -11.4 C19 -13.8 20.2 -16 22.6 "
                    "-18 Z"
                ),
                RED,
                INK,
                width=LINE,
            )
            pen.paint(circle(22.6, -7, 2), ICE, INK, width=LINE)


def crystal(pen: Pen) -> None:
    """Draw a crystal ball with a flame in it."""
    pen.paint(outline("M-6 6.4 L6 6.4 L7.6 10.4 L-7.6 10.4 Z"), PLAIN.gold, INK, width=LINE)
    pen.paint(circle(0, 0, 8.4), "#cfe4f7", INK, width=LINE)
    with pen.at(0, 5.6):
        draw_flame(pen, 9.6)
    pen.paint(arc(0, 0, 6.3, 6.3, 190, 250), None, PAPER, width=1.3)


def crook(pen: Pen) -> None:
    """Draw a crook."""
    with pen.at(mirror=True):
        draw_crook(pen)


def flail(pen: Pen) -> None:
    """Draw a flail."""
    draw_flail(pen)


def blaze(pen: Pen) -> None:
    """Draw flames on both sides of the feet."""
    for x, height, turn in (
        (-34, 13, -12),
        (34, 13, 12),
        (-27, 23, -8),
        (27, 23, 8),
        (-19, 20, 0),
        (19, 20, 0),
    ):
        with pen.at(x, 1, turn=turn):
            draw_flame(pen, height)


def cards(pen: Pen) -> None:
    """Draw a hand of cards."""
    for turn in (-28, 0, 28):
        with pen.at(0, 3, turn=turn), pen.at(0, -8):
            draw_card(pen)


def draw_prop(pen: Pen, name: str) -> None:
    """Draw a prop by its name, from `drawings/props` or composed here."""
    if name in COMPOSED:
        COMPOSED[name](pen)
    else:
        drawings.draw(pen, PACKAGE, "props", name)


COMPOSED: Mapping[str, Callable[[Pen], None]] = {
    "juggled": juggled, "fishing rod": fishing_rod, "lamp pole": lamp_pole, "lantern": lantern,
    "loot": loot, "plunger": plunger, "rockets": rockets, "crystal": crystal, "crook": crook,
    "flail": flail, "blaze": blaze, "cards": cards,
}  # fmt: skip
