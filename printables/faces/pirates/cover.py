"""Pirates' box: the captain in a boat on the open sea, and the black ship behind."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.layout import Size
from printables.art import drawings
from printables.art.cover import INK, Cover, View
from printables.art.palette import LINE
from printables.draw.colours import mix
from printables.draw.paths import Path, circle, outline
from printables.draw.pen import BLEED, Pen, bled, wash
from printables.faces.pirates.figures import FIGURES
from printables.faces.pirates.nautical import PACKAGE, SIGNS, draw_sign
from printables.faces.pirates.sailors import CAPTAIN, draw_sailor
from printables.faces.pirates.vessels import draw_sailing_ship

SKY, SEA, FOAM = "#bfe4f5", "#2f7fc1", "#a8daf4"


def _scene(pen: Pen, view: View) -> None:
    pen.paint(bled(Size(view.width, view.height)), wash(pen, SKY))
    if not view.bare:
        # the sun and two clouds
        unit = view.unit
        pen.paint(circle(view.width * 0.78, view.low * 0.2, unit * 0.1), "#ffc93c", INK, width=LINE)
        for x, y, size in ((0.2, 0.14, 0.16), (0.52, 0.24, 0.1)):
            with pen.at(view.width * x, view.low * y, scale=unit * size / 10):
                cloud = outline(
                    "M-6 2 C-8 2 -8 -1.6 -5 -1.6 C-4.6 -4.6 -0.4 -5 0.8 -2.6 C3 -4 5 -2.4 4.8 "
                    "-0.8 C7.4 -0.8 7.2 2 5.6 2 Z"
                )
                pen.paint(cloud, wash(pen, "#fffdf4"), INK, width=LINE * 10 / unit / size)
    for top, fill, seed in (
        (0.56, mix(SEA, FOAM, 0.7), 0),
        (0.7, mix(SEA, FOAM, 0.35), 1),
        (0.86, SEA, 2),
    ):
        if seed == 1 and not view.bare:
            _draw_ships(pen, view)
        pen.paint(
            _swell(view.width, view.height, view.low * top, seed), wash(pen, fill), INK, width=LINE
        )


def _draw_ships(pen: Pen, view: View) -> None:
    for colour, x, scale in (("black", 0.16, 0.0135), ("white", 0.87, 0.012)):
        with pen.at(view.width * x, view.low * 0.68, scale=view.unit * scale):
            draw_sailing_ship(pen, colour)


def _swell(width: float, height: float, top: float, seed: int) -> Path:
    """Return the outline of water from `top` down, with a crest every few millimetres."""
    step = 9.0
    x = -BLEED - step - seed * 2.5
    d = f"M{x} {top}"
    while x < width + BLEED:
        d += f" Q{x + step / 2} {top - 2.6} {x + step} {top}"
        x += step
    return outline(f"{d} L{x} {height + BLEED + 2} L{-BLEED - 2 * step} {height + BLEED + 2} Z")


def _hero(pen: Pen) -> None:
    """Draw the captain in a boat.

    The belly isn't shaded, because the boat would leave a stray stroke of the shading visible.
    """
    palette = replace(CAPTAIN.look.palette, belly_shade=CAPTAIN.look.palette.belly)
    with pen.at(0, -8.4):
        draw_sailor(pen, replace(CAPTAIN, look=replace(CAPTAIN.look, palette=palette)))
    drawings.draw(pen, PACKAGE, "parts", "boat")


def _sign(pen: Pen, name: str) -> None:
    draw_sign(pen, name, 0, 0, 10)


COVER = Cover(
    ground=SEA,
    deep="#1d3a66",
    tint="#e4f2fb",
    accent="#e0503f",
    scene=_scene,
    hero=_hero,
    motif=partial(_sign, name="anchor"),
    icons={name: partial(_sign, name=name) for name in SIGNS},
    figures=FIGURES,
)
