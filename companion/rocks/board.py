"""The rocks board: its places, nests and rules, and the graph of its places.

A place is a space, which holds one penguin, or a pile, an area that holds any number (rocks R6, D).
The rules number the places, spaces before piles, and use bit masks as sets of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

from companion.decks import fingerprint
from companion.language import READ

PlaceId: TypeAlias = str
ColourId: TypeAlias = str
PlaceNo: TypeAlias = int
PlaceSet: TypeAlias = int  # place n is bit `1 << n`

NESTS, RING, PENGUINS = 4, 6, 2
AT_ONCE, PLAY_OUT = "at-once", "play-out"
YOUNGEST, MIDDLE, NOBODY = "youngest", "middle", "nobody"
EVERYWHERE: PlaceSet = -1  # all bits


def place_set(places: Iterable[PlaceNo]) -> PlaceSet:
    """Return the set of some places.

    >>> place_set([0, 3]), members(9)
    (9, (0, 3))
    """
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


@lru_cache(maxsize=1 << 14)
def members(mask: PlaceSet) -> tuple[PlaceNo, ...]:
    """Return the places in a set, sorted; cached, because games use only a few thousand sets."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


@dataclass(frozen=True, slots=True)
class NestPlaces:
    """The places of a nest."""

    centre: PlaceNo
    ring: tuple[PlaceNo, ...]
    pile: PlaceNo
    start: PlaceNo


@dataclass(frozen=True, eq=False)  # compared by identity, because a board has only one
class Graph:
    """The names of a board's places by number, the edges between them, and the nests by seat."""

    names: tuple[PlaceId, ...]
    edges: tuple[tuple[PlaceNo, PlaceNo], ...]
    piles: tuple[PlaceNo, ...]
    nests: tuple[NestPlaces, ...]

    @cached_property
    def number(self) -> dict[PlaceId, PlaceNo]:
        """Place numbers by name."""
        return {name: index for index, name in enumerate(self.names)}

    @cached_property
    def around(self) -> tuple[PlaceSet, ...]:
        """The neighbours of each place."""
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
        """The centres of all nests."""
        return place_set(nest.centre for nest in self.nests)

    @cached_property
    def closed(self) -> tuple[PlaceSet, ...]:
        """By seat, the centres that it may not enter: all other nests' (rocks R6, R10)."""
        return tuple(self.centre_set & ~(1 << nest.centre) for nest in self.nests)

    @cached_property
    def ring_of(self) -> dict[PlaceNo, NestPlaces]:
        """The nest of each outer space."""
        return {place: nest for nest in self.nests for place in nest.ring}

    @cached_property
    def distance(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Steps on an empty board by seat, start and end; without a way, the number of places."""
        return tuple(
            tuple(self.steps_from(start, seat) for start in range(len(self.names)))
            for seat in range(len(self.nests))
        )

    def steps_from(self, start: PlaceNo, seat: int) -> tuple[int, ...]:
        """Return the steps from `start` to each place, for a seat."""
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


@dataclass(frozen=True, slots=True)
class Place:
    """A space or a pile; `at` is its middle, mm from the board's middle, x to the right, y down."""

    id: PlaceId
    at: tuple[int, int]
    is_pile: bool = False


@dataclass(frozen=True, slots=True)
class Nest:
    """A nest and its player's colour: `ink` is #rrggbb, `symbol` identifies it without colour.

    `ring` are the six outer spaces in order; each touches the centre and its neighbours. `start` is
    penguin 1's space, in front of the `pile` to the right of the nest (rocks R2).
    """

    id: ColourId
    name: str = field(metadata=READ)
    ink: str
    symbol: str
    centre: PlaceId
    ring: tuple[PlaceId, ...]
    pile: PlaceId
    start: PlaceId


def middle(nests: Collection[int]) -> int | None:
    """Return the nest between the other two of three; None if there aren't three.

    >>> middle([0, 1, 2]), middle([0, 1, 3]), middle([0, 1])
    (1, 0, None)
    """
    if len(nests) != NESTS - 1:
        return None
    (empty,) = set(range(NESTS)).difference(nests)
    return (empty + NESTS // 2) % NESTS


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that vary: the end (rocks R10), rocks on each pile (R1), the setup for three (O).

    After `rounds` rounds without a complete nest, no player wins (D). With three players, `starts`
    says who starts, and `free` whose penguin 2 is free then, because the player in the middle is
    robbed from both sides.
    """

    finish: str = AT_ONCE
    rounds: int = 40
    rocks: int = 6
    starts: str = YOUNGEST
    free: str = NOBODY

    def starter(self, nests: Collection[int]) -> int | None:
        """Return the nest that starts; None if the youngest player does (rocks R3, O)."""
        return middle(nests) if self.starts == MIDDLE else None

    def freed(self, nests: Collection[int]) -> int | None:
        """Return the nest whose penguin 2 is free from the start, if there is one (rocks O)."""
        return middle(nests) if self.free == MIDDLE else None


@dataclass(frozen=True, slots=True)
class Drawing:
    """The board's side and the diameters of a space and a pile, mm."""

    side: int
    space: int
    pile: int


@dataclass(frozen=True)
class Board:
    """A rocks board, nests clockwise; its `fingerprint` covers the rules, not the drawing."""

    title: str = field(metadata=READ)
    rules: Rules
    drawing: Drawing
    nests: tuple[Nest, ...]
    places: tuple[Place, ...]
    trails: tuple[tuple[PlaceId, ...], ...]

    @cached_property
    def edges(self) -> tuple[tuple[PlaceId, PlaceId], ...]:
        """Each pair of neighbours once: along trails, and within nests (rocks O)."""
        pairs = [pair for trail in self.trails for pair in pairwise(trail)]
        for nest in self.nests:
            pairs += pairwise((*nest.ring, nest.ring[0]))
            pairs += [(nest.centre, outer) for outer in nest.ring]
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))

    @cached_property
    def graph(self) -> Graph:
        """The graph of the places, for the rules."""
        number = {place.id: index for index, place in enumerate(self.places)}
        nests = tuple(
            NestPlaces(
                number[n.centre], tuple(number[s] for s in n.ring), number[n.pile], number[n.start]
            )
            for n in self.nests
        )
        edges = tuple((number[one], number[other]) for one, other in self.edges)
        piles = tuple(number[place.id] for place in self.places if place.is_pile)
        return Graph(tuple(number), edges, piles, nests)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the rule fields; the setup for three is in it only if changed."""
        rules = self.rules
        three = [rules.starts, rules.free]
        changed = three if three != [YOUNGEST, NOBODY] else []
        return fingerprint(
            {
                "game": "rocks",
                "rules": [rules.finish, rules.rounds, rules.rocks, *changed],
                "spaces": [place.id for place in self.places if not place.is_pile],
                "piles": [place.id for place in self.places if place.is_pile],
                "nests": [[n.id, n.centre, n.ring, n.pile, n.start] for n in self.nests],
                "edges": self.edges,
            }
        )

    def starter(self, players: int) -> int:
        """Return which of the first `players` nests starts (rocks R3, O)."""
        return self.rules.starter(range(players)) or 0

    def finishing(self, finish: str) -> Board:
        """Return this board with another end of a game, AT_ONCE or PLAY_OUT (rocks R10, O)."""
        return replace(self, rules=replace(self.rules, finish=finish))
