"""Reads back every tag of a finished PDF as in a photo from afar: grey, blurred and small.

Tags are read at their places in the manifest, which checks the manifest as well. That needs neither
OpenCV nor NumPy, which take longer to import than a deck takes to print; a test confirms that the
scanner's detectors find all tags that pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import dist
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image, ImageFilter

from companion.decks import Art, quoted
from companion.errors import PrintError
from companion.language import say
from companion.layout import TagSpot
from companion.manifest import Manifest, PrintedPiece
from companion.tags import BLACK_MODULES, DATA_MODULES, FAMILY_SIZE, TagId, codes, modules
from printables.draw.boxes import Box
from printables.draw.paths import Point
from printables.draw.render import opened, patch
from printables.sheets.plan import counted

if TYPE_CHECKING:
    from pyapriltags import Detector


# px per mm in a photo of 12 megapixels from 70 cm, the largest distance at which photos must be
# readable
FAR = 4.2
SWEEP = FAR / 2  # the same at half the size, which the scanner searches first
# px per module needed for that; smaller tags are read at full size, where others show their place
LEAST = 2.5
BLUR = 0.8  # px: a hand-held photo in focus
CONTRAST = 128.0  # least difference of white and black, of 255
CLEAR = 0.12  # least distance of each module from the middle grey, as a share of the contrast
PALE = 0.2  # how much darker than white the quiet zone may be, as a share of the contrast

N = BLACK_MODULES + 2  # modules across, quiet zone included
Grid: TypeAlias = Sequence[Sequence[float]]  # N x N brightnesses, rows from the tag's top left
# maps a page's number (from 1) and a point on it, mm, to the point after corrections
Mover: TypeAlias = Callable[[int, Point], Point]


@dataclass(frozen=True, slots=True)
class Fault:
    """A tag that can't be read, and the problem."""

    piece: PrintedPiece
    tag: TagSpot
    problem: str


def check_tags(pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point) -> None:
    """Raise `PrintError` for the first piece with a tag that can't be read at its place."""
    faults = list(find_faults(pdf, manifest, moved))
    if faults:
        first = faults[0]
        others = len({(each.piece.id, each.piece.face) for each in faults}) - 1
        more = f" (and {counted(others, 'more face')} like it)" if others else ""
        at = f"{first.piece.id}, {first.piece.face}, page {first.piece.page}"
        remedy = "leave it on white, with a white rim of one module, and nothing over it"
        problem = f"tag {first.tag.id}: {first.problem}{more}"
        raise PrintError("preflight", problem, at=at, remedy=remedy)


