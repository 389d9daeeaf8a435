"""Look: the pieces of one game in a photo, looked for again wherever its row expects more, until nothing new comes.

All of this is in px of the shrunk picture (`Shot.work`); the whole one is decoded for what can't be read in it. What
a row gets is in px of the whole picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision.album import Albums
from vision.detect import Floats, Sighting
from vision.load import Shot
from vision.pieces import Catalogue, Found
from vision.plane import Plane
from vision.predict import look_at
from vision.probe import Evidence, Prober
from vision.reading import Outline, Reading
from vision.settle import Settled, settle
from vision.strangers import of_no_set
from vision.table import Eye, Place, Row, Seen, Table, Wishes

ROUNDS = 3  # times that unread places are looked at; each piece read may show where the next one is
NEAR = 20.0  # px; a place as near as that to one looked at is the same
WIDER = 1.3  # a place is looked at with what lies about it


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A photo on its way to a reading: what it is compared with, and the tags seen so far."""

    photo: Shot
    row: Row
    deck: Any
    spots: Catalogue
    albums: Albums
    sightings: tuple[Sighting, ...]
    looked: list[Floats] = field(default_factory=list)  # middles of the places that were looked at, px


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What the tags seen so far make of the table, and what is at the places where more could be."""

    scene: Settled
    prober: Prober
    probed: tuple[tuple[Place, Floats, Evidence], ...]  # with corners, mm on the plane


def read_table(look: Look, wishes: Wishes) -> Reading:
    """The reading of a table on which tags were found."""
    view = _viewed(look)
    for _ in range(ROUNDS):
        new = _looked_again(look, view)
        if not new:
            break
        look = replace(look, sightings=joined(look.sightings, new))
        view = _viewed(look, view.scene.plane)
    if item := of_no_set(view.scene.found):
        nothing = look.row.judge(Table(look.photo.name, ()), look.deck, wishes)
        return replace(nothing, verdict="unsure", violations=(), unsure=(item,))
    table = _table(look, view)
    reading = look.row.judge(table, look.deck, wishes)
    harder = [(place, _corners(view.scene, place)) for place in look.row.again(reading, table)]
    if again := _seen_at(look, view.scene, harder):
        look = replace(look, sightings=joined(look.sightings, again))
        reading = look.row.judge(_table(look, _viewed(look, view.scene.plane)), look.deck, wishes)
    return reading


def _viewed(look: Look, start: Plane | None = None) -> _View:
    """Everything laid down, and each place that could hold an unread piece probed."""
    scene = settle(look.sightings, look.photo.work_grey, look.spots, look.row.order, start)
    pieces = scene.laid
    places = look.row.places(pieces, look.deck)
    asked = [_corners(scene, place) for place in places]
    outlines = [piece.corners for piece in scene.found]
    photo = look.photo
    prober = Prober(lambda: photo.rough, photo.work_grey, scene.plane, outlines, asked, photo.shrunk)
    evidence = [prober.look(corners) for corners in asked]
    return _View(scene, prober, tuple(zip(places, asked, evidence, strict=True)))


def _looked_again(look: Look, view: _View) -> list[Sighting]:
    """Tags read where the row expects more pieces; each place once, bare table only where something must lie."""
    wanted: list[tuple[Place, Floats]] = []
    for place, corners, evidence in view.probed:
        middle = view.scene.plane.to_px(corners.mean(0)[None])[0]
        if (evidence.empty and not place.must) or any(np.linalg.norm(middle - other) < NEAR for other in look.looked):
            continue
        look.looked.append(middle)
        wanted.append((place, _widened(corners)))
    return _seen_at(look, view.scene, wanted)


def _seen_at(look: Look, scene: Settled, places: Iterable[tuple[Place, Floats]]) -> list[Sighting]:
    """Tags at places (corners in mm on the plane) that are not part of a known piece."""
    new: list[Sighting] = []
    plane, by = scene.plane.scaled(look.photo.shrunk), 1 / look.photo.shrunk
    for place, corners in places:
        known = place.ids or frozenset(look.spots)
        seen = look_at(look.photo.grey, plane, corners, known, thorough=place.thorough)
        new += _new([sighting.scaled(by) for sighting in seen], scene.found, new)
    return new


def _table(look: Look, view: _View) -> Table:
    """What the game's row judges: pieces, evidence for each place without a tag, and the eye."""
    whole = view.scene.scaled(look.photo.shrunk)
    seen = {
        place.key: Seen(place, evidence, _outline(whole.plane.to_px(corners)))
        for place, corners, evidence in view.probed
    }
    eye = Eye(look.photo, whole.plane, whole.frame, whole.found, view.prober, look.albums)
    return Table(look.photo.name, whole.laid, whole.clashes, seen, whole.adrift, eye)


def _corners(scene: Settled, place: Place) -> Floats:
    return scene.frame.to_plane(np.array(place.corners))


def _outline(points: Floats) -> Outline:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _widened(corners: Floats) -> Floats:
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * WIDER)


def joined(known: Sequence[Sighting], new: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """All of them, each tag once: one that was not believed before gives way to what was read in its place."""
    return (*(s for s in known if not any(_same(s, other) for other in new)), *new)


def _same(one: Sighting, other: Sighting) -> bool:
    return one.tag == other.tag and bool(np.linalg.norm(one.centre - other.centre) < other.side / 2)


def _new(sightings: Sequence[Sighting], found: Sequence[Found], others: Sequence[Sighting] = ()) -> list[Sighting]:
    """Those that are neither part of a known piece nor among `others`: places may overlap."""
    known = [(s.tag, s.centre) for s in (*(s for piece in found for s in piece.sightings), *others)]
    return [
        s for s in sightings
        if not any(s.tag == tag and np.linalg.norm(s.centre - centre) < s.side for tag, centre in known)
    ]  # fmt: skip
