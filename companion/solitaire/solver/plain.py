"""The search in plain Python: one layer of positions, all with as many pyramids, and the next one that grows from it.

`compiled` does the same, position by position, in machine code. Both keep the layers of a pass, so that the way to an
end can be told, and forget them with the next pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.solitaire.solver.forms import NO_LANDING, FormNo
from companion.solitaire.solver.problem import Packed, Problem
from companion.solitaire.solver.zones import MOST_SQUARES, Squares, zones


class Layers(Protocol):
    """What the search wants of an engine; `plain` and `compiled` are two."""

    def begin(self) -> None:
        """Start a pass with the position alone."""

    def expand(self, best: int, most: int) -> tuple[int, int, bool]:
        """Look at up to `most` more positions of the layer, or until one is an end that costs less than `best`.

        Gives how many were looked at, what that end costs (else `best`), and whether the layer is done.
        """

    def advance(self, width: int | None) -> tuple[int, bool]:
        """Go on to the next layer, at most the `width` most promising of it: its size, and whether some were cut."""

    def chain(self) -> list[Packed]:
        """The packed positions from the first one to the cheapest end that `expand` met."""


@dataclass(slots=True)
class Layer:
    """Positions as they were found, where each came from in the layer before, and their weights."""

    keys: list[Packed] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)


class PlainLayers:
    """The engine that needs nothing but Python."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._zones: dict[Squares, tuple[Squares, ...]] = {}
        self.begin()

    def begin(self) -> None:
        """Start a pass with the position alone."""
        stacks = self._problem.stacks
        first = Layer([self._problem.pack(stacks)], [0], [self._problem.weight(stacks)])
        self._layers, self._at, self._end = [first], 0, (0, 0)
        self._next, self._seen = Layer(), set[Packed]()

    def expand(self, best: int, most: int) -> tuple[int, int, bool]:
        """Look at up to `most` more positions of the layer (see `Layers`)."""
        keys = self._layers[-1].keys
        first, last = self._at, min(len(keys), self._at + most)
        for index in range(first, last):
            self._at = index + 1
            stacks = self._problem.unpack(keys[index])
            if self._problem.bound(stacks, self._zones_of(stacks)) < best and not self._grow(index, stacks):
                cost = self._problem.end_cost(stacks)
                if cost < best:
                    best, self._end = cost, (len(self._layers) - 1, index)
                    break
        return self._at - first, best, self._at == len(keys)

    def advance(self, width: int | None) -> tuple[int, bool]:
        """Go on to the next layer (see `Layers`)."""
        layer, self._next, self._seen, self._at = self._next, Layer(), set(), 0
        cut = width is not None and len(layer.keys) > width
        if width is not None and cut:
            limit = sorted(layer.weights)[width - 1]
            equal = width - sum(weight < limit for weight in layer.weights)  # how many of them still find room
            kept = []
            for index, weight in enumerate(layer.weights):
                equal -= weight == limit
                if weight < limit or (weight == limit and equal >= 0):
                    kept.append(index)
            layer = Layer(
                [layer.keys[n] for n in kept], [layer.parents[n] for n in kept], [layer.weights[n] for n in kept]
            )
        self._layers.append(layer)
        return len(layer.keys), cut

    def chain(self) -> list[Packed]:
        """The packed positions from the first one to the cheapest end."""
        depth, index = self._end
        found = []
        for layer in reversed(self._layers[: depth + 1]):
            found.append(layer.keys[index])
            index = layer.parents[index]
        return found[::-1]

    def _zones_of(self, stacks: list[int]) -> tuple[Squares, ...]:
        if len(stacks) > MOST_SQUARES:
            return ((1 << len(stacks)) - 1,)
        occupied = sum(1 << square for square, form in enumerate(stacks) if form)
        if occupied not in self._zones:
            self._zones[occupied] = zones(occupied, self._problem.jumps)
        return self._zones[occupied]

    def _grow(self, index: int, stacks: list[int]) -> bool:
        """Add what every hop leads to, once each; whether there is a hop."""
        after, seen, weight = self._next, self._seen, self._layers[-1].weights[index]
        any_hop = False
        for key, more in ways_on(self._problem, stacks):
            any_hop = True
            if key not in seen:
                seen.add(key)
                after.keys.append(key)
                after.parents.append(index)
                after.weights.append(weight + more)
        return any_hop


def ways_on(problem: Problem, stacks: Sequence[FormNo]) -> Iterator[tuple[Packed, int]]:
    """What each hop leads to (solitaire R1, R2, R3), packed, and by how much it changes the weight."""
    places, weights = problem.places, problem.weights
    top, pop, push = problem.forms.top, problem.forms.pop, problem.forms.push
    images = [sum([form << shift for form, shift in zip(stacks, place, strict=True)]) for place in places]
    for start, over, end in problem.jumps:
        mover, hopped, landing = stacks[start], stacks[over], stacks[end]
        landed = push[landing][top[mover]] if mover and hopped else NO_LANDING
        if landed != NO_LANDING:
            left, thinned = pop[mover], pop[hopped]
            off, out, on = left - mover, thinned - hopped, landed - landing
            key = min([
                image + (off << place[start]) + (out << place[over]) + (on << place[end])
                for image, place in zip(images, places, strict=True)
            ])  # fmt: skip
            more = weights[start][left] - weights[start][mover] + weights[over][thinned] - weights[over][hopped]
            yield key, more + weights[end][landed] - weights[end][landing]
