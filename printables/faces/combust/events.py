"""The pictures of combust's events.

They fill an upside-down T: 56 mm wide from 2 mm above the origin to 19 mm below it, and 21 mm wide
up to 20 mm above. Events that only your own deck has show a large sign of their first verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.combust.deck import Kind
from printables.art import drawings
from printables.art.palette import CHICK, LINE, PLAIN
from printables.art.penguins import BUILDS, Look, stand
from printables.draw.paths import outline, polygon
from printables.draw.pen import Pen
from printables.faces.combust.props import BLUE, draw_card, draw_prop, draw_puff
from printables.faces.combust.signs import HEIGHT, PACKAGE, RED, SPARK, verb_sign

INK, PAPER = PLAIN.line, "#fffdf4"


def draw_event_picture(pen: Pen, kind: Kind) -> None:
    """Draw an event's own picture, or the sign of its first verb."""
    if kind.id in PICTURES:
        PICTURES[kind.id](pen)
        return
    first = kind.ability[0]
    sign = verb_sign(first.name, first.count if first.name == "draw" else 0)
    scale = 1.9
    with pen.at(0, 5):
        draw_puff(pen, 40, PAPER)
    with pen.at(-sign.width * scale / 2, 5 - HEIGHT * scale / 2, scale=scale):
        sign.draw(pen)


def _draw(pen: Pen, name: str) -> None:
    drawings.draw(pen, PACKAGE, "events", name)


def _sandstorm(pen: Pen) -> None:
    """Draw a whirl of sand with two penguins in it."""
    _draw(pen, "sandstorm")
    stand(pen, Look(BUILDS[1], (1, 1), "wide"), -14.6, 5.6, 0.38, turn=-64, rim=1.2)
    chick = Look(BUILDS[0], (1, 1), "wide", "tuft", palette=CHICK)
    stand(pen, chick, 14, 10, 0.38, turn=52, rim=1.2)


def _flood(pen: Pen) -> None:
    """Draw a flood with a pyramid, and a chick in a basket."""
    _draw(pen, "flood behind")
    chick = Look(BUILDS[0], (0, 1), "wide", "egg", palette=replace(CHICK, cloth=RED))
    stand(pen, replace(chick, build=replace(chick.build, spread=30)), 14, 9, 0.5, rim=0.8)
    _draw(pen, "flood")


def _procession(pen: Pen) -> None:
    """Draw three porters with a card each."""
    for x, eyes, hat in ((-15, "left", "nemes"), (0, "happy", "fez"), (15, "left", "nemes")):
        with pen.at(x, 2, turn=-6, scale=0.78):
            draw_card(pen)
        stand(pen, Look(replace(BUILDS[1], spread=-26), (1, 1), eyes, hat), x, 18.6, 0.4, rim=0.8)
    pen.paint(outline("M10 -10 L-1 -10"), None, INK, width=4)
    pen.paint(outline("M10 -10 L-1 -10"), None, SPARK, width=2.9)
    pen.paint(polygon([(-8.4, -10), (-0.6, -14.4), (-0.6, -5.6)]), SPARK, INK, width=LINE)


def _revolt(pen: Pen) -> None:
    """Draw three workers with picks, and a falling crown."""
    _draw(pen, "revolt")
    for x, hat in ((-16, "paper hat"), (16, "turban"), (0, "feather")):
        look = Look(replace(BUILDS[1], spread=6), (0, 1), "stern", hat)
        hand = look.build.hand
        with pen.at(x + hand[0] * 0.42, 18.6 - hand[1] * 0.42, turn=12, scale=0.46):
            draw_prop(pen, "pick")
        stand(pen, look, x, 18.6, 0.42, rim=0.8)


def _truce(pen: Pen) -> None:
    """Draw a white flag, and two penguins under it."""
    _draw(pen, "truce")
    for x, hat, cloth in ((-13, "fez", RED), (8, "nemes", BLUE)):
        look = Look(BUILDS[2], (0, 0), "happy", hat, "scarf", replace(PLAIN, cloth=cloth))
        stand(pen, look, x, 18.6, 0.48, rim=0.8)


PICTURES: dict[str, Callable[[Pen], None]] = {
    "sandstorm": _sandstorm, "noon": partial(_draw, name="noon"), "flood": _flood,
    "procession": _procession, "eclipse": partial(_draw, name="eclipse"), "revolt": _revolt,
    "truce": _truce,
}  # fmt: skip
