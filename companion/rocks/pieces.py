"""Every printed piece of rocks with its size: what printing draws and scanning looks for.

Tags come with printing (see `companion/tags.toml`); until then every face has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import Size
from companion.rocks.board import PENGUINS, Board

STAND = Size(25, 45)  # a penguin on its stand, with a slot in front for a rock
ROCK = Size(14, 14)  # fits the stand's slot, and two fit on a space
DIE = Size(16, 16)


def pieces(board: Board) -> tuple[Piece, ...]:
    """All pieces in the order of printing."""
    return (_board(board), *_penguins(board), _rock(board), Piece("die", "die", DIE, {"front": ()}))


def _board(board: Board) -> Piece:
    side = board.drawing.side
    spaces = sum(not place.is_pile for place in board.places)
    data = {"spaces": spaces, "piles": len(board.places) - spaces, "nests": [nest.name for nest in board.nests]}
    return Piece("board", "board", Size(side, side), {"front": ()}, data=data)


def _penguins(board: Board) -> Iterator[Piece]:
    for nest in board.nests:
        for number in range(1, PENGUINS + 1):
            start = nest.start if number == 1 else nest.centre
            data = {"colour": nest.id, "symbol": nest.symbol, "number": number, "start": start}
            yield Piece(f"penguin-{nest.id}-{number}", "penguin", STAND, {"front": (), "back": ()}, data=data)


def _rock(board: Board) -> Piece:
    rocks = board.rules.rocks
    return Piece("rock", "rock", ROCK, {"front": ()}, count=rocks * len(board.nests), data={"a pile": rocks})
