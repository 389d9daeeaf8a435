"""A photo of a pirates table beside what its phones say, straight from the photo's reading."""

from __future__ import annotations

from companion.pirates.tracker import Difference, Sighting, TableState
from companion.pirates.tracker import differences as between
from companion.pirates.tracks import VERBS
from vision.games.pirates.reading import PiratesReading


def differences(reading: PiratesReading, state: TableState) -> tuple[Difference, ...]:
    """Everything that the photo shows otherwise than the phones have it, in the order of the
    tracks.
    """
    read = ((verb, getattr(reading, verb)) for verb in VERBS)
    tracks = tuple((verb, value) for verb, value in read if value is not None)
    black = reading.black.name if reading.black else ""
    seen = Sighting(tracks, reading.bob, reading.pirates, black, reading.lost)
    return tuple(between(seen, state))
