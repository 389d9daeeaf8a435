"""Cut files, read back by programs that did not write them: they say the same as paper and
manifest.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree as ET

import numpy as np
import pikepdf
import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from ezdxf.units import MM

from companion.deckfile import load_deck
from companion.errors import UsageError
from companion.game import Piece, game
from printables.draw.chords import Run, distance, flattened
from printables.draw.colours import WHITE
from printables.draw.paths import Box, Path, outline
from printables.draw.pen import Pen, bled
from printables.marks.cuts import lines
from printables.marks.legend import strips
from printables.output.job import Job
from printables.output.plotter import MARK, CutSheet, cut_sheets, registration, to_dxf, to_svg
from printables.output.printer import Printout, plan, print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import EDGE, PAPERS
from tests.printables.workshop import area

NEAR = 0.01  # mm
POINT = 25.4 / 72
MANY = 10  # pieces of a kind: they fill a page and begin another; the other pages are like these
WAYS = [("giza", "gutterfold"), ("rocks", "long"), ("pirates", "single"), ("solitaire", "short")]
SVG = "{http://www.w3.org/2000/svg}"
XY = tuple[float, float]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `cut` runs for games with cards, boards in parts, hexes and standees."""
    if "cut" in metafunc.fixturenames:
        metafunc.parametrize("cut", WAYS, ids=["-".join(way) for way in WAYS])


def _blank(pen: Pen, piece: Piece, _face: str, _deck: object) -> None:
    """A face without a picture: what is cut and folded lies around it, and is drawn by
    the printer.
    """
    pen.paint(bled(piece.size), WHITE)


@cache
def printed(slug: str, sides: str) -> tuple[Printout, tuple[CutSheet, ...]]:
    row = game(slug)
    deck = load_deck(row, None)
    pieces = row.pieces(deck)
    some = tuple(
        piece
        for n, piece in enumerate(pieces)
        if sum(p.kind == piece.kind for p in pieces[:n]) < MANY
    )
    # what faces show, and whether their tags are there, is other tests' business, and takes most of
    # the time
    with (
        patch("printables.output.job.artist", lambda *_: _blank),
        patch("printables.preflight.check_tags"),
    ):
        printout = print_job(
            Job(row, deck, "deck.toml", some, PAPERS["a4"], SIDES[sides], registered=True)
        )
    return printout, cut_sheets(printout.pages)


@cache
def svg_layers(sheet: CutSheet) -> dict[str, list[Path]]:
    """The layers of the written SVG, as an XML parser sees them."""
    root = ET.fromstring(to_svg(sheet).encode())  # noqa: S314 - we wrote it a line before
    return {
        group.attrib["id"]: [outline(path.attrib["d"]) for path in group.iter(f"{SVG}path")]
        for group in root.iter(f"{SVG}g")
    }


def ends(path: Path) -> list[XY]:
    """Where the steps of a path end."""
    return [(numbers[-2], numbers[-1]) for _, numbers in path.steps if numbers]


def runs(paths: list[Path]) -> list[Run]:
    return [run for path in paths for run in flattened(path, 0.002)]


@cache
def pdf_paths(pdf: bytes, page: int) -> list[list[XY]]:
    """All paths of a page: read once for the tests that look at them."""
    return list(_pdf_paths(pdf, page))


