"""The map of pirates: where the boards lie, which hex is next to which, and what the hexes are
called.

A hex is a number: seven for each place (middle, then clockwise from the board's own north), and the
pier last. The chart knows places, not the boards that lie there: those are shuffled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import NotationError
from companion.hexes import DIRECTION_NAMES, STEPS, Hex, add, neighbours, rotate, turned

HexId = int
Place = int

PETALS = ("m", *DIRECTION_NAMES)  # a flower's hexes: the middle and those round it
PIER = "pier"
OFF = -1  # what lies beyond the edge


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the map: its board's middle, the board's turns clockwise, and the back of the
    boards that lie there.

    `id` is the row's letter and the place in the row from the left, as the crew sees it.
    """

    id: str
    middle: Hex
    turn: int
    back: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything about hexes that no shuffle changes.

    `spots` are the hexes' axial coordinates; `ahead[h][d]` is the hex next to `h` in direction `d`
    or `OFF`; `place[h]` and `petal[h]` say which board's which hex it is; `next_to[p]` are the
    places adjacent to place `p`.
    """

    sites: tuple[Site, ...]
    spots: tuple[Hex, ...]
    ahead: tuple[tuple[HexId, ...], ...]
    place: tuple[Place, ...]
    petal: tuple[int, ...]
    next_to: tuple[tuple[Place, ...], ...]

    @property
    def pier(self) -> HexId:
        """The Puerto Rico hex."""
        return len(self.spots) - 1

    def name(self, hex_id: HexId) -> str:
        """A hex in notation, as `b2.ne`."""
        if hex_id == self.pier:
            return f"{self.sites[0].id}.{PIER}"
        return f"{self.sites[self.place[hex_id]].id}.{PETALS[self.petal[hex_id]]}"

    def read(self, text: str) -> HexId:
        """The hex called `text`; raises `NotationError`."""
        found = re.fullmatch(r"([a-z][0-9])\.([a-z]+)", text)
        ids = [site.id for site in self.sites]
        if found and found[1] in ids:
            place = ids.index(found[1])
            if found[2] in PETALS:
                return place * len(PETALS) + PETALS.index(found[2])
            if place == 0 and found[2] == PIER:
                return self.pier
        raise NotationError(
            text, "no hex of the map", remedy="write place and hex, as b2.ne, c1.m or a1.pier"
        )


def lay(sites: Sequence[Site], pier_between: tuple[int, int]) -> Chart:
    """The chart of these sites; the pier touches two neighbouring petals of the first one's board.

    The caller has checked that no two hexes fall on each other.
    """
    spots: list[Hex] = []
    place: list[Place] = []
    petal: list[int] = []
    for number, site in enumerate(sites):
        spots += [add(site.middle, rotate(step, site.turn)) for step in (Hex(0, 0), *STEPS)]
        place += [number] * len(PETALS)
        petal += range(len(PETALS))
    spots.append(_pier(sites[0], pier_between))
    ahead = _ahead(spots)
    return Chart(
        tuple(sites),
        tuple(spots),
        ahead,
        (*place, 0),
        (*petal, len(PETALS)),
        _next_to(ahead, [*place, 0]),
    )


def _pier(site: Site, between: tuple[int, int]) -> Hex:
    one, other = (STEPS[turned(direction, site.turn)] for direction in between)
    return add(site.middle, add(one, other))


def _ahead(spots: Sequence[Hex]) -> tuple[tuple[HexId, ...], ...]:
    number = {spot: hex_id for hex_id, spot in enumerate(spots)}
    return tuple(tuple(number.get(there, OFF) for there in neighbours(spot)) for spot in spots)


def _next_to(
    ahead: Sequence[Sequence[HexId]], place: Sequence[Place]
) -> tuple[tuple[Place, ...], ...]:
    found: list[set[Place]] = [set() for _ in range(max(place) + 1)]
    for hex_id, there in enumerate(ahead):
        found[place[hex_id]] |= {place[other] for other in there if other != OFF} - {place[hex_id]}
    return tuple(tuple(sorted(near)) for near in found)
