"""Why a hop of solitaire can't be made: R1 to R3, one after the other. `Position.hops` lists those that can."""

from __future__ import annotations

from companion.language import Phrase, say
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position


def refusal(position: Position, hop: Hop) -> Phrase | None:
    """Why a hop can't be made, the rule's number first; None for one that can."""
    jump = position.board.grid.by_hop.get(hop)
    if jump is None:
        return say("R1: a hop goes from a square of the board to the second next one, straight or diagonally")
    mover, hopped, landing = (position.tops[square] for square in jump[1:])
    if not mover:
        return say("R1: no pyramid stands on {square}", square=hop.start)
    if not hopped:
        over = position.board.grid.names[jump.over]
        return say("R3: {square} is empty, and a hop removes what it goes over", square=over)
    if landing and landing != mover:
        return say("R2: a pyramid lands on its own size only, and on {square} stands another", square=hop.end)
    return None
