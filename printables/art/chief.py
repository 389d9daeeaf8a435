"""The Chief Penguin in full regalia: royal cloth, beard, crook and flail."""

from __future__ import annotations

from dataclasses import replace

from printables.art.halo import Halo
from printables.art.palette import LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.paths import Path, circle, line, outline
from printables.draw.pen import Pen

LAPIS, RIM = "#2f55b0", "#fffdf4"
LOOK = Look(BUILDS[3], (3, 3), "kohl", "nemes", "collar", replace(PLAIN, cloth=LAPIS))


def draw_chief(pen: Pen, *, rim: float = 0.9) -> None:
    """Draw the Chief with a light rim; the origin is between the feet."""
    for each in (Halo(pen, RIM, rim), pen):
        x, y = LOOK.build.hand
        with each.at(-x, -y, turn=-10):
            draw_crook(each)
        with each.at(x, -y, turn=10):
            draw_flail(each)
        draw_penguin(each, LOOK)
        _draw_beard(each)


def draw_crook(pen: Pen) -> None:
    """Draw the crook, held at the origin."""
    staff = outline("M0 11 L0 -8 C0 -14 -8.4 -14 -8.4 -8.6 C-8.4 -5.6 -4.6 -5.2 -4.2 -7.8")
    pen.paint(staff, None, PLAIN.line, width=2.9)
    pen.paint(staff, None, PLAIN.gold, width=1.8)
    pen.paint(_bands(range(-7, 11, 4)), None, LAPIS, width=1.8, cap="butt")


def draw_flail(pen: Pen, *, swing: float = 0) -> None:
    """Draw the flail, held at the origin, its strands `swing` degrees from the staff."""
    pen.paint(line([(0, 11), (0, -10)]), None, PLAIN.line, width=2.9)
    pen.paint(line([(0, 11), (0, -10)]), None, PLAIN.gold, width=1.8)
    pen.paint(_bands(range(-7, 11, 4)), None, LAPIS, width=1.8, cap="butt")
    with pen.at(0, -10.2, turn=swing):
        for bend, colour in ((2.2, PLAIN.gold), (4.8, LAPIS), (7.4, PLAIN.gold)):
            strand = outline(f"M0 0 C{bend * 0.6} -2.2 {bend} 0.7 {bend} 7.6")
            pen.paint(strand, None, PLAIN.line, width=2.1)
            pen.paint(strand, None, colour, width=1.1)
            pen.paint(circle(bend, 8.6, 1.2), PLAIN.gold, PLAIN.line, width=LINE)


def _bands(heights: range) -> Path:
    return sum((line([(0, y), (0, y + 1.6)]) for y in heights), Path())


def _draw_beard(pen: Pen) -> None:
    build = LOOK.build
    with pen.at(0, -build.eyes + 5.6):
        beard = outline(
            "M-1.5 -0.6 C-1.9 3 -1.7 6.4 -2.2 8.4 C-1 10 1 10 2.2 8.4 C1.7 6.4 1.9 3 1.5 -0.6 Z"
        )
        pen.paint(beard, LAPIS, PLAIN.line, width=LINE)
        bands = [line([(-1.6, y), (1.6, y)]) for y in (1.6, 4, 6.4)]
        pen.paint(sum(bands, Path()), None, PLAIN.gold, width=0.8, cap="butt")
