"""What holds in games of rocks beyond the laws of all games: they are won."""

from __future__ import annotations

import random

import pytest

from companion.play import AnyBot, Result, random_bot
from companion.rocks.board import Board
from companion.rocks.rules import apply, legal_moves, result, setup, to_move, view
from companion.rocks.simulate import sensible_bot
from companion.rocks.state import State
from tests.companion.rocks import facts


def _played(state: State, seed: int, bot: AnyBot) -> Result:
    chance = random.Random(seed)
    while movers := to_move(state):
        (seat,) = movers
        state = apply(state, seat, bot(view(state, seat), legal_moves(state, seat), chance))
        facts.check(state)
    return result(state)


@pytest.mark.parametrize("seed", range(6))
def test_sensible_play(board: Board, seed: int) -> None:
    """rocks R10: games with an aim are won, and their winner has a complete nest."""
    found = _played(setup(board, 2 + seed % 3, seed), seed, sensible_bot)
    (winner,) = found.winners
    assert found.points[winner] == 6


def test_some_random_games_are_won(board: Board) -> None:
    """rocks R10: at random a nest is built only from late on, at once and played out; so the laws
    see both ends.
    """
    for variant in facts.decks(board):
        ends = [
            _played(facts.start(variant, 2 + seed % 3, seed), seed, random_bot)
            for seed in range(40)
        ]
        assert any(end.winners for end in ends)
        assert any(not end.winners for end in ends)
