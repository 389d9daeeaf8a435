"""Rows: cards laid by hand come out in their rows; what isn't a part of the pyramid stays out, or
is said.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.giza.pyramid import SLOTS, WIDTHS
from vision.games.giza.rows import (
    Cell,
    Rows,
    find_rows,
    holes,
    lower_cells,
    next_cells,
    slots,
)
from vision.games.pose import Pose


def cards(
    where: list[tuple[int, int]], gap: float = 5, row: float = 93, turn: float = 0
) -> list[Pose]:
    """Cards in slots (level, place), the whole turned counter-clockwise."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    flat = [((place + level / 2) * (63 + gap), level * row) for level, place in where]
    return [Pose(complex(c * x - s * y, s * x + c * y), turn) for x, y in flat]


def in_slots(rows: Rows) -> dict[tuple[int, int], int]:
    where = slots(sorted(rows.cells))
    assert where is not None
    return {where[cell]: index for cell, index in rows.cells.items()}


def nudged(cards: list[Pose], by: list[tuple[float, float, float]]) -> list[Pose]:
    return [
        Pose(c.at + complex(dx, dy), c.turn + dt) for c, (dx, dy, dt) in zip(cards, by, strict=True)
    ]


SMALL = cards([(0, 0), (0, 1), (1, 0)])
JITTER = st.tuples(st.floats(-8, 8), st.floats(-8, 8), st.floats(-6, 6))


@given(
    gap=st.floats(0, 6),
    row=st.floats(80, 104),
    turn=st.floats(-12, 12),
    by=st.lists(JITTER, min_size=10, max_size=10),
    levels=st.integers(1, 4),
    flipped=st.integers(0, 9),
)
def test_hand_laid_pyramids_of_any_height_are_found(
    *,
    gap: float,
    row: float,
    turn: float,
    by: list[tuple[float, float, float]],
    levels: int,
    flipped: int,
) -> None:
    """Gaps up to 22 mm, rows that overlap or stand apart, a lean, one card upside down."""
    wanted = [slot for slot in SLOTS if slot[0] < levels]
    laid = nudged(cards(wanted, gap, row, turn), by[: len(wanted)])
    if flipped < len(laid):
        laid[flipped] = Pose(laid[flipped].at, laid[flipped].turn + 180)
    rows = find_rows(laid)
    assert rows.doubts == ()
    assert rows.beside == ()
    assert in_slots(rows) == {slot: index for index, slot in enumerate(wanted)}


def test_a_hole_in_the_base_keeps_the_card_beyond_it() -> None:
    """Two cards, a gap, a card: giza R6 is for the rules to judge."""
    wanted = [(0, 0), (0, 1), (0, 3), (1, 0)]
    assert set(in_slots(find_rows(cards(wanted)))) == set(wanted)


def test_cards_lying_elsewhere_stay_beside() -> None:
    """A row to choose from above the pyramid, a discarded card at its side."""
    wanted = list(SLOTS)
    elsewhere = [Pose(x + 520j, 2) for x in (0, 75, 150)] + [Pose(420 + 60j, 70)]
    rows = find_rows([*cards(wanted), *elsewhere])
    assert rows.doubts == ()
    assert sorted(rows.beside) == [10, 11, 12, 13]
    assert set(in_slots(rows)) == set(wanted)


@pytest.mark.parametrize(("laid", "says"), [
    ([*SMALL, *(Pose(c.at + 400, 0) for c in SMALL)], "two pyramids"),
    (cards([(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]), "more cards than"),
    ([*cards([(0, 0), (0, 1)]), Pose(400 + 200j, 0), Pose(470 + 200j, 0)], "several groups"),
    ([*cards([(0, 0), (0, 1)]), Pose(34 + 93j, 50)], "crooked"),
    ([*cards([(0, 0), (0, 1), (1, 0)]), Pose(52 + 60j, 0)], "aren't in clear rows"),
])  # fmt: skip
def test_what_cannot_be_told_apart_is_said(laid: list[Pose], says: str) -> None:
    """Never a guess which cards are the pyramid."""
    assert any(says in doubt for doubt in find_rows(laid).doubts)


def test_no_cards_no_rows() -> None:
    """An empty table has no doubts either."""
    assert find_rows([]) == Rows({}, find_rows([]).grid, ())


@pytest.mark.parametrize(("cells", "wanted"), [
    ([(0, 0), (0, 2), (1, 1)], [(0, 0), (0, 1), (1, 0)]),
    ([(0, 6), (1, 3)], [(0, 2), (1, 0)]),
    ([(1, 3), (0, 4)], [(1, 0), (0, 1)]),
    ([(0, 0), (0, 8)], None),
    ([(4, 0)], None),
    ([(0, 0), (1, 0)], None),
])  # fmt: skip
def test_cells_become_slots_as_far_left_as_they_go(
    cells: list[Cell], wanted: list[tuple[int, int]] | None
) -> None:
    """And only where rows of 4, 3, 2, 1 can hold them."""
    found = slots(cells)
    assert (None if found is None else [found[cell] for cell in cells]) == wanted


def test_a_whole_pyramid_leaves_no_place_open() -> None:
    """Then there is nothing more to look for."""
    rows = find_rows(cards(list(SLOTS)))
    assert (holes(rows.cells), next_cells(rows.cells)) == ((), ())


def test_open_places_are_those_a_card_could_be_in() -> None:
    """Below what stands there it must; beside the base and on two it could."""
    rows = find_rows(cards([(0, 0), (0, 1), (1, 0), (2, 0)]))
    must, could = holes(rows.cells), next_cells(rows.cells)
    where = slots(sorted({*rows.cells, *must}))
    assert where is not None
    assert [where[cell] for cell in must] == [(0, 2), (1, 1)]
    assert len(could) == len(set(could)) > 0
    assert sum(WIDTHS) >= len(rows.cells) + len(must)


def test_holes_below_holes_are_holes() -> None:
    """The base of a card in the third row, if only its outer cards were read."""
    assert holes([(0, 0), (0, 4), (0, 6), (2, 2)]) == ((0, 2), (1, 1), (1, 3))


def test_a_whole_pyramid_leaves_no_room_for_more() -> None:
    """Three of a kind could be any row but the top two."""
    whole, three = find_rows(cards(list(SLOTS))), find_rows(cards([(0, 0), (0, 1), (0, 2)]))
    assert lower_cells(whole.cells) == ()
    assert len(lower_cells(three.cells)) == 4
