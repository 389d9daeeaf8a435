"""The faces of rocks' pieces: an island to race on, penguins on stands, rocks and a die."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import Piece
from companion.rocks.board import Board
from printables.draw.fonts import check_glyphs
from printables.draw.paths import Shape
from printables.draw.pen import Pen
from printables.faces.artists import Faces
from printables.faces.rocks import board, pieces


def draw(pen: Pen, piece: Piece, face: str, deck: Board) -> None:
    """Draw a face with its tags and bleed; raises `PrintError` if the font lacks a letter."""
    for nest in deck.nests:
        check_glyphs(nest.name, piece.id)
    _FACES[piece.kind, face](pen, piece, deck)


def shape(piece: Piece, deck: Board) -> Shape | None:
    """Return how a piece is cut and folded; None for rectangles."""
    return _NETS[piece.kind]() if piece.kind in _NETS else None


_FACES: dict[tuple[str, str], Callable[[Pen, Piece, Board], None]] = {
    ("board", "front"): board.front,
    ("penguin", "front"): pieces.stand_front,
    ("die", "front"): pieces.die_front,
    ("rock", "front"): pieces.rock_front,
    ("rock", "back"): pieces.rock_back,
}
_NETS: dict[str, Callable[[], Shape]] = {"penguin": pieces.stand_net, "die": pieces.die_net}
FACES = Faces(draw, shape)
