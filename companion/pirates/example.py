"""The example of pirates' rules: the first move of the white ship."""

from __future__ import annotations

from dataclasses import dataclass

from companion.hexes import Direction, turned
from companion.pirates.chart import HexId
from companion.pirates.deck import Deck
from companion.pirates.entering import Crew, Entry, enter, wanted
from companion.pirates.tracks import Tracks, gain_speed


@dataclass(frozen=True, slots=True)
class Sail:
    """The ship after gaining speed on the pier, and after entering the hex ahead.

    `facing` is how the whirlwind there turns it, clockwise from north.
    """

    before: Tracks
    after: Tracks
    entered: HexId
    facing: Direction


def sail(deck: Deck) -> Sail | None:
    """The first move; None where the ship starts with too little speed for it."""
    entered = deck.chart.ahead[deck.chart.pier][deck.pier_facing]
    face = deck.boards[0].faces[deck.chart.petal[entered]]
    before = gain_speed(deck.start, deck.most)
    if face.cost > before.speed:
        return None
    crew = enter(Crew(before, frozenset()), Entry(deck, face.dots, face.special, wanted(())))
    return Sail(before, crew.tracks, entered, turned(deck.pier_facing, face.whirl))
