"""Read the pieces of one game in a photo, searching again wherever its row expects more until
nothing new turns up.

Lengths are px of the reduced photo (`Photo.work`); the full one is decoded for what can't be read
in it. A row gets px of the full photo.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.game import Deck
from companion.tags import BLACK_MODULES
from vision.evidence.album import Albums
from vision.games.base import Eye, Place, Row, Table
from vision.games.foreign_cards import of_no_set
from vision.games.reading import Reading, Unsure
from vision.photo.loader import Photo
from vision.scan.search import find_small_tags
from vision.table.matching import look_at
from vision.table.pieces import Catalogue
from vision.table.plane import Plane
from vision.table.registration import Registration, register
from vision.tags.detector import Floats, Sighting, distinct

ROUNDS = 3  # rounds of searching places: each piece read may show where the next one is
# px a module of the reduced photo: if a tag has less than the first, those at places where they
# have less than the second may be unread
SMALL, TINY = 2.5, 2.2
CELL = 32  # px; step of the search for such places
SAME_PLACE = 20.0  # px; a place nearer than this to one already searched is the same
WIDER = 1.3  # factor by which a place is enlarged when it is searched


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A photo being read: what it is compared with, and the tags found so far."""

    photo: Photo
    row: Row
    deck: Deck
    spots: Catalogue
    albums: Albums
    sightings: tuple[Sighting, ...]

    def register(self, start: Plane | None = None) -> Registration:
        """Return the plane and the pieces that the tags show; `start` is an earlier plane."""
        return register(self.sightings, self.photo.work_grey, self.spots, start)

    def table(self, scene: Registration) -> Table:
        """Return the table for the row: the pieces, and the eye."""
        whole = scene.scaled(self.photo.shrunk)
        eye = Eye(self.photo, whole.plane, whole.frame, whole.detections, self.albums)
        return Table(self.photo.name, whole.laid, whole.clashes, whole.adrift, eye)


def with_far_tags(attempt: Attempt) -> Attempt:
    """Return the attempt with the tags where the table is so far away that a reduced photo has too
    few px a module; a photo of large tags shows no such place.
    """
    sightings, photo = attempt.sightings, attempt.photo
    if min(each.side for each in sightings) >= SMALL * BLACK_MODULES:
        return attempt
    plane, (height, width) = attempt.register().plane, photo.work_grey.shape
    x, y = np.meshgrid(np.arange(0, width, CELL), np.arange(0, height, CELL))
    cells = np.stack([x.ravel(), y.ravel()], 1)
    size = min(spot.tag.size for spots in attempt.spots.values() for spot in spots)
    far = cells[plane.scales(plane.to_mm(cells.astype(float))) * size / BLACK_MODULES < TINY]
    if not len(far):
        return attempt
    (left, top), (right, bottom) = far.min(0).tolist(), (far.max(0) + CELL).tolist()
    fine = find_small_tags(photo, frozenset(attempt.spots), (left, top, right, bottom))
    return replace(attempt, sightings=distinct((*sightings, *fine)))


def read_table(attempt: Attempt, known: object) -> Reading:
    """Return the reading of a table on which tags were found; `known` is what the row's `known`
    made of the options.
    """
    row, deck, scene = attempt.row, attempt.deck, attempt.register()
    searched: list[Floats] = []  # centres of places, px: each is searched once
    for _ in range(ROUNDS):
        table, wanted = attempt.table(scene), []
        for place in row.places(scene.laid, deck, known):
            corners = scene.frame.to_plane(np.array(place.corners))
            middle = scene.plane.to_px(corners.mean(0)[None])[0]
            again = any(np.linalg.norm(middle - other) < SAME_PLACE for other in searched)
            if not again:
                searched.append(middle)
                wanted.append((place, corners.mean(0) + (corners - corners.mean(0)) * WIDER))
        new = _read_at(attempt, scene, wanted)
        if not new:
            break
        attempt = replace(attempt, sightings=join_sightings(attempt.sightings, new))
        scene = attempt.register(scene.plane)
    table, reading = _judged(attempt, scene, known)
    harder = [
        (place, scene.frame.to_plane(np.array(place.corners)))
        for place in row.again(reading, table)
    ]
    if new := _read_at(attempt, scene, harder):
        attempt = replace(attempt, sightings=join_sightings(attempt.sightings, new))
        _, reading = _judged(attempt, attempt.register(scene.plane), known)
    return reading


def _judged(attempt: Attempt, scene: Registration, known: object) -> tuple[Table, Reading]:
    """Return the table and its reading, in which nothing counts if the whole is in doubt."""
    row, deck, table = attempt.row, attempt.deck, attempt.table(scene)
    if item := of_no_set(scene.detections) or row.contradiction(table, deck):
        return table, unread(row, attempt.photo.name, deck, known, item)
    return table, row.judge(table, deck, known)


def unread(row: Row, name: str, deck: Deck, known: object, why: Unsure) -> Reading:
    """Return the reading of a photo none of whose pieces count, with the reason."""
    nothing = row.judge(Table(name, ()), deck, known)
    return replace(nothing, verdict="unsure", violations=(), unsure=(why,))


def _read_at(
    attempt: Attempt, scene: Registration, places: Iterable[tuple[Place, Floats]]
) -> list[Sighting]:
    """Return tags at places (corners in mm on the plane) that aren't part of a known piece."""
    new: list[Sighting] = []
    photo = attempt.photo
    for place, corners in places:
        known = place.ids or frozenset(attempt.spots)
        # the whole photo is worth decoding only for what is searched thoroughly
        by = photo.shrunk if place.thorough else 1
        grey, plane = photo.grey if place.thorough else photo.work_grey, scene.plane.scaled(by)
        sightings = look_at(grey, plane, corners, known, thorough=place.thorough)
        read = [sighting for piece in scene.detections for sighting in piece.sightings]
        old = [(each.tag, each.centre) for each in (*read, *new)]  # places may overlap
        new += [
            each
            for each in (sighting.scaled(1 / by) for sighting in sightings)
            if not any(
                each.tag == tag and np.linalg.norm(each.centre - centre) < each.side
                for tag, centre in old
            )
        ]
    return new


def join_sightings(known: Sequence[Sighting], new: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """Return all sightings, each tag once; a new one replaces a known one in its place."""
    old = (
        one
        for one in known
        if not any(
            one.tag == other.tag and np.linalg.norm(one.centre - other.centre) < other.side / 2
            for other in new
        )
    )
    return (*old, *new)
