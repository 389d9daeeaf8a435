"""The pictures of giza's goals, 55 mm wide and 29 mm high about the origin, and of its actions.

Small pyramids and bracelets, the sign of strength, are on other pieces, too (giza R7, R10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import cos, radians, sin

from companion.giza.deck import Deck, Goal
from companion.giza.pyramid import SLOTS, WIDTHS, Slot
from companion.giza.scoring import CORNERS
from companion.language import say
from printables.art import drawings
from printables.art.patterns import draw_symbol
from printables.art.penguins import BUILDS, CHICK, PLAIN, Look, draw_chief, draw_penguin, stand
from printables.draw.colours import GOLD, INK, PAPER, WHITE, Colour, readable_on
from printables.draw.fonts import paragraph
from printables.draw.paths import Point, arc, circle, line, outline, polygon, rays, rounded
from printables.draw.pen import LINE, Halo, Pen

BASE = 15.2  # where pyramids stand, mm below the middle
SIDE, SMALL_SIDE = 6.8, 5.5  # of a block, if there is one pyramid or two
_draw = partial(drawings.draw, package="printables.faces.giza", folder="goals")


def draw_goal_picture(pen: Pen, goal: Goal, deck: Deck) -> None:
    """Draw the picture of a goal with its amount and colour."""
    amount, blocks = goal.amount, [Block(colour.ink, colour.symbol) for colour in deck.colours]
    match goal.kind:
        case "most-zeroes":
            _draw_most(pen, Block(GOLD, text="0"))
        case "most-colour":
            _draw_most(pen, blocks[[colour.id for colour in deck.colours].index(goal.colour)])
        case "level-colour":  # the level as wide as the amount
            level = WIDTHS.index(amount)
            draw_pyramid(pen, -9, BASE, SIDE, {(level, p): blocks[0] for p in range(amount)})
            _draw_any_colour(pen, deck)
        case "base-colours":
            marks = {(0, i): block for i, block in enumerate(blocks[:amount])}
            draw_pyramid(pen, 0, BASE, SIDE, marks)
        case "top-weight":
            draw_pyramid(pen, -4, BASE, SIDE, {(3, 0): Block(GOLD, text=f"{amount}+")})
            with pen.at(8.5, -BASE + 3, turn=180):
                draw_arrow(pen, 7)
            with pen.at(18.5, BASE - 10, scale=0.4):
                draw_penguin(pen, Look(BUILDS[min(amount, 5)], (1, 1), "happy", "circlet"))
        case "no-grey":
            order = [0, 1, 2, 3, 2, 3, 0, 1, 2, 3]
            marks = {slot: blocks[c] for slot, c in zip(SLOTS, order, strict=True)}
            draw_pyramid(pen, -10, BASE, SIDE, marks)
            with pen.at(17.6, 9.4, scale=0.4):
                draw_penguin(pen, Look(BUILDS[2]).petrified())
            ban = circle(17.6, 1, 9) + line([(11.3, -5.3), (23.9, 7.3)])
            pen.paint(ban, None, INK, width=3)
            pen.paint(ban, None, "#e0503c", width=1.9)
        case "triangle":  # as many as the goal asks for, either way up
            apart = [((0, 0), (0, 1), (1, 0)), ((1, 1), (1, 2), (0, 2)), ((2, 0), (2, 1), (3, 0))]
            marks = {}
            for triangle, colour in list(zip(apart, (1, 3, 0), strict=True))[:amount]:
                marks |= dict.fromkeys(triangle, blocks[colour])
            draw_pyramid(pen, -9, BASE, SIDE, marks)
            _draw_any_colour(pen, deck)
        case "outweigh":
            _draw_outweigh(pen, amount)
        case "total-weight":  # penguins on one side of a scale, the amount on the other
            _draw(pen, name="scale")
            with pen.at(-17.5, 6.4):
                for x, build, hat in ((-4.6, 1, "tuft"), (3.4, 3, "fez")):
                    with pen.at(x, 0.6, scale=0.4):
                        draw_penguin(pen, Look(BUILDS[build], (0, 0), "happy", hat))
                _draw(pen, name="pan")
            with pen.at(17.5, 3.4):
                _draw(pen, name="weight")
                pen.text(0, -2.2, f"{amount}+", 6.6, INK, weight="semibold", fit=10)
                _draw(pen, name="pan")
        case "corners":
            draw_pyramid(pen, -9, BASE, SIDE, dict.fromkeys(CORNERS, blocks[2]))
            _draw_any_colour(pen, deck)


def _draw_most(pen: Pen, many: Block) -> None:
    """Draw two pyramids, the one with more marks crowned."""
    more = ((0, 0), (0, 1), (0, 3), (1, 1), (2, 0), (3, 0))
    draw_pyramid(pen, -14.3, BASE, SMALL_SIDE, dict.fromkeys(more, many))
    draw_pyramid(pen, 14.3, BASE, SMALL_SIDE, dict.fromkeys(((0, 1), (1, 0), (2, 1)), many))
    panel = rounded(-4.8, -4.5 - 4.8 * 0.7, 9.6, 4.8 * 1.4, 4.8 * 0.7)
    pen.paint(panel, WHITE, INK, width=LINE * 0.8)
    pen.text(0, -4.5 + 4.8 * 0.28, say("more"), 4.8 * 0.8, INK, weight="semibold", fit=4.8 * 1.6)
    with pen.at(-14.3, -12):
        _draw(pen, name="crown")


def _draw_any_colour(pen: Pen, deck: Deck) -> None:
    x, y = 18.6, BASE
    for i, colour in enumerate(deck.colours):
        cx, cy, on = x + (i % 2 - 0.5) * 7.2, y - 14.6 + i // 2 * 7.2, readable_on(colour.ink, INK)
        pen.paint(circle(cx, cy, 3.2), colour.ink, INK, width=LINE * 0.8)
        draw_symbol(pen, colour.symbol, cx, cy, 4.2, fill=on, detail=colour.ink)
    pen.text(x, y - 0.2, say("any colour"), 3.4, INK, fit=17)


def _draw_outweigh(pen: Pen, amount: int) -> None:
    """Draw weights that rise `amount` times from the base up."""
    marks = {(0, 1): Block(WHITE, text="1")}
    for level in (1, 2, 3):
        rises = level <= amount
        text, place = str(level + 1 if rises else 0), 0 if level > 1 else 1
        marks[level, place] = Block(GOLD if rises else WHITE, text=text)
    draw_pyramid(pen, -7, BASE, SIDE, marks)
    pitch = SIDE * 1.13
    for level in range(1, amount + 1):
        y = BASE - (level + 0.5) * pitch
        with pen.at(14, y + pitch * 0.85, turn=-90):
            draw_arrow(pen, pitch * 0.8, width=1.8)
        size, lines = paragraph(pen.translate(say("heavier")), 3.4, 11, pitch)
        pen.rows(lines, 17, y + pitch * 0.5, size, INK, anchor="start")


def draw_action_picture(pen: Pen, number: int, ink: str) -> None:
    """Draw action `number` (giza R9), 50 x 32 mm, with a player's cards and clothes."""
    palette, on = replace(PLAIN, cloth=ink), readable_on(ink, INK)
    match number:
        case 1:  # the Chief in beams of light
            pen.paint(rays(0, 0, 17.5, 16), "#ffe08a")
            with pen.at(0, 16.4, scale=0.6):
                draw_chief(pen, rim=1.2)
        case 2:  # a penguin and its statue
            look = Look(BUILDS[2], (1, 0), "wide", "feather", palette=palette)
            for x, shown in ((-11.2, look), (11.8, look.petrified())):
                stand(pen, shown, x, 15.5, 0.57, rim=1.1)
            _draw_curved_arrow(pen, (0.2, -6.5), 6, (205, 330), ink)
        case 3:  # a penguin swapped for an unknown card from the deck
            for step in (1.6, 0.8, 0):
                _draw_card(pen, 14 + step, 0 + step, 0, ink)
            pen.text(14, 5, "?", 14, on, weight="semibold")
            _draw_card(pen, -13.4, 0, -6, "#a9d6e8")
            with pen.at(-13.2, 8.6, turn=-6, scale=0.39):
                draw_penguin(pen, Look(BUILDS[2], (1, 1), "left", "feather", palette=palette))
            _draw_curved_arrow(pen, (0, 2), 11, (235, 302), ink)
            _draw_curved_arrow(pen, (0, -2), 11, (55, 122), ink)
        case 4:  # a penguin with all five cards
            for i in range(5):
                with pen.at(0, 27, turn=(i - 2) * 15.5):
                    pen.paint(rounded(-5.6, -42, 11.2, 17, 1.4), PAPER, INK)
                    pen.paint(rounded(-4.5, -40.9, 9, 14.8, 0.8), ink)
                    pen.text(0, -30.6, str(i + 1), 9, on, weight="semibold")
            stand(pen, Look(BUILDS[0], (1, 1), "happy", "tuft", palette=CHICK), 0, 17, 0.6, rim=1.1)
        case 5:  # a penguin that lifts weights, beside a bracelet with "+1"
            look = Look(BUILDS[2], (1, 1), "stern", "", palette=palette)
            end, high = look.build.hand[0] + 4, look.build.hand[1]
            with pen.at(-8.4, 16, scale=0.58):
                for each in (Halo(pen, PAPER, 1.1), pen):
                    with each.at(0, -high):
                        each.paint(rounded(-end, -1, 2 * end, 2, 1), "#9aa1ad", INK)
                        for x in (-end, end):
                            each.paint(rounded(x - 1.7, -7.5, 3.4, 15, 1.5), "#5d6675", INK)
                    draw_penguin(each, look)
            with pen.at(16.6, 3):
                draw_bracelet(pen, 7.6)
            pen.text(16.6, 5.5, "+1", 7, INK, weight="semibold")


