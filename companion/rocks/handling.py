"""Taking and dropping rocks, and when a nest is built: rocks R7 to R10. The engine and the phones
share this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.language import say
from companion.rocks.graph import Graph, NestPlaces, PlaceNo
from companion.rocks.moves import DROP, TAKE, Act
from companion.rocks.state import FIRST, ROCKS_A_SPACE


def complete(counts: Iterable[int]) -> bool:
    """Whether a nest with so many rocks on each outer space is built (rocks R10).

    >>> complete([1, 1, 1, 1, 1, 2]), complete([2, 2, 1, 1, 0, 1])
    (True, False)
    """
    return all(counts)


def is_complete(nest: NestPlaces, rocks: Sequence[int]) -> bool:
    """The same of a nest on a board with those rocks by place."""
    return complete(map(rocks.__getitem__, nest.ring))


def refuse_take(rocks: Sequence[int], place: PlaceNo, *, carries: bool) -> str | None:
    """Why a penguin may not take a rock where it stands; an empty pile gives nothing (rocks R7,
    R10).
    """
    if carries:
        return "R7: one rock at a time"
    return None if rocks[place] else "R7: no rock lies there"


def refuse_drop(graph: Graph, rocks: Sequence[int], place: PlaceNo, *, carries: bool) -> str | None:
    """Why a penguin may not drop its rock where it stands."""
    if not carries:
        return "R7: it carries no rock"
    if graph.pile_set >> place & 1:
        return "R9: a pile is no space to drop on"
    count = rocks[place]
    nest = graph.ring_of.get(place) if count else None
    reason = refuse_on_top(count, in_building=nest is not None and not is_complete(nest, rocks))
    return f"R9: {reason}" if reason else None


def refuse_on_top(count: int, *, in_building: bool) -> str | None:
    """Why no rock goes on a space with `count` there, an outer one of an incomplete nest or not
    (rocks R9).
    """
    if count >= ROCKS_A_SPACE:
        return say("at most {n} rocks per space", n=ROCKS_A_SPACE)
    return say("a second rock only once the nest is complete") if count and in_building else None


def refuse(
    graph: Graph, rocks: Sequence[int], place: PlaceNo, act: Act, *, carries: bool
) -> str | None:
    """Why a penguin that stands on `place` may not do that with a rock; None when it may."""
    if act == TAKE:
        return refuse_take(rocks, place, carries=carries)
    return refuse_drop(graph, rocks, place, carries=carries) if act == DROP else None


def frees(penguin: int, *, own_ring: bool) -> bool:
    """Whether dropping a rock frees penguin 2: penguin 1 brings it to its own nest's ring (rocks
    R8).

    >>> frees(1, own_ring=True), frees(2, own_ring=True), frees(1, own_ring=False)
    (True, False, False)
    """
    return penguin == FIRST and own_ring
