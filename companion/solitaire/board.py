"""The board of solitaire with its squares and hops, and the reader of board files.

A square is written as its column (a letter, from the left) and its row (a number, from the top). A
hop is written `a1-a3`: from a1 to a3 over the square between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

from companion.decks import Colour, fingerprint, parse, shipped, take_colours
from companion.errors import UsageError
from companion.fields import Faults
from companion.language import READ, say
from companion.wording import unfit

SquareName: TypeAlias = str
SquareNo: TypeAlias = int  # row by row from a1, from 0
Pyramid: TypeAlias = str  # by its size: "S", "M" or "L"

PYRAMIDS: Mapping[Pyramid, str] = {"S": "small", "M": "medium", "L": "large"}
NEST = "SML"  # the stack on each square at the start, from the bottom

# on a board of two rows no pyramid could ever hop from one row to the other
FEWEST = 3
MOST_ROWS, MOST_COLUMNS = 9, 26  # one digit and one letter name a square
USUAL = ("3x4", "4x5")  # the rulebook's boards

MOST_PIPS = 6  # drawn on a token, which has no room for more
COLOURS = 5  # tags are registered for five, each in three sizes
PATTERNS = frozenset({"dots", "waves", "zigzag", "leaves", "bricks"})
# (rows, columns) to a neighbour, in all 8 directions (solitaire R1)
_DIRECTIONS = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))

SYMBOLS = frozenset({"sun", "wave", "pyramid", "palm", "fish", "star", "moon", "feather", "shell"})


@dataclass(frozen=True, slots=True, order=True)
class Hop:
    """A hop of the top pyramid on `start` over the square between to `end` (solitaire R1)."""

    start: SquareName
    end: SquareName

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class Jump(NamedTuple):
    """A hop with the numbers of its three squares."""

    hop: Hop
    start: SquareNo
    over: SquareNo
    end: SquareNo


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a board of some size, and all jumps sorted by their texts."""

    names: tuple[SquareName, ...]
    number: Mapping[SquareName, SquareNo]
    jumps: tuple[Jump, ...]
    by_hop: Mapping[Hop, Jump]


@cache
def make_grid(rows: int, columns: int) -> Grid:
    """Return the grid of that size, which is cached.

    >>> len(make_grid(3, 4).jumps), len(make_grid(4, 5).jumps), make_grid(3, 4).names[-1]
    (28, 68, 'd3')
    """
    names = tuple(
        f"{chr(ord('a') + column)}{row + 1}" for row, column in product(range(rows), range(columns))
    )
    jumps = []
    for row, column, (down, right) in product(range(rows), range(columns), _DIRECTIONS):
        if 0 <= row + 2 * down < rows and 0 <= column + 2 * right < columns:
            start, step = row * columns + column, down * columns + right
            end = start + 2 * step
            jumps.append(Jump(Hop(names[start], names[end]), start, start + step, end))
    jumps.sort()
    number, by_hop = {name: n for n, name in enumerate(names)}, {jump.hop: jump for jump in jumps}
    return Grid(names, number, tuple(jumps), by_hop)


