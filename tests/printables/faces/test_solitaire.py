"""Solitaire's faces: a photo can read them, squares lie where scanning looks for them, and paper
pyramids close up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import acos, cos, dist, hypot, sin

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.decks import Colour
from companion.errors import PrintError
from companion.game import Piece
from companion.layout import Size
from companion.solitaire.board import PATTERNS, SYMBOLS, Board, standard
from companion.solitaire.pieces import FRUSTUMS, RIM, SQUARE, pieces, square_centre
from printables.art import patterns
from printables.draw.colours import GOLD, INK, PAPER, WHITE, Ink
from printables.draw.paths import Path, rectangle
from printables.draw.pen import BLEED, PdfPen
from printables.draw.svg import SvgPen
from printables.faces.solitaire.pieces import draw, net, shape
from printables.faces.solitaire.signs import SIGNS, draw_far, draw_near, draw_sign, sign_of
from printables.sheets.panels import split
from printables.sheets.paper import PAPERS, rooms
from tests.printables.faces.easel import MAGENTA, on_pages, rendered, tags_seen
from tests.printables.faces.recorder import Recorder

Vector = npt.NDArray[np.float64]

INKS: tuple[Ink, ...] = ("full", "low", "mono")
SVG = "{http://www.w3.org/2000/svg}"
boards = st.builds(standard().sized, st.integers(3, 8), st.integers(3, 10))
every_ink = pytest.mark.parametrize("ink", INKS)
every_size = pytest.mark.parametrize("size", ["S", "M", "L"])


def named(name: str, board: Board | None = None) -> Piece:
    """The piece called so."""
    return next(piece for piece in pieces(board or standard()) if piece.id == name)


def recorded(piece: Piece, ink: Ink = "full", deck: Board | None = None) -> Recorder:
    """What a face draws."""
    pen = Recorder(ink)
    draw(pen, piece, "front", deck or standard())
    return pen


def svg(piece: Piece, ink: Ink = "full", deck: Board | None = None) -> str:
    """A face as SVG text."""
    pen = SvgPen(piece.size, ink)
    draw(pen, piece, "front", deck or standard())
    return pen.to_svg("a piece", "test")


def pdf(
    drawn: Sequence[Piece], ink: Ink = "full", page: str = MAGENTA, deck: Board | None = None
) -> bytes:
    """A page for each face, with its bleed on a page of the colour `page`."""
    return on_pages(draw, deck or standard(), [(piece, "front") for piece in drawn], ink, page)


# --- the board ---


@pytest.mark.parametrize("ink", ["full", "mono"])
def test_a_board_with_the_tables_address_leads_there(ink: Ink) -> None:
    """A phone reads the code, its words keep away from the trim, and all tags are read
    as before.
    """
    board = named("board-3x4")
    linked = replace(board, data={**board.data, "address": "http://192.168.1.5:8000/"})
    (picture,) = rendered(pdf([linked], ink))
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == ["HTTP://192.168.1.5:8000/S"]
    seen = Counter(number for number, _ in tags_seen(picture, 0))
    assert seen == Counter(tag.id for tag in board.faces["front"])
    words = {word.text for word in recorded(linked, ink).words}
    assert {"Stuck?", "192.168.1.5:8000/s"} <= words
    assert not {"Stuck?"} & {
        word.text for word in recorded(board, ink).words
    }  # a code that leads nowhere would be a lie


@pytest.mark.parametrize("address", ["here", "ftp://192.168.1.5", f"http://{'long' * 20}.example"])
def test_no_code_for_what_is_no_address(address: str) -> None:
    """It is said, with an address that works."""
    board = named("board-3x4")
    with pytest.raises(PrintError, match=r"--address: .*; give the table's plain address"):
        recorded(replace(board, data={**board.data, "address": address}))


@settings(max_examples=12)
@given(boards)
def test_squares_are_drawn_round_their_middles(board: Board) -> None:
    """Each name stands in the upper left of its own square, each letter and number in line with its
    squares.
    """
    piece = named(f"board-{board.size}", board)
    words = recorded(piece, deck=board).words
    rims = Counter(word.text for word in words if len(word.text) == 1)
    assert rims == Counter("abcdefghij"[: board.columns] * 2 + "12345678"[: board.rows] * 2)
    places = {word.text: np.mean(word.corners, axis=0) for word in words if len(word.text) == 2}
    assert places.keys() == set(board.grid.names)
    for name, (x, y) in places.items():
        middle = square_centre(board, name)
        assert 10 < middle[0] - x < SQUARE / 2 - 2
        assert 10 < middle[1] - y < SQUARE / 2 - 2
    for word in words:
        if len(word.text) == 1:
            x, y = np.mean(word.corners, axis=0)
            column, row = round((x - RIM) / SQUARE - 0.5), round((y - RIM) / SQUARE - 0.5)
            along, index = (x, column) if word.text.isalpha() else (y, row)
            assert along == pytest.approx(RIM + (index + 0.5) * SQUARE, abs=0.2)
            assert word.text == (chr(ord("a") + index) if word.text.isalpha() else str(index + 1))


def test_hops_lead_to_squares_of_the_same_sign() -> None:
    """solitaire R1: a hop keeps row and column odd or even, so its start and end show one sign, and
    what it hops over another.
    """
    board = standard().sized(5, 6)
    for jump in board.grid.jumps:
        start, over, end = (sign_of(*divmod(square, board.columns)) for square in jump[1:])
        assert start == end != over


@every_ink
def test_signs_look_different(ink: Ink) -> None:
    """Four kinds of squares, told by shape alone."""
    drawn = set()
    for name in SIGNS:
        pen = Recorder(ink)
        draw_sign(pen, name, 0, 0, 20, line="#000000", fill=WHITE)
        drawn.add("".join(str(each.path) for each in pen.painted))
    assert len(drawn) == 4


@pytest.mark.parametrize("scene", [draw_far, draw_near])
def test_scenes_of_the_rim_stay_in_their_square(scene: object) -> None:
    """No seam between squares cuts a penguin or a palm, and none touches the label in
    the middle.
    """
    for index in range(10):
        file = BytesIO()
        canvas = Canvas(file, pagesize=(60 * mm, 20 * mm), invariant=1)
        pen = PdfPen(canvas, Size(60, 20))
        pen.paint(rectangle(0, 0, 60, 20), MAGENTA)
        with pen.at(30, 0):
            scene(pen, index, 15.5)  # type: ignore[operator]
        canvas.save()
        picture = next(rendered(file.getvalue(), 254)).astype(int)
        inked = (picture[:, :, 1] > 30) | (picture[:, :, 0] < 225)
        across = np.flatnonzero(inked.any(axis=0)) / 10 - 30
        assert np.abs(across).max() < SQUARE / 2, index
        assert np.abs(across).min() > 5.95, index  # half of the label


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("size", ["5x5", "6x6", "5x7", "7x8", "8x10"])
def test_panels_part_squares_and_cut_none(size: str, paper: str) -> None:
    """A board larger than the paper is cut between squares only, and every label and tag lies whole
    in one panel.
    """
    board = standard().sized(*map(int, size.split("x")))
    piece = named(f"board-{size}", board)
    room = [frame.marked for tier in rooms(PAPERS[paper].size) for frame in tier]
    panels = [panel for _, panel in split(piece, room)]
    xs = {panel.window.x for panel in panels} | {panel.window.right for panel in panels}
    ys = {panel.window.y for panel in panels} | {panel.window.bottom for panel in panels}
    for at, length in [*((x, piece.size.width) for x in xs), *((y, piece.size.height) for y in ys)]:
        assert at in {0, length} or (at - RIM) % SQUARE == 0
    for word in recorded(piece, deck=board).words:
        left, top = np.min(word.corners, axis=0)
        right, low = np.max(word.corners, axis=0)
        assert not any(left < x < right for x in xs)
        assert not any(top < y < low for y in ys)


# --- pyramids of paper ---


@every_size
def test_nets_close_up(size: str) -> None:
    """Folded along its creases, the four faces meet edge to edge and stand level, as wide and high
    as they should.
    """
    form = FRUSTUMS[size]
    faces = [np.array(face) for face in _faces(size)]
    lean = acos((form.base - form.top) / 2 / form.slant)  # between a face and the table
    folded = [_folded(face, lean, turn) for turn, face in enumerate(faces)]
    for turn, face in enumerate(folded):
        after = folded[(turn + 1) % 4]
        assert face[2] == pytest.approx(after[3], abs=1e-6)  # the base's corners
        assert face[1] == pytest.approx(after[0], abs=1e-6)  # the top's corners
        assert dist(face[2], face[3]) == pytest.approx(form.base)
        assert face[2:, 2] == pytest.approx(-form.height)
    assert cos(lean) > 0


@every_size
def test_tabs_hide_behind_the_next_face(size: str) -> None:
    """Glued to its inside, a tab looks out nowhere; flat, it touches no other part of the net."""
    form = FRUSTUMS[size]
    found, faces = net(form), _faces(size)
    assert len(found.glue) == 4
    half = form.size.width / 2
    for turn, area in enumerate(found.glue):
        tab = _points(area)
        after = np.array(faces[(turn - 1) % 4], np.float32)
        # turned over about its leg by folding: as far inside the next face as it was outside
        for x, y in tab:
            placed = _over_leg((x, y), faces[turn], faces[(turn - 1) % 4])
            assert cv2.pointPolygonTest(after, placed, measureDist=True) > -1e-3
        for other in range(4):
            contour = np.array(faces[other], np.float32)
            outside = [cv2.pointPolygonTest(contour, point, measureDist=True) for point in tab[1:3]]
            assert max(outside) < -0.8, (turn, other)
    assert all(0 <= n <= 2 * half + 1e-6 for point in _points(found.cut) for n in point)


@every_size
def test_nets_have_their_creases_on_the_outline(size: str) -> None:
    """Four round the top and one at each tab, all away from the print; the cut is one
    closed line.
    """
    form = FRUSTUMS[size]
    found = net(form)
    assert [fold.crease for fold in found.folds] == ["mountain"] * 8
    lengths = sorted(round(dist(fold.start, fold.end), 6) for fold in found.folds)
    leg = hypot(form.slant, (form.base - form.top) / 2)
    assert lengths == pytest.approx(sorted([form.top] * 4 + [leg] * 4))
    assert [step[0] for step in found.cut.steps if step[0] in "MZ"] == ["M", "Z"]
    corners = _points(found.cut)
    for fold in found.folds:
        assert min(dist(fold.start, point) for point in corners) < 1e-6
        assert min(dist(fold.end, point) for point in corners) < 1e-6


def test_a_top_is_its_tag_and_nothing_else() -> None:
    """The tag lies in the middle of the top, upright, so that a camera above sees it whichever way
    it is turned.
    """
    for piece in pieces(standard()):
        if piece.kind == "pyramid":
            (tag,), form = piece.faces["front"], FRUSTUMS[str(piece.data["pyramid"])]
            assert (tag.x, tag.y) == (piece.size.width / 2, piece.size.height / 2)
            assert tag.size == pytest.approx(form.top * 0.8)


def _points(path: Path) -> list[tuple[float, float]]:
    return [(step[1][-2], step[1][-1]) for step in path.steps if step[1]]


def _faces(size: str) -> list[list[tuple[float, float]]]:
    """Each face of a net: upper right, upper left, lower left, lower right, from creases and
    outline alone.
    """
    form = FRUSTUMS[size]
    found, corners = net(form), _points(net(form).cut)
    tops = [fold for fold in found.folds if dist(fold.start, fold.end) == pytest.approx(form.top)]
    faces = []
    for turn, fold in enumerate(tops):
        start = turn * 5
        assert corners[start] == pytest.approx(fold.start)
        faces.append([fold.start, fold.end, corners[start + 4], corners[start + 3]])
    return faces


def _folded(face: Vector, lean: float, turn: int) -> Vector:
    """A face's corners in space when it is folded down; x, y as on the net, z up from the top."""
    middle = (face[0] + face[1]) / 2
    out = np.array([(0, 1), (-1, 0), (0, -1), (1, 0)][turn])
    far = (face - middle) @ out
    flat = face - far[:, None] * out
    folded: Vector = np.column_stack([flat + (far * cos(lean))[:, None] * out, -far * sin(lean)])
    return folded


