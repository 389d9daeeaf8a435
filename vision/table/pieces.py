"""Group sightings into pieces, locate these, and find contradictions.

A card has two tags at opposite corners. Position is trusted before ids: a pair that lies like one
card's but whose ids disagree isn't a card of this deck, and is reported as a `Clash` instead of
being guessed. A board has more tags: all that lie as on one board are one, even if some are cut off
or covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import cos, dist, sin
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.game import Piece
from companion.layout import Size, TagSpot
from companion.tags import TagId
from vision.table.matching import read, square
from vision.table.plane import Plane, Rigid, lay
from vision.tags.detector import FREE_ERRORS, Floats, Grey, Sighting, as_points

Source: TypeAlias = Literal["two-tags", "tag", "inferred"]

# mm; a bent card's two tags fit to within 1, but blur makes all tags look smaller than they are
TOGETHER = 5.0
# or this share of the distance of a large sheet's two tags, as blur distorts the table's scale
STRETCH = 0.05
# share of its distance by which another tag may be away from where one tag's sides predict it
LEAN = 0.15
# mm; two pieces with the same tags nearer than this, or half of the piece, are one seen twice
TWICE = 12.0
CONFIDENCE: Mapping[Source, float] = {"two-tags": 0.999, "tag": 0.97, "inferred": 0.8}


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One tag of one face of one piece: index `end` of `tags`. A catalogue has each once."""

    piece: str
    kind: str
    face: str
    size: Size
    tag: TagSpot
    end: int
    tags: tuple[TagSpot, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A piece on the table: `corners` are its outline, mm (y down), clockwise from its top left.

    `other` is where it would lie if its only read tag were the one at the other end (grey cards
    have the same tag at both).
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
        """The piece's centre, mm on the plane."""
        return np.asarray(self.corners.mean(0))

    def rigid(self) -> Rigid:
        """Return the piece's tags for fitting the plane."""
        local = np.concatenate([square(spot.tag) for spot in self.spots])
        return Rigid(local, np.concatenate([sighting.corners for sighting in self.sightings]))


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """Two tags that lie like one card's, although no card of this deck has both."""

    first: Spot
    second: Spot


Catalogue: TypeAlias = Mapping[TagId, tuple[Spot, ...]]


def catalogue(pieces: Iterable[Piece]) -> Catalogue:
    """Return the spots of each tag: several for pieces with the same tag at both ends."""
    by_tag: dict[TagId, tuple[Spot, ...]] = {}
    for piece in pieces:
        for face, tags in piece.faces.items():
            for end, tag in enumerate(tags):
                spot = Spot(piece.id, piece.kind, face, piece.size, tag, end, tuple(tags))
                by_tag[tag.id] = (*by_tag.get(tag.id, ()), spot)
    return by_tag


def firm(tag: TagId, spots: Catalogue) -> bool:
    """Return whether a tag has one size only; others can't be used before the scale is known."""
    return len({spot.tag.size for spot in spots[tag]}) == 1


def rigid(sighting: Sighting, spots: Catalogue, plane: Plane | None = None) -> Rigid:
    """Return one tag for fitting the plane; of several sizes, in the one it has on `plane`."""
    mine = spots[sighting.tag]
    if plane is not None:
        mine = tuple(_sized(mine, plane.to_mm(sighting.corners)))
    return Rigid(square(mine[0].tag), sighting.corners)


def assemble(
    sightings: Sequence[Sighting], plane: Plane, spots: Catalogue
) -> tuple[tuple[Detection, ...], tuple[Clash, ...]]:
    """Assign every sighting to one piece or clash, starting with those that belong together.

    Tags read by correlation start no piece. A piece seen twice in nearly one place counts once.
    """
    if not sightings:
        return (), ()
    used: set[int] = set()
    detections: list[Detection] = []
    clashes: list[Clash] = []
    corners = np.concatenate([sighting.corners for sighting in sightings])
    flat = plane.to_mm(corners).reshape(-1, 4, 2)
    for group in _groups(sightings, flat, spots):
        numbers, mine = zip(*group.members, strict=True)
        if used.intersection(numbers):
            continue
        used.update(numbers)
        if group.clash:
            clashes.append(Clash(mine[0], mine[1]))
        else:
            own = tuple(sightings[number] for number in numbers)
            detections.append(_piece(group.corners, own, mine, "two-tags"))
    for index, sighting in enumerate(sightings):
        if index not in used and sighting.errors <= FREE_ERRORS:
            single = _same_piece(_sized(spots[sighting.tag], flat[index]))
            outlines = [outline(spot, flat[index]) for spot in single]
            other = outlines[1] if len(outlines) > 1 else None
            detections.append(_piece(outlines[0], (sighting,), (single[0],), "tag", other))
    once, centres = [], [piece.centre.tolist() for piece in detections]
    for at, one in enumerate(detections):
        near = min(TWICE, one.spots[0].size.width / 2, one.spots[0].size.height / 2)
        # seen again, as when a card's two tags didn't fit well; a board's corners have to be near
        board = len(one.spots[0].tags) > 2
        if not any(
            (one.piece, one.face) == (other.piece, other.face)
            and dist(centres[at], centre) < near
            and (not board or np.abs(one.corners - other.corners).max() < near)
            for other, centre in zip(detections[:at], centres, strict=False)
        ):
            once.append(one)
    return tuple(once), tuple(clashes)


def find_missing_tags(
    grey: Grey, plane: Plane, detections: Sequence[Detection], spots: Catalogue
) -> tuple[Sighting, ...]:
    """Read missing tags of pieces of which one was read, by correlation where they must be; also
    one that doesn't belong there, which makes a clash.
    """
    new: list[Sighting] = []
    for piece in detections:
        first, seen = piece.spots[0], piece.sightings[0]
        if len(piece.spots) == 1 and len(first.tags) == 2:
            both = []
            # grey cards have the same tag at both ends, so two places are tried
            for spot in _same_piece(spots[seen.tag]):
                other = spot.tags[1 - spot.end]
                _, turn, shift = lay(square(spot.tag), plane.to_mm(seen.corners))
                corners = _move(square(other), turn, shift)
                sighting = read(grey, plane, corners, other.size, wanted=other.id, ids=spots)
                # no tag of another kind of piece can be there, so it isn't a clash
                if sighting and any(_together(spot, one) for one in spots[sighting.tag]):
                    both.append(sighting)
            new += sorted(both, key=lambda each: -each.agreement)[:1]
            continue
        ends, own = {spot.end for spot in piece.spots}, [tag.id for tag in first.tags]
        for end, (tag, corners) in enumerate(zip(first.tags, tag_squares(piece), strict=True)):
            if end not in ends:
                sighting = read(grey, plane, corners, tag.size, wanted=tag.id, ids=own)
                if sighting and sighting.tag == tag.id:
                    new.append(sighting)
    return tuple(new)


def tag_squares(piece: Detection) -> list[Floats]:
    """Return the corners of all tags of a piece, each 4 x 2 mm on the plane."""
    spot = piece.spots[0]
    _, turn, shift = lay(_box(spot.size), piece.corners)
    return [_move(square(tag), turn, shift) for tag in spot.tags]


def overlap(one: Floats, other: Floats) -> float:
    """Return the share of the smaller of two convex quadrangles that the other covers, 0 to 1."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area) / min(cv2.contourArea(first), cv2.contourArea(second))


def outline(spot: Spot, tag_corners: Floats) -> Floats:
    """Return the outline of the piece whose tag `spot` has these corners, mm on the plane."""
    _, turn, shift = lay(square(spot.tag), tag_corners)
    return _move(_box(spot.size), turn, shift)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Sightings, by index, that lie like the tags of one face; `off` is the largest misfit, mm."""

    members: tuple[tuple[int, Spot], ...]
    clash: bool
    off: float
    corners: Floats


def _groups(sightings: Sequence[Sighting], flat: Floats, spots: Catalogue) -> list[_Group]:
    """Return how tags, n x 4 x 2 mm, lie like one face's: clashes last, then largest first."""
    # each sighting as a tag of a face, and each later tag of that face
    wanted = [
        ((number, spot), end)
        for number, sighting in enumerate(sightings)
        for spot in spots[sighting.tag]
        for end in range(spot.end + 1, len(spot.tags))
    ]
    if not wanted:
        return []
    sizes = np.array([spot.tag.size for (_, spot), _ in wanted])
    # where it begins relative to the first tag, in units of that one's side
    steps = np.array(
        [(_begin(spot.tags[end]) - _begin(spot.tag)) / spot.tag.size for (_, spot), end in wanted]
    )
    corners, at = as_points(flat), [number for (number, _), _ in wanted]
    begins = corners[:, 0]
    along = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    off = np.abs(begins - (begins[at] + steps * along[at])[:, None])
    near = np.argwhere(off < (TOGETHER + LEAN * sizes * np.abs(steps))[:, None]).tolist()
    groups: list[_Group] = []
    for first, rows in groupby(near, key=lambda pair: wanted[pair[0]][0]):
        known = [group.members for group in groups if first in group.members]
        for row, other in rows:
            for second in spots[sightings[other].tag]:
                own = second.end == wanted[row][1] and _together(first[1], second)
                if not own or other == first[0] or any((other, second) in each for each in known):
                    continue
                if pair := _grouped([first, (other, second)], flat):
                    groups.append(_join(pair, sightings, flat, spots))
    return sorted(groups, key=lambda group: (group.clash, -len(group.members), group.off))


def _begin(tag: TagSpot) -> complex:
    """Return the top left of a tag in its upright piece, mm."""
    return complex(tag.x - tag.size / 2, tag.y - tag.size / 2)


def _together(first: Spot, second: Spot) -> bool:
    """Return whether two tags could be on one face, by their kinds."""
    alike = (first.kind, first.face) == (second.kind, second.face)
    return alike and (first.piece == second.piece or len(first.tags) == len(second.tags) == 2)


def _grouped(members: Sequence[tuple[int, Spot]], flat: Floats) -> _Group | None:
    """Return these sightings as one face, None if they don't fit it."""
    local = np.concatenate([square(spot.tag) for _, spot in members])
    points = np.concatenate([flat[number] for number, _ in members])
    where, turn, shift = lay(local, points)
    off = float(np.sqrt(((where - points) ** 2).sum(1).max()))
    spot = members[0][1]
    allowed = TOGETHER
    if len(spot.tags) == 2:  # more than two tags determine the table's scale themselves
        one, other = spot.tags
        allowed = max(TOGETHER, STRETCH * dist((one.x, one.y), (other.x, other.y)))
    if off >= allowed:
        return None
    clash = any(mine.piece != spot.piece for _, mine in members)
    return _Group(tuple(members), clash, off, _move(_box(spot.size), turn, shift))


def _join(group: _Group, sightings: Sequence[Sighting], flat: Floats, spots: Catalogue) -> _Group:
    """Return the board with all other tags that fit it."""
    spot = group.members[0][1]
    if len(spot.tags) == 2:
        return group
    ends = {mine.end for _, mine in group.members}
    own = [
        (number, other)
        for number, sighting in enumerate(sightings)
        for other in spots[sighting.tag]
        if (other.piece, other.face) == (spot.piece, spot.face) and other.end not in ends
    ]
    if len({other.end for _, other in own}) == len(own) and (
        whole := _grouped([*group.members, *own], flat)
    ):
        return whole
    for number, other in own:  # some lie elsewhere: a second board's, or misread
        if other.end not in {mine.end for _, mine in group.members}:
            group = _grouped([*group.members, (number, other)], flat) or group
    return group


def _same_piece(mine: Sequence[Spot]) -> list[Spot]:
    """Return a tag's spots on one piece, the first printed of those that could have it."""
    return [spot for spot in mine if (spot.piece, spot.face) == (mine[0].piece, mine[0].face)]


def _sized(mine: Sequence[Spot], seen: Floats) -> list[Spot]:
    """Return the spots of a tag whose size is nearest to that of `seen`, its corners in mm."""
    side = float(np.linalg.norm(np.roll(seen, -1, 0) - seen, axis=1).mean())
    nearest = min((spot.tag.size for spot in mine), key=lambda size: abs(size - side))
    return [spot for spot in mine if spot.tag.size == nearest]


def _piece(
    corners: Floats,
    sightings: tuple[Sighting, ...],
    spots: tuple[Spot, ...],
    source: Source,
    other: Floats | None = None,
) -> Detection:
    best = max(sighting.agreement for sighting in sightings)
    confidence = round(min(CONFIDENCE[source], 0.9 + 0.1 * best), 3)
    piece, kind, face = spots[0].piece, spots[0].kind, spots[0].face
    return Detection(piece, kind, face, corners, sightings, spots, source, confidence, other)


@cache
def _box(size: Size) -> Floats:
    """Return an upright piece's corners, clockwise from its top left."""
    return np.array([[0, 0], [size.width, 0], [size.width, size.height], [0, size.height]], float)


def _move(points: Floats, turn: float, shift: Floats) -> Floats:
    c, s = cos(turn), sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + shift)
