"""Every printed piece of rocks with its size: what printing draws and scanning looks for.

Tags come with printing (see `companion/tags.toml`); until then every face has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import Size
from companion.rocks.board import PENGUINS, Board, Nest
from companion.rocks.state import DIE as FACES

STAND = Size(25, 45)  # a penguin on its stand, with a slot in front for a rock
ROCK = Size(14, 14)  # fits the stand's slot, and two fit on a space
DIE = Size(16, 16)


def pieces(board: Board) -> tuple[Piece, ...]:
    """All pieces in the order of printing."""
    return (_board(board), *_penguins(board), _rock(board), _die())


def _board(board: Board) -> Piece:
    side = board.drawing.side
    data = {"nests": list(map(_nest, board.nests)), "places": list(_places(board))}
    return Piece("board", "board", Size(side, side), {"front": ()}, data=data)


def _nest(nest: Nest) -> dict[str, object]:
    outer = {"centre": nest.centre, "ring": list(nest.ring), "pile": nest.pile, "start": nest.start}
    return {"colour": nest.id, "symbol": nest.symbol, **outer}


def _places(board: Board) -> Iterator[dict[str, object]]:
    """Spaces and piles: where each lies, mm from the board's middle, x to the right and y down; what it touches."""
    near: dict[str, list[str]] = {place.id: [] for place in board.places}
    for one, other in board.edges:
        near[one].append(other)
        near[other].append(one)
    for place in board.places:
        kind = "pile" if place.is_pile else "space"
        yield {"place": place.id, "kind": kind, "at": list(place.at), "touches": near[place.id]}


def _penguins(board: Board) -> Iterator[Piece]:
    for nest in board.nests:
        for number in range(1, PENGUINS + 1):
            start = nest.start if number == 1 else nest.centre
            data = {"colour": nest.id, "symbol": nest.symbol, "number": number, "start": start}
            yield Piece(f"penguin-{nest.id}-{number}", "penguin", STAND, {"front": (), "back": ()}, data=data)


def _rock(board: Board) -> Piece:
    rocks = board.rules.rocks
    return Piece("rock", "rock", ROCK, {"front": ()}, count=rocks * len(board.nests), data={"a_pile": rocks})


def _die() -> Piece:
    return Piece("die", "die", DIE, {"front": ()}, data={"faces": FACES})
