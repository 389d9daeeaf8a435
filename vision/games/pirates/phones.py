"""A photo of a pirates table beside what its phones say, straight from the photo's reading."""

from __future__ import annotations

from companion.pirates.sighting import Difference
from companion.pirates.sighting import differences as between
from companion.pirates.track_state import Sighting, TableState
from companion.pirates.tracks import VERBS
from vision.games.pirates.reading import PiratesReading


def differences(reading: PiratesReading, state: TableState) -> tuple[Difference, ...]:
    """Everything that the photo shows otherwise than the phones have it, in the order of the
    tracks.
    """
    read = ((verb, getattr(reading, verb)) for verb in VERBS)
    tracks = tuple((verb, value) for verb, value in read if value is not None)
    black = reading.black.name if reading.black else ""
    return between(Sighting(tracks, reading.bob, reading.pirates, black, reading.lost), state)
