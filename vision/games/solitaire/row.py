"""Solitaire: from a photo of the board, or of the tally mat, to a position and a score (solitaire
R4, R6, D1).

A photo shows only the top of each stack, so a game in progress gives tops, and limits for what they
hide. To be scored, the remaining pyramids are laid out one by one: on the tally mat (with a piece
on it, nothing on the board hides more), or on squares of their own, which the option `single`
states. The option `position` is the position, in notation, from a log of moves: if its tops are
those of the photo, nothing is uncertain.

A table is legal if all of it is read and a game can lead to it; illegal if there are more pyramids
of a size than a set has; otherwise unsure. That stacks may hide more changes only the score: such a
table is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.language import say
from companion.solitaire.board import COLOURS, NEST, PYRAMIDS, Board, Pyramid
from companion.solitaire.measures import SQUARE, board_size
from companion.solitaire.state import Position, parse_position, pips_of, position_text
from companion.tags import tag_ids
from vision.games.base import Place, Row, Table, Wishes
from vision.games.reading import Stake, Unsure, Verdict, Violation
from vision.games.solitaire.contents import REASONS, Squares, items_on, read_board
from vision.games.solitaire.laid import lay_all
from vision.games.solitaire.paper import Cell, middle
from vision.games.solitaire.reading import SolitaireReading
from vision.games.solitaire.sheets import Sheet, Sheets, find_sheets
from vision.games.solitaire.tally import Tally, read_mat, tally_doubts
from vision.games.solitaire.tops import UNREAD, Conclusions, Top, conclude, differences, too_many
from vision.games.solitaire.words import marks, show
from vision.table.layout import Laid, Outline

WISHES = frozenset({"single", "position"})
UNNEST = say(
    "put each remaining pyramid on the tally mat or on its own square, and retake the photo"
)
TOPS = {
    "": say("no pyramid"),
    "S": say("a small pyramid"),
    "M": say("a medium pyramid"),
    "L": say("a large pyramid"),
}
SHOW_ALL = say("photograph the whole board from above, with its four corner tags uncovered")


@dataclass(frozen=True, slots=True)
class Shown:
    """What was found in a photo, so that it can be judged without the photo.

    `board` is None without one in the photo; `squares` is what is on it; `tally` the sizes on the
    mat. `outlines` are those of squares in the photo, px; `pieces` are in the board's own frame.
    """

    board: Board | None = None
    squares: Squares | None = None
    tally: str = ""
    pieces: tuple[Laid, ...] = ()
    outlines: Mapping[Cell, Outline] | None = None
    doubts: tuple[Unsure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def tops(self) -> tuple[Top, ...]:
        """The tops row by row from a1."""
        return tuple(self.squares.tops.values()) if self.squares else ()


def judge(table: Table, deck: Board, wishes: Wishes) -> SolitaireReading:
    """Return the reading of a table."""
    return judged(table.photo, _gather(table, deck), deck, wishes)


def judged(photo: str, shown: Shown, deck: Board, wishes: Wishes) -> SolitaireReading:
    """Return the reading that follows from what was found."""
    board = shown.board or deck
    single = bool(wishes.get("single")) or bool(shown.tally)
    position = conclude(board, shown.tops, single=single) if shown.squares else None
    known, log = _known(board, shown, position, wishes)
    unsure = [*shown.doubts, *_unread(board, shown), *log]
    hiding = position.hiding if position and not known else ()
    if hiding and not unsure:
        unsure.append(_hiding(board, hiding))
    broken = tuple(_too_many(board, shown))
    low, high = _score_range(board, shown, position, known, certain=not (shown.doubts))
    score = (
        low if low == high and not any(item.could_change == "legality" for item in unsure) else None
    )
    return SolitaireReading(
        photo=photo,
        deck=deck.fingerprint,
        verdict=_verdict(unsure, broken),
        pieces=shown.pieces,
        violations=broken,
        unsure=tuple(unsure),
        notes=shown.notes,
        board=board.size if shown.squares else None,
        tops=_rows(board, shown),
        position=position_text(known) if known else None,
        hiding=tuple(board.grid.names[n] for n in hiding),
        tally=shown.tally,
        reachable=position.reachable if position and known else None,
        score=score,
        score_range=(low, high),
        hops=position.hops if position else (),
        outlines=tuple((shown.outlines or {}).values()),
    )


def _known(
    board: Board, shown: Shown, read: Conclusions | None, wishes: Wishes
) -> tuple[Position | None, list[Unsure]]:
    """Return the position, if it is certain, and where the photo contradicts the log of moves."""
    # pyramids on the mat have left the board, so the squares don't show the position
    if read is None or shown.doubts or shown.tally:
        return None, []
    if "position" not in wishes:
        return read.position, []
    logged = parse_position(str(wishes["position"]), board)
    wrong = differences(logged, shown.tops)
    if not wrong:
        return (None if UNREAD in shown.tops else logged), []
    return None, [_unlike(board, shown, logged, square) for square in wrong]


def _unlike(board: Board, shown: Shown, logged: Position, square: int) -> Unsure:
    name, wanted, top = board.grid.names[square], logged.tops[square], shown.tops[square]
    text = say(
        "{place} shows {seen}, but after the hops entered it should be {wanted}",
        place=name,
        seen=TOPS[top],
        wanted=TOPS[wanted],
    )
    return Unsure(
        name, text, "score", say("undo hops that weren't made, or enter the missing ones")
    )


def _score_range(
    board: Board, shown: Shown, read: Conclusions | None, known: Position | None, *, certain: bool
) -> tuple[int, int]:
    """Return the fewest and the most pips that can be left (solitaire R4, R6)."""
    mat = pips_of(board, Counter(shown.tally))
    whole = board.squares * sum(board.pips.values())
    if not certain or (read is None and not mat):
        return min(mat, whole), max(mat, whole)
    if known is not None:
        return known.pips, known.pips
    low, high = read.score_range if read else (0, 0)
    return low + mat, high + mat


def _verdict(unsure: Sequence[Unsure], broken: Sequence[Violation]) -> Verdict:
    if any(item.could_change == "legality" for item in unsure):
        return "unsure"
    return "illegal" if broken else "legal"


def _rows(board: Board, shown: Shown) -> tuple[tuple[Top, ...], ...]:
    tops = shown.tops
    return tuple(
        tops[start : start + board.columns] for start in range(0, len(tops), board.columns)
    )


def _too_many(board: Board, shown: Shown) -> Iterator[Violation]:
    """Yield sizes with more pyramids than a set has."""
    count: Counter[Pyramid] = Counter(
        [*shown.tally, *(top for top in shown.tops if top in PYRAMIDS)]
    )
    for size, number in too_many(board, count):
        text = f"{number} {PYRAMIDS[size]} pyramids, and a {board.size} board has {board.squares}"
        yield Violation("set", None, text)


def _unread(board: Board, shown: Shown) -> Iterator[Unsure]:
    """Yield squares that couldn't be read; each could hold anything."""
    if shown.squares is None:
        return
    for name, (cell, top) in zip(board.grid.names, shown.squares.tops.items(), strict=True):
        if top == UNREAD:
            text, remedy = REASONS[shown.squares.why.get(cell, "tag")]
            yield Unsure(
                name, say(text, name=name), "legality", remedy, (shown.outlines or {}).get(cell, ())
            )
    if not any(shown.tops) and not shown.tally:
        remedy = say("photograph it with the remaining pyramids")
        yield Unsure(None, say("the board is empty"), "legality", remedy)


