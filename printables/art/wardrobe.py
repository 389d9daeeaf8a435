"""Clothes of penguins below the head, mm; the origin is between the feet."""

from __future__ import annotations

from collections.abc import Callable

from printables.art.palette import LINE, Palette
from printables.draw.paths import circle, line, outline
from printables.draw.pen import Pen


def _draw_collar(pen: Pen, belly: float, height: float, head: float, palette: Palette) -> None:
    """Draw the broad collar of beads."""
    y, x = -height + head * 1.62, head * 0.98
    shape = outline(
        f"M{-x} {y} C{-x * 0.5} {y + 3} {x * 0.5} {y + 3} {x} {y} L{x * 1.12} {y + 2.6} "
        f"C{x * 0.6} {y + 8.4} {-x * 0.6} {y + 8.4} {-x * 1.12} {y + 2.6} Z"
    )
    pen.paint(shape, palette.gold, palette.line, width=LINE)
    row = outline(
        f"M{-x * 1.02} {y + 1.6} C{-x * 0.5} {y + 5.8} {x * 0.5} {y + 5.8} {x * 1.02} {y + 1.6}"
    )
    pen.paint(row, None, palette.cloth, width=1.5, cap="butt")


def _draw_scarf(pen: Pen, belly: float, height: float, head: float, palette: Palette) -> None:
    y, x = -height + head * 1.66, head * 1.02
    tail = outline(
        f"M{x * 0.35} {y + 2} L{x * 0.85} {y + 10} L{x * 0.35} {y + 11} L{x * 0.05} {y + 3} Z"
    )
    pen.paint(tail, palette.cloth, palette.line, width=LINE)
    band = outline(
        f"M{-x} {y - 1.4} C{-x * 0.5} {y + 1.4} {x * 0.5} {y + 1.4} {x} {y - 1.4} L{x * 1.04} "
        f"{y + 1.6} "
        f"C{x * 0.5} {y + 5} {-x * 0.5} {y + 5} {-x * 1.04} {y + 1.6} Z"
    )
    pen.paint(band, palette.cloth, palette.line, width=LINE)


def _draw_ankh(pen: Pen, belly: float, height: float, head: float, palette: Palette) -> None:
    y, x = -height + head * 1.6, head * 0.9
    cord = outline(
        f"M{-x} {y} C{-x * 0.6} {y + 3.4} {-x * 0.3} {y + 4.4} 0 {y + 4.6} "
        f"C{x * 0.3} {y + 4.4} {x * 0.6} {y + 3.4} {x} {y}"
    )
    pen.paint(cord, None, palette.line, width=0.6)
    sign = outline(
        f"M0 {y + 8} C-3.4 {y + 4.6} -1.6 {y + 3.6} 0 {y + 3.6} C1.6 {y + 3.6} 3.4 {y + 4.6} 0 "
        f"{y + 8} Z"
    )
    sign += line([(-2.4, y + 8.2), (2.4, y + 8.2)]) + line([(0, y + 8), (0, y + 12)])
    pen.paint(sign, None, palette.line, width=2.0)
    pen.paint(sign, None, palette.gold, width=1.0)


def _draw_bow_tie(pen: Pen, belly: float, height: float, head: float, palette: Palette) -> None:
    y = -height + head * 1.95
    wing = outline(
        f"M0 {y} C2 {y - 3} 4 {y - 3} 5.4 {y - 2.6} L5.4 {y + 2.6} C4 {y + 3} 2 {y + 3} 0 {y} Z"
    )
    pen.paint(wing, palette.cloth, palette.line, width=LINE)
    with pen.at(mirror=True):
        pen.paint(wing, palette.cloth, palette.line, width=LINE)
    pen.paint(circle(0, y, 1.3), palette.gold, palette.line, width=LINE)


WEAR: dict[str, Callable[[Pen, float, float, float, Palette], None]] = {
    "collar": _draw_collar,
    "scarf": _draw_scarf,
    "ankh": _draw_ankh,
    "bow tie": _draw_bow_tie,
}
