"""Read several frames of one table as one; each shows what is hidden in others.

Tags are combined: each view gets the tags that any view read. A place is bare only if it is bare in
most views that show it. The game's row then judges a view with all that, unless a view of all these
pieces shows something else by itself, without any doubt, or a piece is gone in a view: it isn't
there, although all around it that view looks like one that shows it. Views count only if the camera
moved between them, because glare stays in place otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import cv2
import numpy as np

from companion.game import Piece
from companion.language import say
from companion.tags import TagId
from vision.evidence.probe import Move, Prober
from vision.games.base import Wishes
from vision.games.reading import Reading, Unsure
from vision.photo.loader import Photo
from vision.scan.refinement import Attempt, beside_covered_tags, read_table, unread
from vision.table.camera import locate
from vision.table.matching import flat_map, likeness
from vision.table.pieces import Detection, tag_squares
from vision.table.registration import Registration
from vision.tags.detector import Bools, Floats, Sheet, Sighting

MOVED = 25.0  # least distance between the cameras of two views, mm
FEWEST = 2  # tags that two views must share
NEAR = 10.0  # greatest distance of a tag in two views before one is fitted to the other, mm
SAME = 3.0  # the same after fitting, mm
CLEAR = 0.7  # least share of the tags in view that a clear view reads: a hand may hide a few
HALF = 6.0  # mm; a tag this near its place is the one that belongs there
ALIKE = 0.5  # least likeness of a tag that can't be read; bare felt reaches 0.42
TRIES = 3  # views to read, with what the others show, until one is sure
RING = 12  # mm around a piece that a hand over it covers, too
SLIP = 3  # greatest shift of a piece between two views, mm
SEEN = 0.75  # least share of that in both views
BRIGHTER = 1.25  # how much brighter one view may be
UNLIKE = 20.0  # grey levels by which places in two views differ
WHITE = 245  # of a reflection
ALL_ROUND = 0.1  # share of what changed in a piece's place by which its surroundings may differ
SHORT = 7  # mm by which that change may be shorter than a piece
FINGER = 40  # mm; only on a wider piece can a fingertip lie without crossing an edge
PLENTY = 4  # tags from which the fit may be a homography
VARYING = ("photo", "pieces", "unsure", "notes")  # fields that differ between views of one table


@dataclass(frozen=True, eq=False)
class View:
    """A frame with its tags and the table that it shows by itself."""

    attempt: Attempt

    @cached_property
    def scene(self) -> Registration:
        """The table as this frame shows it."""
        return self.attempt.register()

    @cached_property
    def sightings(self) -> tuple[Sighting, ...]:
        """The accepted tags, px of the reduced photo."""
        return tuple(sighting for piece in self.scene.detections for sighting in piece.sightings)

    @cached_property
    def places(self) -> Floats:
        """The corners of those tags, n x 4 x 2 mm on this view's plane."""
        corners = np.array([sighting.corners for sighting in self.sightings]).reshape(-1, 2)
        return self.scene.plane.to_mm(corners).reshape(-1, 4, 2)


@dataclass(frozen=True, eq=False)
class OtherView:
    """Another view of the table; 3 x 3 matrices convert mm to its plane and back."""

    view: View
    to_other: Floats
    from_other: Floats


def read_views(attempts: Sequence[Attempt], wishes: Wishes) -> tuple[Photo, Reading]:
    """Return the reading of one table's frames with tags, and the frame of its outlines."""
    views = list(_apart(sorted(map(View, attempts), key=lambda view: -len(view.sightings))))
    readings: list[tuple[View, Reading]] = []
    for view in views[:TRIES]:
        others = _others(view, views)
        sightings = (*view.attempt.sightings, *_added(view, others))
        attempt = replace(
            view.attempt, sightings=sightings, joint=partial(_joint, view, others), looked=[]
        )
        readings.append((view, read_table(attempt, wishes)))
        if _sure(readings[-1][1]):
            break
    best, reading = min(readings, key=lambda pair: (not _sure(pair[1]), len(pair[1].doubts)))
    attempt = best.attempt
    if _unsteady(views, reading, wishes):
        item = Unsure(
            None,
            say("something on the table moved, or was covered most of the time"),
            "legality",
            say("film the table again; keep the pieces still and your hands away"),
        )
        reading = unread(attempt.row, attempt.photo.name, attempt.deck, wishes, item)
    return attempt.photo, reading


