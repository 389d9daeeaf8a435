"""The pictures of giza's goals, in a box 55 mm wide and 29 mm high about the origin."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from companion.giza.deck import Colour, Deck, Goal
from companion.giza.pyramid import SLOTS
from companion.giza.scoring import CORNERS
from companion.language import say
from printables.art import drawings
from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, Palette
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, Look, draw_chief, draw_penguin, stand
from printables.draw.colours import WHITE, readable_on
from printables.draw.fonts import paragraph
from printables.draw.paths import Point, arc, circle, line, outline, rays, rounded
from printables.draw.pen import Pen, translate_for
from printables.draw.text import draw_rows
from printables.faces.giza.diagrams import (
    DARK,
    ROWS,
    Block,
    draw_arrow,
    draw_bracelet,
    draw_pyramid,
    white_badge,
)

BLUSH, STONE = "#ffc93c", "#a9a9a9"
BASE = 15.2  # where pyramids stand, mm below the middle
SIDE, SMALL_SIDE = 6.8, 5.5  # of a block, if there is one pyramid or two


def draw_goal_picture(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw the picture of a goal with its amount and colour."""
    _PICTURES[goal.kind](pen, goal, deck)


def _most(pen: Pen, many: Block) -> None:
    """Draw two pyramids, the one with more marks crowned."""
    draw_pyramid(
        pen,
        -14.3,
        BASE,
        SMALL_SIDE,
        dict.fromkeys(((0, 0), (0, 1), (0, 3), (1, 1), (2, 0), (3, 0)), many),
    )
    draw_pyramid(pen, 14.3, BASE, SMALL_SIDE, dict.fromkeys(((0, 1), (1, 0), (2, 1)), many))
    white_badge(pen, 0, -4.5, say("more"), 4.8)
    with pen.at(-14.3, -12):
        crown = outline("M-3.6 1.8 L-4.2 -2.2 L-1.8 -0.6 L0 -3.2 L1.8 -0.6 L4.2 -2.2 L3.6 1.8 Z")
        pen.paint(crown, BLUSH, DARK, width=LINE)


def _most_zeroes(pen: Pen, goal: Goal, deck: Deck) -> None:
    _most(pen, Block(BLUSH, text="0"))


def _most_colour(pen: Pen, goal: Goal, deck: Deck) -> None:
    colour = next(c for c in deck.colours if c.id == goal.colour)
    _most(pen, Block(colour.ink, colour.symbol))


