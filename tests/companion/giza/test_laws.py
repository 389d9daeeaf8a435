"""Laws that hold in every game of giza: thousands of games of random play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.giza.deck import Deck, standard
from companion.giza.moves import Choose, End, Lay, Move, Place, Swap, sort_key
from companion.giza.notation import parse_move, parse_state, state_text
from companion.giza.order import NUMBERS, ROUNDS
from companion.giza.pyramid import SLOTS, legal_slots, status
from companion.giza.rules import apply, legal_moves, refusal, result, setup, to_move, view
from companion.giza.state import State

BATCHES, GAMES = 8, 250  # 2,000 games in all
LONGEST = 4 * ROUNDS * 4 + standard().tokens  # choose, place, act, end; and each token is laid once


def _check_position(state: State) -> None:
    """What must hold whenever a round begins, and at the end."""
    pieces = Counter([*state.row, *state.draw])
    pieces.update(placed.penguin for player in state.players for _, placed in player.pyramid.placed())
    assert pieces == Counter(state.deck.penguins)
    for player in state.players:
        assert player.hand, "a hand never empties"
        assert not status(player.pyramid), "what was built by the rules is legal"
        assert len(player.pyramid) == (ROUNDS if state.phase == "over" else state.round - 1)
        if state.phase != "over":
            assert legal_slots(player.pyramid, 0), "a slot for weight 0 always exists"
    on_table = state.supply + sum(p.tokens + sum(c.tokens for _, c in p.pyramid.placed()) for p in state.players)
    assert on_table == state.deck.tokens


def _check_moves(state: State, seat: int, moves: tuple[Move, ...]) -> None:
    """The list is unique, sorted, and agrees with asking move by move."""
    assert moves, "somebody to move has a move"
    assert list(moves) == sorted(set(moves), key=sort_key)
    lazy = legal_moves(state, seat)
    assert len(lazy) == len(moves)
    assert all(move in lazy for move in moves)


def _check_texts(state: State, seat: int, move: Move) -> None:
    """Position and move read back as they are, and `apply` leaves the old state as it was."""
    before = state_text(state)
    assert parse_state(before, state.deck) == state
    assert parse_move(state, seat, str(move)) == move
    apply(state, seat, move)
    assert state_text(state) == before


def _play(deck: Deck, players: int, seed: int, *, closely: bool) -> State:
    chance = random.Random(seed)
    state, count, begun = setup(deck, players, seed), 0, 0
    while movers := to_move(state):
        if state.round > begun:
            begun = state.round
            assert len(state.row) == players, "the deck never runs out"
            _check_position(state)
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        move = chance.choice(moves)
        if closely:
            _check_moves(state, seat, moves)
            _check_texts(state, seat, move)
        state, count = apply(state, seat, move), count + 1
    assert count <= LONGEST
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_play(batch: int) -> None:
    """giza R2, R4, R6, R7, R8: the facts of the rules, in 250 games a batch, every twentieth looked at closely."""
    deck = standard()
    for game in range(GAMES):
        seed = batch * GAMES + game
        state = _play(deck, 2 + seed % 3, seed, closely=game % 20 == 0)
        _check_position(state)
        assert state.phase == "over"
        assert all(not tuple(legal_moves(state, seat)) for seat in range(len(state.players)))
        found = result(state)
        totals = [score.total for score in found.scores]
        assert None not in totals
        assert sorted(found.ranking) == list(range(len(state.players)))
        assert totals[found.ranking[0]] == max(total for total in totals if total is not None)


def _every_move(deck: Deck) -> list[Move]:
    places = [Place(p, slot, grey) for p in deck.penguins[::5] for slot in SLOTS for grey in (False, True)]
    return [*map(Choose, NUMBERS), *map(Lay, SLOTS), *map(Swap, deck.penguins), *places, End()]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """A move is in the list exactly when no rule refuses it, and every refusal names a rule."""
    deck, chance = standard(), random.Random(seed)
    state, moves = setup(deck, 2 + seed % 3, seed), _every_move(standard())
    while movers := to_move(state):
        for seat in range(len(state.players)):
            listed = set(legal_moves(state, seat))
            for move in moves:
                reason = refusal(state, seat, move)
                assert (reason is None) == (move in listed)
                assert reason is None or reason.startswith("R")
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


@pytest.mark.parametrize("seed", range(12))
def test_a_view_shows_nothing_hidden(seed: int) -> None:
    """Two states that differ only in what a player may not know give that player equal views."""
    chance = random.Random(seed)
    state = setup(standard(), 2 + seed % 3, seed)
    while movers := to_move(state):
        for seat in range(len(state.players)):
            assert view(_otherwise_hidden(state, seat, chance), seat) == view(state, seat)
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


def _otherwise_hidden(state: State, seat: int, chance: random.Random) -> State:
    """The same table as `seat` sees it: another seed, the unseen deck shuffled, others' secret choices changed."""
    cut = len(state.draw) - state.seen
    draw = (*chance.sample(state.draw[:cut], cut), *state.draw[cut:])
    players = tuple(
        replace(player, choice=chance.choice(player.hand))
        if other != seat and state.phase == "choose" and player.choice is not None
        else player
        for other, player in enumerate(state.players)
    )
    return replace(state, seed=state.seed + 1, draw=draw, players=players)


def test_a_view_shows_what_is_open() -> None:
    """And it does show what lies open: whatever else changes in the state changes the view."""
    state = setup(standard(), 3, 5)
    state = apply(apply(apply(state, 0, Choose(5)), 1, Choose(3)), 2, Choose(1))
    open_changes = [
        replace(state, chief=1),
        replace(state, supply=3),
        replace(state, row=state.row[1:]),
        replace(state, goals=state.goals[1:]),
        replace(state, order=state.order[1:]),
        replace(state, placed=True),
        replace(state, acted=True),
        replace(state, seen=2),
        replace(state, players=(*state.players[:2], replace(state.players[2], tokens=1))),
    ]
    assert all(view(changed, 0) != view(state, 0) for changed in open_changes)