def _sure(reading: Reading) -> bool:
    return reading.verdict != "unsure" and not reading.doubts


def _apart(views: Sequence[View]) -> Iterator[View]:
    """Yield clear views from different positions; of those from one, the one that reads most."""
    first, kept = views[0], [np.array(_lens(views[0]))]
    yield first
    for view in views[1:]:
        if (other_view := _other_view(first, view)) is None:
            continue
        shown = sum(_inside(view, tag) for tag in _moved_by(other_view.to_other, first.places))
        if len(view.sightings) < CLEAR * shown:  # a blurred view proves nothing
            continue
        x, y, height = _lens(view)
        at = np.array([*_moved_by(other_view.from_other, np.array([[x, y]]))[0], height])
        if all(np.linalg.norm(at - other) >= MOVED for other in kept):
            kept.append(at)
            yield view


def _lens(view: View) -> tuple[float, float, float]:
    """Return the camera's position, mm on the view's plane and above it."""
    grey = view.attempt.photo.work_grey
    camera = locate(view.scene.plane, (grey.shape[1], grey.shape[0]))
    return camera.x, camera.y, camera.height


def _other_view(view: View, other: View) -> OtherView | None:
    """Return the other view as seen from this one; None if they share too few tags."""
    pairs = _pairs(view, other)
    if len(pairs) < FEWEST:
        return None
    points = np.concatenate([view.places[at] for at, _ in pairs])
    targets = np.concatenate([other.places[at] for _, at in pairs])
    bend = len(pairs) >= PLENTY
    # OpenCV's type stubs don't mention that the matrix may be None
    find: Any = cv2.findHomography if bend else cv2.estimateAffinePartial2D
    matrix, _ = find(points, targets, method=cv2.RANSAC, ransacReprojThreshold=SAME)
    if matrix is None:
        return None
    to_other = np.asarray(matrix if bend else np.vstack([matrix, (0, 0, 1)]), np.float64)
    return OtherView(other, to_other, np.asarray(np.linalg.inv(to_other)))


def _pairs(view: View, other: View) -> list[tuple[int, int]]:
    """Return index pairs of tags that two views share, by the turn and shift with which most agree.

    One tag in both determines them. As pieces can share a tag id, each pair is tried.
    """
    own, theirs = (each.places @ (1, 1j) for each in (view, other))  # n x 4 complex corners
    ids = [np.array([sighting.tag for sighting in each.sightings]) for each in (view, other)]
    alike = np.argwhere(ids[0][:, None] == ids[1][None])
    middles = [each.mean(1) for each in (own, theirs)]
    best: list[tuple[int, int]] = []
    for one, two in alike.tolist():
        turn = (theirs[two] - middles[1][two]) @ (own[one] - middles[0][one]).conj()
        turn /= abs(turn)
        off = np.abs((middles[0] - middles[0][one]) * turn + middles[1][two] - middles[1][:, None])
        off[ids[1][:, None] != ids[0][None]] = np.inf
        nearest = off.argmin(0)
        pairs = [
            (at, int(nearest[at]))
            for at in range(len(nearest))
            if off[nearest[at], at] < NEAR and off[nearest[at]].argmin() == at
        ]
        best = max(best, pairs, key=len)
    return best


def _others(view: View, views: Sequence[View]) -> list[OtherView]:
    """Return the other views that share enough tags with this one."""
    candidates = (_other_view(view, other) for other in views if other is not view)
    return [other_view for other_view in candidates if other_view is not None]


def _added(view: View, others_seen: Sequence[OtherView]) -> list[Sighting]:
    """Return tags that only others read, each once, in px of this view."""
    candidates = [
        (sighting, view.scene.plane.to_px(_moved_by(other_view.from_other, corners)))
        for other_view in others_seen
        for sighting, corners in zip(other_view.view.sightings, other_view.view.places, strict=True)
    ]
    added: list[Sighting] = []
    for sighting, corners in sorted(candidates, key=lambda one: (one[0].errors, -one[0].side)):
        one = replace(sighting, corners=corners)
        if not any(
            one.tag == other.tag and np.linalg.norm(one.centre - other.centre) < one.side * 0.75
            for other in (*view.attempt.sightings, *view.sightings, *added)
        ):
            added.append(one)
    return added


