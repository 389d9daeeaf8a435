"""Combust's box: a bang over mud walls, and an innocent penguin with a bomb; the figure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.combust.deck import Deck
from companion.combust.pieces import pieces
from companion.language import say
from companion.layout import Size
from printables.art import figures
from printables.art.cover import BEYOND, Cover, View
from printables.art.patterns import bricks
from printables.art.penguins import BUILDS, PLAIN, Look, draw_penguin
from printables.draw.colours import INK, WHITE, mix
from printables.draw.paths import rectangle, star
from printables.draw.pen import Pen, bled, wash
from printables.faces.combust.cards import draw
from printables.faces.combust.cast import draw_flame, draw_prop, draw_puff
from printables.faces.combust.signs import FLAME, draw_bang, verb_sign

MARK = "#cc3b4e"
CARD, SMALL = 15.0, 10.8  # widths of cards, mm


def _draw_turn(pen: Pen, deck: Deck) -> None:
    """Draw an event from the deck, then a penguin, and the two ways to use it."""
    known = {piece.id: piece for piece in pieces(deck)}

    def card(name: str, face: str, x: float, y: float, width: float) -> None:
        figures.draw_card(pen, draw, known[name], deck, (x, y), width, face)

    event, drawn = deck.events[0].id, deck.penguins[0].id
    tall, pitch = figures.height_of_card(CARD), 29.0
    for number, (name, face) in enumerate(((event, "back"), (event, "front"), (drawn, "front"))):
        left = 3 + number * pitch
        for back in (1.2, 0.6) if face == "back" else ():
            card(name, face, left + back, 1 + back, CARD)
        card(name, face, left, 1, CARD)
        if number:
            start = left - pitch + CARD + 2.4
            figures.draw_arrow(pen, (start, 1 + tall / 2), (left - 1.2, 1 + tall / 2), MARK)
            figures.draw_badge(pen, str(number), (start + left) / 2 - 0.6, 1 + tall / 2 - 5, MARK)
    # below: the discard pile, and a line with room for another card
    low, small = 1 + tall + 12, figures.height_of_card(SMALL)
    card(drawn, "front", 12, low, SMALL)
    line = [kind.id for kind in deck.penguins[3 : 3 + 3]]
    for number, name in enumerate((*line, drawn)):
        card(name, "front", 33 + number * (SMALL + 0.6), low, SMALL)
    start = 3 + 2 * pitch + CARD / 2
    figures.draw_arrow(pen, (start - 2, 1 + tall + 1.4), (22, low - 1), MARK)
    figures.draw_arrow(pen, (start + 2, 1 + tall + 1.4), (33 + 3.5 * (SMALL + 0.6), low - 1), MARK)
    half = figures.WIDTH / 2
    figures.draw_note(pen, say("Discard: use the ability"), 17.5, low + small + 3, 32)
    figures.draw_note(pen, say("Your line: no ability"), 57, low + small + 3, half)


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
    puffs = ((0.13, 0.3, 0.13), (0.87, 0.24, 0.16), (0.9, 0.62, 0.1))
    for at, low, size in () if view.bare else puffs:
        with pen.at(view.width * at, view.low * low):
            draw_puff(pen, min(view.width, view.low) * size * 1.4)
    top, wide = view.low * 0.84, view.width + 2 * BEYOND
    high = view.height + BEYOND - top
    pen.paint(rectangle(-BEYOND, top, wide, high), wash(pen, WALL), INK)
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
    figures={"turn": figures.Figure(55.0, _draw_turn)},
)
