"""The moves of rocks and their text: `pa5`, `^pa4`, `qa+`, `a1-`, `+`, `-`, `stay`.

A penguin's move is one step after the other until the roll is used up. A step names the place where
it ends, `^` before it for a hop over others; `+` after it takes a rock there, `-` drops one. `+`
and `-` alone do so where the penguin stands before its first step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rocks.board import Board

Act: TypeAlias = Literal["", "+", "-"]
NOTHING: Act = ""
TAKE: Act = "+"
DROP: Act = "-"


@dataclass(frozen=True, slots=True)
class Handle:
    """Take or drop a rock where the penguin stands, before its first step (rocks R4: it costs
    nothing).
    """

    act: Act

    def __str__(self) -> str:
        return self.act


@dataclass(frozen=True, slots=True)
class Step:
    """Go to the next place, or over others to the next free one past them (`hop`), and perhaps take
    or drop there.
    """

    place: str
    hop: bool = False
    act: Act = NOTHING

    def __str__(self) -> str:
        return f"{'^' if self.hop else ''}{self.place}{self.act}"


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay, because the whole roll can't be used (rocks R6, D)."""

    def __str__(self) -> str:
        return "stay"


Move: TypeAlias = Handle | Step | Stay
STAY = Stay()
HANDLES = {TAKE: Handle(TAKE), DROP: Handle(DROP)}


def sort_key(move: Move, board: Board) -> tuple[int, int, bool, str]:
    """Moves are listed by kind, then by place in the board's order, walking before hopping,
    nothing, take, drop.
    """
    if isinstance(move, Step):
        return 1, board.graph.number[move.place], move.hop, move.act
    return (0, 0, False, move.act) if isinstance(move, Handle) else (2, 0, False, "")
