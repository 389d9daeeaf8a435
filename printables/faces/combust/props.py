"""What combust's penguins hold, ride and set off. The origin is where a prop is held or stands, mm, y down."""

from __future__ import annotations

from collections.abc import Callable

from printables.art.chief import draw_crook, draw_flail
from printables.art.palette import LINE, PLAIN
from printables.draw.colours import Colour
from printables.draw.paths import arc, circle, ellipse, line, outline, polygon, rectangle, rounded, star
from printables.draw.pen import Pen
from printables.faces.combust.signs import FLAME, ICE, RED, SPARK, STEEL, draw_bang

INK, PAPER = PLAIN.line, "#fffdf4"
WOOD, WOOD_DARK = "#c08a4e", "#8a5a2c"
MUD, STONE, CARD, SMOKE = "#c77f4f", "#d8c7a0", "#b3352b", "#e9e4da"
GLOW, LEAF, BLUE, PURPLE = "#ffe9a8", "#5f9a52", "#3f6fb5", "#8457a8"


def draw_flame(pen: Pen, height: float) -> None:
    """A friendly flame that stands on the origin."""
    unit = height / 10
    outer = outline("M0 0 C-3.6 0 -4.4 -3.2 -2.6 -5.6 C-2.2 -4.6 -1.6 -4.4 -1 -4.6 C-1.8 -7.4 -0.4 -9 1.2 -10 "
                    "C1 -8 3.8 -6.4 3.8 -3.4 C3.8 -1.4 2.4 0 0 0 Z")  # fmt: skip
    pen.paint(outer.scaled(unit), FLAME, INK, width=LINE)
    inner = outline("M0.1 -0.4 C-1.8 -0.4 -2 -2.2 -0.9 -3.4 C-0.4 -2.8 0 -3 0.2 -4.4 C1.4 -3.4 2.1 -2.4 1.9 -1.5 "
                    "C1.7 -0.7 1 -0.4 0.1 -0.4 Z")  # fmt: skip
    pen.paint(inner.scaled(unit), SPARK)


def draw_puff(pen: Pen, width: float, fill: Colour = SMOKE) -> None:
    """A puff of smoke round the origin, `width` mm across."""
    cloud = outline("M-4 3 C-6 3 -6 0 -4.4 -0.4 C-5 -3 -2 -4 -1 -2.6 C-0.4 -4.8 3 -4.6 3 -2 C5 -2.4 6 0.4 4.4 1 "
                    "C5.4 3 3 4 1.8 3 C0.6 4.2 -2 4.2 -2.4 2.8 C-3 3.4 -3.6 3.2 -4 3 Z")  # fmt: skip
    pen.paint(cloud.scaled(width / 10.6), fill, INK, width=LINE)


def draw_card(pen: Pen, turn: float = 0, *, blind: bool = True) -> None:
    """A playing card round the origin."""
    with pen.at(turn=turn):
        pen.paint(rounded(-4, -5.6, 8, 11.2, 1.2), PAPER, INK, width=LINE)
        if blind:
            pen.paint(rounded(-3, -4.6, 6, 9.2, 0.7), CARD)
            pen.paint(star(0, 0, 8, 2.4, 1.3), SPARK)


def _stick(pen: Pen, low: float, high: float, width: float, fill: Colour = WOOD) -> None:
    pen.paint(line([(0, low), (0, high)]), None, INK, width=width + 2 * LINE)
    pen.paint(line([(0, low), (0, high)]), None, fill, width=width)


def sparkler(pen: Pen) -> None:
    """One that spits stars."""
    _stick(pen, 3, -8, 0.8, STEEL)
    pen.paint(star(0, -10, 10, 6, 2.4), SPARK, INK, width=LINE)
    pen.paint(star(0, -10, 8, 3, 1.4), PAPER)


