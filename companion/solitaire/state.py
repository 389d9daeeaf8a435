"""A game of solitaire at one moment: each player's own board. Nothing is hidden and nothing is left
to chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.play import Seat
from companion.solitaire.position import Position


@dataclass(frozen=True, slots=True)
class State:
    """The boards by seat. All play at once, as in Quicksand (solitaire R6) but without
    its clock.
    """

    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees: everything. `seat` says which board is theirs."""

    positions: tuple[Position, ...]
    seat: Seat

    @property
    def own(self) -> Position:
        """The player's own board."""
        return self.positions[self.seat]


def to_move(state: State) -> tuple[Seat, ...]:
    """Everybody who has a hop left (solitaire R4); nobody when the game is over."""
    return tuple([seat for seat, position in enumerate(state.positions) if position.hops])
