"""The tuck box: a net whose edges meet when it is folded, large enough for what it holds."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck
from companion.game import Piece, game, slugs
from companion.layout import POKER, Size
from printables.art.cover import Cover, cover
from printables.draw.chords import flattened
from printables.draw.paths import Box
from printables.extras import tuckbox
from printables.extras.tuckbox import GLUE, PLAY, ROOM, THICKEST, THINNEST, TONGUE, Net, nets
from tests.printables.extras.drawn import drawn, pieces, words
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())
measures = st.builds(
    Net, st.floats(45, 90), st.floats(60, 95), st.floats(THINNEST, THICKEST), st.just("")
)


def _piece(net: Net) -> Piece:
    (piece,) = tuckbox.pieces([net])
    return piece


@given(net=measures)
def test_edges_that_meet_are_equally_long(net: Net) -> None:
    """Back and front are as wide, both sides as deep, a lid as deep as a side, and the flap as high
    as the body.
    """
    back, side, front, other, right = net.columns
    assert side - back == pytest.approx(other - front) == pytest.approx(net.width)
    assert front - side == pytest.approx(right - other) == pytest.approx(net.depth)
    level = sorted(
        {fold.start[1] for fold in tuckbox.shape(_piece(net)).folds if fold.start[1] == fold.end[1]}
    )
    lid, top, low, bottom = level
    assert top - lid == pytest.approx(net.depth)
    assert bottom - low == pytest.approx(net.depth)
    assert low - top == pytest.approx(net.height)


@given(net=measures)
def test_flaps_fit_inside(net: Net) -> None:
    """Dust flaps don't meet under the lid, tongues aren't wider than the front, and the glue flap
    hides in a side.
    """
    assert 2 * net.dust < net.width
    assert net.depth > GLUE or net.depth == pytest.approx(THINNEST, abs=1.0)
    assert net.height / 2 > TONGUE


@given(net=measures)
def test_the_outline_is_one_line_round_the_net(net: Net) -> None:
    """One closed outline that touches all four edges of its box and doesn't cross itself."""
    (run,) = flattened(tuckbox.shape(_piece(net)).cut, 0.05)
    assert run.closed
    xs, ys = zip(*run.points, strict=True)
    assert (min(xs), min(ys)) == (pytest.approx(0), pytest.approx(0))
    assert (max(xs), max(ys)) == (pytest.approx(net.size.width), pytest.approx(net.size.height))
    edges = [*pairwise(run.points), (run.points[-1], run.points[0])]
    edges = [edge for edge in edges if dist(*edge) > 1e-6]
    for index, one in enumerate(edges):
        for other in edges[index + 2 :]:
            assert not _cross(one, other), (one, other)


@given(net=measures)
def test_folds_lie_on_the_paper(net: Net) -> None:
    """Each fold runs inside the outline or along it, from edge to edge."""
    size = net.size
    for fold in tuckbox.shape(_piece(net)).folds:
        for x, y in (fold.start, fold.end):
            assert -1e-6 <= x <= size.width + 1e-6
            assert -1e-6 <= y <= size.height + 1e-6


@every_game
def test_the_box_holds_the_game(slug: str) -> None:
    """Its net fits a page of A4 and of Letter, upright or sideways."""
    for piece in pieces(slug, "box"):
        size = piece.size
        assert max(size.width, size.height) <= ROOM.width
        assert min(size.width, size.height) <= ROOM.height


@given(count=st.integers(1, 400))
def test_thick_decks_get_several_boxes(count: int) -> None:
    """All cards fit into the boxes together, lying flat with a little play, and none is too thick
    to print.
    """
    row = game("giza")
    card = Piece("card", "card", POKER, {"front": ()}, count=count)
    found = nets(row, load_deck(row), [card], 0.32)
    assert all(THINNEST <= net.depth <= THICKEST for net in found)
    assert sum(net.depth for net in found) >= count * 0.32
    assert {(net.width, net.height) for net in found} == {(POKER.width + PLAY, POKER.height + PLAY)}
    assert len({net.depth for net in found}) == 1


def test_small_pieces_take_room() -> None:
    """Tokens make the box deeper, boards that stay outside don't."""
    row = game("giza")
    cards = Piece("card", "card", POKER, {"front": ()}, count=60)
    tokens = Piece("token", "token", Size(20, 20), {"front": ()}, count=60)
    board = Piece("board", "board", Size(400, 400), {"front": ()})
    alone, with_tokens, with_board = (
        nets(row, load_deck(row), found, 0.32)[0].depth
        for found in ([cards], [cards, tokens], [cards, board])
    )
    assert alone == with_board < with_tokens


@every_game
def test_title_on_five_sides(slug: str) -> None:
    """Front, back, both sides and both lids say what is in the box."""
    name = game(slug).title.split(": ")[0]
    assert words(drawn(slug, "box")).count(name) >= 3  # turned letters are read one by one
    assert load_holds(slug) in words(drawn(slug, "box"))


def load_holds(slug: str) -> str:
    """What the box says that it holds."""
    return str(tuckbox.net_of(pieces(slug, "box")[0]).holds)


@every_game
def test_letters_keep_off_the_folds(slug: str) -> None:
    """The panels of the net don't overlap: each has its own place."""
    net = tuckbox.net_of(pieces(slug, "box")[0])
    back, side, front, other, right = net.columns
    columns = [(back, side), (side, front), (front, other), (other, right)]
    boxes = [Box.between(left, net.top, edge, net.top + net.height) for left, edge in columns]
    for one, two in pairwise(boxes):
        assert one.right == pytest.approx(two.x)


@every_game
def test_the_sign_stands_before_the_name(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a side both are centred as one, and the plate cuts none of the signs on the ground."""
    signs: list[tuple[float, float, float]] = []
    monkeypatch.setattr(
        Cover, "draw_motif", lambda _look, _pen, x, y, size: signs.append((x, y, size))
    )
    net, pen = tuckbox.net_of(pieces(slug, "box")[0]), Recorder()
    tuckbox._draw_side(pen, cover(slug), game(slug).title.partition(": ")[0], net)
    x, _, size = signs.pop()
    (word,) = pen.words
    across = sorted(net.height / 2 - down for _, down in word.corners)  # turned: upwards on the box
    assert x - size / 2 == pytest.approx(-across[-1])
    assert x + size / 2 < across[0]
    plate = Box(
        net.depth / 2 - word.size * 0.78,
        net.height / 2 - across[-1] - 3,
        word.size * 1.56,
        2 * across[-1] + 6,
    )
    for at, down, wide in signs:
        assert not Box(at - wide / 2, down - wide / 2, wide, wide).overlaps(plate)


def _cross(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
    """Whether two straight lines cross within both."""

    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9