def _hiding(board: Board, hiding: Sequence[int]) -> Unsure:
    names = ", ".join(board.grid.names[square] for square in hiding)
    stake: Stake = "score"
    return Unsure(
        None,
        say("the pyramids below the top ones can't be seen: {names}", names=names),
        stake,
        UNNEST,
    )


# From the photo


def _gather(table: Table, deck: Board) -> Shown:
    if not table.pieces:
        return Shown(doubts=(_no_board(),))
    if table.eye is None:
        return _without_picture(table, deck)
    sheets = find_sheets(table.eye, deck)
    doubts = tuple(Unsure(None, text, "legality", SHOW_ALL) for text in sheets.doubts)
    if sheets.board is None and sheets.mat is None:
        return Shown(pieces=table.pieces, doubts=doubts or (_no_board(),))
    return _on_sheets(table, deck, sheets, doubts)


def _no_board() -> Unsure:
    return Unsure(None, say("the photo doesn't show a board or tally mat"), "legality", SHOW_ALL)


def _on_sheets(table: Table, deck: Board, sheets: Sheets, doubts: tuple[Unsure, ...]) -> Shown:
    eye, board, mat = table.eye, sheets.board, sheets.mat
    if eye is None:
        raise ValueError("sheets are found by their tags in a picture")
    tagged = items_on(board, eye, deck) if board else ()
    tally = read_mat(mat, eye, deck, plastic=not tagged) if mat else Tally()
    taken = {item.at for item in tally.items}
    items = tuple(item for item in tagged if item.at not in taken)
    squares = read_board(board, eye, items) if board else None
    beside = (
        sum(piece.kind in ("token", "pyramid") for piece in table.pieces)
        - len(items)
        - len(tally.items)
    )
    return Shown(
        board=deck.sized(board.rows, board.columns) if board else None,
        squares=squares,
        tally=tally.sizes,
        pieces=lay_all(sheets, table.pieces, items, squares, tally),
        outlines=_outlines(board, squares),
        doubts=(*doubts, *(tally_doubts(mat, tally) if mat else ())),
        notes=tuple(_notes(board, mat, beside)),
    )


