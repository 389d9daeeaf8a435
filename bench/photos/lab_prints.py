"""Prints: the faces of a game as they come out of the printer, cut from the finished PDF by its
manifest.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TypeAlias

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from bench.photos.lab_scene import Window
from companion.deckfile import deck_text
from companion.game import game
from companion.manifest import Manifest, PrintedPiece
from companion.pirates.measures import SHIP
from companion.rocks.measures import STAND
from printables.draw.colours import Ink
from printables.draw.paths import Path as Outline
from printables.faces.artists import shape_of
from printables.output.files import manifest_path, save
from printables.output.printer import Job, print_job
from printables.sheets.imposition import find_sides
from printables.sheets.paper import find_paper

Pixels: TypeAlias = NDArray[np.uint8]
Deep: TypeAlias = NDArray[np.uint16]  # linear light, `ONE` is a perfect white in full light
Floats: TypeAlias = NDArray[np.floating[Any]]
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
    """All faces of one PDF. Not shared between threads: PDFium is not made for it."""

    pdf: Path
    pieces: Mapping[Key, PrintedPiece]
    outlines: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)

    @classmethod
    def read(
        cls, pdf: Path, outlines: Mapping[str, tuple[tuple[float, float], ...]] | None = None
    ) -> Self:
        """What was printed into `pdf`, its manifest beside it; `outlines` of ids that aren't
        rectangles, mm.
        """
        path = manifest_path(pdf)
        found = Manifest.from_json(path.read_text("utf-8"), str(path))
        first: dict[Key, PrintedPiece] = {}
        for piece in found.pieces:
            first.setdefault((piece.id, piece.face), piece)
        return cls(pdf, first, outlines or {})

    @classmethod
    def of(
        cls,
        slug: str,
        folder: Path,
        only: frozenset[str] = frozenset(),
        *,
        deck_file: str | None = None,
        ink: Ink = "full",
    ) -> Self:
        """Print a game's set into `folder`, unless it was, and read it; `only` these ids, if any
        are named.

        The set is the standard deck's, or that of `deck_file`.
        """
        row = game(slug)
        text, source = deck_text(row, deck_file)
        deck = row.read_deck(text, source)
        pieces = tuple(
            piece for piece in row.pieces(deck) if piece.id in only or not (only or piece.extra)
        )
        pdf = folder / f"{slug}.pdf"
        if not pdf.exists():
            save(
                print_job(
                    Job(row, deck, source, pieces, find_paper("a4"), find_sides("long"), ink=ink)
                ),
                pdf,
            )
        shape = shape_of(row, deck)
        shapes = {piece.id: found for piece in pieces if (found := shape(piece))}
        return cls.read(pdf, {name: _points(found.cut) for name, found in shapes.items()})

    def window(self, name: str, face: str, part: str = "") -> Window:
        """What of a face lies on the table: all of it, or only a standee's "base"."""
        width, height = _upright(self.pieces[name, face])
        if part != "base":
            return Window(width, height, (width / 2, height / 2))
        base = (SHIP if name.startswith("ship-") else STAND).base
        return Window(base.width, base.height, (width / 2, height - base.height / 2))

    def light(self, key: Key, px_per_mm: float, *, grey: bool = False, ink: float = 1.0) -> Deep:
        """The upright face with `ROOM` mm of what is printed round it, as light that it gives back:
        linear BGR.

        As fine as `px_per_mm` or a little finer, but not finer than `PX_PER_MM`.
        """
        halvings = np.floor(2 * np.log2(PX_PER_MM / max(px_per_mm, 1.0))) / 2
        return _light(self.pdf, self.pieces[key], float(max(0.0, halvings)), grey, round(ink, 2))

    def outline(self, key: Key, window: Window) -> Floats:
        """The edge of what lies there, n x 2 mm from the window's middle, y up."""
        width, height = _upright(self.pieces[key])
        known = self.outlines.get(key[0])
        points = (
            np.array(known)
            if known
            else np.array([(0, 0), (width, 0), (width, height), (0, height)])
        )
        if key[1] == "back" and known:
            points[:, 0] = width - points[:, 0]
        half = np.array([window.width, window.height]) / 2
        return _clipped((points - window.middle) * (1, -1), half)


