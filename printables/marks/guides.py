"""Guides on shaped pieces and panels: where to cut, fold, glue and overlap."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

from companion.language import Phrase, listed, say, say_many
from printables.draw import paths
from printables.draw.colours import WHITE
from printables.draw.fonts import CAP_HEIGHT, paragraph
from printables.draw.paths import Box, Crease, Path, Point, Shape
from printables.draw.pen import Pen
from printables.marks.cuts import INK, dashes
from printables.sheets.imposition import Page, Placement
from printables.sheets.panels import LABEL, LEAST_STRIP, Panel

HAIR = 0.15  # width of a cut line, mm
RIM = 0.4  # width of the white under a line, which makes it visible on any colour, mm
CREASES: dict[Crease, tuple[float, ...]] = {"valley": (1.6, 1.0), "mountain": (3.0, 0.8, 0.4, 0.8)}
HATCH = 2.2  # between the lines on a surface for glue, mm
TICK = 2.4  # between the ticks that mark an overlap, mm
MAP = 5.6  # the longer side of a panel's map, mm
NAME_SIZE = 2.6
UNDER_BASE = say("glue the other side under the base")
JOINTS = {  # by whether a panel overlaps its right and its lower neighbour
    (True, True): say("lay the next sheets on its right and lower strips, up to the dashed lines"),
    (True, False): say("lay the next sheet on its right strip, up to the dashed line"),
    (False, True): say("lay the next sheet on its lower strip, up to the dashed line"),
    (False, False): say("cut along the edges, lay it on its neighbours' strips"),
}


def draw_guides(pen: Pen, page: Page) -> None:
    """Draw the cut and fold lines of the fronts, or of backs on their own sheets."""
    for placed in page.placements:
        if placed.face == "back" and page.frame.folded:
            continue  # the fronts on the other half have the guides
        if placed.copy.shape:
            _draw_shape(pen, placed, placed.copy.shape)
        if placed.copy.panel:
            _draw_panel(pen, placed, placed.copy.panel)


def creases(page: Page) -> tuple[Crease, ...]:
    """Return the kinds of folds on a page, for the key in its legend."""
    shapes = [placed.copy.shape for placed in page.placements if placed.face == "front"]
    kinds = {fold.crease for shape in shapes if shape for fold in shape.folds}
    return tuple(kind for kind in CREASES if kind in kinds)


def draw_crease(pen: Pen, start: Point, end: Point, kind: Crease) -> None:
    """Draw a fold: short dashes for a valley, dashes and dots for a mountain."""
    path = dashes(start, end, CREASES[kind])
    pen.paint(path, None, WHITE, width=RIM)
    pen.paint(path, None, INK, width=HAIR * 1.3, cap="butt")


def _draw_shape(pen: Pen, placed: Placement, shape: Shape) -> None:
    size, corner = placed.piece.size, placed.trim.spot(0, 0, placed.rotation)
    # in mm from the top left of the unrotated front, mirrored for a back
    flip = nullcontext() if placed.face == "front" else pen.at(size.width, 0, mirror=True)
    with pen.at(*corner, turn=placed.rotation), flip:
        for area in shape.glue:
            hatch = Path()
            for step in range(int((size.width + size.height) / HATCH) + 1):
                hatch += paths.line([(step * HATCH, 0), (step * HATCH - size.height, size.height)])
            with pen.clip(area):
                pen.paint(hatch, None, INK, width=HAIR)
        if shape.tab:  # along its longer side it says that its other side is glued
            room = shape.tab
            short, long = sorted((room.height, room.width))
            letters, lines = paragraph(pen.translate(UNDER_BASE), NAME_SIZE, long, short)
            with pen.at(*room.centre, turn=-90 if room.height > room.width else 0):
                pen.rows(lines, 0, 0, letters, INK)
        for fold in shape.folds:
            draw_crease(pen, fold.start, fold.end, fold.crease)
        pen.paint(shape.cut, None, WHITE, width=RIM)
        pen.paint(shape.cut, None, INK, width=HAIR)


def _draw_panel(pen: Pen, placed: Placement, panel: Panel) -> None:
    trim, cut = placed.trim, placed.cut
    pen.paint(cut.path, None, WHITE, width=RIM)
    pen.paint(cut.path, None, INK, width=HAIR)
    # a line along each seam, and slanted ticks at the outer edge of the overlap
    seams = []
    if cut.right > trim.right:
        seams.append(((trim.right, cut.y), (trim.right, cut.bottom)))
    if cut.bottom > trim.bottom:
        seams.append(((cut.x, trim.bottom), (cut.right, trim.bottom)))
    for start, end in seams:
        pen.paint(paths.line([start, end]), None, WHITE, width=RIM)
        pen.paint(dashes(start, end, (1.2, 0.6)), None, INK, width=HAIR, cap="butt")
    ticks = _ticks(trim, cut)
    pen.paint(ticks, None, WHITE, width=RIM)
    pen.paint(ticks, None, INK, width=HAIR, cap="butt")
    if panel.labelled and placed.face == "front":
        _draw_panel_name(pen, cut, panel)


def _ticks(trim: Box, cut: Box) -> Path:
    """Return slanted lines at the ends of each overlap, which the next sheet will hide."""
    path, wide, deep = Path(), cut.right - trim.right, cut.bottom - trim.bottom
    across, up = min(wide, TICK), min(deep, TICK)
    for at in (step * TICK for step in range(1, 6)):
        if wide:
            for y in (trim.y + at, trim.bottom - at + across):
                path += paths.line([(trim.right, y), (trim.right + across, y - across)])
        if deep:
            for x in (trim.x + at - up, trim.right - at):
                path += paths.line([(x, trim.bottom + up), (x + up, trim.bottom)])
    return path


def _draw_panel_name(pen: Pen, cut: Box, panel: Panel) -> None:
    """Draw below a panel a map of all panels with this one filled, its name and advice."""
    scale = MAP / max(panel.whole.size.width, panel.whole.size.height)
    across = panel.whole.size.width * scale / panel.columns
    down = panel.whole.size.height * scale / panel.rows
    # Beside the crop mark at the corner, which points down from it.
    x, y = cut.x + 1.2, cut.bottom + LABEL - MAP
    for row in range(panel.rows):
        for column in range(panel.columns):
            here = (row + 1, column + 1) == (panel.row, panel.column)
            cell = paths.rectangle(x + column * across, y + row * down, across, down)
            pen.paint(cell, INK if here else None, INK, width=HAIR)
    left, base = x + panel.columns * across + 1.8, y + MAP / 2 + NAME_SIZE * CAP_HEIGHT / 2
    words, room = listed((panel.name, advice(panel)), ": "), cut.width - MAP - 6
    pen.text(left, base, words, NAME_SIZE, INK, anchor="start", fit=room)


def advice(panel: Panel) -> Phrase:
    """Return the advice for this panel's seams; strips too narrow for glue are taped."""
    right, down = panel.overlap
    joint = JOINTS[bool(right), bool(down)]
    narrow = sum(0 < strip < LEAST_STRIP for strip in panel.overlap)
    if not narrow:
        return joint
    tape = say_many(
        "tape the narrow strip from behind", "tape the narrow strips from behind", narrow
    )
    return listed((joint, tape), "; ")


def names(placements: Iterable[Placement]) -> tuple[Phrase, ...]:
    """Return the names of the panels on a page."""
    return tuple(
        dict.fromkeys(placed.copy.panel.name for placed in placements if placed.copy.panel)
    )
