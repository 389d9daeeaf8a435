"""The printed pieces of solitaire: sizes in mm, tags, and data for the manifest.

By default a print has the board, the tally mat and a nest of tokens for each square. Paper pyramids
to fold and glue are printed on request (`--only board,mat,pyramid`). Players can share one board
(solitaire R5); to play all at once (R6), print more with `--copies`.

The four tags of the board and of the mat are in clockwise order from the upper left (nw, ne, se,
sw) and upright with the piece. Those of pyramids and tokens are ordered by size, small ones first,
then by colour as in the deck; a token has the tag of the pyramid that it represents. A pyramid's
tag is on its flat top, `height` mm above the table.
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
    """Return all pieces in the order of printing: the board, the tally mat, tokens, pyramids.

    The board has seams between its squares. The mat is for laying out the pyramids left in a game,
    one a place (solitaire D1). Tokens are flat substitutes for pyramids.
    """
    size = board_size(board)
    tags = corner_tags(size, tag_ids("solitaire", "board", count=4))
    data = {"rows": board.rows, "columns": board.columns, "square": SQUARE, "rim": RIM}
    data["hops"] = len(board.grid.jumps)
    mat_tags = corner_tags(MAT, tag_ids("solitaire", "mat", count=4))
    places = [
        {
            "place": f"{place.pyramid}{place.number}",
            "total": place.total,
            "at": [round(n, 2) for n in place.at],
        }
        for place in mat_places(board)
    ]
    return (
        Piece(f"board-{board.size}", "board", size, {"front": tags}, data=data, seams=seams(board)),
        Piece("tally", "mat", MAT, {"front": mat_tags}, data={"places": places}),
        *_tokens(board),
        *_paper_pyramids(board),
    )


def _tokens(board: Board) -> Iterator[Piece]:
    for pyramid, colour, count, tag in _kinds(board):
        spot = TagSpot(tag, *token_tag_at(pyramid), TOKEN_TAG)
        name, data = f"token-{PYRAMIDS[pyramid]}-{colour.id}", _data(board, pyramid, colour)
        yield Piece(name, "token", TOKENS[pyramid], {"front": (spot,)}, count=count, data=data)


def _paper_pyramids(board: Board) -> Iterator[Piece]:
    for pyramid, colour, count, tag in _kinds(board):
        form = FRUSTUMS[pyramid]
        middle = form.size.width / 2
        faces = {"front": (TagSpot(tag, middle, middle, form.tag),)}
        data = {**_data(board, pyramid, colour), "base": form.base, "height": round(form.height, 2)}
        name = f"pyramid-{PYRAMIDS[pyramid]}-{colour.id}"
        yield Piece(name, "pyramid", form.size, faces, count=count, data=data, extra=True)


def _kinds(board: Board) -> Iterator[tuple[Pyramid, Colour, int, TagId]]:
    """Yield each size in each colour with its number for a board, about equal, and its tag."""
    ids = tag_ids("solitaire", "pyramid", count=len(NEST) * len(board.colours))
    for pyramid in LARGE_FIRST:
        for index, colour in enumerate(board.colours):
            fewer, more = divmod(board.squares, len(board.colours))
            tag = ids[NEST.index(pyramid) * len(board.colours) + index]
            yield pyramid, colour, fewer + (index < more), tag


def _data(board: Board, pyramid: Pyramid, colour: Colour) -> dict[str, object]:
    """Return the data of a pyramid for the manifest."""
    return {
        "pyramid": pyramid,
        "pips": board.pips[pyramid],
        "colour": colour.id,
        "symbol": colour.symbol,
    }
