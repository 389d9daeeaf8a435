"""A check that pictures of the deck's owner contain no tags, which would be read as another piece.

The printed face is searched instead of the file, because a tag may be cropped away or covered, or
still be readable when scaled, turned or toned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import dist
from typing import TYPE_CHECKING

from PIL import Image

from companion.decks import Art, quoted
from companion.errors import PrintError
from companion.language import say
from companion.manifest import Manifest, PrintedPiece
from companion.tags import TagId
from printables.draw.boxes import Box
from printables.draw.paths import Point
from printables.draw.render import Leaf, leaf, opened
from printables.preflight.tags import Mover, on_page

if TYPE_CHECKING:
    from pyapriltags import Detector

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
    """Raise `PrintError` for the first picture, by piece in `art`, that shows a tag when printed.

    `moved` applies the printer's corrections to a point of a page, mm.
    """
    faces = [piece for piece in manifest.pieces if piece.id in art and piece.copy == 1]
    if not faces:
        return
    with opened(pdf) as document:
        for piece in faces:
            for tag in _find_foreign_tags(leaf(document, piece.page), piece, moved):
                picture = art[piece.id]
                problem = say(
                    "{name} shows a tag (number {n}): photos of this card would be misread",
                    name=quoted(picture.name),
                    n=tag,
                )
                remedy = say("crop the tag away, paint over it, or use another picture")
                raise PrintError(source, problem, at=picture.at, remedy=remedy)


def _find_foreign_tags(page: Leaf, piece: PrintedPiece, moved: Mover) -> Iterator[TagId]:
    """Yield the tags that can be read on a face besides its own."""
    trim = Box(*piece.trim)
    own = [(tag.id, moved(piece.page, on_page(piece, tag))) for tag in piece.tags]
    picture, place = page.patch(trim, NEAR)
    for shrunk in (1, 2):
        scale = NEAR / shrunk
        for tag, (x, y) in _detect(picture.reduce(shrunk)):
            point = (trim.x + x / scale - place.x / NEAR, trim.y + y / scale - place.y / NEAR)
            if not any(tag == known and dist(point, spot) < OWN for known, spot in own):
                yield tag


def _detect(picture: Image.Image) -> Iterator[tuple[TagId, Point]]:
    """Yield the tags in a grey picture and their middles, px."""
    import numpy as np  # noqa: PLC0415 - only decks with pictures need it

    for tag in _detector().detect(np.asarray(picture)):
        if tag.hamming <= MOST_ERRORS:
            yield tag.tag_id, tuple(tag.center)


@cache
def _detector() -> Detector:
    from pyapriltags import Detector  # noqa: PLC0415 - as above

    return Detector(families="tag36h11", quad_decimate=1.0)
