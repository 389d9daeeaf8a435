"""The printed faces of a game, cut from the finished PDF by its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from bench.photos.lab_scene import Floats, Window
from companion.deckfile import deck_text
from companion.game import game
from companion.manifest import Manifest, PrintedPiece
from companion.pirates.pieces import SHIP
from companion.rocks.pieces import STAND
from printables.draw.colours import Ink
from printables.draw.paths import Path as Outline
from printables.faces.artists import shape_of
from printables.output.files import manifest_path, save
from printables.output.job import Job
from printables.output.printer import print_job
from printables.sheets.imposition import find_sides
from printables.sheets.paper import find_paper

Pixels: TypeAlias = NDArray[np.uint8]
Deep: TypeAlias = NDArray[np.uint16]  # linear light, `ONE` is a perfect white in full light
Key: TypeAlias = tuple[str, str]  # id and face

PX_PER_MM = 300 / 25.4
POINTS = 72 / 25.4  # a mm
ROOM = 2.0  # mm round a face that a bad cut may show
KEPT = 80  # faces in memory: some 200 MB of cards
ONE = 32768
PAPER_WHITE, INK_BLACK = 0.86, 0.035  # reflectance
DISPLAY = 2.2  # a page's grey values are meant for a screen
CURVE = 8  # straight pieces that a Bézier is cut along


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """All faces of one PDF, for one thread, as PDFium needs."""

    pdf: Path
    pieces: Mapping[Key, PrintedPiece]
    outlines: Mapping[str, Floats]  # of pieces that aren't rectangles, n x 2 mm

    @staticmethod
    @cache
    def of(
        slug: str,
        folder: Path,
        only: frozenset[str] = frozenset(),
        *,
        deck_file: str | None = None,
        ink: Ink = "full",
    ) -> Prints:
        """Print a game's set (or `only` these ids) into `folder` if it isn't there, and read it."""
        row = game(slug)
        text, source = deck_text(row, deck_file)
        deck = row.read_deck(text, source)
        every, pdf = row.pieces(deck), folder / f"{slug}.pdf"
        pieces = tuple(each for each in every if each.id in only or not (only or each.extra))
        if not pdf.exists():
            paper, sides = find_paper("a4"), find_sides("long")
            save(print_job(Job(row, deck, source, pieces, paper, sides, ink=ink)), pdf)
        printed = Manifest.from_json(manifest_path(pdf).read_text("utf-8"), str(pdf)).pieces
        first = {(piece.id, piece.face): piece for piece in reversed(printed)}
        shape = shape_of(row, deck)
        shapes = {piece.id: shape(piece) for piece in pieces}
        outlines = {name: _points(each.cut) for name, each in shapes.items() if each}
        return Prints(pdf, first, outlines)

    def window(self, name: str, face: str, part: str = "") -> Window:
        """Return the part of a face that lies on the table: all of it, or a standee's "base"."""
        width, height = _upright(self.pieces[name, face])
        if part != "base":
            return Window(width, height, (width / 2, height / 2))
        base = (SHIP if name.startswith("ship-") else STAND).base
        return Window(base.width, base.height, (width / 2, height - base.height / 2))

    def light(self, key: Key, px_per_mm: float, *, grey: bool = False, ink: float = 1.0) -> Deep:
        """Return the upright face with `ROOM` mm round it in linear BGR, with `px_per_mm` or a
        little more, but at most `PX_PER_MM`.
        """
        halvings = np.floor(2 * np.log2(PX_PER_MM / max(px_per_mm, 1.0))) / 2
        return _light(self.pdf, self.pieces[key], float(max(0.0, halvings)), grey, round(ink, 2))

    def outline(self, key: Key, window: Window) -> Floats:
        """Return the edge of what lies there, n x 2 mm from the window's middle, y up."""
        width, height = _upright(self.pieces[key])
        points = np.array([(0, 0), (width, 0), (width, height), (0, height)])
        if key[0] in self.outlines:
            points = self.outlines[key[0]].copy()
            if key[1] == "back":
                points[:, 0] = width - points[:, 0]
        half = np.array([window.width, window.height]) / 2
        return _clipped((points - window.middle) * (1, -1), half)


