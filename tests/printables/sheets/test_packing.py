from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PrintError
from companion.game import Game, Piece
from companion.giza.deck import Deck
from companion.layout import POKER, Size
from printables.draw.paths import Box
from printables.draw.pen import BLEED
from printables.extras.contents import chosen
from printables.sheets.packing import (
    BLOCK_GAP,
    Copy,
    PageSetup,
    Sheet,
    copies_of,
    in_panels,
    lay_out,
)
from printables.sheets.paper import EDGE, PAPERS
from tests.printables.workshop import BOARD, NET, TILE, jumbles, papers, shape

A4 = Size(210, 297)
WHOLE, HALF = PageSetup(A4), PageSetup(Size(297, 210), folds=True)
FRAME = Box(10.5, 16.5, 189, 264)
CHIP = Size(20, 20)


def piece(name: str, size: Size, count: int) -> Piece:
    return Piece(name, name, size, {"front": (), "back": ()}, count)


def cells(sheet: Sheet) -> list[tuple[Copy, Box]]:
    return [pair for block in sheet.blocks for pair in block.cells]


def boxes(sheet: Sheet) -> list[Box]:
    return [cell for _, cell in cells(sheet)]


def test_copies_are_numbered_through_within_each_piece() -> None:
    """Ten tokens printed twice are copies 1 to 20, so that (id, copy) stays unique."""
    copies = copies_of([piece("a", POKER, 1), piece("b", CHIP, 10)], 2)
    assert [copy.number for copy in copies] == [1, 2, *range(1, 21)]


@given(
    pieces=jumbles(),
    paper=papers,
    sideways=st.booleans(),
    folds=st.booleans(),
    gap=st.sampled_from([0, 2 * BLEED]),
)
def test_every_copy_lies_once_inside_the_page_and_on_no_other(
    *, pieces: tuple[Piece, ...], paper: str, sideways: bool, folds: bool, gap: float
) -> None:
    """Whatever is printed together: nothing is lost, doubled, out of the printer's reach or
    overlapping.
    """
    size = PAPERS[paper].sideways if sideways else PAPERS[paper].size
    setup = PageSetup(size, folds, gap)
    copies = tuple(in_panels(copies_of(pieces, shape=shape), setup))
    sheets = lay_out(copies, setup)
    laid = [copy for sheet in sheets for copy, _ in cells(sheet)]
    assert sorted((copy.piece.id, copy.number) for copy in laid) == sorted(
        (c.piece.id, c.number) for c in copies
    )
    for sheet in sheets:
        reach = Box.whole(size).grown(-EDGE)
        if sheet.frame.folded:
            reach = Box.between(reach.x, reach.y, size.width / 2, reach.bottom)
        assert all(reach.holds(box) for box in boxes(sheet))
        assert not any(one.overlaps(other) for one, other in combinations(boxes(sheet), 2))


@given(jumbles(), papers)
def test_pieces_without_shared_lines_have_a_bleed_of_their_own(
    pieces: tuple[Piece, ...], paper: str
) -> None:
    """Round a shaped piece 3 mm are nobody else's, not even someone else's bleed."""
    setup = PageSetup(PAPERS[paper].size, gap=2 * BLEED)
    for sheet in lay_out(tuple(in_panels(copies_of(pieces, shape=shape), setup)), setup):
        for (one, here), (other, there) in combinations(cells(sheet), 2):
            if one.shape or other.shape:
                assert not here.grown(BLEED).overlaps(there.grown(BLEED))


@given(st.integers(1, 40), st.integers(1, 60))
def test_cut_lines_of_cards_are_the_same_on_every_sheet(cards: int, tokens: int) -> None:
    """A stack of sheets can be cut at once: cards always lie on the frame's own grid."""
    for sheet in lay_out(
        copies_of([piece("card", POKER, cards), piece("token", CHIP, tokens)]), WHOLE
    ):
        for box in boxes(sheet):
            if box.width == POKER.width:
                assert ((box.x - FRAME.x) / POKER.width) % 1 == pytest.approx(0)
                assert ((box.y - FRAME.y) / POKER.height) % 1 == pytest.approx(0)


