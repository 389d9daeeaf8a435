"""Find all tags in a photo, cheapest way first, and their game by the registry alone
(`companion/tags.toml`); explain why there are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import cv2
import numpy as np

from companion.deckfile import load_deck
from companion.game import game, games, slugs
from companion.language import say
from companion.tags import BLACK_MODULES, FAMILY_SIZE, TagId, registry
from vision.games.reading import Unsure
from vision.photo.loader import Photo
from vision.table.probe import LIMITS, sharpness
from vision.tags.detector import (
    FREE_ERRORS,
    WHOLE,
    Floats,
    Grey,
    Part,
    Sighting,
    distinct,
    sweep,
    sweep_finely,
)

SMALL = 1008  # px
FEW = 3  # a photo with fewer faultless tags is searched more thoroughly
SHOWN = 5  # most ids in a message
LATTICE = 33  # places along each side of a photo at which the size of tags is estimated
MARGIN = 100  # px around a place that are searched: pieces lie a little off, and need white paper
SURE = 2.1  # px a module of the reduced photo of which a tag isn't missed
FAR = 2.5  # px a module of the reduced photo: if a tag has less, others, farther, may be unread


def find_tags(photo: Photo, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """Return all tags in the photo, searching more thoroughly if they are few or small."""
    grey = photo.work_grey
    best = sweep(grey, known=known)
    if _clear(best, 0) < FEW:  # a smaller copy has less noise and texture
        again = sweep(grey, known=known, max_side=SMALL)
        best = max(best, again, key=lambda sightings: (_clear(sightings), len(sightings)))
    few = _clear(best) < FEW
    if few or len(far := _far(best, grey)):
        part = WHOLE if few else around(far * photo.shrunk)
        fine = sweep_finely(photo.grey, known=known, part=part)
        best = distinct((*best, *(each.scaled(1 / photo.shrunk) for each in fine)))
    return best


def around(points: Floats) -> Part:
    """Return the part of an image around points, n x 2 px."""
    low, high = np.maximum(points.min(0) - MARGIN, 0), np.maximum(points.max(0) + MARGIN, 0)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _far(sightings: tuple[Sighting, ...], grey: Grey) -> Floats:
    """Return places, px, where tags could be too small for `sweep`, as some are small: a plane's
    depth is linear in px, and so is a side's power of 2/3.
    """
    clear = [each for each in sightings if each.errors == 0]
    if all(each.side >= FAR * BLACK_MODULES for each in clear):
        return np.zeros((0, 2))
    places = np.array([[*each.centre, 1] for each in clear])
    sides = np.array([each.side for each in clear])
    depth = np.linalg.lstsq(places, sides ** (2 / 3), rcond=None)[0]
    x, y = np.meshgrid(*(np.linspace(0, side, LATTICE) for side in grey.shape[::-1]))
    lattice = np.stack([x.ravel(), y.ravel()], 1)
    far = lattice @ depth[:2] + depth[2] < (SURE * BLACK_MODULES) ** (2 / 3)
    return np.asarray(lattice[far])


def _clear(sightings: tuple[Sighting, ...], most: int = FREE_ERRORS) -> int:
    """Return how many have at most so many wrong bits; as a rule, those reliable on their own."""
    return sum(sighting.errors <= most for sighting in sightings)


@cache
def tags_of_games() -> frozenset[TagId]:
    """Return every tag id on pieces of any game, without those of the calibration sheet."""
    return frozenset(_owners())


def games_of(sightings: Iterable[Sighting]) -> tuple[tuple[str, int], ...]:
    """Return the games of these tags, most first, with counts; unreliable tags don't count."""
    counts = Counter(
        _owners()[s.tag] for s in sightings if s.errors <= FREE_ERRORS and s.tag in _owners()
    )
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], slugs().index(item[0]))))


@cache
def _owners() -> dict[TagId, str]:
    owners = {r.start + n: r.game for r in registry() if r.game in slugs() for n in range(r.count)}
    for each in games():
        if each.slug not in owners.values():  # not in the registry: use the tags on its pieces
            printed = each.pieces(load_deck(each))
            faces = [spots for piece in printed for spots in piece.faces.values()]
            owners = {spot.id: each.slug for spots in faces for spot in spots} | owners
    return owners


def why_no_tags(grey: Grey, known: frozenset[TagId], slug: str = "") -> Unsure:
    """Return why no `known` tag was read: mirroring, darkness, blur, other tags, or none at all."""

    def because(text: str, remedy: str) -> Unsure:
        return Unsure(None, text, "legality", remedy)

    flipped = np.asarray(cv2.flip(grey, 1), np.uint8)
    if sweep(flipped, known=known):
        return because(
            say("the photo is mirrored"),
            say("turn off mirroring (selfie camera), or flip the photo, and send it again"),
        )
    everything = sweep(grey, known=frozenset(range(FAMILY_SIZE)))
    sightings = [sighting for sighting in everything if sighting.tag not in known]
    if others := [name for name, _ in games_of(sightings) if name != slug]:
        return because(
            say("these pieces are from {game}", game=game(others[0]).title),
            say("use this game's pieces; only {game} reads these", game=others[0]),
        )
    if strangers := sorted({sighting.tag for sighting in sightings}):
        tags = ", ".join(map(str, strangers[:SHOWN]))
        return because(
            say("these tags aren't from this game: {tags}", tags=tags),
            say("use this game's cards, or update Rookery if they are newer"),
        )
    if float(np.percentile(grey, 98)) < 60:
        return because(say("the photo is too dark"), say("turn on more light"))
    if sharpness(grey) < LIMITS.blurred:
        return because(
            say("the photo is blurred"), say("hold still and tap the cards on the screen to focus")
        )
    return because(
        say("the photo doesn't show any cards with printed tags"),
        say(
            "take the photo from above, and use cards printed by Rookery (black squares in the "
            "corners)"
        ),
    )
