"""Hats of combust's clans. The origin is the crown of the head, 20 units wide 10 below it; eyes look out at 8.6."""

from __future__ import annotations

from collections.abc import Callable

from printables.art.palette import LINE, Palette
from printables.draw.paths import circle, ellipse, line, outline, polygon, rounded, star
from printables.draw.pen import Pen

STRAW, STRAW_DARK = "#f0cf7a", "#b98f3a"
LEATHER, LEATHER_DARK = "#9a6238", "#6f4224"
SNOW = "#fff8e8"


def _straw(pen: Pen, palette: Palette) -> None:
    """A fisher's hat of reed."""
    pen.paint(outline("M-14 5.4 C-9 0.6 -4 -6 0 -7.4 C4 -6 9 0.6 14 5.4 C8 3.2 -8 3.2 -14 5.4 Z"), STRAW, palette.line,
              width=LINE)  # fmt: skip
    weave = line([(0, -6.4), (-8, 3.2)]) + line([(0, -6.4), (0, 3)]) + line([(0, -6.4), (8, 3.2)])
    pen.paint(weave + outline("M-9 1 C-4 -0.6 4 -0.6 9 1"), None, STRAW_DARK, width=0.5)
    pen.paint(outline("M-5.6 -2.2 C-2 -3.4 2 -3.4 5.6 -2.2"), None, palette.cloth, width=1.5)


