"""Recognise a card by the visible part of its art where no tag could be read.

The place is rectified and compared with every face in the album, at all shifts and turns that are
usual by hand. Brightness is compared without its local mean and deviation, so that lamps and
shadows don't matter; colour is compared as ratios, calibrated with cards that were read in the same
photo. Parts that no face explains (a finger, a reflection) count equally for all, as the loss of a
single point is limited. The best face must lead every other one and a blank sheet in many parts of
the card, not just one. The result is never more than "inferred": it names a card to a person, and
makes no verdict certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.evidence.album import PX_PER_MM, Album, Face
from vision.table.layout import Outline, outline_of

Floats: TypeAlias = NDArray[np.float64]
Sheet: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Image: TypeAlias = NDArray[np.uint8]

ROOM = 10  # mm around the place within which the card may really lie
# px per mm at which the photo is sampled before it is reduced, against aliasing
FINE = 4.0
ROUGH = 0.5  # px per mm of the first search
TURNS = (-5.0, -2.5, 0.0, 2.5, 5.0)  # turns relative to the place's that are searched, degrees
BLURS = (0.35, 0.8, 1.4)  # blurs that are tried, mm
FINALISTS = 16  # faces that are compared at full resolution
NEIGHBOURHOOD = 6.0  # mm over which local mean and deviation of brightness are taken
OVERLAPPED = 1.5  # mm around a known piece that its shadow and thickness affect
DAZZLED = 252  # of 255 in all channels: nothing of the print is visible
TILE = 8  # mm; size of the parts of a card whose scatter is measured

LEAST_SEEN = 0.2  # least visible share of the card without its tags
LEAST_EXPLAINED = 0.4  # least share of the card that the best face explains
LEAST_LEAD = 2.4  # of the best face over each other: sum over tiles in units of its scatter
LEAST_TOTAL = 100.0  # the same lead as an unexplained area, mm²


class View(Protocol):
    """A photo in the table's frame: `vision.games.base.Eye`."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo, px."""
        ...

    def flat(self, corners: Outline, px_per_mm: float) -> Image:
        """Return a rectangle of the table (4 x 2 mm, clockwise from its top left) as seen from
        straight above, BGR.
        """
        ...

    def to_px(self, points: Floats) -> Floats:
        """Convert n x 2 mm on the table to n x 2 px in the photo."""
        ...


@dataclass(frozen=True, slots=True)
class Light:
    """The mapping from the album's colours (log ratios of red and blue to green) to the photo's,
    and its reliability.
    """

    offset: tuple[float, float] = (0.0, 0.0)
    gain: tuple[float, float] = (1.0, 1.0)
    weight: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """The face that best explains a place, the next best, and its lead.

    `seen` and `explained` are shares of the card; `lead` is in units of its own scatter; `total` in
    mm². `corners` is the card's real position, in mm of the rectified image (x right, y down, from
    its top left).
    """

    face: Face
    rival: Face
    seen: float
    explained: float
    lead: float
    total: float
    corners: Floats

    @property
    def sure(self) -> bool:
        """Whether it is certain enough; the limits were measured on cards in tests/photos with
        their tags covered.
        """
        return (
            self.seen >= LEAST_SEEN
            and self.explained >= LEAST_EXPLAINED
            and self.lead >= LEAST_LEAD
            and self.total >= LEAST_TOTAL
        )


def recognise(
    view: View,
    corners: Floats,
    album: Album,
    light: Light,
    *,
    allowed: Collection[Face],
    hidden: Sequence[Floats] = (),
) -> Match | None:
    """Return the card in the place with these `corners` (mm, clockwise from its top left); None if
    uncertain.

    `hidden` are outlines (mm) of known pieces on or beside it. All faces of the album compete: if
    the best one isn't `allowed`, nothing is recognised.
    """
    flat, seen = _look(view, corners, hidden)
    match = compare(flat, seen, album, light)
    if match is None or not match.sure or match.face not in allowed:
        return None
    along, down = _axes(corners)
    moved = (
        corners[0] + (match.corners[:, :1] - ROOM) * along + (match.corners[:, 1:] - ROOM) * down
    )
    return Match(
        match.face, match.rival, match.seen, match.explained, match.lead, match.total, moved
    )