def _level_colour(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw the level as wide as the amount, in one colour; any colour works."""
    level = ROWS.index(goal.amount)
    colour = deck.colours[0]
    draw_pyramid(
        pen,
        -9,
        BASE,
        SIDE,
        {(level, p): Block(colour.ink, colour.symbol) for p in range(goal.amount)},
    )
    _any_colour(pen, 18.6, BASE, deck)


def _any_colour(pen: Pen, x: float, y: float, deck: Deck) -> None:
    """Draw a legend with all colours."""
    for i, colour in enumerate(deck.colours):
        cx, cy = x + (i % 2 - 0.5) * 7.2, y - 14.6 + i // 2 * 7.2
        pen.paint(circle(cx, cy, 3.2), colour.ink, DARK, width=LINE * 0.8)
        draw_symbol(
            pen, colour.symbol, cx, cy, 4.2, fill=readable_on(colour.ink, DARK), detail=colour.ink
        )
    pen.text(x, y - 0.2, say("any colour"), 3.4, DARK, fit=17)


def _base_colours(pen: Pen, goal: Goal, deck: Deck) -> None:
    marks = {(0, i): Block(c.ink, c.symbol) for i, c in enumerate(deck.colours[: goal.amount])}
    draw_pyramid(pen, 0, BASE, SIDE, marks)


def _top_weight(pen: Pen, goal: Goal, deck: Deck) -> None:
    draw_pyramid(pen, -4, BASE, SIDE, {(3, 0): Block(BLUSH, text=f"{goal.amount}+")})
    with pen.at(8.5, -BASE + 3, turn=180):
        draw_arrow(pen, 7)
    with pen.at(18.5, BASE - 10, scale=0.4):
        draw_penguin(pen, Look(BUILDS[min(goal.amount, 5)], (1, 1), "happy", "circlet"))


def _no_grey(pen: Pen, goal: Goal, deck: Deck) -> None:
    slots = [(level, place) for level, width in enumerate(ROWS) for place in range(width)]
    order = [0, 1, 2, 3, 2, 3, 0, 1, 2, 3]
    marks = {
        slot: Block(deck.colours[c].ink, deck.colours[c].symbol)
        for slot, c in zip(slots, order, strict=True)
    }
    draw_pyramid(pen, -10, BASE, SIDE, marks)
    with pen.at(17.6, 9.4, scale=0.4):
        draw_penguin(pen, Look(BUILDS[2]).petrified())
    ban = circle(17.6, 1, 9) + line([(11.3, -5.3), (23.9, 7.3)])
    pen.paint(ban, None, DARK, width=3)
    pen.paint(ban, None, "#e0503c", width=1.9)


def _triangle(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw as many triangles as the goal asks for, either way up, each in another colour."""
    apart = [((0, 0), (0, 1), (1, 0)), ((1, 1), (1, 2), (0, 2)), ((2, 0), (2, 1), (3, 0))]
    colours = [deck.colours[i] for i in (1, 3, 0)]
    marks = {
        slot: Block(colour.ink, colour.symbol)
        for triangle, colour in list(zip(apart, colours, strict=True))[: goal.amount]
        for slot in triangle
    }
    draw_pyramid(pen, -9, BASE, SIDE, marks)
    _any_colour(pen, 18.6, BASE, deck)


def _outweigh(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw weights that rise as often as the goal asks for, from the base up."""
    weights = [1, *(2 + i if i < goal.amount else 0 for i in range(3))]
    marks = {
        (level, 0 if level > 1 else 1): Block(
            BLUSH if 0 < level <= goal.amount else WHITE, text=str(weight)
        )
        for level, weight in enumerate(weights)
    }
    draw_pyramid(pen, -7, BASE, SIDE, marks)
    pitch = SIDE * 1.13
    for level in range(1, goal.amount + 1):
        y = BASE - (level + 0.5) * pitch
        with pen.at(14, y + pitch * 0.85, turn=-90):
            draw_arrow(pen, pitch * 0.8, width=1.8)
        size, lines = paragraph(translate_for(pen, say("heavier")), 3.4, 11, pitch)
        draw_rows(pen, lines, 17, y + pitch * 0.5, size, DARK, anchor="start")


def _total_weight(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw a scale with penguins on one side and a stone with the amount on the other."""
    drawings.draw(pen, "printables.faces.giza", "goals", "scale")
    for x, y, draw_load in ((-17.5, 6.4, _heap), (17.5, 3.4, _stone)):
        with pen.at(x, y):
            draw_load(pen, goal)
            pen.paint(outline("M-8.6 0 L8.6 0 C6 3.6 -6 3.6 -8.6 0 Z"), BLUSH, DARK, width=LINE)


def _heap(pen: Pen, goal: Goal) -> None:
    for x, build, hat in ((-4.6, 1, "tuft"), (3.4, 3, "fez")):
        with pen.at(x, 0.6, scale=0.4):
            draw_penguin(pen, Look(BUILDS[build], (0, 0), "happy", hat))


def _stone(pen: Pen, goal: Goal) -> None:
    pen.paint(circle(0, -11.2, 1.7), None, DARK, width=1.5)
    body = outline("M-6.4 0 L-4.8 -9.4 C-4.7 -10.2 4.7 -10.2 4.8 -9.4 L6.4 0 Z")
    pen.paint(body, STONE, DARK, width=LINE)
    pen.text(0, -2.2, f"{goal.amount}+", 6.6, DARK, weight="semibold", fit=10)


def _corners(pen: Pen, goal: Goal, deck: Deck) -> None:
    colour: Colour = deck.colours[2]
    draw_pyramid(
        pen, -9, BASE, SIDE, {SLOTS[corner]: Block(colour.ink, colour.symbol) for corner in CORNERS}
    )
    _any_colour(pen, 18.6, BASE, deck)


_PICTURES: dict[str, Callable[[Pen, Goal, Deck], None]] = {
    "most-zeroes": _most_zeroes, "most-colour": _most_colour, "level-colour": _level_colour,
    "base-colours": _base_colours, "top-weight": _top_weight, "no-grey": _no_grey,
    "triangle": _triangle, "outweigh": _outweigh, "total-weight": _total_weight,
    "corners": _corners,
}  # fmt: skip


PAPER = "#fffdf4"


def draw_action_picture(pen: Pen, number: int, player: Colour) -> None:
    """Draw action `number` (giza R9), with cards and clothes in the player's colour."""
    _ACTIONS[number](pen, player)


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


_ACTIONS: dict[int, Callable[[Pen, Colour], None]] = {
    1: _lead,
    2: _flip,
    3: _swap,
    4: _gather,
    5: _train,
}
