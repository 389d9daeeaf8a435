"""The one move of solitaire, written `a1-a3`: from square to square over the one between.

A square is written by its column, a letter from the left, and its row, a number from the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

SquareName: TypeAlias = str


@dataclass(frozen=True, slots=True, order=True)
class Hop:
    """The top pyramid of `start` jumps over the square between onto `end` (solitaire R1)."""

    start: SquareName
    end: SquareName

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"
