"""A game of combust while a move is carried out: the state taken apart, changed in place, and
frozen again.

Only `turns` makes one, and none outlives the move: outside, states never change.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from companion.combust.deck import CardNo
from companion.combust.state import Cards, Phase, State, Task
from companion.play import Seat


class Table:
    """The fields of a `State`, as lists. A card leaves one place and comes to another: see `take`
    and `put`.
    """

    __slots__ = (
        "active",
        "deck",
        "declined",
        "discard",
        "draw",
        "gone",
        "hands",
        "kept",
        "lines",
        "living",
        "lots",
        "peeked",
        "phase",
        "seed",
        "shields",
        "shown",
        "todo",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.deck, self.seed, self.turn, self.active = (
            state.deck,
            state.seed,
            state.turn,
            state.active,
        )
        self.phase: Phase = state.phase
        self.kept, self.gone, self.shown, self.lots = (
            state.kept,
            state.gone,
            state.shown,
            state.lots,
        )
        self.draw, self.discard, self.declined = state.draw, state.discard, state.declined
        self.lines, self.hands = list(state.lines), list(state.hands)
        self.shields, self.peeked = state.shields, state.peeked
        self.todo: list[Task] = list(state.todo)
        self.living = _living(len(self.lines), self.gone)

    def freeze(self) -> State:
        """The state as it is now."""
        return State(
            self.deck,
            self.seed,
            self.phase,
            self.turn,
            self.active,
            self.kept,
            tuple(self.lines),
            tuple(self.hands),
            self.shields,
            self.declined,
            self.gone,
            self.draw,
            self.discard,
            self.peeked,
            self.shown,
            self.lots,
            tuple(self.todo),
        )

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """The living seats clockwise, from `seat` on."""
        place = bisect_left(self.living, seat)
        return self.living[place:] + self.living[:place]

    @property
    def out(self) -> Sequence[Seat]:
        """Who is out of the game."""
        return [seat for group in self.gone for seat in group] if self.gone else ()

    def neighbour(self, seat: Seat, way: str) -> Seat:
        """The living seat to the left (clockwise) or right of `seat`."""
        others = [s for s in self.from_seat(seat) if s != seat]
        return others[0 if way == "left" else -1]

    def to_line(self, seat: Seat, card: CardNo) -> None:
        """Put a card on a line."""
        self.lines[seat] = tuple(sorted((*self.lines[seat], card)))

    def from_line(self, seat: Seat, card: CardNo) -> None:
        """Take a card off a line."""
        self.lines[seat] = _without(self.lines[seat], card)

    def set_hand(self, seat: Seat, hand: Cards) -> None:
        """Give a seat another hand: what was shown of the old one is past, an empty one ends a
        refusal to play (R6).
        """
        self.hands[seat] = hand
        if self.shown:
            self.shown = tuple(pair for pair in self.shown if pair[1] != seat)
        if not hand and self.declined:
            self.declined = tuple(other for other in self.declined if other != seat)

    def to_hand(self, seat: Seat, card: CardNo) -> None:
        """Take a card into a hand."""
        self.set_hand(seat, tuple(sorted((*self.hands[seat], card))))

    def from_hand(self, seat: Seat, card: CardNo) -> None:
        """Take a card out of a hand."""
        self.set_hand(seat, _without(self.hands[seat], card))

    def to_discard(self, card: CardNo) -> None:
        """Put a card on top of the discard pile."""
        self.discard = (*self.discard, card)

    def draw_card(self) -> CardNo:
        """Take the deck's top card; there must be one."""
        card, self.draw = self.draw[0], self.draw[1:]
        if any(self.peeked):
            self.peeked = tuple(max(0, known - 1) for known in self.peeked)
        return card

    def shield(self, seat: Seat, turns: int) -> None:
        """Protect a line until so many turns of its owner have begun."""
        self.shields = (*self.shields[:seat], turns, *self.shields[seat + 1 :])

    def peek(self, seat: Seat, known: int) -> None:
        """So many cards on top of the deck are known to a seat."""
        self.peeked = (*self.peeked[:seat], known, *self.peeked[seat + 1 :])

    def lot(self, cards: Sequence[CardNo]) -> CardNo:
        """One of `cards` by chance, which lies in the state alone."""
        self.lots += 1
        return random.Random(f"{self.seed}/{self.lots}").choice(cards)


@lru_cache(maxsize=1 << 10)
def _living(players: int, gone: tuple[tuple[Seat, ...], ...]) -> tuple[Seat, ...]:
    out = {seat for group in gone for seat in group}
    return tuple(seat for seat in range(players) if seat not in out)


def _without(cards: Cards, card: CardNo) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
