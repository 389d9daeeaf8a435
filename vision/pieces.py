"""Pieces: which sightings belong to one card, where it lies, and what speaks against it.

Two tags stand at a card's opposite corners. That they lie as one card must be believed before their ids are: a
pair in place whose ids disagree is no card of this deck, and is reported as a `Clash` instead of being guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np

from companion.game import Piece
from companion.layout import Size, TagSpot
from companion.tags import TagId
from vision.detect import FREE_ERRORS, Floats, Grey, Sighting
from vision.plane import Plane, Rigid, lay
from vision.predict import read, square

Source: TypeAlias = Literal["two-tags", "tag", "inferred"]

TOGETHER = 5.0  # mm; a bent card's two tags fit it to within 1, blur makes all tags look smaller than they are
CONFIDENCE: Mapping[Source, float] = {"two-tags": 0.999, "tag": 0.97, "inferred": 0.8}


@dataclass(frozen=True, slots=True)
class Spot:
    """One tag of one face of one piece: `end` 0 is its first tag, 1 its second."""

    piece: str
    kind: str
    face: str
    size: Size
    tag: TagSpot
    end: int
    other: TagSpot | None


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece on the table: `corners` are its outline, mm on the plane (y down), clockwise from its top left.

    `other` is where it would lie if its one seen tag were the one at the other end (greys have the same at both).
    """

    piece: str
    kind: str
    face: str
    corners: Floats
    sightings: tuple[Sighting, ...]
    spots: tuple[Spot, ...]
    source: Source
    confidence: float
    other: Floats | None = None

    def __post_init__(self) -> None:
        if self.corners.shape != (4, 2) or len(self.sightings) != len(self.spots):
            raise ValueError("a found piece has four corners, and a spot for each sighting")

    @property
    def centre(self) -> Floats:
        """Its middle, mm on the plane."""
        return np.asarray(self.corners.mean(0))

    def rigid(self) -> Rigid:
        """Its tags as the plane's fit wants them."""
        local = np.concatenate([square(spot.tag) for spot in self.spots])
        return Rigid(local, np.concatenate([sighting.corners for sighting in self.sightings]))


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """Two tags that lie as one card's, though no card of this deck has both."""

    first: Spot
    second: Spot
    corners: Floats


Catalogue: TypeAlias = Mapping[TagId, tuple[Spot, ...]]


def catalogue(pieces: Iterable[Piece]) -> Catalogue:
    """Where each tag can stand: more than one spot for pieces with the same tag at both ends."""
    found: dict[TagId, tuple[Spot, ...]] = {}
    for piece in pieces:
        for face, tags in piece.faces.items():
            for end, tag in enumerate(tags):
                other = tags[1 - end] if len(tags) == 2 else None
                spot = Spot(piece.id, piece.kind, face, piece.size, tag, end, other)
                found[tag.id] = (*found.get(tag.id, ()), spot)
    return found


def rigid(sighting: Sighting, spots: Catalogue) -> Rigid:
    """One tag as the plane's first fit wants it."""
    return Rigid(square(spots[sighting.tag][0].tag), sighting.corners)


def assemble(
    sightings: Sequence[Sighting], plane: Plane, spots: Catalogue
) -> tuple[tuple[Found, ...], tuple[Clash, ...]]:
    """Every sighting becomes part of one piece, or of a clash; pairs first."""
    used: set[int] = set()
    found: list[Found] = []
    clashes: list[Clash] = []
    for (i, a), (j, b), corners in _pairs(sightings, plane, spots):
        if i in used or j in used:
            continue
        used |= {i, j}
        if a.piece == b.piece:
            pair = (sightings[i], sightings[j])
            found.append(_piece(a, corners, pair, (a, b), "two-tags"))
        else:
            clashes.append(Clash(a, b, corners))
    for index, sighting in enumerate(sightings):
        if index not in used and (sighting.errors <= FREE_ERRORS):
            found.append(_single(sighting, plane, spots))
    return tuple(found), tuple(clashes)


