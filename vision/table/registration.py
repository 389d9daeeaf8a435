"""From tags in the photo to pieces on the table, and back to the photo for their missing tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist
from typing import TypeAlias

import numpy as np

from vision.table.layout import Frame, Laid, frame, laid
from vision.table.matching import likeness
from vision.table.pieces import (
    CONFIDENCE,
    Catalogue,
    Clash,
    Detection,
    assemble,
    find_missing_tags,
    firm,
    overlap,
    rigid,
)
from vision.table.plane import OUTLIER, Plane, fit, misfits
from vision.tags.detector import Floats, Grey, Sighting

Order: TypeAlias = Callable[[Sequence[Laid]], float]

TAKEN = 0.25  # share of overlap from which a place is taken: cards in a pyramid overlap less
PARTLY = 0.4  # how much more likeness a partly visible tag has than a bare table
MOSTLY = 0.5  # the same if the other place is outside the photo: felt reaches 0.42


@dataclass(frozen=True, eq=False)
class Registration:
    """The table as registered: the plane, the pieces on it, and pairs of tags that contradict each
    other.

    `adrift` are the ids of pieces that could lie in either of two places; their position is
    inferred.
    """

    plane: Plane
    detections: tuple[Detection, ...]
    clashes: tuple[Clash, ...]
    adrift: tuple[str, ...] = ()

    def scaled(self, factor: float) -> Registration:
        """Return the table in a photo that is `factor` times as large."""
        detections = [
            replace(p, sightings=tuple(s.scaled(factor) for s in p.sightings))
            for p in self.detections
        ]
        return (
            self
            if factor == 1
            else replace(self, plane=self.plane.scaled(factor), detections=tuple(detections))
        )

    @cached_property
    def frame(self) -> Frame:
        """The table's frame."""
        pieces = self.detections
        return frame([piece.corners for piece in pieces], [piece.piece for piece in pieces])

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """The pieces in the frame, in the order of `detections`."""
        return laid(self.detections, self.frame, self.plane)


def register(
    sightings: Sequence[Sighting],
    grey: Grey,
    spots: Catalogue,
    order: Order,
    start: Plane | None = None,
) -> Registration:
    """Return the plane and the pieces that `sightings` show, after reading missing tags where they
    must be.

    `order` rates how well pieces make a table of the game, for those that could lie in either of
    two places.
    """
    size = (grey.shape[1], grey.shape[0])
    anchors = [rigid(s, spots) for s in [s for s in sightings if firm(s.tag, spots)] or sightings]
    plane = fit(anchors, size, start)
    singles = [rigid(s, spots, plane) for s in sightings]
    flat = [s for s, off in zip(sightings, misfits(plane, singles), strict=True) if off < OUTLIER]
    detections, _ = assemble(flat or sightings, plane, spots)
    plane = _fitted(detections, spots, size, plane)
    more = _elsewhere(find_missing_tags(grey, plane, detections, spots), flat)
    detections, clashes = assemble((*flat, *more), plane, spots)
    if more:
        plane = _fitted(detections, spots, size, plane)
        detections, clashes = assemble((*flat, *more), plane, spots)
    return _one_end(Registration(plane, detections, clashes), order, grey)


def _elsewhere(new: Sequence[Sighting], known: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """Return the new tags that aren't known ones read again, so that no piece is there twice."""
    kept: list[Sighting] = []
    for one in new:
        same = [other for other in (*known, *kept) if other.tag == one.tag]
        if all(dist(one.centre, other.centre) > one.side / 2 for other in same):
            kept.append(one)
    return tuple(kept)


def _fitted(
    detections: Sequence[Detection], spots: Catalogue, size: tuple[int, int], plane: Plane
) -> Plane:
    """Return the plane by those pieces whose tags have one size, else by all: pieces with other
    sizes may stand on the table.
    """
    anchors = [
        piece for piece in detections if all(firm(spot.tag.id, spots) for spot in piece.spots)
    ] or detections
    return fit([piece.rigid() for piece in anchors], size, plane) if anchors else plane


def _one_end(scene: Registration, order: Order, grey: Grey) -> Registration:
    """Put each piece with the same tag at both ends, of which one was read, in the likelier of its
    two places.

    Only a visible part of the other tag proves a place. Otherwise the place is inferred: the free
    one that makes a table, or else the one where the other tag is outside the photo, as inside it
    would have been read. Unless it is outside there, something hides it, which is possible in
    either place: the piece is adrift.
    """
    for index, piece in enumerate(scene.detections):
        if piece.other is None:
            continue
        ways = [replace(piece, other=None), replace(piece, corners=piece.other, other=None)]
        tag = piece.sightings[0].tag
        likenesses = [likeness(grey, scene.plane, _opposite(way, scene.plane), tag) for way in ways]
        lead = likenesses[0] - likenesses[1]
        beyond = [way for way in ways if not _shows(way, scene.plane)]
        likelier = ways[lead < 0]
        if abs(lead) < (MOSTLY if beyond else PARTLY):
            first, second = (_fit(scene, index, way, order) for way in ways)
            if first != second:
                likelier = ways[first < second]
            elif len(beyond) == 1:
                likelier = beyond[0]
            if beyond != [likelier]:
                scene = replace(scene, adrift=(*scene.adrift, piece.piece))
            likelier = replace(likelier, source="inferred", confidence=CONFIDENCE["inferred"])
        scene = _with(scene, index, likelier)
    return scene


def _fit(scene: Registration, index: int, way: Detection, order: Order) -> tuple[int, float]:
    """Return how well a piece fits in a place: minus the number of pieces it would overlap, then
    `order`.
    """
    rest = [
        piece.corners
        for piece in (*scene.detections[:index], *scene.detections[index + 1 :])
        if piece.kind != "token"
    ]
    taken = sum(overlap(way.corners, other) > TAKEN for other in rest)
    return -taken, order(_with(scene, index, way).laid)


def _with(scene: Registration, index: int, piece: Detection) -> Registration:
    """Return the registration with another piece at `index`."""
    return replace(
        scene, detections=(*scene.detections[:index], piece, *scene.detections[index + 1 :])
    )


def _opposite(piece: Detection, plane: Plane) -> Floats:
    """Return the corners of the other of a piece's two tags, mm; these are opposite each other with
    the same turn.
    """
    corners = plane.to_mm(piece.sightings[0].corners)
    return np.asarray(corners + 2 * (piece.centre - corners.mean(0)))


def _shows(piece: Detection, plane: Plane) -> bool:
    """Return whether the piece's other tag would be wholly in the photo, so that it could be
    read.
    """
    corners = plane.to_px(_opposite(piece, plane))
    return bool((corners > 0).all() and (corners < 2 * np.array(plane.middle)).all())
