"""Lines: cards laid before their owners come out line by line, in order; what isn't a line, or may
be none, is said.
"""

from cmath import exp
from dataclasses import replace
from math import radians

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.games.combust.lines import ALONE, CENTRAL, find_lines
from vision.games.combust.parts import Card, Lines

NUDGE = st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(-4, 4))
# clockwise from the bottom: how cards are turned that are read from there
SEATS = (0, -90, 180, 90)


def row(
    count: int,
    step: float = 67,
    turn: float = 0,
    away: float = 240,
    *,
    bend: float = 0,
    aside: float = 0,
) -> list[Card]:
    """A line `away` mm from the middle, in front of who reads it turned so; it bows by `bend`
    degrees a card.
    """
    out = []
    for n in range(count):
        off = n - (count - 1) / 2
        out.append(
            Card((aside + off * step - 1j * away) * exp(1j * radians(turn)), turn + off * bend)
        )
    return out


def cards_of(found: Lines) -> list[tuple[int, ...]]:
    return [line.cards for line in found.lines]


@settings(max_examples=25)
@given(
    sizes=st.lists(st.integers(2, 5), min_size=2, max_size=4),
    step=st.sampled_from([24.0, 31.0, 48.0, 63.0, 75.0]),
    bend=st.floats(-6, 6),
    nudges=st.lists(NUDGE, min_size=21, max_size=21),
    spin=st.floats(-180, 180),
    order=st.randoms(use_true_random=False),
)
def test_lines_of_any_make_come_out_in_order_whoever_looks(
    *,
    sizes: list[int],
    step: float,
    bend: float,
    nudges: list[tuple[float, float, float]],
    spin: float,
    order: object,
) -> None:
    """Two to four clans, cards side by side, fanned or in a bow, laid by hand, seen from any side;
    a discarded one.
    """
    laid = [
        card
        for seat, count in zip(SEATS, sizes, strict=False)
        for card in row(count, step, seat, bend=bend)
    ]
    laid.append(Card(20 + 10j, 15))
    laid = [Card(c.at + complex(*n[:2]), c.turn + n[2]) for c, n in zip(laid, nudges, strict=False)]
    turned = [Card(c.at * exp(1j * radians(spin)), c.turn + spin) for c in laid]
    mixed = list(range(len(turned)))
    order.shuffle(mixed)  # type: ignore[attr-defined]
    found = find_lines([turned[n] for n in mixed])
    seen = [tuple(mixed[at] for at in line) for line in cards_of(found)]
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    wanted = [tuple(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]
    assert sorted(seen) == wanted
    first = seen.index(wanted[0])
    assert seen[first:] + seen[:first] == wanted  # clockwise
    assert found.middle == ((mixed.index(len(laid) - 1),),)
    assert not found.doubts


def test_the_first_line_is_the_one_nearest_to_the_bottom() -> None:
    """Bottom, left, top, right: clockwise as seen from above."""
    laid = [card for turn in (90, 180, 0, -90) for card in row(2, turn=turn)]
    assert cards_of(find_lines(laid)) == [(4, 5), (6, 7), (2, 3), (0, 1)]


def test_single_cards_out_where_lines_are_are_clans_of_one_also_upside_down() -> None:
    """After fires (combust R4) a clan of one is left; which way its card lies says less
    than where.
    """
    laid = [*row(3), *row(3, turn=180), *row(1, turn=90), Card(-240, 90)]
    found = find_lines(laid)
    assert cards_of(found) == [(0, 1, 2), (7,), (3, 4, 5), (6,)]
    assert not found.doubts


def test_a_card_upside_down_between_others_or_at_an_end_stays_in_its_line() -> None:
    """The rest of the line shows the way; of two cards, the place at the table."""
    for over in (0, 1, 2):
        laid = [*row(3), *row(3, turn=180)]
        laid[over] = Card(laid[over].at, laid[over].turn + 180)
        assert cards_of(find_lines(laid)) == [(0, 1, 2), (3, 4, 5)]
    pair = [*row(2, turn=-90), *row(3), *row(3, turn=180)]
    for over in (0, 1):
        laid = [Card(card.at, card.turn + 180 * (n == over)) for n, card in enumerate(pair)]
        found = find_lines(laid)
        assert (0, 1) in cards_of(found)
        assert round(found.lines[cards_of(found).index((0, 1))].turn) == -90


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ([Card(-95j, 0)], ALONE),  # between the middle and a line
        ([Card(-130j, 0)], ALONE),  # a little farther out, as if a line had a hidden end
        ([Card(230 + 0j, 0)], ALONE),  # beside the table, across to whoever could sit there
        ([Card(-240 + 0j, -90, second=False)], ALONE),  # something is on its second tag
        # two cards side by side right in the middle
        ([Card(-40 + 0j, 0), Card(30 + 0j, 0)], CENTRAL),
    ],
    ids=["half-way", "farther", "askew", "half-read", "central"],
)
def test_what_may_be_a_line_or_not_is_said(more: list[Card], text: str) -> None:
    """A wrong line costs more than a missing one."""
    found = find_lines([*row(3), *row(3, turn=180), *more])
    assert [doubt.text for doubt in found.doubts] == [text]
    assert sorted(cards_of(found)) == [(0, 1, 2), (3, 4, 5)]