def _joint(
    view: View, others_seen: Sequence[OtherView], alone: Prober, scene: Registration
) -> Prober:
    """Return a prober of all views; unseen tags count as hidden in each."""
    tags = [tag_squares(piece) for piece in scene.detections]

    def to_view(corners: Floats) -> Floats:
        return view.scene.plane.to_mm(scene.plane.to_px(corners))

    def hidden(shower: View, move: Move) -> list[list[Floats]]:
        """Return the tags of each piece that a view doesn't show, on `scene`'s plane."""
        return [
            [
                tag
                for tag, spot in zip(squares, piece.spots[0].tags, strict=True)
                if not _shows(shower, move(tag), spot.id)
            ]
            for squares, piece in zip(tags, scene.detections, strict=True)
        ]

    def by_other(other_view: OtherView) -> tuple[Move, Prober]:
        photo, plane = other_view.view.attempt.photo, other_view.view.scene.plane

        def move(corners: Floats) -> Floats:
            return _moved_by(other_view.to_other, to_view(corners))

        outlines, asked = ([move(one) for one in each] for each in (alone.outlines, alone.asked))
        covered = [[move(tag) for tag in each] for each in hidden(other_view.view, move)]
        return move, Prober(
            photo,
            plane,
            outlines,
            asked,
            lambda: beside_covered_tags(outlines, covered, plane, photo.work_grey),
        )

    covered, grey = hidden(view, to_view), alone.photo.work_grey
    return replace(
        alone,
        doubtful=lambda: beside_covered_tags(alone.outlines, covered, scene.plane, grey),
        others=[by_other(other_view) for other_view in others_seen],
    )


