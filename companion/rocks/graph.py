"""The board by number: what touches what, as bit masks. Place n is bit `1 << n`; a set of places is
an int.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

PlaceNo: TypeAlias = int
PlaceSet: TypeAlias = int

EVERYWHERE: PlaceSet = -1  # all bits


@dataclass(frozen=True, slots=True)
class NestPlaces:
    """The places of one nest."""

    centre: PlaceNo
    ring: tuple[PlaceNo, ...]
    pile: PlaceNo
    start: PlaceNo


def place_set(places: Iterable[PlaceNo]) -> PlaceSet:
    """Those places as a mask.

    >>> place_set([0, 3]), members(9)
    (9, (0, 3))
    """
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


@lru_cache(maxsize=1 << 14)
def members(mask: PlaceSet) -> tuple[PlaceNo, ...]:
    """The places of a mask in rising order; kept, for games come back to the same few thousand."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


@dataclass(frozen=True, eq=False)  # a board has one, which functions of it are cached by
class Graph:
    """Places, spaces before piles, with their names and edges; nests by seat at the table."""

    names: tuple[str, ...]
    edges: tuple[tuple[PlaceNo, PlaceNo], ...]
    piles: tuple[PlaceNo, ...]
    nests: tuple[NestPlaces, ...]

    @cached_property
    def number(self) -> dict[str, PlaceNo]:
        """Places by name."""
        return {name: index for index, name in enumerate(self.names)}

    @cached_property
    def around(self) -> tuple[PlaceSet, ...]:
        """By place: what touches it."""
        masks = [0] * len(self.names)
        for one, other in self.edges:
            masks[one] |= 1 << other
            masks[other] |= 1 << one
        return tuple(masks)

    @cached_property
    def pile_set(self) -> PlaceSet:
        """All piles."""
        return place_set(self.piles)

    @cached_property
    def centre_set(self) -> PlaceSet:
        """All nests' centres."""
        return place_set(nest.centre for nest in self.nests)

    @cached_property
    def closed(self) -> tuple[PlaceSet, ...]:
        """By nest: the centres that its owner may not enter, which are all others'
        (rocks R6, R10).
        """
        return tuple(self.centre_set & ~(1 << nest.centre) for nest in self.nests)

    @cached_property
    def ring_of(self) -> dict[PlaceNo, NestPlaces]:
        """By outer space: its nest."""
        return {place: nest for nest in self.nests for place in nest.ring}

    @cached_property
    def distance(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By nest, from and to: how many spaces its owner walks on an empty board; places never
        reached are far.
        """
        places = range(len(self.names))
        return tuple(
            tuple(self._steps(seat, start) for start in places) for seat in range(len(self.nests))
        )

    def reach(self, seat: int) -> frozenset[PlaceNo]:
        """Where the owner of a nest can walk from its centre."""
        steps = self._steps(seat, self.nests[seat].centre)
        return frozenset(place for place, count in enumerate(steps) if count < len(steps))

    def _steps(self, seat: int, start: PlaceNo) -> tuple[int, ...]:
        steps = [len(self.names)] * len(self.names)
        wave, seen, count = 1 << start, self.closed[seat] | 1 << start, 0
        while wave:
            touched = 0
            for place in members(wave):
                steps[place] = count
                touched |= self.around[place]
            wave = touched & ~seen
            seen |= wave
            count += 1
        return tuple(steps)
