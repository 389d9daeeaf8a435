"""Laws that hold in every game of pirates: thousands of games of random play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.pirates.crew import ACTIONS, PENGUINS, TURNS, Action, placer
from companion.pirates.deck import Deck, standard
from companion.pirates.moves import Move, Put, Sail, Scout, Take, sort_key
from companion.pirates.notation import parse_move, parse_state, state_text
from companion.pirates.rules import apply, legal_moves, refusal, result, setup, to_move, view
from companion.pirates.state import State
from companion.pirates.tracks import VERBS

BATCHES, GAMES = 8, 250  # 2,000 games in all
# A turn: four placings, four actions, and a hex, perhaps a sextant, for each speed: 15 at once, more by full sails.
LONGEST = TURNS * (2 * PENGUINS + 2 * (15 + 2 * PENGUINS))


def _check_position(state: State) -> None:
    for verb in VERBS:
        assert 0 <= getattr(state.tracks, verb) <= getattr(state.deck.most, verb)
    assert state.up(state.ship.hex), "the ship is never where nobody knows the sea"
    if not state.end:
        assert state.tracks.water < state.deck.most.water
        assert state.pirate is None or state.pirate.hex != state.ship.hex


def _check_moves(state: State, seat: int, moves: tuple[Move, ...]) -> None:
    """The list is unique, sorted, and agrees with asking move by move."""
    assert moves, "somebody to move has a move"
    assert list(moves) == sorted(set(moves), key=sort_key)
    lazy = legal_moves(state, seat)
    assert len(lazy) == len(moves)
    assert all(move in lazy for move in moves)


def _play(deck: Deck, seed: int, *, closely: bool) -> State:
    chance = random.Random(seed)
    state, count = setup(deck, 3 + seed % 2, seed, ["cousin"] if seed % 3 else []), 0
    while movers := to_move(state):
        _check_position(state)
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        bold = [move for move in moves if isinstance(move, Sail)] if seed % 2 else []
        move = chance.choice(bold or moves)
        if closely:
            before = state_text(state)
            _check_moves(state, seat, moves)
            assert parse_state(before, deck) == state
            assert parse_move(state, seat, str(move)) == move
            state = apply(state, seat, move)
            assert state_text(parse_state(before, deck)) == before
        else:
            state = apply(state, seat, move)
        count += 1
    assert count <= LONGEST
    _check_position(state)
    return state


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_play(batch: int) -> None:
    """pirates R1, R3, R7, R9: what holds under the rules, in 250 games a batch; every twentieth looked at closely."""
    deck = standard()
    for game in range(GAMES):
        state = _play(deck, batch * GAMES + game, closely=game % 20 == 0)
        assert (state.phase, to_move(state)) == ("over", ())
        assert all(not tuple(legal_moves(state, seat)) for seat in range(state.players))
        found = result(state)
        assert found.won == (found.end == "home")
        assert 1 <= found.turn <= TURNS
        assert found.end


def test_apply_never_mutates() -> None:
    """The state before a move is the same after it, line and all."""
    chance, state = random.Random(1), setup(standard(), 4, 1)
    while movers := to_move(state):
        before, copy = state_text(state), replace(state)
        moves = tuple(legal_moves(state, movers[0]))
        after = [apply(state, movers[0], move) for move in moves]
        assert state_text(state) == before
        assert state == copy
        state = chance.choice(after)


def _every_move(deck: Deck) -> list[Move]:
    sites = [site.id for site in deck.sites]
    penguins = range(PENGUINS)
    return [
        *(Put(penguin, action) for penguin in penguins for action in ACTIONS),
        *(Take(penguin, choice) for penguin in penguins for choice in ("", "bail", "fish", *sites)),
        *map(Scout, sites), Sail(),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """A move is in the list exactly when no rule refuses it, and every refusal names a rule."""
    deck, chance = standard(), random.Random(seed)
    state, moves = setup(deck, 3 + seed % 2, seed), _every_move(standard())
    while movers := to_move(state):
        for seat in range(state.players):
            listed = set(legal_moves(state, seat))
            for move in moves:
                reason = refusal(state, seat, move)
                assert (reason is None) == (move in listed)
                assert reason is None or reason.startswith("R")
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


@pytest.mark.parametrize("seed", range(12))
def test_a_view_shows_nothing_hidden(seed: int) -> None:
    """pirates R1, R2: two states that differ only in what a player may not know give that player equal views."""
    chance = random.Random(seed)
    state = setup(standard(), 3 + seed % 2, seed)
    while movers := to_move(state):
        for seat in range(state.players):
            assert view(_otherwise_hidden(state, seat, chance), seat) == view(state, seat)
        seat = chance.choice(movers)
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))


def _otherwise_hidden(state: State, seat: int, chance: random.Random) -> State:
    """The same table as `seat` sees it: another seed, face-down boards, cards to come and secret spots changed."""
    places = [place for place in range(len(state.boards)) if place not in state.face_up]
    boards = list(state.boards)
    for place, board in zip(places, chance.sample([boards[p] for p in places], len(places)), strict=True):
        boards[place] = board
    secret = [p for p in range(PENGUINS) if _is_secret(state, seat, p)]
    hands = tuple(_reshuffled(hand, _seen(state, p, secret), chance) for p, hand in enumerate(state.hands))
    other = replace(state, seed=state.seed + 1, boards=tuple(boards), hands=hands,
                    events=_reshuffled(state.events, state.turn, chance))  # fmt: skip
    spots = tuple(_another(other, p) if p in secret and spot else spot for p, spot in enumerate(state.spots))
    return replace(other, spots=spots)


def _is_secret(state: State, seat: int, penguin: int) -> bool:
    others = placer(penguin, state.captain, state.players) != seat
    return state.phase == "place" and penguin != state.captain and others


def _seen(state: State, penguin: int, secret: list[int]) -> int:
    """How many cards of a penguin's deck lie open to the player."""
    taken = penguin == state.captain if state.phase == "captain" else penguin not in secret
    return state.turn if taken else state.turn - 1


def _another(state: State, penguin: int) -> Action:
    return state.card(penguin).open[0]


def _reshuffled(cards: tuple[int, ...], seen: int, chance: random.Random) -> tuple[int, ...]:
    rest = cards[seen:]
    return (*cards[:seen], *chance.sample(rest, len(rest)))


def test_a_view_shows_what_is_open() -> None:
    """And it does show what lies open: whatever else changes in the state changes the view."""
    state, chance = setup(standard(), 4, 5), random.Random(5)
    while state.phase != "sail":
        seat = to_move(state)[0]
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))
    open_changes = [
        replace(state, turn=2),
        replace(state, players=3),
        replace(state, variants=frozenset({"no-talk"})),
        replace(state, face_up=frozenset({0, 1})),
        replace(state, events=(state.events[1], state.events[0], *state.events[2:])),
        replace(state, spots=(None, *state.spots[1:])),
        replace(state, tracks=replace(state.tracks, water=3)),
        replace(state, ship=state.ship.turn(1)),
        replace(state, pirate=state.ship),
        replace(state, rescued=frozenset({"bob"})),
        replace(state, phase="scout"),
        replace(state, end="events"),
    ]
    assert all(view(changed, 0) != view(state, 0) for changed in open_changes)
