"""Why a hop of solitaire can't be made: R1 to R3, one after the other. `Position.hops` lists those
that can.
"""

from __future__ import annotations

from companion.language import Phrase, say
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position


def refusal(position: Position, hop: Hop) -> Phrase | None:
    """Return why a hop is illegal, None for a legal one (solitaire R1 to R3)."""
    jump = position.board.grid.by_hop.get(hop)
    if jump is None:
        return say("a hop goes two squares in a straight line or diagonally")
    mover, hopped, landing = (position.tops[square] for square in jump[1:])
    if not mover:
        return say("{square} has no pyramid", square=hop.start)
    if not hopped:
        over = position.board.grid.names[jump.over]
        return say("a hop must go over a pyramid, and {square} is empty", square=over)
    if landing and landing != mover:
        return say(
            "a pyramid can land only on its own size, and {square} holds another", square=hop.end
        )
    return None
