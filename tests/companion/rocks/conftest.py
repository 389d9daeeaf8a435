"""Positions to play from, given as notation says where penguins stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from companion.rocks.board import Board
from companion.rocks.boardfile import standard
from companion.rocks.rules import apply, to_move
from companion.rocks.state import State
from tests.companion.rocks.notation import parse_move, parse_state

Table: TypeAlias = Callable[..., State]
Play: TypeAlias = Callable[..., State]


@pytest.fixture(scope="session")
def board() -> Board:
    """The board that ships with Rookery."""
    return standard()


@pytest.fixture(scope="session")
def table(board: Board) -> Table:
    """A move in the middle of a game: players as `pa6+;a0!`, `rocks` as `a1 pa3:2`, the rest on the
    piles.

    Seat `seat` has rolled `roll` for its penguin `penguin`.
    """

    def build(
        *players: str,
        roll: int = 3,
        seat: int = 0,
        penguin: int = 1,
        rocks: str = "",
        round_: int = 5,
        on: Board = board,
    ) -> State:
        number = on.graph.number
        lying = {part.partition(":")[0]: int(part.partition(":")[2] or 1) for part in rocks.split()}
        rest = (
            on.rules.rocks * len(on.graph.piles)
            - sum(lying.values())
            - sum(p.count("+") for p in players)
        )
        for pile in ("qa", "qb", "qc", "qd"):
            put = lying.get(pile, min(rest, on.rules.rocks))
            rest -= put if pile not in lying else 0
            lying[pile] = put
        counted = ",".join(
            f"{name}:{lying[name]}" for name in sorted(lying, key=number.__getitem__) if lying[name]
        )
        at = players[seat].split(";")[penguin - 1].strip("+!")
        return parse_state(
            f"{round_}.{seat}.{penguin} {roll} {at} - {counted} - - 9 1 {' '.join(players)}", on
        )

    return build


@pytest.fixture(scope="session")
def play() -> Play:
    """Play moves in notation, each checked, by whoever's turn it is."""

    def go(state: State, *moves: str) -> State:
        for text in moves:
            seat = to_move(state)[0]
            state = apply(state, seat, parse_move(state, seat, text))
        return state

    return go