def lighting(view: View, known: Sequence[tuple[Floats, Face]], album: Album) -> Light:
    """Estimate the photo's colours from cards that were read, given their corners (mm) and
    faces.
    """
    number = {face: index for index, face in enumerate(album.faces)}
    inner = slice(ROOM, -ROOM)
    pairs = []
    for corners, face in known:
        if face in number:
            flat, seen = _look(view, corners, ())
            pairs.append((flat[inner, inner], seen[inner, inner], number[face]))
    return light_of(pairs, album)


def light_of(pairs: Sequence[tuple[Image, Bools, int]], album: Album) -> Light:
    """Return the light by cards that were read: each one's rectified image without margin, its
    visible part, and the index of its face.
    """
    if not pairs:
        return Light()
    sheets = _references(album, float(PX_PER_MM)).sheets[1]
    observed = np.concatenate(
        [_features(f, s, PX_PER_MM)[s & _untagged(PX_PER_MM)][:, 1:] for f, s, _ in pairs]
    )
    expected = np.concatenate([sheets[n][s & _untagged(PX_PER_MM)][:, 1:] for _, s, n in pairs])
    if len(observed) < 500:
        return Light()
    (o1, g1, s1), (o2, g2, s2) = (_line(expected[:, i], observed[:, i]) for i in (0, 1))
    return Light((o1, o2), (g1, g2), min(0.3 / (3 * max(s1, s2)) ** 2, 4.0))


def compare(flat: Image, seen: Bools, album: Album, light: Light) -> Match | None:
    """Return the best match in a rectified image with a margin of ROOM, 1 px per mm; None if hardly
    anything is visible.
    """
    rough = _rough(flat, seen, album, light)
    if not rough:
        return None
    refs = _references(album, float(PX_PER_MM))
    scene = _Scene(flat, seen, light)
    pose = _best_pose(scene, refs, rough[:3])
    order = [face for face, _ in rough[:FINALISTS]]
    fits = sorted((_best_fit(scene, refs, face, pose) for face in order), key=lambda fit: fit.mean)
    best, rivals = fits[0], [fit for fit in fits[1:] if fit.face != fits[0].face]
    if not np.isfinite(best.mean) or not rivals:
        return None
    leads = [_lead(best, rival) for rival in rivals]
    least = min(range(len(leads)), key=lambda i: leads[i])
    lead, total = np.minimum(leads, _lead(best, _blank(scene, best))).min(0).tolist()
    room = float(_untagged(PX_PER_MM).sum())
    return Match(
        album.faces[best.face],
        album.faces[rivals[least].face],
        float(best.seen.sum()) / room,
        float((best.loss[best.seen] < 0.5).sum()) / room,
        lead,
        total,
        _corners(scene, best.pose),
    )


# --- features -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _References:
    """Features of every face, for each blur: n x height x width x 3."""

    sheets: tuple[Sheet, ...]
    used: Bools


@cache
def _references(album: Album, px: float) -> _References:
    used = _untagged(px)
    size = used.shape[::-1]
    small = [
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        for picture in album.pictures
    ]
    sheets = []
    for blur in BLURS:
        # paper isn't quite white
        soft = (cv2.GaussianBlur(picture, (0, 0), blur * px) * 0.85 for picture in small)
        sheets.append(np.array([_features(picture, used, px) for picture in soft]))
    return _References(tuple(sheets), used)


def _untagged(px: float) -> Bools:
    """Return which of a card's points are outside its tags and their quiet zones."""
    used = np.ones((round(POKER.height * px), round(POKER.width * px)), bool)
    side = round((CARD_TAG_INSET + CARD_TAG / 2 + 2) * px)
    used[:side, :side] = False
    used[-side:, -side:] = False
    return used


