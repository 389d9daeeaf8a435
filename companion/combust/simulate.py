"""Games between bots, and their figures: how a deck is tuned (combust O). Pure: a seed in, figures out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.moves import Discard
from companion.combust.rules import apply, legal_moves, result, setup, to_move, view
from companion.play import Bot, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game.

    `winners` share the first place; nobody in a draw. `first` is the seat that started. By seat, `discarded` are the
    kinds whose ability the player used and `sums` the line's sum at the end; `out` counts those who went out.
    `events` are the kinds of events that happened.
    """

    winners: tuple[Seat, ...]
    first: Seat
    turns: int
    moves: int
    sums: tuple[int, ...]
    out: int
    deck_ran_out: bool
    discarded: tuple[frozenset[CardNo], ...]
    events: frozenset[CardNo]


@dataclass(frozen=True, slots=True)
class Figures:
    """Many games with the same number of players.

    `wins` is the share of each seat and `starts` of whoever started, a shared win in parts. `elimination` is the
    share of games in which somebody went out, `ran_out` of those that came to the last round. `power` is, by kind, how
    often those who discarded it won, against the average discarder; `verbs` how many games saw each verb.
    """

    games: int
    wins: tuple[float, ...]
    starts: float
    draws: float
    turns: tuple[int, float, int]
    sums: float
    elimination: float
    ran_out: float
    power: Mapping[CardNo, float]
    verbs: Mapping[str, int]
    longest: int


def play(deck: Deck, bots: Sequence[Bot], seed: int) -> Played:
    """One game between `bots`, one a seat; the same seed gives the same game."""
    state, moves, first = setup(deck, len(bots), seed), 0, None
    dealt = len(state.discard)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    discarded: list[set[CardNo]] = [set() for _ in bots]
    while movers := to_move(state):
        seat = movers[0]
        move = bots[seat](view(state, seat), legal_moves(state, seat), chance[seat])
        if isinstance(move, Discard):
            discarded[seat].add(move.card)
        state, moves = apply(state, seat, move), moves + 1
        if first is None and state.phase != "keep":
            first = state.active
    end = result(state)
    return Played(
        winners=end.winners, first=first or 0, turns=state.turn, moves=moves, sums=end.sums, out=len(state.out),
        deck_ran_out=not state.draw, discarded=tuple(map(frozenset, discarded)),
        events=frozenset(card for card in state.discard[dealt:] if card >= FIRST_EVENT),
    )  # fmt: skip


def figures(deck: Deck, played: Sequence[Played]) -> Figures:
    """What `played`, at least one game of `deck` and all with the same number of players, have in common."""
    players = range(len(played[0].sums))
    turns = sorted(game.turns for game in played)
    return Figures(
        games=len(played),
        wins=tuple(fmean(_share(game, seat) for game in played) for seat in players),
        starts=fmean(_share(game, game.first) for game in played),
        draws=fmean(not game.winners for game in played),
        turns=(turns[0], median(turns), turns[-1]),
        sums=median(total for game in played for total in game.sums if total),
        elimination=fmean(game.out > 0 for game in played),
        ran_out=fmean(game.deck_ran_out for game in played),
        power=_power(played),
        verbs=_verbs(deck, played),
        longest=max(game.moves for game in played),
    )


def _share(game: Played, seat: Seat) -> float:
    """A win, or the part of one that is shared."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _power(played: Sequence[Played]) -> dict[CardNo, float]:
    used, won = Counter[CardNo](), Counter[CardNo]()
    for game in played:
        for seat, cards in enumerate(game.discarded):
            used.update(cards)
            won.update(cards if seat in game.winners else ())
    average = won.total() / max(1, used.total())
    return {card: won[card] / used[card] / average for card in sorted(used)}


def _verbs(deck: Deck, played: Sequence[Played]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for game in played:
        cards = game.events.union(*game.discarded)
        seen.update({verb.name for card in cards for verb in deck.abilities[card]})
    return seen
