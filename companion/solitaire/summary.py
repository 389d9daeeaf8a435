"""The board's numbers in solitaire's rules (`summary.toml`)."""

from __future__ import annotations

from companion.language import Phrase, say, say_many
from companion.solitaire.board import PYRAMIDS, USUAL, Board, read_size
from companion.summary import Details

MINUTE = 60  # s


def details(board: Board) -> Details:
    """Return the value of each `$name`; `$small`, `$medium` and `$large` are pips."""
    larger = larger_board(board)
    return {
        "size": board.size,
        "squares": board.squares,
        "pyramids": board.squares * len(PYRAMIDS),
        **{name: board.pips[size] for size, name in PYRAMIDS.items()},
        "perfect": board.perfect,
        "hops": _hops(board),
        "larger": larger.size if larger else "",
        "larger_pyramids": larger.squares * len(PYRAMIDS) if larger else 0,
        "larger_hops": _hops(larger) if larger else 0,
        "penalty": say_many("{n} second", "{n} seconds", board.penalty),
        "times": _times(*board.limits),
    }


def larger_board(board: Board) -> Board | None:
    """Return the rulebook's next larger board; None if these rules allow none."""
    for size in USUAL:
        rows, columns = read_size(size)
        if size in board.sizes and rows * columns > board.squares:
            return board.sized(rows, columns)
    return None


def _hops(board: Board) -> int:
    """Return the number of hops until one pyramid is left: each removes one (solitaire R3)."""
    return board.squares * len(PYRAMIDS) - 1


def _times(shortest: int, longest: int) -> Phrase:
    """Return a range of times, s, in words; in minutes where they are whole ones."""
    if shortest == longest:
        return _time(shortest)
    if shortest % MINUTE and longest % MINUTE:
        return say("{shortest} to {longest} seconds", shortest=shortest, longest=longest)
    if not (shortest % MINUTE or longest % MINUTE):
        return say(
            "{shortest} to {longest} minutes",
            shortest=shortest // MINUTE,
            longest=longest // MINUTE,
        )
    return say("{shortest} to {longest}", shortest=_time(shortest), longest=_time(longest))


def _time(seconds: int) -> Phrase:
    """Return a time, s, in words; in whole minutes if possible."""
    if seconds % MINUTE:
        return say_many("{n} second", "{n} seconds", seconds)
    return say_many("{n} minute", "{n} minutes", seconds // MINUTE)