@dataclass(frozen=True)
class Board:
    """A board of `rows` by `columns` and its rules; equal rules give an equal `fingerprint`.

    `pips` are the points of a pyramid of each size (solitaire R4), `penalty` the seconds that King
    Tut adds for each point over a perfect score (R5), `limits` the shortest and longest time of
    Quicksand, s (R6), and `largest` the most rows and columns that `sized` allows. `colours` are
    those of the printed pyramids, which don't matter in the rules.
    """

    title: str = field(metadata=READ)
    rows: int
    columns: int
    pips: Mapping[Pyramid, int]
    penalty: int
    limits: tuple[int, int]
    largest: tuple[int, int]
    colours: tuple[Colour, ...] = ()

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def grid(self) -> Grid:
        """The squares and all jumps."""
        return make_grid(self.rows, self.columns)

    @property
    def size(self) -> str:
        """The size as text, rows by columns: 3x4."""
        return f"{self.rows}x{self.columns}"

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes to choose from: that of the file, then those of the rulebook if allowed."""
        return (
            self.size,
            *(size for size in USUAL if size != self.size and self._allows(*read_size(size))),
        )

    @property
    def amendments(self) -> Mapping[str, Mapping[str, int]]:
        """The fields that `sized` changes, by table of the file."""
        return {"board": {"rows": self.rows, "columns": self.columns}}

    def parity_class(self, square: int) -> tuple[int, int]:
        """Return the parities of a square's row and column, which no hop changes (R1)."""
        row, column = divmod(square, self.columns)
        return row % 2, column % 2

    @property
    def squares(self) -> int:
        """The number of squares, and of pyramids of each size."""
        return self.rows * self.columns

    @property
    def perfect(self) -> int:
        """The best possible score, with only a small pyramid left (solitaire R4)."""
        return min(self.pips.values())

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the fields that matter in the rules."""
        rules = [self.rows, self.columns, dict(self.pips), self.penalty, self.limits]
        return fingerprint({"game": "solitaire", "rules": rules})

    def sized(self, rows: int, columns: int) -> Board:
        """Return the same rules on another board; raises `UsageError` for a size not allowed."""
        if not self._allows(rows, columns):
            most_rows, most_columns = self.largest
            remedy = f"use {FEWEST}x{FEWEST} to {most_rows}x{most_columns}, rows x columns"
            raise UsageError(f"{rows}x{columns}", "no board for this game", remedy=remedy)
        return replace(self, rows=rows, columns=columns)

    def _allows(self, rows: int, columns: int) -> bool:
        """Return whether `largest` allows a board of this size."""
        most_rows, most_columns = self.largest
        return FEWEST <= rows <= most_rows and FEWEST <= columns <= most_columns


def read_size(text: str) -> tuple[int, int]:
    """Return rows and columns of a board given as `3x4`; raises `UsageError`.

    >>> read_size("3x4")
    (3, 4)
    """
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if not match:
        raise UsageError(text, "not a board size", remedy="write rows x columns, such as 3x4")
    return int(match[1]), int(match[2])


@cache
def standard() -> Board:
    """Return the board that ships with Rookery."""
    return read_board(*shipped("companion.solitaire", "solitaire.toml"))


def read_board(text: str, source: str, faults: Faults | None = None) -> Board:
    """Read a board file; raises `DeckError`, or collects all errors in `faults`."""
    root = parse(text, source, "solitaire", faults)
    title, size = root.take_str("title"), root.take_table("board")
    most_rows = size.take_int("most_rows", FEWEST, MOST_ROWS)
    most_columns = size.take_int("most_columns", FEWEST, MOST_COLUMNS)
    king_tut = root.take_table("king_tut")
    rows = size.take_int("rows", FEWEST, most_rows)
    columns = size.take_int("columns", FEWEST, most_columns)
    by_size = root.take_table("pips")
    pips = {pyramid: by_size.take_int(name, 1, MOST_PIPS) for pyramid, name in PYRAMIDS.items()}
    if not pips["S"] < pips["M"] < pips["L"]:  # solitaire R4
        remedy = say("a larger pyramid has more pips")
        raise by_size.error("large", unfit(list(pips.values())), remedy)
    by_size.done()
    penalty = king_tut.take_int("seconds", 0, 60)
    quicksand = root.take_table("quicksand")
    shortest = quicksand.take_int("shortest", 10, 3600)
    limits = shortest, quicksand.take_int("longest", shortest, 3600)
    quicksand.done()
    largest, unlike = (most_rows, most_columns), ("id", "symbol", "pattern")
    colours = take_colours(root, "colour", COLOURS, SYMBOLS, PATTERNS, unlike=unlike)
    for table in (size, king_tut, root):
        table.done()
    return Board(title, rows, columns, pips, penalty, limits, largest, colours)
