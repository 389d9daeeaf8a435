"""The board file: what the standard one is like (rocks O), and how a faulty one is refused."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from itertools import combinations, pairwise
from math import dist

import pytest

from companion.errors import DeckError
from companion.rocks.board import PLAY_OUT, Board, middle
from companion.rocks.boardfile import read_board

TEXT = files("companion.rocks").joinpath("board.toml").read_text("utf-8")
THREE = TEXT[TEXT.index("\n[three]") : TEXT.index("\n# The four nests")]


def test_rocks_o_the_parts_of_the_board(board: Board) -> None:
    """rocks O: 4 nests of a centre and 6 outer spaces, 4 piles, paths of 6, links."""
    assert (len(board.nests), sum(place.is_pile for place in board.places)) == (4, 4)
    assert len(board.places) == 4 * (7 + 6 + 1 + 1)
    assert board.rules.rocks * 4 == 24
    assert (
        len({nest.symbol for nest in board.nests}) == len({nest.ink for nest in board.nests}) == 4
    )


def test_rocks_o_outer_spaces_touch_the_centre_and_their_neighbours(board: Board) -> None:
    """rocks O: and only one of them anything else, the path."""
    graph = board.graph
    for nest in graph.nests:
        assert graph.around[nest.centre] == sum(1 << place for place in nest.ring)
        outside = [graph.around[place].bit_count() - 3 for place in nest.ring]
        assert outside == [1, 0, 0, 0, 0, 0]


def test_rocks_o_the_way_from_each_nest_to_its_right_hand_pile_has_six_spaces(board: Board) -> None:
    """rocks O, R2: seven steps from the ring into the pile; other piles and nests are farther, but
    in reach.
    """
    for seat, nest in enumerate(board.graph.nests):
        steps = board.graph.distance[seat][nest.ring[0]]
        piles = sorted(steps[pile] for pile in board.graph.piles)
        assert steps[nest.pile] == piles[0] == 7 < piles[1] <= 10
        assert sorted(steps[other.ring[0]] for other in board.graph.nests) == [0, 8, 8, 10]


def test_rocks_o_the_board_looks_the_same_from_all_sides(board: Board) -> None:
    """rocks O: a quarter turn maps places on places and edges on edges, so no seat has a better
    nest.
    """
    where = {place.id: place.at for place in board.places}
    turned = {at: name for name, at in where.items()}
    image = {name: turned[-y, x] for name, (x, y) in where.items()}
    edges = set(board.edges)
    assert {tuple(sorted((image[one], image[other]))) for one, other in edges} == edges
    for nest, following in zip(board.nests, (*board.nests[1:], board.nests[0]), strict=True):
        assert [image[name] for name in (nest.centre, nest.pile, nest.start)] == [
            following.centre, following.pile, following.start,
        ]  # fmt: skip
        assert tuple(image[name] for name in nest.ring) == following.ring


def test_rocks_o_it_prints_as_four_quarters(board: Board) -> None:
    """rocks O: no space or pile is cut by the lines through the middle, or by the board's edge, or
    by another.
    """
    half = {False: board.drawing.space / 2, True: board.drawing.pile / 2}
    for place in board.places:
        assert all(
            half[place.is_pile] <= abs(at) <= board.drawing.side / 2 - half[place.is_pile]
            for at in place.at
        )
    for one, other in combinations(board.places, 2):
        assert dist(one.at, other.at) >= half[one.is_pile] + half[other.is_pile]


def test_rocks_r2_the_pile_is_at_the_right_hand_of_its_nest(board: Board) -> None:
    """rocks R2: seen by the player who sits at the nest's side, it lies to the right, nearer to the
    edge.
    """
    where = {place.id: place.at for place in board.places}
    first = board.nests[0]
    (x, y), (pile_x, pile_y) = where[first.centre], where[first.pile]
    assert y > 0 < pile_x  # the first nest's player sits at the bottom
    assert x < pile_x
    assert pile_y > y


def test_the_fingerprint_is_of_the_rules_alone(board: Board) -> None:
    """Another place on paper or another name changes nothing; another trail or end does."""
    moved = TEXT.replace("at = [-139, 139]", "at = [-138, 138]", 1).replace(
        'name = "Coral"', 'name = "Red"'
    )
    assert read_board(moved, "x").fingerprint == board.fingerprint
    assert board.finishing(PLAY_OUT).fingerprint != board.fingerprint
    played_out = TEXT.replace('finish = "at-once"', 'finish = "play-out"')
    assert read_board(played_out, "x").fingerprint == board.finishing(PLAY_OUT).fingerprint
    other = TEXT.replace('through = "pa3 la pd3"', 'through = "pa2 la pd3"')
    assert read_board(other, "x").fingerprint != board.fingerprint
    free = TEXT.replace('free = "middle"', 'free = "nobody"')
    plain = TEXT.replace(THREE, "")
    as_ever = TEXT.replace(THREE, '\n[three]\nstarts = "youngest"\nfree = "nobody"\n')
    assert len({read_board(text, "x").fingerprint for text in (TEXT, free, plain, as_ever)}) == 3


def test_rocks_o_the_setup_for_three_is_data(board: Board) -> None:
    """rocks O: ours lets the middle one start, penguin 2 free; without it three play as ever."""
    assert (board.rules.starts, board.rules.free) == ("middle", "middle")
    rules = read_board(TEXT.replace(THREE, ""), "x").rules
    assert (rules.starts, rules.free) == ("youngest", "nobody")
    free = read_board(TEXT.replace('free = "middle"', 'free = "nobody"'), "x").rules
    assert (free.starter((1, 2, 3)), free.freed((1, 2, 3))) == (2, None)


@pytest.mark.parametrize(
    ("nests", "found"),
    [
        ((0, 1, 2), 1),
        ((1, 2, 3), 2),
        ((0, 2, 3), 3),
        ((0, 1, 3), 0),
        ((0, 1), None),
        ((0, 1, 2, 3), None),
    ],
)
def test_rocks_o_the_middle_one_of_three_has_two_neighbours(
    nests: tuple[int, ...], found: int | None
) -> None:
    """rocks O: across from the nest that is empty; other numbers of players have no middle."""
    assert middle(nests) == found


def _swap(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_swap('finish = "at-once"', 'finish = "never"'), "rules.finish: 'never' is unknown"),
        (_swap('starts = "middle"', 'starts = "eldest"'), "three.starts: 'eldest' is unknown"),
        (_swap('free = "middle"', "free = true"), "three.free: true is not valid"),
        (_swap('free = "middle"', ""), "three.free: missing"),
        (_swap("rounds = 40", "rounds = 9"), "rules.rounds: 9 is out of range"),
        (_swap("rocks = 6", "rocks = 6.5"), "rules.rocks: 6.5 is not valid"),
        (_swap("at = [-139, 139]", "at = [-139]"), r"space\[1\].at"),
        (
            _swap("at = [-139, 139]", "at = [-139, 190]"),
            r"space\[1\].at: \[-139, 190\] is not valid",
        ),
        (_swap("at = [-63, 125]", "at = [-73, 128]"), r"space\[8\].at: lies on a1; move one"),
        (_swap('id = "a0"', 'id = "A0"'), r"space\[1\].id: 'A0' isn't a name"),
        (_swap('id = "a1"', 'id = "a0"'), r"space\[2\].id: 'a0' is there twice"),
        (
            _swap('id = "coral"', 'id = "Rot / Blau"'),
            (
                r"nest\[1\].id: 'Rot / Blau' is not valid; "
                r"use up to 40 of a-z"
            ),
        ),
        (_swap('id = "jade"', 'id = "coral"'), r"nest\[2\].id: 'coral' is used twice"),
        (
            _swap("rocks = 6", "rocks = 1"),
            "rules.rocks: 1 is out of range; use a whole number from 2 to 9",
        ),
        (_swap('ink = "#d2553f"', 'ink = "red"'), r"nest\[1\].ink: 'red' isn't a colour"),
        (_swap('symbol = "fish"', 'symbol = "crab"'), r"nest\[1\].symbol: 'crab' is unknown"),
        (_swap('symbol = "fish"', 'symbol = "star"'), r"nest\[2\].symbol: 'star' is used twice"),
        (_swap('centre = "a0"', 'centre = "qa"'), r"nest\[1\].centre: 'qa' isn't a space"),
        (
            _swap('ring = "a1 a2 a3 a4 a5 a6"', 'ring = "a1 a2 a3"'),
            (
                r"nest\[1\].ring: 3 names; "
                r"name 6 spaces"
            ),
        ),
        (
            _swap('ring = "a1 a2 a3 a4 a5 a6"', 'ring = "a1 a2 a3 a4 a5 a5"'),
            r"nest\[1\].ring: 'a5' is used twice",
        ),
        (_swap('pile = "qa"', 'pile = "pa1"'), r"nest\[1\].pile: 'pa1' isn't a pile"),
        (_swap('pile = "qb"', 'pile = "qa"'), r"nest\[2\].pile: 'qa' is used twice"),
        (_swap('start = "pa6"', 'start = "pa5"'), "pa5 is not in front of qa"),
        (
            _swap('through = "pa3 la pd3"', 'through = "pa3 nowhere"'),
            (
                r"trail\[2\].through: "
                r"'nowhere' isn't a place"
            ),
        ),
        (_swap('through = "pa3 la pd3"', 'through = "pa3"'), r"trail\[2\].through: leads nowhere"),
        (_swap('through = "pa3 la pd3"', 'through = "a0 b0"'), "the centres a0 and b0 touch"),
        (_swap("pa5 pa6 qa", "pa6 qa"), "Coral can't reach pa5"),
        (_swap('title = "Rocks"', 'titel = "Rocks"'), "title: missing"),
        (_swap("space = 36", "space = 36\nspice = 3"), "drawing.spice: no such field"),
        (_swap("\n[rules]", "\n[rules"), "not TOML"),
        (lambda text: text.rpartition("[[pile]]")[0], "3 rows"),
    ],
)
def test_a_faulty_board_is_told_file_line_and_field(
    change: Callable[[str], str], problem: str
) -> None:
    """Each message names the file, the line, the field and a remedy."""
    with pytest.raises(DeckError, match=problem) as caught:
        read_board(change(TEXT), "mine.toml")
    assert str(caught.value).startswith("mine.toml: line")
    assert ";" in str(caught.value)


def test_a_board_without_room_for_its_tags_is_told_at_once(board: Board) -> None:
    """Not when it is printed: a quarter full of small spaces, each on a path to the next one."""
    taken = [(place.at, 20 if place.is_pile else 15) for place in board.places]
    spots = [(x, y) for x in range(8, 193, 18) for y in range(8, 193, 18)]
    spots = [
        spot for spot in spots if all(dist(spot, at) >= (15 + width) / 2 for at, width in taken)
    ]
    spaces = "".join(
        f'\n[[space]]\nid = "x{n}"\nat = [{x}, {y}]\n' for n, (x, y) in enumerate(spots)
    )
    steps = pairwise(["pa1", *(f"x{n}" for n in range(len(spots)))])
    trails = "".join(f'\n[[trail]]\nthrough = "{one} {other}"\n' for one, other in steps)
    text = TEXT.replace("space = 36", "space = 15").replace("pile = 60", "pile = 20")
    text = text.replace("\n[[pile]]", f"{spaces}\n[[pile]]", 1) + trails
    with pytest.raises(DeckError, match="no room for its two tags; move") as caught:
        read_board(text, "mine.toml")
    assert str(caught.value).startswith("mine.toml: line 14, drawing: a quarter of the board")
