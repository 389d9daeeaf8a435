"""The state of a giza game, its moves, and the rules that engine and phones share."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.pyramid import Pyramid, Slot
from companion.language import say
from companion.play import Seat

SeatT = TypeVar("SeatT", bound=Hashable)
Phase: TypeAlias = Literal["choose", "turn", "over"]

LEAD, FLIP, SWAP, GATHER, TRAIN = NUMBERS = (1, 2, 3, 4, 5)  # the action cards (giza R9)
ROUNDS = 10  # giza R2
GOALS_IN_PLAY = 3  # giza R1


# A seat is an index or an id, as the caller likes; `clockwise` lists all seats.
@dataclass(frozen=True, slots=True)
class Turn(Generic[SeatT]):
    """A turn of a round: seat, number of its action, tie-break in words ("" without a tie)."""

    seat: SeatT
    number: int
    why: str = ""


def from_chief(chief: SeatT, clockwise: Sequence[SeatT]) -> tuple[SeatT, ...]:
    """Return the seats clockwise, from the Chief's holder.

    >>> from_chief("c", "abcd")
    ('c', 'd', 'a', 'b')
    """
    start = clockwise.index(chief)
    return (*clockwise[start:], *clockwise[:start])


def turn_order(
    choices: Mapping[SeatT, int], chief: SeatT, clockwise: Sequence[SeatT]
) -> tuple[Turn[SeatT], ...]:
    """Return the turns: lowest number first, ties clockwise from the Chief (giza R3).

    >>> for turn in turn_order({"a": 4, "b": 1, "c": 4}, "b", "abc"):
    ...     print(turn.seat, turn.number, turn.why or "alone")
    b 1 alone
    c 4 tie: nearest clockwise from the Chief's holder
    a 4 tie: next clockwise
    """
    seats = sorted(
        (seat for seat in from_chief(chief, clockwise) if seat in choices), key=choices.__getitem__
    )
    turns = []
    for seat in seats:
        tied = [other for other in seats if choices[other] == choices[seat]]
        if len(tied) == 1:
            why = ""
        elif seat != tied[0]:
            why = say("tie: next clockwise")
        elif seat == chief:  # "held", because taking the Chief changes the next round (giza R3.D)
            why = say("tie: held the Chief")
        else:
            why = say("tie: nearest clockwise from the Chief's holder")
        turns.append(Turn(seat, choices[seat], why))
    return tuple(turns)


def ranking(
    totals: Mapping[SeatT, int], chief: SeatT, clockwise: Sequence[SeatT]
) -> tuple[SeatT, ...]:
    """Return the seats from first to last; ties are broken clockwise from the Chief (giza R13).

    >>> ranking({"n": 20, "e": 21, "w": 20}, chief="e", clockwise=["n", "e", "w"])
    ('e', 'w', 'n')
    """
    return tuple(sorted(from_chief(chief, clockwise), key=lambda seat: -totals[seat]))


def hand(out: Collection[int]) -> tuple[int, ...]:
    """Return the actions in hand: all but those `out`, which are face up (giza R4)."""
    return tuple(number for number in NUMBERS if number not in out)


def carry_out(out: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the actions out of hand after a turn with `number`: #4 returns all (giza R4, R9)."""
    return () if number == GATHER else out


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an action card in secret (giza R3)."""

    number: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Put a strength token on the player's penguin in `slot` (giza R10)."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class TakeChief:
    """Action #1: take the Chief (giza R9)."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Action #2: flip the player's penguin in `slot` to grey (giza R9)."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Swap:
    """Action #3: swap an available penguin for the deck's top card (giza R9)."""

    penguin: Penguin


@dataclass(frozen=True, slots=True)
class Train:
    """Action #5: take a strength token (giza R9)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Take and place an available penguin (giza R5), grey side up if forced or by #2 (R8, R9)."""

    penguin: Penguin
    slot: Slot
    grey: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""


Move: TypeAlias = Choose | Lay | TakeChief | Flip | Swap | Train | Place | End


@dataclass(frozen=True, slots=True)
class Player:
    """A player. `choice` is the action of this round, secret until all have chosen.

    At the reveal it moves from the hand to the end of `played`. `tokens` counts those in hand.
    """

    played: tuple[int, ...] = ()
    choice: int | None = None
    tokens: int = 0
    pyramid: Pyramid = field(default_factory=Pyramid)

    @property
    def hand(self) -> tuple[int, ...]:
        """The actions that may be chosen (giza R4)."""
        return hand(self.played)


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. Seats are clockwise, and seat 0 is the youngest player (giza R1).

    `row` are the available penguins by number. `draw` is the deck, top first; everyone knows its
    last `seen` cards, which were put there face up (giza R9, #3). `order` are the seats that
    haven't ended their turn this round, the active one first, as fixed at the reveal (giza R3).
    `placed` and `acted` say whether the active one has placed a penguin and used its action.
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


class View(NamedTuple):
    """What the player in `seat` may know.

    Its `state` has neither seed nor deck, and no other player's choice before the reveal. `chosen`
    is true for seats that have chosen. The deck is the `unseen` cards, in unknown order, above the
    `bottom` ones.
    """

    seat: Seat
    state: State
    chosen: tuple[bool, ...]
    unseen: frozenset[Penguin]
    bottom: tuple[Penguin, ...]

    @property
    def own(self) -> Player:
        """The player in `seat`."""
        return self.state.players[self.seat]
