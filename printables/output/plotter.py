"""Cut files for cutting machines, one per page, as SVG or DXF, in mm on the whole sheet.

There are three layers: CUT is cut through, FOLD is scored or perforated, REGISTRATION has the
positions of the printed marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from math import inf
from typing import Any, Literal, TypeAlias

from companion import extras
from companion.errors import UsageError
from companion.layout import Size
from printables.draw.chords import flattened
from printables.draw.paths import SAME, Box, Path, Point, line, rectangle
from printables.draw.pen import Pen
from printables.sheets.cutter import Cutter, fitted
from printables.sheets.imposition import Page, Placement
from printables.sheets.paper import EDGE

Format: TypeAlias = Literal["svg", "dxf"]
Layer: TypeAlias = Literal["CUT", "FOLD", "REGISTRATION"]
Layers: TypeAlias = tuple[tuple[Layer, tuple[Path, ...]], ...]

MARK = 3.0  # size of a registration mark, mm, which fits into the corners beside the legend
MARK_WIDTH = 0.3
MARK_INK = "#000000"
FINE = 0.005  # how far the lines of a DXF may be from the curve they replace, mm
# red, blue and black in SVG, and AutoCAD's numbers for them
COLOURS = {"CUT": ("#ff0000", 1), "FOLD": ("#0000ff", 5), "REGISTRATION": ("#000000", 7)}


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The lines to cut and fold on page `page` (from 1) of size `size`, mm, y down."""

    page: int
    size: Size
    layers: Layers


def cut_sheets(pages: Sequence[Page], cutter: Cutter | None = None) -> tuple[CutSheet, ...]:
    """Return a sheet for each page on which pieces are cut out, as a `cutter` cuts them."""
    sheets = []
    for page in (page for page in pages if page.cut_out):
        out = [each for each in page.placements if each.face == "front" or not page.frame.folded]
        boxes = [placed.cut for placed in out if placed.copy.shape is None]
        cuts = [*_outlines(boxes)]
        if cutter:
            cuts = [box.rounded(cutter.corners) for box in boxes]
        folds = []
        for placed in out:
            if shape := placed.copy.shape:
                cuts.append(on_page(shape.cut, placed))
                folds += [on_page(line([fold.start, fold.end]), placed) for fold in shape.folds]
        cut, fold = (
            tuple(path.transformed(page.on_print) for path in each) for each in (cuts, folds)
        )
        marks = registration(page.printed)
        if cutter:
            marks = fitted(cutter, pages).marks(page.printed)
        layers: Layers = (("CUT", cut), ("FOLD", fold), ("REGISTRATION", marks))
        sheets.append(CutSheet(page.number, page.printed, layers))
    return tuple(sheets)


def registration(page: Size) -> tuple[Path, ...]:
    """Return the corner marks: angles, and a square at the top left that shows which way is up."""
    box = Box.whole(page).grown(-EDGE)
    right, low = box.right, box.bottom
    corners = ((right, box.y, -1, 1), (right, low, -1, -1), (box.x, low, 1, -1))
    angles = (line([(x + dx * MARK, y), (x, y), (x, y + dy * MARK)]) for x, y, dx, dy in corners)
    return (rectangle(box.x, box.y, MARK, MARK), *angles)


def draw_registration(pen: Pen, page: Size) -> None:
    """Draw the registration marks on a page, for a machine's camera or a person."""
    square, *angles = registration(page)
    pen.paint(square, MARK_INK)
    for angle in angles:
        pen.paint(angle, None, MARK_INK, width=MARK_WIDTH, cap="butt")


def to_svg(sheet: CutSheet) -> str:
    """Return the sheet as SVG in mm; each layer is a group that Inkscape shows as a layer."""
    w, h = f"{sheet.size.width:g}", f"{sheet.size.height:g}"
    spaces = (
        'xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    )
    groups = ""
    for layer, paths in sheet.layers:
        name = f'id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}"'
        style = f'fill="none" stroke="{COLOURS[layer][0]}" stroke-width="0.1"'
        rows = "".join(f'<path d="{path.d(3)}"/>\n' for path in paths)
        groups += f"<g {name} {style}>\n{rows}</g>\n"
    head = f'<svg {spaces} width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{groups}</svg>\n'


def to_dxf(sheet: CutSheet) -> str:
    """Return the sheet as DXF R2010, curves as lines; raises `UsageError` without ezdxf."""
    try:
        # Imported only here: it takes a second, and few users have a cutting machine.
        ezdxf: Any = import_module("ezdxf")
    except ImportError as error:
        remedy = f"use --cut svg, or {extras.remedy('cut')}"
        raise UsageError("--cut dxf", "needs the package ezdxf", remedy=remedy) from error
    # Without a clock and random ids, the same job gives the same bytes.
    ezdxf.options.write_fixed_meta_data_for_testing = True
    drawing = ezdxf.new("R2010", units=ezdxf.units.MM)
    space, tall = drawing.modelspace(), sheet.size.height
    for layer, paths in sheet.layers:
        drawing.layers.add(layer, color=COLOURS[layer][1])
        for run in (run for path in paths for run in flattened(path, FINE)):
            points = [(x, tall - y) for x, y in run.points]
            space.add_lwpolyline(points, close=run.closed, dxfattribs={"layer": layer})
    # Otherwise ezdxf lists these classes in the order of a set, which varies.
    for name in sorted(drawing.entitydb.dxf_types_in_use()):
        drawing.classes.add_class(name)
    text = StringIO()
    drawing.write(text)
    return text.getvalue()


WRITERS: dict[Format, Callable[[CutSheet], str]] = {"svg": to_svg, "dxf": to_dxf}


def on_page(path: Path, placed: Placement) -> Path:
    """Move an outline of the upright front to its place on the page, mirrored for a back; mm."""
    trim = placed.trim
    width = trim.height if placed.rotation % 180 else trim.width

    def move(point: Point) -> Point:
        x = point[0] if placed.face == "front" else width - point[0]
        return trim.spot(x, point[1], placed.rotation)

    return path.transformed(move)


def _outlines(boxes: Sequence[Box]) -> Iterator[Path]:
    """Yield the edges of boxes, shared ones once, because cutting twice tears the paper.

    A box that shares no edge is a closed outline, which a machine cuts in one go.
    """

    def share_edge(one: Box, other: Box) -> bool:
        meet = one.grown(SAME).cut(other)
        return min(meet.width, meet.height) > -SAME and max(meet.width, meet.height) > 10 * SAME

    def is_alone(box: Box) -> bool:
        return not any(share_edge(box, other) for other in boxes if other is not box)

    alone = [box for box in boxes if is_alone(box)]
    yield from (box.path for box in alone)
    others = [box for box in boxes if box not in alone]
    level = [(at, box.x, box.right) for box in others for at in (box.y, box.bottom)]
    upright = [(at, box.y, box.bottom) for box in others for at in (box.x, box.right)]
    yield from (line([(start, at), (end, at)]) for at, start, end in _join_runs(level))
    yield from (line([(at, start), (at, end)]) for at, start, end in _join_runs(upright))


def _join_runs(edges: Iterable[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return the edges (at, start, end), joined where they meet or overlap on one line."""
    runs: list[tuple[float, float, float]] = []
    for at, start, end in sorted((round(at, 6), start, end) for at, start, end in edges):
        before = runs[-1] if runs else (-inf, 0, 0)
        if at - before[0] <= SAME and start <= before[2] + SAME:
            runs[-1] = (before[0], before[1], max(before[2], end))
        else:
            runs.append((at, start, end))
    return runs