@pytest.mark.parametrize(
    ("setup", "cards", "tokens", "sheets"),
    [
        (WHOLE, 9, 0, 1),
        (WHOLE, 10, 0, 2),
        (WHOLE, 2, 10, 1),  # below
        (WHOLE, 8, 10, 1),  # beside the last row
        (WHOLE, 9, 10, 2),  # no room left
        (WHOLE, 0, 117, 1),
        (WHOLE, 0, 118, 2),
        (HALF, 3, 10, 1),  # beside, on a folded half
        (HALF, 4, 10, 2),
    ],
)
def test_small_pieces_use_the_space_that_cards_leave(
    setup: PageSetup, cards: int, tokens: int, sheets: int
) -> None:
    """No sheet is wasted where the leftover space is enough."""
    wanted = [piece("token", CHIP, tokens), piece("card", POKER, cards)]
    assert len(lay_out(copies_of(wanted), setup)) == sheets


def test_the_giza_set_takes_ten_sheets_and_shares_the_last(giza: Game, deck: Deck) -> None:
    """83 cards fill nine sheets; the tokens lie below the two that are left, in two even rows."""
    sheets = lay_out(copies_of(chosen(giza.pieces(deck), [])), WHOLE)
    assert [len(boxes(sheet)) for sheet in sheets] == [9] * 9 + [2 + deck.tokens]
    cards, tokens = sheets[-1].blocks
    assert len(cards.cells) == 2
    assert len({cell.x for _, cell in tokens.cells}) == deck.tokens // 2
    assert len({cell.y for _, cell in tokens.cells}) == 2
    assert tokens.box.y - cards.box.bottom == pytest.approx(BLOCK_GAP)


def test_tiles_and_nets_share_a_sheet_in_its_middle() -> None:
    """Two tiles above each other, a net beside each: what lies in the room lies about the page's
    middle.
    """
    tiles, nets = replace(TILE, count=2), replace(NET, count=2)
    (first,) = lay_out(copies_of([tiles, nets], shape=shape), WHOLE)
    assert sorted(copy.piece.id for copy, _ in cells(first)) == ["net", "net", "tile", "tile"]
    left, right = min(box.x for box in boxes(first)), max(box.right for box in boxes(first))
    assert left == pytest.approx(A4.width - right)


def test_a_piece_that_fits_only_on_its_side_is_turned() -> None:
    """A page of rules on a sheet that is read sideways."""
    (sheet,) = lay_out(copies_of([piece("rules", Size(180, 260), 1)]), PageSetup(Size(297, 210)))
    assert [block.turned for block in sheet.blocks] == [True]
    assert (boxes(sheet)[0].width, boxes(sheet)[0].height) == (260, 180)


def test_nothing_without_a_back_fills_a_sheet_that_is_folded() -> None:
    """Nets of two layers are hard to fold, and blank paper glued on is of no use: what has no back
    lies on its own.
    """
    card, chip = piece("card", POKER, 1), replace(piece("chip", CHIP, 3), faces={"front": ()})
    sheets = lay_out(copies_of([NET, chip, card], shape=shape), HALF)
    assert [
        {copy.piece.id for copy, _ in cells(sheet)} for sheet in sheets if sheet.frame.folded
    ] == [{"card"}]
    assert {copy.piece.id for sheet in sheets for copy, _ in cells(sheet)} == {
        "card",
        "chip",
        NET.id,
    }


def test_what_no_half_of_a_folded_page_holds_gets_pages_of_its_own() -> None:
    """Two-sided, and too large to be folded; what has no back is not folded either."""
    one_sided = Piece("board", "board", Size(200, 130), {"front": ()})
    sheets = lay_out(
        copies_of([piece("rules", Size(180, 200), 1), one_sided, piece("card", POKER, 4)]), HALF
    )
    folded = {copy.piece.id: sheet.frame.folded for sheet in sheets for copy, _ in cells(sheet)}
    assert folded == {"rules": False, "board": False, "card": True}


def test_a_shaped_piece_larger_than_the_page_is_refused_with_both_sizes() -> None:
    """It can't be printed in parts; the message says what doesn't fit where, and what helps."""
    wide = Piece("hull", "odd", Size(300, 200), {"front": ()})
    with pytest.raises(
        PrintError,
        match=r"hull: 300 x 200 mm does not fit the sheet's 202 x 281 "
        r"mm; print it on",
    ):
        tuple(in_panels(copies_of([wide], shape=shape), WHOLE))


def test_a_large_piece_is_laid_out_in_panels() -> None:
    """A board of 400 x 400 mm takes four parts on A4."""
    sheets = lay_out(copies_of([BOARD]), WHOLE)
    laid = [copy.piece.id for sheet in sheets for copy, _ in cells(sheet)]
    assert laid == ["board.1", "board.2", "board.3", "board.4"]
