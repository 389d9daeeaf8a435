"""All pieces of a solitaire photo in one frame: that of its board, or of the tally mat if there is
no board.

The origin is the sheet's centre, mm, +x right, +y up. Plastic pyramids are "inferred".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.solitaire.board import PYRAMIDS, Pyramid
from vision.games.solitaire.contents import Item
from vision.games.solitaire.mat import Tally
from vision.games.solitaire.paper import Cell
from vision.games.solitaire.plastic import Content
from vision.games.solitaire.sheets import Sheet, Sheets
from vision.table.layout import Laid, wrapped
from vision.table.pieces import Source
from vision.tags.detector import Floats

# confidence of a sheet, and greatest confidence of pieces known by shape
SURE, SUREST_SHAPE = 0.999, 0.95


def lay_all(
    sheets: Sheets,
    pieces: Sequence[Laid],
    items: Sequence[Item],
    squares: Mapping[Cell, Content],
    tally: Tally,
) -> tuple[Laid, ...]:
    """Return the sheet itself, pieces with tags, and plastic pyramids; `items` stand on the
    board.
    """
    main = sheets.board or sheets.mat
    if main is None:
        return ()
    name = f"board-{main.rows}x{main.columns}" if main.kind == "board" else "tally"
    source: Source = "two-tags" if main.tags > 1 else "tag"
    outline = main.outline(main.corners)
    laid = [Laid(name, main.kind, "front", 0.0, 0.0, 0.0, source, SURE, outline)]
    # positioned by their items on the main sheet, by their outlines beside it
    here = items if main is sheets.board else tally.items
    named = {item.at: item for item in (*items, *tally.items)}
    for at, piece in enumerate(pieces):
        if piece.kind in ("board", "mat"):
            continue
        item = named.get(at)
        if item in here and item:
            x, y, turn = item.x, item.y, item.turn
        else:
            corners = main.plane.to_mm(np.array(piece.outline))
            way = corners[1] - corners[0] + corners[2] - corners[3]
            x, y = corners.mean(0).tolist()
            turn = float(np.degrees(np.arctan2(way[1], way[0])))
        x, y = _centred(main, x, y)
        name, kind = (item.piece, item.kind) if item else (piece.id, piece.kind)
        rotation = round(wrapped(-turn), 1)
        laid.append(replace(piece, id=name, kind=kind, x=x, y=y, rotation=rotation))
    laid += [
        _plastic(main, main, content.size, like=content.like, at=content.at, patch=content.patch)
        for content in squares.values()
        if content.size and content.at
    ]
    if sheets.mat:
        for each in tally.plastic:
            (on_main,) = main.plane.to_mm(sheets.mat.plane.to_px(np.array([each.at])))
            laid.append(
                _plastic(
                    main,
                    sheets.mat,
                    each.place.pyramid,
                    like=each.like,
                    at=on_main,
                    patch=each.patch,
                )
            )
    return tuple(laid)


def _plastic(
    main: Sheet,
    sheet: Sheet,
    size: Pyramid,
    *,
    like: float,
    at: Floats | Sequence[float],
    patch: Floats | Sequence[tuple[float, float]],
) -> Laid:
    """Return a plastic pyramid whose base is `at` a point of the main sheet, and which hides the
    `patch` of its own.
    """
    box = cv2.boxPoints(cv2.minAreaRect(np.array(patch, np.float32)))
    name, confidence = f"plastic-{PYRAMIDS[size]}", round(min(SUREST_SHAPE, like), 3)
    x, y = _centred(main, *at)
    outline = sheet.outline(np.asarray(box, float))
    return Laid(name, "plastic", "front", x, y, 0.0, "inferred", confidence, outline)


def _centred(sheet: Sheet, x: float, y: float) -> tuple[float, float]:
    return round(float(x) - sheet.size.width / 2, 1), round(sheet.size.height / 2 - float(y), 1)
