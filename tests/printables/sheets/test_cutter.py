"""Sheets for cutting machines, measured on the rendered page and in the cut file."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from ezdxf.filemanagement import readfile

from companion.game import Piece
from companion.layout import Size
from printables.sheets.cutter import Cutter, cutter_pages, fitted
from printables.sheets.imposition import SIDES
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS

Say = Callable[..., tuple[int, str, str]]
PX = 20  # per mm

# Rows, columns and arms, mm, of silhouette-card-maker's layouts, whose templates cut such sheets.
TABLE = [
    ("a4", Size(63.5, 88.9), 8, 8.38),
    ("a4", Size(63, 88), 8, 9.4),
    ("a4", Size(44.45, 63.5), 16, 8.38),
    ("a4", Size(69.85, 120.65), 4, 23.28),
    ("letter", Size(63.5, 88.9), 8, 7.2),
    ("letter", Size(63, 88), 8, 8.04),
    ("letter", Size(57.15, 88.9), 8, 12.28),
    ("letter", Size(44.45, 63.5), 15, 14.82),
    ("letter", Size(69.85, 120.65), 4, 26.16),
]


@pytest.mark.parametrize(("paper", "size", "count", "arm"), TABLE)
def test_marks_are_as_long_as_those_of_its_templates(
    paper: str, size: Size, count: int, arm: float
) -> None:
    """The same number of cards on a sheet, and arms that differ by less than a tenth of a mm."""
    copies = copies_of([Piece("card", "card", size, {"front": ()}, 40)])
    pages = cutter_pages(copies, PAPERS[paper], SIDES["long"], Cutter())
    assert len(pages[0].placements) == count
    assert sum(len(page.placements) for page in pages) == 40
    assert fitted(Cutter(), pages).length == pytest.approx(arm, abs=0.1)


def test_a_sheet_has_three_marks_and_cards_between_them(rookery: Say, tmp_path: Path) -> None:
    """Measured in pixels: a square of 5 mm, 10 mm from the edges, arms of 1 mm, nothing at the
    bottom right; cards 1.25 mm apart in the cut file, with round corners.
    """
    status, out, err = rookery(
        "print",
        "giza",
        "--only",
        "penguin",
        "--cutter",
        "silhouette",
        "--cut",
        "svg",
        "-o",
        "g.pdf",
    )
    assert (status, err) == (0, "")
    assert "14 pages on 7 sheets" in out
    with pypdfium2.PdfDocument(tmp_path / "g.pdf") as pdf:
        page = np.asarray(pdf[0].render(scale=PX * 25.4 / 72, grayscale=True).to_pil()) < 60
    high, wide = page.shape

    def dark(x: float, y: float, width: float, height: float) -> float:
        """The share of ink in a box, mm, without a pixel at its edges."""
        left, top = round(x * PX) + 1, round(y * PX) + 1
        part = page[top : top + round(height * PX) - 2, left : left + round(width * PX) - 2]
        return float(part.mean())

    across, down = wide / PX, high / PX
    assert dark(10, 10, 5, 5) == 1
    assert dark(9.3, 9.3, 0.7, 9) == 0
    assert dark(10, 15, 5, 1) == 0
    assert dark(across - 19.3, 10, 9.3, 1) == 1
    assert dark(across - 11, 10, 1, 9.3) == 1
    assert dark(10, down - 11, 9.3, 1) == 1
    assert dark(across - 14, down - 14, 4, 4) == 0
    svg = (tmp_path / "g.cut-01.svg").read_text("utf-8")
    cuts = re.findall(r'd="(M[^"]*)"', svg.partition('id="CUT"')[2].partition("</g>")[0])
    assert len(cuts) == 8
    assert all(cut.count("C") == 4 for cut in cuts)
    boxes = []
    for cut in cuts:
        xy = np.array(re.findall(r"-?\d+\.?\d*", cut), float).reshape(-1, 2)
        boxes.append((*xy.min(0), *xy.max(0)))
    widths = {(round(b[2] - b[0], 2), round(b[3] - b[1], 2)) for b in boxes}
    assert widths == {(88, 63)}  # the page is turned upright
    ys = sorted({(round(b[1], 3), round(b[3], 3)) for b in boxes})
    assert [round(after[0] - before[1], 3) for before, after in pairwise(ys)] == [1.25] * 3


def test_marks_can_be_changed_and_cards_beside_them_are_left_out(
    rookery: Say, tmp_path: Path
) -> None:
    """With marks far inside, a corner of the grid is empty; its card is on the next sheet."""
    copies = copies_of([Piece("card", "card", Size(63, 88), {"front": ()}, 16)])
    free, near = (
        cutter_pages(copies, PAPERS["a4"], SIDES["long"], cutter)
        for cutter in (Cutter(), Cutter(inset=20, length=15))
    )
    assert [len(page.placements) for page in free] == [8, 8]
    assert sum(len(page.placements) for page in near) == 16
    assert len(near[0].placements) < 8
    words = ("--cutter", "any,corners=0,gap=2", "--cut", "dxf")
    assert rookery("print", "giza", "--only", "goal", *words, "-o", "g.pdf")[0] == 0
    drawing = readfile(tmp_path / "g.cut-01.dxf")
    lines = drawing.modelspace().query('LWPOLYLINE[layer=="CUT"]')
    assert len(lines) >= 6
    assert {(len([*each.vertices()]), each.closed) for each in lines} == {(4, True)}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--cutter", "silhuette"), "no such machine: 'silhuette'; did you mean 'silhouette'?"),
        (("--cutter", "any,gab=1"), "no such setting: 'gab'; did you mean 'gap'?"),
        (("--cutter", "any,gap=99"), "'gap=99' is no length; use 0 to 10 mm"),
        (("--cutter", "any", "--sides", "gutterfold"), "doesn't go together with --sides"),
        (("--cutter", "any", "--shop", "x"), "--cutter: doesn't go together with --shop"),
    ],
)
def test_mistakes_are_one_clear_line(rookery: Say, words: tuple[str, ...], said: str) -> None:
    """What is wrong, and what to use."""
    status, out, err = rookery("print", "giza", "--only", "goal", *words)
    assert (status, out) == (2, "")
    assert said in err


def test_what_does_not_fit_between_the_marks_is_named(rookery: Say) -> None:
    """Rules and boards are printed without a machine."""
    status, _, err = rookery("print", "giza", "--cutter", "silhouette")
    assert status == 2
    assert "does not fit between the machine's marks" in err
