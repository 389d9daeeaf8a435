"""What a photo of giza shows besides tags: art in unread places, and things on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import cv2
import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import Placed, Pyramid, Slot, support, supporters
from companion.layout import CARD_TAG, POKER, TOKEN_TAG, card_tags
from vision.evidence.album import INKS
from vision.evidence.occlusion import covered, pictures
from vision.evidence.recognition import lighting, recognise
from vision.games.base import Eye, Place, Table
from vision.games.giza.reading import GizaReading
from vision.games.giza.rows import Cell, Stack
from vision.table.layout import Laid, outline_of, upward, wrapped
from vision.table.pieces import CONFIDENCE

MOST = 4  # places to recognise; if more are unread, the photo has other problems
KNOWN = 5  # read cards from which the photo's lighting is estimated


def opinions(
    eye: Eye | None, stack: Stack, deck: Deck, faces: Collection[Placed]
) -> Mapping[Cell, tuple[Placed, Laid]]:
    """Return the cards that unread places seem to hold by their art, and where they lie.

    They are some of `faces`, with the places' tokens. A penguin recognised twice is left out.
    """
    if eye is None or not stack.unread or (book := eye.albums.of("giza", deck)) is None:
        return {}
    read = [
        (eye.corners(at), (piece.piece, piece.face))
        for at, piece in enumerate(eye.detections)
        if piece.kind == "penguin" and (piece.piece, piece.face) in book.faces
    ]
    light = lighting(eye, read[:KNOWN], book)
    allowed = {(face.penguin.id, "back" if face.grey else "front") for face in faces}
    hidden = [eye.corners(at) for at in range(len(eye.detections))]
    result: dict[Cell, tuple[Placed, Laid]] = {}
    for cell in sorted(stack.unread)[:MOST]:
        corners = np.array(stack.unread[cell].place.corners)
        match = recognise(eye, corners, book, light, allowed=allowed, hidden=hidden)
        if match is None:
            continue
        name, side = match.face
        x, y = (round(value, 1) for value in match.corners.mean(0).tolist())
        turn = round(wrapped(upward(match.corners * (1, -1)) - 90), 1)  # `upward` wants y down
        outline = eye.outline(outline_of(match.corners))
        sure = CONFIDENCE["inferred"]
        piece = Laid(name, "penguin", side, x, y, turn, "inferred", sure, outline)
        result[cell] = (Placed(deck.by_id[name], side == "back", stack.tokens[cell]), piece)
    names = Counter(piece.id for _, piece in result.values())
    return {cell: opinion for cell, opinion in result.items() if names[opinion[1].id] == 1}


def look_harder(reading: GizaReading, table: Table) -> tuple[Place, ...]:
    """Return cards to examine again: suspects, and all below a card that is too heavy."""
    eye = table.eye
    if eye is None:
        return ()
    each = reading.pyramids or (reading,)
    odd = {at for one in each for at in one.suspects}
    heavy = {at for one in each for at in burdened(one.pyramid, one.slots)}
    return tuple(
        Place(("card", at), outline_of(eye.corners(at)), thorough=at in odd)
        for at in sorted(odd | heavy)
        if at < len(eye.detections)
    )


def burdened(pyramid: Pyramid, pieces: Mapping[Slot, int]) -> set[int]:
    """Return those of `pieces` below a card too heavy for the tokens that were read (giza R7)."""
    loads = [
        slot
        for slot, placed in pyramid.placed()
        if slot[0] and placed.weight > support(pyramid, slot)
    ]
    below = {slot for load in loads for slot in supporters(load)}
    return {at for slot, at in pieces.items() if slot in below}


def suspects(eye: Eye, deck: Deck, cards: Collection[int], accused: Collection[int]) -> set[int]:
    """Return the cards with something like an unread token's tag, or any foreign object.

    For the `accused`, which are below a card that is too heavy, weaker evidence is enough.
    """
    by = 2 * eye.photo.shrunk  # halved once more: the album has 0.5 px per mm
    work = cv2.resize(eye.photo.work_grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    outlines = np.array([piece.corners for piece in eye.detections])
    faces = {at: (eye.detections[at].piece, eye.detections[at].face) for at in cards}
    books = (eye.albums.of("giza", deck, ink) for ink in INKS)
    printed = (pictures(book) for book in books if book is not None)
    sheets = ({at: sheet[face] for at, face in faces.items() if face in sheet} for sheet in printed)
    grey, plane = np.asarray(work, np.uint8), eye.plane.scaled(1 / by)
    odd = covered(grey, plane, outlines, sheets, frozenset(accused))
    tags = [sighting.centre for sighting in eye.sightings]
    for at in set(cards) - odd:
        corners = eye.corners(at)
        squares = eye.squares(outline_of(corners), TOKEN_TAG)
        if not len(squares):
            continue
        # its own corners have its tags and large numbers (a 0 is a dark frame, too)
        along = (corners[1] - corners[0]) / POKER.width
        down = (corners[3] - corners[0]) / POKER.height
        (left, top), (right, bottom) = ((tag.x, tag.y) for tag in card_tags(0, 0))
        own = [corners[0] + x * along + y * down for x in (left, right) for y in (top, bottom)]
        known = np.array([*tags, *eye.to_px(np.array(own))])
        near = 0.6 * CARD_TAG * eye.px_per_mm(corners.mean(0))
        if any(np.linalg.norm(known - px, axis=1).min() > near for px in eye.to_px(squares)):
            odd.add(at)
    return odd
