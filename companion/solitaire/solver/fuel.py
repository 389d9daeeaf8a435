"""Pyramids that must be left in corners, for lack of others to hop over: the bound that prunes the
search.

Nothing hops over a corner, because nothing lies behind it. So each pyramid there has to hop out of
it, over one on another square. Call a set of squares the fuel of some corners if it holds every
square that is hopped over on the way out of them, but no square where such a hop lands, and if
every hop that lands in it starts in it or goes over one of its squares. Then no hop adds to the
pyramids on these squares, and each hop out of the corners takes one away: corners that hold n
pyramids more than their fuel will always hold n or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

Triple: TypeAlias = tuple[int, int, int]  # the squares of a hop: start, over, end
Squares: TypeAlias = frozenset[int]


class Fuel(NamedTuple):
    """Some corners, and the squares whose pyramids are their fuel."""

    corners: Squares
    squares: Squares

    def weight(self, square: int) -> int:
        """Return a square's weight in the count of pyramids in the corners beyond their fuel."""
        return (square in self.corners) - (square in self.squares)

    def gain(self, hop: Triple) -> int:
        """Return the amount that a hop adds to that count, never less than 0."""
        start, over, end = map(self.weight, hop)
        return end - start - over


@cache
def fuels(jumps: tuple[Triple, ...]) -> tuple[Fuel, ...]:
    """Return all corners that have fuel, with every fuel that contains no smaller one.

    >>> from companion.solitaire.board import make_grid
    >>> len(fuels(tuple(jump[1:] for jump in make_grid(4, 5).jumps)))
    18
    """
    corners = sorted({start for start, _, _ in jumps} - {over for _, over, _ in jumps})
    options = []
    for count in range(1, len(corners) + 1):
        for some in map(frozenset, combinations(corners, count)):
            ways_out = [jump for jump in jumps if jump[0] in some]
            never = some | {end for _, _, end in ways_out}
            sets = set(_closed(frozenset(over for _, over, _ in ways_out), never, jumps, set()))
            options += [
                Fuel(some, squares)
                for squares in sorted(sets, key=sorted)
                if not any(s < squares for s in sets)
            ]
    return tuple(options)


def _closed(
    squares: Squares, never: Squares, jumps: Sequence[Triple], seen: set[Squares]
) -> Iterator[Squares]:
    """Yield the sets with `squares` where every hop that lands in them starts in them or goes over
    them.
    """
    if squares & never or squares in seen:
        return
    seen.add(squares)
    for start, over, end in jumps:
        if end in squares and start not in squares and over not in squares:
            yield from _closed(squares | {start}, never, jumps, seen)
            yield from _closed(squares | {over}, never, jumps, seen)
            return
    yield squares
