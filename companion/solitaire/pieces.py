"""Every printed piece of solitaire with its size and its tags: what printing draws and scanning
looks for.

What a family wants is a board, the tally mat and a nest of tokens for each square, which are
quickly cut: that is what a print gives. Pyramids of paper to fold and glue are printed when they
are asked for (`--only board,mat,pyramid`). Players may share one board (solitaire R5); who plays at
once (R6) prints `--copies`.

The four tags of the board and of the mat go clockwise from the upper left: nw, ne, se, sw, upright
with the piece. Those of pyramids and tokens go by size, small ones first, then by colour as in the
deck; a token has the tag of the pyramid that it stands for. On a pyramid the tag lies on its top,
`height` mm above the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import TOKEN_TAG, TagSpot
from companion.solitaire.board import NEST, PYRAMIDS, Board, Colour, Pyramid
from companion.solitaire.measures import (
    FRUSTUMS,
    LARGE_FIRST,
    MAT,
    RIM,
    SQUARE,
    TOKENS,
    board_size,
    corner_tags,
    mat_places,
    seams,
    token_tag_at,
)
from companion.tags import TagId, tag_ids


def pieces(board: Board) -> tuple[Piece, ...]:
    """All pieces in the order of printing: the board, the tally mat, and tokens and paper pyramids
    for each square.
    """
    return (_board(board), _mat(board), *_tokens(board), *_pyramids(board))


def _board(board: Board) -> Piece:
    size = board_size(board)
    hops = len(board.grid.jumps)
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "square": SQUARE,
        "rim": RIM,
        "hops": hops,
    }
    tags = corner_tags(size, tag_ids("solitaire", "board", count=4))
    return Piece(
        f"board-{board.size}", "board", size, {"front": tags}, data=data, seams=seams(board)
    )


def _mat(board: Board) -> Piece:
    """What is left of a game is laid out on it, each pyramid by itself (solitaire D1)."""
    places = [
        {
            "place": f"{place.pyramid}{place.number}",
            "total": place.total,
            "at": [round(n, 2) for n in place.at],
        }
        for place in mat_places(board)
    ]
    return Piece(
        "tally",
        "mat",
        MAT,
        {"front": corner_tags(MAT, tag_ids("solitaire", "mat", count=4))},
        data={"places": places},
    )


def _tokens(board: Board) -> Iterator[Piece]:
    for pyramid, colour, count, tag in _kinds(board):
        spot = TagSpot(tag, *token_tag_at(pyramid), TOKEN_TAG)
        name, data = f"token-{PYRAMIDS[pyramid]}-{colour.id}", _data(board, pyramid, colour)
        yield Piece(name, "token", TOKENS[pyramid], {"front": (spot,)}, count=count, data=data)


def _pyramids(board: Board) -> Iterator[Piece]:
    for pyramid, colour, count, tag in _kinds(board):
        form = FRUSTUMS[pyramid]
        middle = form.size.width / 2
        spot = TagSpot(tag, middle, middle, form.tag)
        data = {**_data(board, pyramid, colour), "base": form.base, "height": round(form.height, 2)}
        name = f"pyramid-{PYRAMIDS[pyramid]}-{colour.id}"
        yield Piece(
            name, "pyramid", form.size, {"front": (spot,)}, count=count, data=data, extra=True
        )


def _kinds(board: Board) -> Iterator[tuple[Pyramid, Colour, int, TagId]]:
    """Each size in each colour, how many a board needs, and the tag: one of each size a square,
    evenly coloured.
    """
    ids = tag_ids("solitaire", "pyramid", count=len(NEST) * len(board.colours))
    for pyramid in LARGE_FIRST:
        for index, colour in enumerate(board.colours):
            fewer, more = divmod(board.squares, len(board.colours))
            tag = ids[NEST.index(pyramid) * len(board.colours) + index]
            yield pyramid, colour, fewer + (index < more), tag


def _data(board: Board, pyramid: Pyramid, colour: Colour) -> dict[str, object]:
    return {
        "pyramid": pyramid,
        "pips": board.pips[pyramid],
        "colour": colour.id,
        "symbol": colour.symbol,
    }
