"""The rules of pirates, R1 to R10 of games.md: pure functions from state to state.

A turn: the captain places openly (`Put`), the others in secret, all at once; then the captain takes
penguins off (`Take`) and moves the ship (`Sail`) in any order, until neither is possible. Event and
pirates follow of themselves. `legality.py` says which moves are legal, `turns.py` what they do;
this is the door to both.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

from companion.errors import UsageError
from companion.pirates.boards import COUSIN
from companion.pirates.crew import PENGUINS, TURNS
from companion.pirates.deck import Deck
from companion.pirates.entering import VARIANTS, End
from companion.pirates.legality import generate, refusal
from companion.pirates.moves import Move, sort_key
from companion.pirates.state import State, Vessel, to_move, view
from companion.pirates.turns import NOBODY, apply
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

PLAYERS = (3, 4)


@dataclass(frozen=True, slots=True)
class Result:
    """The end: all win or all lose, and by what, in which turn (pirates R9)."""

    won: bool
    end: End
    turn: int
    players: int

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The whole crew, or nobody."""
        return tuple(range(self.players)) if self.won else ()

    @property
    def points(self) -> tuple[int, ...]:
        """1 each for a win, else 0."""
        return (int(self.won),) * self.players


def setup(deck: Deck, players: int, seed: int, variants: Collection[str] = ()) -> State:
    """The first turn of a game of 3 or 4; seat 0 holds the captain (pirates R1)."""
    if not PLAYERS[0] <= players <= PLAYERS[1]:
        raise UsageError("pirates", f"{players} players", remedy="play with 3 or 4")
    _check_variants(deck, variants)
    chance = random.Random(seed)
    return State(
        deck=deck,
        seed=seed,
        variants=frozenset(variants),
        players=players,
        boards=_boards(deck, chance),
        events=tuple(
            sorted(chance.sample(range(TURNS), TURNS), key=lambda event: deck.events[event].order)
        ),
        hands=tuple(tuple(chance.sample(range(TURNS), TURNS)) for _ in range(PENGUINS)),
        turn=1,
        phase="captain",
        face_up=frozenset({0}),
        spots=NOBODY,
        tracks=deck.start,
        ship=Vessel(deck.chart.pier, deck.pier_facing),
        pirate=None,
        rescued=frozenset(),
    )


def _check_variants(deck: Deck, variants: Collection[str]) -> None:
    unknown = sorted(set(variants) - VARIANTS)
    if unknown:
        raise UsageError(
            "pirates",
            f"no variant {unknown[0]!r}",
            remedy=f"use one of: {', '.join(sorted(VARIANTS))}",
        )
    if COUSIN in variants and not deck.cousin:
        raise UsageError(
            "pirates", "Bob's cousin is on no board of this deck", remedy="leave the variant out"
        )


def _boards(deck: Deck, chance: random.Random) -> tuple[int, ...]:
    """A board for each place, shuffled among those with the same back (pirates R1)."""
    piles: dict[str, list[int]] = {}
    for index in chance.sample(range(len(deck.boards)), len(deck.boards)):
        piles.setdefault(deck.boards[index].back, []).append(index)
    return tuple(piles[site.back].pop() for site in deck.sites)


def result(state: State) -> Result:
    """How a game that is over ended."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    return Result(state.end == "home", state.end, state.turn, state.players)


def legal_moves(state: State, player: Seat) -> LegalMoves[Move]:
    """The moves of `player`, sorted by `sort_key`; none when it is not theirs to move."""
    return LegalMoves(
        lambda move: isinstance(move, Move) and refusal(state, player, move) is None,
        lambda: generate(state, player),
    )
