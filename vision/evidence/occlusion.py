"""Find cards, read by their tags, on which something may lie that isn't printed there.

A token with an unreadable tag, a finger or a reflection leaves a part of the card that its image in
the album doesn't explain. This doesn't identify the object, only that there may be one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.evidence.album import Album, Face
from vision.photo.loader import Image
from vision.table.plane import Plane
from vision.tags.detector import Bools, Floats, Grey, Sheet

# px per mm at which images are compared: a card's position is known to within 1 to 2 mm
PX = 0.5
# ignored margin of a card, mm: the table shows there if it was cut or located badly
EDGE = 5.0
SOFT = 1.3  # blur of both images, mm
ROUND = 5.0  # radius of the neighbourhood in which images are compared, mm
BESIDE = 3.0  # mm around a piece on the card that its border and shadow affect
LEAST = 0.35  # least visible share of a neighbourhood
FLAT = 20.0  # squared grey levels; less contrast than this is ignored
# Limits of `strangest` in `_compare`. Of 1220 bare cards 99 % have 0.37 at most and the rest have
# glare; cards with unread tokens have 0.62 or more. On a strongly checked cloth most cards have
# 0.5, and bare ones up to 1.8 times as much (0.91); out of focus most have 0.37.
STRANGE, CHECKED = 0.6, 0.45
MANY, ALWAYS = 4, 0.8  # least cards to know "most"; and the limit that applies whatever most have
# share of the card's usual variation; neighbourhoods with less can't show that they are covered
BUSY = 0.5
FADED = 0.25  # share of the contrast that print has elsewhere on the card
# limit of `blank`: bare cards have almost none except in glare, one with a finger over a token
# 0.05 to 0.26
BLANK = 0.08
BOTH = (0.45, 0.025)  # limits for both together


def covered(
    grey: Grey,
    plane: Plane,
    outlines: Floats,
    prints: Iterable[Mapping[int, Sheet]],
    accused: Collection[int] = (),
) -> set[int]:
    """Return cards that may have something on them: they don't show what is printed.

    `outlines` are those of all pieces that were read, n x 4 x 2 mm on the plane. `prints` are ways
    in which the cards, by index, may have been printed: the first that most of them match counts,
    else the best. For `accused` cards, which a verdict of too much weight would depend on, weaker
    evidence counts if there are few cards to compare with.
    """
    best: tuple[float, tuple[Bools, Sheet, Sheet]] | None = None
    for cards in prints:
        if not cards:
            return set()
        comparison = _compare(grey, plane, outlines, cards)
        typical = float(np.median(comparison[1]))
        if best is None or typical < best[0]:
            best = typical, comparison
        if typical < CHECKED:
            break
    if best is None:
        return set()
    readable, strange, blank = best[1]
    usual = float(np.median(strange)) if len(strange) >= MANY else ALWAYS
    most = np.full(len(strange), STRANGE if usual < CHECKED else ALWAYS)
    if len(strange) < MANY:
        most[[at in accused for at in cards]] = STRANGE
    both = (strange >= BOTH[0]) & (blank >= BOTH[1])
    odd = readable & ((strange >= most) | (blank >= BLANK) | both)
    return {at for at, it_is in zip(cards, odd, strict=True) if it_is}


def _compare(
    grey: Grey, plane: Plane, outlines: Floats, cards: Mapping[int, Sheet]
) -> tuple[Bools, Sheet, Sheet]:
    """Compare each of n cards in the photo with its print, neighbourhood by neighbourhood.

    Return whether enough of each is visible; how much its strangest neighbourhood differs from the
    print, in units of the card's contrast; and the share of its print that is almost invisible.
    """
    printed_cards = np.stack(list(cards.values()))
    size = (printed_cards.shape[2], printed_cards.shape[1])
    corners = plane.to_px(outlines[list(cards)].reshape(-1, 2)).reshape(-1, 4, 2)
    small = np.stack([flatten(grey, quad, size) for quad in corners])
    visible = np.where(small > 0, _uncovered(size, outlines, list(cards)), np.float32(0))
    photo = np.stack([_softened(card) for card in small])
    ones, both = np.ones_like(photo), photo * printed_cards
    layers = (ones, photo, printed_cards, photo * photo, printed_cards * printed_cards, both)
    sums = [
        cv2.GaussianBlur(card, (0, 0), ROUND * PX, borderType=cv2.BORDER_CONSTANT)
        for card in np.stack(layers, 3) * visible[..., None]
    ]
    flat = np.moveaxis(np.array(sums, np.float32), 3, 0).reshape(len(layers), len(cards), -1)
    share, flat = flat[0], flat[1:] / np.maximum(flat[0], 1e-3)
    mean, expected = flat[:2]
    spread, printed, alike = flat[2:] - (mean * mean, expected * expected, mean * expected)
    clear = share >= LEAST

    # a neighbourhood that is only darker, lighter or of less contrast all over doesn't differ
    lit = [card[show > 0] for card, show in zip(photo, visible, strict=True)]
    whole = np.array([card.var() if len(card) else 0 for card in lit], np.float32)
    left = np.maximum(spread - np.maximum(alike, 0) ** 2 / (printed + FLAT), 0)
    strangest = np.sqrt(np.where(clear, left, 0).max(1) / (whole + FLAT))

    # reflections hide print, too, but are brighter than paper; out of focus, all of the card shows
    # less
    paper = _ranked(photo.reshape(len(photo), -1), visible.reshape(len(photo), -1) > 0, 0.75)
    usual = _ranked(printed, clear, 0.5)[:, None]
    busy = clear & (printed > BUSY * usual)
    gain = alike / (printed + FLAT)
    often = _ranked(gain, busy & (printed >= usual), 0.5)[:, None]
    lost = busy & (gain < FADED * often) & (mean < paper[:, None])
    blank = lost.sum(1) / np.maximum(1, busy.sum(1))
    return clear.any(1), np.asarray(strangest, np.float32), np.asarray(blank, np.float32)


@cache
def pictures(album: Album) -> dict[Face, Sheet]:
    """Return every face of an album as `covered` needs it."""
    size = (round(POKER.width * PX), round(POKER.height * PX))
    greys = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in album.pictures)
    small = (_softened(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)) for grey in greys)
    return dict(zip(album.faces, small, strict=True))


def _softened(grey: NDArray[np.uint8] | cv2.typing.MatLike) -> Sheet:
    return np.asarray(cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), SOFT * PX), np.float32)


def _ranked(values: Sheet, counted: Bools, share: float) -> Sheet:
    """Return the `share` quantile of the `counted` values in each row; 0 if there are none."""
    ordered = np.sort(np.where(counted, values, np.float32(np.inf)), 1)
    at = np.rint(share * (counted.sum(1) - 1)).astype(int)
    ranked = ordered[np.arange(len(values)), np.maximum(at, 0)]
    return np.asarray(np.where(at < 0, 0, ranked), np.float32)


def flatten(picture: Image | Grey, corners: Floats, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a card with these corners, px, from straight above, `size` px; 0 outside the photo."""
    width, height = size
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * 2 - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), sheet)
    twice = cv2.warpPerspective(picture, matrix, (2 * width, 2 * height))
    return np.asarray(cv2.resize(twice, size, interpolation=cv2.INTER_AREA), np.uint8)