def _draw_curved_arrow(
    pen: Pen, middle: Point, radius: float, span: tuple[float, float], fill: str
) -> None:
    """Draw an arrow clockwise along a circle, between two angles, degrees."""
    (x, y), (start, end) = middle, span
    tip = radians(end)
    for colour, width in ((INK, 2.9), (fill, 1.8)):
        pen.paint(arc(x, y, radius, radius, start, end - 8), None, colour, width=width)
        with pen.at(x + radius * cos(tip), y + radius * sin(tip), turn=end + 90):
            pen.paint(outline("M1.6 0 L-2.4 -2.8 L-2.4 2.8 Z"), colour, colour, width=width - 1.6)


def _draw_card(pen: Pen, x: float, y: float, turn: float, fill: str) -> None:
    with pen.at(x, y, turn=turn):
        pen.paint(rounded(-7.5, -10.5, 15, 21, 1.6), PAPER, INK)
        pen.paint(rounded(-6.1, -9.1, 12.2, 18.2, 0.9), fill)


GAP = 0.13  # between blocks, as a share of their side
QUIET_BLOCK, QUIET_LINE = "#e7cf9a", "#c7a667"


@dataclass(frozen=True, slots=True)
class Block:
    """A marked block: its colour, and the symbol or text on it."""

    fill: Colour
    symbol: str = ""
    text: str = ""