def reeds(pen: Pen) -> None:
    """Reed with its brown heads."""
    for x, height, lean in ((-3.4, 15, -10), (0.4, 21, 0), (4, 12, 12)):
        with pen.at(x, 0, turn=lean):
            pen.paint(line([(0, 0), (0, -height)]), None, LEAF, width=1.2)
            pen.paint(line([(0, -height + 1.4), (0, -height - 3.4)]), None, INK, width=3.2)
            pen.paint(line([(0, -height + 1.4), (0, -height - 3.4)]), None, WOOD_DARK, width=2.2)
    for turn in (-1, 1):
        pen.paint(
            outline("M-5 0 C-6.4 -5 -8 -7 -9.4 -8 C-5.6 -7.6 -3.6 -4 -3 0 Z").scaled(turn, 1), LEAF, INK, width=LINE
        )


def bricks_overhead(pen: Pen) -> None:
    """A load of three."""
    for x, y in ((-8.6, 0), (0.6, 0), (-4, -5)):
        pen.paint(rounded(x, y - 4.6, 8.6, 4.6, 0.7), MUD, INK, width=LINE)
        pen.paint(line([(x + 1.4, y - 3.3), (x + 4, y - 3.3)]), None, "#e6ad80", width=0.7)


def brick_pile(pen: Pen) -> None:
    """Bricks that dry in the sun."""
    for x, y in ((-8.6, 0), (0.2, 0), (-4.2, -4.8)):
        pen.paint(rounded(x, y - 4.6, 8.4, 4.6, 0.7), MUD, INK, width=LINE)


def fishing_rod(pen: Pen) -> None:
    """What hangs on the hook is no fish."""
    rod = outline("M-3.4 5 C0 -2 4 -5.6 13 -6")
    pen.paint(rod, None, INK, width=1.9)
    pen.paint(rod, None, WOOD, width=0.9)
    pen.paint(line([(13, -6), (13, 2)]), None, INK, width=0.5)
    with pen.at(13, 7.4):
        draw_card(pen, 8)


def boat(pen: Pen) -> None:
    """A boat of reed, 42 mm long."""
    hull = outline("M-24 -11 C-21 -4 -18 -3.4 -13 -3.4 L13 -3.4 C18 -3.4 21 -4 24 -11 C25.6 -2 20 4 13 4 L-13 4 "
                   "C-20 4 -25.6 -2 -24 -11 Z").scaled(0.88, 1)  # fmt: skip
    pen.paint(hull, "#e7c26a", INK, width=LINE)
    bands = sum((line([(x, -3.2), (x * 0.94, 3.8)]) for x in (-10.6, -3.6, 3.6, 10.6)), line([(-16, -3.4), (-15, 2.6)]))
    pen.paint(bands + line([(16, -3.4), (15, 2.6)]), None, WOOD_DARK, width=1)


def paddle(pen: Pen) -> None:
    """A steering oar."""
    _stick(pen, 9, -5, 1.5)
    pen.paint(ellipse(0, 10.4, 3.2, 5.6), WOOD, INK, width=LINE)
    pen.paint(line([(0, 7.4), (0, 13.4)]), None, WOOD_DARK, width=0.7)


def juggled(pen: Pen) -> None:
    """The one in the air has a fuse."""
    bomb(pen)
    pen.paint(arc(0, 12, 10, 12, 222, 246) + arc(0, 12, 10, 12, 294, 318), None, INK, width=0.6)


def ball(pen: Pen) -> None:
    """A ball to juggle with."""
    pen.paint(circle(0, 0, 3.7), RED, INK, width=LINE)
    pen.paint(outline("M-3 -2 C-1 -0.6 1 -0.6 3 -2"), None, SPARK, width=1.3, cap="butt")


def bomb(pen: Pen) -> None:
    """Round and black, its fuse alight."""
    pen.paint(outline("M1.6 -3.6 C2.4 -6 4 -6.4 5.4 -6.2"), None, INK, width=0.8)
    pen.paint(circle(0, 0, 4.2), "#3a4056", INK, width=LINE)
    pen.paint(polygon([(0.6, -4.8), (3, -3.8), (2.3, -2.4), (-0.1, -3.4)]), STEEL, INK, width=LINE)
    pen.paint(arc(0, 0, 2.6, 2.6, 180, 250), None, PAPER, width=0.8)
    pen.paint(star(6, -6.2, 7, 2.5, 1.1), SPARK, INK, width=0.4)


