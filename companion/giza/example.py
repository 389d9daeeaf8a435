"""The examples in giza's rules, made from the deck: a tie and a finished pyramid."""

from __future__ import annotations

from random import Random

from companion.giza.deck import Deck, Goal
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, support
from companion.giza.state import GATHER, GOALS_IN_PLAY, LEAD, Turn, turn_order

CHOICES = (GATHER, LEAD, GATHER)  # the actions of three players, clockwise
CHIEF = 2  # which of them holds the Chief Penguin
SHUFFLE = 877  # seed; gives the standard deck a pyramid without greys that meets two of three goals


def turns() -> tuple[Turn[int], ...]:
    """Return the turns of a round with a tie, seats from 0."""
    return turn_order(dict(enumerate(CHOICES)), CHIEF, range(len(CHOICES)))


def pyramid(deck: Deck) -> Pyramid:
    """Return a finished, legal pyramid; a card is grey side up only if none fits."""
    cards, built = list(deck.penguins), Pyramid()
    Random(SHUFFLE).shuffle(cards)
    for slot in SLOTS:
        strength = support(built, slot)
        card = next((card for card in cards if card.weight <= strength), None)
        built = built.put(slot, Placed(card) if card else Placed(cards[0], grey=True))
        cards.remove(card or cards[0])
    return built


def heaviest_load(built: Pyramid) -> Slot:
    """Return the upper slot with the least unused strength; of several, the heaviest."""

    def rank(slot: Slot) -> tuple[float, int]:
        weight = placed.weight if (placed := built.at(slot)) else 0
        return weight - support(built, slot), weight

    return max((slot for slot in SLOTS if slot[0]), key=rank)


def goals(deck: Deck) -> tuple[Goal, ...]:
    """Return the goals in play: the first in the deck that don't compare pyramids."""
    return tuple(goal for goal in deck.goals if not goal.compares)[:GOALS_IN_PLAY]
