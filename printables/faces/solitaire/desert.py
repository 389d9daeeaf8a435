"""The desert round solitaire's board: pillars at its sides, the horizon above, and below penguins
on their way.

Every square of the rim has a scene of its own, so that a board of any size is framed, and no seam
cuts a penguin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from printables.art.halo import Halo
from printables.art.palette import CHICK, LINE, PLAIN
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.colours import WHITE, Colour
from printables.draw.paths import circle, ellipse, line, outline, polygon, rectangle, rounded, star
from printables.draw.pen import Pen
from printables.faces.solitaire.signs import INK

SAND, SAND_LIGHT, SAND_DARK = "#f6e4bb", "#fdf3d9", "#d9bd83"
PAPER, GOLD, SKY = "#fffdf4", "#ffc93c", "#bfe4ee"
STONE, STONE_DARK, LEAF = "#e3bd6c", "#c9a25a", "#4f9d69"
TRAVELLERS = (
    Look(BUILDS[1], (0, 0), "happy", "fez"),
    Look(BUILDS[3], (0, 0), "open", "nemes", "collar", replace(PLAIN, cloth="#2f62c4")),
    Look(BUILDS[0], (1, 1), "happy", "tuft", palette=CHICK),
    Look(BUILDS[2], (0, 0), "left", "turban", "scarf", replace(PLAIN, cloth="#50ae85")),
    Look(BUILDS[1], (0, 1), "wide", "feather", "ankh"),
    Look(BUILDS[3], (0, 0), "sleepy", "paper hat", "bow tie", replace(PLAIN, cloth="#7a4aa0")),
    Look(BUILDS[2], (0, 0), "shades", "circlet", "", replace(PLAIN, cloth="#2f62c4")),
)
MIDDLE = 6.0  # how far from the middle of a scene its label reaches, mm


def wash(pen: Pen, colour: Colour) -> Colour:
    """A ground's colour, which only full ink prints."""
    return colour if pen.ink == "full" else WHITE


def draw_traveller(pen: Pen, index: int, x: float, y: float, scale: float) -> None:
    """One of the penguins, standing at (x, y)."""
    with pen.at(x, y, scale=scale):
        look = TRAVELLERS[index % len(TRAVELLERS)]
        draw_penguin(Halo(pen, PAPER, 0.9), look)
        draw_penguin(pen, look)


def draw_horizon(pen: Pen, width: float, height: float) -> None:
    """The sky with dunes along its lower edge, from the origin."""
    pen.paint(rectangle(0, 0, width, height), wash(pen, SKY))
    d, step = f"M0 {height} L0 {height - 4}", width / max(1, round(width / 24))
    for index in range(round(width / step)):
        x, rise = index * step, (4.4, 2.4)[index % 2]
        d += f" Q{x + step / 2} {height - 4 - rise} {x + step} {height - 4}"
    pen.paint(outline(f"{d} L{width} {height} Z"), wash(pen, STONE), STONE_DARK, width=0.4)


def draw_far(pen: Pen, index: int, half: float, ground: float) -> None:
    """What stands on the horizon beside a label, the origin in the middle of a scene `half` mm to
    each side.
    """
    left, right = _FAR[index % len(_FAR)]
    reach = (half + MIDDLE) / 2
    for side, item in ((-reach, left), (reach, right)):
        with pen.at(side, ground, scale=0.8):
            item(pen)


def draw_near(pen: Pen, index: int, half: float, ground: float) -> None:
    """Two penguins who walk past beneath a label."""
    reach = (half + MIDDLE) / 2
    draw_traveller(pen, 2 * index, -reach, ground, 0.26)
    draw_traveller(pen, 2 * index + 1, reach, ground, 0.26)


def _pyramid(pen: Pen) -> None:
    pen.paint(polygon([(-7.4, 0), (0, -10.6), (7.4, 0)]), wash(pen, STONE), INK, width=0.45)
    pen.paint(polygon([(0, -10.6), (7.4, 0), (2.2, 0)]), wash(pen, STONE_DARK), INK, width=0.45)
    pen.paint(
        line([(-2.6, -6.8), (0.7, -6.8)]) + line([(-5, -3.4), (1.4, -3.4)]),
        None,
        STONE_DARK,
        width=0.45,
    )


