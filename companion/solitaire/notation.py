"""Positions and hops of solitaire as text, with exact round trips.

A board lists its rows separated by `/`, its squares by `,` and each stack from the bottom up,
nothing for an empty square: `SML,SML,,S/SM,,,L/,,,`.
"""

from __future__ import annotations

import re

from companion.errors import NotationError
from companion.solitaire.board import PYRAMIDS, Board
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position


def position_text(position: Position) -> str:
    """One board.

    >>> from companion.solitaire.board import standard
    >>> position_text(parse_position("SML,SML,,S/SM,,,L/,,,", standard()))
    'SML,SML,,S/SM,,,L/,,,'
    """
    columns = position.board.columns
    rows = (
        position.stacks[start : start + columns]
        for start in range(0, len(position.stacks), columns)
    )
    return "/".join(map(",".join, rows))


def parse_position(text: str, board: Board) -> Position:
    """Read it back; raises `NotationError` that quotes the text and names what is wrong.

    Any stacks will do that the pyramids of this board can form, whether or not a game can come to
    them: a photo may show a board that somebody set up.
    """
    rows = [tuple(row.split(",")) for row in text.split("/")]
    if len(rows) != board.rows or {*map(len, rows)} != {board.columns}:
        squares = f"{board.columns} squares separated by commas"
        remedy = f"write {board.rows} rows separated by /, each with {squares}"
        raise NotationError(
            text or "(nothing)", f"not a position on a {board.size} board", remedy=remedy
        )
    position = Position(board, tuple(stack for row in rows for stack in row))
    for name, stack in zip(board.grid.names, position.stacks, strict=True):
        if not set(stack) <= set(PYRAMIDS):
            problem = f"{stack!r} on {name} isn't a stack"
            raise _error(text, problem, "write S, M and L from the bottom up")
    if fault := _fault(position):
        raise _error(text, fault, "count the pyramids again")
    return position


def _fault(position: Position) -> str:
    """What no board can come to, whoever sets it up: too many pyramids, or none, for the last one
    is never removed.
    """
    count, most = position.count, position.board.squares
    for pyramid, name in PYRAMIDS.items():
        if count[pyramid] > most:
            return f"{count[pyramid]} {name} pyramids, but a set has {most}"
    return "" if count else "no pyramid is left"


def read_move(text: str, board: Board) -> Hop:
    """The hop that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.solitaire.board import standard
    >>> read_move("a1-a3", standard())
    Hop(start='a1', end='a3')
    """
    found = re.fullmatch(r"([a-z][1-9])-([a-z][1-9])", text)
    if not found or not {*found.groups()} <= {*board.grid.number}:
        remedy = (
            f"write two squares of the {board.size} board, a1 to {board.grid.names[-1]}, as "
            "in a1-a3"
        )
        raise NotationError(text or "(nothing)", "no hop", remedy=remedy)
    return Hop(found[1], found[2])


def _error(text: str, problem: str, remedy: str) -> NotationError:
    return NotationError(text or "(nothing)", f"no position: {problem}", remedy=remedy)
