"""Occlusion: how much of a card that was read by its tags is not as it was printed, by its picture.

A token whose tag can't be read, a finger, a lamp's reflection: each leaves a part of the card that
its picture in the album doesn't explain. What it is stays open; that something may lie there has
to be said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.evidence.album import Album, Face
from vision.photo.loader import Image
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey

Sheet = NDArray[np.float32]
Bools = NDArray[np.bool_]

# a mm that pictures are compared at: where a card lies is known to within a millimetre or two
PX = 0.5
# mm at a card's edges that don't count: the table shows there when it was cut or measured badly
EDGE = 5.0
SOFT = 1.3  # mm that both pictures are blurred by
ROUND = 5.0  # mm about each point within which pictures are compared
BESIDE = 3.0  # mm round a piece on the card that its border and shadow spoil
LEAST = 0.35  # of a neighbourhood that must be seen
FLAT = 20.0  # squared grey levels; with less contrast than that nothing is compared
# See `strangest`. Of 1220 bare cards 99 in 100 have 0.37 at most, the rest glare; unread tokens
# have 0.62 and more. On a strongly checked cloth most cards have 0.5, bare ones up to 1.8 times as
# much (0.91); out of focus most have 0.37.
STRANGE, CHECKED = 0.6, 0.45
MANY, ALWAYS = 4, 0.8  # cards by which "most" is known; and what is strange whatever the others are
# of what neighbourhoods of the card usually vary; those with less in them tell nothing of being
# covered
BUSY = 0.5
FADED = 0.25  # of the contrast that the card's picture has elsewhere
# see `blank`: bare cards have next to none but in glare, one with a finger over a token 0.05 to
# 0.26
BLANK = 0.08
BOTH = (0.45, 0.025)  # a little strange and a little blank


def covered(
    grey: Grey,
    plane: Plane,
    outlines: Floats,
    prints: Iterable[Mapping[int, Sheet]],
    accused: Collection[int] = (),
) -> set[int]:
    """Return those of the cards on which something may lie: that show what was not printed, or
    nothing of what was.

    `outlines` are those of all pieces that were read, n x 4 x 2 mm on the plane, some of them on
    others; `prints` are ways in which some of them, by number, may have been printed. All cards
    were printed in one way: the first that most of them look like, else the one that they look most
    like. Of `accused` ones too little is known where there are few cards: before anyone is said to
    carry too much, whatever could be a token counts.
    """
    best: tuple[float, Mapping[int, Sheet], _Seen] | None = None
    for cards in prints:
        if not cards:
            return set()
        seen = _Seen.of(grey, plane, outlines, cards)
        typical = float(np.median(seen.strangest))
        if best is None or typical < best[0]:
            best = typical, cards, seen
        if typical < CHECKED:
            break
    return _odd(best[1], best[2], accused) if best else set()


def _odd(cards: Mapping[int, Sheet], seen: _Seen, accused: Collection[int]) -> set[int]:
    """Return those of the cards on which something may lie, by how they were printed."""
    strange, blank = seen.strangest, seen.blank
    usual = float(np.median(strange)) if len(strange) >= MANY else ALWAYS
    few = STRANGE if len(strange) < MANY else ALWAYS
    most = np.array(
        [
            min(STRANGE if usual < CHECKED else ALWAYS, few if at in accused else ALWAYS)
            for at in cards
        ]
    )
    clear = seen.readable & (
        (strange >= most) | (blank >= BLANK) | ((strange >= BOTH[0]) & (blank >= BOTH[1]))
    )
    return {at for at, odd in zip(cards, clear, strict=True) if odd}


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """n cards beside their pictures, neighbourhood by neighbourhood: what of each is seen (`share`,
    0 to 1), the means of both, how much both vary (squared grey levels), and by how much they vary
    alike: n x points.
    """

    share: Sheet
    mean: Sheet
    spread: Sheet
    printed: Sheet
    alike: Sheet
    whole: Sheet  # how much all of each card varies
    paper: Sheet  # the brightest of it that isn't a reflection

    @classmethod
    def of(cls, grey: Grey, plane: Plane, outlines: Floats, cards: Mapping[int, Sheet]) -> _Seen:
        """Return what the photo shows of each card, beside how it was printed; arguments as of
        `covered`.
        """
        pictures = np.stack(list(cards.values()))
        size = (pictures.shape[2], pictures.shape[1])
        corners = plane.to_px(outlines[list(cards)].reshape(-1, 2)).reshape(-1, 4, 2)
        small = np.stack([flatten(grey, quad, size) for quad in corners])
        there = np.where(small > 0, _uncovered(size, outlines, list(cards)), np.float32(0))
        seen = np.stack([_softened(card) for card in small])
        products = (
            np.ones_like(seen),
            seen,
            pictures,
            seen * seen,
            pictures * pictures,
            seen * pictures,
        )
        share, *sums = _about(np.stack(products, 3) * there[..., None])
        mean, meant, *squares = (total / np.maximum(share, 1e-3) for total in sums)
        spread, printed, alike = (
            squares[0] - mean * mean,
            squares[1] - meant * meant,
            squares[2] - mean * meant,
        )
        lit = [
            card[show > 0] if show.any() else np.zeros(1, np.float32)
            for card, show in zip(seen, there, strict=True)
        ]
        whole = np.array([card.var() for card in lit], np.float32)
        paper = _ranked(seen.reshape(len(seen), -1), there.reshape(len(seen), -1) > 0, 0.75)
        return cls(share, mean, spread, printed, alike, whole, paper)

    @property
    def readable(self) -> Bools:
        """Whether there is enough of each to compare."""
        return np.asarray(self.share.max(1) >= LEAST)

    @property
    def strangest(self) -> Sheet:
        """Return how much each card's strangest part differs from the picture, in units of the
        whole card's contrast.

        What is only darker, lighter or of less contrast than printed, all over a neighbourhood,
        differs not at all.
        """
        left = np.maximum(self.spread - np.maximum(self.alike, 0) ** 2 / (self.printed + FLAT), 0)
        most = np.where(self.share >= LEAST, left, 0).max(1)
        return np.asarray(np.sqrt(most / (self.whole + FLAT)), np.float32)

    @property
    def blank(self) -> Sheet:
        """The share of what is printed that shows next to nothing of it: a finger, smooth as it is,
        differs so.

        Reflections do too, but are brighter than paper; out of focus all of the card shows less.
        """
        clear = self.share >= LEAST
        usual = _ranked(self.printed, clear, 0.5)[:, None]
        busy = clear & (self.printed > BUSY * usual)
        gain = self.alike / (self.printed + FLAT)
        often = _ranked(gain, busy & (self.printed >= usual), 0.5)[:, None]
        lost = busy & (gain < FADED * often) & (self.mean < self.paper[:, None])
        return np.asarray(lost.sum(1) / np.maximum(1, busy.sum(1)), np.float32)


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
    """The neighbourhoods' sums of each of k layers of n cards (n x height x width x k): k x n x
    points.
    """
    sums = [
        cv2.GaussianBlur(card, (0, 0), ROUND * PX, borderType=cv2.BORDER_CONSTANT)
        for card in layers
    ]
    count, height, width, each = layers.shape
    return np.ascontiguousarray(np.moveaxis(np.array(sums, np.float32), 3, 0)).reshape(
        each, count, height * width
    )


def _ranked(values: Sheet, counted: Bools, share: float) -> Sheet:
    """Return the value in each row that `share` of those that are `counted` don't exceed; 0 where
    none is.
    """
    ordered = np.sort(np.where(counted, values, np.float32(np.inf)), 1)
    at = np.rint(share * (counted.sum(1) - 1)).astype(int)
    return np.asarray(
        np.where(at < 0, 0, ordered[np.arange(len(values)), np.maximum(at, 0)]), np.float32
    )


def flatten(picture: Image | Grey, corners: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a card with these corners, px, as seen from straight above, so many px wide and high;
    beyond the picture it is 0.
    """
    width, height = size
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * 2 - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), sheet)
    twice = cv2.warpPerspective(picture, matrix, (2 * width, 2 * height))
    return np.asarray(cv2.resize(twice, size, interpolation=cv2.INTER_AREA), np.uint8)