def look_again(grey: Grey, plane: Plane, found: Sequence[Found], spots: Catalogue) -> tuple[Sighting, ...]:
    """The second tags of cards of which only one was seen: read softly where they must be.

    An id that does not belong there comes back as well: it makes a clash.
    """
    new: list[Sighting] = []
    for piece in found:
        if len(piece.spots) != 1 or piece.spots[0].other is None:
            continue
        new += _other_ends(grey, plane, piece, spots)
    return tuple(new)


def overlap(one: Floats, other: Floats) -> float:
    """The share of the smaller of two upright-or-turned rectangles that the other covers, 0 to 1."""
    import cv2  # noqa: PLC0415 - the only use of it here

    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area) / min(cv2.contourArea(one.astype(np.float32)), cv2.contourArea(other.astype(np.float32)))


def outline(spot: Spot, tag_corners: Floats) -> Floats:
    """Where the piece lies whose tag `spot` has these corners, mm on the plane."""
    return _laid(spot, square(spot.tag), tag_corners)


def _other_ends(grey: Grey, plane: Plane, piece: Found, spots: Catalogue) -> Iterator[Sighting]:
    seen = piece.sightings[0]
    best: Sighting | None = None
    for spot in spots[seen.tag]:
        if spot.other is None:
            continue
        _, turn, shift = lay(square(spot.tag), plane.to_mm(seen.corners))
        where = _moved(square(spot.other), turn, shift)
        guess = read(grey, plane, where, spot.other.size, wanted=spot.other.id, ids=spots)
        if guess and guess.sure and (best is None or guess.agreement > best.agreement):
            best = Sighting(guess.tag, guess.corners, 0, guess.agreement)
    if best is not None:
        yield best


def _pairs(
    sightings: Sequence[Sighting], plane: Plane, spots: Catalogue
) -> Iterator[tuple[tuple[int, Spot], tuple[int, Spot], Floats]]:
    """Sightings that lie as the first and second tag of one face, own pairs before clashes, closest fit first."""
    flat = [plane.to_mm(sighting.corners) for sighting in sightings]
    fits = []
    for i, j in combinations(range(len(sightings)), 2):
        for a, b in ((i, j), (j, i)):
            if np.linalg.norm(flat[a][0] - flat[b][0]) > 150:
                continue
            for first in spots[sightings[a].tag]:
                for second in spots[sightings[b].tag]:
                    if (first.end, second.end) != (0, 1) or (first.kind, first.face) != (second.kind, second.face):
                        continue
                    local = np.concatenate([square(first.tag), square(second.tag)])
                    points = np.concatenate([flat[a], flat[b]])
                    off = float(np.sqrt(((lay(local, points)[0] - points) ** 2).sum(1).max()))
                    if off < TOGETHER:
                        fits.append(
                            (first.piece != second.piece, off, a, b, first, second, _laid(first, local, points))
                        )
    for _, _, a, b, first, second, corners in sorted(fits, key=lambda fit: fit[:2]):
        yield (a, first), (b, second), corners


def _single(sighting: Sighting, plane: Plane, spots: Catalogue) -> Found:
    flat = plane.to_mm(sighting.corners)
    mine = spots[sighting.tag]
    outlines = [outline(spot, flat) for spot in mine]
    return _piece(
        mine[0], outlines[0], (sighting,), (mine[0],), "tag", other=outlines[1] if len(outlines) > 1 else None
    )


def _piece(
    spot: Spot, corners: Floats, sightings: tuple[Sighting, ...], spots: tuple[Spot, ...], source: Source,
    *, other: Floats | None = None,
) -> Found:  # fmt: skip
    best = max(sighting.agreement for sighting in sightings)
    confidence = round(min(CONFIDENCE[source], 0.9 + 0.1 * best), 3)
    return Found(spot.piece, spot.kind, spot.face, corners, sightings, spots, source, confidence, other)


def _laid(spot: Spot, local: Floats, points: Floats) -> Floats:
    _, turn, shift = lay(local, points)
    width, height = spot.size.width, spot.size.height
    return _moved(np.array([[0, 0], [width, 0], [width, height], [0, height]]), turn, shift)


def _moved(points: Floats, turn: float, shift: Floats) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + shift)
