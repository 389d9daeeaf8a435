"""Covered: how much of a card that was read by its tags is not as it was printed, by its picture.

A token whose tag can not be read, a finger, a lamp's reflection: each leaves a part of the card that its picture in the
album does not explain. What it is stays open; that something may lie there has to be said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.album import Album, Face
from vision.detect import Floats, Grey
from vision.plane import Plane

Sheet = NDArray[np.float32]

PX = 0.5  # a mm that pictures are compared at: where a card lies is known to within a millimetre or two
EDGE = 5.0  # mm at a card's edges that do not count: the table shows there when it was cut or measured badly
SOFT = 1.3  # mm that both pictures are blurred by
ROUND = 5.0  # mm about each point within which pictures are compared
BESIDE = 3.0  # mm round a piece on the card that its border and shadow spoil
LEAST = 0.35  # of a neighbourhood that must be seen
FLAT = 20.0  # squared grey levels; with less contrast than that nothing is compared
STRANGE = 0.8  # see `strangest`: bare cards reach 0.76 on checked cloth, tokens that were not read have 0.83 and more
BUSY = 0.5  # of what neighbourhoods of the card usually vary; those with less in them tell nothing of being covered
FADED = 0.25  # of the contrast that the card's picture has elsewhere
BLANK = 0.08  # see `blank`: bare cards have 0.04 at most (glare), one with a finger over a token 0.22


def covered(grey: Grey, plane: Plane, corners: Floats, picture: Sheet, others: Sequence[Floats]) -> bool:
    """Whether something may lie on a card: somewhere it shows what was not printed, or nothing of what was.

    `corners` are the card's, mm on the plane; `picture` is how it was printed; `others` are outlines of pieces that
    were read, some of them on it.
    """
    seen = _Seen.of(grey, plane, corners, picture, others)
    return seen.readable and (seen.strangest >= STRANGE or seen.blank >= BLANK)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A card beside its picture, neighbourhood by neighbourhood: what of each is seen (`share`, 0 to 1), the means of
    both, how much both vary (squared grey levels), and by how much they vary alike.
    """

    share: Sheet
    mean: Sheet
    spread: Sheet
    printed: Sheet
    alike: Sheet
    whole: float  # how much all of the card varies
    paper: float  # the brightest of it that is no reflection

    @classmethod
    def of(cls, grey: Grey, plane: Plane, corners: Floats, picture: Sheet, others: Sequence[Floats]) -> _Seen:
        """What the photo shows of a card, beside how it was printed; arguments as of `covered`."""
        small = _flat(grey, plane, corners, (picture.shape[1], picture.shape[0]))
        there = np.where(small > 0, _uncovered(picture.shape, corners, others), np.float32(0))
        seen = _softened(small)
        products = (np.ones_like(seen), seen, picture, seen * seen, picture * picture, seen * picture)
        share, *sums = _about(np.stack(products, 2) * there[:, :, None])
        mean, meant, *squares = (total / np.maximum(share, 1e-3) for total in sums)
        spread, printed, alike = (squares[0] - mean * mean, squares[1] - meant * meant, squares[2] - mean * meant)
        values = seen[there > 0] if there.any() else np.zeros(1, np.float32)
        return cls(share, mean, spread, printed, alike, float(values.var()), float(np.percentile(values, 75)))

    @property
    def readable(self) -> bool:
        """Whether there is enough to compare."""
        return bool(self.share.max() >= LEAST)

    @property
    def strangest(self) -> float:
        """By how much the strangest part differs from the picture, in units of the whole card's contrast.

        What is only darker, lighter or of less contrast than printed, all over a neighbourhood, differs not at all.
        """
        left = np.maximum(self.spread - np.maximum(self.alike, 0) ** 2 / (self.printed + FLAT), 0)
        return float(np.sqrt(left[self.share >= LEAST].max() / (self.whole + FLAT)))

    @property
    def blank(self) -> float:
        """The share of what is printed that shows next to nothing of it: a finger, smooth as it is, differs so.

        Reflections do too, but are brighter than paper; out of focus all of the card shows less.
        """
        clear = self.share >= LEAST
        busy = clear & (self.printed > BUSY * np.median(self.printed[clear]))
        gain = self.alike / (self.printed + FLAT)
        usual = np.median(gain[busy & (self.printed >= np.median(self.printed[clear]))])
        lost = busy & (gain < FADED * usual) & (self.mean < self.paper)
        return float(lost.sum() / max(1, busy.sum()))


@cache
def pictures(album: Album) -> dict[Face, Sheet]:
    """Every face of an album as `covered` wants it."""
    size = (round(POKER.width * PX), round(POKER.height * PX))
    greys = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in album.pictures)
    small = (_softened(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)) for grey in greys)
    return dict(zip(album.faces, small, strict=True))


def _softened(grey: NDArray[np.uint8] | cv2.typing.MatLike) -> Sheet:
    return np.asarray(cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), SOFT * PX), np.float32)


def _about(layers: Sheet) -> Sheet:
    """The neighbourhoods' sums of each of n layers (height x width x n): n x height x width."""
    sums = cv2.GaussianBlur(layers, (0, 0), ROUND * PX, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.moveaxis(np.asarray(sums, np.float32), 2, 0))


def _flat(grey: Grey, plane: Plane, corners: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """A card as seen from straight above, so many px wide and high; what is beyond the picture is 0."""
    width, height = size
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * 2 - 0.5
    matrix = cv2.getPerspectiveTransform(plane.to_px(corners).astype(np.float32), sheet)
    twice = cv2.warpPerspective(grey, matrix, (2 * width, 2 * height))
    return np.asarray(cv2.resize(twice, size, interpolation=cv2.INTER_AREA), np.uint8)


def _uncovered(shape: tuple[int, ...], corners: Floats, others: Sequence[Floats]) -> Sheet:
    """1 where the card shows: not at its edges, not on its tags, not under pieces that are known."""
    there = np.zeros(shape, np.float32)
    edge, tag = round(EDGE * PX), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
    there[edge:-edge, edge:-edge] = 1
    there[:tag, :tag] = there[-tag:, -tag:] = 0
    for outline in _on_card(corners, others):
        cv2.fillConvexPoly(there, np.round(outline - 0.5).astype(np.int32), 0)
    return there


def _on_card(corners: Floats, others: Sequence[Floats]) -> Floats:
    """The outlines of those pieces that reach the card, a little widened, n x 4 x 2 px of its sheet."""
    if not len(others):
        return np.zeros((0, 4, 2))
    off = np.array(others) - corners[0]
    sides = np.stack([corners[1] - corners[0], corners[3] - corners[0]], 1)
    at = off @ (sides / (sides**2).sum(0)) * (POKER.width * PX, POKER.height * PX)
    middles = at.mean(1, keepdims=True)
    reach = np.linalg.norm(at - middles, axis=2, keepdims=True)
    wider = middles + (at - middles) * (1 + BESIDE * PX * 1.4 / np.maximum(reach, 1))
    near = (wider.max(1) > 0).all(1) & (wider.min(1) < (POKER.width * PX, POKER.height * PX)).all(1)
    return np.asarray(wider[near])
