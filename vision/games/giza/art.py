"""Recognise penguins by their art in places of giza's pyramid where no tag could be read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import Placed
from vision.evidence.album import Album, Face
from vision.evidence.recognition import Light, Match, lighting, recognise
from vision.games.base import Eye
from vision.games.giza.rows import Cell
from vision.games.giza.stack import Stack
from vision.table.layout import Laid, Outline, outline_of, upward, wrapped
from vision.table.pieces import CONFIDENCE
from vision.tags.detector import Floats

MOST = 4  # places to recognise; if more are unread, the photo has other problems
KNOWN = 5  # read cards from which the photo's lighting is estimated


@dataclass(frozen=True, slots=True)
class Opinion:
    """The card that seems to lie in a cell, with its tokens, and its position in the table's
    frame.
    """

    placed: Placed
    piece: Laid


def opinions(
    eye: Eye | None, stack: Stack, deck: Deck, faces: Collection[Placed]
) -> Mapping[Cell, Opinion]:
    """Return the unread places whose art clearly matches one of `faces`; a penguin recognised twice
    is left out.
    """
    if eye is None or not stack.unread or (book := eye.albums.of("giza", deck)) is None:
        return {}
    light = lighting(eye, _known(eye, book), book)
    result: dict[Cell, Opinion] = {}
    for cell in sorted(stack.unread)[:MOST]:
        match = _look(eye, stack.unread[cell].place.corners, book, light, faces)
        if match is not None:
            result[cell] = _opinion(match, deck, stack.tokens[cell], eye)
    names = [opinion.placed.penguin.id for opinion in result.values()]
    return {
        cell: opinion
        for cell, opinion in result.items()
        if names.count(opinion.placed.penguin.id) == 1
    }


def _known(eye: Eye, book: Album) -> list[tuple[Floats, Face]]:
    """Return corners and face of up to `KNOWN` cards that were read."""
    cards = [
        (at, (piece.piece, piece.face))
        for at, piece in enumerate(eye.detections)
        if piece.kind == "penguin"
    ]
    return [(eye.corners(at), face) for at, face in cards if face in book.faces][:KNOWN]


def _look(
    eye: Eye, corners: Outline, book: Album, light: Light, faces: Collection[Placed]
) -> Match | None:
    """Recognise the card at a place, upright or upside down in its pyramid."""
    allowed = {(face.penguin.id, "back" if face.grey else "front") for face in faces}
    hidden = [eye.corners(at) for at in range(len(eye.detections))]
    return recognise(eye, np.array(corners), book, light, allowed=allowed, hidden=hidden)


def _opinion(match: Match, deck: Deck, tokens: int, eye: Eye) -> Opinion:
    name, side = match.face
    x, y = match.corners.mean(0)
    turn = upward(match.corners * (1, -1)) - 90  # `upward` wants y down
    piece = Laid(
        name,
        "penguin",
        side,
        round(float(x), 1),
        round(float(y), 1),
        round(wrapped(turn), 1),
        "inferred",
        CONFIDENCE["inferred"],
        eye.outline(outline_of(match.corners)),
    )
    return Opinion(Placed(deck.by_id[name], side == "back", tokens), piece)
