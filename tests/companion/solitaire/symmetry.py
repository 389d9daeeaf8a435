"""The four ways to lay a board on itself: as it is, mirrored either way, and turned by half. Tests
alone need them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TypeAlias

from companion.solitaire.board import Board, Hop, SquareName
from companion.solitaire.state import Position

Symmetry: TypeAlias = Callable[[SquareName], SquareName]


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Each as a map of squares; the first leaves all as it is."""
    return tuple(
        _symmetry(board, upside_down, mirrored)
        for upside_down, mirrored in product((0, 1), repeat=2)
    )


def _symmetry(board: Board, upside_down: int, mirrored: int) -> Symmetry:
    def move(square: SquareName) -> SquareName:
        row, column = divmod(board.grid.number[square], board.columns)
        row = board.rows - 1 - row if upside_down else row
        column = board.columns - 1 - column if mirrored else column
        return board.grid.names[row * board.columns + column]

    return move


def move_hop(hop: Hop, symmetry: Symmetry) -> Hop:
    """A hop on the board laid otherwise."""
    return Hop(symmetry(hop.start), symmetry(hop.end))


def move_position(position: Position, symmetry: Symmetry) -> Position:
    """A position on the board laid otherwise."""
    stacks = {symmetry(name): position.at(name) for name in position.board.grid.names}
    return Position(position.board, tuple(stacks[name] for name in position.board.grid.names))
