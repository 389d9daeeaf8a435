"""Solitaire's signs: one for each square of the board, pips, and a pyramid seen from the side.

A hop doesn't change the parity of a pyramid's row and column, so a pyramid stays on one of four
kinds of squares for the whole game. Each kind has a sign. In the desert around the board each
square at the rim has its own scene, so a board of any size has a frame, and no seam cuts a penguin.
"""

from __future__ import annotations

from dataclasses import replace

from companion.solitaire.pieces import RIM, SQUARE, Frustum
from printables.art import drawings
from printables.art.penguins import BUILDS, CHICK, PLAIN, Look, stand
from printables.draw.colours import GOLD, INK, PAPER, SAND, Colour
from printables.draw.paths import Path, circle, ellipse, outline, polygon, rectangle, rounded
from printables.draw.pen import Pen, wash

PACKAGE = "printables.faces.solitaire"
SIGNS = drawings.names(PACKAGE, "signs")


def draw_sign(
    pen: Pen, name: str, x: float, y: float, size: float, *, line: Colour, fill: Colour
) -> None:
    """Draw one of `SIGNS`, about `size` mm across, with its middle at (x, y)."""
    with pen.at(x, y, scale=size / 20):
        drawings.draw(pen, PACKAGE, "signs", name, {"line": line, "fill": fill})


_OF_KIND = (("ankh", "lotus"), ("eye", "scarab"))


def sign_of(row: int, column: int) -> str:
    """Return the sign of a square, rows and columns from 0.

    >>> sign_of(0, 0) == sign_of(2, 4), sign_of(0, 0) == sign_of(0, 1)
    (True, False)
    """
    return _OF_KIND[row % 2][column % 2]


def draw_pips(
    pen: Pen, count: int, x: float, y: float, *, radius: float, fill: Colour, rim: Colour
) -> None:
    """Draw pips centred on (x, y), side by side."""
    apart = radius * 2.6
    for index in range(count):
        along = (index - (count - 1) / 2) * apart
        pen.paint(circle(x + along, y, radius), fill, rim, width=min(0.4, radius * 0.35))


def side_view(form: Frustum, scale: float = 1) -> Path:
    """Return the outline of a paper pyramid from the side, standing on the origin."""
    half, top, height = form.base / 2 * scale, form.top / 2 * scale, form.height * scale
    return polygon([(-half, 0), (-top, -height), (top, -height), (half, 0)])


SAND_LIGHT, SKY = "#fdf3d9", "#bfe4ee"
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
# from the middle of a square to things beside its label, which is 12 mm wide, mm
REACH = (SQUARE / 2 + 6.0) / 2


# Pairs of things on the horizon: drawings, and a penguin who digs. The sun is smaller and higher
# than a label, so it isn't mistaken for one.
FAR = (("pyramid", "palms"), ("camel", "pyramid"), ("palms", "sun"), ("pyramid", "digger"))
COLOURS = {
    "stone": STONE, "stone_dark": STONE_DARK, "leaf": LEAF, "wood": "#b07a45", "camel": "#cf9a55",
    "saddle": "#d0394f", "gold": GOLD,
}  # fmt: skip


def draw_traveller(pen: Pen, index: int, x: float, y: float, scale: float) -> None:
    """Draw one of the penguins, standing at (x, y)."""
    stand(pen, TRAVELLERS[index % len(TRAVELLERS)], x, y, scale)


def draw_horizon(pen: Pen, width: float, height: float) -> None:
    """Draw the sky with dunes along its lower edge, its top left corner at the origin."""
    pen.paint(rectangle(0, 0, width, height), wash(pen, SKY))
    d, step = f"M0 {height} L0 {height - 4}", width / max(1, round(width / 24))
    for index in range(round(width / step)):
        x, rise = index * step, (4.4, 2.4)[index % 2]
        d += f" Q{x + step / 2} {height - 4 - rise} {x + step} {height - 4}"
    pen.paint(outline(f"{d} L{width} {height} Z"), wash(pen, STONE), STONE_DARK, width=0.4)


def draw_far(pen: Pen, index: int, ground: float) -> None:
    """Draw two things on the horizon, on the sides of a label above the origin."""
    left, right = FAR[index % len(FAR)]
    for side, item in ((-REACH, left), (REACH, right)):
        with pen.at(side, ground, scale=0.8):
            if item == "digger":
                draw_traveller(pen, 2, 0, 1, 0.3)
            else:
                colours = {name: wash(pen, colour) for name, colour in COLOURS.items()}
                drawings.draw(pen, PACKAGE, "desert", item, colours)


def draw_near(pen: Pen, index: int, ground: float) -> None:
    """Draw two penguins who walk past, one on each side of a label."""
    draw_traveller(pen, 2 * index, -REACH, ground, 0.26)
    draw_traveller(pen, 2 * index + 1, REACH, ground, 0.26)


def draw_pillar(pen: Pen, x: float, y: float) -> None:
    """Draw a square's part of a pillar, plain stone between two bands, its top left at (x, y)."""
    shaft = RIM * 0.62
    left = x + (RIM - shaft) / 2
    pen.paint(rectangle(left, y, shaft, SQUARE), wash(pen, SAND), INK)
    for low in (y + 1.6, y + SQUARE - 4.0):
        pen.paint(rounded(left - 1.6, low, shaft + 3.2, 2.4, 0.9), wash(pen, GOLD), INK, width=0.45)


def draw_label(pen: Pen, x: float, y: float, text: str) -> None:
    """Draw a letter or number on an oval plate."""
    pen.paint(ellipse(x, y, 5.6, 6.4), wash(pen, PAPER), INK, width=0.7)
    pen.paint(ellipse(x, y, 4.6, 5.4), None, wash(pen, STONE_DARK), width=0.35)
    pen.text(x, y + 2.8, text, 8, INK, weight="semibold", fit=8.4)