def _statements(reading: Reading) -> Any:
    """Return what a reading states, without measurements and remarks, which differ slightly."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(each) for name, each in value.items() if name not in VARYING}
        if isinstance(value, list):
            return [plain(each) for each in value]
        return None if isinstance(value, float) else value

    return plain(reading.to_json())


def _unsteady(views: Sequence[View], reading: Reading, wishes: Wishes) -> bool:
    """Return whether pieces moved: one is missing in half or more of the views of its place, is in
    two places, or is gone in one view; or a view of all places, by itself and without any doubt,
    shows something other than a sure reading states.
    """
    first = views[0]
    others = _others(first, views)
    attempt = first.attempt
    sightings = (*attempt.sightings, *_added(first, others))
    scene = replace(attempt, sightings=sightings).register()
    count = Counter(piece.piece for piece in scene.detections if piece.other is None)
    printed = {piece.id: piece for piece in attempt.row.printed(attempt.deck)}
    if any(count[name] > 1 for name, piece in printed.items() if piece.count == 1):
        return True
    # the views that show each piece, and those that show its place without it, with its corners
    showing: list[list[tuple[View, Floats]]] = [[] for _ in scene.detections]
    lacking: list[list[tuple[View, Floats]]] = [[] for _ in scene.detections]
    for other_view in (OtherView(first, np.eye(3), np.eye(3)), *others):
        view, whole = other_view.view, len(views) > 1

        def move(corners: Floats, to_other: Floats = other_view.to_other) -> Floats:
            return _moved_by(to_other, first.scene.plane.to_mm(scene.plane.to_px(corners)))

        for at, piece in enumerate(scene.detections):
            lies = _lying(piece, printed[piece.piece])
            tags = [move(tag) for tag in tag_squares(piece)]
            names = [spot.id for spot in piece.spots[0].tags]
            if any(_shows(view, tag, name) for tag, name in zip(tags, names, strict=True)):
                showing[at].append((view, move(lies)))
            elif any(_inside(view, tag) for tag in tags):
                lacking[at].append((view, move(lies)))
            else:
                whole = False
        if whole and _sure(reading):
            alone = read_table(replace(view.attempt, looked=[]), wishes)
            if not alone.unsure and _statements(alone) != _statements(reading):
                return True
    return any(
        len(showing[at]) <= len(lacking[at])
        or any(_gone(one, other) for one in showing[at] for other in lacking[at])
        for at in range(len(scene.detections))
        if lacking[at]
    )


def _lying(found: Detection, piece: Piece) -> Floats:
    """Return the corners of the part of a piece that lies on the table, mm."""
    base, size = piece.base or piece.size, piece.size
    first, right, _, down = found.corners
    across, along = (right - first) / size.width, (down - first) / size.height
    near, far = size.width / 2 + np.array((-1, 1)) * base.width / 2
    top, low = size.height - base.height, size.height
    local = ((near, top), (far, top), (far, low), (near, low))
    return np.array([first + x * across + y * along for x, y in local])


def _gone(showing: tuple[View, Floats], lacking: tuple[View, Floats]) -> bool:
    """Return whether a piece that one view shows is gone in another, given its corners on the plane
    of each: its place changed, and nothing around it. A hand would be visible around it, too; a
    fingertip or a coin may lie within a card's edges, but doesn't change the card from end to end.
    """
    (one, seen), (other, visible) = _place(*showing, RING), _place(*lacking, RING + SLIP)
    high, wide = seen.shape
    size = (wide + 2 * SLIP, high + 2 * SLIP)
    other = np.asarray(cv2.resize(other, size), np.float32)
    visible = cv2.resize(visible.astype(np.uint8), size)[SLIP:-SLIP, SLIP:-SLIP] > 0
    ring = np.ones((high, wide), bool)
    ring[RING - 2 : 2 - RING, RING - 2 : 2 - RING] = False  # without the piece's shadow
    around = ring & seen & visible
    if around.sum() < SEEN * ring.sum():
        return False
    light = np.median(other[SLIP:-SLIP, SLIP:-SLIP][around], 0) / (np.median(one[around], 0) + 1)
    one = one * np.float32(np.clip(light, 1 / BRIGHTER, BRIGHTER))
    mask = np.repeat(around[..., None].astype(np.float32), 3, 2)
    off = cv2.matchTemplate(other, one, cv2.TM_SQDIFF, mask=mask)
    row, column = np.unravel_index(int(np.argmin(off)), off.shape)
    other = other[row : row + high, column : column + wide]
    unlike = np.abs(other - one).max(2) > UNLIKE
    within = unlike & visible & (other.min(2) < WHITE)  # a reflection hides a piece alone
    place = cv2.erode(within[RING:-RING, RING:-RING].astype(np.uint8), np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(place)
    if min(place.shape) > FINGER and (
        not len(rows) or max(len(place) - np.ptp(rows), len(place[0]) - np.ptp(columns)) > SHORT
    ):
        return False
    return bool(unlike[around].mean() < ALL_ROUND * within[~ring].mean())


def _place(view: View, corners: Floats, margin: int) -> tuple[Sheet, Bools]:
    """Return a place with `margin` mm around it from above, 1 px per mm, and what is in view."""
    along, down = (
        (corners[n] - corners[0]) / np.linalg.norm(corners[n] - corners[0]) for n in (1, 3)
    )
    wide = corners + margin * np.array([-along - down, along - down, along + down, down - along])
    width, height = (round(float(np.linalg.norm(wide[n] - wide[0]))) for n in (1, 3))
    at = flat_map(view.scene.plane.to_px, wide, (width, height))
    photo = view.attempt.photo.work
    flat = cv2.remap(
        photo, at, np.zeros(0, np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = ((at >= 0) & (at <= np.array(photo.shape[1::-1]) - 1)).all(2)
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), 1), np.float32), np.asarray(seen)


def _shows(view: View, tag: Floats, name: TagId) -> bool:
    """Return whether a view shows a tag at a place (4 x 2 mm), readable or at least similar."""
    middle = tag.mean(0)
    for sighting, place in zip(view.sightings, view.places, strict=True):
        if sighting.tag == name and np.linalg.norm(place.mean(0) - middle) < HALF:
            return True
    grey, plane = view.attempt.photo.work_grey, view.scene.plane
    return _inside(view, tag) and likeness(grey, plane, tag, name) > ALIKE


def _inside(view: View, tag: Floats) -> bool:
    pixels = view.scene.plane.to_px(tag)
    size = np.array(view.attempt.photo.work_grey.shape[::-1])
    return bool(((pixels >= 0) & (pixels < size)).all())


def _moved_by(matrix: Floats, points: Floats) -> Floats:
    """Return points, ... x 2, transformed by a 3 x 3 matrix."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    moved = np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64)
    return moved.reshape(np.shape(points))
