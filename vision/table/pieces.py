"""Group sightings into pieces, locate these, and find contradictions.

A card has two tags at opposite corners. Position is trusted before ids: a pair that lies like one
card's but whose ids disagree isn't a card of this deck, and is reported as a `Clash` instead of
being guessed. A board has more tags: all that lie as on one board are one, even if some are cut off
or covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from math import cos, dist, sin
from operator import itemgetter
from typing import Literal, TypeAlias

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
# wrong bits assumed for a tag read by correlation: it may confirm a piece, but not start one
SOFT = FREE_ERRORS + 1
# mm; two pieces with the same tags nearer than this, or half of the piece, are one seen twice
TWICE = 12.0
CONFIDENCE: Mapping[Source, float] = {"two-tags": 0.999, "tag": 0.97, "inferred": 0.8}


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One tag of one face of one piece: index `end` of all its `tags`. A catalogue has each
    once.
    """

    piece: str
    kind: str
    face: str
    size: Size
    tag: TagSpot
    end: int
    tags: tuple[TagSpot, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A piece on the table: `corners` are its outline, mm on the plane (y down), clockwise from its
    top left.

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
    corners: Floats


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
    """Return whether a tag is printed in one size only; others can't be used before the table's
    scale is known.
    """
    return len({spot.tag.size for spot in spots[tag]}) == 1


def rigid(sighting: Sighting, spots: Catalogue, plane: Plane | None = None) -> Rigid:
    """Return one tag for fitting the plane; if it is printed in several sizes, in the one that it
    has on `plane`.
    """
    mine = spots[sighting.tag]
    spot = (
        mine[0]
        if plane is None or firm(sighting.tag, spots)
        else _sized(mine, plane.to_mm(sighting.corners))[0]
    )
    return Rigid(square(spot.tag), sighting.corners)


def assemble(
    sightings: Sequence[Sighting], plane: Plane, spots: Catalogue
) -> tuple[tuple[Detection, ...], tuple[Clash, ...]]:
    """Assign every sighting to one piece or clash, starting with those that belong together.

    Tags read by correlation confirm or contradict but start no piece. A piece that was seen twice
    in nearly one place counts once.
    """
    if not sightings:
        return (), ()
    used: set[int] = set()
    detections: list[Detection] = []
    clashes: list[Clash] = []
    flat = plane.to_mm(np.concatenate([sighting.corners for sighting in sightings])).reshape(
        -1, 4, 2
    )
    for group in _groups(sightings, flat, spots):
        if used & {number for number, _ in group.members}:
            continue
        used |= {number for number, _ in group.members}
        mine = tuple(spot for _, spot in group.members)
        if group.clash:
            clashes.append(Clash(mine[0], mine[1], group.corners))
        else:
            own_sightings = tuple(sightings[number] for number, _ in group.members)
            detections.append(_piece(mine[0], group.corners, own_sightings, mine, "two-tags"))
    for index, sighting in enumerate(sightings):
        if index not in used and (sighting.errors <= FREE_ERRORS):
            detections.append(_single(sighting, flat[index], spots))
    once = (
        one
        for at, one in enumerate(detections)
        if not any(_twice(one, other) for other in detections[:at])
    )
    return tuple(once), tuple(clashes)


def _twice(one: Detection, other: Detection) -> bool:
    """Return whether a piece is another one seen again, as when its two tags didn't fit one card
    well.
    """
    near = min(TWICE, one.spots[0].size.width / 2, one.spots[0].size.height / 2)
    same = (one.piece, one.face) == (other.piece, other.face)
    return same and bool(np.linalg.norm(one.centre - other.centre) < near)


def find_missing_tags(
    grey: Grey, plane: Plane, detections: Sequence[Detection], spots: Catalogue
) -> tuple[Sighting, ...]:
    """Read missing tags of pieces of which one was read, by correlation where they must be.

    An id that doesn't belong there is returned as well: it makes a clash.
    """
    new: list[Sighting] = []
    for piece in detections:
        if len(piece.spots) == 1 and len(piece.spots[0].tags) == 2:
            new += _other_end(grey, plane, piece, spots)
        else:
            new += _rest(grey, plane, piece)
    return tuple(new)


def tag_squares(piece: Detection) -> list[Floats]:
    """Return the corners of all tags of a piece, each 4 x 2 mm on the plane."""
    spot = piece.spots[0]
    _, turn, shift = lay(_box(spot.size), piece.corners)
    return [_move(square(tag), turn, shift) for tag in spot.tags]


def unread_tags(piece: Detection, plane: Plane) -> list[Floats]:
    """Return the corners of a piece's unread tags, each 4 x 2 mm on the plane."""
    centres = [plane.to_mm(sighting.corners).mean(0) for sighting in piece.sightings]
    near = piece.spots[0].tag.size / 2
    tags = tag_squares(piece)
    return [tag for tag in tags if all(dist(tag.mean(0), other) > near for other in centres)]


def overlap(one: Floats, other: Floats) -> float:
    """Return the share of the smaller of two convex quadrangles that the other covers, 0 to 1."""
    import cv2  # noqa: PLC0415 - the only use of it here

    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area) / min(
        cv2.contourArea(one.astype(np.float32)), cv2.contourArea(other.astype(np.float32))
    )


