"""Prove that a card shows all of its print, so that nothing lies on it, such as an unread token.

The prints of the standard deck in each ink are small grey pictures (`albums/`, by `make albums`);
your own deck's aren't known here. Pixels are those of such a picture.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.giza.deck import Deck
from companion.giza.pieces import STRIP
from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from vision.games.base import Eye
from vision.table.layout import outline_of
from vision.tags.detector import Bools, Sheet

Face: TypeAlias = tuple[str, str]  # a piece's id and which side of it
Ink: TypeAlias = Literal["full", "low", "mono"]  # how a deck was printed
INKS: tuple[Ink, ...] = ("full", "low", "mono")

PX = 0.5  # px per mm: a card's position is known to within 1 to 2 mm
WIDTH, HEIGHT = round(POKER.width * PX), round(POKER.height * PX)
FINE = 4  # px of the photo from straight above for each of those, across and down
BLACK = cv2.BORDER_CONSTANT


@dataclass(frozen=True, slots=True)
class Limits:
    """How a card is compared with its print, and how much it may differ."""

    edge: int = 3  # ignored margin of a card, px: the table shows there if it was cut badly
    beside: int = 2  # px around a piece on the card that its border and shadow affect
    soft: float = 0.65  # blur of both pictures, px
    around: float = 2.5  # radius of a neighbourhood in which they are compared, px
    least: float = 0.35  # least visible share of a neighbourhood, and of a card
    flat: float = 20.0  # squared grey levels; less contrast than this is noise
    # of `strangest`: 92 % of bare cards in the test photos have less, and those with a token that
    # counts as unread have 0.78 at least
    strange: float = 0.5


LIMITS = Limits()


def shows_print(eye: Eye, deck: Deck, card: int) -> bool:
    """Return whether piece number `card` surely shows all of its print, besides what other pieces
    that were read hide: both tags, and the rest as it is stored.
    """
    fingerprint, faces, inks = _album()
    piece, corners = eye.detections[card], eye.corners(card)
    outline = outline_of(corners)
    stored = deck.fingerprint == fingerprint and not deck.art
    if not stored or piece.source != "two-tags" or not eye.within(outline):
        return False
    grey = eye.flat(outline, FINE * PX, grey=True)
    photo = _softened(cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))
    visible = np.zeros(photo.shape, np.uint8)
    inside, tag = slice(LIMITS.edge, -LIMITS.edge), round((CARD_TAG_INSET + CARD_TAG / 2 + 3) * PX)
    visible[inside, inside] = 1
    visible[:tag, :tag] = visible[-tag:, -tag:] = 0
    sheet = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT]], np.float32)
    to_sheet = cv2.getAffineTransform(corners[:3].astype(np.float32), sheet)
    for other in range(len(eye.detections)):
        if other != card and eye.detections[other].kind != STRIP:
            hidden = cv2.transform(eye.corners(other)[None], to_sheet) - 0.5
            cv2.fillConvexPoly(visible, np.round(hidden).astype(np.int32), 0)
    near = np.ones((2 * LIMITS.beside + 1,) * 2, np.uint8)
    visible = np.asarray(cv2.erode(visible, near, borderValue=1), np.uint8)
    prints = (ink[faces[piece.piece, piece.face]] for ink in inks)
    return min(strangest(photo, each, visible > 0) for each in prints) < LIMITS.strange


def strangest(photo: Sheet, printed: Sheet, visible: Bools) -> float:
    """Return how much the strangest neighbourhood of a card differs from its print where both are
    visible, in units of the card's contrast: a finger hides print, a token has other print.
    """
    if visible.mean() < LIMITS.least:
        return np.inf
    shown = photo[visible]
    gain, _ = np.polyfit(printed[visible], shown, 1)
    off = photo - np.float32(gain) * printed
    layers = np.where(visible[..., None], np.dstack([np.ones_like(off), off, off**2]), 0)
    share, *sums = cv2.split(cv2.GaussianBlur(layers, (0, 0), LIMITS.around, borderType=BLACK))
    mean, square = (each / np.maximum(share, LIMITS.least) for each in sums)
    variance = np.where(share >= LIMITS.least, square - mean**2, 0)
    return float(np.sqrt(variance.max() / (shown.var() + LIMITS.flat)))


@cache
def _album() -> tuple[str, Mapping[Face, int], Sequence[Sheet]]:
    """Return the standard deck's fingerprint, each face's number, and all faces in each ink."""
    folder, inks = files("vision.games.giza").joinpath("albums"), []
    table = json.loads(folder.joinpath("giza.json").read_text("utf-8"))
    for ink in INKS:
        data = np.frombuffer(folder.joinpath(f"giza-{ink}.png").read_bytes(), np.uint8)
        strip = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)).reshape(-1, HEIGHT, WIDTH)
        inks.append(np.array([_softened(face) for face in strip]))
    faces = {(piece, side): at for at, (piece, side) in enumerate(table["faces"])}
    return table["deck"], faces, inks


def _softened(grey: cv2.typing.MatLike) -> Sheet:
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), LIMITS.soft), np.float32)