def _uncovered(size: tuple[int, int], outlines: Floats, cards: Sequence[int]) -> Sheet:
    """1 where each of the cards shows: not at its edges, not on its tags, not under pieces that are
    known.
    """
    there = np.repeat(_open_part(size)[None], len(cards), 0)
    beside, reached = _on_cards(outlines, cards)
    for card, other in np.argwhere(reached).tolist():
        cv2.fillConvexPoly(there[card], np.round(beside[card, other] - 0.5).astype(np.int32), 0)
    return there


@cache
def _open_part(size: tuple[int, int]) -> Sheet:
    """1 where nothing covers a card that lies alone and its tags are not."""
    there = np.zeros(size[::-1], np.float32)
    edge, tag = round(EDGE * PX), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
    there[edge:-edge, edge:-edge] = 1
    there[:tag, :tag] = there[-tag:, -tag:] = 0
    return there


def _on_cards(outlines: Floats, cards: Sequence[int]) -> tuple[Floats, Bools]:
    """All pieces' outlines, a little widened, px of each card's sheet, and which of them reach it
    from elsewhere.
    """
    corners = outlines[list(cards)]
    sides = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], 2)
    size = np.array([POKER.width * PX, POKER.height * PX])
    off = outlines - corners[:, None, None, 0]
    at = off @ (sides / (sides**2).sum(1, keepdims=True))[:, None] * size
    middles = at.mean(2, keepdims=True)
    reach = np.linalg.norm(at - middles, axis=3, keepdims=True)
    wider = middles + (at - middles) * (1 + BESIDE * PX * 1.4 / np.maximum(reach, 1))
    near = (wider.max(2) > 0).all(2) & (wider.min(2) < size).all(2)
    near[np.arange(len(corners)), list(cards)] = False
    return wider, near
