"""Compare a photo of a pirates table with the state on its phones."""

from __future__ import annotations

from companion.pirates.tracker import Difference, Sighting, TableState
from companion.pirates.tracker import differences as between
from companion.pirates.tracks import VERBS
from vision.games.pirates.reading import PiratesReading


def differences(reading: PiratesReading, state: TableState) -> tuple[Difference, ...]:
    """Return everything that the photo shows differently from the phones, tracks first."""
    read = ((verb, getattr(reading, verb)) for verb in VERBS)
    tracks = tuple((verb, value) for verb, value in read if value is not None)
    black = reading.black.name if reading.black else ""
    sighting = Sighting(tracks, reading.bob, reading.pirates, black, reading.lost)
    return tuple(between(sighting, state))
