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

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.evidence.album import PX_PER_MM, Album, Face
from vision.photo.loader import Image
from vision.table.layout import Outline, outline_of
from vision.tags.detector import Bools, Floats, Sheet

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

    def flat(self, corners: Outline, px_per_mm: float) -> Image:
        """Return a rectangle (4 x 2 mm, clockwise from its top left) from straight above, BGR."""

    def to_px(self, points: Floats) -> Floats:
        """Convert n x 2 mm on the table to n x 2 px in the photo."""


@dataclass(frozen=True, slots=True)
class Light:
    """The mapping from the album's colours (log ratios) to the photo's, and its reliability."""

    offset: tuple[float, float] = (0.0, 0.0)
    gain: tuple[float, float] = (1.0, 1.0)
    weight: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """The face that best explains a place, and its lead over the next best.

    `seen` and `explained` are shares of the card; `lead` is in units of its own scatter; `total` in
    mm². `corners` is the card's position, mm of the rectified image (y down, from its top left).
    """

    face: Face
    seen: float
    explained: float
    lead: float
    total: float
    corners: Floats

    @property
    def sure(self) -> bool:
        """Whether it is certain enough, by limits measured on tests/photos with covered tags."""
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
    """Return the card at these `corners` (mm, clockwise from its top left); None if uncertain.

    `hidden` are outlines (mm) of known pieces on or beside it. All faces of the album compete: if
    the best one isn't `allowed`, nothing is recognised.
    """
    flat, seen = _look(view, corners, hidden)
    match = compare(flat, seen, album, light)
    if match is None or not match.sure or match.face not in allowed:
        return None
    return replace(match, corners=corners[0] + (match.corners - ROOM) @ _axes(corners))


def lighting(view: View, known: Sequence[tuple[Floats, Face]], album: Album) -> Light:
    """Estimate the photo's colours from cards that were read, given their corners (mm)."""
    number = {face: index for index, face in enumerate(album.faces)}
    sheets, untagged = _sheets(album, float(PX_PER_MM))[1], _untagged(PX_PER_MM)
    expected, observed = [np.zeros((0, 3), np.float32)], [np.zeros((0, 3), np.float32)]
    inner = slice(ROOM, -ROOM)
    for corners, face in known:
        if face in number:
            wide, visible = _look(view, corners, ())
            flat, seen = wide[inner, inner], visible[inner, inner]
            expected.append(sheets[number[face]][seen & untagged])
            observed.append(_features(flat, seen, PX_PER_MM)[seen & untagged])
    ones, others = np.concatenate(expected), np.concatenate(observed)
    if len(ones) < 500:
        return Light()
    (o1, g1, s1), (o2, g2, s2) = (_line(ones[:, i], others[:, i]) for i in (1, 2))
    return Light((o1, o2), (g1, g2), min(0.3 / (3 * max(s1, s2)) ** 2, 4.0))


def compare(flat: Image, seen: Bools, album: Album, light: Light) -> Match | None:
    """Return the best match in an image with margin ROOM, 1 px per mm; None if little shows."""
    rough = _rough(flat, seen, album, light)
    if not rough:
        return None
    sheets, untagged = _sheets(album, float(PX_PER_MM)), _untagged(PX_PER_MM)
    scene = _Scene(flat, seen, light)
    near = (-2, -1, 0, 1, 2)
    moves = list(product((-1.25, 0.0, 1.25), near, near))
    starts = (
        _fit(scene, sheets[1], face, (turn + dt, x + dx, y + dy))
        for face, (turn, x, y) in rough[:3]
        for dt, dx, dy in moves
    )
    turn, x, y = min(starts, key=lambda fit: fit.mean).pose
    # each of the first faces, within a millimetre of the best pose and at its best blur
    fits = []
    for face, _ in rough[:FINALISTS]:
        tries = product((-1, 0, 1), (-1, 0, 1), sheets)
        each = (_fit(scene, sheet, face, (turn, x + dx, y + dy)) for dx, dy, sheet in tries)
        fits.append(min(each, key=lambda fit: fit.mean))
    best, *rivals = sorted(fits, key=lambda fit: fit.mean)
    if not np.isfinite(best.mean) or not rivals:
        return None
    turn, x, y = best.pose
    (height, width), shown = best.seen.shape, best.seen
    # one more rival: an unprinted sheet of one colour
    observed = scene.turned(turn)[0][y : y + height, x : x + width]
    blank = _loss(light, observed - np.median(observed[shown], 0) * (0, 1, 1))
    leads = [_lead(best, rival) for rival in (*rivals, replace(best, loss=blank))]
    lead, total = np.min(leads, 0).tolist()
    box = np.array([(0, 0), (POKER.width, 0), (POKER.width, POKER.height), (0, POKER.height)])
    back = cv2.invertAffineTransform(scene.matrix(turn))
    return Match(
        album.faces[best.face],
        float(shown.sum() / untagged.sum()),
        float((best.loss[shown] < 0.5).sum() / untagged.sum()),
        lead,
        total,
        np.asarray((box + np.array([x, y]) - 0.5) @ back[:, :2].T + back[:, 2] + 0.5, np.float64),
    )


