"""One text for each position of solitaire, with exact round trips, and the parser of moves.

A board lists its rows parted by `/`, its squares by `,` and each stack from the bottom up, nothing for an empty
square: `SML,SML,,S/SM,,,L/,,,`. A state is the boards of all players, parted by spaces.
"""

from __future__ import annotations

import re

from companion.errors import NotationError
from companion.play import Seat
from companion.solitaire.board import PYRAMIDS, Board
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position
from companion.solitaire.rules import PLAYERS, refusal
from companion.solitaire.state import State
from companion.texts import illegal_move, quoted


def position_text(position: Position) -> str:
    """One board.

    >>> from companion.solitaire.board import standard
    >>> position_text(parse_position("SML,SML,,S/SM,,,L/,,,", standard()))
    'SML,SML,,S/SM,,,L/,,,'
    """
    columns = position.board.columns
    rows = (position.stacks[start : start + columns] for start in range(0, len(position.stacks), columns))
    return "/".join(map(",".join, rows))


def parse_position(text: str, board: Board) -> Position:
    """Read it back; raises `NotationError` that quotes the text and names what is wrong.

    Any stacks will do that the pyramids of this board can form, whether or not a game can come to them: a photo may
    show a board that somebody set up.
    """
    rows = [tuple(row.split(",")) for row in text.split("/")]
    if len(rows) != board.rows or {*map(len, rows)} != {board.columns}:
        remedy = f"write {board.rows} rows parted by /, each of {board.columns} squares parted by commas"
        raise NotationError(quoted(text), f"no position on a {board.size} board", remedy=remedy)
    position = Position(board, tuple(stack for row in rows for stack in row))
    for name, stack in zip(board.grid.names, position.stacks, strict=True):
        if not set(stack) <= set(PYRAMIDS):
            raise _error(text, f"{stack!r} on {name} is no stack", "write S, M and L from the bottom up")
    if fault := _fault(position):
        raise _error(text, fault, "count the pyramids again")
    return position


def _fault(position: Position) -> str:
    """What no board can come to, whoever sets it up: too many pyramids, or none, for the last one is never removed."""
    count, most = position.count, position.board.squares
    for pyramid, name in PYRAMIDS.items():
        if count[pyramid] > most:
            return f"{count[pyramid]} {name} pyramids, and there are {most}"
    return "" if count else "no pyramid is left"


def state_text(state: State) -> str:
    """All of a state, but not the figures of its rules.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.rules import setup
    >>> state_text(setup(standard(), 1, seed=1))
    'SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML'
    """
    return " ".join(map(position_text, state.positions))


def parse_state(text: str, board: Board) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the board and names what is wrong."""
    boards, (fewest, most) = text.split(" "), PLAYERS
    if not fewest <= len(boards) <= most:
        raise _error(text, f"{len(boards)} boards", f"write {fewest} to {most}, parted by single spaces")
    return State(tuple(parse_position(part, board) for part in boards))


def read_move(text: str, board: Board) -> Hop:
    """The hop that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.solitaire.board import standard
    >>> read_move("a1-a3", standard())
    Hop(start='a1', end='a3')
    """
    found = re.fullmatch(r"([a-z][1-9])-([a-z][1-9])", text)
    if not found or not {*found.groups()} <= {*board.grid.number}:
        remedy = f"write two squares of the {board.size} board, a1 to {board.grid.names[-1]}, as in a1-a3"
        raise NotationError(quoted(text), "no hop", remedy=remedy)
    return Hop(found[1], found[2])


def parse_move(state: State, player: Seat, text: str) -> Hop:
    """The legal hop that `text` writes; raises `NotationError` or, with rule and position, `IllegalMoveError`."""
    hop = read_move(text, state.positions[player].board)
    if reason := refusal(state, player, hop):
        raise illegal_move("solitaire", text, reason, player, state_text(state))
    return hop


def _error(text: str, problem: str, remedy: str) -> NotationError:
    return NotationError(quoted(text), f"no position: {problem}", remedy=remedy)
