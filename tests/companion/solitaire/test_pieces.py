"""The printed pieces of solitaire: what is printed, where squares lie, what fits where, and that
paper pyramids nest.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Piece
from companion.layout import TOKEN_TAG, Size
from companion.play import random_bot
from companion.solitaire import GAME
from companion.solitaire.board import Board, standard
from companion.solitaire.pieces import (
    BANDS,
    FRUSTUMS,
    LARGE_FIRST,
    LAYERS,
    MAT,
    PAPER,
    RIM,
    SQUARE,
    TOKEN_RIMS,
    TOKEN_WINDOW,
    TOKENS,
    WINDOW,
    Frustum,
    Place,
    board_size,
    corner_tags,
    mat_places,
    seams,
    square_centre,
    token_tag_at,
)
from companion.solitaire.rules import apply, legal_moves, setup, to_move, view
from companion.tags import tag_ids

boards = st.builds(standard().sized, st.integers(3, 8), st.integers(3, 10))
BOUGHT = {"S": (14.3, 25.4), "M": (19.8, 34.9), "L": (25.4, 44.5)}  # base and height, mm
SIZES = ("large", "medium", "small")
COLOURS = ("ruby", "gold", "jade", "lapis", "onyx")


def _pieces(board: Board) -> dict[str, Piece]:
    return {piece.id: piece for piece in GAME.pieces(board)}


@pytest.mark.parametrize(
    ("size", "nests"), [((3, 3), 9), ((3, 4), 12), ((4, 5), 20), ((8, 10), 80)]
)
def test_what_is_printed(board: Board, size: tuple[int, int], nests: int) -> None:
    """solitaire R1: a board, the mat for photos (D1), and as tokens and as nets one of each size
    for each square.
    """
    pieces = _pieces(board.sized(*size))
    kinds = [f"{size}-{colour}" for size in SIZES for colour in COLOURS]
    names = [f"{kind}-{name}" for kind in ("token", "pyramid") for name in kinds]
    assert list(pieces) == [f"board-{size[0]}x{size[1]}", "tally", *names]
    counts: Counter[str] = Counter()
    for name in names:
        counts[name.rpartition("-")[0]] += pieces[name].count
    assert counts == Counter(
        {f"{kind}-{size}": nests for kind in ("token", "pyramid") for size in SIZES}
    )
    assert {piece.kind for piece in pieces.values()} == {"board", "mat", "token", "pyramid"}


def test_colours_are_even(board: Board) -> None:
    """No colour of a size has more than one pyramid more than another."""
    for rows, columns in ((3, 3), (3, 4), (4, 5), (7, 8)):
        counts = {
            piece.count
            for piece in GAME.pieces(board.sized(rows, columns))
            if piece.kind == "token"
        }
        assert max(counts) - min(counts) <= 1


def test_only_nets_are_printed_on_demand(board: Board) -> None:
    """Tokens are quick to cut; who wants pyramids to fold asks for them."""
    assert {piece.kind for piece in GAME.pieces(board) if piece.extra} == {"pyramid"}


def test_tags_go_clockwise_and_by_size_and_colour(board: Board) -> None:
    """Board and mat: nw, ne, se, sw. Pyramids: small ones first, then by colour; a token has its
    pyramid's tag.
    """
    pieces = _pieces(board)
    for name, kind in (("board-3x4", "board"), ("tally", "mat")):
        tags = pieces[name].faces["front"]
        assert tuple(tag.id for tag in tags) == tag_ids("solitaire", kind, count=4)
        middle = (pieces[name].size.width / 2, pieces[name].size.height / 2)
        ways = [(tag.x > middle[0], tag.y > middle[1]) for tag in tags]
        assert ways == [(False, False), (True, False), (True, True), (False, True)]
    found = {
        name: piece.faces["front"][0].id
        for name, piece in pieces.items()
        if "-" in name and piece.kind != "board"
    }
    order = [f"{size}-{colour}" for size in reversed(SIZES) for colour in COLOURS]
    for kind in ("token", "pyramid"):
        assert [found[f"{kind}-{name}"] for name in order] == [288 + n for n in range(15)]


def test_what_is_known_of_a_pyramid() -> None:
    """Its size, pips and colour; a paper one also how high its tag lies."""
    pieces = _pieces(standard())
    known = {"pyramid": "M", "pips": 2, "colour": "jade", "symbol": "palm"}
    assert pieces["token-medium-jade"].data == known
    assert pieces["pyramid-medium-jade"].data == {**known, "base": 19.8, "height": 16.22}


@given(boards)
def test_squares_lie_where_they_should(board: Board) -> None:
    """solitaire R1: neighbours' middles are 38 mm apart, a1 is at the upper left; all keep off the
    rim.
    """
    size = board_size(board)
    for name, number in board.grid.number.items():
        x, y = square_centre(board, name)
        row, column = int(name[1]) - 1, ord(name[0]) - ord("a")
        assert number == row * board.columns + column
        assert (x, y) == pytest.approx((19.5 + 19 + 38 * column, 19.5 + 19 + 38 * row))
        assert RIM + SQUARE / 2 <= x <= size.width - RIM - SQUARE / 2 + 1e-6
        assert RIM + SQUARE / 2 <= y <= size.height - RIM - SQUARE / 2 + 1e-6


@given(boards)
def test_seams_lie_between_squares(board: Board) -> None:
    """Half a square from the middles on both sides; never outside of the squares."""
    across, down = seams(board)
    assert (len(across), len(down)) == (board.columns - 1, board.rows - 1)
    for line, column in zip(across, range(board.columns), strict=False):
        assert line == square_centre(board, f"{chr(ord('a') + column)}1")[0] + SQUARE / 2
    for line, row in zip(down, range(board.rows), strict=False):
        assert line == square_centre(board, f"a{row + 1}")[1] + SQUARE / 2


@given(boards)
def test_corner_tags_keep_off_squares_and_edges(board: Board) -> None:
    """Each window lies in its corner of the rim, a millimetre from the scissors and from the
    squares.
    """
    size = board_size(board)
    for tag in corner_tags(size, tag_ids("solitaire", "board", count=4)):
        for at, length in ((tag.x, size.width), (tag.y, size.height)):
            near = min(at, length - at)
            assert near - WINDOW / 2 >= 1
            assert near + WINDOW / 2 <= RIM - 1


@pytest.mark.parametrize("size", ["3x4", "4x5", "5x4"])
def test_usual_boards_fit_a_page(board: Board, size: str) -> None:
    """Upright or turned, with room for crop marks, on A4 (191.4 x 270.8 mm) and Letter (197.3 x
    253.2 mm).
    """
    whole = board_size(board.sized(*map(int, size.split("x"))))
    short, long = sorted((whole.width, whole.height))
    assert short <= 191.4
    assert long <= 253.2
    assert MAT.width <= 191.4
    assert MAT.height <= 253.2


# --- pyramids ---


def outer(form: Frustum, height: float) -> float:
    """Half the width of a pyramid at a height above the table."""
    return form.base / 2 - form.lean * height


def hollow(form: Frustum, height: float) -> float:
    """Half the width inside it, where tabs double the paper."""
    return outer(form, height) - LAYERS * PAPER * hypot(1, form.lean)


def test_pyramids_have_the_slopes_of_real_ones() -> None:
    """They would be as high as those if they were not cut off; the cut leaves the top's width."""
    for size, (base, height) in BOUGHT.items():
        form = FRUSTUMS[size]
        assert (form.base, form.peak) == (base, height)
        assert outer(form, 0) == base / 2
        assert outer(form, form.height) == pytest.approx(form.top / 2)
        assert outer(form, form.peak) == pytest.approx(0)
        assert form.slant == pytest.approx(hypot(form.height, (base - form.top) / 2))


