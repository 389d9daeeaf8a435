"""Recognise penguins by their art in places of giza's pyramid where no tag could be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import Placed
from vision.evidence.recognition import lighting, recognise
from vision.games.base import Eye
from vision.games.giza.rows import Cell
from vision.games.giza.stack import Stack
from vision.table.layout import Laid, outline_of, upward, wrapped
from vision.table.pieces import CONFIDENCE

MOST = 4  # places to recognise; if more are unread, the photo has other problems
KNOWN = 5  # read cards from which the photo's lighting is estimated


def opinions(
    eye: Eye | None, stack: Stack, deck: Deck, faces: Collection[Placed]
) -> Mapping[Cell, tuple[Placed, Laid]]:
    """Return the unread places whose art clearly matches one of `faces`: the card that seems to lie
    there with its tokens, and its position in the table's frame. A penguin recognised twice is left
    out.
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
