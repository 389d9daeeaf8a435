"""Every printed piece of solitaire with its size: what printing draws and scanning looks for.

Tags come with printing (see `companion/tags.toml`); until then every face has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import Size
from companion.solitaire.board import PYRAMIDS, Board

SQUARE = 38.0  # mm, room for fingers beside a large pyramid
BASES = {"S": 14.3, "M": 19.8, "L": 25.4}  # mm across the base of a pyramid
HEIGHTS = {"S": 25.4, "M": 34.9, "L": 44.5}  # mm, standing
TALLY = Size(190, 130)  # the mat on which what is left of a game is laid out, each pyramid by itself (solitaire D1)


def pieces(board: Board) -> tuple[Piece, ...]:
    """All pieces in the order of printing: the board, the tally mat and a nest for each square."""
    size = Size(board.columns * SQUARE, board.rows * SQUARE)
    data = {"rows": board.rows, "columns": board.columns, "hops": len(board.grid.jumps)}
    return (
        Piece(f"board-{board.size}", "board", size, {"front": ()}, data=data),
        Piece("tally", "mat", TALLY, {"front": ()}),
        *_pyramids(board),
    )


def _pyramids(board: Board) -> Iterator[Piece]:
    """A pyramid's size is that of its base."""
    for letter, name in reversed([*PYRAMIDS.items()]):
        data = {"pyramid": letter, "pips": board.pips[letter], "height": HEIGHTS[letter]}
        base = Size(BASES[letter], BASES[letter])
        yield Piece(f"pyramid-{name}", "pyramid", base, {"front": ()}, count=board.squares, data=data)
