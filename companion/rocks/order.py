"""Whose roll comes next, when the game is over and who has won: rocks R3, R8, R10. Engine and
phones share this.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.play import Seat
from companion.rocks.board import AT_ONCE, Rules
from companion.rocks.state import FIRST, SECOND, Roll

FIRST_ROLL = Roll(1, 0, FIRST)  # where the seats are counted from the one that starts (rocks R3)


def next_roll(now: Roll, free: Sequence[bool], finished: Sequence[Seat], start: Seat = 0) -> Roll:
    """What is rolled after `now`: penguin 2 as soon as it is free, then the next player clockwise
    (rocks R3, R8).

    `free` has a flag for each seat; players in `finished` roll no more. Seat `start` begins a
    round.

    >>> next_roll(Roll(1, 1, 1), free=[False, True], finished=[])
    Roll(round=1, seat=1, penguin=2)
    >>> next_roll(Roll(1, 1, 2), free=[False, True], finished=[])
    Roll(round=2, seat=0, penguin=1)
    """
    if now.penguin == FIRST and free[now.seat] and now.seat not in finished:
        return Roll(now.round, now.seat, SECOND)
    seat = (now.seat + 1) % len(free)
    return Roll(now.round + (seat == start), seat, FIRST)


def last_mover(now: Roll, players: int) -> Seat | None:
    """Who moved before `now` is rolled; None before the first move (rocks R3).

    >>> last_mover(Roll(2, 0, 1), 3), last_mover(Roll(2, 0, 2), 3), last_mover(FIRST_ROLL, 3)
    (2, 0, None)
    """
    if now == FIRST_ROLL:
        return None
    return now.seat if now.penguin == SECOND else (now.seat - 1) % players


def is_over(rules: Rules, now: Roll, finished: Sequence[Seat], start: Seat = 0) -> bool:
    """Whether nobody rolls `now` any more: a nest is built, at once or the round played out, or it
    lasts too long.
    """
    if finished and (rules.finish == AT_ONCE or (now.seat, now.penguin) == (start, FIRST)):
        return True
    return now.round > rules.rounds


def winner(finished: Sequence[Seat]) -> Seat | None:
    """Who has won: the last to finish, which matters only when the round is played out (rocks R10,
    O).

    >>> winner([0, 1]), winner([])
    (1, None)
    """
    return finished[-1] if finished else None
