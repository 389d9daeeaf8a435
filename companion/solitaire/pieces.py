"""The printed pieces of solitaire: sizes in mm, tags, and data for the manifest.

By default a print has the board, the tally mat and a nest of tokens for each square. Paper pyramids
to fold and glue are printed on request (`--only board,mat,pyramid`). Players can share one board
(solitaire R5); to play all at once (R6), print more with `--copies`.
"""

from __future__ import annotations

from itertools import product

from companion.game import Piece
from companion.layout import TOKEN_TAG, TagSpot
from companion.solitaire import measures
from companion.solitaire.board import NEST, PYRAMIDS, Board
from companion.tags import tag_ids


def pieces(board: Board) -> tuple[Piece, ...]:
    """Return all pieces in the order of printing: the board, the tally mat, tokens, pyramids.

    The board has seams between its squares. The mat is for laying out the pyramids left in a game,
    one a place (solitaire D1). Each of the two has four tags, clockwise from the upper left. Tokens
    are flat substitutes for pyramids, and have the same tags: by size, small ones first, then by
    colour as in the deck. A pyramid's tag is on its flat top, `height` mm above the table.
    """
    size, mat = measures.board_size(board), measures.MAT
    data: dict[str, object] = {"rows": board.rows, "columns": board.columns}
    data |= {"square": measures.SQUARE, "rim": measures.RIM, "hops": len(board.grid.jumps)}
    places = [
        {
            "place": f"{place.pyramid}{place.number}",
            "total": place.total,
            "at": [round(n, 2) for n in place.at],
        }
        for place in measures.mat_places(board)
    ]
    corners, mat_corners = (
        {"front": measures.corner_tags(each, tag_ids("solitaire", name, count=4))}
        for each, name in ((size, "board"), (mat, "mat"))
    )
    name, seams = f"board-{board.size}", measures.seams(board)
    printed = [
        Piece(name, "board", size, corners, data=data, seams=seams),
        Piece("tally", "mat", mat, mat_corners, data={"places": places}),
    ]
    pyramids, colours = list[Piece](), board.colours
    ids = tag_ids("solitaire", "pyramid", count=len(NEST) * len(colours))
    fewer, more = divmod(board.squares, len(colours))
    for pyramid, (index, colour) in product(measures.LARGE_FIRST, enumerate(colours)):
        tag, count = ids[NEST.index(pyramid) * len(colours) + index], fewer + (index < more)
        name, size = f"{PYRAMIDS[pyramid]}-{colour.id}", measures.TOKENS[pyramid]
        data = {"pyramid": pyramid, "pips": board.pips[pyramid]}
        data |= {"colour": colour.id, "symbol": colour.symbol}
        front = {"front": (TagSpot(tag, *measures.token_tag_at(pyramid), TOKEN_TAG),)}
        printed.append(Piece(f"token-{name}", "token", size, front, count=count, data=data))
        form = measures.FRUSTUMS[pyramid]
        middle, size = form.size.width / 2, form.size
        front = {"front": (TagSpot(tag, middle, middle, form.tag),)}
        data = {**data, "base": form.base, "height": round(form.height, 2)}
        name = f"pyramid-{name}"
        pyramids.append(Piece(name, "pyramid", size, front, count=count, data=data, extra=True))
    return (*printed, *pyramids)
