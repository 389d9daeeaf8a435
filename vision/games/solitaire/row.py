"""Solitaire: from a photo of the board or the tally mat to a score (solitaire R4, R6, D1).

A photo shows only the top of each stack, so a game in progress gives tops, and limits for what they
hide. To be scored, the remaining pyramids are laid out one by one: on the tally mat (with a piece
on it, nothing on the board hides more), or on squares of their own, which the option `single`
states. The option `position` is the position, in notation, from a log of moves: if its tops are
those of the photo, nothing is uncertain.

A table is legal if all of it is read and a game can lead to it; illegal if there are more pyramids
of a size than a set has; otherwise unsure. That stacks may hide more changes only the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.language import say
from companion.solitaire.board import NEST, PYRAMIDS, Board
from companion.solitaire.known import OPTIONS, Known, known
from companion.solitaire.state import Position, parse_position, pips_of, position_text
from vision.games.base import Row, Table
from vision.games.foreign_cards import of_seam
from vision.games.reading import Unsure, Violation
from vision.games.solitaire.contents import REASONS, Item, items_on, read_board
from vision.games.solitaire.mat import Tally, read_mat, tally_doubts
from vision.games.solitaire.paper import Cell
from vision.games.solitaire.plastic import Content
from vision.games.solitaire.reading import SolitaireReading, marks, show
from vision.games.solitaire.sheets import Sheet, Sheets, find_sheets
from vision.games.solitaire.tops import UNREAD, Top, conclude, differences
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import Source

UNNEST = say(
    "put each remaining pyramid on the tally mat or on its own square, and retake the photo"
)
TOPS = {
    "": say("no pyramid"),
    "S": say("a small pyramid"),
    "M": say("a medium pyramid"),
    "L": say("a large pyramid"),
}
# as in `of_seam`: tokens laid on a mat do by 0.02 or more, those at a seam by less than 0.005
ALIKE = 0.01
# confidence of a sheet, and greatest confidence of pieces known by shape
SURE, SUREST_SHAPE = 0.999, 0.95
SHOW_ALL = say("photograph the whole board from above, with its four corner tags uncovered")


@dataclass(frozen=True, slots=True)
class Shown:
    """What was found in a photo, so that it can be judged without the photo.

    `board` is None without one in the photo; `squares` is what is on it; `tally` the sizes on the
    mat. `outlines` are those of squares, px; `pieces` are in the board's own frame.
    """

    board: Board | None = None
    squares: Mapping[Cell, Content] = field(default_factory=dict)
    tally: str = ""
    pieces: tuple[Laid, ...] = ()
    outlines: Mapping[Cell, Outline] = field(default_factory=dict)
    doubts: tuple[Unsure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def tops(self) -> tuple[Top, ...]:
        """The tops row by row from a1."""
        sizes = (content.size for _, content in sorted(self.squares.items()))
        return tuple(UNREAD if size is None else size for size in sizes)


def judge(table: Table, deck: Board, known: Known) -> SolitaireReading:
    """Return the reading of a table."""
    return judged(table.photo, _gather(table, deck), deck, known)


def judged(photo: str, shown: Shown, deck: Board, known: Known) -> SolitaireReading:
    """Return the reading that follows from what was found."""
    board, tops = shown.board or deck, shown.tops
    single = known.single or bool(shown.tally)
    read = conclude(board, tops, single=single) if shown.squares else None
    unsure = [*shown.doubts, *_unread(board, shown), *_counts(shown, known, single=single)]
    exact: Position | None = None
    # pyramids on the mat have left the board, so the squares don't show the position
    if read is not None and not shown.doubts and not shown.tally:
        exact = read.position
        if known.position:
            logged = parse_position(known.position, board)
            wrong = tuple(_differences(board, logged, tops))
            unsure += wrong
            exact = None if wrong or UNREAD in tops else logged
    hiding = tuple(board.grid.names[n] for n in read.hiding) if read and not exact else ()
    if hiding and not unsure:
        names = ", ".join(hiding)
        text = say("the pyramids below the top ones can't be seen: {names}", names=names)
        unsure.append(Unsure(None, text, "score", UNNEST))
    broken = tuple(_too_many(board, shown))
    mat, whole = pips_of(board, Counter(shown.tally)), board.squares * sum(board.pips.values())
    if shown.doubts or (read is None and not mat):
        low, high = min(mat, whole), max(mat, whole)
    elif exact is not None:
        low = high = exact.pips
    else:
        low, high = (mat + limit for limit in (read.score_range if read else (0, 0)))
    uncertain = any(item.could_change == "legality" for item in unsure)
    return SolitaireReading(
        photo=photo,
        deck=deck.fingerprint,
        verdict="unsure" if uncertain else "illegal" if broken else "legal",
        complete=None if hiding and not uncertain else not unsure,
        pieces=shown.pieces,
        violations=broken,
        unsure=tuple(unsure),
        notes=shown.notes,
        board=board.size if shown.squares else None,
        tops=tuple(tops[n : n + board.columns] for n in range(0, len(tops), board.columns)),
        position=position_text(exact) if exact else None,
        hiding=hiding,
        tally=shown.tally,
        reachable=read.reachable if read and exact else None,
        score=low if low == high and not uncertain else None,
        score_range=(low, high),
        hops=read.hops if read else (),
        outlines=tuple(shown.outlines.values()),
    )


def _counts(shown: Shown, known: Known, *, single: bool) -> Iterator[Unsure]:
    """Yield that more or fewer pyramids were read than are left; stacks may hide some."""
    count = len(shown.tally) + sum(top in PYRAMIDS for top in shown.tops)
    if known.pyramids is None or count == known.pyramids:
        return
    if single or count > known.pyramids:
        text = say("{n} pyramids were read, {expected} expected", n=count, expected=known.pyramids)
        yield Unsure(None, text, "legality", say("lay out each pyramid, or correct the number"))


def _differences(board: Board, logged: Position, tops: Sequence[Top]) -> Iterator[Unsure]:
    """Yield squares whose tops aren't those that the hops lead to."""
    for square in differences(logged, tops):
        name = board.grid.names[square]
        text = say(
            "{place} shows {seen}, but after the hops entered it should be {wanted}",
            place=name,
            seen=TOPS[tops[square]],
            wanted=TOPS[logged.tops[square]],
        )
        remedy = say("undo hops that weren't made, or enter the missing ones")
        yield Unsure(name, text, "score", remedy)


