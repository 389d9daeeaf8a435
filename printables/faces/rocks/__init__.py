"""The faces of rocks' pieces: an island to race on, penguins on stands, rocks and a die."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import Piece
from companion.rocks.board import Board
from printables.draw.paths import Shape
from printables.faces.artists import Faces, by_kind
from printables.faces.rocks import board, pieces


def shape(piece: Piece, deck: Board) -> Shape | None:
    """Return how a piece is cut and folded; None for rectangles."""
    return _NETS[piece.kind]() if piece.kind in _NETS else None


_FACES = {
    ("board", "front"): board.front,
    ("penguin", "front"): pieces.stand_front,
    ("die", "front"): pieces.die_front,
    ("rock", "front"): pieces.rock_front,
    ("rock", "back"): pieces.rock_back,
}
_NETS: dict[str, Callable[[], Shape]] = {"penguin": pieces.stand_net, "die": pieces.die_net}
draw = by_kind(_FACES, lambda _piece, deck: [nest.name for nest in deck.nests])
FACES = Faces(draw, shape)
