from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PrintError
from companion.game import Game, Piece
from companion.giza.deck import Deck
from companion.layout import POKER, TOKEN, Size
from printables.paper import Box
from printables.sheet import BLOCK_GAP, Sheet, copies_of, lay_out

FRAME = Box(10.5, 16.5, 189, 264)
HALF = Box(17, 17, 126, 176)


def piece(name: str, size: Size, count: int) -> Piece:
    return Piece(name, name, size, {"front": (), "back": ()}, count)


def boxes(sheet: Sheet) -> list[Box]:
    return [trim for block in sheet for _, trim in block.trims()]


def test_copies_are_numbered_through_within_each_piece() -> None:
    """Ten tokens printed twice are copies 1 to 20, so that (id, copy) stays unique."""
    copies = copies_of([piece("a", POKER, 1), piece("b", TOKEN, 10)], 2)
    assert [copy.number for copy in copies] == [1, 2, *range(1, 21)]


@given(st.integers(0, 40), st.integers(0, 140), st.integers(0, 30), st.sampled_from([FRAME, HALF]))
def test_every_copy_lies_once_inside_the_frame_and_on_no_other(cards: int, tokens: int, minis: int, frame: Box) -> None:
    """Whatever is printed together: nothing is lost, doubled, outside or overlapping."""
    wanted = [piece("card", POKER, cards), piece("token", TOKEN, tokens), piece("mini", Size(44, 67), minis)]
    copies = copies_of(wanted)
    sheets = lay_out(copies, frame)
    laid = [copy for sheet in sheets for block in sheet for copy, _ in block.trims()]
    assert len(laid) == len(copies)
    assert {(copy.piece.id, copy.number) for copy in laid} == {(copy.piece.id, copy.number) for copy in copies}
    for sheet in sheets:
        assert all(frame.holds(box) for box in boxes(sheet))
        assert not any(one.overlaps(other) for one, other in combinations(boxes(sheet), 2))


@given(st.integers(1, 40), st.integers(1, 60))
def test_cut_lines_of_cards_are_the_same_on_every_sheet(cards: int, tokens: int) -> None:
    """A stack of sheets can be cut at once: cards always lie on the frame's own grid."""
    for sheet in lay_out(copies_of([piece("card", POKER, cards), piece("token", TOKEN, tokens)]), FRAME):
        for box in boxes(sheet):
            if box.width == POKER.width:
                assert ((box.x - FRAME.x) / POKER.width) % 1 == pytest.approx(0)
                assert ((box.y - FRAME.y) / POKER.height) % 1 == pytest.approx(0)


@pytest.mark.parametrize(
    ("frame", "cards", "tokens", "sheets"),
    [
        (FRAME, 9, 0, 1),
        (FRAME, 10, 0, 2),
        (FRAME, 2, 10, 1),  # below
        (FRAME, 8, 10, 1),  # beside the last row
        (FRAME, 9, 10, 2),  # no room left
        (FRAME, 0, 117, 1),
        (FRAME, 0, 118, 2),
        (HALF, 3, 10, 1),  # beside, on a folded half
        (HALF, 4, 10, 2),
    ],
)
def test_small_pieces_use_the_space_that_cards_leave(frame: Box, cards: int, tokens: int, sheets: int) -> None:
    """No sheet is wasted where the leftover space is enough."""
    wanted = [piece("token", TOKEN, tokens), piece("card", POKER, cards)]
    assert len(lay_out(copies_of(wanted), frame)) == sheets


def test_the_giza_set_takes_ten_sheets_and_shares_the_last(giza: Game, deck: Deck) -> None:
    """83 cards fill nine sheets; the tokens lie below the two that are left, in two even rows."""
    sheets = lay_out(copies_of(giza.pieces(deck)), FRAME)
    assert [sum(len(block.copies) for block in sheet) for sheet in sheets] == [9] * 9 + [2 + deck.tokens]
    cards, tokens = sheets[-1]
    assert (len(cards.copies), tokens.columns, tokens.rows) == (2, deck.tokens // 2, 2)
    assert tokens.box.y - cards.box.bottom == pytest.approx(BLOCK_GAP)


def test_a_piece_larger_than_the_frame_is_refused_with_both_sizes() -> None:
    """The message says what does not fit where, and what helps."""
    board = piece("board", Size(200, 200), 1)
    with pytest.raises(PrintError, match=r"board: 200 x 200 mm does not fit the sheet's 189 x 264 mm; print it on"):
        lay_out(copies_of([board]), FRAME)
