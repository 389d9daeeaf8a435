"""Look for tokens that weren't read before a card is reported as too heavy (giza R10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import support, supporters
from companion.layout import CARD_TAG, POKER, TOKEN_TAG, card_tags
from vision.evidence.album import INKS, Face
from vision.evidence.occlusion import Sheet, covered, pictures
from vision.games.base import Eye, Place, Table
from vision.games.giza.reading import GizaReading
from vision.table.layout import outline_of
from vision.tags.detector import Floats


def look_harder(reading: GizaReading, table: Table) -> tuple[Place, ...]:
    """Return cards to examine again before the verdict: those that may have an unread token, and
    all under a card that is too heavy.
    """
    eye = table.eye
    if eye is None:
        return ()
    each = reading.pyramids or (reading,)
    odd = {at for one in each for at in one.suspects}
    wanted = sorted(odd | {at for one in each for at in _burdened(one) if at < len(eye.detections)})
    return tuple(
        Place(("card", at), outline_of(eye.corners(at)), thorough=at in odd) for at in wanted
    )


def _burdened(reading: GizaReading) -> set[int]:
    """Return the indices of pieces below a card that is too heavy for the tokens that were read."""
    loads = [
        slot
        for slot, placed in reading.pyramid.placed()
        if slot[0] and placed.weight > support(reading.pyramid, slot)
    ]
    return {
        reading.slots[below]
        for slot in loads
        for below in supporters(slot)
        if below in reading.slots
    }


def suspects(eye: Eye, deck: Deck, cards: Sequence[int], accused: Sequence[int]) -> set[int]:
    """Return the cards of a pyramid that may have an unread token: something like its tag, or any
    foreign object.

    `accused` are those below a card that is too heavy: for these, weaker evidence is enough.
    """
    strange = _strange(eye, deck, cards, accused)
    return {at for at in cards if at in strange or _has_odd_square(eye, at)}


def _strange(eye: Eye, deck: Deck, cards: Sequence[int], accused: Sequence[int]) -> set[int]:
    """Return the cards that don't look as they were printed."""
    by = 2 * eye.photo.shrunk  # halved once more: the album has 0.5 px per mm
    grey = np.asarray(
        cv2.resize(eye.photo.work_grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA),
        np.uint8,
    )
    plane, outlines = (
        eye.plane.scaled(1 / by),
        np.array([piece.corners for piece in eye.detections]),
    )
    faces = {at: (eye.detections[at].piece, eye.detections[at].face) for at in cards}
    return covered(grey, plane, outlines, _printed(eye, deck, faces), frozenset(accused))


def _printed(eye: Eye, deck: Deck, faces: Mapping[int, Face]) -> Iterator[Mapping[int, Sheet]]:
    """Yield how the cards look when printed with each amount of ink."""
    for ink in INKS:
        if (book := eye.albums.of("giza", deck, ink)) is not None:
            printed = pictures(book)
            yield {at: printed[face] for at, face in faces.items() if face in printed}


def _has_odd_square(eye: Eye, at: int) -> bool:
    """Return whether a card has a dark square that is neither a tag that was read nor at the card's
    own corners.
    """
    corners = eye.corners(at)
    squares = eye.squares(outline_of(corners), TOKEN_TAG)
    if not len(squares):
        return False
    known = [sighting.centre for other in eye.detections for sighting in other.sightings]
    known += list(eye.to_px(_corner_places(corners)))
    near = 0.6 * CARD_TAG * eye.px_per_mm(corners.mean(0))
    return any(
        all(np.linalg.norm(middle - place) > near for place in known)
        for middle in eye.to_px(squares)
    )


def _corner_places(corners: Floats) -> Floats:
    """Return points at a card's four corners, mm in the frame: its tags, and large numbers (a 0 is
    a dark frame, too).
    """
    along, down = (corners[1] - corners[0]) / POKER.width, (corners[3] - corners[0]) / POKER.height
    (left, top), (right, bottom) = ((tag.x, tag.y) for tag in card_tags(0, 0))
    return np.array(
        [corners[0] + x * along + y * down for x in (left, right) for y in (top, bottom)]
    )
