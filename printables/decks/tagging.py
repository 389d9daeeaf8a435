"""Tags on the cards of other people's games, so that `rookery scan` can list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import UsageError
from companion.game import DeckT, Piece
from companion.owntags import LEAST_SIDE, own_tags, takes_tags, turn_of
from printables.art.codes import draw_windows
from printables.draw.pen import Pen
from printables.faces.artists import Faces

MARGIN = 1.6  # white around a tag's black square, mm; a module is 1.25
FRAME_INK = "#8a8a8a"


def tagged(
    pieces: Sequence[Piece], key: str, faces: Faces[DeckT], deck: DeckT
) -> tuple[tuple[Piece, ...], Faces[DeckT]]:
    """Return pieces with tags on the fronts of cards, and what draws them.

    `key` names the game: another one has other pairs of tags. Raises `UsageError` if there are too
    many cards, or none with room for tags.
    """
    cards = [
        piece.id for piece in pieces if takes_tags(piece.size) and not faces.shape(piece, deck)
    ]
    if not cards:
        problem = f"no card has a side of {LEAST_SIDE:g} mm or more, which two tags need"
        raise UsageError("--tags", problem, remedy="print them without --tags")
    numbers = {name: number for number, name in enumerate(cards)}
    turn = turn_of(key)

    def with_tags(piece: Piece) -> Piece:
        if piece.id not in numbers:
            return piece
        spots = own_tags(numbers[piece.id], turn, piece.size)
        return replace(piece, faces={**piece.faces, "front": spots})

    def draw(pen: Pen, piece: Piece, face: str, deck: DeckT) -> None:
        faces.draw(pen, piece, face, deck)
        draw_windows(pen, piece.faces[face], FRAME_INK, margin=MARGIN)

    return tuple(map(with_tags, pieces)), replace(faces, draw=draw)
