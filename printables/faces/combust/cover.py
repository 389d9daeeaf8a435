"""Combust's box: a bang over mud walls, and an innocent penguin with a bomb."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.layout import Size
from printables.art.cover import BEYOND, INK, Cover, View
from printables.art.palette import LINE, PLAIN
from printables.art.patterns import bricks
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw.colours import WHITE, mix
from printables.draw.paths import rectangle, star
from printables.draw.pen import Pen, bled, wash
from printables.faces.combust.figures import FIGURES
from printables.faces.combust.props import draw_flame, draw_prop, draw_puff
from printables.faces.combust.signs import FLAME, draw_bang, verb_sign

HOT, WALL, JOINTS = "#ef8f2f", "#c77f4f", "#8f5632"
VERBS = ("combust", "draw", "switch-hands", "steal", "swap", "peek", "protect")
LOOK = Look(BUILDS[3], (1, 1), "wide", "", "scarf", replace(PLAIN, cloth="#3f6fb5"))


def _scene(pen: Pen, view: View) -> None:
    # the bang
    x, y, unit = view.width * 0.5, view.low * 0.42, max(view.width, view.low) * 0.62
    pen.paint(bled(Size(view.width, view.height)), wash(pen, HOT))
    for reach, share in ((1.0, 0.28), (0.78, 0.52), (0.56, 0.78)):
        burst = star(x, y, 16, unit * reach, unit * reach * 0.74)
        if pen.ink == "full":
            pen.paint(burst, mix(HOT, "#ffe27a", share))
        else:
            pen.paint(burst, WHITE, mix(WHITE, HOT, 0.7), width=0.6)
    for at, low, size in (
        () if view.bare else ((0.13, 0.3, 0.13), (0.87, 0.24, 0.16), (0.9, 0.62, 0.1))
    ):
        with pen.at(view.width * at, view.low * low):
            draw_puff(pen, min(view.width, view.low) * size * 1.4)
    top, wide = view.low * 0.84, view.width + 2 * BEYOND
    high = view.height + BEYOND - top
    pen.paint(rectangle(-BEYOND, top, wide, high), wash(pen, WALL), INK, width=LINE)
    joints = bricks(wide, high, 4.5, 10).moved(-BEYOND, top)
    pen.paint(joints, None, wash(pen, JOINTS, "#c9a48c"), width=0.5)


def _hero(pen: Pen) -> None:
    with pen.at(-19, 0):
        draw_flame(pen, 17)
    with pen.at(scale=0.98):
        draw_penguin(pen, LOOK)
    with pen.at(20, 0, scale=1.05):
        draw_prop(pen, "bomb")


def _verb(pen: Pen, name: str) -> None:
    sign = verb_sign(name, 1)
    with pen.at(scale=min(1, 10 / sign.width)), pen.at(-sign.width / 2, -5):
        sign.draw(pen)


COVER = Cover(
    ground=HOT,
    deep="#7a1f12",
    tint="#fff0dc",
    accent=FLAME,
    scene=_scene,
    hero=_hero,
    motif=lambda pen: draw_bang(pen, 0, 0, 5),
    icons={name: partial(_verb, name=name) for name in VERBS},
    figures=FIGURES,
)
