"""Laws that hold in every game of combust: thousands of games of random play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.combust.deck import Deck, standard
from companion.combust.moves import HAND, Discard, Keep, Mean, Move, Pass, Place, Take, sort_key
from companion.combust.notation import parse_move, parse_state, state_text
from companion.combust.rules import apply, legal_moves, refusal, result, setup, to_move, view
from companion.combust.state import State, decision

BATCHES, GAMES = 8, 250  # 2,000 games in all
LONGEST = 1000  # each card is played once, with a few choices; a game has about 80 moves

CARDS, SEATS = range(1, 33), range(8)
EVERY_MOVE: list[Move] = [
    *map(Keep, CARDS),
    *map(Place, CARDS),
    *map(Discard, CARDS),
    *(Take(seat, card) for seat in (HAND, *SEATS) for card in CARDS),
    *map(Mean, SEATS),
    Pass(),
]


def _check_position(state: State) -> None:
    """What must hold in every position."""
    piles = [state.draw, state.discard, *state.lines, *state.hands]
    assert Counter(card for pile in piles for card in pile) == Counter(state.deck.cards)
    for seat in state.out:
        assert (state.lines[seat], state.hands[seat], state.shields[seat]) == ((), (), 0)
    for pile in (*state.lines, *state.hands):
        assert list(pile) == sorted(pile)
        assert not pile or pile[-1] <= 32
    assert all(card <= 20 for pile in (*state.lines, *state.hands) for card in pile), "events are never held"
    assert set(state.out).isdisjoint(to_move(state))
    assert all(state.hands[seat] for seat in state.declined), "a refusal ends with an empty hand"
    assert (decision(state.todo) is not None) == (state.phase in ("turns", "last"))


def _check_moves(state: State, seat: int, moves: tuple[Move, ...]) -> None:
    """The list is unique, sorted, and agrees with asking move by move."""
    assert len(moves) > 1 or state.phase == "keep", "a choice of one is none"
    assert list(moves) == sorted(set(moves), key=sort_key)
    lazy = legal_moves(state, seat)
    assert len(lazy) == len(moves)
    assert all(move in lazy for move in moves)


def _play(deck: Deck, players: int, seed: int, *, closely: bool) -> State:
    chance = random.Random(seed)
    state, count = setup(deck, players, seed), 0
    while movers := to_move(state):
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        assert moves, "somebody to move has a move"
        before = state_text(state) if closely else ""
        if closely:
            _check_position(state)
            _check_moves(state, seat, moves)
            assert parse_state(before, deck) == state
        move = chance.choice(moves)
        after = apply(state, seat, move)
        if closely:
            assert state_text(state) == before, "apply never mutates"
            assert parse_move(state, seat, str(move)) == move
            assert apply(state, seat, move) == after, "chance lies in the state"
        state, count = after, count + 1
    assert count <= LONGEST
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_play(batch: int) -> None:
    """combust R3, R6, R7: 250 games a batch with 3 to 8 players come to an end; every fiftieth looked at closely."""
    deck = standard()
    for game in range(GAMES):
        seed = batch * GAMES + game
        players = 3 + seed % 6
        state = _play(deck, players, seed, closely=game % 50 < 6 and game % 7 == 0)
        _check_position(state)
        assert state.phase == "over"
        assert all(not tuple(legal_moves(state, seat)) for seat in range(players))
        found = result(state)
        assert sorted(seat for place in found.ranking for seat in place) == list(range(players))
        assert not state.draw or players - len(state.out) <= 1, "the deck ran out, or the other clans did"
        living = [seat for seat in range(players) if seat not in state.out]
        assert set(found.winners) <= set(living)
        assert bool(found.winners) == bool(living)
        assert all(found.sums[seat] == max(found.sums) for seat in found.winners)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """A move is in the list exactly when no rule refuses it, and every refusal names a rule."""
    chance = random.Random(seed)
    state = setup(standard(), 3 + seed % 6, seed)
    while movers := to_move(state):
        for seat in range(len(state.lines)):
            listed = set(legal_moves(state, seat))
            for move in EVERY_MOVE if seat in movers else EVERY_MOVE[::17]:
                reason = refusal(state, seat, move)
                assert (reason is None) == (move in listed)
                assert reason is None or reason.startswith("R")
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


@pytest.mark.parametrize("seed", range(12))
def test_a_view_shows_nothing_hidden(seed: int) -> None:
    """Two states that differ only in what a player may not know give that player equal views, and the same moves."""
    chance = random.Random(seed)
    state = setup(standard(), 3 + seed % 6, seed)
    while movers := to_move(state):
        for seat in range(len(state.lines)):
            other = _otherwise_hidden(state, seat, chance)
            assert view(other, seat) == view(state, seat)
            assert tuple(legal_moves(other, seat)) == tuple(legal_moves(state, seat))
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


def _otherwise_hidden(state: State, seat: int, chance: random.Random) -> State:
    """The same table as `seat` sees it: another seed, and the cards of the deck and of hidden hands dealt anew."""
    seen = {seat, *(whose for viewer, whose in state.shown if viewer == seat)}
    hidden = [other for other in range(len(state.hands)) if other not in seen]
    known = state.peeked[seat]
    penguins = [card for card in state.draw[known:] if card <= 20] + [c for o in hidden for c in state.hands[o]]
    chance.shuffle(penguins)
    hands = list(state.hands)
    for other in hidden:
        hands[other] = tuple(sorted(penguins.pop() for _ in state.hands[other]))
    draw = penguins + [card for card in state.draw[known:] if card > 20]
    chance.shuffle(draw)
    kept = tuple(
        chance.choice(hands[other]) if card and other != seat else card for other, card in enumerate(state.kept)
    )
    return replace(
        state,
        seed=state.seed + 1,
        lots=state.lots + 1,
        hands=tuple(hands),
        draw=(*state.draw[:known], *draw),
        kept=kept,
    )


def test_a_view_shows_what_is_open() -> None:
    """And it does show what lies open: whatever else changes in the state changes the view."""
    state = setup(standard(), 3, 5)
    for seat in range(3):
        state = apply(state, seat, next(iter(legal_moves(state, seat))))
    open_changes = [
        replace(state, active=(state.active + 1) % 3),
        replace(state, turn=7),
        replace(state, shields=(0, 1, 0)),
        replace(state, declined=(2,)),
        replace(state, gone=((2,),)),
        replace(state, draw=state.draw[1:]),
        replace(state, discard=(*state.discard, 1)),
        replace(state, lines=(*state.lines[:2], (1,))),
        replace(state, hands=((1, 2, 3), *state.hands[1:])),
        replace(state, hands=(*state.hands[:2], ())),
        replace(state, peeked=(1, 0, 0)),
        replace(state, shown=((0, 1),)),
        replace(state, todo=state.todo[:-1]),
    ]
    assert all(view(changed, 0) != view(state, 0) for changed in open_changes)


def test_r7_result_only_at_the_end() -> None:
    """combust R7: nobody is ranked before the game is over."""
    with pytest.raises(ValueError, match="not over"):
        result(setup(standard(), 3, 1))
