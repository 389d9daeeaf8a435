"""Laws that hold in every game of rocks: thousands of games of random play."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import cycle, islice

import pytest

from companion.play import random_bot
from companion.rocks.board import Board
from companion.rocks.bots import sensible_bot
from companion.rocks.moves import HANDLES, STAY, Move, Step, sort_key
from companion.rocks.notation import parse_move, parse_state, state_text
from companion.rocks.rules import apply, legal_moves, refusal, result, setup, to_move, view
from companion.rocks.state import DIE, ROCKS_A_SPACE, State

BATCHES, GAMES = 8, 250  # 2,000 games in all
ROUNDS = 10  # of a random game, which nobody would win in 40 either
MOVES_A_ROLL = DIE + 1  # a step for each of the roll, and a rock before the first


def _check_position(state: State) -> None:
    """No rock is lost, none piled too high; no space has two penguins, no centre a stranger."""
    position = state.position
    graph = position.board.graph
    assert sum(position.rocks) + sum(position.carries) == position.board.rules.rocks * len(graph.piles)
    assert all(0 <= count <= ROCKS_A_SPACE for place, count in enumerate(position.rocks) if place not in graph.piles)
    standing = [place for place in position.stands if place not in graph.piles]
    assert len(set(standing)) == len(standing)
    for penguin, place in enumerate(position.stands):
        assert not graph.closed[penguin // 2] >> place & 1
    for seat, free in enumerate(position.free):
        assert free or position.stands[2 * seat + 1] == graph.nests[seat].centre, "a locked penguin stays"


def _check_moves(state: State, seat: int, moves: tuple[Move, ...]) -> None:
    """The list is unique, sorted, and agrees with asking move by move."""
    assert moves, "somebody to move has a move"
    graph, lazy = state.position.board.graph, legal_moves(state, seat)
    assert list(moves) == sorted(set(moves), key=lambda move: sort_key(move, graph))
    assert len(lazy) == len(moves)
    assert all(move in lazy for move in moves)


def _check_texts(state: State, seat: int, move: Move) -> None:
    """Position and move read back as they are, and `apply` leaves the old state as it was."""
    before = state_text(state)
    assert parse_state(before, state.position.board) == state
    assert parse_move(state, seat, str(move)) == move
    apply(state, seat, move)
    assert state_text(state) == before


def _play(state: State, seed: int, *, closely: bool) -> State:
    chance, count = random.Random(seed), 0
    while movers := to_move(state):
        (seat,) = movers
        moves = tuple(legal_moves(state, seat))
        move = chance.choice(moves)
        if closely:
            _check_position(state)
            _check_moves(state, seat, moves)
            _check_texts(state, seat, move)
        state, count = apply(state, seat, move), count + 1
    assert count <= state.position.board.rules.rounds * len(state.position.stands) * MOVES_A_ROLL
    return state


def _late(board: Board, players: int, seed: int) -> State:
    """Near the end of a game: all penguins free, and in each nest all rocks but one or none."""
    state = setup(board, players, seed)
    position, graph = state.position, board.graph
    rocks = list(position.rocks)
    for nest, pile, short in zip(graph.nests, graph.piles, islice(cycle((0, 1, 1)), seed % 3, None), strict=False):
        for place in nest.ring[short:]:
            rocks[place], rocks[pile] = 1, rocks[pile] - 1
    return replace(state, position=replace(position, rocks=tuple(rocks), free=(True,) * players))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_play(board: Board, batch: int) -> None:
    """rocks R3, R6, R7, R9, R10: the facts of the rules, in 250 games a batch, every fiftieth looked at closely.

    Every other game starts late, so that some are won, and every fourth is played out.
    """
    brief = replace(board, rules=replace(board.rules, rounds=ROUNDS))
    won = 0
    for game in range(GAMES):
        seed = batch * GAMES + game
        setting = brief.playing_out() if seed % 4 == 1 else brief
        state = (_late if seed % 2 else setup)(setting, 2 + seed % 3, seed)
        state = _play(state, seed, closely=game % 50 in (0, 7))
        _check_position(state)
        assert state.position.over
        assert all(not tuple(legal_moves(state, seat)) for seat in range(state.position.players))
        found = result(state)
        won += found.winner is not None
        assert (found.winner is None) == (not state.position.finished)
        assert found.rounds == ROUNDS or found.winner is not None
    assert won


@pytest.mark.parametrize("seed", range(6))
def test_sensible_play(board: Board, seed: int) -> None:
    """rocks R10: games with an aim are won, look the same in text, and their winner has a complete nest."""
    state, chance = setup(board, 2 + seed % 3, seed), random.Random(seed)
    while movers := to_move(state):
        (seat,) = movers
        move = sensible_bot(view(state, seat), legal_moves(state, seat), chance)
        _check_position(state)
        _check_moves(state, seat, tuple(legal_moves(state, seat)))
        _check_texts(state, seat, move)
        state = apply(state, seat, move)
    found = result(state)
    assert found.winner is not None
    assert found.filled[found.winner] == 6


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_listed_is_refused(board: Board, seed: int) -> None:
    """A move is in the list exactly when no rule refuses it, and every refusal names a rule."""
    chance, state = random.Random(seed), setup(board, 4, seed)
    every: list[Move] = [*HANDLES.values(), STAY, Step("nowhere")]
    every += [Step(p.id, hop, act) for p in board.places for hop in (False, True) for act in ("", "+", "-")]
    for _ in range(60):
        (seat,) = to_move(state)
        listed = set(legal_moves(state, seat))
        for move in every:
            reason = refusal(state, seat, move)
            assert (reason is None) == (move in listed), (state_text(state), str(move))
            assert reason is None or reason.startswith("R")
        state = apply(state, seat, random_bot(view(state, seat), legal_moves(state, seat), chance))


def test_a_stranger_is_no_legal_move(board: Board) -> None:
    """Anything may be asked for."""
    moves = legal_moves(setup(board, 2, 1), 0)
    strangers: list[object] = ["pa5", None, 5]
    assert not any(moves.__contains__(stranger) for stranger in strangers)


def test_a_view_hides_the_die_and_nothing_else(board: Board) -> None:
    """Two games that differ only in the seed look the same; whatever lies on the board changes the view."""
    state = setup(board, 3, 5)
    other = replace(state, seed=6)
    assert all(view(state, seat) == view(other, seat) for seat in range(3))
    assert not hasattr(view(state, 0), "seed")
    position = state.position
    changes = [
        replace(position, left=position.left % 6 + 1), replace(position, carries=(True, *position.carries[1:])),
        replace(position, free=(True, False, False)), replace(position, rocks=(1, *position.rocks[1:])),
    ]  # fmt: skip
    assert all(view(replace(state, position=changed), 1) != view(state, 1) for changed in changes)
