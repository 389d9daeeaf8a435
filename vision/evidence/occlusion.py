"""Prove that cards, read by their tags, show all of their print, so that nothing lies on them.

A token with an unreadable tag, a finger or a reflection leaves a part of the card that its image in
the album doesn't explain. This doesn't identify the object, only that there may be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.evidence.album import HEIGHT, PX, WIDTH, Album, Face
from vision.table.plane import Plane
from vision.tags.detector import Bools, Floats, Grey, Sheet


@dataclass(frozen=True, slots=True)
class Limits:
    """How cards are compared with their print, and from where on they differ."""

    # ignored margin of a card, mm: the table shows there if it was cut or located badly
    edge: float = 5.0
    soft: float = 1.3  # blur of both images, mm
    round: float = 5.0  # radius of the neighbourhood in which images are compared, mm
    beside: float = 3.0  # mm around a piece on the card that its border and shadow affect
    least: float = 0.35  # least visible share of a neighbourhood
    flat: float = 20.0  # squared grey levels; less contrast than this is ignored
    # Limits of `strangest` in `_compare`: of one card, and of most cards of a photo that is
    # compared with its print. Of 1220 bare cards 99 % have 0.37 at most and the rest have glare;
    # cards with unread tokens have 0.62 or more. Out of focus, or on a strongly checked cloth, most
    # have 0.5.
    strange: float = 0.6
    checked: float = 0.45
    fewest: int = 3  # cards that show how well a photo matches its print
    # share of the card's usual variation; neighbourhoods with less can't show that they are covered
    busy: float = 0.5
    faded: float = 0.25  # share of the contrast that print has elsewhere on the card
    # limit of `blank`: bare cards have almost none except in glare, one with a finger over a token
    # 0.05 to 0.26
    blank: float = 0.08
    both: tuple[float, float] = (0.45, 0.025)  # limits for both together


LIMITS = Limits()


def covered(
    grey: Grey, plane: Plane, outlines: Floats, prints: Iterable[Mapping[int, Sheet]]
) -> set[int]:
    """Return cards that may have something on them: they don't show what is printed, or too little
    of them is in view; all cards if most of them don't match their print.

    `outlines` are those of all pieces that were read, n x 4 x 2 mm on the plane. `prints` are ways
    in which the cards, by index, may have been printed: the one that most of them match counts.
    """
    best: tuple[float, set[int]] | None = None
    for cards in prints:
        readable, strange, blank = _compare(grey, plane, outlines, cards)
        usual = float(np.median(strange)) if len(strange) >= LIMITS.fewest else 0.0
        both = (strange >= LIMITS.both[0]) & (blank >= LIMITS.both[1])
        odd = (
            ~readable
            | (strange >= LIMITS.strange)
            | (blank >= LIMITS.blank)
            | both
            | (usual >= LIMITS.checked)
        )
        found = {at for at, it_is in zip(cards, odd, strict=True) if it_is}
        best = min(best or (usual, found), (usual, found), key=lambda each: each[0])
        if usual < LIMITS.checked:
            break
    return best[1] if best else set()


def _compare(
    grey: Grey, plane: Plane, outlines: Floats, cards: Mapping[int, Sheet]
) -> tuple[Bools, Sheet, Sheet]:
    """Compare each of n cards in the photo with its print, neighbourhood by neighbourhood.

    Return whether enough of each is visible; how much its strangest neighbourhood differs from the
    print, in units of the card's contrast; and the share of its print that is almost invisible.
    """
    printed_cards = np.stack(list(cards.values()))
    corners = plane.to_px(outlines[list(cards)].reshape(-1, 2)).reshape(-1, 4, 2)
    small = np.stack([_flat(grey, quad) for quad in corners])
    visible = np.where(small > 0, _uncovered(outlines, list(cards)), np.float32(0))
    photo = np.stack([_softened(card) for card in small])
    ones, both = np.ones_like(photo), photo * printed_cards
    layers = (ones, photo, printed_cards, photo * photo, printed_cards * printed_cards, both)
    sums = [
        cv2.GaussianBlur(card, (0, 0), LIMITS.round * PX, borderType=cv2.BORDER_CONSTANT)
        for card in np.stack(layers, 3) * visible[..., None]
    ]
    flat = np.moveaxis(np.array(sums, np.float32), 3, 0).reshape(len(layers), len(cards), -1)
    share, flat = flat[0], flat[1:] / np.maximum(flat[0], 1e-3)
    mean, expected = flat[:2]
    spread, printed, alike = flat[2:] - (mean * mean, expected * expected, mean * expected)
    clear = share >= LIMITS.least

    # a neighbourhood that is only darker, lighter or of less contrast all over doesn't differ
    lit = [card[show > 0] for card, show in zip(photo, visible, strict=True)]
    whole = np.array([card.var() if len(card) else 0 for card in lit], np.float32)
    left = np.maximum(spread - np.maximum(alike, 0) ** 2 / (printed + LIMITS.flat), 0)
    strangest = np.sqrt(np.where(clear, left, 0).max(1) / (whole + LIMITS.flat))

    # reflections hide print, too, but are brighter than paper; out of focus, all of the card shows
    # less
    paper = _ranked(photo.reshape(len(photo), -1), visible.reshape(len(photo), -1) > 0, 0.75)
    usual = _ranked(printed, clear, 0.5)[:, None]
    busy = clear & (printed > LIMITS.busy * usual)
    gain = alike / (printed + LIMITS.flat)
    often = _ranked(gain, busy & (printed >= usual), 0.5)[:, None]
    lost = busy & (gain < LIMITS.faded * often) & (mean < paper[:, None])
    blank = lost.sum(1) / np.maximum(1, busy.sum(1))
    return clear.any(1), np.asarray(strangest, np.float32), np.asarray(blank, np.float32)


@cache
def pictures(album: Album) -> dict[Face, Sheet]:
    """Return every face of an album as `covered` needs it."""
    return dict(zip(album.faces, map(_softened, album.pictures), strict=True))


def _softened(grey: NDArray[np.uint8] | cv2.typing.MatLike) -> Sheet:
    return np.asarray(
        cv2.GaussianBlur(np.asarray(grey, np.float32), (0, 0), LIMITS.soft * PX), np.float32
    )


def _ranked(values: Sheet, counted: Bools, share: float) -> Sheet:
    """Return the `share` quantile of the `counted` values in each row; 0 if there are none."""
    ordered = np.sort(np.where(counted, values, np.float32(np.inf)), 1)
    at = np.rint(share * (counted.sum(1) - 1)).astype(int)
    ranked = ordered[np.arange(len(values)), np.maximum(at, 0)]
    return np.asarray(np.where(at < 0, 0, ranked), np.float32)


def _flat(grey: Grey, corners: Floats) -> Grey:
    """Return a card with these corners, px, from straight above; 0 outside the photo."""
    sheet = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) * 2 - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), sheet)
    twice = cv2.warpPerspective(grey, matrix, (2 * WIDTH, 2 * HEIGHT))
    return np.asarray(cv2.resize(twice, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _uncovered(outlines: Floats, cards: Sequence[int]) -> Sheet:
    """Return 1 where each card is visible: without edges, tags, and known pieces on it."""
    visible = np.zeros((len(cards), HEIGHT, WIDTH), np.float32)
    edge, tag = round(LIMITS.edge * PX), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
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
    wider = middles + (at - middles) * (1 + LIMITS.beside * PX * 1.4 / np.maximum(reach, 1))
    near = (wider.max(2) > 0).all(2) & (wider.min(2) < full).all(2)
    near[np.arange(len(cards)), cards] = False
    for card, other in np.argwhere(near).tolist():
        cv2.fillConvexPoly(visible[card], np.round(wider[card, other] - 0.5).astype(np.int32), 0)
    return visible
