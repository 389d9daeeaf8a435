from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RookeryError, UsageError
from companion.game import Piece
from companion.giza.deck import Deck
from companion.layout import Size
from companion.manifest import Manifest, PrintedPiece
from printables.draw.paths import Box
from printables.draw.pen import BLEED
from printables.output.job import Job
from printables.output.printer import Printout
from printables.sheets.imposition import (
    SIDES,
    Page,
    duplex,
    find_sides,
    impose,
    manifest,
    sheets_of_paper,
)
from printables.sheets.packing import copies_of
from printables.sheets.paper import EDGE, MARK_SHORTEST, PAPERS
from tests.printables.workshop import BOARD, CARD, NET, jumbles, papers, shape

Way = tuple[str, str]
Point = tuple[float, float]


@dataclass(frozen=True)
class Turned:
    """What turning the paper over does to a point and to a direction of its back, seen from the
    front.
    """

    point: Callable[[Point, Point], Point]
    direction: Callable[[Point], Point]
    next_page: int


# Facts of paper, written down apart from the code: an upright sheet turned like a book's page swaps
# left and right, one turned over its top edge swaps top and bottom, a fold in the middle does the
# one or the other on the page itself, and a page of its own is laid on the other one face up.
LIKE_A_BOOK = Turned(lambda p, page: (page[0] - p[0], p[1]), lambda d: (-d[0], d[1]), 1)
LIKE_A_CALENDAR = Turned(lambda p, page: (p[0], page[1] - p[1]), lambda d: (d[0], -d[1]), 1)
FOLDED_ACROSS = Turned(lambda p, page: (page[0] - p[0], p[1]), lambda d: (-d[0], d[1]), 0)
FOLDED_DOWN = Turned(lambda p, page: (p[0], page[1] - p[1]), lambda d: (d[0], -d[1]), 0)
LAID_APART = Turned(lambda p, _: p, lambda d: d, 1)


def turn_of(sides: str, page: Page) -> Turned:
    """All paper is upright, so that its long edge is at the left; only the fold depends on how the
    page is read.
    """
    folded = FOLDED_DOWN if page.sideways else FOLDED_ACROSS
    return {
        "long": LIKE_A_BOOK,
        "short": LIKE_A_CALENDAR,
        "gutterfold": folded,
        "single": LAID_APART,
    }[sides]


def centre(piece: PrintedPiece) -> Point:
    """The middle of what is cut out, on the page."""
    x, y, width, height = piece.trim
    return x + width / 2, y + height / 2