def _over_leg(
    point: tuple[float, float], face: list[tuple[float, float]], after: list[tuple[float, float]]
) -> tuple[float, float]:
    """Where on the next face a point of a tab comes to lie: legs on each other, the tab inwards."""
    start, end = np.array(face[0]), np.array(face[3])
    along = (end - start) / np.linalg.norm(end - start)
    way = (np.array(point) - start) @ along
    off = float(np.linalg.norm(np.array(point) - start - way * along))
    top, foot, middle = np.array(after[1]), np.array(after[2]), np.mean(after, axis=0)
    there = (foot - top) / np.linalg.norm(foot - top)
    inward = np.array([-there[1], there[0]])
    if (middle - top) @ inward < 0:
        inward = -inward
    x, y = top + way * there + off * inward
    return float(x), float(y)


# --- colours, sizes, sums ---


@every_ink
@pytest.mark.parametrize("kind", ["token", "pyramid"])
def test_colours_and_sizes_are_told_without_colour(kind: str, ink: Ink) -> None:
    """With the same ink everywhere, each of the 15 still looks different: by symbol, by pattern, by
    pips.
    """
    grey = replace(
        standard(), colours=tuple(replace(each, ink="#808080") for each in standard().colours)
    )
    drawn = set()
    for piece in pieces(grey):
        if piece.kind == kind:
            bare = replace(piece, faces={"front": ()})
            drawn.add(svg(bare, ink, grey))
    assert len(drawn) == 15


