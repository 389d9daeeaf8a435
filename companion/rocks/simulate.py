"""Games between bots, and their figures: how the board is tuned (rocks O). Pure: a seed in, figures out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from companion.play import Bot, Seat
from companion.rocks.board import Board
from companion.rocks.moves import TAKE, Handle, Move, Stay, Step
from companion.rocks.rules import apply, legal_moves, result, setup, to_move, view
from companion.rocks.state import Position


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. `winner` is None for a draw; `deeds` counts what happened, by the names in `DEEDS`."""

    winner: Seat | None
    rounds: int
    filled: tuple[int, ...]
    deeds: Mapping[str, int]
    moves: int


DEEDS = ("own pile", "other pile", "another's nest", "own nest", "lying about", "hop", "stay")


@dataclass(frozen=True, slots=True)
class Figures:
    """Many games with the same number of players.

    `wins` is the share of each seat, `draws` that of games without a winner. `rounds` are the 10 %, 50 % and 90 %
    quantiles of the length. `deeds` is how often each happened in a game, on average.
    """

    games: int
    wins: tuple[float, ...]
    draws: float
    rounds: tuple[float, float, float]
    longest: int
    deeds: Mapping[str, float]


def play(board: Board, bots: Sequence[Bot], seed: int) -> Played:
    """One game between `bots`, one a seat; the same seed gives the same game."""
    state, moves, deeds = setup(board, len(bots), seed), 0, Counter[str]()
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    while movers := to_move(state):
        seat = movers[0]
        move = bots[seat](view(state, seat), legal_moves(state, seat), chance[seat])
        deeds.update(_deeds(state.position, move))
        state, moves = apply(state, seat, move), moves + 1
    end = result(state)
    return Played(end.winner, end.rounds, end.filled, deeds, moves)


def figures(played: Sequence[Played]) -> Figures:
    """What `played`, at least two games and all with the same number of players, have in common."""
    wins = Counter(game.winner for game in played)
    lengths = [game.rounds for game in played]
    tenths = quantiles(lengths, n=10)
    return Figures(
        games=len(played),
        wins=tuple(wins[seat] / len(played) for seat in range(len(played[0].filled))),
        draws=wins[None] / len(played),
        rounds=(tenths[0], median(lengths), tenths[-1]),
        longest=max(lengths),
        deeds={name: fmean(game.deeds.get(name, 0) for game in played) for name in DEEDS},
    )


def _deeds(position: Position, move: Move) -> list[str]:
    found = ["stay"] if isinstance(move, Stay) else []
    if isinstance(move, Step) and move.hop:
        found.append("hop")
    if isinstance(move, Step | Handle) and move.act == TAKE:
        graph = position.board.graph
        place = graph.number[move.place] if isinstance(move, Step) else position.at
        found.append(_source(position, place))
    return found


def _source(position: Position, place: int) -> str:
    graph, nest = position.board.graph, position.nest
    if place in graph.piles:
        return "own pile" if place == nest.pile else "other pile"
    if place in graph.ring_of:
        return "own nest" if place in nest.ring else "another's nest"
    return "lying about"
