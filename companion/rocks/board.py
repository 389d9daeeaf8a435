"""The rocks board: its places, nests and rules.

A place is a space, which holds one penguin, or a pile, which is an area and holds any number (rocks
R6, D).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from companion.decks import fingerprint
from companion.rocks.graph import Graph, NestPlaces
from companion.wording import READ

PlaceId: TypeAlias = str
ColourId: TypeAlias = str

NESTS, RING, PENGUINS = 4, 6, 2
AT_ONCE, PLAY_OUT = "at-once", "play-out"
YOUNGEST, MIDDLE, NOBODY = "youngest", "middle", "nobody"


@dataclass(frozen=True, slots=True)
class Place:
    """A space or a pile, its middle in mm from the board's middle: x to the right, y down."""

    id: PlaceId
    at: tuple[int, int]
    is_pile: bool = False


@dataclass(frozen=True, slots=True)
class Nest:
    """A nest and its owner's colour: `ink` is #rrggbb, `symbol` tells it apart without colour.

    `ring` are the six outer spaces, each next to the centre and to its neighbours; `start` is
    penguin 1's, in front of the `pile` at the nest's right hand (rocks R2).
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
    """The nest between the other two of three, by number; None for another number of nests.

    >>> middle([0, 1, 2]), middle([0, 1, 3]), middle([0, 1])
    (1, 0, None)
    """
    if len(nests) != NESTS - 1:
        return None
    (empty,) = set(range(NESTS)).difference(nests)
    return (empty + NESTS // 2) % NESTS


@dataclass(frozen=True, slots=True)
class Three:
    """The setup for three: who starts, and whose penguin 2 is free from the start (rocks O).

    The player between the other two is robbed from both sides.
    """

    starts: str = YOUNGEST
    free: str = NOBODY


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table may decide: how a game ends (rocks R10), rocks on each pile (R1), the setup for
    three (O).

    After `rounds` rounds without a complete nest nobody wins (D).
    """

    finish: str = AT_ONCE
    rounds: int = 40
    rocks: int = 6
    three: Three = Three()

    def starter(self, nests: Collection[int]) -> int | None:
        """Which of the nests in play starts; None for the youngest player's (rocks R3, O)."""
        return middle(nests) if self.three.starts == MIDDLE else None

    def freed(self, nests: Collection[int]) -> int | None:
        """Which of the nests in play has penguin 2 free from the start, if any (rocks O)."""
        return middle(nests) if self.three.free == MIDDLE else None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lengths in mm: the board's side, and how wide a space and a pile are."""

    side: int
    space: int
    pile: int


@dataclass(frozen=True)
class Board:
    """A whole rocks board, nests clockwise. Equal rule fields give an equal `fingerprint`, wherever
    places lie.
    """

    title: str = field(metadata=READ)
    rules: Rules
    drawing: Drawing
    nests: tuple[Nest, ...]
    places: tuple[Place, ...]
    trails: tuple[tuple[PlaceId, ...], ...]

    @cached_property
    def edges(self) -> tuple[tuple[PlaceId, PlaceId], ...]:
        """Each pair of places that touch, once: neighbours on a trail, and those of a nest (rocks
        O).
        """
        found = [pair for trail in self.trails for pair in pairwise(trail)]
        for nest in self.nests:
            found += pairwise((*nest.ring, nest.ring[0]))
            found += [(nest.centre, outer) for outer in nest.ring]
        return tuple(sorted({(min(pair), max(pair)) for pair in found}))

    @cached_property
    def graph(self) -> Graph:
        """The same by number, as the rules use it."""
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
        """SHA-256 of the canonical rule fields; those of three only where the file has any."""
        rules = self.rules
        three = [rules.three.starts, rules.three.free] if rules.three != Three() else []
        return fingerprint(
            {
                "game": "rocks",
                "rules": [rules.finish, rules.rounds, rules.rocks, *three],
                "spaces": [place.id for place in self.places if not place.is_pile],
                "piles": [place.id for place in self.places if place.is_pile],
                "nests": [[n.id, n.centre, n.ring, n.pile, n.start] for n in self.nests],
                "edges": self.edges,
            }
        )

    def starter(self, players: int) -> int:
        """The nest, of the first so many, whose player starts (rocks R3, O)."""
        return self.rules.starter(range(players)) or 0

    def finishing(self, finish: str) -> Board:
        """The same board, where a game ends at once or with its round (rocks R10, O)."""
        return replace(self, rules=replace(self.rules, finish=finish))

    def playing_out(self) -> Board:
        """The same board with the balanced end: the round is played out."""
        return self.finishing(PLAY_OUT)
