"""Small diagrams of a pyramid, and bracelets, the sign of strength (giza R7, R10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from printables.art.patterns import draw_symbol
from printables.art.penguins import PLAIN, Palette
from printables.draw.colours import INK, WHITE, Colour, readable_on
from printables.draw.paths import arc, circle, polygon, rounded
from printables.draw.pen import LINE, Pen

Slot: TypeAlias = tuple[int, int]  # level from the base, place from the left

ROWS = (4, 3, 2, 1)
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
    for level, width in enumerate(ROWS):
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
                    base = middle + size * 0.35
                    pen.text(middle, base, mark.text, size, ink, weight="semibold")


def draw_arrow(pen: Pen, length: float, *, width: float = 1.5) -> None:
    """Draw an arrow from the origin to the right, `length` mm long."""
    head = width * 1.1
    pen.paint(rounded(0, -width / 2, length - head, width, width / 2), INK)
    tip = polygon([(length, 0), (length - head * 1.3, -head), (length - head * 1.3, head)])
    pen.paint(tip, INK, INK, width=width * 0.4)


def white_badge(pen: Pen, x: float, y: float, text: str, size: float) -> None:
    """Draw a short text in a round white badge."""
    panel = rounded(x - size, y - size * 0.7, size * 2, size * 1.4, size * 0.7)
    pen.paint(panel, WHITE, INK, width=LINE * 0.8)
    pen.text(x, y + size * 0.28, text, size * 0.8, INK, weight="semibold", fit=size * 1.6)


def draw_bracelet(pen: Pen, radius: float) -> None:
    """Draw a golden bracelet from above, about the origin."""
    band = radius * 0.36
    pen.paint(circle(0, 0, radius), PLAIN.gold, PLAIN.line)
    shadow = arc(0, 0, radius - band * 0.55, radius - band * 0.55, 20, 110)
    pen.paint(shadow, None, PLAIN.gold_shade, width=band * 0.3)
    shine = arc(0, 0, radius - band * 0.45, radius - band * 0.45, 190, 260)
    pen.paint(shine, None, PLAIN.shine, width=band * 0.3)
    pen.paint(circle(0, 0, radius - band), PLAIN.belly, PLAIN.line)


def draw_strength(
    pen: Pen, x: float, y: float, strength: int, *, width: float, palette: Palette = PLAIN
) -> None:
    """Draw a small bracelet for each point of strength, centred on (x, y)."""
    rows = [strength] if strength <= 4 else [strength - strength // 2, strength // 2]
    pitch = min(6.0, width / max(rows[0], 1)) if len(rows) == 1 else width / 3.6
    radius = min(2.4, pitch * 0.43) if len(rows) == 1 else 1.65
    for i, count in enumerate(rows):
        for j in range(count):
            cx = x + (j - (count - 1) / 2) * pitch
            cy = y + (i - (len(rows) - 1) / 2) * 2 * (radius + 0.25)
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.line, width=radius * 0.78)
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.gold, width=radius * 0.42)
