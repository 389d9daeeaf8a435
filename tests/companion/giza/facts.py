"""What the shared tests must know of giza."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.giza.deck import Deck, standard
from companion.giza.pyramid import SLOTS, legal_slots, status
from companion.giza.rules import Result, apply, legal_moves, setup, to_move
from companion.giza.state import (
    NUMBERS,
    ROUNDS,
    Choose,
    End,
    Flip,
    Lay,
    Move,
    Place,
    State,
    Swap,
    TakeChief,
    Train,
)
from companion.play import Seat
from tests.companion.facts import Setting, any_move, one_deck

LONGEST = 4 * ROUNDS * 4 + standard().tokens  # choose, place, act, end; and each token is laid once
SECRETS = True
RECORDED = Setting("plain.toml", players=3, seed=97)  # a seed that shows every kind of move
decks, start, wander = one_deck, setup, any_move


def scarce(state: State) -> State:
    """No deck and no tokens."""
    return replace(state, draw=(), seen=0, supply=0)


def check(state: State) -> None:
    """No card and no token is lost, and the facts of the rules hold (giza R2, R4, R6, R7, R8)."""
    pieces = Counter([*state.row, *state.draw])
    pieces.update(
        placed.penguin for player in state.players for _, placed in player.pyramid.placed()
    )
    assert pieces == Counter(state.deck.penguins)
    tokens = sum(
        p.tokens + sum(placed.tokens for _, placed in p.pyramid.placed()) for p in state.players
    )
    assert tokens + state.supply == state.deck.tokens
    assert len(state.row) == _to_place(state).count(True), "the deck never runs out"
    for player, to_place in zip(state.players, _to_place(state), strict=True):
        assert player.hand or state.phase == "turn", "a hand never empties"
        assert not status(player.pyramid), "what was built by the rules is legal"
        assert len(player.pyramid) == state.round - to_place
        assert legal_slots(player.pyramid, 0) or not to_place, "a slot for weight 0 always exists"


def _to_place(state: State) -> list[bool]:
    """By seat, whether the penguin of this round is still to be placed."""
    if state.phase == "turn":
        waiting = state.order[1:] if state.placed else state.order
        return [seat in waiting for seat in range(len(state.players))]
    return [state.phase == "choose"] * len(state.players)


def check_end(state: State, result: Result) -> None:
    """Ten penguins each; everyone has a place, the first has the highest score (giza R11, R13)."""
    assert (state.phase, state.round) == ("over", ROUNDS)
    assert sorted(result.ranking) == list(range(len(state.players)))
    assert [score.total for score in result.scores] == list(result.points), "no score is unknown"
    assert result.points[result.winners[0]] == max(result.points)


def every_move(deck: Deck) -> list[Move]:
    """By kind, then number, colour side before grey, then slot."""
    return [
        *map(Choose, NUMBERS),
        *map(Lay, SLOTS),
        TakeChief(),
        *map(Flip, SLOTS),
        *map(Swap, deck.penguins),
        Train(),
        *(Place(p, slot, grey) for p in deck.penguins for grey in (False, True) for slot in SLOTS),
        End(),
    ]


def disguise(state: State, seat: Seat, chance: random.Random) -> State:
    """Another seed, the unseen deck shuffled, others' secret choices changed."""
    cut = len(state.draw) - state.seen
    draw = (*chance.sample(state.draw[:cut], cut), *state.draw[cut:])
    players = tuple(
        replace(player, choice=chance.choice(player.hand))
        if other != seat and state.phase == "choose" and player.choice is not None
        else player
        for other, player in enumerate(state.players)
    )
    return replace(state, seed=state.seed + 1, draw=draw, players=players)


def open_changes(deck: Deck) -> tuple[State, list[State]]:
    """After the reveal of a first round: who leads, supply, row, goals, turn, seen
    cards, tokens.
    """
    state = setup(deck, 3, 5)
    for seat, number in enumerate((5, 3, 1)):
        state = apply(state, seat, Choose(number))
    return state, [
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


def begin(deck: Deck, setting: Setting) -> State:
    """There are no variants."""
    return setup(deck, setting.players, setting.seed)


def record(state: State, chance: random.Random) -> tuple[Seat, Move]:
    """Anyone, any move."""
    seat = chance.choice(to_move(state))
    return seat, chance.choice(tuple(legal_moves(state, seat)))


def ending(_state: State, result: Result) -> Iterator[str]:
    """How each total comes about, and the places."""
    for seat, score in enumerate(result.scores):
        goals = " ".join(f"{goal.id}={goal.points}" for goal in score.goals)
        yield f"score {seat:<2}  {score.total} = {'+'.join(map(str, score.levels))} {goals}"
    yield f"ranking   {' '.join(map(str, result.ranking))}"


def shown(moves: Sequence[str], _positions: Sequence[str]) -> dict[str, bool]:
    """All kinds of moves, and forced greys."""
    words = {move.split(" ")[0] for move in moves}
    return {
        **{word: word in words for word in ("flip", "swap", "chief", "train", "end")},
        "every action": {f"#{number}" for number in NUMBERS} <= words,
        "a token laid": any(move.startswith("+") for move in moves),
        "a penguin placed": any(move[:2].isdigit() and move[2] == "-" for move in moves),
        "a grey placed": any("g-" in move for move in moves),
    }
