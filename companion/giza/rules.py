"""The rules of giza, R1 to R13 of games.md: pure functions from state to state.

A round is a secret choice (`Choose`, all at once), then each player's turn in the order of the
reveal. A turn is moves in any order: `Place` once, the action at most once, tokens, and `End`.
`legality.py` says which moves are legal, `turns.py` what they do; this is the door to both.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.errors import UsageError
from companion.giza.deck import Deck
from companion.giza.legality import generate, refusal
from companion.giza.moves import Move, sort_key
from companion.giza.order import GOALS_IN_PLAY
from companion.giza.scoring import Score, ranking, score
from companion.giza.state import Player, State, View, to_move
from companion.giza.turns import apply, next_round
from companion.play import LegalMoves, Seat

__all__ = [
    "Result",
    "apply",
    "legal_moves",
    "refusal",
    "result",
    "setup",
    "sort_key",
    "to_move",
    "view",
]


@dataclass(frozen=True, slots=True)
class Result:
    """The end: each seat's score, and the seats from first to last (giza R11-R13)."""

    scores: tuple[Score, ...]
    ranking: tuple[Seat, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who comes first; ties are broken, so it is one."""
        return self.ranking[:1]

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's total."""
        return tuple(score.total or 0 for score in self.scores)


def setup(deck: Deck, players: int, seed: int) -> State:
    """The first round of a game of 2 to 4; seat 0, the youngest, holds the Chief (giza R1)."""
    if not 2 <= players <= len(deck.players):
        raise UsageError("giza", f"{players} players", remedy=f"play with 2 to {len(deck.players)}")
    chance = random.Random(seed)
    goals = chance.sample(deck.goals, GOALS_IN_PLAY)
    draw = chance.sample(deck.penguins, len(deck.penguins))
    state = State(
        deck=deck, seed=seed, round=0, phase="choose", goals=tuple(goals), chief=0,
        players=(Player(),) * players, row=(), draw=tuple(draw), seen=0, supply=deck.tokens,
    )  # fmt: skip
    return next_round(state)


def result(state: State) -> Result:
    """The scores of a game that is over; ties go clockwise from the Chief (giza R11, R13)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    pyramids = [player.pyramid for player in state.players]
    scores = tuple(
        score(own, state.goals, [*pyramids[:s], *pyramids[s + 1 :]])
        for s, own in enumerate(pyramids)
    )
    totals = {seat: found.total or 0 for seat, found in enumerate(scores)}
    return Result(scores, ranking(totals, state.chief, range(len(totals))))


def view(state: State, player: Seat) -> View:
    """What `player` may know: choices of others are hidden until all have chosen, and so is the
    deck.
    """
    cut = len(state.draw) - state.seen
    chosen = tuple([p.choice is not None for p in state.players])
    return View(
        player,
        state.deck,
        state.round,
        state.phase,
        state.goals,
        state.chief,
        _open_choices(state, player),
        chosen,
        state.row,
        frozenset(state.draw[:cut]),
        state.draw[cut:],
        state.supply,
        state.order,
        state.placed,
        state.acted,
    )


def _open_choices(state: State, player: Seat) -> tuple[Player, ...]:
    if state.phase != "choose":
        return state.players
    return tuple(p if seat == player else p.choosing(None) for seat, p in enumerate(state.players))


def legal_moves(state: State, player: Seat) -> LegalMoves[Move]:
    """The moves of `player`, sorted by `sort_key`; none when it is not theirs to move."""
    return LegalMoves(
        lambda move: isinstance(move, Move) and refusal(state, player, move) is None,
        lambda: generate(state, player),
    )
