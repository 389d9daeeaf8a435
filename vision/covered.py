"""Covered: how much of a card that was read by its tags is not as it was printed, by its picture.

A token whose tag can not be read, a finger, a lamp's reflection: each leaves a part of the card that its picture in the
album does not explain. What it is stays open; that something may lie there has to be said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.album import Album, Face
from vision.detect import Floats, Grey
from vision.plane import Plane
from vision.predict import flat_picture

Sheet = NDArray[np.float32]

PX = 0.5  # a mm that pictures are compared at: where a card lies is known to within a millimetre or two
EDGE = 5.0  # mm at a card's edges that do not count: the table shows there when it was cut or measured badly
SOFT = 1.3  # mm that both pictures are blurred by
ROUND = 5.0  # mm about each point within which pictures are compared
BESIDE = 3.0  # mm round a piece on the card that its border and shadow spoil
LEAST = 0.35  # of a neighbourhood that must be seen
FLAT = 20.0  # squared grey levels; with less contrast than that nothing is compared
STRANGE = 0.8  # see `unexplained`: bare cards reach 0.76 on checked cloth, tokens that were not read have 0.83 and more


def unexplained(grey: Grey, plane: Plane, corners: Floats, picture: Sheet, others: Sequence[Floats]) -> float:
    """By how much the strangest part of a card differs from its `picture`, in units of the whole card's contrast.

    `corners` are the card's, mm on the plane; `others` outlines of pieces that were read, some of them on it. What is
    only darker, lighter or of less contrast than printed, all over a neighbourhood, differs not at all.
    """
    flat, _ = flat_picture(grey, plane, corners, 2.0, least=1.0)
    if flat is None:
        return 0.0
    size = (picture.shape[1], picture.shape[0])
    small = cv2.resize(flat, size, interpolation=cv2.INTER_AREA)
    seen, there = _softened(small), np.where(small > 0, _seen(size, corners, others), np.float32(0))
    share = _about(there)
    if share.max() < LEAST:
        return 0.0
    mean, meant = (_about(sheet * there) / np.maximum(share, 1e-3) for sheet in (seen, picture))
    spread, own, both = (
        np.asarray(_about(a * b * there) / np.maximum(share, 1e-3) - x * y)
        for a, b, x, y in ((seen, seen, mean, mean), (picture, picture, meant, meant), (seen, picture, mean, meant))
    )
    left = np.maximum(spread - np.maximum(both, 0) ** 2 / (own + FLAT), 0)
    return float(np.sqrt(left[share >= LEAST].max() / (float(seen[there > 0].var()) + FLAT)))


@cache
def pictures(album: Album) -> dict[Face, Sheet]:
    """Every face of an album as `unexplained` wants it."""
    size = (round(POKER.width * PX), round(POKER.height * PX))
    greys = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in album.pictures)
    small = (_softened(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)) for grey in greys)
    return dict(zip(album.faces, small, strict=True))


def _softened(grey: NDArray[np.uint8] | cv2.typing.MatLike) -> Sheet:
    return np.asarray(cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), SOFT * PX), np.float32)


def _about(values: Sheet) -> Sheet:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), ROUND * PX, borderType=cv2.BORDER_CONSTANT), np.float32)


def _seen(size: tuple[int, int], corners: Floats, others: Sequence[Floats]) -> Sheet:
    """1 where the card shows: not at its edges, not on its tags, not under pieces that are known."""
    there = np.zeros(size[::-1], np.float32)
    edge, tag = round(EDGE * PX), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
    there[edge:-edge, edge:-edge] = 1
    there[:tag, :tag] = there[-tag:, -tag:] = 0
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    for outline in others:
        off = outline - corners[0]
        at = np.stack([off @ along / (along @ along) * size[0], off @ down / (down @ down) * size[1]], 1)
        reach = np.linalg.norm(at - at.mean(0), axis=1, keepdims=True)
        wider = at.mean(0) + (at - at.mean(0)) * (1 + BESIDE * PX * 1.4 / np.maximum(reach, 1))
        cv2.fillConvexPoly(there, np.round(wider - 0.5).astype(np.int32), 0)
    return there
