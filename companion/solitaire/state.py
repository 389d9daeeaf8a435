"""The state of a solitaire game, positions as text, and the rules that engine and phones share.

Nothing is hidden and nothing is random. In the text of a position, `/` separates rows and `,`
squares; a stack is written from the bottom up, and an empty square is empty:
`SML,SML,,S/SM,,,L/,,,`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from companion.errors import NotationError
from companion.language import Phrase, say
from companion.play import Seat
from companion.solitaire.board import NEST, PYRAMIDS, Board, Hop, Pyramid, SquareName

Stack: TypeAlias = str  # pyramids from the bottom up: "SML" is a whole nest, "" an empty square

PLAYERS = (1, 8)  # fewest and most; solitaire R6 sets no upper limit
# solitaire R4.D1: a single player wins only with a perfect score; if False, always
ALONE_ONLY_PERFECT_WINS = True


@dataclass(frozen=True)
class Position:
    """The stacks of a board, row by row from a1."""

    board: Board = field(repr=False, hash=False)
    stacks: tuple[Stack, ...]

    @property
    def count(self) -> Counter[Pyramid]:
        """The number of pyramids left of each size, including covered ones."""
        return Counter("".join(self.stacks))

    @property
    def pips(self) -> int:
        """The score if the game ended here: the pips of all pyramids, also covered ones (R4)."""
        return pips_of(self.board, self.count)

    @property
    def lone(self) -> Pyramid | None:
        """The last pyramid, which decides the challenges; None if more are left (solitaire R4)."""
        left = "".join(self.stacks)
        return left if left in PYRAMIDS else None

    @property
    def tops(self) -> tuple[Stack, ...]:
        """The top pyramid of each square, as a photo shows it; "" for an empty one (D1)."""
        return tuple([stack[-1:] for stack in self.stacks])

    def at(self, square: SquareName) -> Stack:
        """Return the stack on a square."""
        return self.stacks[self.board.grid.number[square]]

    @cached_property
    def hops(self) -> tuple[Hop, ...]:
        """All legal hops, sorted by their texts (solitaire R1, R2)."""
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
        """True if no hop is left (solitaire R4)."""
        return not self.hops

    def after(self, hop: Hop) -> Position:
        """Return the position after a legal hop, which removes the pyramid hopped over (R3)."""
        _, start, over, end = self.board.grid.by_hop[hop]
        stacks = list(self.stacks)
        stacks[end] += stacks[start][-1]
        stacks[start], stacks[over] = stacks[start][:-1], stacks[over][:-1]
        return Position(self.board, tuple(stacks))


def full(board: Board) -> Position:
    """Return the start of a game: a nest on each square.

    >>> from companion.solitaire.board import standard
    >>> full(standard()).pips, len(full(standard()).hops)
    (72, 28)
    """
    return Position(board, (NEST,) * board.squares)


def refuse_hop(position: Position, hop: Hop) -> Phrase | None:
    """Return why a hop is illegal, None for a legal one (solitaire R1 to R3)."""
    jump = position.board.grid.by_hop.get(hop)
    if jump is None:
        return say("a hop goes two squares in a straight line or diagonally")
    mover, hopped, landing = (position.tops[square] for square in jump[1:])
    if not mover:
        return say("{square} has no pyramid", square=hop.start)
    if not hopped:
        over = position.board.grid.names[jump.over]
        return say("a hop must go over a pyramid, and {square} is empty", square=over)
    if landing and landing != mover:
        return say(
            "a pyramid can land only on its own size, and {square} holds another", square=hop.end
        )
    return None


def position_text(position: Position) -> str:
    """Return the text of a position.

    >>> from companion.solitaire.board import standard
    >>> position_text(parse_position("SML,SML,,S/SM,,,L/,,,", standard()))
    'SML,SML,,S/SM,,,L/,,,'
    """
    stacks, columns = position.stacks, position.board.columns
    starts = range(0, len(stacks), columns)
    return "/".join(",".join(stacks[start : start + columns]) for start in starts)


def parse_position(text: str, board: Board) -> Position:
    """Return the position that a text describes; raises `NotationError`.

    Any stacks are allowed that the pyramids of this board can form, even if no game leads to them,
    because a photo may show a board that someone set up.
    """
    rows, shown = [tuple(row.split(",")) for row in text.split("/")], text or "(nothing)"
    if len(rows) != board.rows or {*map(len, rows)} != {board.columns}:
        squares = f"{board.columns} squares separated by commas"
        remedy = f"write {board.rows} rows separated by /, each with {squares}"
        problem = f"not a position on a {board.size} board"
        if len(rows) == board.rows:
            number = next(n for n, row in enumerate(rows) if len(row) != board.columns)
            problem = f"{problem}: row {number + 1} has {len(rows[number])} squares"
        raise NotationError(shown, problem, remedy=remedy)
    position = Position(board, tuple(stack for row in rows for stack in row))
    for name, stack in zip(board.grid.names, position.stacks, strict=True):
        if not set(stack) <= set(PYRAMIDS):
            problem = f"no position: {stack!r} on {name} isn't a stack"
            raise NotationError(shown, problem, remedy="write S, M and L from the bottom up")
    count, most = position.count, board.squares
    faults = [
        f"{count[pyramid]} {size} pyramids, but a set has {most}"
        for pyramid, size in PYRAMIDS.items()
        if count[pyramid] > most
    ]
    if not count:  # the last pyramid is never removed
        faults = ["no pyramid is left"]
    if faults:
        raise NotationError(shown, f"no position: {faults[0]}", remedy="count the pyramids again")
    return position


def read_move(text: str, board: Board) -> Hop:
    """Return the hop that a text describes, legal or not; raises `NotationError`.

    >>> from companion.solitaire.board import standard
    >>> read_move("a1-a3", standard())
    Hop(start='a1', end='a3')
    """
    match = re.fullmatch(r"([a-z][1-9])-([a-z][1-9])", text)
    if not match or not {*match.groups()} <= {*board.grid.number}:
        remedy = (
            f"write two squares of the {board.size} board, a1 to {board.grid.names[-1]}, as "
            "in a1-a3"
        )
        raise NotationError(text or "(nothing)", "no hop", remedy=remedy)
    return Hop(match[1], match[2])


def pips_of(board: Board, count: Mapping[Pyramid, int]) -> int:
    """Return the pips of pyramids, counted by size, on the board or in hand (R4, R6)."""
    return sum(board.pips[pyramid] * count.get(pyramid, 0) for pyramid in PYRAMIDS)


def winners(board: Board, points: Sequence[int]) -> tuple[Seat, ...]:
    """Return all seats with the lowest score (R6); a single player needs a perfect one (R4.D1)."""
    best = min(points)
    if len(points) == 1 and ALONE_ONLY_PERFECT_WINS and best > board.perfect:
        return ()
    return tuple(seat for seat, score in enumerate(points) if score == best)


def king_tut(board: Board, milliseconds: int, points: int) -> int:
    """Return a King Tut time, ms, with the penalty for points over a perfect score (R5)."""
    return milliseconds + 1000 * board.penalty * max(0, points - board.perfect)


@dataclass(frozen=True, slots=True)
class State:
    """The boards by seat. All play at once, as in Quicksand (solitaire R6) but without a timer."""

    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What the player at `seat` sees: all boards."""

    positions: tuple[Position, ...]
    seat: Seat

    @property
    def own(self) -> Position:
        """The player's own board."""
        return self.positions[self.seat]