def _too_many(board: Board, shown: Shown) -> Iterator[Violation]:
    """Yield sizes with more pyramids than a set has: one of each for every square."""
    count = Counter([*shown.tally, *(top for top in shown.tops if top in PYRAMIDS)])
    for size in NEST:
        if count[size] > board.squares:
            text = (
                f"{count[size]} {PYRAMIDS[size]} pyramids, "
                f"and a {board.size} board has {board.squares}"
            )
            yield Violation("set", None, text)


def _unread(board: Board, shown: Shown) -> Iterator[Unsure]:
    """Yield squares that couldn't be read; each could hold anything."""
    if not shown.squares:
        return
    for name, (cell, content) in zip(board.grid.names, sorted(shown.squares.items()), strict=True):
        if content.why:
            text, remedy = REASONS[content.why]
            outline = shown.outlines.get(cell, ())
            yield Unsure(name, say(text, name=name), "legality", remedy, outline)
    if not any(shown.tops) and not shown.tally:
        remedy = say("photograph it with the remaining pyramids")
        yield Unsure(None, say("the board is empty"), "legality", remedy)


# From the photo


def _gather(table: Table, deck: Board) -> Shown:
    none = Unsure(None, say("the photo doesn't show a board or tally mat"), "legality", SHOW_ALL)
    eye = table.eye
    if eye is None or not table.pieces:
        return Shown(pieces=table.pieces, doubts=(none,))
    sheets = find_sheets(eye, deck)
    board, mat = sheets.board, sheets.mat
    doubts = tuple(Unsure(None, text, "legality", SHOW_ALL) for text in sheets.doubts)
    if board is None and mat is None:
        several = sum(piece.kind in ("board", "mat") for piece in table.pieces) > 1
        return Shown(pieces=() if several else table.pieces, doubts=doubts or (none,))
    tagged = items_on(board, eye, deck) if board else ()
    tally = read_mat(mat, eye, deck, plastic=not tagged) if mat else Tally()
    taken = {item.at for item in tally.items}
    items = tuple(item for item in tagged if item.at not in taken)
    squares = read_board(board, eye, items) if board else {}
    loose = sum(piece.kind in ("token", "pyramid") for piece in table.pieces)
    notes = []
    if (beside := loose - len(items) - len(tally.items)) > 0:
        notes.append(f"{beside} piece{'s' if beside > 1 else ''} beside the board, not counted")
    if board is None:
        notes.append("the board is not in the picture: only the tally mat counts")
    for name, sheet in (("board", board), ("tally mat", mat)):
        if sheet is not None and sheet.tags < len("nesw"):
            notes.append(f"{sheet.tags} of the {name}'s 4 corner tags were read")
    return Shown(
        board=deck.sized(board.rows, board.columns) if board else None,
        squares=squares,
        tally=tally.sizes,
        pieces=lay_all(sheets, table.pieces, items, squares, tally),
        outlines={cell: board.outline(board.square_corners(cell)) for cell in sorted(squares)}
        if board
        else {},
        doubts=(*doubts, *(tally_doubts(mat, tally) if mat else ())),
        notes=tuple(notes),
    )


def lay_all(
    sheets: Sheets,
    pieces: Sequence[Laid],
    items: Sequence[Item],
    squares: Mapping[Cell, Content],
    tally: Tally,
) -> tuple[Laid, ...]:
    """Return the sheet itself, pieces with tags, and plastic pyramids; `items` stand on the board.

    Their frame is that of the board or, without one, of the mat: its origin is the sheet's centre.
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
        if item and item in here:
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
    plastic = [
        (main, content.size, content.like, np.array(content.at), np.array(content.patch))
        for content in squares.values()
        if content.size and content.at
    ]
    if sheets.mat:
        for each in tally.plastic:
            (at,) = main.plane.to_mm(sheets.mat.plane.to_px(np.array([each.at])))
            plastic.append((sheets.mat, each.place.pyramid, each.like, at, each.patch))
    for sheet, size, like, middle, patch in plastic:
        x, y = _centred(main, *middle)
        box = np.asarray(cv2.boxPoints(cv2.minAreaRect(patch.astype(np.float32))), float)
        name, sure = f"plastic-{PYRAMIDS[size]}", round(min(SUREST_SHAPE, like), 3)
        outline = sheet.outline(box)
        laid.append(Laid(name, "plastic", "front", x, y, 0.0, "inferred", sure, outline))
    return tuple(laid)


def _centred(sheet: Sheet, x: float, y: float) -> tuple[float, float]:
    return round(float(x) - sheet.size.width / 2, 1), round(sheet.size.height / 2 - float(y), 1)


def contradiction(table: Table, _deck: Board) -> Unsure | None:
    """Return why the photo isn't of one table: a seam shows a token, or the board, twice."""
    return of_seam(table.eye.detections, fewest=1, alike=ALIKE) if table.eye else None


ROW = Row("solitaire", known, judge, show, marks, contradiction, OPTIONS)
