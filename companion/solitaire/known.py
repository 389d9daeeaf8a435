"""What a solitaire table knows before its photo is read."""

from __future__ import annotations

from dataclasses import dataclass

from companion.known import Asked, number
from companion.solitaire.board import Board
from companion.solitaire.table import TableState
from companion.tracking import SeatId

OPTIONS = frozenset({"single", "position", "pyramids"})
MOST = 300  # pyramids; the photo decides the size of the board


@dataclass(frozen=True, slots=True)
class Known:
    """Whether each pyramid lies by itself, the position (in notation, "": unknown) and the number
    of pyramids left, None if unknown.
    """

    single: bool = False
    position: str = ""
    pyramids: int | None = None


def known(asked: Asked, _board: Board) -> Known:
    """Return the checked options; raises `UsageError`."""
    return Known(
        single=bool(asked.get("single")),
        position=str(asked.get("position") or ""),
        pyramids=number(asked, "pyramids", MOST),
    )


def at_table(state: TableState, seat: SeatId) -> Asked:
    """Return what the phones know of a board: the pyramids left, if its hops were tapped."""
    one = state.seat(seat)
    if one is None or not one.changes or not one.position.over:
        return {}
    return {"pyramids": one.position.count.total()}