def up(piece: PrintedPiece) -> Point:
    """The direction on the page in which the piece's top lies, y down."""
    return {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[piece.rotation]


def overlap(front: PrintedPiece, back: PrintedPiece) -> bool:
    """Whether two trims on one page overlap."""
    return Box(*front.trim).grown(-1e-6).overlaps(Box(*back.trim))


def pairs(manifest: Manifest) -> list[tuple[PrintedPiece, PrintedPiece]]:
    faces = {(piece.id, piece.copy, piece.face): piece for piece in manifest.pieces}
    fronts = [
        piece
        for piece in manifest.pieces
        if (piece.id, piece.copy, "back") in faces and piece.face == "front"
    ]
    return [(front, faces[front.id, front.copy, "back"]) for front in fronts]


def test_backs_fall_behind_their_fronts(way: Way, planned: Printout) -> None:
    """The paper turned over as the printer does it: every back's middle is its front's, to 0.01 mm,
    and upright.
    """
    turn, (width, height) = turn_of(way[1], planned.pages[0]), planned.manifest.page
    assert height > width
    found = pairs(planned.manifest)
    assert len(found) == 83 + 10
    for front, back in found:
        assert back.page == front.page + turn.next_page
        assert turn.point(centre(back), planned.manifest.page) == pytest.approx(
            centre(front), abs=0.01
        )
        assert turn.direction(up(back)) == up(front)


def test_every_piece_is_in_the_manifest_with_both_faces(planned: Printout, deck: Deck) -> None:
    """All 83 cards and all tokens, each copy by itself, with the tags that reading needs."""
    count = Counter((piece.kind, piece.face) for piece in planned.manifest.pieces)
    expected = {"penguin": 52, "action": 20, "goal": 10, "chief": 1, "token": deck.tokens}
    assert count == {(kind, face): n for kind, n in expected.items() for face in ("front", "back")}
    tags = Counter((piece.kind, piece.face, len(piece.tags)) for piece in planned.manifest.pieces)
    assert tags["penguin", "front", 2] == tags["penguin", "back", 2] == 52


def test_art_stays_within_reach_of_the_printer_and_off_its_neighbours(planned: Printout) -> None:
    """Each face keeps 4 mm from the paper's edge and bleeds over nobody else's trim,
    nor past 3 mm.
    """
    for page in planned.pages:
        reach = Box.whole(page.size).grown(-EDGE)
        for placed in page.placements:
            assert reach.holds(placed.art)
            assert placed.art.holds(placed.trim)
            assert placed.trim.grown(BLEED).holds(placed.art)
        for one, other in combinations(page.placements, 2):
            assert not one.art.overlaps(other.trim)
            assert not one.trim.overlaps(other.art)


def test_outer_edges_bleed_as_far_as_there_is_room(way: Way, planned: Printout) -> None:
    """3 mm everywhere, less only where a front's margin on Letter or Tabloid must hold a crop mark
    too.
    """
    first = planned.pages[0].placements
    corner = first[0]
    bleeds = (corner.trim.x - corner.art.x, corner.trim.y - corner.art.y)
    narrow = {
        ("letter", "long"): 1,
        ("letter", "short"): 1,
        ("letter", "single"): 1,
        ("letter", "gutterfold"): 0,
        ("tabloid", "short"): 1,
    }
    for side, bleed in enumerate(bleeds):
        if narrow.get(way) == side:
            room = (corner.trim.x, corner.trim.y)[side] - EDGE
            assert 1 <= bleed <= room - MARK_SHORTEST
        else:
            assert bleed == pytest.approx(BLEED)


def test_cards_lie_in_the_middle_of_the_page(way: Way, planned: Printout) -> None:
    """An error off the centre would double across the sides of a duplex sheet."""
    page = planned.pages[0]
    trims = [placed.trim for placed in page.placements]
    assert min(t.x for t in trims) == pytest.approx(page.size.width - max(t.right for t in trims))
    assert min(t.y for t in trims) == pytest.approx(page.size.height - max(t.bottom for t in trims))
    folded, large = way[1] == "gutterfold", way[0] in {"a3", "tabloid"}
    assert len(trims) == (18 if large else 8 if folded else 9)


@pytest.mark.parametrize(
    ("sides", "pages", "sheets"),
    [("long", 20, 10), ("short", 20, 10), ("gutterfold", 22, 22), ("single", 20, 20)],
)
def test_pages_and_sheets_are_as_few_as_the_pieces_allow(
    job: Callable[..., Job], sides: str, pages: int, sheets: int
) -> None:
    """83 cards and 10 tokens on 9-up sheets or 4-up folds; a simplex way takes a sheet for every
    page.
    """
    order = job(sides=sides)
    found = impose(copies_of(order.pieces), order.paper, order.sides)
    assert (len(found), sheets_of_paper(found, order.sides)) == (pages, sheets)
    assert [page.number for page in found] == list(range(1, pages + 1))


def test_pieces_without_backs_print_no_empty_page(job: Callable[..., Job]) -> None:
    """A back that nobody draws costs no side of paper."""
    order = job()
    fronts = [
        type(piece)(piece.id, piece.kind, piece.size, {"front": ()}) for piece in order.pieces
    ]
    assert {page.side for page in impose(copies_of(fronts), order.paper, order.sides)} == {"front"}


def test_copies_stay_apart_in_the_manifest(job: Callable[..., Job]) -> None:
    """Three sets in one PDF: the manifest accepts them, because each copy has its own number."""
    order = job()
    pages = impose(copies_of(order.pieces, 3), order.paper, order.sides)
    found = manifest(pages, "giza", "x", order.paper)
    assert Counter(piece.copy for piece in found.pieces if piece.id == "chief") == {
        1: 2,
        2: 2,
        3: 2,
    }
    assert len(found.pieces) == 3 * 2 * sum(piece.count for piece in order.pieces)
    with pytest.raises(RookeryError, match="twice"):
        Manifest("giza", "x", "a4", (210, 297), found.pieces[:1] * 2)


def test_an_unknown_way_is_refused_by_name() -> None:
    """The message lists the four that there are."""
    with pytest.raises(UsageError, match=f"both: no such way .*: {', '.join(SIDES)}"):
        find_sides("both")


@given(pieces=jumbles(), paper=papers, sides=st.sampled_from(sorted(SIDES)), bleed=st.booleans())
def test_whatever_is_printed_backs_fall_behind_fronts(
    *, pieces: tuple[Piece, ...], paper: str, sides: str, bleed: bool
) -> None:
    """Cards, tiles, boards in panels, upright or turned, on any paper: middles meet, tops point the
    same way.
    """
    copies = copies_of(pieces, shape=shape)
    pages = impose(copies, PAPERS[paper], SIDES[sides], bleed=bleed, index=True)
    printed = manifest(pages, "workshop", "x", PAPERS[paper])
    assert all((page.printed.width, page.printed.height) == printed.page for page in pages)
    by_number = {page.number: page for page in pages}
    two_sided = {copy.piece.id for copy in copies if copy.two_sided}
    found = pairs(printed)
    assert {front.id.split(".")[0] for front, _ in found} == two_sided
    assert len(found) * 2 == sum(piece.id.split(".")[0] in two_sided for piece in printed.pieces)
    for front, back in found:
        way = turn_of(sides, by_number[front.page])
        if by_number[front.page].side == "sheet" and sides == "single":
            # all of it on one sheet, after the index
            assert back.page == front.page == pages[-1].number == 2
            assert up(back) == up(front)
            assert not overlap(front, back)
            continue
        if sides == "gutterfold" and by_number[front.page].side == "front":
            way = LAID_APART  # too large for half a page
        assert back.page == front.page + way.next_page
        assert way.point(centre(back), printed.page) == pytest.approx(centre(front), abs=1e-6)
        assert way.direction(up(back)) == up(front)


@given(pieces=jumbles(), paper=papers, sides=st.sampled_from(sorted(SIDES)), bleed=st.booleans())
def test_art_holds_its_piece_and_keeps_off_all_others(
    *, pieces: tuple[Piece, ...], paper: str, sides: str, bleed: bool
) -> None:
    """Within the printer's reach, over nobody else's trim, and all of what is cut out
    is printed.
    """
    for page in impose(copies_of(pieces, shape=shape), PAPERS[paper], SIDES[sides], bleed=bleed):
        for placed in page.placements:
            assert Box.whole(page.size).grown(-EDGE).holds(placed.art)
            assert placed.art.holds(placed.cut)
            assert placed.cut.holds(placed.trim)
            assert placed.cut.grown(BLEED).holds(placed.art)
        for one, other in combinations(page.placements, 2):
            assert not one.art.overlaps(other.cut)
            assert not one.cut.overlaps(other.art)


@given(
    trim=st.builds(Box, *[st.floats(1, 200)] * 4),
    turned=st.sampled_from([0, 90, 180, 270]),
    paper=papers,
)
@pytest.mark.parametrize("slug", SIDES)
def test_the_back_of_a_back_is_the_front(slug: str, paper: str, trim: Box, turned: int) -> None:
    """Turning the paper over twice changes nothing, upright or sideways."""
    sides = SIDES[slug]
    for page in (PAPERS[paper].size, PAPERS[paper].sideways):
        again, rotation = sides.behind(*_page_between(sides.behind(trim, page, turned), page))
        assert (again.x, again.y, again.width, again.height) == pytest.approx(
            (trim.x, trim.y, trim.width, trim.height)
        )
        assert rotation == turned


def _page_between(back: tuple[Box, int], page: Size) -> tuple[Box, Size, int]:
    return back[0], page, back[1]


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("a3", (420, 297)), ("tabloid", (431.8, 279.4))]
)
def test_the_paper_lies_so_that_it_takes_fewer_sheets(paper: str, size: Point) -> None:
    """18 cards lie on large paper sideways, 16 upright; on small paper it is 9 to 8."""
    pages = impose(copies_of([CARD], 4), PAPERS[paper], SIDES["long"])
    assert (pages[0].size.width, pages[0].size.height) == size