def _outlines(board: Sheet | None, squares: Squares | None) -> Mapping[Cell, Outline]:
    cells = squares.tops if squares else ()
    return {cell: board.outline(board.square_corners(cell)) for cell in cells} if board else {}


def _notes(board: Sheet | None, mat: Sheet | None, beside: int) -> Iterator[str]:
    if beside > 0:
        yield f"{beside} piece{'s' if beside > 1 else ''} beside the board, not counted"
    if board is None and mat is not None:
        yield "the board is not in the picture: only the tally mat counts"
    for sheet in (board, mat):
        if sheet is not None and sheet.tags < len("nesw"):
            yield (
                f"{sheet.tags} of the {'board' if sheet is board else 'tally mat'}'s 4 corner "
                "tags were read"
            )


def _without_picture(table: Table, deck: Board) -> Shown:
    """Return what is shown judging by positions alone, with all pieces taken for tokens; a board
    must be among them.
    """
    base = next((piece for piece in table.pieces if piece.kind == "board"), None)
    if base is None:
        return Shown(pieces=table.pieces, doubts=(_no_board(),))
    size, turn = board_size(deck), np.radians(-base.rotation)
    tops: dict[Cell, Top] = {
        (row, column): "" for row in range(deck.rows) for column in range(deck.columns)
    }
    for piece in table.pieces:
        if piece.kind in ("token", "pyramid"):
            dx, dy = piece.x - base.x, piece.y - base.y
            x, y = dx * np.cos(turn) - dy * np.sin(turn), dx * np.sin(turn) + dy * np.cos(turn)
            cell = _cell_at(x + size.width / 2, size.height / 2 - y)
            if cell in tops:
                tops[cell] = UNREAD if tops[cell] else piece.id.split("-")[1][0].upper()
    why = {cell: "two" for cell, top in tops.items() if top == UNREAD}
    return Shown(deck, Squares(tops, why), pieces=table.pieces)


def _cell_at(x: float, y: float) -> Cell:
    first = middle((0, 0)) - SQUARE / 2
    return int((y - first[1]) // SQUARE), int((x - first[0]) // SQUARE)


# Where to look


def places(_pieces: Sequence[Laid], _deck: Board) -> tuple[Place, ...]:
    """Return nothing: places are known only after the board was read (see `again`)."""
    return ()


def again(reading: SolitaireReading, table: Table) -> tuple[Place, ...]:
    """Return squares that may hold a tag too small to be found at first."""
    eye = table.eye
    if eye is None:
        return ()
    doubtful = [
        item for item in reading.unsure if isinstance(item.slot, str) and len(item.outline) == 4
    ]
    ids = frozenset(tag_ids("solitaire", "pyramid", count=len(NEST) * COLOURS))
    return tuple(
        Place(
            str(item.slot),
            tuple((float(x), float(y)) for x, y in eye.to_mm(np.array(item.outline))),
            ids=ids,
        )
        for item in doubtful
    )


ROW = Row("solitaire", places, judge, show, marks, again=again, takes=WISHES)
