"""From tags in the photo to pieces on the table, and back to the photo for their missing tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist

from vision.table.layout import Frame, Laid, frame, outline_of, upward, wrapped
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
from vision.tags.detector import Grey, Sighting

TAKEN = 0.25  # share of overlap from which a place is taken: cards in a pyramid overlap less


@dataclass(frozen=True, eq=False)
class Registration:
    """The table as registered: the plane, the pieces on it, and contradicting pairs of tags.

    `adrift` are the ids of pieces that could lie in either of two places; theirs is inferred.
    """

    plane: Plane
    detections: tuple[Detection, ...]
    clashes: tuple[Clash, ...]
    adrift: tuple[str, ...] = ()

    def scaled(self, factor: float) -> Registration:
        """Return the table in a photo that is `factor` times as large."""
        detections = tuple(
            replace(p, sightings=tuple(s.scaled(factor) for s in p.sightings))
            for p in self.detections
        )
        return replace(self, plane=self.plane.scaled(factor), detections=detections)

    @cached_property
    def frame(self) -> Frame:
        """The table's frame."""
        pieces = self.detections
        return frame([piece.corners for piece in pieces], [piece.piece for piece in pieces])

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """The pieces in the frame and in the photo, in the order of `detections`."""
        found = []
        for piece in self.detections:
            ((x, y),) = self.frame.to_frame(piece.centre[None]).round(1).tolist()
            turn = round(wrapped(upward(piece.corners) + self.frame.turn - 90), 1)
            px = outline_of(self.plane.to_px(piece.corners).round(1))
            name, kind, face = piece.piece, piece.kind, piece.face
            found.append(Laid(name, kind, face, x, y, turn, piece.source, piece.confidence, px))
        return tuple(found)


def register(
    sightings: Sequence[Sighting], grey: Grey, spots: Catalogue, start: Plane | None = None
) -> Registration:
    """Return the plane and the pieces by `sightings`, and by missing tags read where they must be;
    `start` is an earlier plane.
    """
    size = (grey.shape[1], grey.shape[0])
    anchors = [rigid(s, spots) for s in [s for s in sightings if firm(s.tag, spots)] or sightings]
    plane = fit(anchors, size, start)
    singles = [rigid(s, spots, plane) for s in sightings]
    flat = [s for s, off in zip(sightings, misfits(plane, singles), strict=True) if off < OUTLIER]
    detections, _ = assemble(flat or sightings, plane, spots)
    plane = _fitted(detections, spots, size, plane)
    more: list[Sighting] = []
    for new in find_missing_tags(grey, plane, detections, spots):
        # not a known tag read again, or a piece would be there twice
        same = [other for other in (*flat, *more) if other.tag == new.tag]
        if all(dist(new.centre, other.centre) > new.side / 2 for other in same):
            more.append(new)
    detections, clashes = assemble((*flat, *more), plane, spots)
    if more:
        plane = _fitted(detections, spots, size, plane)
        detections, clashes = assemble((*flat, *more), plane, spots)
    return _one_end(Registration(plane, detections, clashes))


def _fitted(
    detections: Sequence[Detection], spots: Catalogue, size: tuple[int, int], plane: Plane
) -> Plane:
    """Return the plane by pieces with tags of one size, if any: others may stand on the table."""
    anchors = [
        piece for piece in detections if all(firm(spot.tag.id, spots) for spot in piece.spots)
    ] or detections
    return fit([piece.rigid() for piece in anchors], size, plane) if anchors else plane


def _one_end(scene: Registration) -> Registration:
    """Put each piece with one tag read, and the same at its other end, where fewer pieces lie."""
    detections = [*scene.detections]
    for index, piece in enumerate(scene.detections):
        if piece.other is None:
            continue
        ways = [replace(piece, other=None), replace(piece, corners=piece.other, other=None)]
        rest = [
            each.corners
            for at, each in enumerate(detections)
            if at != index and each.kind not in {"token", "strip"}
        ]
        over = [[overlap(way.corners, other) for other in rest] for way in ways]
        taken = [(sum(share > TAKEN for share in shares), sum(shares)) for shares in over]
        likelier = ways[taken[0] > taken[1]]
        detections[index] = replace(likelier, source="inferred", confidence=CONFIDENCE["inferred"])
    adrift = tuple(piece.piece for piece in scene.detections if piece.other is not None)
    return replace(scene, detections=tuple(detections), adrift=adrift)