def outline(spot: Spot, tag_corners: Floats) -> Floats:
    """Return the outline of the piece whose tag `spot` has these corners, mm on the plane."""
    _, turn, shift = lay(square(spot.tag), tag_corners)
    return _move(_box(spot.size), turn, shift)


def _other_end(grey: Grey, plane: Plane, piece: Detection, spots: Catalogue) -> Iterator[Sighting]:
    """Read a card's second tag. Grey cards have the same at both ends, so two places are tried."""
    sighting = piece.sightings[0]
    best: Sighting | None = None
    for spot in _same_piece(spots[sighting.tag]):
        other = spot.tags[1 - spot.end]
        _, turn, shift = lay(square(spot.tag), plane.to_mm(sighting.corners))
        guess = read(
            grey, plane, _move(square(other), turn, shift), other.size, wanted=other.id, ids=spots
        )
        if guess is None or not any(_together(spot, one) for one in spots[guess.tag]):
            continue  # no tag of another kind of piece can be there, so it isn't a clash
        if guess.sure and (best is None or guess.agreement > best.agreement):
            best = Sighting(guess.tag, guess.corners, SOFT, guess.agreement)
    if best is not None:
        yield best


def _rest(grey: Grey, plane: Plane, piece: Detection) -> Iterator[Sighting]:
    """Read the missing tags of a board; only its own are possible."""
    spot = piece.spots[0]
    missing = [
        tag for end, tag in enumerate(spot.tags) if end not in {mine.end for mine in piece.spots}
    ]
    _, turn, shift = lay(_box(spot.size), piece.corners)
    for tag in missing:
        guess = read(
            grey,
            plane,
            _move(square(tag), turn, shift),
            tag.size,
            wanted=tag.id,
            ids=[t.id for t in spot.tags],
        )
        if guess and guess.sure and guess.tag == tag.id:
            yield Sighting(guess.tag, guess.corners, SOFT, guess.agreement)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Sightings, by index, that lie like the tags of one face; `off` is the largest misfit, mm."""

    members: tuple[tuple[int, Spot], ...]
    clash: bool
    off: float
    corners: Floats


def _groups(sightings: Sequence[Sighting], flat: Floats, spots: Catalogue) -> list[_Group]:
    """Return all ways in which sightings, n x 4 x 2 mm, lie like one face's tags: without clash
    first, then larger, then closer.
    """
    groups: list[_Group] = []
    for (i, first), near in groupby(_near(sightings, flat, spots), key=itemgetter(0)):
        known = [group.members for group in groups if (i, first) in group.members]
        for _, end, j in near:
            fitting = (
                s
                for s in spots[sightings[j].tag]
                if s.end == end and _together(first, s) and i != j
            )
            fresh = (s for s in fitting if not any((j, s) in members for members in known))
            pairs = (_grouped([(i, first), (j, second)], flat) for second in fresh)
            groups += [_join(pair, sightings, flat, spots) for pair in pairs if pair]
    return sorted(groups, key=lambda group: (group.clash, -len(group.members), group.off))


def _near(
    sightings: Sequence[Sighting], flat: Floats, spots: Catalogue
) -> Iterator[tuple[tuple[int, Spot], int, int]]:
    """Yield each sighting as a tag of a face, the end of a later tag of that face, and a sighting
    near its place.
    """
    firsts = [
        (i, spot)
        for i, s in enumerate(sightings)
        for spot in spots[s.tag]
        if spot.end + 1 < len(spot.tags)
    ]
    wanted = [
        ((i, spot), spot.end + 1 + n, step)
        for i, spot in firsts
        for n, step in enumerate(_later(spot))
    ]
    if not wanted:
        return
    steps, sizes = (
        np.array([step for *_, step in wanted]),
        np.array([spot.tag.size for (_, spot), *_ in wanted]),
    )
    corners = as_points(flat)
    # upper sides
    begins, along = (
        corners[:, 0],
        (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2,
    )
    at = [i for (i, _), *_ in wanted]
    off = np.abs(begins - (begins[at] + steps * along[at])[:, None])
    for row, j in np.argwhere(off < (TOGETHER + LEAN * sizes * np.abs(steps))[:, None]).tolist():
        yield (*wanted[row][:2], j)


@cache
def _later(first: Spot) -> tuple[complex, ...]:
    """Return where a face's later tags begin relative to this one, in units of its side."""
    places = [square(tag)[0] - square(first.tag)[0] for tag in first.tags[first.end + 1 :]]
    return tuple(complex(x, y) / first.tag.size for x, y in places)


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
    if off >= _allowed(members[0][1]):
        return None
    clash = any(spot.piece != members[0][1].piece for _, spot in members)
    return _Group(tuple(members), clash, off, _move(_box(members[0][1].size), turn, shift))


