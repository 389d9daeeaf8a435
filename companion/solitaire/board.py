"""What a solitaire file says: the size of the board and the figures of the rules, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import TypeAlias

from companion.decks import Faults, Table, fingerprint, parse, unfit
from companion.errors import UsageError
from companion.language import say
from companion.solitaire.grid import Grid, grid
from companion.wording import READ

Pyramid: TypeAlias = str  # by its size: "S", "M" or "L"

PYRAMIDS: Mapping[Pyramid, str] = {"S": "small", "M": "medium", "L": "large"}
NEST = "SML"  # what stands on each square at the start, from the bottom

# In two rows nothing hops across, and a board would be two that have nothing to do with each other.
FEWEST = 3
MOST_ROWS, MOST_COLUMNS = 9, 26  # one digit and one letter name a square
USUAL = ("3x4", "4x5")  # the rulebook's boards

MOST_PIPS = 6  # they are drawn, and more find no room on a token
COLOURS = 5  # as a set of tags has: three sizes of each
PATTERNS = frozenset({"dots", "waves", "zigzag", "leaves", "bricks"})
SYMBOLS = frozenset({"sun", "wave", "pyramid", "palm", "fish", "star", "moon", "feather", "shell"})


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of printed pyramids, which means nothing to the rules: `ink` is #rrggbb, `symbol`
    and `pattern` tell it apart without colour.
    """

    id: str
    name: str = field(metadata=READ)
    ink: str
    symbol: str
    pattern: str


@dataclass(frozen=True)
class Board:
    """The rules on a board of `rows` by `columns`. Equal rule fields give an equal `fingerprint`.

    `pips` are what a pyramid of each size counts (solitaire R4), `penalty` the seconds that King
    Tut adds for each point over a perfect score (R5), `limits` the shortest and longest time of
    Quicksand, s (R6), and `largest` the most rows and columns of a board with these rules.
    `colours` are those that pyramids are printed in.
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
        """Its squares, and all hops across it."""
        return grid(self.rows, self.columns)

    @property
    def size(self) -> str:
        """Rows by columns, as in 3x4."""
        return f"{self.rows}x{self.columns}"

    @property
    def sizes(self) -> tuple[str, ...]:
        """What a table may choose from: the size of the file, and those of the rulebook that are
        allowed.
        """
        return (
            self.size,
            *(size for size in USUAL if size != self.size and self._allows(*read_size(size))),
        )

    @property
    def amendments(self) -> Mapping[str, Mapping[str, int]]:
        """What `sized` may have changed, as fields of the file by table."""
        return {"board": {"rows": self.rows, "columns": self.columns}}

    def parity_class(self, square: int) -> tuple[int, int]:
        """Whether row and column of a square are odd: no pyramid ever leaves its class (solitaire
        R1).
        """
        row, column = divmod(square, self.columns)
        return row % 2, column % 2

    @property
    def squares(self) -> int:
        """How many squares it has, and so how many pyramids there are of each size."""
        return self.rows * self.columns

    @property
    def perfect(self) -> int:
        """The best score there can be: a small one is left (solitaire R4)."""
        return min(self.pips.values())

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the canonical rule fields."""
        rules = [self.rows, self.columns, dict(self.pips), self.penalty, self.limits]
        return fingerprint({"game": "solitaire", "rules": rules})

    def sized(self, rows: int, columns: int) -> Board:
        """The same rules on another board; raises `UsageError` for one that is too small or too
        large.

        >>> standard().sized(4, 5).size
        '4x5'
        """
        if not self._allows(rows, columns):
            most_rows, most_columns = self.largest
            remedy = f"use {FEWEST}x{FEWEST} to {most_rows}x{most_columns}, rows x columns"
            raise UsageError(f"{rows}x{columns}", "no board for this game", remedy=remedy)
        return replace(self, rows=rows, columns=columns)

    def _allows(self, rows: int, columns: int) -> bool:
        most_rows, most_columns = self.largest
        return FEWEST <= rows <= most_rows and FEWEST <= columns <= most_columns


def read_size(text: str) -> tuple[int, int]:
    """Rows and columns of a board given as `3x4`; raises `UsageError`.

    >>> read_size("3x4")
    (3, 4)
    """
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if not found:
        raise UsageError(text, "not a board size", remedy="write rows x columns, such as 3x4")
    return int(found[1]), int(found[2])


@cache
def standard() -> Board:
    """The board that ships with Rookery."""
    return read_board(
        files("companion.solitaire").joinpath("solitaire.toml").read_text("utf-8"), "solitaire.toml"
    )


def read_board(text: str, source: str, faults: Faults | None = None) -> Board:
    """Check a board file's text; raises `DeckError` naming file, line and field, or notes all in
    `faults`.
    """
    root = parse(text, source, "solitaire", faults)
    title, size = root.take_str("title"), root.take_table("board")
    largest = (
        size.take_int("most_rows", FEWEST, MOST_ROWS),
        size.take_int("most_columns", FEWEST, MOST_COLUMNS),
    )
    king_tut = root.take_table("king_tut")
    board = Board(
        title=title,
        rows=size.take_int("rows", FEWEST, largest[0]),
        columns=size.take_int("columns", FEWEST, largest[1]),
        pips=_pips(root.take_table("pips")),
        penalty=king_tut.take_int("seconds", 0, 60),
        limits=_limits(root.take_table("quicksand")),
        largest=largest,
        colours=_colours(root),
    )
    for table in (size, king_tut, root):
        table.done()
    return board


def _colours(root: Table) -> tuple[Colour, ...]:
    colours: list[Colour] = []
    seen: dict[str, set[str]] = {"id": set(), "symbol": set(), "pattern": set()}
    for row in root.take_tables("colour", COLOURS, COLOURS):
        colour = Colour(
            row.take_id(),
            row.take_str("name"),
            row.take_ink(),
            row.take_str("symbol", SYMBOLS),
            row.take_str("pattern", PATTERNS),
        )
        for key, values in seen.items():
            row.only_once(key, getattr(colour, key), values)
        row.done()
        colours.append(colour)
    return tuple(colours)


def _pips(table: Table) -> Mapping[Pyramid, int]:
    pips = {pyramid: table.take_int(name, 1, MOST_PIPS) for pyramid, name in PYRAMIDS.items()}
    if not pips["S"] < pips["M"] < pips["L"]:
        raise table.error(
            "large", unfit(list(pips.values())), say("a larger pyramid has more pips")
        )
    table.done()
    return pips


def _limits(table: Table) -> tuple[int, int]:
    shortest = table.take_int("shortest", 10, 3600)
    limits = (shortest, table.take_int("longest", shortest, 3600))
    table.done()
    return limits
