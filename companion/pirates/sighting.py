"""A photo of a pirates table beside what its phones say: where the two disagree.

Only what the photo is sure of is compared, and only what the phones keep: the tracks, whether
pirates are about, who is rescued, and whether the game is over. Map and ships are on the table
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.pirates.boards import BOB
from companion.pirates.track_state import Sighting, TableState
from companion.pirates.tracks import VERBS

SHIP, GAME = "the pirates' ship", "the game"


def sighting(told: Mapping[str, object]) -> Sighting:
    """What a scan result of pirates is sure of; anything of another shape is left out.

    >>> sighting({"sails": 3, "water": None, "bob": False, "black": {"name": "d2.n"}})
    Sighting(tracks=(('sails', 3),), bob=False, pirates=None, black='d2.n', lost='')
    """
    tracks = tuple(
        (verb, value) for verb in VERBS if type(value := told.get(verb)) is int and value >= 0
    )
    bob, pirates = (
        value if isinstance(value := told.get(name), bool) else None for name in ("bob", "pirates")
    )
    black = told.get("black")
    return Sighting(
        tracks, bob, pirates, str(black.get("name", ""))[:12] if isinstance(black, Mapping) else ""
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that table and phones do not agree on, each side's in words."""

    what: str
    table: str
    phones: str

    def __str__(self) -> str:
        return f"{self.what}: {self.table} on the table, {self.phones} on the phones"


def differences(seen: Sighting, state: TableState) -> tuple[Difference, ...]:
    """Everything that the photo shows otherwise than the phones have it, in the order of the
    tracks.
    """
    return (
        *_tracks(seen, state),
        *_rescued(seen, state),
        *_pirates(seen, state),
        *_lost(seen, state),
    )


def _tracks(seen: Sighting, state: TableState) -> Iterator[Difference]:
    for verb, value in seen.tracks:
        kept = getattr(state.tracks, verb)
        if value != kept:
            yield Difference(verb, str(value), str(kept))


def _rescued(seen: Sighting, state: TableState) -> Iterator[Difference]:
    kept = BOB in state.rescued
    if seen.bob is not None and seen.bob != kept:
        words = {True: "rescued", False: "still missing"}
        yield Difference("Bob", words[seen.bob], words[kept])


def _pirates(seen: Sighting, state: TableState) -> Iterator[Difference]:
    """A ship that was not seen may be there all the same: only one seen on the map, or beside it,
    counts.
    """
    if seen.pirates is None or seen.pirates == state.pirates:
        return
    where = f"on the map, in {seen.black}" if seen.black else "beside the map"
    yield Difference(SHIP, where, "on the map" if state.pirates else "not on the map")


def _lost(seen: Sighting, state: TableState) -> Iterator[Difference]:
    if seen.lost and not state.end:
        yield Difference(GAME, seen.lost, "going on")
