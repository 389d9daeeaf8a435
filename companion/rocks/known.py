"""What a rocks table knows before its photo is read: rocks and penguins are the game's own (R1)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.known import Asked, number
from companion.rocks.board import Board
from companion.rocks.state import PLAYERS
from companion.rocks.table import TableState
from companion.tracking import SeatId

OPTIONS = frozenset({"players"})


@dataclass(frozen=True, slots=True)
class Known:
    """How many play; None is unknown."""

    players: int | None = None


def known(asked: Asked, _board: Board) -> Known:
    """Return the checked options; raises `UsageError`."""
    return Known(number(asked, "players", PLAYERS[1]))


def at_table(state: TableState, _seat: SeatId) -> Asked:
    """Return what the phones know: how many play."""
    return {"players": len(state.seats)}
