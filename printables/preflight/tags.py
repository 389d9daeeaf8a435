"""Reads back every tag of a finished PDF as in a photo from afar: grey, blurred and small.

Tags are read at their places in the manifest, which checks the manifest as well, and without OpenCV
or NumPy, which take longer to import than a deck takes to print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from math import dist
from operator import ne
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image, ImageFilter

from companion.decks import Art, quoted
from companion.errors import PrintError
from companion.language import counted, say
from companion.layout import TagSpot
from companion.manifest import Manifest, PrintedPiece
from companion.tags import BLACK_MODULES, FAMILY_SIZE, TagId, modules
from printables.draw.paths import Box, Point
from printables.draw.render import opened, patch

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


def check_tags(pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point) -> None:
    """Raise `PrintError` for the first piece with a tag that can't be read at its place."""
    faults = list(find_faults(pdf, manifest, moved))
    if faults:
        piece, tag, problem = faults[0]
        others = len({(each.id, each.face) for each, *_ in faults}) - 1
        more = f" (and {counted(others, 'more face')} like it)" if others else ""
        at = f"{piece.id}, {piece.face}, page {piece.page}"
        remedy = "leave it on white, with a white rim of one module, and nothing over it"
        raise PrintError("preflight", f"tag {tag.id}: {problem}{more}", at=at, remedy=remedy)


def find_faults(
    pdf: bytes, manifest: Manifest, moved: Mover = lambda _, point: point
) -> Iterator[tuple[PrintedPiece, TagSpot, str]]:
    """Yield each tag that can't be read, with its piece and the problem."""
    with opened(pdf) as document:
        tags = [(piece, tag) for piece in manifest.pieces for tag in piece.tags]
        for number, on_it in groupby(tags, key=lambda pair: pair[0].page):
            page = document[number - 1]
            for piece, tag in on_it:
                x, y = moved(number, on_page(piece, tag))
                side = tag.size * N / BLACK_MODULES
                scale = SWEEP if tag.size / BLACK_MODULES * SWEEP >= LEAST else FAR
                picture, place = patch(page, Box(x - side / 2, y - side / 2, side, side), scale)
                edges = (place.x, place.y, place.right, place.bottom)
                extent, smooth = Image.Transform.EXTENT, Image.Resampling.BILINEAR
                soft = picture.filter(ImageFilter.GaussianBlur(BLUR))
                values = soft.transform((N, N), extent, edges, smooth).tobytes()
                grid: Grid = [list(values[row : row + N]) for row in range(0, N * N, N)]
                for _ in range(piece.rotation // 90):  # back upright
                    grid = [*zip(*grid, strict=True)][::-1]
                if problem := judge(grid, tag.id):
                    yield piece, tag, problem


def on_page(piece: PrintedPiece, tag: TagSpot) -> Point:
    """Return the middle of a tag on its page, mm."""
    return Box(*piece.trim).spot(tag.x, tag.y, piece.rotation)


def judge(grid: Grid, wanted: TagId) -> str:
    """Return the problem with a tag that should be `wanted`, or ""."""

    def ring(depth: int) -> list[float]:
        """Return the modules so far inside the quiet zone's edge."""
        low, high = depth, N - 1 - depth
        ends = [*grid[low][low : high + 1], *grid[high][low : high + 1]]
        return ends + [row[column] for row in grid[low + 1 : high] for column in (low, high)]

    quiet = ring(0)
    white, black = median(quiet), median(ring(1))
    contrast, middle = white - black, (white + black) / 2
    if contrast < CONTRAST:
        return (
            f"no black square on white stands there (white {white:.0f}, black {black:.0f} of 255)"
        )
    if min(quiet) < white - PALE * contrast:
        return "something lies in its quiet zone"
    inner = [row[1:-1] for row in grid[1:-1]]
    bits = tuple(tuple(value < middle for value in row) for row in inner)
    if bits != modules(wanted):
        other = next((tag for tag in range(FAMILY_SIZE) if modules(tag) == bits), None)
        if other is not None:
            return f"it reads as tag {other}"
        wrong = sum(map(ne, chain(*bits), chain(*modules(wanted))))
        return f"{wrong} of its {BLACK_MODULES**2} modules read wrong"
    if min(abs(value - middle) for value in chain(*inner)) < CLEAR * contrast:
        return "its modules are too small or too pale to be told apart from afar"
    return ""


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
