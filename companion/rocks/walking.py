"""Where a penguin may go next: one step, or a hop over a run of others (rocks R4 to R6).

Places are numbers and sets of places bit masks, as in `graph`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rocks.graph import EVERYWHERE, Graph, PlaceNo, PlaceSet, members
from companion.rocks.handling import is_complete
from companion.rocks.state import FREE_LANDING_IN_PILE, HOP, LANDING, Position


@dataclass(frozen=True, slots=True)
class Walk:
    """One penguin's way: where it may not stand, where it is, what is left of its roll, where it has been.

    `taken` are the spaces of other penguins, `closed` the other players' centres. `goals` are the places where
    arriving wins, so that the rest of the roll may lapse (rocks R10).
    """

    graph: Graph
    taken: PlaceSet
    closed: PlaceSet
    at: PlaceNo
    left: int
    visited: PlaceSet
    goals: PlaceSet = 0

    def steps(self) -> PlaceSet:
        """The places to step to. Going back is allowed (rocks R5)."""
        return self.graph.around[self.at] & ~self.taken & ~self.closed

    def hops(self) -> PlaceSet:
        """The places to land on past a run of others: free, and not yet visited on this move (rocks R6)."""
        run = self._run()
        if not run:
            return 0
        landings = _touched(self.graph, run) & ~(self.taken | self.closed | self.visited)
        free = self.left < HOP + LANDING
        return landings & ~self.graph.pile_set if free and not FREE_LANDING_IN_PILE else landings

    def after(self, place: PlaceNo, *, hop: bool) -> Walk:
        """The walk after a step or hop to `place`."""
        return Walk(
            self.graph, self.taken, self.closed, place, self.left - cost(self.left, hop=hop),
            self.visited | 1 << place, self.goals,
        )  # fmt: skip

    def can_finish(self) -> bool:
        """Whether the whole roll can be used from here, or a goal be reached.

        After a step there is always the way back and forth; only who lands between others may be stuck.
        """
        if self.left == 0 or self.steps():
            return True
        return any(self.lets_land(place) for place in members(self.hops()))

    def lets_land(self, place: PlaceNo) -> bool:
        """Whether a hop to `place` wins or leaves a way to use the whole roll (rocks R6, R10)."""
        return bool(self.goals >> place & 1) or self.after(place, hop=True).can_finish()

    def _run(self) -> PlaceSet:
        """The spaces of others that can be hopped from here, one touching the next."""
        run, wave = 0, self.graph.around[self.at] & self.taken & ~self.closed
        while wave:
            run |= wave
            wave = _touched(self.graph, wave) & self.taken & ~self.closed & ~run
        return run


def cost(left: int, *, hop: bool) -> int:
    """What a step or hop takes of the roll: the landing is free when the run has used it up (rocks R4, R6).

    >>> cost(4, hop=False), cost(4, hop=True), cost(1, hop=True)
    (1, 2, 1)
    """
    return min(left, HOP + LANDING) if hop else 1


def walk(position: Position) -> Walk:
    """The moving penguin's way from where it stands."""
    graph = position.board.graph
    taken = 0
    for place in position.stands:
        taken |= 1 << place
    taken &= ~(graph.pile_set | 1 << position.at)  # piles hold any number (rocks R6, D)
    closed = graph.closed[position.seat]
    return Walk(graph, taken, closed, position.at, position.left, position.visited, _goals(position))


def _goals(position: Position) -> PlaceSet:
    """The centre, once the nest is complete; any place, while the other penguin stands there (rocks R10)."""
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
