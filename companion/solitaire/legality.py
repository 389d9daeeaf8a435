"""Why a hop of solitaire can not be made: R1 to R3, one after the other. `Position.hops` lists those that can."""

from __future__ import annotations

from companion.solitaire.board import PYRAMIDS
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position


def refusal(position: Position, hop: Hop) -> str | None:
    """Why a hop can not be made, the rule's number first; None for one that can."""
    jump = position.board.grid.by_hop.get(hop)
    if jump is None:
        return "R1: a hop goes from a square of the board to the second next one, straight or diagonally"
    mover, hopped, landing = (position.tops[square] for square in jump[1:])
    if not mover:
        return f"R1: no pyramid stands on {hop.start}"
    if not hopped:
        return f"R3: {position.board.grid.names[jump.over]} is empty, and a hop removes what it goes over"
    if landing and landing != mover:
        return f"R2: a {PYRAMIDS[mover]} pyramid can not land on a {PYRAMIDS[landing]} one"
    return None