def _allowed(spot: Spot) -> float:
    """Return how far, mm, a face's tags may be off; more than two tags determine the table's scale
    themselves.
    """
    if len(spot.tags) != 2:
        return TOGETHER
    one, other = spot.tags
    return max(TOGETHER, STRETCH * dist((one.x, one.y), (other.x, other.y)))


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
    if len({spot.tag.size for spot in mine}) == 1:
        return list(mine)
    side = sum(
        dist(one, other) for one, other in pairwise([*seen.tolist(), seen[0].tolist()])
    ) / len(seen)
    nearest = min((spot.tag.size for spot in mine), key=lambda size: abs(size - side))
    return [spot for spot in mine if spot.tag.size == nearest]


def _single(sighting: Sighting, flat: Floats, spots: Catalogue) -> Detection:
    """Return a piece by one of its tags, whose corners are `flat`, mm."""
    mine = _same_piece(_sized(spots[sighting.tag], flat))
    outlines = [outline(spot, flat) for spot in mine]
    return _piece(
        mine[0],
        outlines[0],
        (sighting,),
        (mine[0],),
        "tag",
        other=outlines[1] if len(outlines) > 1 else None,
    )


def _piece(
    spot: Spot,
    corners: Floats,
    sightings: tuple[Sighting, ...],
    spots: tuple[Spot, ...],
    source: Source,
    *,
    other: Floats | None = None,
) -> Detection:
    best = max(sighting.agreement for sighting in sightings)
    confidence = round(min(CONFIDENCE[source], 0.9 + 0.1 * best), 3)
    return Detection(
        spot.piece, spot.kind, spot.face, corners, sightings, spots, source, confidence, other
    )


@cache
def _box(size: Size) -> Floats:
    """Return an upright piece's corners, clockwise from its top left."""
    return np.array([[0, 0], [size.width, 0], [size.width, size.height], [0, size.height]], float)


def _move(points: Floats, turn: float, shift: Floats) -> Floats:
    c, s = cos(turn), sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + shift)