def test_a_pile_shows_as_one_group_and_is_no_line() -> None:
    """Cards on one spot, turned anyhow, were discarded (combust R1)."""
    found = find_lines([*row(3), *row(3, turn=180), Card(0j, 0), Card(4 + 3j, 50), Card(-9j, -80)])
    assert found.middle == ((6, 7, 8),)
    assert not found.doubts


def test_rows_of_one_side_with_a_gap_or_one_behind_the_other_are_told() -> None:
    """A hole that a fire left, a second row: one clan's or two clans'; a hand's breadth parts two
    for sure.
    """
    for aside, pairs in ((85, 1), (100, 1), (130, 0)):
        parted = find_lines([*row(2, aside=-aside), *row(2, aside=aside), *row(2, turn=180)])
        assert len(parted.close) == pairs
    behind = find_lines([*row(3), *row(2, away=145), *row(3, turn=180), *row(3, turn=90)])
    assert len(behind.close) == 1


@pytest.mark.parametrize(
    ("places", "half_read", "after", "dropped"),
    [
        ((0, 30, 60, 120, 150), (0, 1, 2, 3), [3], ()),  # a wide step in a fan
        # two cards as if side by side, something on the first one's second tag
        ((0, 62), (0,), [1], ()),
        ((0, 62), (), [], ()),  # both wholly seen: nothing lies on them
        ((0, 50, 101, 150), (0, 1, 2), [], ()),  # a wide but even fan
        ((0, 67, 134, 201), (1,), [2], ()),  # side by side, and something on the second
        ((0, 30, 60), (0, 1), [], ()),
        # the uppermost card of a fan hides nothing: something is on it
        ((0, 30, 60), (0, 1, 2), [3], ()),
        # a single card beyond a gap in a fan, or on a tag of the only other one
        ((0, 82, 113, 144), (1, 2), [1], (0,)),
        ((0, 31, 62, 144), (0, 1), [3], (3,)),
        ((0, 52), (0,), [1], (0, 1)),
    ],
)
def test_where_a_card_may_lie_unread_in_a_line(
    places: tuple[float, ...],
    half_read: tuple[int, ...],
    after: list[int],
    dropped: tuple[int, ...],
) -> None:
    """An unread card in a fan lies on the one before it: its second tag is hidden, and by no
    neighbour; or under one that was dropped, so that the fan has a gap.
    """
    line = [Card(complex(x, -240), 0, second=n not in half_read) for n, x in enumerate(places)]
    found = find_lines([*line, *row(3, turn=180), *row(3, turn=90)])
    assert [*found.lines[0].between] == after
    assert found.lines[0].crooked == dropped


