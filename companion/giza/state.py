"""A game of giza at one moment: everything, with its secrets, and what one player may
know of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from companion.giza import order
from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.pyramid import Pyramid
from companion.play import Seat

Phase: TypeAlias = Literal["choose", "turn", "over"]

ORDER_FIXED_AT_REVEAL = True  # giza R3 (D): a Chief taken this round counts from the next
FLIP_IN_HAND = True  # giza R9 (D): with #2 the new penguin may be flipped before it is placed


@dataclass(frozen=True, slots=True)
class Player:
    """One player's things. `choice` is the action of this round, secret until all have chosen.

    At the reveal it leaves the hand and is the last of `played`; `tokens` are those not yet laid.
    """

    played: tuple[int, ...] = ()
    choice: int | None = None
    tokens: int = 0
    pyramid: Pyramid = field(default_factory=Pyramid)

    @property
    def hand(self) -> tuple[int, ...]:
        """The actions that may be chosen (giza R4)."""
        return order.hand(self.played)

    def choosing(self, choice: int | None) -> Player:
        """The same with another choice; `replace` would take twice the time."""
        return Player(self.played, choice, self.tokens, self.pyramid)


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. Seat 0 is the youngest player (giza R1), seats go clockwise.

    `row` are the available penguins, by number. `draw` is the deck, top first, of which everybody
    has seen the `seen` last ones go under (giza R9, #3). `order` are the seats that have not ended
    their turn this round, the active one first, fixed at the reveal (giza R3); `placed` and `acted`
    say what it has done.
    """

    deck: Deck = field(repr=False)
    seed: int
    round: int
    phase: Phase
    goals: tuple[Goal, ...]
    chief: Seat
    players: tuple[Player, ...]
    row: tuple[Penguin, ...]
    draw: tuple[Penguin, ...]
    seen: int
    supply: int
    order: tuple[Seat, ...] = ()
    placed: bool = False
    acted: bool = False


class View(NamedTuple):  # each decision makes one: a tuple costs a sixth of a frozen dataclass
    """What the player in `seat` may know: no seed, no order of the deck, no choice of others before
    the reveal.

    Field names as in `State`. `chosen` says who has chosen. The `unseen` cards of the deck lie in
    an order that nobody knows, above the `bottom` ones.
    """

    seat: Seat
    deck: Deck
    round: int
    phase: Phase
    goals: tuple[Goal, ...]
    chief: Seat
    players: tuple[Player, ...]
    chosen: tuple[bool, ...]
    row: tuple[Penguin, ...]
    unseen: frozenset[Penguin]
    bottom: tuple[Penguin, ...]
    supply: int
    order: tuple[Seat, ...]
    placed: bool
    acted: bool


def to_move(state: State) -> tuple[Seat, ...]:
    """All who have not chosen, or the one whose turn it is (giza R3)."""
    if state.phase == "choose":
        return tuple([seat for seat, player in enumerate(state.players) if player.choice is None])
    return state.order[:1]