def clearance(over: Frustum, under: Frustum) -> tuple[float, float]:
    """Return the room between a pyramid and one under it, on the table: at each side, above."""
    sideways = min(hollow(over, height) - outer(under, height) for height in (0, under.height))
    return sideways, over.height - PAPER - under.height


@pytest.mark.parametrize(("over", "under"), [("M", "S"), ("L", "M"), ("L", "S")])
def test_pyramids_nest(over: str, under: str) -> None:
    """solitaire R1: of paper 0.3 mm thick and double at the tabs, one stands over the next on the
    table, with room for clumsy glue: a millimetre on each side and two above.
    """
    sideways, above = clearance(FRUSTUMS[over], FRUSTUMS[under])
    assert sideways > 1
    assert above > 2


def test_pyramids_that_do_not_nest() -> None:
    """The measure can say no: a smaller one never stands over a larger one, nor one
    over its like.
    """
    for over, under in (("S", "M"), ("M", "L"), ("M", "M")):
        assert min(clearance(FRUSTUMS[over], FRUSTUMS[under])) < 0


def test_pyramids_of_one_size_stack_like_cups() -> None:
    """solitaire R2: one on its like is held by the walls, a little higher, so that the tag below
    stays hidden.
    """
    for form in FRUSTUMS.values():
        lift = (outer(form, 0) - hollow(form, 0)) / form.lean
        assert PAPER < lift < form.height / 4