def draw_pyramid(pen: Pen, x: float, y: float, side: float, marks: Mapping[Slot, Block]) -> None:
    """Draw a pyramid of blocks `side` mm wide, with the middle of its base at (x, y)."""
    pitch = side * (1 + GAP)
    for level, width in enumerate(WIDTHS):
        for place in range(width):
            left = x + (place - width / 2) * pitch + side * GAP / 2
            with pen.at(left, y - (level + 1) * pitch + side * GAP):
                mark, box = marks.get((level, place)), rounded(0, 0, side, side, side * 0.16)
                if mark is None:
                    pen.paint(box, QUIET_BLOCK, QUIET_LINE, width=0.35)
                    continue
                pen.paint(box, mark.fill, INK, width=LINE * 0.8)
                ink, middle = readable_on(mark.fill, INK), side / 2
                if mark.symbol:
                    size = side * 0.74
                    draw_symbol(pen, mark.symbol, middle, middle, size, fill=ink, detail=mark.fill)
                if mark.text:
                    size = side * (0.86 if len(mark.text) == 1 else 0.66)
                    pen.text(middle, middle + size * 0.35, mark.text, size, ink, weight="semibold")


def draw_arrow(pen: Pen, length: float, *, width: float = 1.5) -> None:
    """Draw an arrow from the origin to the right, `length` mm long."""
    head = width * 1.1
    pen.paint(rounded(0, -width / 2, length - head, width, width / 2), INK)
    tip = polygon([(length, 0), (length - head * 1.3, -head), (length - head * 1.3, head)])
    pen.paint(tip, INK, INK, width=width * 0.4)


def draw_bracelet(pen: Pen, radius: float) -> None:
    """Draw a golden bracelet from above, about the origin."""
    band = radius * 0.36
    pen.paint(circle(0, 0, radius), PLAIN.gold, PLAIN.line)
    shadow = arc(0, 0, radius - band * 0.55, radius - band * 0.55, 20, 110)
    pen.paint(shadow, None, PLAIN.gold_shade, width=band * 0.3)
    shine = arc(0, 0, radius - band * 0.45, radius - band * 0.45, 190, 260)
    pen.paint(shine, None, PLAIN.shine, width=band * 0.3)
    pen.paint(circle(0, 0, radius - band), PLAIN.belly, PLAIN.line)
