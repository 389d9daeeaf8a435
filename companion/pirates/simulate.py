"""Games between bots, and their figures: how boards and cards are tuned (pirates O). Pure: a seed in, figures out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from companion.pirates.deck import Deck
from companion.pirates.moves import Put, Sail
from companion.pirates.rules import Result, apply, legal_moves, result, setup, to_move, view
from companion.play import Bot, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. Cooperative: `winners` are all seats or none; `scores` are 1 for a win, else 0.

    `placed` counts the placings by action, `yellow` those that cost something; `met` are the events that happened.
    """

    result: Result
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    moves: int
    hexes: int
    boards: int
    rescued: bool
    placed: Mapping[str, int] = field(default_factory=dict)
    yellow: int = 0
    met: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """Many games with the same number of players: shares of games, and means a game.

    `lost_after` is, by event card, the share of games lost among those that saw it happen.
    """

    games: int
    won: float
    ends: Mapping[str, float]
    rescued: float
    turns: float
    hexes: float
    boards: float
    yellow: float
    placed: Mapping[str, float]
    lost_after: Mapping[str, float]
    longest: int


def play(deck: Deck, bots: Sequence[Bot], seed: int, variants: Collection[str] = ()) -> Played:
    """One game between `bots`, one a seat; the same seed gives the same game."""
    state, moves, hexes, yellow = setup(deck, len(bots), seed, variants), 0, 0, 0
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    placed = Counter[str]()
    while movers := to_move(state):
        seat = movers[0]
        move = bots[seat](view(state, seat), legal_moves(state, seat), chance[seat])
        if isinstance(move, Put):
            placed[move.action] += 1
            yellow += state.card(move.penguin).colour(move.action) == "yellow"
        hexes += isinstance(move, Sail)
        state, moves = apply(state, seat, move), moves + 1
    end = result(state)
    seats = tuple(range(len(bots)))
    return Played(
        result=end, winners=seats if end.won else (), scores=(int(end.won),) * len(bots), moves=moves, hexes=hexes,
        boards=len(state.face_up), rescued=bool(state.rescued), placed=placed, yellow=yellow,
        met=tuple(deck.events[event].id for event in state.events[: state.turn]),
    )  # fmt: skip


def figures(played: Sequence[Played]) -> Figures:
    """What `played`, at least one game and all with the same number of players, have in common."""
    ends, met, lost, placed = (Counter[str]() for _ in range(4))
    for game in played:
        ends[game.result.end] += 1
        met.update(game.met)
        lost.update(() if game.result.won else game.met)
        placed.update(game.placed)
    return Figures(
        games=len(played),
        won=fmean(game.result.won for game in played),
        ends={end: count / len(played) for end, count in sorted(ends.items())},
        rescued=fmean(game.rescued for game in played),
        turns=fmean(game.result.turn for game in played),
        hexes=fmean(game.hexes for game in played),
        boards=fmean(game.boards for game in played),
        yellow=fmean(game.yellow for game in played),
        placed={action: count / len(played) for action, count in sorted(placed.items())},
        lost_after={event: lost[event] / met[event] for event in sorted(met)},
        longest=max(game.moves for game in played),
    )
