"""Search: all tags of the whole picture, cheaply first; and, where there are none, why that is so."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.language import say
from companion.tags import FAMILY_SIZE, TagId
from vision.detect import FREE_ERRORS, Grey, Sighting, sweep
from vision.load import Shot
from vision.probe import BLURRED, sharpness
from vision.reading import Unsure

SMALL = 1008  # px
FEW = 3  # tags; a photo with fewer is looked at harder as a whole
SHOWN = 5  # ids that a message names at most


def find_tags(photo: Shot, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """All tags of the whole picture: the cheap way, and harder ways only when that shows next to nothing."""
    best = sweep(photo.work_grey, known=known, darks=photo.darks)
    for look in (_smaller, _sharper, _whole):
        if _clear(best) >= FEW:
            return best
        again = look(photo, known)
        best = max(best, again, key=lambda found: (_clear(found), len(found)))
    return best


def _smaller(photo: Shot, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """Noise and checked cloth are gone from a smaller picture."""
    return sweep(photo.work_grey, known=known, max_side=SMALL)


def _sharper(photo: Shot, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """For what is out of focus."""
    return sweep(_sharpened(photo.work_grey), known=known)


def _whole(photo: Shot, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """All that the camera saw: for what is far away."""
    if photo.shrunk == 1:
        return ()
    found = sweep(photo.grey, known=known, max_side=max(photo.size))
    return tuple(replace(each, corners=each.corners / photo.shrunk) for each in found)


def _clear(sightings: tuple[Sighting, ...]) -> int:
    """How many may be believed by themselves."""
    return sum(sighting.errors <= FREE_ERRORS for sighting in sightings)


def why_no_tags(grey: Grey, known: frozenset[TagId]) -> Unsure:
    """Mirrored, with tags of nobody's, dark, blurred, or simply without tags: each its own message."""
    flipped = np.asarray(cv2.flip(grey, 1), np.uint8)
    if sweep(flipped, known=known):
        return Unsure(
            None, say("the picture is mirrored"), "legality",
            say("switch off mirroring (selfie camera), or flip the picture, and send it again"),
        )  # fmt: skip
    seen = {sighting.tag for sighting in sweep(grey, known=frozenset(range(FAMILY_SIZE)))}
    if strangers := sorted(seen - known):
        text = say("no piece of this game carries the tags seen: {tags}", tags=", ".join(map(str, strangers[:SHOWN])))
        return Unsure(None, text, "legality", say("lay out this game's cards, or update Rookery if they are newer"))
    if float(np.percentile(grey, 98)) < 60:
        return Unsure(None, say("the picture is too dark"), "legality", say("switch on more light"))
    if sharpness(grey) < BLURRED:
        return Unsure(None, say("the picture is blurred"), "legality", say("hold still and tap on the cards to focus"))
    return Unsure(
        None, say("no card with printed tags is in the picture"), "legality",
        say("photograph the table from above; photos work with sets printed by Rookery (black squares in the corners)"),
    )  # fmt: skip


def _sharpened(grey: Grey) -> Grey:
    return np.asarray(cv2.addWeighted(grey, 2.5, cv2.GaussianBlur(grey, (0, 0), 4), -1.5, 0), np.uint8)
