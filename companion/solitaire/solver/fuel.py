"""The bound that prunes the search: pyramids that must stay in corners because fuel runs out.

No hop goes over a corner, because there is no square behind it. So each pyramid there has to hop
out, over a pyramid on another square. Call a set of squares the fuel of some corners if it includes
every square that the hops out of them go over, but none where they land, and if every hop that
lands in the set starts in it or goes over one of its squares. Then no hop adds pyramids to these
squares, and each hop out of the corners removes one. So if the corners hold n pyramids more than
their fuel, at least n will always stay in them.
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
        """Return a square's weight in the sum of pyramids in corners less those in fuel."""
        return (square in self.corners) - (square in self.squares)

    def gain(self, hop: Triple) -> int:
        """Return the amount that a hop adds to that sum, never less than 0."""
        start, over, end = map(self.weight, hop)
        return end - start - over


@cache
def fuels(jumps: tuple[Triple, ...]) -> tuple[Fuel, ...]:
    """Return every set of corners that has fuel, with each minimal fuel.

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
    """Yield sets with `squares`, none of `never`, and the start or middle of each hop into them."""
    if squares & never or squares in seen:
        return
    seen.add(squares)
    for start, over, end in jumps:
        if end in squares and start not in squares and over not in squares:
            yield from _closed(squares | {start}, never, jumps, seen)
            yield from _closed(squares | {over}, never, jumps, seen)
            return
    yield squares