@cache
def _sheets(album: Album, px: float) -> tuple[Sheet, ...]:
    """Return the features of every face for each blur: n x height x width x 3."""
    used = _untagged(px)
    small = [
        cv2.resize(picture, used.shape[::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
        for picture in album.pictures
    ]
    sheets = []
    for blur in BLURS:
        # paper isn't quite white
        soft = (cv2.GaussianBlur(picture, (0, 0), blur * px) * 0.85 for picture in small)
        sheets.append(np.array([_features(picture, used, px) for picture in soft]))
    return tuple(sheets)


def _untagged(px: float) -> Bools:
    """Return which of a card's points are outside its tags and their quiet zones."""
    used = np.ones((round(POKER.height * px), round(POKER.width * px)), bool)
    side = round((CARD_TAG_INSET + CARD_TAG / 2 + 2) * px)
    used[:side, :side] = used[-side:, -side:] = False
    return used


def _features(picture: Image | Sheet, seen: Bools, px: float) -> Sheet:
    """Return locally normalised brightness, and log ratios of red and blue to green: h x w x 3."""

    def soft(values: Sheet) -> Sheet:
        return np.asarray(cv2.GaussianBlur(values, (0, 0), NEIGHBOURHOOD * px))

    image = np.asarray(picture, np.float32)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    visible = seen.astype(np.float32)
    count = np.maximum(soft(visible), 1e-3)
    mean = soft(grey * visible) / count
    spread = np.sqrt(np.maximum(soft(grey * grey * visible) / count - mean * mean, 0))
    light = (image / 255) ** 2.2
    least = 0.002 + 0.15 * float(light[seen].mean() if seen.any() else 1)
    red, blue = (np.log((light[..., i] + least) / (light[..., 1] + least)) for i in (2, 0))
    return np.stack([(grey - mean) / (spread + 0.06 * mean + 3), red, blue], 2)


def _line(expected: Sheet, observed: Sheet) -> tuple[float, float, float]:
    """Return offset, gain (drawn to 0.8) and scatter (of `expected`) of a robust line."""
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

    def __init__(self, flat: Image, seen: Bools, light: Light, px: float = PX_PER_MM) -> None:
        self.flat, self.seen, self.light, self.px = flat, seen, light, px
        self._turned: dict[float, tuple[Sheet, Bools]] = {}

    def turned(self, degrees: float) -> tuple[Sheet, Bools]:
        """Return features and visible points of the image turned counter-clockwise."""
        if degrees not in self._turned:
            flat, seen = self.flat, self.seen
            if degrees:
                matrix, size = self.matrix(degrees), seen.shape[::-1]
                wide = cv2.warpAffine(flat, matrix, size, borderMode=cv2.BORDER_REPLICATE)
                flat = np.asarray(wide, np.uint8)
                seen = np.asarray(cv2.warpAffine(seen.astype(np.float32), matrix, size) > 0.99)
            sheet = _features(flat, seen, self.px)
            offset, gain = np.array([self.light.offset, self.light.gain], np.float32)
            sheet[..., 1:] = (sheet[..., 1:] - offset) / gain
            self._turned[degrees] = sheet, seen
        return self._turned[degrees]

    def matrix(self, degrees: float) -> Floats:
        """Return the 2 x 3 matrix that turns the image."""
        middle = ((self.seen.shape[1] - 1) / 2, (self.seen.shape[0] - 1) / 2)
        return np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1), np.float64)