def lamp_pole(pen: Pen) -> None:
    """A pole that lights lamps."""
    _stick(pen, 0, -15.4, 1.3)
    with pen.at(0, -15):
        draw_flame(pen, 10)


def lantern(pen: Pen) -> None:
    """A lamp that hangs from the hand."""
    pen.paint(circle(0, 7, 8), GLOW)
    pen.paint(arc(0, 1.6, 2.6, 2.4, 180, 360), None, INK, width=0.9)
    pen.paint(rounded(-3.8, 2.4, 7.6, 9.6, 1.4), PAPER, INK, width=LINE)
    with pen.at(0, 11):
        draw_flame(pen, 7)
    pen.paint(rectangle(-4.6, 1.6, 9.2, 1.8) + rectangle(-4.6, 11.2, 9.2, 1.8), PLAIN.gold, INK, width=LINE)


def loot(pen: Pen) -> None:
    """A sack with more in it than it can hold."""
    for x, turn in ((-3.4, -18), (3.6, 14)):
        with pen.at(x, -16, turn=turn):
            draw_card(pen)
    pen.paint(outline("M-4.6 -13 C-12 -8 -13 0.6 -8 0.6 L8 0.6 C13 0.6 12 -8 4.6 -13 C2 -11.6 -2 -11.6 -4.6 -13 Z"),
              "#c79a62", INK, width=LINE)  # fmt: skip
    pen.paint(outline("M-5 -13 C-2 -11 2 -11 5 -13"), None, WOOD_DARK, width=1.6)
    pen.paint(polygon([(-3.4, -6), (2.6, -6.8), (3.2, -1.6), (-2.8, -0.8)]), PLAIN.cloth_light, INK, width=0.4)


def scales(pen: Pen) -> None:
    """A pair of scales: a coin against a fish."""
    pen.paint(outline("M-5 0.4 C-4.4 -2.4 4.4 -2.4 5 0.4 Z"), PLAIN.gold_shade, INK, width=LINE)
    _stick(pen, -2, -19, 1.1, PLAIN.gold)
    beam = line([(-7.4, -17), (7.4, -20.4)])
    pen.paint(beam, None, INK, width=2.2)
    pen.paint(beam, None, PLAIN.gold, width=1.1)
    for x, y in ((-7.4, -17), (7.4, -20.4)):
        pen.paint(line([(x - 3.2, y + 8), (x, y), (x + 3.2, y + 8)]), None, INK, width=0.45)
        pan = outline("M-4.2 0 L4.2 0 C3.4 3.2 -3.4 3.2 -4.2 0 Z").moved(x, y + 8)
        pen.paint(pan, PLAIN.gold, INK, width=LINE)
    pen.paint(circle(-7.4, -11, 2.1), SPARK, INK, width=LINE)
    fish = outline("M-3.4 0 C-2 -2.6 1 -2.6 2.2 -0.4 L4 -2 L4 2 L2.2 0.4 C1 2.4 -2 2.4 -3.4 0 Z")
    pen.paint(fish.moved(7.2, -14), STEEL, INK, width=LINE)


def scroll(pen: Pen) -> None:
    """A list unrolled in front of the belly."""
    pen.paint(outline("M-9 -5 L9 -5 L9.6 6.6 C5 8.4 -4 5 -9.6 6.8 Z"), PLAIN.cloth_light, INK, width=LINE)
    for y, end in ((-2.6, 6.4), (-0.2, 5), (2.2, 6.6), (4.4, 2)):
        pen.paint(line([(-6.4, y), (end, y)]), None, INK, width=0.6)
    pen.paint(rounded(-11, -7, 22, 3.4, 1.7), "#ecd29a", INK, width=LINE)


def telescope(pen: Pen) -> None:
    """Three tubes that look at the stars, on a stand."""
    pen.paint(line([(0, 0), (-5, 13)]) + line([(0, 0), (5, 13)]) + line([(0, 0), (0, 13)]), None, INK, width=1.6)
    pen.paint(line([(0, 0), (-5, 13)]) + line([(0, 0), (5, 13)]) + line([(0, 0), (0, 13)]), None, WOOD, width=0.8)
    with pen.at(turn=-42):
        pen.paint(rounded(-9.4, -1.7, 6.6, 3.4, 0.6), PLAIN.gold_shade, INK, width=LINE)
        pen.paint(rounded(-4, -2.4, 8, 4.8, 0.6), PLAIN.gold, INK, width=LINE)
        pen.paint(rounded(3.4, -3.3, 9.4, 6.6, 0.8), BLUE, INK, width=LINE)
        pen.paint(ellipse(12.8, 0, 1, 3.3), ICE, INK, width=LINE)


