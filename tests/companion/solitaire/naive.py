"""A second, naive engine of solitaire, which shares no code with the real one: lists of lists,
every square tried.

It reads and writes positions itself and knows the rules only as games.md states them.
"""

from __future__ import annotations

Squares = list[list[list[str]]]  # rows of squares of pyramids, from the bottom up
# row and column of the start, rows and columns to the square that is hopped over
Leap = tuple[int, int, int, int]


def read(text: str) -> Squares:
    """A board from its notation."""
    return [[list(stack) for stack in row.split(",")] for row in text.split("/")]


def write(squares: Squares) -> str:
    """A board in notation."""
    return "/".join(",".join("".join(stack) for stack in row) for row in squares)


def start(rows: int, columns: int) -> Squares:
    """A nest on every square."""
    return [[["S", "M", "L"] for _ in range(columns)] for _ in range(rows)]


def leaps(squares: Squares) -> list[Leap]:
    """All hops, in any order."""
    rows, columns = len(squares), len(squares[0])
    return [
        (row, column, down, right)
        for row in range(rows)
        for column in range(columns)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if _may(squares, row, column, down, right)
    ]


def _may(squares: Squares, row: int, column: int, down: int, right: int) -> bool:
    start, end = squares[row][column], _at(squares, row + 2 * down, column + 2 * right)
    if down == right == 0 or not start or end is None:
        return False
    over = squares[row + down][column + right]
    return over != [] and (end == [] or end[-1] == start[-1])


def _at(squares: Squares, row: int, column: int) -> list[str] | None:
    inside = 0 <= row < len(squares) and 0 <= column < len(squares[0])
    return squares[row][column] if inside else None


def leap(squares: Squares, made: Leap) -> Squares:
    """The board after a hop; the old one is left as it was."""
    row, column, down, right = made
    after = [[stack[:] for stack in line] for line in squares]
    after[row + 2 * down][column + 2 * right].append(after[row][column].pop())
    after[row + down][column + right].pop()
    return after


def text_of(made: Leap) -> str:
    """A hop in notation."""
    row, column, down, right = made
    return f"{'abcdefghij'[column]}{row + 1}-{'abcdefghij'[column + 2 * right]}{row + 2 * down + 1}"


def score(squares: Squares) -> int:
    """The pips of all that is left."""
    return sum(
        {"S": 1, "M": 2, "L": 3}[pyramid] for row in squares for stack in row for pyramid in stack
    )


def perft(squares: Squares, depth: int) -> int:
    """How many ways there are to make so many hops."""
    found = leaps(squares)
    return (
        len(found) if depth == 1 else sum(perft(leap(squares, made), depth - 1) for made in found)
    )
