"""What the shared tests must know of combust."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.combust.deck import FIRST_EVENT, Deck
from companion.combust.rules import Result, apply, legal_moves, setup, to_move
from companion.combust.state import (
    HAND,
    PLAYERS,
    Discard,
    Keep,
    Move,
    NamePlayer,
    Pass,
    Place,
    State,
    Take,
    decision,
)
from companion.play import Seat
from tests.companion.facts import Setting, any_move, one_deck

LONGEST = 1000  # each card is played once, with a few choices; a game has about 80 moves
SECRETS = True
RECORDED = Setting("plain.toml", players=4, seed=3)  # a seed that shows every kind of move
decks, start, wander = one_deck, setup, any_move


def scarce(state: State) -> State:
    """No deck, so nobody knows its top."""
    return replace(state, draw=(), peeked=(0,) * len(state.hands))


def check(state: State) -> None:
    """No card is lost, who is out has nothing, events are never held, and someone is asked
    (combust R2, R3, R6).
    """
    piles = [state.draw, state.discard, *state.lines, *state.hands]
    assert Counter(card for pile in piles for card in pile) == Counter(state.deck.cards)
    for seat in state.out:
        assert (state.lines[seat], state.hands[seat], state.shields[seat]) == ((), (), 0)
    for pile in (*state.lines, *state.hands):
        assert list(pile) == sorted(pile)
        assert all(card < FIRST_EVENT for card in pile), "events are never held"
    assert set(state.out).isdisjoint(to_move(state))
    assert all(state.hands[seat] for seat in state.declined), "a refusal ends with an empty hand"
    assert (decision(state.todo) is not None) == (state.phase in ("turns", "last"))
    for seat in to_move(state):
        assert len(legal_moves(state, seat)) > 1 or state.phase == "keep", "a choice of one is none"


def check_end(state: State, result: Result) -> None:
    """The deck ran out or the other clans did; everyone has a place, the first have the highest
    sum (combust R7).
    """
    living = set(range(len(state.lines))) - state.out
    assert state.phase == "over"
    assert not state.draw or len(living) <= 1
    assert sorted(seat for place in result.ranking for seat in place) == list(
        range(len(state.lines))
    )
    assert set(result.winners) <= living
    assert bool(result.winners) == bool(living)
    assert all(result.points[seat] == max(result.points) for seat in result.winners)


def every_move(deck: Deck) -> list[Move]:
    """By kind, then seat, then card."""
    cards, seats = sorted(set(deck.cards)), range(PLAYERS[1])
    return [
        *map(Keep, cards),
        *map(Place, cards),
        *map(Discard, cards),
        *(Take(seat, card) for seat in (HAND, *seats) for card in cards),
        *map(NamePlayer, seats),
        Pass(),
    ]


def disguise(state: State, seat: Seat, chance: random.Random) -> State:
    """Another seed, and the cards of the deck and of hidden hands dealt again."""
    seen = {seat, *(whose for viewer, whose in state.shown if viewer == seat)}
    hidden = [other for other in range(len(state.hands)) if other not in seen]
    known = state.peeked[seat]
    unknown = [*state.draw[known:], *(card for other in hidden for card in state.hands[other])]
    penguins = [card for card in unknown if card < FIRST_EVENT]
    chance.shuffle(penguins)
    hands = list(state.hands)
    for other in hidden:
        hands[other] = tuple(sorted(penguins.pop() for _ in state.hands[other]))
    draw = penguins + [card for card in unknown if card >= FIRST_EVENT]
    chance.shuffle(draw)
    kept = tuple(
        chance.choice(hands[s]) if card and s != seat else card for s, card in enumerate(state.kept)
    )
    return replace(
        state,
        seed=state.seed + 1,
        lots=state.lots + 1,
        hands=tuple(hands),
        kept=kept,
        draw=(*state.draw[:known], *draw),
    )


def open_changes(deck: Deck) -> tuple[State, list[State]]:
    """When all have kept a card: whose turn, lines, sizes of hands and of the deck, who is out,
    what is to do.
    """
    state = setup(deck, 3, 5)
    for seat in range(3):
        state = apply(state, seat, next(iter(legal_moves(state, seat))))
    return state, [
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


def begin(deck: Deck, setting: Setting) -> State:
    """There are no variants."""
    return setup(deck, setting.players, setting.seed)


def record(state: State, chance: random.Random) -> tuple[Seat, Move]:
    """Anyone, any move."""
    seat = chance.choice(to_move(state))
    return seat, chance.choice(tuple(legal_moves(state, seat)))


def ending(_state: State, result: Result) -> Iterator[str]:
    """The places, those who share one together."""
    yield f"ranking   {' '.join('+'.join(map(str, place)) for place in result.ranking)}"


def shown(moves: Sequence[str], positions: Sequence[str]) -> dict[str, bool]:
    """All kinds of moves, picks from hand and line, an extinction and what follows, and the last
    round.
    """
    words = {move.split(" ")[0] for move in moves}
    return {
        **{word: word in words for word in ("keep", "place", "discard", "pick", "name", "pass")},
        "a pick from the hand": any(move.startswith("pick hand:") for move in moves),
        "a pick from a line": any(move.startswith("pick ") and move[5].isdigit() for move in moves),
        "a rescue": any("rescue." in position for position in positions),
        "the last round": any("last." in position for position in positions),
        "somebody is out": positions[-1].split()[5] != "-",
    }
