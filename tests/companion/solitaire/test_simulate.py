"""The players of solitaire that tests and figures need."""

from __future__ import annotations

import random
from statistics import fmean

from companion.play import AnyBot, random_bot
from companion.solitaire.board import Board
from companion.solitaire.rules import apply, legal_moves, result, setup, to_move, view
from companion.solitaire.simulate import sensible_bot


def _points(board: Board, bot: AnyBot, seed: int) -> int:
    state, chance = setup(board, 1, seed), random.Random(seed)
    while to_move(state):
        state = apply(state, 0, bot(view(state, 0), legal_moves(state, 0), chance))
    return result(state).points[0]


def test_sensible_is_better_than_random(board: Board) -> None:
    """On average it leaves about half as many pips."""
    sensible = fmean(_points(board, sensible_bot, seed) for seed in range(40))
    anyhow = fmean(_points(board, random_bot, seed) for seed in range(200))
    assert sensible < 0.65 * anyhow


def test_a_bot_hops_on_its_own_board(board: Board) -> None:
    """The report says which one that is."""
    state = setup(board, 2, seed=1)
    for seat in (0, 1, 1, 0, 1):
        moves = legal_moves(state, seat)
        move = sensible_bot(view(state, seat), moves, random.Random(1))
        assert move in moves
        state = apply(state, seat, move)
    assert [position.count.total() for position in state.positions] == [34, 33]