def test_cards_with_a_bleed_of_their_own_lie_eight_on_a4_sideways() -> None:
    """Six mm apart: each card's art reaches 3 mm beyond its trim on all sides, and meets nobody
    else's.
    """
    front, _ = impose(copies_of([replace(CARD, count=8)]), PAPERS["a4"], SIDES["long"], bleed=True)
    assert (front.size.width, len(front.placements)) == (297, 8)
    for placed in front.placements:
        assert placed.art == placed.trim.grown(BLEED)
    for one, other in combinations(front.placements, 2):
        assert not one.art.overlaps(other.art)


def test_a_duplex_sheet_without_backs_has_an_empty_back_page() -> None:
    """Or the next front would be printed on its back."""
    net = replace(NET, size=Size(190, 250))
    pages = impose(copies_of([net, CARD], shape=shape), PAPERS["a4"], SIDES["long"], index=True)
    assert [page.side for page in pages[:4]] == ["index", "back", "front", "back"]
    assert [page.sheet for page in pages] == [n // 2 for n in range(len(pages))]
    assert not pages[1].placements
    assert not pages[3].placements
    assert sheets_of_paper(pages, SIDES["long"]) == len(pages) / 2


def test_what_has_no_backs_at_all_is_printed_on_one_side() -> None:
    """The printer learns that, and no page stays empty."""
    pages = impose(copies_of([NET], shape=shape), PAPERS["a4"], SIDES["long"], index=True)
    assert [page.side for page in pages] == ["index", "front"]
    assert duplex(pages, SIDES["long"]) == "Simplex"
    assert sheets_of_paper(pages, SIDES["long"]) == 2


@pytest.mark.parametrize("sides", SIDES)
def test_a_boards_panels_are_pieces_of_the_manifest(sides: str) -> None:
    """board.1 to board.4, each with the tags that lie on it, seen from its own corner."""
    pages = impose(copies_of([BOARD, CARD]), PAPERS["a4"], SIDES[sides])
    printed = manifest(pages, "workshop", "x", PAPERS["a4"])
    panels = [piece for piece in printed.pieces if piece.kind == "board"]
    assert [panel.id for panel in panels] == ["board.1", "board.2", "board.3", "board.4"]
    assert [panel.trim[2:] for panel in panels] == [(200, 200)] * 4
    places = [(tag.id, tag.x, tag.y) for panel in panels for tag in panel.tags]
    assert places == [(0, 12, 12), (1, 188, 12), (2, 12, 188), (3, 188, 188)]