def _features(picture: Image | Sheet, seen: Bools, px: float) -> Sheet:
    """Return brightness without its local mean and deviation, and the log ratios of red and blue to
    green: h x w x 3.
    """
    image = np.asarray(picture, np.float32)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    visible = seen.astype(np.float32)
    count = np.maximum(_soft(visible, px), 1e-3)
    mean = _soft(grey * visible, px) / count
    spread = np.sqrt(np.maximum(_soft(grey * grey * visible, px) / count - mean * mean, 0))
    light = (image / 255) ** 2.2
    least = 0.002 + 0.15 * float(light[seen].mean() if seen.any() else 1)
    red, blue = (np.log((light[..., i] + least) / (light[..., 1] + least)) for i in (2, 0))
    return np.stack([(grey - mean) / (spread + 0.06 * mean + 3), red, blue], 2)


def _soft(values: Sheet, px: float) -> Sheet:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), NEIGHBOURHOOD * px))


def _line(expected: Sheet, observed: Sheet) -> tuple[float, float, float]:
    """Return offset, gain and scatter (in units of `expected`) of the line through most points,
    with gain drawn to 0.8.
    """
    weights = np.ones(len(expected))
    offset, gain, scatter = 0.0, 1.0, 1.0
    for _ in range(5):
        rows = np.stack([np.ones(len(expected)), expected], 1) * weights[:, None]
        rows, wanted = np.append(rows, [[0.0, 3.0]], 0), np.append(observed * weights, 3 * 0.8)
        offset, gain = (float(n) for n in np.linalg.lstsq(rows, wanted, rcond=None)[0])
        off = observed - offset - gain * expected
        scatter = 1.48 * float(np.median(np.abs(off))) + 0.02
        weights = 1 / (1 + (off / scatter / 2) ** 2)
    gain = max(gain, 0.1)
    return offset, gain, scatter / gain


# --- pose -----------------------------------------------------------------------------------------

_Pose: TypeAlias = tuple[float, int, int]  # degrees, and the window's left and top, px


class _Scene:
    """The features of a rectified image at any turn, each computed once."""

    def __init__(
        self, flat: Image, seen: Bools, light: Light, px: float = float(PX_PER_MM)
    ) -> None:
        self.flat, self.seen, self.light, self.px = flat, seen, light, px
        self._turned: dict[float, tuple[Sheet, Bools]] = {}

    def turned(self, degrees: float) -> tuple[Sheet, Bools]:
        """Return features and visible points of the image turned counter-clockwise about its
        centre.
        """
        if degrees not in self._turned:
            flat, seen = self.flat, self.seen
            if degrees:
                matrix, size = self.matrix(degrees), seen.shape[::-1]
                flat = np.asarray(
                    cv2.warpAffine(flat, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
                )
                seen = np.asarray(cv2.warpAffine(seen.astype(np.float32), matrix, size) > 0.99)
            sheet = _features(flat, seen, self.px)
            offset, gain = np.array([self.light.offset, self.light.gain], np.float32)
            sheet[..., 1:] = (sheet[..., 1:] - offset) / gain
            self._turned[degrees] = sheet, seen
        return self._turned[degrees]

    def matrix(self, degrees: float) -> Floats:
        """Return the 2 x 3 matrix that turns the image."""
        height, width = self.seen.shape
        return np.asarray(
            cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1), np.float64
        )


