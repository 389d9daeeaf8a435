"""Where a penguin may go next: one step, or a hop over a run of others (rocks R4 to R6).

Places are numbers and sets of places bit masks, as in `graph`.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rocks.graph import EVERYWHERE, Graph, PlaceNo, PlaceSet, members, place_set
from companion.rocks.handling import is_complete
from companion.rocks.state import FREE_LANDING_IN_PILE, HOP, LANDING, Position


class Walk(NamedTuple):  # each move makes one: a tuple costs a third of a frozen dataclass
    """One penguin's way: where it is, what is left of its roll, where it has been, and where it may
    not stand.

    `others` are the spaces of penguins that can be hopped, `shut` all that can't be entered: spaces
    of penguins and others' centres. `goals` are the places where arriving wins, so that the rest of
    the roll may lapse (rocks R10).
    """

    graph: Graph
    others: PlaceSet
    shut: PlaceSet
    at: PlaceNo
    left: int
    visited: PlaceSet
    goals: PlaceSet = 0

    @property
    def is_free_landing(self) -> bool:
        """Whether a hop uses up the roll before the landing (rocks R6)."""
        return self.left < HOP + LANDING

    def steps(self) -> PlaceSet:
        """The places to step to. Going back is allowed (rocks R5)."""
        return self.graph.around[self.at] & ~self.shut

    def hops(self) -> PlaceSet:
        """The places to land on past a run of others: free, not yet visited on this move (rocks
        R6).

        A free landing reaches neither into a pile (R4) nor into the own centre (R10).
        """
        graph, others = self.graph, self.others
        run = wave = graph.around[self.at] & others
        if not run:
            return 0
        while wave:
            wave = _touched(graph, wave) & others & ~run
            run |= wave
        landings = _touched(graph, run) & ~(self.shut | self.visited)
        if not self.is_free_landing:
            return landings
        closed = 0 if FREE_LANDING_IN_PILE else graph.pile_set
        return landings & ~(closed | graph.centre_set)

    def dead_ends(self, landings: PlaceSet) -> PlaceSet:
        """Those after which the whole roll can't be used, and where arriving does not win (rocks
        R6, R10).
        """
        if not landings or self.left <= HOP + LANDING:
            return 0
        around, shut = self.graph.around, self.shut
        closed_in = [
            place for place in members(landings & ~self.goals) if not around[place] & ~shut
        ]
        return place_set(place for place in closed_in if not self._lands(place).can_finish())

    def can_finish(self) -> bool:
        """Whether the whole roll can be used from here, or a goal be reached.

        After a step there is always the way back and forth; only who lands between others may be
        stuck.
        """
        if self.left == 0 or self.steps():
            return True
        landings = self.hops()
        return self.dead_ends(landings) != landings

    def _lands(self, place: PlaceNo) -> Walk:
        """The walk after a hop to `place`."""
        left = self.left - cost(self.left, hop=True)
        return self._replace(at=place, left=left, visited=self.visited | 1 << place)


def cost(left: int, *, hop: bool) -> int:
    """What a step or hop takes of the roll: the landing is free when the run has used it up (rocks
    R4, R6).

    >>> cost(4, hop=False), cost(4, hop=True), cost(1, hop=True)
    (1, 2, 1)
    """
    return min(left, HOP + LANDING) if hop else 1


def walk(position: Position) -> Walk:
    """The moving penguin's way from where it stands."""
    graph, at = position.board.graph, position.at
    # piles hold any number (rocks R6, D)
    taken = place_set(position.stands) & ~(graph.pile_set | 1 << at)
    closed = graph.closed[position.now.seat]
    return Walk(
        graph,
        taken & ~closed,
        taken | closed,
        at,
        position.left,
        position.visited,
        _goals(position),
    )


def _goals(position: Position) -> PlaceSet:
    """The centre, once the nest is complete; any place, while the other penguin stands there (rocks
    R10).
    """
    nest = position.nest
    if not is_complete(nest, position.rocks):
        return 0
    other = position.stands[position.mover ^ 1]
    return EVERYWHERE if other == nest.centre else 1 << nest.centre


def _touched(graph: Graph, places: PlaceSet) -> PlaceSet:
    found = 0
    for place in members(places):
        found |= graph.around[place]
    return found