def _pilot(pen: Pen, palette: Palette) -> None:
    """A cap with a peak."""
    pen.paint(outline("M-8.2 3 C-12 -3.4 -7 -6.4 0 -6.4 C7 -6.4 12 -3.4 8.2 3 Z"), SNOW, palette.line, width=LINE)
    pen.paint(outline("M-8.8 5.8 C-4 3 4 3 8.8 5.8 L8.6 2 C4 -0.2 -4 -0.2 -8.6 2 Z"), palette.cloth, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(outline("M-7.4 5 C-4 2.8 4 2.8 7.4 5 C4 6.4 -4 6.4 -7.4 5 Z"), palette.line, palette.line, width=LINE)
    pen.paint(circle(0, 0.6, 1.7), palette.gold, palette.line, width=LINE)


def _jester(pen: Pen, palette: Palette) -> None:
    """Three points with bells."""
    side = outline("M-9 5 C-9.6 -1 -11.4 -2.6 -13 1 C-14.6 -6 -8 -10 -1 -3.2 L0 3.4 C-3 3 -6 3.6 -9 5 Z")
    pen.paint(side, palette.cloth, palette.line, width=LINE)
    pen.paint(side.scaled(-1, 1), palette.gold, palette.line, width=LINE)
    pen.paint(outline("M-4.4 2.6 C-4 -3 -2 -6 0.6 -9 C2.6 -6 4 -2 4.4 2.6 C1.6 2.2 -1.6 2.2 -4.4 2.6 Z"), SNOW,
              palette.line, width=LINE)  # fmt: skip
    for x, y in ((-13, 1.4), (13, 1.4), (0.6, -9.6)):
        pen.paint(circle(x, y, 1.7), palette.gold, palette.line, width=LINE)


def _beanie(pen: Pen, palette: Palette) -> None:
    """A robber's knitted cap, and the mask below it."""
    pen.paint(outline("M-9.4 4.2 C-9 -4.4 -4 -5.4 0 -5.4 C4 -5.4 9 -4.4 9.4 4.2 Z"), palette.cloth, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(rounded(-10, 1.8, 20, 3.4, 1.5), palette.cloth_light, palette.line, width=LINE)
    mask = outline("M-9.9 7 C-6 4.6 -2 5 0 6.4 C2 5 6 4.6 9.9 7 C10 10.4 8 13 4.6 12.8 C2 12.6 1 11.4 0 10.6 "
                   "C-1 11.4 -2 12.6 -4.6 12.8 C-8 13 -10 10.4 -9.9 7 Z")  # fmt: skip
    holes = ellipse(-3.4, 8.6, 2.5, 2.7) + ellipse(3.4, 8.6, 2.5, 2.7)
    pen.paint(mask + holes, palette.line, even_odd=True)


def _stars(pen: Pen, palette: Palette) -> None:
    """The pointed hat of those who read the sky."""
    pen.paint(outline("M-9.4 5 C-6 -1 -2.4 -9 1.4 -16 C4 -9 6.4 -1 9.4 5 C4 2.4 -4 2.4 -9.4 5 Z"), palette.cloth,
              palette.line, width=LINE)  # fmt: skip
    for x, y, size in ((-2.6, -0.4, 1.9), (3.6, -1.6, 1.4), (1, -7, 1.7)):
        pen.paint(star(x, y, 5, size, size * 0.45), palette.gold)
    pen.paint(outline("M-12 6 C-6 1.6 6 1.6 12 6 C7 4.6 -7 4.6 -12 6 Z"), palette.gold, palette.line, width=LINE)


def _hard_hat(pen: Pen, palette: Palette) -> None:
    """A quarry's helmet with a lamp."""
    pen.paint(outline("M-9 3.6 C-9.4 -5 -4 -7 0 -7 C4 -7 9.4 -5 9 3.6 Z"), palette.gold, palette.line, width=LINE)
    pen.paint(outline("M-1.8 3 L-1.5 -6.8 L1.5 -6.8 L1.8 3 Z"), palette.gold_shade)
    pen.paint(outline("M-11.4 5.4 C-6 1.8 6 1.8 11.4 5.4 C6 3.9 -6 3.9 -11.4 5.4 Z"), palette.gold, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(circle(0, -1.2, 2.5), SNOW, palette.line, width=LINE)


def _bandages(pen: Pen, palette: Palette) -> None:
    """Wrapped up to the eyes, one end loose."""
    wrap = outline("M-9.6 6 C-9.6 -1 -5 -2.6 0 -2.6 C5 -2.6 9.6 -1 9.6 6 C6 3.4 -6 3.4 -9.6 6 Z")
    pen.paint(wrap, SNOW, palette.line, width=LINE)
    pen.paint(outline("M-9 2 C-4 -1 4 0.6 9.2 3.6 M-6 -1.4 C-1 -1.6 5 -0.6 8.4 1.4 M-9.4 4.6 C-5 1.6 2 1.6 6 3.4"),
              None, palette.belly_shade, width=0.8)  # fmt: skip
    pen.paint(outline("M7.4 -0.4 C11 -3.4 13.4 -2.6 15.6 -5 C15.6 -2 13 0.4 9 2.2 Z"), SNOW, palette.line, width=LINE)


def _aviator(pen: Pen, palette: Palette) -> None:
    """Leather, goggles pushed up."""
    cap = outline(
        "M0 -1.6 C6.6 -1.6 9.8 2 10.6 8 L10 17 C8.4 17.4 7.6 16 7.6 14 L8 8 C6 4.6 3.6 4.4 0 4.4 "
        "C-3.6 4.4 -6 4.6 -8 8 L-7.6 14 C-7.6 16 -8.4 17.4 -10 17 L-10.6 8 C-9.8 2 -6.6 -1.6 0 -1.6 Z"
    )
    pen.paint(cap, LEATHER, palette.line, width=LINE)
    pen.paint(line([(-9.6, 2.4), (9.6, 2.4)]), None, LEATHER_DARK, width=1.6)
    for x in (-3.7, 3.7):
        pen.paint(circle(x, 1.7, 3.2), "#d6eef8", palette.line, width=0.8)
        pen.paint(line([(x - 1.4, 2.4), (x + 0.6, 0.2)]), None, "#ffffff", width=0.7)


def _helmet(pen: Pen, palette: Palette) -> None:
    """A general's helmet under a brush of red."""
    crest = outline(
        "M-2 -2 C-12 -1 -13 -9 -8 -12 C-3 -15.4 6 -15 10 -10 C12 -7.4 11.6 -3 12.4 -0.4 C9 -3 6 -4.6 2 -3 Z"
    )
    pen.paint(crest, palette.cloth, palette.line, width=LINE)
    pen.paint(outline("M-7.6 -4 L-9.2 -9.6 M-3.6 -5 L-4 -12.6 M0.6 -5 L1.4 -13.2 M4.6 -5.4 L6.6 -11.6"), None,
              palette.line, width=0.4)  # fmt: skip
    dome = outline("M0 -4.6 C6.4 -4.6 10 -1 10.4 6 L10.4 14.6 C8.6 15 7.6 13.6 7.4 11 L7.6 6.4 C5 4.4 -5 4.4 -7.6 6.4 "
                   "L-7.4 11 C-7.6 13.6 -8.6 15 -10.4 14.6 L-10.4 6 C-10 -1 -6.4 -4.6 0 -4.6 Z")  # fmt: skip
    pen.paint(dome, palette.gold, palette.line, width=LINE)
    pen.paint(outline("M-10 5.4 C-5 1.6 5 1.6 10 5.4"), None, palette.gold_shade, width=1.1)
    pen.paint(star(0, -0.6, 6, 2.2, 1), palette.shine)


def _veil(pen: Pen, palette: Palette) -> None:
    """A seer's hood with a third eye."""
    hood = outline("M0 -3.6 C8 -3.6 11 2 12 9 L15 23 C11 25 8 23.6 7.2 21 L8.4 9 C7.4 4.4 4 3.8 0 3.8 "
                   "C-4 3.8 -7.4 4.4 -8.4 9 L-7.2 21 C-8 23.6 -11 25 -15 23 L-12 9 "
                   "C-11 2 -8 -3.6 0 -3.6 Z")  # fmt: skip
    pen.paint(hood, palette.cloth, palette.line, width=LINE)
    pen.paint(outline("M10.4 10 L12.2 21.4 M-10.4 10 L-12.2 21.4"), None, palette.gold, width=0.9)
    pen.paint(outline("M-3.6 0.4 C-1.6 -2.2 1.6 -2.2 3.6 0.4 C1.6 2.6 -1.6 2.6 -3.6 0.4 Z"), SNOW, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(circle(0, 0.3, 1.3), palette.line)


def _tower(pen: Pen, palette: Palette) -> None:
    """A vizier's turban, too tall for doors."""
    pen.paint(
        outline("M0 -8.6 C-2.4 -10.4 -1.6 -12.4 0.8 -13 C1.4 -11.4 1.4 -9.8 0 -8.6 Z"),
        palette.cloth,
        palette.line,
        width=LINE,
    )
    for y, half in ((-6.8, 5.6), (-3.2, 8.4), (1, 10)):
        pen.paint(rounded(-half, y - 2.2, 2 * half, 5.2, 2.6), palette.cloth_light, palette.line, width=LINE)
    pen.paint(outline("M-9.8 6 C-4 2.4 4 2.4 9.8 6 L9.6 3.4 C4 0.2 -4 0.2 -9.6 3.4 Z"), palette.cloth, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(polygon([(0, -1.6), (2.2, 1.4), (0, 4.4), (-2.2, 1.4)]), palette.gold, palette.line, width=LINE)


def _vulture(pen: Pen, palette: Palette) -> None:
    """A queen's crown: wings at her cheeks, two plumes over the sun."""
    for mirror in (False, True):
        with pen.at(mirror=mirror):
            pen.paint(
                outline("M1 0 C0.4 -4 2 -7.6 4.6 -9.4 C7.4 -6.6 7 -2.4 3.6 1 Z"),
                palette.cloth_light,
                palette.line,
                width=LINE,
            )
            pen.paint(line([(2.6, -0.6), (4.4, -6.8)]), None, palette.line, width=0.4)
            pen.paint(
                outline("M0 -1.8 C7 -1.8 10 2 11 8 L11.6 18 C9.4 18.6 8 17.4 7.8 15 L8 8.4 C6.4 4 3.4 3.6 0 3.6 Z"),
                palette.gold,
                palette.line,
                width=LINE,
            )
            pen.paint(
                outline("M8.6 8 L11 7.4 M8.5 11 L11.2 10.8 M8.4 14 L11.4 14.2 M6.8 4 L8.8 1.6"),
                None,
                palette.cloth,
                width=0.9,
            )
    pen.paint(circle(0, -4.2, 3.3), palette.cloth, palette.line, width=LINE)
    pen.paint(outline("M-2.2 3.4 C-2.2 0.6 2.2 0.6 2.2 3.4 Z"), palette.gold, palette.line, width=LINE)


def _double_crown(pen: Pen, palette: Palette) -> None:
    """White in red: the crown of both lands."""
    pen.paint(
        outline("M-5.6 2 C-6.6 -3 -4.4 -5.4 -2.8 -6.8 C-2.8 -9.6 2.8 -9.6 2.8 -6.8 C4.4 -5.4 6.6 -3 5.6 2 Z"),
        SNOW,
        palette.line,
        width=LINE,
    )
    red = outline(
        "M-9.2 4.8 L-8.6 -1.8 C-5 -0.4 2 -0.4 5.4 -2.8 L8.4 -9.4 L10.2 -8.8 L9.2 4.8 C4 2.2 -4 2.2 -9.2 4.8 Z"
    )
    pen.paint(red, palette.cloth, palette.line, width=LINE)
    pen.paint(outline("M4.6 -3.2 C1.4 -5.6 -1.6 -4.8 -1.2 -3.2"), None, palette.gold, width=0.9)
    pen.paint(outline("M-9.3 5.6 C-4 2.6 4 2.6 9.3 5.6 L9.1 3 C4 0.4 -4 0.4 -9.1 3 Z"), palette.gold, palette.line,
              width=LINE)  # fmt: skip
    pen.paint(
        outline("M-1.5 3.6 C-3 -0.2 -2 -2.8 0 -2.8 C2 -2.8 3 -0.2 1.5 3.6 Z"), palette.gold, palette.line, width=LINE
    )


def _glasses(pen: Pen, palette: Palette) -> None:
    """A scribe's round glasses and the reed pen behind an ear."""
    with pen.at(7.6, 4.6, turn=14):
        pen.paint(outline("M0 3 C-2.6 -3 -2 -8.6 1.4 -11.6 C3.6 -7.6 2.8 -2.4 0.8 3 Z"), SNOW, palette.line, width=LINE)
        pen.paint(line([(0.3, 4.6), (0.7, -7.4)]), None, palette.line, width=0.5)
    rims = circle(-3.5, 8.6, 3.2) + circle(3.5, 8.6, 3.2) + line([(-6.7, 8), (-9.6, 7)]) + line([(6.7, 8), (9.6, 7)])
    pen.paint(rims, None, palette.gold_shade, width=0.9)


def _scarf(pen: Pen, palette: Palette) -> None:
    """A knotted headscarf against the mud."""
    pen.paint(
        outline("M-9.4 5.4 C-9.6 -2.4 -5 -3.4 0 -3.4 C5 -3.4 9.6 -2.4 9.4 5.4 C4 2 -4 2 -9.4 5.4 Z"),
        palette.cloth,
        palette.line,
        width=LINE,
    )
    for x, y in ((-5.6, 0.6), (0, -1), (5.6, 0.6), (-2.8, -1.6), (2.8, 0.8)):
        pen.paint(circle(x, y, 0.75), palette.cloth_light)
    knot = outline("M8.6 3.6 C12 1 14 1.6 14.6 3 C13.4 4.4 11.4 4.6 9.4 4.6 L13 8.4 C11 8.6 9 7 8.4 5 Z")
    pen.paint(knot, palette.cloth, palette.line, width=LINE)


Hat = Callable[[Pen, Palette], None]
CLAN_HATS: dict[str, Hat] = {
    "straw": _straw, "pilot": _pilot, "jester": _jester, "beanie": _beanie, "stars": _stars, "hard hat": _hard_hat,
    "bandages": _bandages, "aviator": _aviator, "helmet": _helmet, "veil": _veil, "tower": _tower, "vulture": _vulture,
    "double crown": _double_crown, "glasses": _glasses, "scarf": _scarf,
}  # fmt: skip