def _rough(flat: Image, seen: Bools, album: Album, light: Light) -> list[tuple[int, _Pose]]:
    """Return faces by their masked correlation with the image at half size, best first, each with
    its pose at full size.
    """
    size = (flat.shape[1] // 2, flat.shape[0] // 2)
    small = np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)
    clear = np.asarray(
        cv2.resize(seen.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.9
    )
    scene, refs = _Scene(small, clear, light, ROUGH), _references(album, ROUGH)
    best: dict[int, tuple[float, _Pose]] = {}
    for turn in TURNS:
        agreement, columns = _agreement(*scene.turned(turn), refs, light.weight)
        for face, at in enumerate(agreement.argmax(0)):
            pose = (turn, 2 * int(at % columns), 2 * int(at // columns))
            best[face] = max(best.get(face, (-1.0, pose)), (float(agreement[at, face]), pose))
    return [
        (face, pose)
        for face, (value, pose) in sorted(best.items(), key=lambda item: -item[1][0])
        if value > 0
    ]


def _agreement(sheet: Sheet, seen: Bools, refs: _References, weight: float) -> tuple[Sheet, int]:
    """Return the correlation of every window (rows) with every face (columns) over visible points,
    and windows per row.
    """
    used = refs.used.ravel().astype(np.float32)
    visible = _windows(seen.astype(np.float32), refs.used.shape)
    both = np.zeros((len(visible), len(refs.sheets[1])), np.float32)
    own, theirs = np.zeros((len(visible), 1), np.float32), np.zeros_like(both)
    for channel, share in enumerate((1.0, weight, weight)):
        observed = _windows(sheet[..., channel] * seen, refs.used.shape)
        expected = refs.sheets[1][..., channel].reshape(both.shape[1], -1) * used
        both += share * (observed @ expected.T)
        own += share * (observed**2 @ used)[:, None]
        theirs += share * (visible @ (expected**2).T)
    enough = (visible @ used / used.sum()) >= LEAST_SEEN / 2
    result = np.where(enough[:, None], both / np.sqrt(np.maximum(own * theirs, 1e-6)), -1)
    return np.asarray(result, np.float32), sheet.shape[1] - refs.used.shape[1] + 1


def _windows(values: Sheet, shape: tuple[int, ...]) -> Sheet:
    return np.lib.stride_tricks.sliding_window_view(values, shape).reshape(-1, shape[0] * shape[1])


# --- fit ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A face in a pose: how much each visible (`seen`) point leaves unexplained (0 to 2), and the
    mean of that.
    """

    face: int
    pose: _Pose
    mean: float
    loss: Sheet
    seen: Bools


def _best_pose(scene: _Scene, refs: _References, starts: Sequence[tuple[int, _Pose]]) -> _Pose:
    """Return the pose in which one of the first faces fits best."""
    fits = (
        _fit(scene, refs, face, (turn + dt, x + dx, y + dy), 1)
        for face, (turn, x, y) in starts
        for dt in (-1.25, 0.0, 1.25)
        for dx in (-2, -1, 0, 1, 2)
        for dy in (-2, -1, 0, 1, 2)
    )
    return min(fits, key=lambda fit: fit.mean).pose


def _best_fit(scene: _Scene, refs: _References, face: int, pose: _Pose) -> _Fit:
    """Return a face's best fit within a millimetre of `pose`, at the best of `BLURS`."""
    turn, x, y = pose
    near = [(turn, x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return min(
        (_fit(scene, refs, face, at, blur) for at in near for blur in range(len(BLURS))),
        key=lambda f: f.mean,
    )


def _fit(scene: _Scene, refs: _References, face: int, pose: _Pose, blur: int) -> _Fit:
    turn, x, y = pose
    sheet, seen = scene.turned(turn)
    height, width = refs.used.shape
    if x < 0 or y < 0 or y + height > seen.shape[0] or x + width > seen.shape[1]:
        return _Fit(
            face,
            pose,
            np.inf,
            np.zeros((height, width), np.float32),
            np.zeros((height, width), bool),
        )
    loss = _loss(scene, sheet[y : y + height, x : x + width] - refs.sheets[blur][face])
    visible = seen[y : y + height, x : x + width] & refs.used
    mean = float(loss[visible].mean()) if visible.sum() > LEAST_SEEN * refs.used.sum() else np.inf
    return _Fit(face, pose, mean, loss, visible)


def _blank(scene: _Scene, best: _Fit) -> _Fit:
    """Return the fit of an unprinted sheet of one colour in the best face's pose."""
    turn, x, y = best.pose
    height, width = best.seen.shape
    observed = scene.turned(turn)[0][y : y + height, x : x + width]
    loss = _loss(scene, observed - np.median(observed[best.seen], 0) * (0, 1, 1))
    return _Fit(-1, best.pose, float(loss[best.seen].mean()), loss, best.seen)


def _loss(scene: _Scene, off: Sheet) -> Sheet:
    """Return how much each point leaves unexplained, 0 to 2, given the differences of its
    features.
    """
    off = off**2
    colour = scene.light.weight * (off[..., 1] + off[..., 2])
    return np.asarray(np.minimum(off[..., 0], 1) + np.minimum(colour, 1), np.float32)


def _lead(best: _Fit, rival: _Fit) -> tuple[float, float]:
    """Return how much more the best explains where both are visible, in units of the tiles' scatter
    and as a total.
    """
    gains = [
        float(part.sum())
        for part in _tiles(
            np.where(best.seen & rival.seen, rival.loss - best.loss, 0).astype(np.float32)
        )
    ]
    total = sum(gains)
    return total / max(float(np.sqrt(sum(gain**2 for gain in gains))), 1e-6), total


def _tiles(values: Sheet) -> Iterator[Sheet]:
    for top in range(0, values.shape[0], TILE):
        for left in range(0, values.shape[1], TILE):
            yield values[top : top + TILE, left : left + TILE]


def _corners(scene: _Scene, pose: _Pose) -> Floats:
    """Return the card's corners in the rectified image before it was turned."""
    turn, x, y = pose
    box = (
        np.array([(0, 0), (POKER.width, 0), (POKER.width, POKER.height), (0, POKER.height)], float)
        * scene.px
    )
    back = cv2.invertAffineTransform(scene.matrix(turn))
    return np.asarray(
        ((box + np.array([x, y]) - 0.5) @ back[:, :2].T + back[:, 2] + 0.5) / scene.px, np.float64
    )


# --- visible part ---------------------------------------------------------------------------------


def _axes(corners: Floats) -> tuple[Floats, Floats]:
    """Return the unit vectors to a card's right and down, mm."""
    return (corners[1] - corners[0]) / POKER.width, (corners[3] - corners[0]) / POKER.height


def _look(view: View, corners: Floats, hidden: Sequence[Floats]) -> tuple[Image, Bools]:
    """Return the place with a margin of ROOM, 1 px per mm, and which of its points are visible: in
    the photo, uncovered and without glare.
    """
    along, down = _axes(corners)
    steps = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * ROOM
    wide = corners + steps[:, :1] * along + steps[:, 1:] * down
    size = (round(POKER.width) + 2 * ROOM, round(POKER.height) + 2 * ROOM)
    flat = np.asarray(
        cv2.resize(view.flat(outline_of(wide), FINE), size, interpolation=cv2.INTER_AREA), np.uint8
    )
    u, v = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    points = view.to_px(wide[0] + u.reshape(-1, 1) * along + v.reshape(-1, 1) * down)
    inside = ((points >= 0) & (points <= np.array(view.size) - 1)).all(1).reshape(u.shape)
    return flat, np.asarray(
        inside & (flat.min(2) < DAZZLED) & ~_under(hidden, wide[0], along, down, size)
    )


def _under(
    hidden: Sequence[Floats], zero: Floats, along: Floats, down: Floats, size: tuple[int, int]
) -> Bools:
    """Return which points of the rectified image are under known pieces."""
    mask = np.zeros(size[::-1], np.uint8)
    for outline in hidden:
        flat = (outline - zero) @ np.stack([along, down], 1)
        middle = flat.mean(0)
        reach = np.linalg.norm(flat - middle, axis=1, keepdims=True)
        cv2.fillConvexPoly(
            mask, np.round(middle + (flat - middle) * (1 + OVERLAPPED / reach)).astype(np.int32), 1
        )
    return mask > 0
