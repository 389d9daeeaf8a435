from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import pytest

from companion.errors import RookeryError, UsageError
from companion.giza.deck import Deck
from companion.manifest import Manifest, PrintedPiece
from printables.imposition import MARK_SHORTEST, SIDES, find_sides, impose, manifest, sheets_of_paper
from printables.paper import EDGE, whole
from printables.pen import BLEED
from printables.printer import Job, Printout
from printables.sheet import copies_of

Way = tuple[str, str]
Point = tuple[float, float]


@dataclass(frozen=True)
class Turned:
    """What turning the paper over does to a point and to a direction of its back, seen from the front."""

    point: Callable[[Point, Point], Point]
    direction: Callable[[Point], Point]
    next_page: int


# Facts of paper, written down apart from the code: a sheet turned like a book's page swaps left and right, one turned
# over its top edge swaps top and bottom, a fold in the middle swaps left and right on the page itself, and a page of
# its own is laid on the other one face up.
PAPER_TURNS = {
    "long": Turned(lambda p, page: (page[0] - p[0], p[1]), lambda d: (-d[0], d[1]), 1),
    "short": Turned(lambda p, page: (p[0], page[1] - p[1]), lambda d: (d[0], -d[1]), 1),
    "gutterfold": Turned(lambda p, page: (page[0] - p[0], p[1]), lambda d: (-d[0], d[1]), 0),
    "single": Turned(lambda p, _: p, lambda d: d, 1),
}


def up(piece: PrintedPiece) -> Point:
    """The direction on the page in which the piece's top lies, y down."""
    return {0: (0, -1), 180: (0, 1)}[piece.rotation]


def pairs(manifest: Manifest) -> list[tuple[PrintedPiece, PrintedPiece]]:
    faces = {(piece.id, piece.copy, piece.face): piece for piece in manifest.pieces}
    return [(front, faces[name, copy, "back"]) for (name, copy, face), front in faces.items() if face == "front"]


def test_backs_fall_behind_their_fronts(way: Way, printed: Printout) -> None:
    """The paper turned over as the printer does it: every back's middle is its front's, to 0.01 mm, and upright."""
    turn = PAPER_TURNS[way[1]]
    found = pairs(printed.manifest)
    assert len(found) == 83 + 10
    for front, back in found:
        assert back.page == front.page + turn.next_page
        assert turn.point(back.centre, printed.manifest.page) == pytest.approx(front.centre, abs=0.01)
        assert turn.direction(up(back)) == up(front)


def test_every_piece_is_in_the_manifest_with_both_faces(printed: Printout, deck: Deck) -> None:
    """All 83 cards and all tokens, each copy by itself, with the tags that reading needs."""
    count = Counter((piece.kind, piece.face) for piece in printed.manifest.pieces)
    expected = {"penguin": 52, "action": 20, "goal": 10, "chief": 1, "token": deck.tokens}
    assert count == {(kind, face): n for kind, n in expected.items() for face in ("front", "back")}
    tags = Counter((piece.kind, piece.face, len(piece.tags)) for piece in printed.manifest.pieces)
    assert tags["penguin", "front", 2] == tags["penguin", "back", 2] == 52


def test_art_stays_within_reach_of_the_printer_and_off_its_neighbours(printed: Printout) -> None:
    """Each face keeps 4 mm from the paper's edge and bleeds over nobody else's trim, nor past 3 mm."""
    for page in printed.pages:
        reach = whole(page.size).grown(-EDGE)
        for placed in page.placements:
            assert reach.holds(placed.art)
            assert placed.art.holds(placed.trim)
            assert placed.trim.grown(BLEED).holds(placed.art)
        for one, other in combinations(page.placements, 2):
            assert not one.art.overlaps(other.trim)
            assert not one.trim.overlaps(other.art)


def test_outer_edges_bleed_as_far_as_there_is_room(way: Way, printed: Printout) -> None:
    """3 mm everywhere, less only where a front's margin on Letter must hold a crop mark too."""
    first = printed.pages[0].placements
    corner = first[0]
    bleeds = (corner.trim.x - corner.art.x, corner.trim.y - corner.art.y)
    narrow = {("letter", "long"): 1, ("letter", "short"): 1, ("letter", "single"): 1, ("letter", "gutterfold"): 0}
    for side, bleed in enumerate(bleeds):
        if narrow.get(way) == side:
            room = (corner.trim.x, corner.trim.y)[side] - EDGE
            assert 1 <= bleed <= room - MARK_SHORTEST
        else:
            assert bleed == pytest.approx(BLEED)


def test_cards_lie_in_the_middle_of_the_page(way: Way, printed: Printout) -> None:
    """An error off the centre would double across the sides of a duplex sheet."""
    page = printed.pages[0]
    trims = [placed.trim for placed in page.placements]
    assert min(t.x for t in trims) == pytest.approx(page.size.width - max(t.right for t in trims))
    assert min(t.y for t in trims) == pytest.approx(page.size.height - max(t.bottom for t in trims))
    assert len(trims) == (8 if way[1] == "gutterfold" else 9)


@pytest.mark.parametrize(
    ("sides", "pages", "sheets"), [("long", 20, 10), ("short", 20, 10), ("gutterfold", 21, 21), ("single", 20, 20)]
)
def test_pages_and_sheets_are_as_few_as_the_pieces_allow(
    job: Callable[..., Job], sides: str, pages: int, sheets: int
) -> None:
    """83 cards and 10 tokens on 9-up sheets or 4-up folds; a simplex way takes a sheet for every page."""
    order = job(sides=sides)
    found = impose(copies_of(order.pieces), order.paper, order.sides)
    assert (len(found), sheets_of_paper(found, order.sides)) == (pages, sheets)
    assert [page.number for page in found] == list(range(1, pages + 1))


def test_pieces_without_backs_print_no_empty_page(job: Callable[..., Job]) -> None:
    """A back that nobody draws costs no side of paper."""
    order = job()
    fronts = [type(piece)(piece.id, piece.kind, piece.size, {"front": ()}) for piece in order.pieces]
    assert {page.side for page in impose(copies_of(fronts), order.paper, order.sides)} == {"front"}


def test_copies_stay_apart_in_the_manifest(job: Callable[..., Job]) -> None:
    """Three sets in one PDF: the manifest accepts them, because each copy has its own number."""
    order = job()
    pages = impose(copies_of(order.pieces, 3), order.paper, order.sides)
    found = manifest(pages, "giza", "x", order.paper)
    assert Counter(piece.copy for piece in found.pieces if piece.id == "chief") == {1: 2, 2: 2, 3: 2}
    assert len(found.pieces) == 3 * 2 * sum(piece.count for piece in order.pieces)
    with pytest.raises(RookeryError, match="twice"):
        Manifest("giza", "x", "a4", (210, 297), found.pieces[:1] * 2)


def test_an_unknown_way_is_refused_by_name() -> None:
    """The message lists the four that there are."""
    with pytest.raises(UsageError, match=f"both: no such way .*: {', '.join(SIDES)}"):
        find_sides("both")
