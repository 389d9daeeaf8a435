"""One board at one moment: the stacks on its squares, their scores, and the hops that can be made.

A stack is its text in notation, from the bottom up: `SML` is a whole nest, "" an empty square.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from companion.solitaire.board import NEST, PYRAMIDS, Board, Pyramid
from companion.solitaire.moves import Hop, SquareName
from companion.solitaire.scoring import pips_of

Stack: TypeAlias = str


@dataclass(frozen=True)
class Position:
    """The stacks of a board, row by row from a1. Its hops are found once, however often they are
    asked for.
    """

    board: Board = field(repr=False, hash=False)
    stacks: tuple[Stack, ...]

    @property
    def count(self) -> Counter[Pyramid]:
        """How many pyramids of each size are left, covered ones too."""
        return Counter("".join(self.stacks))

    @property
    def untouched(self) -> bool:
        """Whether no hop has been made: a nest stands on every square."""
        return self == full(self.board)

    @property
    def pips(self) -> int:
        """The score if the game ended here: the pips of all pyramids, covered ones too (solitaire
        R4).
        """
        return pips_of(self.board, self.count)

    @property
    def lone(self) -> Pyramid | None:
        """The pyramid that alone is left: what the challenges ask for (solitaire R4)."""
        left = "".join(self.stacks)
        return left if left in PYRAMIDS else None

    @property
    def tops(self) -> tuple[Stack, ...]:
        """What a photo from above sees of each square: the top pyramid, "" for an empty one
        (solitaire D1).
        """
        return tuple([stack[-1:] for stack in self.stacks])

    def at(self, square: SquareName) -> Stack:
        """The stack on a square."""
        return self.stacks[self.board.grid.number[square]]

    @cached_property
    def hops(self) -> tuple[Hop, ...]:
        """All hops that can be made, in the order of their texts (solitaire R1, R2)."""
        tops = self.tops
        return tuple(
            [
                hop
                for hop, start, over, end in self.board.grid.jumps
                if tops[start] and tops[over] and (not tops[end] or tops[end] == tops[start])
            ]
        )

    @property
    def over(self) -> bool:
        """Whether no hop is left (solitaire R4)."""
        return not self.hops

    def after(self, hop: Hop) -> Position:
        """The position after a hop that can be made: one pyramid moved, the one hopped over gone
        (solitaire R3).
        """
        _, start, over, end = self.board.grid.by_hop[hop]
        stacks = list(self.stacks)
        stacks[end] += stacks[start][-1]
        stacks[start], stacks[over] = stacks[start][:-1], stacks[over][:-1]
        return Position(self.board, tuple(stacks))


def full(board: Board) -> Position:
    """The start: a nest on each square.

    >>> from companion.solitaire.board import standard
    >>> full(standard()).pips, len(full(standard()).hops)
    (72, 28)
    """
    return Position(board, (NEST,) * board.squares)