def find_faults(
    pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point
) -> Iterator[Fault]:
    """Yield each tag that can't be read."""
    with opened(pdf) as document:
        tagged: dict[int, list[PrintedPiece]] = {}
        for piece in manifest.pieces:
            if piece.tags:
                tagged.setdefault(piece.page, []).append(piece)
        for number, pieces in tagged.items():
            page = document[number - 1]
            for piece in pieces:
                for tag in piece.tags:
                    x, y = moved(number, on_page(piece, tag))
                    side = tag.size * N / BLACK_MODULES
                    scale = SWEEP if tag.size / BLACK_MODULES * SWEEP >= LEAST else FAR
                    place = Box(x - side / 2, y - side / 2, side, side)
                    grid = brightness(*patch(page, place, scale))
                    for _ in range(piece.rotation // 90):  # back upright
                        grid = [*zip(*grid, strict=True)][::-1]
                    problem = judge(grid, tag.id)
                    if problem:
                        yield Fault(piece, tag, problem)


def on_page(piece: PrintedPiece, tag: TagSpot) -> Point:
    """Return the middle of a tag on its page, mm.

    >>> piece = PrintedPiece("a", "card", "front", 1, 1, (10, 20, 88, 63), 90)
    >>> on_page(piece, TagSpot(0, 12.75, 12.75, 14))
    (85.25, 32.75)
    """
    return Box(*piece.trim).spot(tag.x, tag.y, piece.rotation)


def brightness(picture: Image.Image, place: Box) -> Grid:
    """Return the blurred brightness of each module of a tag whose quiet zone is `place`, px."""
    soft = picture.filter(ImageFilter.GaussianBlur(BLUR))
    edges = (place.x, place.y, place.right, place.bottom)
    values = soft.transform(
        (N, N), Image.Transform.EXTENT, edges, Image.Resampling.BILINEAR
    ).tobytes()
    return [list(values[row : row + N]) for row in range(0, N * N, N)]


def judge(grid: Grid, wanted: TagId) -> str:
    """Return the problem with a tag that should be `wanted`, or ""."""
    quiet = [grid[row][column] for row, column in _ring(0)]
    border = [grid[row][column] for row, column in _ring(1)]
    white, black = median(quiet), median(border)
    contrast, middle = white - black, (white + black) / 2
    if contrast < CONTRAST:
        return (
            f"no black square on white stands there (white {white:.0f}, black {black:.0f} of 255)"
        )
    if min(quiet) < white - PALE * contrast:
        return "something lies in its quiet zone"
    inner = [value for row in grid[1:-1] for value in row[1:-1]]
    bits = [value < middle for value in inner]
    expected = [bit for row in modules(wanted) for bit in row]
    wrong = sum(bit != right for bit, right in zip(bits, expected, strict=True))
    if wrong:
        # the tag with exactly these black modules, if any
        first, word = (BLACK_MODULES - DATA_MODULES) // 2, 0
        for row in range(first, first + DATA_MODULES):
            for column in range(first, first + DATA_MODULES):
                word = word << 1 | (not bits[row * BLACK_MODULES + column])
        other = next((tag for tag in range(FAMILY_SIZE) if codes()[tag] == word), None)
        if other is not None:
            return f"it reads as tag {other}"
        return f"{wrong} of its {len(bits)} modules read wrong"
    if min(abs(value - middle) for value in inner) < CLEAR * contrast:
        return "its modules are too small or too pale to be told apart from afar"
    return ""


def _ring(depth: int) -> Iterator[tuple[int, int]]:
    """Return the cells of the ring `depth` modules inside the quiet zone's edge."""
    low, high = depth, N - 1 - depth
    ends = ((row, column) for row in (low, high) for column in range(low, high + 1))
    return chain(ends, ((row, column) for row in range(low + 1, high) for column in (low, high)))


# px per mm in a photo of a few cards; half of it is near the limit of what the scanner can read
NEAR = 8.0
OWN = 2.0  # how far a face's own tag may be detected from its place, mm
MOST_ERRORS = 2  # wrong bits that the scanner accepts in an isolated tag


def check_art(
    pdf: bytes,
    manifest: Manifest,
    art: Mapping[str, Art],
    source: str,
    moved: Mover = lambda _, point: point,
) -> None:
    """Raise `PrintError` for the first picture, by piece in `art`, that shows a tag."""
    faces = [piece for piece in manifest.pieces if piece.id in art and piece.copy == 1]
    if not faces:
        return
    import numpy as np  # noqa: PLC0415 - only decks with pictures need it

    with opened(pdf) as document:
        for piece in faces:
            trim, picture = Box(*piece.trim), art[piece.id]
            own = [(tag.id, moved(piece.page, on_page(piece, tag))) for tag in piece.tags]
            face, place = patch(document[piece.page - 1], trim, NEAR)
            for shrunk in (1, 2):
                scale = NEAR / shrunk
                for tag in _detector().detect(np.asarray(face.reduce(shrunk))):
                    x, y = tag.center
                    point = trim.x + x / scale - place.x / NEAR, trim.y + y / scale - place.y / NEAR
                    known = any(id_ == tag.tag_id and dist(point, at) < OWN for id_, at in own)
                    if tag.hamming > MOST_ERRORS or known:
                        continue
                    problem = say(
                        "{name} shows a tag (number {n}): photos of this card would be misread",
                        name=quoted(picture.name),
                        n=tag.tag_id,
                    )
                    remedy = say("crop the tag away, paint over it, or use another picture")
                    raise PrintError(source, problem, at=picture.at, remedy=remedy)


@cache
def _detector() -> Detector:
    from pyapriltags import Detector  # noqa: PLC0415 - as above

    return Detector(families="tag36h11", quad_decimate=1.0)
