"""The squares of a board and every way to hop across it: tables made once for each size
of board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from companion.solitaire.moves import Hop, SquareName

SquareNo: TypeAlias = int  # row by row from a1, from 0

# all 8 (solitaire R1)
_DIRECTIONS = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))


class Jump(NamedTuple):
    """A hop with the numbers of its three squares: where it starts, what it goes over and where it
    lands.
    """

    hop: Hop
    start: SquareNo
    over: SquareNo
    end: SquareNo


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `rows` by `columns`: its squares by number and by name, and all its jumps in the
    order of their texts.
    """

    rows: int
    columns: int
    names: tuple[SquareName, ...]
    number: Mapping[SquareName, SquareNo]
    jumps: tuple[Jump, ...]
    by_hop: Mapping[Hop, Jump]

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        """A copy, also one that is read back from a pickle, is the one grid of its size."""
        return grid, (self.rows, self.columns)


@cache
def grid(rows: int, columns: int) -> Grid:
    """The tables of a board of that size.

    >>> len(grid(3, 4).jumps), len(grid(4, 5).jumps), grid(3, 4).names[-1]
    (28, 68, 'd3')
    """
    names = tuple(
        f"{chr(ord('a') + column)}{row + 1}" for row, column in product(range(rows), range(columns))
    )
    jumps = tuple(sorted(_jumps(rows, columns, names)))
    return Grid(
        rows,
        columns,
        names,
        {name: n for n, name in enumerate(names)},
        jumps,
        {jump.hop: jump for jump in jumps},
    )


def _jumps(rows: int, columns: int, names: tuple[SquareName, ...]) -> Iterator[Jump]:
    for row, column, (down, right) in product(range(rows), range(columns), _DIRECTIONS):
        if 0 <= row + 2 * down < rows and 0 <= column + 2 * right < columns:
            start, step = row * columns + column, down * columns + right
            end = start + 2 * step
            yield Jump(Hop(names[start], names[end]), start, start + step, end)
