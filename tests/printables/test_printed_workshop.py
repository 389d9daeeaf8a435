"""All sorts of pieces, printed and read back by programs that did not write them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pikepdf
import pypdfium2
import pytest

from companion.game import Piece
from companion.giza.deck import standard
from printables.draw.colours import BLACK, WHITE
from printables.draw.pen import Pen, bled
from printables.faces import artists
from printables.marks.cuts import INK, draw_crop_marks, draw_fold
from printables.marks.guides import creases, draw_guides
from printables.marks.legend import draw_ruler
from printables.output.job import Job
from printables.output.printer import Printout, plan, print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from tests.printables.faces.recorder import Recorder
from tests.printables.test_pages import Picture, check_tags
from tests.printables.workshop import BOARD, CARD, FACES, PIECES, TILE, workshop

Render = Callable[[Printout, int, float], Picture]


@pytest.fixture(autouse=True)
def _faces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artists, "part", lambda *_: FACES)


def order(paper: str = "a4", sides: str = "long", **more: object) -> Job:
    fields = {"pieces": PIECES, "index": True, **more}
    return Job(
        workshop(),
        standard(),
        "deck.toml",
        paper=PAPERS[paper],
        sides=SIDES[sides],
        **fields,  # type: ignore[arg-type] # fields of a Job
    )


@cache
def printed(paper: str, sides: str) -> Printout:
    return print_job(order(paper, sides))


def texts(printout: Printout) -> Iterator[str]:
    document = pypdfium2.PdfDocument(printout.pdf)
    try:
        yield from [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sides", SIDES)
def test_all_tags_of_panels_and_tiles_lie_where_the_manifest_says(
    paper: str, sides: str, render: Render
) -> None:
    """Boards in parts, tiles behind which a back lies, turned ones too, on every paper in every
    way.
    """
    printout = printed(paper, sides)
    tagged = {piece.page for piece in printout.manifest.pieces if piece.tags}
    assert (
        sum(
            check_tags(printout, number, render(printout, number, 3.5)) for number in sorted(tagged)
        )
        == 4 + 3
    )


@pytest.mark.parametrize("sides", SIDES)
def test_the_pdf_has_the_planned_pages_and_wishes(sides: str) -> None:
    """Empty backs are there, and the printer learns how to turn the paper."""
    printout = printed("a4", sides)
    with pikepdf.open(io.BytesIO(printout.pdf)) as pdf:
        assert len(pdf.pages) == len(printout.pages) == len(plan(order(sides=sides)))
        assert pdf.Root.ViewerPreferences.Duplex == f"/{SIDES[sides].duplex}"
        size = [round(float(n) * 25.4 / 72) for n in pdf.pages[0].MediaBox[2:]]
        assert size == [printout.pages[0].size.width, printout.pages[0].size.height]


def test_one_sided_pieces_ask_for_one_side() -> None:
    """A duplex printer would put the second panel behind the first one."""
    with pikepdf.open(io.BytesIO(print_job(order(pieces=(BOARD,))).pdf)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"


def test_the_index_says_what_there_is_and_its_back_stays_empty(render: Render) -> None:
    """Counts by kind, sheets, the deck in short, what to do; then a blank page: fronts and backs
    stay together.
    """
    printout = printed("a4", "long")
    first, second, *_ = texts(printout)
    sheets = len(printout.pages) // 2
    for words in (
        "Workshop",
        "all sorts",
        "1 board",
        "3 sea boards",
        "13 cards",
        "7 chips",
        "Join the large pieces",
        f"deck {standard().fingerprint[:8]}",
        f"index · page 1 of {len(printout.pages)}",
    ):
        assert words in first
    assert standard().fingerprint not in first
    assert str(sheets) in first
    assert second.strip() == ""
    assert render(printout, 2, 2.0).min() == 255
    assert {piece.page for piece in printout.manifest.pieces} & {1, 2} == set()


def test_pictures_on_the_index_cost_few_bytes() -> None:
    """They are the faces themselves: no form is drawn twice."""
    with_index, without = printed("a4", "long").pdf, print_job(order(index=False)).pdf
    assert len(with_index) - len(without) < 12_000


def test_a_panel_says_which_part_it_is() -> None:
    """In the small print and below the panel."""
    printout = printed("a4", "long")
    found = [text for text in texts(printout) if "of board: " in text]
    assert len(found) == 4
    assert "row 2, column 1 of board" in " ".join(found)


def test_guides_stand_on_fronts_only(render: Render) -> None:
    """A tile's outline is drawn on its front; its back has nothing but its own ground there."""
    job = order(pieces=(TILE,), index=False)
    printout = print_job(job)
    for number, face in ((1, "front"), (2, "back")):
        piece = next(piece for piece in printout.manifest.pieces if piece.page == number)
        picture = render(printout, number, 10.0)
        x, y, width, height = piece.trim
        # Along a level line through the middle, the outline of the round tile is crossed at its
        # left edge.
        row = picture[round((y + height / 2) * 10), round((x - 1) * 10) : round((x + 1) * 10)]
        ground = int(np.median(row))
        assert bool((np.abs(row.astype(int) - ground) > 40).any()) == (face == "front")
        assert width == 125


def test_folds_are_told_apart_and_have_a_key() -> None:
    """A page with nets explains its dashes; one with cards doesn't."""
    printout = printed("a4", "long")
    for page, text in zip(printout.pages, texts(printout), strict=True):
        folded = creases(page) if page.cut_out else ()
        assert ("fold towards you" in text) == ("valley" in folded)
        assert ("fold away" in text) == ("mountain" in folded)
    assert any(creases(page) == ("valley", "mountain") for page in printout.pages)
    assert INK


@pytest.mark.parametrize("sides", SIDES)
def test_guides_are_black(sides: str) -> None:
    """Cut lines, folds, hatches, seams, crop marks and rulers: grey hairlines would be rows of
    dots. Rims are white.
    """
    pen = Recorder()
    for page in plan(order(sides=sides)):
        draw_guides(pen, page)
        draw_crop_marks(pen, page)
        draw_fold(pen, page)
    draw_ruler(pen)
    assert {each.stroke for each in pen.painted} == {BLACK, WHITE}


def test_ink_goes_to_the_artist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faces are designed for each kind of ink; the pen says which one is wanted."""
    seen = set()

    def draw(pen: Pen, piece: Piece, *_: object) -> None:
        seen.add(pen.ink)
        pen.paint(bled(piece.size), "#ffffff")

    monkeypatch.setattr(FACES, "draw", draw)
    print_job(order(pieces=(CARD,), ink="low"))
    assert seen == {"low"}


def test_progress_is_told_page_by_page() -> None:
    """Each page once."""
    told: list[int] = []
    job = order(pieces=(CARD,))
    printout = print_job(job, plan(job), lambda: told.append(1))
    assert len(told) == len(printout.pages)
