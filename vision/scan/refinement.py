"""Read the pieces of one game in a photo, searching again wherever its row expects more until
nothing new turns up.

Lengths are px of the reduced photo (`Photo.work`); the full one is decoded for what can't be read
in it. A row gets px of the full photo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.game import Deck
from companion.tags import BLACK_MODULES
from vision.evidence.album import INKS, Albums
from vision.evidence.probe import Evidence, Prober
from vision.evidence.sides import hidden_sides, side_colours
from vision.games.base import Eye, Place, Row, Seen, Table, Wishes
from vision.games.foreign_cards import of_no_set
from vision.games.reading import Reading, Unsure
from vision.photo.loader import Photo
from vision.scan.search import find_small_tags
from vision.table.matching import look_at
from vision.table.pieces import Catalogue, overlap, unread_tags
from vision.table.plane import Plane
from vision.table.registration import Registration, register
from vision.tags.detector import Floats, Grey, Sighting, distinct

ROUNDS = 3  # rounds of searching unread places: each piece read may show where the next one is
# px a module of the reduced photo: if a tag has less than the first, those at places where they
# have less than the second may be unread
SMALL, TINY = 2.5, 2.2
CELL = 32  # px; step of the search for such places
NEAR = 20.0  # px; a place nearer than this to one already searched is the same
# size of the doubtful square around a covered tag, in sides of the tag: it extends beyond the card
# as far as margins do
HIDING = 4.0
WIDER = 1.3  # factor by which a place is enlarged when it is searched


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A photo being read: what it is compared with, and the tags found so far.

    `joint` turns a prober of this photo into one of all photos of a table.
    """

    photo: Photo
    row: Row
    deck: Deck
    spots: Catalogue
    albums: Albums
    sightings: tuple[Sighting, ...]
    # centres of places already searched, px
    looked: list[Floats] = field(default_factory=list)
    joint: Callable[[Prober, Registration], Prober] | None = None

    def register(self, start: Plane | None = None) -> Registration:
        """Return the plane and the pieces that the tags show; `start` is an earlier plane."""
        return register(self.sightings, self.photo.work_grey, self.spots, self.row.order, start)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The table by the tags found so far, and what is at places where more pieces could be."""

    scene: Registration
    prober: Prober
    probed: tuple[tuple[Place, Floats, Evidence], ...]  # with corners, mm on the plane


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


def read_table(attempt: Attempt, wishes: Wishes) -> Reading:
    """Return the reading of a table on which tags were found."""
    view = _view(attempt)
    for _ in range(ROUNDS):
        # each place is searched once, bare table only if something must lie there
        wanted: list[tuple[Place, Floats]] = []
        for place, corners, evidence in view.probed:
            middle = view.scene.plane.to_px(corners.mean(0)[None])[0]
            if (evidence.empty and not place.must) or any(
                np.linalg.norm(middle - other) < NEAR for other in attempt.looked
            ):
                continue
            attempt.looked.append(middle)
            wanted.append((place, corners.mean(0) + (corners - corners.mean(0)) * WIDER))
        new = _read_at(attempt, view.scene, wanted)
        if not new:
            break
        attempt = replace(attempt, sightings=join_sightings(attempt.sightings, new))
        view = _view(attempt, view.scene.plane)
    if item := of_no_set(view.scene.detections):
        return unread(attempt.row, attempt.photo.name, attempt.deck, wishes, item)
    table = _table(attempt, view)
    reading = attempt.row.judge(table, attempt.deck, wishes)
    harder = [(place, _corners(view.scene, place)) for place in attempt.row.again(reading, table)]
    if again := _read_at(attempt, view.scene, harder):
        attempt = replace(attempt, sightings=join_sightings(attempt.sightings, again))
        reading = attempt.row.judge(
            _table(attempt, _view(attempt, view.scene.plane)), attempt.deck, wishes
        )
    return reading


def unread(row: Row, name: str, deck: Deck, wishes: Wishes, why: Unsure) -> Reading:
    """Return the reading of a photo none of whose pieces count, with the reason."""
    nothing = row.judge(Table(name, ()), deck, wishes)
    return replace(nothing, verdict="unsure", violations=(), unsure=(why,))


def _view(attempt: Attempt, start: Plane | None = None) -> _View:
    """Place all pieces, and probe each place that could hold an unread one."""
    scene = attempt.register(start)
    places = attempt.row.places(scene.laid, attempt.deck)
    asked = [_corners(scene, place) for place in places]
    outlines = [piece.corners for piece in scene.detections]
    photo = attempt.photo

    def doubtful() -> list[Floats]:
        """Return places into which something that hides a tag or a side of a piece may extend."""
        albums = (attempt.albums.of(attempt.row.game, attempt.deck, ink) for ink in INKS)
        printed = (side_colours(album) for album in albums if album is not None)
        faces = [(piece.piece, piece.face) for piece in scene.detections]
        prints = (
            {at: sides[face] for at, face in enumerate(faces) if face in sides} for sides in printed
        )
        hidden = [unread_tags(piece, scene.plane) for piece in scene.detections]
        return [
            *beside_covered_tags(outlines, hidden, scene.plane, photo.work_grey),
            *hidden_sides(photo.work, scene.plane, np.array(outlines), prints),
        ]

    prober = Prober(photo, scene.plane, outlines, asked, doubtful)
    if attempt.joint:
        prober = attempt.joint(prober, scene)
    evidence = [prober.look(corners) for corners in asked]
    return _View(scene, prober, tuple(zip(places, asked, evidence, strict=True)))


def beside_covered_tags(
    outlines: Sequence[Floats], unread: Sequence[Sequence[Floats]], plane: Plane, grey: Grey
) -> list[Floats]:
    """Return a square, 4 x 2 mm, around each unread tag in view that no known piece covers."""
    limit = np.array(grey.shape[::-1]) - 1
    squares = []
    for at, tags in enumerate(unread):
        others = [*outlines[:at], *outlines[at + 1 :]]
        for tag in tags:
            px = plane.to_px(tag)
            inside = ((px >= 0) & (px <= limit)).all()
            if inside and not any(overlap(tag, other) for other in others):
                middle = tag.mean(0)
                squares.append(np.asarray(middle + (tag - middle) * HIDING))
    return squares


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


def _table(attempt: Attempt, view: _View) -> Table:
    """Return the table for the row: pieces, evidence for places without a tag, and the eye."""
    whole = view.scene.scaled(attempt.photo.shrunk)
    seen = {}
    for place, corners, evidence in view.probed:
        px = whole.plane.to_px(corners)
        outline = tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)
        seen[place.key] = Seen(place, evidence, outline)
    photo, detections = attempt.photo, whole.detections
    eye = Eye(photo, whole.plane, whole.frame, detections, view.prober, attempt.albums)
    return Table(photo.name, whole.laid, whole.clashes, seen, whole.adrift, eye)


def _corners(scene: Registration, place: Place) -> Floats:
    return scene.frame.to_plane(np.array(place.corners))


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