def plunger(pen: Pen) -> None:
    """Push it down, and run."""
    _stick(pen, -6, -12, 1.3, STEEL)
    pen.paint(rounded(-4.8, -14, 9.6, 2.6, 1.2), WOOD_DARK, INK, width=LINE)
    pen.paint(rounded(-5, -7.6, 10, 8.4, 0.9), RED, INK, width=LINE)
    with pen.at(0, -3.4):
        draw_bang(pen, 0, 0, 3.1)


def dynamite(pen: Pen) -> None:
    """Three sticks, tied, with one fuse."""
    for x in (-3.5, 0, 3.5):
        pen.paint(rounded(x - 1.75, -9, 3.5, 10, 0.8), RED, INK, width=LINE)
    pen.paint(rectangle(-5.2, -5.6, 10.4, 2.2), PLAIN.cloth_light, INK, width=LINE)
    pen.paint(outline("M0 -9 C0.4 -12 3 -11.4 4.4 -13.4"), None, INK, width=0.8)
    pen.paint(star(5, -14, 7, 2.6, 1.1), SPARK, INK, width=0.4)


def jar(pen: Pen) -> None:
    """A canopic jar with somebody's head."""
    pen.paint(
        outline("M-4.4 0.6 C-6.4 -3 -6 -7.4 -4.6 -9.6 L4.6 -9.6 C6 -7.4 6.4 -3 4.4 0.6 Z"), STONE, INK, width=LINE
    )
    pen.paint(outline("M-5.6 -4.4 L5.6 -4.4 M-5.2 -2.2 L5.2 -2.2"), None, BLUE, width=0.9)
    pen.paint(
        outline("M-4.4 -9.6 C-4.6 -14.6 -2 -15.4 0 -15.4 C2 -15.4 4.6 -14.6 4.4 -9.6 Z"), PLAIN.coat, INK, width=LINE
    )
    pen.paint(circle(-1.6, -12, 0.9) + circle(1.6, -12, 0.9), PAPER)
    pen.paint(polygon([(-1.2, -11), (1.2, -11), (0, -9.2)]), PLAIN.beak)


def cobra(pen: Pen) -> None:
    """It dances out of its basket."""
    body = outline("M0 -7 C5 -10 -6 -13 -2.4 -18 C-1.6 -19.4 0 -20.4 1 -21")
    pen.paint(body, None, INK, width=4.2)
    pen.paint(body, None, LEAF, width=3.1)
    pen.paint(outline("M1.4 -16 C-3.4 -19 -3 -26.4 1.6 -27.4 C6.2 -26.4 6.4 -19 1.4 -16 Z"), LEAF, INK, width=LINE)
    pen.paint(outline("M1.4 -17.4 C0.2 -19 0.4 -21 1.5 -22 C2.6 -21 2.8 -19 1.4 -17.4 Z"), SPARK)
    pen.paint(circle(0.3, -24.6, 0.75) + circle(2.9, -24.6, 0.75), INK)
    pen.paint(outline("M1.6 -23 L1.6 -21.4 M1.6 -21.4 L0.8 -20.6 M1.6 -21.4 L2.4 -20.6"), None, RED, width=0.5)
    pen.paint(outline("M-7 -8.4 L7 -8.4 C7.6 -4 6.6 -1 5.4 0.8 L-5.4 0.8 C-6.6 -1 -7.6 -4 -7 -8.4 Z"), "#d9a75c", INK,
              width=LINE)  # fmt: skip
    pen.paint(
        outline("M-7 -5.4 L7 -5.4 M-6.6 -2.4 L6.6 -2.4 M-3 -8 L-2.4 0.6 M3 -8 L2.4 0.6"), None, WOOD_DARK, width=0.6
    )