def _clipped(points: Floats, half: Floats) -> Floats:
    """Clip a polygon to a box about the origin (Sutherland and Hodgman)."""
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        room = half[axis] - sign * points[:, axis]
        if (room >= 0).all():
            continue
        kept = []
        for n in range(len(points)):
            a, b, inside, after = points[n - 1], points[n], room[n - 1], room[n]
            if (inside < 0) != (after < 0):
                kept.append(a + (b - a) * inside / (inside - after))
            if after >= 0:
                kept.append(b)
        points = np.array(kept)
    return points


@lru_cache(KEPT)
def _light(pdf: Path, piece: PrintedPiece, halvings: float, grey: bool, ink: float) -> Deep:  # noqa: FBT001 - a cache's key
    face = _cut(pdf, piece)
    if grey:
        one = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
        face = np.asarray(cv2.cvtColor(one, cv2.COLOR_GRAY2BGR), np.uint8)
    # reflectance for a page's grey value; thin ink has a share of the density
    fresh = INK_BLACK + (PAPER_WHITE - INK_BLACK) * (np.arange(256) / 255) ** DISPLAY
    fine = np.asarray(PAPER_WHITE * (fresh / PAPER_WHITE) ** ink * ONE, np.uint16)[face]
    size = [max(8, round(side / 2**halvings)) for side in fine.shape[1::-1]]
    return np.asarray(cv2.resize(fine, (size[0], size[1]), interpolation=cv2.INTER_AREA), np.uint16)


def _upright(piece: PrintedPiece) -> tuple[float, float]:
    _, _, width, height = piece.trim
    return (height, width) if piece.rotation % 180 else (width, height)


@lru_cache(KEPT)
def _cut(pdf: Path, piece: PrintedPiece) -> Pixels:
    """Return the upright face with `ROOM` on all sides, white beyond the edge of the page."""
    x, y, width, height = piece.trim
    box = (x - ROOM, y - ROOM, x + width + ROOM, y + height + ROOM)
    low = [max(0, int(np.floor(edge * PX_PER_MM)) - 1) for edge in box[:2]]
    high_edges = (int(np.ceil(edge * PX_PER_MM)) + 1 for edge in box[2:])
    scale = PX_PER_MM / POINTS
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        page = document[piece.page - 1]
        wide, high = page.get_size()
        whole = [int(np.ceil(length * PX_PER_MM / POINTS)) for length in (wide, high)]
        most = [*map(min, whole, high_edges)]
        margins = (low[0], whole[1] - most[1], whole[0] - most[0], low[1])
        crop = tuple((edge - 0.5) / scale if edge else 0 for edge in margins)  # PDFium rounds up
        patch = page.render(scale=scale, crop=crop).to_numpy()[:, :, :3].copy()
    wanted = np.array([width + 2 * ROOM, height + 2 * ROOM]) * PX_PER_MM
    size = np.round(wanted).astype(int)
    # the page is stretched to whole pixels
    stretch = np.array(whole) / (np.array([wide, high]) * scale)
    step = stretch * wanted / size
    start = np.array(box[:2]) * PX_PER_MM * stretch + step / 2 - 0.5 - low
    flags, white = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (255, 255, 255)
    where = np.column_stack([np.diag(step), start])
    cut = cv2.warpAffine(patch, where, (int(size[0]), int(size[1])), flags=flags, borderValue=white)
    return np.ascontiguousarray(np.rot90(cut, round(piece.rotation / 90) % 4), np.uint8)


def _points(path: Outline) -> Floats:
    """Return the first closed outline of a path as a polygon."""
    points: list[Any] = []
    t = np.linspace(0, 1, CURVE + 1)[1:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    for command, numbers in path.steps:
        if command == "Z" or (command == "M" and points):
            break
        hull = np.reshape(numbers, (-1, 2))
        points += [*weights @ np.vstack([points[-1], hull])] if command == "C" else [hull[0]]
    return np.array(points)