def _clipped(points: Floats, half: Floats) -> Floats:
    """The polygon within a box about the origin; the box's sides are taken in turn (Sutherland and
    Hodgman).
    """
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
        face = np.asarray(
            cv2.cvtColor(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
    fine = reflectance(ink)[face]
    size = [max(8, round(side / 2**halvings)) for side in fine.shape[1::-1]]
    return np.asarray(cv2.resize(fine, (size[0], size[1]), interpolation=cv2.INTER_AREA), np.uint16)


def reflectance(ink: float) -> Deep:
    """Light that paper gives back for a page's grey value; thin ink has a share of the density."""
    page = (np.arange(256) / 255) ** DISPLAY
    fresh = INK_BLACK + (PAPER_WHITE - INK_BLACK) * page
    return np.asarray(PAPER_WHITE * (fresh / PAPER_WHITE) ** ink * ONE, np.uint16)


def _upright(piece: PrintedPiece) -> tuple[float, float]:
    _, _, width, height = piece.trim
    return (height, width) if piece.rotation % 180 else (width, height)


@lru_cache(KEPT)
def _cut(pdf: Path, piece: PrintedPiece) -> Pixels:
    """The face with `ROOM` on all sides, upright; paper is white beyond the page's edge."""
    x, y, width, height = piece.trim
    page = _document(pdf, threading.get_ident())[piece.page - 1]
    wide, high = page.get_size()
    box = (x - ROOM, y - ROOM, x + width + ROOM, y + height + ROOM)
    low = [max(0, int(np.floor(edge * PX_PER_MM)) - 1) for edge in box[:2]]
    across, down = (int(np.ceil(length * PX_PER_MM / POINTS)) for length in (wide, high))
    most = [
        min(limit, int(np.ceil(edge * PX_PER_MM)) + 1)
        for edge, limit in zip(box[2:], (across, down), strict=True)
    ]
    margins = (low[0], down - most[1], across - most[0], low[1])
    scale = PX_PER_MM / POINTS
    # PDFium's wrapper rounds up
    crop = tuple((edge - 0.5) / scale if edge else 0 for edge in margins)
    patch = np.asarray(page.render(scale=scale, crop=crop).to_numpy()[:, :, :3])
    wanted = np.array([width + 2 * ROOM, height + 2 * ROOM]) * PX_PER_MM
    size = np.round(wanted).astype(int)
    # the page fills its last pixels
    stretch = np.array([across, down]) / (np.array([wide, high]) * scale)
    step = stretch * wanted / size
    where = np.column_stack(
        [np.diag(step), np.array(box[:2]) * PX_PER_MM * stretch + step / 2 - 0.5 - low]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        patch, where, (int(size[0]), int(size[1])), flags=flags, borderValue=(255, 255, 255)
    )
    return np.ascontiguousarray(np.rot90(cut, round(piece.rotation / 90) % 4), np.uint8)


@lru_cache(4)
def _document(pdf: Path, thread: int) -> Any:  # noqa: ARG001 - each thread has a document of its own
    return pypdfium2.PdfDocument(str(pdf))


def _points(path: Outline) -> tuple[tuple[float, float], ...]:
    """The first closed outline of a path as a polygon."""
    points: list[tuple[float, float]] = []
    for command, numbers in path.steps:
        if command == "Z" or (command == "M" and points):
            break
        if command == "C":
            points += _bezier(points[-1], numbers)
        else:
            points.append((numbers[0], numbers[1]))
    return tuple(points)


def _bezier(start: tuple[float, float], numbers: tuple[float, ...]) -> list[tuple[float, float]]:
    hull = np.array([start, numbers[0:2], numbers[2:4], numbers[4:6]])
    t = np.linspace(0, 1, CURVE + 1)[1:, None]
    weights = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    return [(float(x), float(y)) for x, y in weights @ hull]
