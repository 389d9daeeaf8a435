"""What each move of rocks does to the position, and whose turn comes then: rocks R3, R6, R8, R10."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.rocks.board import Board
from companion.rocks.graph import PlaceNo, PlaceSet
from companion.rocks.handling import frees, is_complete
from companion.rocks.moves import DROP, NOTHING, TAKE, Act, Move, Stay, Step
from companion.rocks.order import FIRST_ROLL, is_over, next_roll
from companion.rocks.state import Position, Roll
from companion.rocks.walking import cost

T = TypeVar("T")


def first_position(board: Board, players: int) -> Position:
    """Rocks on all four piles, penguin 1 in front of its pile, penguin 2 locked in the centre (rocks R1, R2)."""
    nests = board.graph.nests
    rocks = [0] * len(board.places)
    for pile in board.graph.piles:
        rocks[pile] = board.rules.rocks
    stands = [place for nest in nests[:players] for place in (nest.start, nest.centre)]
    return Position(
        board=board, now=FIRST_ROLL, left=0, visited=0, acted=False, stands=tuple(stands),
        carries=(False,) * len(stands), rocks=tuple(rocks), free=(False,) * players,
    )  # fmt: skip


def rolled(position: Position, face: int) -> Position:
    """The position once the die shows `face` for the penguin to move (rocks R3)."""
    return _turned(position, position.now, left=face, visited=1 << position.at, rolls=position.rolls + 1)


def go(position: Position, move: Move) -> Position:
    """The position after a legal move; `left` is 0 when the next penguin is to roll."""
    if isinstance(move, Step):
        return _step(position, position.board.graph.number[move.place], move)
    if isinstance(move, Stay):
        return _pass_on(position)
    after = replace(_handled(position, position.at, move.act), acted=True)
    return _finish(after) if move.act == DROP and is_won(after) else after


def is_won(position: Position) -> bool:
    """Whether the mover's nest is complete and one of its penguins in the centre (rocks R10)."""
    nest = position.nest
    own = position.stands[2 * position.seat : 2 * position.seat + 2]
    return nest.centre in own and is_complete(nest, position.rocks)


def _step(position: Position, place: PlaceNo, move: Step) -> Position:
    """One step; the nest is looked at after the space moved, and again after a drop (rocks R10)."""
    after = _moved(position, place, hop=move.hop)
    if is_won(after):
        return _finish(after)
    if move.act != NOTHING:
        after = _handled(after, place, move.act)
        if move.act == DROP and is_won(after):
            return _finish(after)
    return after if after.left else _pass_on(after)


def _handled(position: Position, place: PlaceNo, act: Act) -> Position:
    """A rock taken or dropped; a delivery frees penguin 2 (rocks R7, R8)."""
    count = position.rocks[place] + (-1 if act == TAKE else 1)
    rocks = _with(position.rocks, place, count)
    carries = _with(position.carries, position.mover, act == TAKE)
    free = position.free
    if act == DROP and frees(position.now.penguin, own_ring=place in position.nest.ring):
        free = _with(free, position.seat, True)
    return replace(position, rocks=rocks, carries=carries, free=free)


def _finish(position: Position) -> Position:
    return _pass_on(replace(position, finished=(*position.finished, position.seat)))


def _pass_on(position: Position) -> Position:
    """The next penguin is to roll, or the game is over."""
    then = next_roll(position.now, position.free, position.finished)
    over = is_over(position.board.rules, then, position.finished)
    return _turned(position, position.now if over else then, over=over, rolls=position.rolls)


# The two changes that make up a game are written out: `replace` would take half of its time.


def _turned(
    p: Position, now: Roll, *, rolls: int, left: int = 0, visited: PlaceSet = 0, over: bool = False
) -> Position:
    """A penguin's move begins or ends; all stays where it is."""
    return Position(
        p.board, now, left, visited, False, p.stands, p.carries, p.rocks, p.free, p.finished, over, rolls
    )  # fmt: skip


def _moved(p: Position, place: PlaceNo, *, hop: bool) -> Position:
    """The moving penguin stands on `place`."""
    return Position(
        p.board, p.now, p.left - cost(p.left, hop=hop), p.visited | 1 << place, p.acted,
        _with(p.stands, p.mover, place), p.carries, p.rocks, p.free, p.finished, p.over, p.rolls,
    )  # fmt: skip


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