def _palms(pen: Pen) -> None:
    for x, height, turn in ((-1.4, 9.6, -6), (2.2, 6.6, 12)):
        with pen.at(x, 0, turn=turn, scale=0.82):
            pen.paint(
                outline(f"M-0.7 0 L-0.4 {-height} L0.4 {-height} L0.7 0 Z"),
                wash(pen, "#b07a45"),
                INK,
                width=0.4,
            )
            frond = outline("M0 0 C1.4 -2.8 4.4 -2.6 5.2 0.6 C3.6 -0.8 1.6 -0.6 0 0 Z")
            for mirror in (False, True):
                with pen.at(0, -height, mirror=mirror):
                    pen.paint(frond, wash(pen, LEAF), INK, width=0.4)
                    with pen.at(turn=-46):
                        pen.paint(frond, wash(pen, LEAF), INK, width=0.4)


def _sun(pen: Pen) -> None:
    """Smaller than a label, and higher, so that it is not taken for one."""
    pen.paint(star(0, -12.4, 12, 3.8, 2.9), GOLD if pen.ink == "full" else WHITE, INK, width=0.45)
    pen.paint(circle(0, -12.4, 2), None, INK, width=0.4)


def _digger(pen: Pen) -> None:
    draw_traveller(pen, 2, 0, 1, 0.3)


def _camel(pen: Pen) -> None:
    """A camel on its way home."""
    with pen.at(-1.4):
        legs = line([(-3.4, -4), (-3.8, 0.4)]) + line([(-1.8, -4), (-1.6, 0.4)])
        legs += line([(2, -4), (1.8, 0.4)]) + line([(3.6, -4), (4, 0.4)])
        pen.paint(legs, None, INK, width=1.5)
        pen.paint(legs, None, wash(pen, "#cf9a55"), width=0.8)
        body = outline(
            "M-5 -4 C-5.6 -7 -3.8 -7 -3 -8.8 C-2.2 -10.4 -1.2 -9.8 -0.6 -8 C0.2 -10.6 2 -10.6 2.6 "
            "-8.2 "
            "C3 -7.2 4.4 -6.2 5 -7.6 L5.6 -10.6 C6 -11.8 8.4 -11.4 8.4 -10 C8.2 -9.2 7.4 -9.2 7 "
            "-9.2 "
            "C6.8 -6.4 6 -3.6 4 -3.4 L-4 -3.4 Z"
        )
        pen.paint(body, wash(pen, "#cf9a55"), INK, width=0.45)
        pen.paint(circle(6.9, -10.3, 0.3), INK)
        pen.paint(
            polygon([(-3.2, -8.4), (2.8, -8), (2.2, -5), (-2.4, -5)]),
            wash(pen, "#d0394f"),
            INK,
            width=0.4,
        )


_FAR: tuple[tuple[Callable[[Pen], None], Callable[[Pen], None]], ...] = (
    (_pyramid, _palms), (_camel, _pyramid), (_palms, _sun), (_pyramid, _digger),
)  # fmt: skip


def draw_pillar(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """A stretch of a pillar from its top left corner: plain stone between two bands."""
    shaft = width * 0.62
    left = x + (width - shaft) / 2
    pen.paint(rectangle(left, y, shaft, height), wash(pen, SAND), INK, width=LINE)
    for low in (y + 1.6, y + height - 4.0):
        pen.paint(rounded(left - 1.6, low, shaft + 3.2, 2.4, 0.9), wash(pen, GOLD), INK, width=0.45)


def draw_label(pen: Pen, x: float, y: float, text: str, size: float = 8.0) -> None:
    """A letter or number on an oval plate."""
    pen.paint(ellipse(x, y, 5.6, 6.4), PAPER if pen.ink == "full" else WHITE, INK, width=0.7)
    pen.paint(ellipse(x, y, 4.6, 5.4), None, wash(pen, STONE_DARK), width=0.35)
    pen.text(x, y + size * 0.35, text, size, INK, weight="semibold", fit=8.4)
