"""Two bots for solitaire: one plays random hops, one sensible ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from companion.play import Bot, random_bot
from companion.solitaire.board import Hop
from companion.solitaire.state import Position, View


def sensible_bot(view: View, moves: Sequence[Hop], chance: random.Random) -> Hop:
    """Return the hop to the best position, at random among equals."""
    own = view.own
    return max(moves, key=lambda hop: (worth(own.after(hop)), chance.random()))


def worth(position: Position) -> float:
    """Return how promising a position is: the number of hops less the pips."""
    return len(position.hops) - position.pips


BOTS: Mapping[str, Bot[View, Hop]] = {"random": random_bot, "sensible": sensible_bot}
