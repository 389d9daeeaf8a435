"""The figure for combust's rules: a turn with an event."""

from __future__ import annotations

from collections.abc import Mapping

from companion.combust.deck import Deck
from companion.combust.pieces import pieces
from companion.language import say
from printables.art.figures import (
    WIDTH,
    Figure,
    draw_arrow,
    draw_badge,
    draw_card,
    draw_note,
    height_of_card,
)
from printables.draw.pen import Pen
from printables.faces.combust.cards import draw

MARK = "#cc3b4e"
CARD, SMALL = 15.0, 10.8  # widths of cards, mm


def _draw_turn(pen: Pen, deck: Deck) -> None:
    """Draw an event from the deck, then a penguin, and the two ways to use it."""
    known = {piece.id: piece for piece in pieces(deck)}

    def card(name: str, face: str, x: float, y: float, width: float) -> None:
        piece = known[name]
        draw_card(pen, lambda pen, bare: draw(pen, bare, face, deck), piece, (x, y), width)

    event, drawn = deck.events[0].id, deck.penguins[0].id
    tall, pitch = height_of_card(CARD), 29.0
    for number, (name, face) in enumerate(((event, "back"), (event, "front"), (drawn, "front"))):
        left = 3 + number * pitch
        for back in (1.2, 0.6) if face == "back" else ():
            card(name, face, left + back, 1 + back, CARD)
        card(name, face, left, 1, CARD)
        if number:
            start = left - pitch + CARD + 2.4
            draw_arrow(pen, (start, 1 + tall / 2), (left - 1.2, 1 + tall / 2), MARK)
            draw_badge(pen, str(number), (start + left) / 2 - 0.6, 1 + tall / 2 - 5, MARK)
    # below: the discard pile, and a line with room for another card
    low, small = 1 + tall + 12, height_of_card(SMALL)
    card(drawn, "front", 12, low, SMALL)
    line = [kind.id for kind in deck.penguins[3 : 3 + 3]]
    for number, name in enumerate((*line, drawn)):
        card(name, "front", 33 + number * (SMALL + 0.6), low, SMALL)
    start = 3 + 2 * pitch + CARD / 2
    draw_arrow(pen, (start - 2, 1 + tall + 1.4), (22, low - 1), MARK)
    draw_arrow(pen, (start + 2, 1 + tall + 1.4), (33 + 3.5 * (SMALL + 0.6), low - 1), MARK)
    half = WIDTH / 2
    draw_note(pen, say("Discard: use the ability"), 17.5, low + small + 3, 32)
    draw_note(pen, say("Your line: no ability"), 57, low + small + 3, half)


FIGURES: Mapping[str, Figure] = {"turn": Figure(55.0, _draw_turn)}
