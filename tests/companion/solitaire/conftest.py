"""Boards and positions to play from, given in notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from companion.solitaire.board import Board, standard
from companion.solitaire.rules import apply
from companion.solitaire.state import State
from tests.companion.solitaire.notation import parse_move, parse_state

Play: TypeAlias = Callable[..., State]


@pytest.fixture(scope="session")
def board() -> Board:
    """The board that ships with Rookery."""
    return standard()


@pytest.fixture(scope="session")
def play(board: Board) -> Play:
    """Play hops in notation, each checked, on the first of the boards that a text gives."""

    def go(text: str, *hops: str) -> State:
        state = parse_state(text, board)
        for hop in hops:
            state = apply(state, 0, parse_move(state, 0, hop))
        return state

    return go