@pytest.mark.parametrize("kind", ["token", "pyramid"])
def test_pips_are_those_of_the_deck(kind: str) -> None:
    """solitaire R4: as many on each face of a pyramid, and above a token's tag, as it counts."""
    counted = {}
    for size, wanted in (("small", 1), ("medium", 2), ("large", 3)):
        piece = named(f"{kind}-{size}-jade")
        changed = replace(
            standard(), pips={**standard().pips, str(piece.data["pyramid"]): wanted + 1}
        )
        less, more = (len(recorded(piece, deck=deck).painted) for deck in (standard(), changed))
        counted[wanted] = more - less
    assert set(counted.values()) == {4 if kind == "pyramid" else 1}


def test_the_mat_shows_its_totals() -> None:
    """solitaire R4: 3, 6 ... 30, 2, 4 ... 24, 1, 2 ... 16, and what each counts; other pips, other
    totals.
    """
    words = Counter(word.text for word in recorded(named("tally")).words)
    wanted = Counter(str(n) for n in (*range(3, 31, 3), *range(2, 25, 2), *range(1, 17)))
    assert wanted <= words
    assert {"Large: 3 each", "Medium: 2 each", "Small: 1 each"} <= set(words)
    dear = replace(standard(), pips={"S": 2, "M": 5, "L": 9})
    assert "Large: 9 each" in {
        word.text for word in recorded(named("tally", dear), deck=dear).words
    }


