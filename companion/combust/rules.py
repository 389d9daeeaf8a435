"""The rules of combust, R1 to R7 of games.md: pure functions from state to state.

Everybody keeps one of four dealt cards in secret; then turns of one decision after the other: which
card to play and how, and what its verbs need to know. `legality.py` says which moves are legal,
`turns.py` and `effects.py` what they do; this is the door to all of them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.combust import order
from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.legality import generate, refusal
from companion.combust.moves import Move, sort_key
from companion.combust.order import DEALT, MAX_PLAYERS, MIN_PLAYERS, clan
from companion.combust.state import DEALER, Cards, State, View, to_move
from companion.combust.turns import apply
from companion.errors import UsageError
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
    """The end: each seat's line sum, and the places, first to last, with those who share one
    together.

    `winners` is empty when the last clans went out together: a draw (combust R6, R7).
    """

    sums: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's line sum."""
        return self.sums


def setup(deck: Deck, players: int, seed: int) -> State:
    """Four penguins are dealt to each of 3 to 8 players, from seat 1 on; seat 0 deals
    (combust R1).
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise UsageError(
            "combust", f"{players} players", remedy=f"play with {MIN_PLAYERS} to {MAX_PLAYERS}"
        )
    draw = list(deck.cards)
    random.Random(seed).shuffle(draw)
    draw.reverse()  # the top is last while cards are dealt
    discard = [draw.pop()]
    hands: list[list[CardNo]] = [[] for _ in range(players)]
    for turn in range(players * DEALT):
        hands[(DEALER + 1 + turn) % players].append(_deal(draw, discard))
    return State(
        deck=deck,
        seed=seed,
        phase="keep",
        turn=0,
        active=DEALER,
        kept=(0,) * players,
        lines=((),) * players,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        shields=(0,) * players,
        declined=(),
        gone=(),
        draw=tuple(reversed(draw)),
        discard=tuple(discard),
        peeked=(0,) * players,
        shown=(),
        lots=0,
        todo=(),
    )


def _deal(draw: list[CardNo], discard: list[CardNo]) -> CardNo:
    """The next penguin; events go to the discard pile without effect (combust R1, R2 (D))."""
    while draw[-1] >= FIRST_EVENT:
        discard.append(draw.pop())
    return draw.pop()


def result(state: State) -> Result:
    """How a game that is over ended (combust R6, R7)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    sums = tuple(sum(line) for line in state.lines)
    out = state.out
    living = {seat: clan(line) for seat, line in enumerate(state.lines) if seat not in out}
    places = order.ranking(living, state.gone)
    return Result(sums, places, places[0] if living else ())


def view(state: State, player: Seat) -> View:
    """What `player` may know: the own hand, those just looked at, and all that lies open."""
    return View(
        player,
        state.deck,
        state.phase,
        state.turn,
        state.active,
        tuple(map(bool, state.kept)),
        state.kept[player],
        state.lines,
        _open_hands(state, player),
        tuple(map(len, state.hands)),
        state.shields,
        state.declined,
        state.gone,
        state.draw[: state.peeked[player]],
        len(state.draw),
        state.discard,
        state.shown,
        state.todo,
    )


def _open_hands(state: State, player: Seat) -> tuple[Cards | None, ...]:
    """The own hand, and those that `player` has looked at and that have not changed since."""
    hands: list[Cards | None] = [None] * len(state.hands)
    hands[player] = state.hands[player]
    for viewer, whose in state.shown:
        if viewer == player:
            hands[whose] = state.hands[whose]
    return tuple(hands)


def legal_moves(state: State, player: Seat) -> LegalMoves[Move]:
    """The moves of `player`, sorted by `sort_key`; none when it is not theirs to move."""
    return LegalMoves(
        lambda move: isinstance(move, Move) and refusal(state, player, move) is None,
        lambda: generate(state, player),
    )