@pytest.mark.parametrize(
    ("hidden", "dropped"),
    [
        ((1, 1, 1), ()),  # each card hides the second tag of the one before
        ((2, 2, 2), ()),  # fanned the other way
        ((2, 1, 1), (0,)),
        ((1, 2, 1), (1,)),
    ],
)
def test_a_card_on_both_neighbours_or_unlike_in_other_fans_may_be_dropped(
    hidden: tuple[int, ...], dropped: tuple[int, ...]
) -> None:
    """A fan is laid from one end, so that each card lies on one neighbour."""
    first = [n > 0 and tag == 2 for n, tag in enumerate((0, *hidden))]
    second = [tag == 1 for tag in (*hidden, 0)]
    line = [
        replace(card, first=not first[n], second=not second[n])
        for n, card in enumerate(row(4, step=31))
    ]
    other = [replace(card, second=n == 2) for n, card in enumerate(row(3, step=31, turn=180))]
    assert find_lines([*line, *other, *row(3, turn=90)]).lines[0].crooked == dropped


@pytest.mark.parametrize(
    ("bend", "turns", "dropped"),
    [
        (8, (0, 0, 0, 0), ()),
        (0, (0, 0, 0, 8), (3,)),
        (0, (0, 0, 9, 0), (2, 3)),
        (0, (2, -2, 2, -1), ()),
    ],
    ids=["in a bow", "at the end", "inside", "by hand"],
)
def test_a_card_turned_unlike_the_others_bow_may_be_dropped(
    bend: int, turns: tuple[int, ...], dropped: tuple[int, ...]
) -> None:
    """People lay lines in a bow, and no card at an angle of its own."""
    line = [
        replace(card, turn=card.turn + turn)
        for card, turn in zip(row(4, bend=bend), turns, strict=True)
    ]
    found = find_lines([*line, *row(3, turn=180)])
    assert found.lines[cards_of(found).index((0, 1, 2, 3))].crooked == dropped


def test_a_single_card_across_another_is_no_clan() -> None:
    """One was dropped on the other's line, and nobody can say which."""
    crossed = [Card(122 + 28j, 90), Card(97 - 43j, 45)]
    found = find_lines([*row(3), *row(3, turn=180), *crossed])
    assert sorted(cards_of(found)) == [(0, 1, 2), (3, 4, 5)]
    assert [doubt.text for doubt in found.doubts] == [ALONE, ALONE]


def test_a_single_card_over_a_line_of_its_own_direction_is_no_clan() -> None:
    """Dropped half on the line's end towards the middle, it belongs to it or to nobody."""
    found = find_lines([*row(2), *row(3, turn=180), *row(3, turn=90), Card(12 - 196j, 10)])
    assert sorted(cards_of(found)) == [(0, 1), (2, 3, 4), (5, 6, 7)]
    assert [doubt.text for doubt in found.doubts] == [ALONE]
    assert (cards_of(found).index((0, 1)), (8,)) in found.beside


def test_the_top_of_the_discards_is_no_line_beside_single_cards() -> None:
    """Where only one line has several cards, single ones don't prove where the middle is."""
    ends = [Card(-40 - 207j, 3, second=False), Card(53 - 203j, 2, first=False)]  # between: a phone
    found = find_lines([*row(3, turn=180), Card(36 - 2j, -5), *ends])
    assert (cards_of(found), found.middle) == ([(0, 1, 2)], ((3,),))
    assert [doubt.cards for doubt in found.doubts] == [(4,), (5,)]


def test_a_card_upside_down_has_its_first_tag_at_the_right() -> None:
    """What hides that one lies between it and the next."""
    line = row(4)
    line[1] = Card(line[1].at, 180, first=False)
    assert find_lines([*line, *row(3, turn=180)]).lines[0].between == (2,)


def test_events_are_in_a_line_only_between_its_penguins() -> None:
    """Events never are in a line (combust R3): beside one they are left out, between two they are
    there, and wrong.
    """
    line = row(4)
    at_end = find_lines([*line[:3], Card(line[3].at, 0, event=True), *row(2, turn=180)])
    assert cards_of(at_end)[0] == (0, 1, 2)
    assert at_end.apart == ((3,),)
    between = find_lines([line[0], Card(line[1].at, 0, event=True), line[2], *row(2, turn=180)])
    assert cards_of(between)[0] == (0, 1, 2)