def test_the_mats_panels_lie_apart() -> None:
    """Between the frames of the three sizes' panels is a gap, and each heading's pyramid has its
    size's share.
    """
    painted = recorded(named("tally")).painted
    panels = [each.path for each in painted if each.stroke == INK and each.fill == PAPER][:3]
    ends = [(min(y for _, y in _points(path)), max(y for _, y in _points(path))) for path in panels]
    assert all(after[0] - before[1] > 1 for before, after in pairwise(ends))
    bases = [
        max(x for x, _ in _points(each.path))
        for each in painted
        if each.fill == GOLD and each.origin[0] == 10
    ]
    assert [base / bases[0] for base in bases] == pytest.approx(
        [FRUSTUMS[s].base / FRUSTUMS["L"].base for s in "LMS"]
    )


@every_size
def test_symbols_of_tokens_keep_from_the_trim(size: str) -> None:
    """A symbol and its clear rim lie inside; where there is no room it is left out, and so not
    taken for a pip.
    """
    board = standard()
    lapis = next(colour for colour in board.colours if colour.id == "lapis")
    piece = next(
        p
        for p in pieces(board)
        if p.id.endswith("-lapis") and p.kind == "token" and p.data["pyramid"] == size
    )
    sizes = {
        symbol: _bare(piece, board, replace(lapis, symbol=symbol)) for symbol in sorted(SYMBOLS)
    }
    changed = np.max([np.abs(each - sizes["sun"]) for each in sizes.values()], axis=(0, 3)) > 40
    rows, columns = (np.flatnonzero(changed.any(axis=axis)) / 10 - BLEED for axis in (1, 0))
    assert changed.any() == (size != "S")
    if size != "S":
        assert min(columns.min(), piece.size.width - columns.max(), rows.min()) > 0.7


