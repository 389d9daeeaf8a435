"""Who is next, what is in a hand: the rules that the engine and the phones share (giza R1, R3, R4,
R9, R13).

A seat is whatever the caller calls one (an index, an id); `clockwise` lists them round the table.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.language import say

SeatT = TypeVar("SeatT", bound=Hashable)

LEAD, FLIP, SWAP, GATHER, TRAIN = NUMBERS = (1, 2, 3, 4, 5)  # the action cards (giza R9)
ROUNDS = 10  # giza R2
GOALS_IN_PLAY = 3  # giza R1


@dataclass(frozen=True, slots=True)
class Turn(Generic[SeatT]):
    """One turn of a round: who, by which action number, and the tie-break in words ("" without a
    tie).
    """

    seat: SeatT
    number: int
    why: str = ""


def from_chief(chief: SeatT, clockwise: Sequence[SeatT]) -> tuple[SeatT, ...]:
    """The seats from the Chief's holder on, clockwise.

    >>> from_chief("c", "abcd")
    ('c', 'd', 'a', 'b')
    """
    start = clockwise.index(chief)
    return (*clockwise[start:], *clockwise[:start])


def nearest(chief: SeatT, among: Collection[SeatT], clockwise: Sequence[SeatT]) -> SeatT:
    """Who of `among` breaks a tie: the Chief's holder or the nearest clockwise from there (giza R3,
    R13).

    >>> nearest("c", {"a", "b"}, "abcd")
    'a'
    """
    return next(seat for seat in from_chief(chief, clockwise) if seat in among)


def in_order(choices: Mapping[SeatT, int], chief: SeatT, clockwise: Sequence[SeatT]) -> list[SeatT]:
    """Lowest number first, ties from the Chief's holder on, clockwise (giza R3).

    >>> in_order({"a": 4, "b": 1, "c": 4}, "b", "abc")
    ['b', 'c', 'a']
    """
    return sorted(
        (seat for seat in from_chief(chief, clockwise) if seat in choices), key=choices.__getitem__
    )


def turn_order(
    choices: Mapping[SeatT, int], chief: SeatT, clockwise: Sequence[SeatT]
) -> tuple[Turn[SeatT], ...]:
    """The same with the tie-breaks in words.

    >>> for turn in turn_order({"a": 4, "b": 1, "c": 4}, "b", "abc"):
    ...     print(turn.seat, turn.number, turn.why or "alone")
    b 1 alone
    c 4 tie: nearest clockwise from the Chief's holder
    a 4 tie: next clockwise
    """
    seats = in_order(choices, chief, clockwise)
    return tuple(Turn(seat, choices[seat], _why(seat, choices, seats, chief)) for seat in seats)


def hand(out: Collection[int]) -> tuple[int, ...]:
    """The actions that may be chosen while those `out` lie played beside the player (giza R4).

    >>> hand((3, 1))
    (2, 4, 5)
    """
    return tuple(number for number in NUMBERS if number not in out)


def carry_out(out: tuple[int, ...], number: int) -> tuple[int, ...]:
    """What lies out of hand after the turn of a played `number`: #4 takes all back, itself included
    (giza R4, R9).

    >>> carry_out((3, 1), 1), carry_out((3, 1, 4), 4)
    ((3, 1), ())
    """
    return () if number == GATHER else out


def _why(seat: SeatT, choices: Mapping[SeatT, int], seats: Sequence[SeatT], chief: SeatT) -> str:
    tied = [other for other in seats if choices[other] == choices[seat]]
    if len(tied) == 1:
        return ""
    if seat != tied[0]:
        return say("tie: next clockwise")
    # as it was: a Chief taken in this round counts from the next (giza R3.D)
    if seat == chief:
        return say("tie: held the Chief")
    return say("tie: nearest clockwise from the Chief's holder")
