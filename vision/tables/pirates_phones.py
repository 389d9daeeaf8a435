"""A photo of a pirates table beside what its phones say: where the two disagree.

Only what the photo is sure of is compared, and only what the phones keep: the tracks, whether pirates are about, who
is rescued, and whether the game is over. Map and ships are on the table alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.pirates.boards import BOB
from companion.pirates.track_state import TableState
from companion.pirates.tracks import VERBS
from vision.tables.pirates_reading import PiratesReading


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that table and phones do not agree on, each side's in words."""

    what: str
    table: str
    phones: str

    def __str__(self) -> str:
        return f"{self.what}: {self.table} on the table, {self.phones} on the phones"


def differences(reading: PiratesReading, state: TableState) -> tuple[Difference, ...]:
    """Everything that the photo shows otherwise than the phones have it, in the order of the tracks."""
    return (*_tracks(reading, state), *_rescued(reading, state), *_pirates(reading, state), *_lost(reading, state))


def _tracks(reading: PiratesReading, state: TableState) -> Iterator[Difference]:
    for verb in VERBS:
        seen, kept = getattr(reading, verb), getattr(state.tracks, verb)
        if seen is not None and seen != kept:
            yield Difference(verb, str(seen), str(kept))


def _rescued(reading: PiratesReading, state: TableState) -> Iterator[Difference]:
    kept = BOB in state.rescued
    if reading.bob is not None and reading.bob != kept:
        words = {True: "rescued", False: "still missing"}
        yield Difference("Bob", words[reading.bob], words[kept])


def _pirates(reading: PiratesReading, state: TableState) -> Iterator[Difference]:
    """A ship that was not seen may be there all the same: only one seen on the map, or beside it, counts."""
    if reading.pirates is None or reading.pirates == state.pirates:
        return
    seen = f"on the map, in {reading.black.name}" if reading.black else "beside the map"
    yield Difference("the pirates' ship", seen, "on the map" if state.pirates else "not on the map")


def _lost(reading: PiratesReading, state: TableState) -> Iterator[Difference]:
    if reading.lost and not state.end:
        yield Difference("the game", reading.lost, "going on")