def _uncovered(size: tuple[int, int], outlines: Floats, cards: Sequence[int]) -> Sheet:
    """Return 1 where each card is visible: without edges, tags, and known pieces on it."""
    visible = np.zeros((len(cards), *size[::-1]), np.float32)
    edge, tag = round(EDGE * PX), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
    visible[:, edge:-edge, edge:-edge] = 1
    visible[:, :tag, :tag] = visible[:, -tag:, -tag:] = 0
    # all pieces' outlines, slightly widened, in px of each card's sheet
    corners = outlines[cards]
    sides = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], 2)
    full = np.array([POKER.width * PX, POKER.height * PX])
    off = outlines - corners[:, None, None, 0]
    at = off @ (sides / (sides**2).sum(1, keepdims=True))[:, None] * full
    middles = at.mean(2, keepdims=True)
    reach = np.linalg.norm(at - middles, axis=3, keepdims=True)
    wider = middles + (at - middles) * (1 + BESIDE * PX * 1.4 / np.maximum(reach, 1))
    near = (wider.max(2) > 0).all(2) & (wider.min(2) < full).all(2)
    near[np.arange(len(cards)), cards] = False
    for card, other in np.argwhere(near).tolist():
        cv2.fillConvexPoly(visible[card], np.round(wider[card, other] - 0.5).astype(np.int32), 0)
    return visible