def _bare(piece: Piece, board: Board, colour: Colour) -> npt.NDArray[np.int64]:
    """A token without its tag, in this colour."""
    deck = replace(
        board, colours=tuple(colour if each.id == colour.id else each for each in board.colours)
    )
    return next(rendered(pdf([replace(piece, faces={"front": ()})], deck=deck), 254)).astype(int)


def test_the_sun_is_no_label() -> None:
    """The sun among the columns' letters is smaller than their plates, and higher."""
    pen = Recorder()
    draw_far(pen, 2, 16)
    (sun,) = (each for each in pen.painted if each.fill == GOLD)
    ys = [16 + 0.8 * y for _, y in _points(sun.path)]
    assert max(ys) - min(ys) < 6.4
    assert max(ys) < RIM / 2


def test_what_a_file_may_say_can_be_drawn() -> None:
    """Every symbol and pattern that a board file may name."""
    assert set(patterns.SYMBOLS) >= SYMBOLS
    assert set(patterns.PATTERNS) == PATTERNS


# --- nets, shapes and letters ---


def test_colour_goes_beyond_the_creases_of_a_net() -> None:
    """A fold a little off shows no white edge: a face's colour reaches onto its tab and beyond its
    base.
    """
    piece, form = named("pyramid-large-ruby"), FRUSTUMS["L"]
    picture = next(rendered(pdf([piece]), 254)).astype(int)
    middle = piece.size.width / 2 + BLEED

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(picture[round((middle + y) * 10), round((middle + x) * 10)])

    half = form.top / 2
    for way in (0.3, 0.6, 0.9):
        x, y = half + way * (form.base - form.top) / 2, half + way * form.slant
        for place in ((x + 0.8, y), (-x - 0.8, y), (0, half + form.slant + 2)):
            assert min(at(*place)) < 150, place


def test_shapes_are_for_pyramids() -> None:
    """Everything else is a rectangle, which a trimmer cuts."""
    for piece in pieces(standard()):
        assert (shape(piece, standard()) is not None) == (piece.kind == "pyramid")


def test_missing_glyph_names_the_piece() -> None:
    """A deck with a title that the font can't print is refused, and the piece is named."""
    deck = replace(standard(), title="金字塔")
    with pytest.raises(PrintError, match=r"^tally: .*U\+91D1"):
        draw(SvgPen(Size(10, 10)), named("tally"), "front", deck)