def rockets(pen: Pen) -> None:
    """A rocket on either side of the back, lit; flames reach 7 mm below the origin."""
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
                    "M22.6 -18 C26.4 -14.6 27.2 -11 27.2 -8 L26.6 -1.4 L18.6 -1.4 L18 -8 C18 -11 18.8 -14.6 22.6 -18 Z"
                ),
                PAPER,
                INK,
                width=LINE,
            )
            pen.paint(
                outline("M22.6 -18 C25 -16 26.2 -13.8 26.8 -11.4 L18.4 -11.4 C19 -13.8 20.2 -16 22.6 -18 Z"),
                RED,
                INK,
                width=LINE,
            )
            pen.paint(circle(22.6, -7, 2), ICE, INK, width=LINE)


def plan(pen: Pen) -> None:
    """The pyramid as it shall be."""
    pen.paint(rounded(-11, -7.6, 22, 15.2, 0.8), BLUE, INK, width=LINE)
    drawn = polygon([(0, -5.4), (7.4, 5), (-7.4, 5)]) + line([(-2.8, -1.6), (2.8, -1.6)]) + line([(-5, 1.8), (5, 1.8)])
    pen.paint(drawn + line([(-0.2, -1.6), (-0.2, 1.8)]), None, PAPER, width=0.8)
    for x in (-11, 11):
        pen.paint(rounded(x - 1.3, -8.6, 2.6, 17.2, 1.3), ICE, INK, width=LINE)


def dividers(pen: Pen) -> None:
    """A builder's pair of compasses, larger than its owner."""
    for turn in (-15, 15):
        with pen.at(0, -24, turn=turn):
            pen.paint(line([(0, 0), (0, 22)]), None, INK, width=2.4)
            pen.paint(line([(0, 0), (0, 20.6)]), None, PLAIN.gold, width=1.3)
    pen.paint(line([(-3.4, -12), (3.4, -12)]), None, INK, width=1)
    pen.paint(circle(0, -24.4, 2.4), PLAIN.gold, INK, width=LINE)


def shield(pen: Pen) -> None:
    """Round, with a snow star."""
    pen.paint(circle(0, 0, 9), PLAIN.gold, INK, width=LINE)
    pen.paint(circle(0, 0, 7.2), BLUE, INK, width=LINE)
    flake = sum((line([(0, 0), p]) for p in ((0, -5.2), (4.5, -2.6), (4.5, 2.6), (0, 5.2), (-4.5, 2.6), (-4.5, -2.6))),
                line([]))  # fmt: skip
    pen.paint(flake, None, PAPER, width=1.1)
    pen.paint(circle(0, 0, 1.6), PAPER)


def rocket_spear(pen: Pen) -> None:
    """A spear that flies by itself."""
    _stick(pen, 1, -10, 1.3)
    pen.paint(
        polygon([(-3, -11), (-5.4, -6), (-2, -8)]) + polygon([(3, -11), (5.4, -6), (2, -8)]), RED, INK, width=LINE
    )
    pen.paint(rounded(-3, -20, 6, 12, 0.8), PAPER, INK, width=LINE)
    pen.paint(
        line([(-2.4, -11.4), (2.4, -14.4)]) + line([(-2.4, -15.4), (2.4, -18.4)]), None, RED, width=1.6, cap="butt"
    )
    pen.paint(polygon([(-4, -19.4), (0, -25), (4, -19.4)]), RED, INK, width=LINE)


def crystal(pen: Pen) -> None:
    """A ball that shows what burns tomorrow."""
    pen.paint(outline("M-6 6.4 L6 6.4 L7.6 10.4 L-7.6 10.4 Z"), PLAIN.gold, INK, width=LINE)
    pen.paint(circle(0, 0, 8.4), "#cfe4f7", INK, width=LINE)
    with pen.at(0, 5.6):
        draw_flame(pen, 9.6)
    pen.paint(arc(0, 0, 6.3, 6.3, 190, 250), None, PAPER, width=1.3)


