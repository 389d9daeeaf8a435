"""Two players of solitaire: one hops at random, one sensibly. Both see a `View` and the legal hops,
no more.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from companion.play import Bot, random_bot
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position
from companion.solitaire.state import View


def sensible_bot(view: View, moves: Iterable[Hop], chance: random.Random) -> Hop:
    """The hop after which most can be done and least is left; a draw of lots among equals."""
    own = view.own
    return max(moves, key=lambda hop: (worth(own.after(hop)), chance.random()))


def worth(position: Position) -> float:
    """How promising a position is, more for better: hops that are left, and few pips."""
    return len(position.hops) - position.pips


BOTS: Mapping[str, Bot[View, Hop]] = {"random": random_bot, "sensible": sensible_bot}
