"""Games between bots, and their figures: how a deck is tuned (giza O). Pure: a seed in, figures out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from companion.giza.deck import Deck
from companion.giza.moves import Place
from companion.giza.rules import apply, legal_moves, result, setup, to_move, view
from companion.play import Bot, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: by seat the level score, the total and the forced greys; by goal, how many met it."""

    winner: Seat
    level_scores: tuple[int, ...]
    totals: tuple[int, ...]
    forced_greys: tuple[int, ...]
    met: Mapping[str, int]
    moves: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Many games with the same number of players.

    `wins` is the share of each seat. `forced_greys` is the mean a player. `met` is, by goal, the share of players who
    met it in the games in which it lay on the table.
    """

    games: int
    wins: tuple[float, ...]
    level_score: float
    total: float
    forced_greys: float
    met: Mapping[str, float]
    longest: int


def play(deck: Deck, bots: Sequence[Bot], seed: int) -> Played:
    """One game between `bots`, one a seat; the same seed gives the same game."""
    state, moves, forced = setup(deck, len(bots), seed), 0, [0] * len(bots)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    while movers := to_move(state):
        seat = movers[0]
        move = bots[seat](view(state, seat), legal_moves(state, seat), chance[seat])
        after = apply(state, seat, move)
        if isinstance(move, Place) and move.grey and after.acted == state.acted:
            forced[seat] += 1
        state, moves = after, moves + 1
    end = result(state)
    return Played(
        winner=end.ranking[0],
        level_scores=tuple(sum(weight or 0 for weight in score.levels) for score in end.scores),
        totals=tuple(score.total or 0 for score in end.scores),
        forced_greys=tuple(forced),
        met=Counter({goal.id: sum(bool(s.goals[n].points) for s in end.scores) for n, goal in enumerate(state.goals)}),
        moves=moves,
    )


def figures(played: Sequence[Played]) -> Figures:
    """What `played`, at least one game and all with the same number of players, have in common."""
    players = len(played[0].totals)
    wins = Counter(game.winner for game in played)
    met, shown = Counter[str](), Counter[str]()
    for game in played:
        met.update(game.met)
        shown.update(game.met.keys())
    return Figures(
        games=len(played),
        wins=tuple(wins[seat] / len(played) for seat in range(players)),
        level_score=median(score for game in played for score in game.level_scores),
        total=median(total for game in played for total in game.totals),
        forced_greys=fmean(greys for game in played for greys in game.forced_greys),
        met={goal: met[goal] / (shown[goal] * players) for goal in sorted(shown)},
        longest=max(game.moves for game in played),
    )
