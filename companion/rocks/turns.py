"""What each move of rocks does to the position, and whose turn comes then: rocks R3,
R6, R8, R10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from companion.rocks.board import Board
from companion.rocks.graph import PlaceNo
from companion.rocks.handling import frees, is_complete
from companion.rocks.moves import DROP, NOTHING, TAKE, Act, Move, Stay, Step
from companion.rocks.order import is_over, next_roll
from companion.rocks.state import FIRST, Position, Roll
from companion.rocks.walking import cost

T = TypeVar("T")
Flags: TypeAlias = tuple[bool, ...]


def first_position(board: Board, players: int) -> Position:
    """Rocks on all piles, penguin 1 in front of its own, penguin 2 in the centre (rocks
    R1, R2, O).
    """
    nests, freed = board.graph.nests, board.rules.freed(range(players))
    rocks = [0] * len(board.places)
    for pile in board.graph.piles:
        rocks[pile] = board.rules.rocks
    stands = [place for nest in nests[:players] for place in (nest.start, nest.centre)]
    return Position(
        board=board,
        now=Roll(1, board.starter(players), FIRST),
        left=0,
        visited=0,
        acted=False,
        stands=tuple(stands),
        carries=(False,) * len(stands),
        rocks=tuple(rocks),
        free=tuple(seat == freed for seat in range(players)),
    )


def rolled(p: Position, face: int) -> Position:
    """The position once the die shows `face` for the penguin to move (rocks R3)."""
    return Position(
        p.board,
        p.now,
        face,
        1 << p.at,
        False,
        p.stands,
        p.carries,
        p.rocks,
        p.free,
        p.finished,
        p.over,
        p.rolls + 1,
    )


def go(position: Position, move: Move) -> Position:
    """The position after a legal move; `left` is 0 when the next penguin is to roll."""
    if isinstance(move, Step):
        return _step(position, position.board.graph.number[move.place], move)
    if isinstance(move, Stay):
        return _pass_on(position, position.stands, position.carries, position.rocks, position.free)
    carries, rocks, free = _handled(position, position.at, move.act)
    if move.act == DROP and is_won(position, position.stands, rocks):
        return _pass_on(position, position.stands, carries, rocks, free, won=True)
    return replace(position, acted=True, carries=carries, rocks=rocks, free=free)


def is_won(position: Position, stands: Sequence[PlaceNo], rocks: Sequence[int]) -> bool:
    """Whether the mover's nest is complete and one of its penguins in the centre (rocks R10)."""
    seat, nest = position.now.seat, position.nest
    return is_complete(nest, rocks) and nest.centre in stands[2 * seat : 2 * seat + 2]


def _step(p: Position, place: PlaceNo, move: Step) -> Position:
    """One step; the nest is looked at after the space moved, and again after a drop (rocks R10).

    The new position is written out: `replace` would take most of a game's time.
    """
    stands, carries, rocks, free = _with(p.stands, p.mover, place), p.carries, p.rocks, p.free
    won = is_won(p, stands, rocks)
    if move.act != NOTHING and not won:
        carries, rocks, free = _handled(p, place, move.act)
        won = move.act == DROP and is_won(p, stands, rocks)
    left, visited = p.left - cost(p.left, hop=move.hop), p.visited | 1 << place
    if won or not left:
        return _pass_on(p, stands, carries, rocks, free, won=won)
    return Position(
        p.board,
        p.now,
        left,
        visited,
        p.acted,
        stands,
        carries,
        rocks,
        free,
        p.finished,
        p.over,
        p.rolls,
    )


def _handled(position: Position, place: PlaceNo, act: Act) -> tuple[Flags, tuple[int, ...], Flags]:
    """`carries`, `rocks` and `free` with a rock taken or dropped; a delivery frees penguin 2 (rocks
    R7, R8).
    """
    rocks = _with(position.rocks, place, position.rocks[place] + (-1 if act == TAKE else 1))
    free = position.free
    if act == DROP and frees(position.now.penguin, own_ring=place in position.nest.ring):
        free = _with(free, position.seat, True)
    return _with(position.carries, position.mover, act == TAKE), rocks, free


def _pass_on(
    p: Position,
    stands: tuple[PlaceNo, ...],
    carries: Flags,
    rocks: tuple[int, ...],
    free: Flags,
    *,
    won: bool = False,
) -> Position:
    """The next penguin is to roll, or the game is over."""
    finished = (*p.finished, p.seat) if won else p.finished
    start = p.board.starter(p.players)
    then = next_roll(p.now, free, finished, start)
    over = is_over(p.board.rules, then, finished, start)
    now = p.now if over else then
    return Position(
        p.board, now, 0, 0, False, stands, carries, rocks, free, finished, over, p.rolls
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