def _rough(flat: Image, seen: Bools, album: Album, light: Light) -> list[tuple[int, _Pose]]:
    """Return faces by correlation at half size, best first, each with its pose at full size."""
    size = (flat.shape[1] // 2, flat.shape[0] // 2)
    small = np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)
    share = cv2.resize(seen.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    scene = _Scene(small, np.asarray(share > 0.9), light, ROUGH)
    shape, sheets = _untagged(ROUGH).shape, _sheets(album, ROUGH)[1]
    used = _untagged(ROUGH).ravel().astype(np.float32)

    def windows(values: Sheet) -> Sheet:
        return np.lib.stride_tricks.sliding_window_view(values, shape).reshape(-1, len(used))

    best: dict[int, tuple[float, _Pose]] = {}
    for turn in TURNS:
        sheet, clear = scene.turned(turn)
        visible = windows(clear.astype(np.float32))
        both = np.zeros((len(visible), len(sheets)), np.float32)
        own, theirs = np.zeros((len(visible), 1), np.float32), np.zeros_like(both)
        for channel, weight in enumerate((1.0, light.weight, light.weight)):
            observed = windows(sheet[..., channel] * clear)
            expected = sheets[..., channel].reshape(len(sheets), -1) * used
            both += weight * (observed @ expected.T)
            own += weight * (observed**2 @ used)[:, None]
            theirs += weight * (visible @ (expected**2).T)
        enough = (visible @ used / used.sum()) >= LEAST_SEEN / 2
        # of every window (rows) with every face (columns) over visible points
        agreement = np.where(enough[:, None], both / np.sqrt(np.maximum(own * theirs, 1e-6)), -1)
        columns = sheet.shape[1] - shape[1] + 1
        for face, at in enumerate(agreement.argmax(0).tolist()):
            pose = (turn, 2 * (at % columns), 2 * (at // columns))
            best[face] = max(best.get(face, (-1.0, pose)), (float(agreement[at, face]), pose))
    ranking = sorted(best.items(), key=lambda item: -item[1][0])
    return [(face, pose) for face, (value, pose) in ranking if value > 0]


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A face in a pose: how much each `seen` point leaves unexplained (0 to 2), and the mean."""

    face: int
    pose: _Pose
    mean: float
    loss: Sheet
    seen: Bools


def _fit(scene: _Scene, sheets: Sheet, face: int, pose: _Pose) -> _Fit:
    turn, x, y = pose
    sheet, seen = scene.turned(turn)
    used = _untagged(PX_PER_MM)
    height, width = used.shape
    if x < 0 or y < 0 or y + height > seen.shape[0] or x + width > seen.shape[1]:
        return _Fit(face, pose, np.inf, np.zeros(used.shape, np.float32), np.zeros_like(used))
    loss = _loss(scene.light, sheet[y : y + height, x : x + width] - sheets[face])
    visible = seen[y : y + height, x : x + width] & used
    mean = float(loss[visible].mean()) if visible.sum() > LEAST_SEEN * used.sum() else np.inf
    return _Fit(face, pose, mean, loss, visible)


def _loss(light: Light, off: Sheet) -> Sheet:
    """Return how much each point leaves unexplained, 0 to 2, by its features' differences."""
    off = off**2
    colour = light.weight * (off[..., 1] + off[..., 2])
    return np.asarray(np.minimum(off[..., 0], 1) + np.minimum(colour, 1), np.float32)


def _lead(best: _Fit, rival: _Fit) -> tuple[float, float]:
    """Return how much more the best explains, in units of the tiles' scatter and in total."""
    more = np.where(best.seen & rival.seen, rival.loss - best.loss, 0).astype(np.float32)
    tops, lefts = (range(0, side, TILE) for side in more.shape)
    tiles = (more[y : y + TILE, x : x + TILE] for y in tops for x in lefts)
    gains = [float(tile.sum()) for tile in tiles]
    total = sum(gains)
    return total / max(float(np.sqrt(sum(gain**2 for gain in gains))), 1e-6), total


def _axes(corners: Floats) -> Floats:
    """Return the unit vectors to a card's right and down, mm, as rows."""
    return np.asarray((corners[[1, 3]] - corners[0]) / [[POKER.width], [POKER.height]])


def _look(view: View, corners: Floats, hidden: Sequence[Floats]) -> tuple[Image, Bools]:
    """Return the place with a margin of ROOM, 1 px per mm, and which points are visible."""
    axes = _axes(corners)
    wide = corners + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * ROOM @ axes
    size = (round(POKER.width) + 2 * ROOM, round(POKER.height) + 2 * ROOM)
    fine = view.flat(outline_of(wide), FINE)
    flat = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
    u, v = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    points = view.to_px(wide[0] + np.stack([u, v], 2).reshape(-1, 2) @ axes)
    inside = ((points >= 0) & (points <= np.array(view.size) - 1)).all(1).reshape(u.shape)
    covered = np.zeros(size[::-1], np.uint8)
    for outline in hidden:
        places = (outline - wide[0]) @ axes.T
        off = places - places.mean(0)
        wider = 1 + OVERLAPPED / np.linalg.norm(off, axis=1, keepdims=True)
        cv2.fillConvexPoly(covered, np.round(places.mean(0) + off * wider).astype(np.int32), 1)
    return flat, np.asarray(inside & (flat.min(2) < DAZZLED) & (covered == 0))