def staff(pen: Pen) -> None:
    """A staff of office with a jewel."""
    _stick(pen, 1, -15, 1.6, PLAIN.gold)
    pen.paint(polygon([(0, -24.6), (4.4, -19.4), (0, -14.2), (-4.4, -19.4)]), PURPLE, INK, width=LINE)
    pen.paint(line([(0, -23.4), (-1.8, -19.4), (0, -15.4)]), None, PAPER, width=0.6)


def beard(pen: Pen) -> None:
    """A long one, from the beak."""
    pen.paint(outline("M-4.6 -1 C-5 5 -3 11 0 14.6 C3 11 5 5 4.6 -1 C2 0.6 -2 0.6 -4.6 -1 Z"), SMOKE, INK, width=LINE)
    pen.paint(outline("M-1.8 2.4 C-1.8 6 -1.2 8.6 -0.4 10.6 M1.8 2.4 C1.8 5 1.4 7.4 0.9 9"), None, "#b9b2a6", width=0.6)


def moustache(pen: Pen) -> None:
    """It curls."""
    half = outline("M0 -0.6 C2 -1.6 4 0 5.6 0.4 C7 0.6 8 -0.4 7.8 -2 C9.4 0.4 8 2.8 5.4 2.6 C3 2.4 1 1.6 0 0.6 Z")
    pen.paint(half + half.scaled(-1, 1), INK, INK, width=0.3)


def fan(pen: Pen) -> None:
    """A fan of plumes on a handle."""
    _stick(pen, 1, -10, 1.4, PLAIN.gold)
    plume = outline("M0 0 C-3.6 -4 -3.4 -9 0 -12 C3.4 -9 3.6 -4 0 0 Z")
    for turn in (-68, 68, -34, 34, 0):
        with pen.at(0, -10.4, turn=turn):
            pen.paint(plume, PAPER if abs(turn) == 34 else "#58b4a6", INK, width=LINE)
            pen.paint(circle(0, -8.4, 1.3), PLAIN.gold)
    pen.paint(circle(0, -10.6, 3), PLAIN.gold, INK, width=LINE)


def firework(pen: Pen) -> None:
    """A sceptre that sparkles."""
    _stick(pen, 1, -13, 1.4, PLAIN.gold)
    pen.paint(star(0, -17, 8, 7.4, 3.6), RED, INK, width=LINE)
    pen.paint(star(0, -17, 8, 4.4, 2.2), SPARK)
    pen.paint(circle(0, -17, 1.5), PAPER)


def crook(pen: Pen) -> None:
    """A king's crook."""
    with pen.at(mirror=True):
        draw_crook(pen)


def flail(pen: Pen) -> None:
    """A king's flail."""
    draw_flail(pen)


def blaze(pen: Pen) -> None:
    """Flames all round from the origin at the feet."""
    for x, height, turn in ((-34, 13, -12), (34, 13, 12), (-27, 23, -8), (27, 23, 8), (-19, 20, 0), (19, 20, 0)):
        with pen.at(x, 1, turn=turn):
            draw_flame(pen, height)


def cards(pen: Pen) -> None:
    """A hand of cards."""
    for turn in (-28, 0, 28):
        with pen.at(0, 3, turn=turn), pen.at(0, -8):
            draw_card(pen)


def umbrella(pen: Pen) -> None:
    """Against whatever falls."""
    _stick(pen, 1, -14, 1.1)
    pen.paint(outline("M-12 -13 C-11 -20 -5 -24 0 -24 C5 -24 11 -20 12 -13 C9 -15 6 -15 4 -13 C1.6 -15 -1.6 -15 -4 -13 "
                      "C-6 -15 -9 -15 -12 -13 Z"), RED, INK, width=LINE)  # fmt: skip
    pen.paint(outline("M-4 -13 C-4 -18 -2 -22 0 -24 C2 -22 4 -18 4 -13"), None, INK, width=0.5)


PROPS: dict[str, Callable[[Pen], None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        sparkler, reeds, bricks_overhead, brick_pile, fishing_rod, boat, paddle, juggled, ball, bomb, lamp_pole,
        lantern, loot, scales, scroll, telescope, plunger, dynamite, jar, cobra, rockets, plan, dividers, shield,
        rocket_spear, crystal, staff, beard, moustache, fan, firework, crook, flail, blaze, cards, umbrella,
    )
}  # fmt: skip
