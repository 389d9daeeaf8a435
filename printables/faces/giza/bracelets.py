"""Bracelets, the sign of strength on arms, cards and tokens (giza R7, R10)."""

from __future__ import annotations

from printables.art.palette import LINE, PLAIN, Palette
from printables.draw.paths import arc, circle
from printables.draw.pen import Pen


def draw_bracelet(pen: Pen, radius: float) -> None:
    """Draw a golden bracelet from above, about the origin."""
    band = radius * 0.36
    pen.paint(circle(0, 0, radius), PLAIN.gold, PLAIN.line, width=LINE)
    shadow = arc(0, 0, radius - band * 0.55, radius - band * 0.55, 20, 110)
    pen.paint(shadow, None, PLAIN.gold_shade, width=band * 0.3)
    shine = arc(0, 0, radius - band * 0.45, radius - band * 0.45, 190, 260)
    pen.paint(shine, None, PLAIN.shine, width=band * 0.3)
    pen.paint(circle(0, 0, radius - band), PLAIN.belly, PLAIN.line, width=LINE)


def draw_strength(
    pen: Pen, x: float, y: float, strength: int, *, width: float, palette: Palette = PLAIN
) -> None:
    """Draw a small bracelet for each point of strength, centred on (x, y); more than four in two
    rows.
    """
    rows = [strength] if strength <= 4 else [strength - strength // 2, strength // 2]
    pitch = min(6.0, width / max(rows[0], 1)) if len(rows) == 1 else width / 3.6
    radius = min(2.4, pitch * 0.43) if len(rows) == 1 else 1.65
    for i, count in enumerate(rows):
        for j in range(count):
            cx, cy = (
                x + (j - (count - 1) / 2) * pitch,
                y + (i - (len(rows) - 1) / 2) * 2 * (radius + 0.25),
            )
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.line, width=radius * 0.78)
            pen.paint(circle(cx, cy, radius * 0.74), None, palette.gold, width=radius * 0.42)
