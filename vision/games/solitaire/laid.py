"""All pieces of a solitaire photo in one frame: that of its board, or of the tally mat if there is
no board.

The origin is the sheet's centre, mm, +x right, +y up. Plastic pyramids are "inferred".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.solitaire.board import PYRAMIDS, Pyramid
from vision.games.solitaire.contents import Item, Squares
from vision.games.solitaire.paper import middle
from vision.games.solitaire.sheets import Sheet, Sheets
from vision.games.solitaire.tally import Tally
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import Source
from vision.tags.detector import Floats

SURE, SUREST_SHAPE = (
    0.999,
    0.95,
)  # confidence of a sheet, and greatest confidence of pieces known by shape


def lay_all(
    sheets: Sheets,
    pieces: Sequence[Laid],
    items: Sequence[Item],
    squares: Squares | None,
    tally: Tally,
) -> tuple[Laid, ...]:
    """Return the sheet itself, pieces with tags, and plastic pyramids; `items` stand on the
    board.
    """
    main = sheets.board or sheets.mat
    if main is None:
        return ()
    here = items if main is sheets.board else tally.items
    tagged = _tagged(main, pieces, here, [*items, *tally.items])
    on_squares = _on_squares(main, squares) if squares else ()
    on_places = _on_places(main, sheets.mat, tally) if sheets.mat else ()
    return (_lay_sheet(main), *tagged, *on_squares, *on_places)


def _tagged(
    main: Sheet, pieces: Sequence[Laid], here: Sequence[Item], items: Iterable[Item]
) -> Iterator[Laid]:
    """Yield pieces with tags, positioned by their items if these are `here`, on the main sheet,
    else by their outline.
    """
    named = {item.at: item for item in items}
    for at, piece in enumerate(pieces):
        if piece.kind in ("board", "mat"):
            continue
        item = named.get(at)
        x, y, turn = (
            (item.x, item.y, item.turn) if item in here and item else _of_outline(main, piece)
        )
        x, y = _centred(main, x, y)
        name, kind = (item.piece, item.kind) if item else (piece.id, piece.kind)
        yield replace(piece, id=name, kind=kind, x=x, y=y, rotation=round(wrapped(-turn), 1))


def _of_outline(sheet: Sheet, piece: Laid) -> tuple[float, float, float]:
    """Return x, y (mm) and turn (degrees) of a piece beside the sheet, by its outline."""
    corners = sheet.plane.to_mm(np.array(piece.outline))
    way = corners[1] - corners[0] + corners[2] - corners[3]
    x, y = corners.mean(0)
    return float(x), float(y), float(np.degrees(np.arctan2(way[1], way[0])))


def _on_squares(board: Sheet, squares: Squares) -> Iterator[Laid]:
    for cell, content in squares.plastic.items():
        if content.size and squares.tops[cell] == content.size:
            at = np.array(content.at or middle(cell), float)
            yield _plastic(
                content.size, content.like, _centred(board, *at), board.outline(_box(content.patch))
            )


def _on_places(main: Sheet, mat: Sheet, tally: Tally) -> Iterator[Laid]:
    for each in tally.plastic:
        (at,) = main.plane.to_mm(mat.plane.to_px(np.array([each.at])))
        yield _plastic(
            each.place.pyramid, each.like, _centred(main, *at), mat.outline(_box(each.patch))
        )


def _plastic(size: Pyramid, like: float, at: tuple[float, float], outline: Outline) -> Laid:
    name, confidence = f"plastic-{PYRAMIDS[size]}", round(min(SUREST_SHAPE, like), 3)
    return Laid(name, "plastic", "front", *at, 0.0, "inferred", confidence, outline)


def _box(patch: Floats | Sequence[tuple[float, float]]) -> Floats:
    """Return the smallest rectangle around a patch."""
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(np.array(patch, np.float32))), float)


def _lay_sheet(sheet: Sheet) -> Laid:
    """Return the sheet itself as a piece."""
    name = f"board-{sheet.rows}x{sheet.columns}" if sheet.kind == "board" else "tally"
    source: Source = "two-tags" if sheet.tags > 1 else "tag"
    return Laid(
        name, sheet.kind, "front", 0.0, 0.0, 0.0, source, SURE, sheet.outline(sheet.corners)
    )


def _centred(sheet: Sheet, x: float, y: float) -> tuple[float, float]:
    return round(float(x) - sheet.size.width / 2, 1), round(sheet.size.height / 2 - float(y), 1)
