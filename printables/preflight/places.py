"""Checks that pieces don't overlap on pages, and that tags on pieces are whole and apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import TagSpot
from companion.tags import BLACK_MODULES
from printables.draw.boxes import Box, whole
from printables.draw.paths import Run, Shape, distance, flattened, inside, line
from printables.preflight.faces import outline_of
from printables.sheets.imposition import Page

PAPER_EDGE = 4.0  # margin of the paper on which many printers can't print, mm


def check_spots(piece: Piece, face: str, shape: Shape | None) -> None:
    """Raise `PrintError` if a tag's quiet zone is cut, folded, or overlaps another tag's."""
    outline = outline_of(piece.size, shape, behind=face != "front")
    creases: list[Run] = []
    for fold in shape.folds if shape else ():
        ends, width = [fold.start, fold.end], piece.size.width
        creases += flattened(line(ends if face == "front" else [(width - x, y) for x, y in ends]))
    for spot in piece.faces[face]:
        # no corner is outside, and no edge of the outline enters it
        zone, slack = quiet_zone(spot), 1e-6
        corners = product((zone.x, zone.right), (zone.y, zone.bottom))
        if any(
            not inside(corner, outline) and distance(corner, outline) >= slack for corner in corners
        ) or _touches(outline, zone.grown(-slack)):
            problem = f"tag {spot.id}: its quiet zone of one module reaches beyond the piece's edge"
            raise PrintError(piece.id, problem, remedy="move it inwards, or make it smaller")
        if creases and _touches(creases, quiet_zone(spot)):
            problem = f"tag {spot.id}: a fold goes through it"
            raise PrintError(piece.id, problem, remedy="move it off the fold")
    for one, other in combinations(piece.faces[face], 2):
        if quiet_zone(one).overlaps(quiet_zone(other)):
            problem = f"tags {one.id} and {other.id} lie too close"
            raise PrintError(piece.id, problem, remedy="move them apart")


def check_pages(pages: Sequence[Page]) -> None:
    """Raise `PrintError` for pieces that overlap or reach beyond the printable area."""
    for page in pages:
        printable = whole(page.size).grown(-PAPER_EDGE)
        for placed in page.placements:
            if not printable.holds(placed.cut):
                problem = f"it leaves the part of page {page.number} that printers reach"
                raise PrintError(placed.piece.id, problem, remedy="print it on larger paper")
        row = sorted(page.placements, key=lambda placed: placed.art.x)
        for index, one in enumerate(row):
            for other in row[index + 1 :]:
                if other.art.x >= one.art.right:
                    break
                if one.art.overlaps(other.cut) or other.art.overlaps(one.cut):
                    problem = f"it lies on {other.piece.id} on page {page.number}"
                    remedy = "this is an error in Rookery: please report it"
                    raise PrintError(one.piece.id, problem, remedy=remedy)


def quiet_zone(spot: TagSpot) -> Box:
    """Return the area of a tag with its white border of one module, mm.

    >>> quiet_zone(TagSpot(0, 10, 10, 8))
    Box(x=5.0, y=5.0, width=10.0, height=10.0)
    """
    side = spot.size * (1 + 2 / BLACK_MODULES)
    return Box(spot.x - side / 2, spot.y - side / 2, side, side)


def _touches(runs: Sequence[Run], box: Box) -> bool:
    """Return whether any line of the runs enters the box."""
    return any(_enters(start, end, box) for run in runs for start, end in run.edges)


def _enters(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Return whether a straight line enters the box (Liang-Barsky clipping)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    across = ((-dx, start[0] - box.x), (dx, box.right - start[0]))
    down = ((-dy, start[1] - box.y), (dy, box.bottom - start[1]))
    for step, room in (*across, *down):
        if step == 0:
            if room <= 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first < last
