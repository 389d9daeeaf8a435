"""Parts of a board that can not be emptied any more, from where its pyramids stand: the bound that prunes the search.

A set of squares is closed if every hop that may still come and starts in it also ends in it, and every hop that goes
over one of its squares starts in it. Only its own pyramids thin out a closed set, and the last of them has nobody to
hop over it: where a pyramid stands, one will always stand. On a board of three rows the two outer rows are closed
together; once the middle row is empty each is closed alone, and two pyramids are the best that is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Squares: TypeAlias = int  # a set of squares, one bit each
Triple: TypeAlias = tuple[int, int, int]  # the squares of a hop: start, over, end

MOST_SQUARES = 16  # of a board whose zones are looked up; on larger ones all squares count as one zone


def zones(occupied: Squares, jumps: Sequence[Triple]) -> tuple[Squares, ...]:
    """Closed sets with a pyramid in each, no two of which share a square; the smallest first.

    A set of one square holds a stack that nothing will ever take a pyramid from.

    >>> zones(0b101, ((0, 1, 2), (2, 1, 0)))  # nothing between them to hop over: both stay
    (1, 4)
    >>> zones(0b011, ((0, 1, 2), (2, 1, 0)))  # one hops over the other
    (5,)
    """
    coming = _coming(occupied, jumps)
    found = sorted(
        {_closed(1 << square, coming) for square in range(occupied.bit_length()) if occupied >> square & 1},
        key=lambda squares: (squares.bit_count(), squares),
    )
    chosen: list[Squares] = []
    for squares in found:
        if not any(squares & other for other in chosen):
            chosen.append(squares)
    return tuple(chosen)


def _coming(occupied: Squares, jumps: Sequence[Triple]) -> list[Triple]:
    """The hops that may still come, whatever the sizes: from and over squares that are or may become occupied."""
    reach, before = occupied, 0
    while reach != before:
        before = reach
        for start, over, end in jumps:
            if reach >> start & reach >> over & 1:
                reach |= 1 << end
    return [jump for jump in jumps if reach >> jump[0] & reach >> jump[1] & 1]


def _closed(squares: Squares, coming: Sequence[Triple]) -> Squares:
    """The smallest closed set that holds `squares`."""
    before = 0
    while squares != before:
        before = squares
        for start, over, end in coming:
            if squares >> start & 1:
                squares |= 1 << end
            if squares >> over & 1:
                squares |= 1 << start
    return squares