def test_tags_of_pyramids_are_large_enough() -> None:
    """A module is 0.8 mm or more, and one of white lies all round."""
    for form in FRUSTUMS.values():
        assert form.tag / 8 >= 0.79
        assert (form.top - form.tag) / 2 == pytest.approx(form.tag / 8)


# --- tokens and mat ---


def test_tokens_cover_each_other() -> None:
    """solitaire R1: of a nest one sees the large one; a token fits its square and leaves room for
    fingers.
    """
    for large, small in pairwise(LARGE_FIRST):
        assert TOKENS[large].width > TOKENS[small].width + 4
    for size, token in TOKENS.items():
        x, y = token_tag_at(size)
        assert token.width == token.height <= SQUARE - 8
        assert TOKEN_TAG * 10 / 8 <= TOKEN_WINDOW
        assert x == token.width / 2
        assert y + TOKEN_WINDOW / 2 == pytest.approx(token.height - TOKEN_RIMS[size])
        assert y - TOKEN_WINDOW / 2 > 3


def _boxes() -> list[tuple[float, float, float, float]]:
    return [
        (p.at[0] - p.side / 2, p.at[1] - p.side / 2, p.side, p.side) for p in mat_places(standard())
    ]


def test_places_of_the_mat_do_not_touch() -> None:
    """Neither each other nor a tag's window; each holds a token of its size and a paper pyramid."""
    windows = [
        (tag.x - WINDOW / 2, tag.y - WINDOW / 2, WINDOW, WINDOW)
        for tag in corner_tags(MAT, tag_ids("solitaire", "mat", count=4))
    ]
    for (x, y, w, h), (u, v, i, j) in combinations([*_boxes(), *windows], 2):
        assert x + w < u or u + i < x or y + h < v or v + j < y
    for place in mat_places(standard()):
        assert place.side > TOKENS[place.pyramid].width + 1 > FRUSTUMS[place.pyramid].base
    assert all(x > 3 and x + w < MAT.width - 3 for x, _, w, _ in _boxes())


def test_totals_of_the_mat_add_up() -> None:
    """solitaire R4: filled from the left, the last number covered is what all of that size count
    together.
    """
    for band in BANDS:
        places = [place for place in mat_places(standard()) if place.pyramid == band.pyramid]
        pips = standard().pips[band.pyramid]
        assert [place.total for place in places] == [
            pips * n for n in range(1, band.columns * band.rows + 1)
        ]
        order = [(place.at[1], place.at[0]) for place in places]
        assert order == sorted(order)
    assert isinstance(mat_places(standard())[0], Place)
    assert isinstance(MAT, Size)


def test_the_mat_holds_what_is_left_of_most_games(board: Board) -> None:
    """solitaire D1: even after hops at random, nine times of ten on 3x4."""
    room = {band.pyramid: band.columns * band.rows for band in BANDS}
    fits = 0
    for seed in range(40):
        state, chance = setup(board, 1, seed), random.Random(seed)
        while to_move(state):
            state = apply(state, 0, random_bot(view(state, 0), legal_moves(state, 0), chance))
        fits += all(state.positions[0].count[size] <= most for size, most in room.items())
    assert fits >= 36
