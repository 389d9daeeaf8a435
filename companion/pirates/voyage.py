"""How far the way still is: over hexes and facings, to Bob and then home, as far as a player knows
the map.

Costs are in speed: a dot is 1. What lies face down counts as an average, with something for turning
it up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from companion.pirates.boards import HOME, SEXTANT, Face, where
from companion.pirates.chart import OFF, HexId
from companion.pirates.deck import Deck

Boards: TypeAlias = tuple[int | None, ...]  # by place, None for a face-down one
Way: TypeAlias = tuple[float, ...]  # what is left from hex h facing d, at 6 * h + d

TURN_COST, UNKNOWN_HEX, UNKNOWN_BOARD, SEARCH = 2.2, 2.8, 2.0, 5.0
RED_COST = 0.8  # what a red dot costs beside its speed
LIKED = {"kraken": 1.0, "bucket": -0.8, "fish": -0.3, SEXTANT: -0.6}
LEAST = 0.3  # no step is free, or the way would go round in circles
FAR = 1000.0


@lru_cache(maxsize=64)
def ways(deck: Deck, boards: Boards, mates: tuple[str, ...]) -> dict[frozenset[str], Way]:
    """By who of `mates` is aboard: the way over those still missing, and then home."""
    found: dict[frozenset[str], Way] = {}
    for aboard in (
        frozenset(crowd)
        for size in range(len(mates), -1, -1)
        for crowd in combinations(mates, size)
    ):
        nexts: list[tuple[str, Way | None]] = [
            (mate, found[aboard | {mate}]) for mate in mates if mate not in aboard
        ]
        goals: dict[int, float] = {}
        for special, beyond in nexts or [(HOME, None)]:
            for spot, value in _goals(deck, boards, special, beyond):
                goals[spot] = min(value, goals.get(spot, FAR))
        found[aboard] = _flood(deck, known_faces(deck, boards), goals)
    return found


@lru_cache(maxsize=64)
def known_faces(deck: Deck, boards: Boards) -> tuple[Face | None, ...]:
    """By hex what is printed on it, None where that is face down."""
    chart = deck.chart
    lying = [boards[place] for place in chart.place]
    return tuple(
        None if board is None else deck.boards[board].faces[petal]
        for board, petal in zip(lying, chart.petal, strict=True)
    )


def hiding(deck: Deck, boards: Boards, special: str) -> frozenset[int]:
    """The places that may hide `special`: none once it is face up."""
    if any(face and face.special == special for face in known_faces(deck, boards)):
        return frozenset()
    backs = {board.back for board in where(deck.boards, special)}
    return frozenset(
        place
        for place, board in enumerate(boards)
        if board is None and deck.sites[place].back in backs
    )


def _goals(
    deck: Deck, boards: Boards, special: str, beyond: Way | None
) -> Iterator[tuple[int, float]]:
    """Where `special` is or may be, by hex and facing, with what is left from there."""
    faces, places = known_faces(deck, boards), hiding(deck, boards, special)
    for hex_id, face in enumerate(faces):
        maybe = deck.chart.place[hex_id] in places
        if maybe or (face and face.special == special):
            for spot in range(6 * hex_id, 6 * hex_id + 6):
                yield spot, (SEARCH if maybe else 0.0) + (beyond[spot] if beyond else 0.0)


def _flood(deck: Deck, faces: Sequence[Face | None], goals: dict[int, float]) -> Way:
    """Shortest ways backwards from the goals: whatever gets shorter is looked at again."""
    best = [FAR] * (6 * len(faces))
    for spot, value in goals.items():
        best[spot] = value
    changed = deque(sorted(goals, key=lambda spot: goals[spot]))
    while changed:
        spot = changed.popleft()
        for cost, before in _before(deck, faces, *divmod(spot, 6)):
            if best[spot] + cost < best[before]:
                best[before] = best[spot] + cost
                changed.append(before)
    return tuple(best)


def _before(
    deck: Deck, faces: Sequence[Face | None], here: HexId, facing: int
) -> Iterator[tuple[float, int]]:
    """From where one turn or one step leads to `here` facing so, and its cost."""
    chart, face = deck.chart, faces[here]
    yield TURN_COST, 6 * here + (facing + 1) % 6
    yield TURN_COST, 6 * here + (facing + 5) % 6
    came = (facing - (face.whirl if face else 0)) % 6
    there = chart.ahead[here][(came + 3) % 6]
    if there == OFF:
        return
    if face is None:
        cost = UNKNOWN_HEX + (UNKNOWN_BOARD if chart.place[here] != chart.place[there] else 0.0)
    else:
        cost = face.cost + RED_COST * face.dots.red + LIKED.get(face.special, 0.0)
    yield max(LEAST, cost), 6 * there + came