def _pdf_paths(pdf: bytes, page: int) -> Iterator[list[XY]]:
    """The ends of the steps of each path that is drawn on a page itself, mm, y down."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        leaf = document.pages[page - 1]
        tall = float(leaf.MediaBox[3])
        matrix: Any = np.eye(3)
        kept: list[Any] = []
        path: list[XY] = []
        for instruction in pikepdf.parse_content_stream(leaf):
            name = str(instruction.operator)
            operands: list[Any] = list(instruction.operands)
            numbers = [float(n) for n in operands if not isinstance(n, pikepdf.Object)]
            if name == "q":
                kept.append(matrix)
            elif name == "Q":
                matrix = kept.pop()
            elif name == "cm":
                matrix = (
                    np.array([[*numbers[:2], 0], [*numbers[2:4], 0], [*numbers[4:], 1]]) @ matrix
                )
            elif name in {"m", "l", "c"}:
                x, y, _ = np.array([*numbers[-2:], 1]) @ matrix
                path.append((x * POINT, (tall - y) * POINT))
            elif name == "re":
                path = []
            elif name in {"S", "s", "f", "f*", "B", "n"}:
                yield path
                path = []


def same(one: list[XY], other: list[XY]) -> bool:
    if len(one) != len(other):
        return False
    return all(
        hypot(ax - bx, ay - by) < NEAR for (ax, ay), (bx, by) in zip(one, other, strict=True)
    )


def test_outlines_folds_and_marks_are_the_printed_ones(cut: tuple[str, str]) -> None:
    """Each curve and fold of the SVG is a path of the PDF, point by point, to a hundredth of a
    millimetre.
    """
    printout, sheets = printed(*cut)
    assert sheets
    for sheet in sheets:
        layers, drawn = svg_layers(sheet), pdf_paths(printout.pdf, sheet.page)
        page = printout.pages[sheet.page - 1]
        shaped = {id(placed) for placed in page.placements if placed.copy.shape}
        curves = layers["CUT"][-len(shaped) :] if shaped else []
        for wanted in map(ends, (*curves, *layers["REGISTRATION"])):
            assert any(same(wanted, each) for each in drawn)
        lines = [run for path in drawn for run in pairwise(path)]
        for fold in layers["FOLD"]:
            start, end = ends(fold)
            assert any(hypot(a[0] - start[0], a[1] - start[1]) < NEAR for a, _ in lines), (
                "dashes begin at its start"
            )
            assert all(isinstance(number, float | int) for number in end)


def test_crop_marks_stand_in_line_with_the_cuts(cut: tuple[str, str]) -> None:
    """What a knife follows between two marks on paper, the machine cuts."""
    printout, sheets = printed(*cut)
    for sheet in sheets:
        page = printout.pages[sheet.page - 1]
        drawn = [path for path in pdf_paths(printout.pdf, sheet.page) if len(path) == 2]
        cuts = runs(svg_layers(sheet)["CUT"])
        for line in lines(page):
            for x1, y1, x2, y2 in line.marks:
                assert any(
                    same([page.on_print((x1, y1)), page.on_print((x2, y2))], each) for each in drawn
                )
                points = ((x1, y) for _, ys in page.grids for y in ys) if line.upright else (
                    (x, y1) for xs, _ in page.grids for x in xs)  # fmt: skip
                assert any(distance(page.on_print(point), cuts) < NEAR for point in points)


def test_the_manifests_trims_are_cut_out(cut: tuple[str, str]) -> None:
    """Corners of rectangular pieces lie on a cut; shaped pieces are cut within their trims."""
    printout, sheets = printed(*cut)
    for sheet in sheets:
        page = printout.pages[sheet.page - 1]
        cuts = runs(svg_layers(sheet)["CUT"])
        rows = [row for row in printout.manifest.pieces if row.page == sheet.page]
        out = [
            placed for placed in page.placements if placed.face == "front" or page.side == "back"
        ]
        for placed in out:
            row = next(
                r
                for r in rows
                if (r.id, r.face, r.copy) == (placed.piece.id, placed.face, placed.copy.number)
            )
            x, y, w, h = row.trim
            if placed.copy.shape is None:
                assert distance((x, y), cuts) < NEAR
                assert placed.copy.panel or distance((x + w, y + h), cuts) < NEAR
            else:
                mine = [
                    run
                    for run in cuts
                    if all(x - 1 < a < x + w + 1 and y - 1 < b < y + h + 1 for a, b in run.points)
                ]
                points = [point for run in mine for point in run.points]
                assert points
                assert min(a for a, _ in points) >= x - NEAR
                assert max(b for _, b in points) <= y + h + NEAR


def test_the_dxf_is_the_svg_turned_upside_down(cut: tuple[str, str]) -> None:
    """Read back by ezdxf: mm, the same layers, every vertex on the SVG's line and every end of it
    on the DXF's.
    """
    for sheet in printed(*cut)[1]:
        drawing = read(io.StringIO(to_dxf(sheet)))
        assert drawing.units == MM
        assert not drawing.audit().errors
        for layer, paths in svg_layers(sheet).items():
            lines = runs(paths)
            found = []
            for entity in drawing.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
                assert isinstance(entity, LWPolyline)
                points = [(x, sheet.size.height - y) for x, y in entity.get_points("xy")]
                found.append(Run(tuple(points), entity.closed))
                for point in points[:: max(1, len(points) // 12)]:
                    assert distance(point, lines) < NEAR
            assert len(found) == len(lines)
            for path in paths:
                for end in ends(path)[::3]:
                    assert distance(end, found) < NEAR


def test_no_line_is_cut_twice(cut: tuple[str, str]) -> None:
    """A blade that goes over a shared line again tears the paper: overlapping straight cuts are
    merged.
    """
    for sheet in printed(*cut)[1]:
        straight = [
            edge for run in runs(svg_layers(sheet)["CUT"]) for edge in run.edges
            if abs(edge[0][0] - edge[1][0]) < 1e-9 or abs(edge[0][1] - edge[1][1]) < 1e-9
        ]  # fmt: skip
        for axis in (0, 1):
            level = [edge for edge in straight if abs(edge[0][axis] - edge[1][axis]) < 1e-9]
            spans = sorted(
                (round(e[0][axis], 3), *sorted((e[0][1 - axis], e[1][1 - axis]))) for e in level
            )
            for (at, _, end), (other, start, _) in pairwise(spans):
                assert at != other or start >= end - NEAR


def test_marks_lie_in_the_corners_and_tell_which_way_is_up() -> None:
    """At the edge of what printers reach; only the top left one is a square."""
    square, *angles = registration(PAPERS["a4"].size)
    assert ends(square) == [(4, 4), (7, 4), (7, 7), (4, 7)]
    assert len(angles) == 3
    for angle in angles:
        _, tip, _ = ends(angle)
        assert {round(abs(tip[0] - 105), 3), round(abs(tip[1] - 148.5), 3)} == {
            105 - EDGE,
            148.5 - EDGE,
        }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sides", SIDES)
def test_marks_touch_nothing_else(paper: str, sides: str) -> None:
    """Neither art nor the small print nor crop marks reach into the corners, on any paper."""
    row = game("rocks")
    deck = load_deck(row, None)
    job = Job(row, deck, "board.toml", row.pieces(deck), PAPERS[paper], SIDES[sides])
    for page in plan(job):
        inner = Box(0, 0, page.size.width, page.size.height).grown(-EDGE)
        corners = [
            Box(x, y, MARK, MARK)
            for x in (inner.x, inner.right - MARK)
            for y in (inner.y, inner.bottom - MARK)
        ]
        taken = [placed.art for placed in page.placements] + [
            area(strip) for strip in strips(page.frame)
        ]
        taken += [
            Box.between(x1 - 0.1, y1 - 0.1, x2 + 0.1, y2 + 0.1)
            for x1, y1, x2, y2 in (mark for line in lines(page) for mark in line.marks)
        ]
        assert not [(corner, box) for corner in corners for box in taken if corner.overlaps(box)]


def test_the_same_job_gives_the_same_files() -> None:
    """Neither clock nor random ids get into them, nor the order of a set, which differs from run to
    run.
    """
    sheet = printed("rocks", "long")[1][0]
    assert set(re.findall(r"\d{4}-\d\d-\d\d", to_dxf(sheet))) == {"2000-01-01"}
    script = (
        "from printables.output.plotter import *; "
        "print(to_dxf(CutSheet(1, Size(9, 9), (('CUT', registration(Size(9, 9))),))))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in "123"
    }
    assert [text.count(b"LWPOLYLINE") for text in texts] == [4]


def test_without_ezdxf_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """DXF is an extra; SVG needs nothing."""
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    sheet = printed("rocks", "long")[1][0]
    with pytest.raises(
        UsageError,
        match=r"--cut dxf: needs the package ezdxf; use --cut svg, or install it with: .*\[.*cut",
    ):
        to_dxf(sheet)
    assert to_svg(sheet)
