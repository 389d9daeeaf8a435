"""Your own pictures on cards: PNG and JPEG files, which are checked before they are decoded.

A picture must be in the folder of the deck file, so that a stranger's deck can't print other files
of yours. EXIF data is removed, because it can have the location of a photo.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from operator import methodcaller
from pathlib import Path
from typing import Literal, Protocol

from PIL import Image, ImageOps

from companion.errors import DeckError, RookeryError
from companion.fields import Art
from companion.folders import near_file, stored
from companion.game import Deck
from companion.language import Phrase, listed, say
from companion.pictures import plain
from companion.wording import quoted
from printables.draw.colours import Ink

MAX_BYTES = 12_000_000  # of a file
MAX_PIXELS = 40_000_000  # more than phones take; a small file can decode to gigabytes
MAX_SIDE = 2400  # px of a printed picture: over 600 dpi on a card
LEAST_SIDE = 16
LEAST_CLEAR = 394  # px across a card's 5 cm: 200 dpi, below which steps are seen while reading
FAINT = 13  # of 255, 5 %: what is painted less than that isn't seen on paper
LOW_SHARE = 0.45  # share of white that is mixed in to save ink
QUALITY = 90  # of JPEGs that are encoded again
FORMATS = ("PNG", "JPEG")
TURNED = 0x0112  # EXIF's orientation; 1 is upright
_KEPT_SEGMENTS = {0xE0, 0xEE}  # JFIF, and Adobe's, which defines the colours


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture for a PDF or an SVG: upright, `width` x `height` px.

    `notes` warn of what can be printed, but hardly seen.
    """

    kind: Literal["png", "jpeg"]
    data: bytes
    width: int
    height: int
    notes: tuple[Phrase, ...] = ()


def art_of(deck: Deck) -> Mapping[str, Art]:
    """Return the pictures that a deck names, by piece id."""
    art: Mapping[str, Art] = getattr(deck, "art", {})
    return art


def load_pictures(deck: Deck, deck_file: str | None) -> Mapping[str, Picture]:
    """Return a deck's pictures by name, none without a file; raises `DeckError`."""
    pictures, faults = ({}, []) if deck_file is None else pictures_of(deck, deck_file)
    if faults:
        raise faults[0]
    return pictures


def pictures_of(deck: Deck, deck_file: str) -> tuple[dict[str, Picture], list[DeckError]]:
    """Return a deck file's pictures by name, and errors for those that can't be loaded."""
    pictures: dict[str, Picture] = {}
    faults = []
    for each in art_of(deck).values():
        try:
            pictures[each.name] = pictures.get(each.name) or load_picture(each, deck_file)
        except DeckError as error:
            faults.append(error)
    return pictures, faults


def notes(pictures: Mapping[str, Picture]) -> list[Phrase]:
    """Return the warnings about pictures."""
    return [note for picture in pictures.values() for note in picture.notes]


def load_picture(art: Art, deck_file: str) -> Picture:
    """Return a picture from the deck file's folder; raises `DeckError`."""
    return read_picture(art, picture_data(art, deck_file), deck_file)


def _unfit(art: Art, deck_file: str) -> Callable[..., DeckError]:
    def unfit(problem: Phrase, remedy: str, **values: object) -> DeckError:
        problem = say(problem, name=quoted(art.name), **values)
        return DeckError(deck_file, problem, at=art.at, remedy=remedy)

    return unfit


def picture_data(art: Art, deck_file: str) -> bytes:
    """Return a file from the deck file's folder, not decoded; raises `DeckError`."""
    folder, unfit = Path(deck_file).parent, _unfit(art, deck_file)
    try:
        home = folder.resolve(strict=True)
        path = stored(home / art.name).resolve(strict=True)
        if not path.is_relative_to(home):
            remedy = say("put the picture itself into the folder, not a link")
            raise unfit(say("{name} lies outside of this deck's folder"), remedy)
        if not path.is_file():  # reading a pipe could block forever
            raise unfit(say("{name} isn't a file"), say("name a picture"))
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        remedy = say("put it into {folder}, or take the line out", folder=folder.absolute())
        raise unfit(say("{name} doesn't exist"), near_file(folder / art.name) or remedy) from error
    except (OSError, RuntimeError) as error:  # RuntimeError: symbolic links in a loop
        reason = getattr(error, "strerror", None) or say("it leads in a circle")
        remedy = say("check the file and its permissions")
        raise unfit(say("{name} can't be read: {reason}"), remedy, reason=reason) from error


def read_picture(art: Art, data: bytes, deck_file: str) -> Picture:
    """Return a picture from its file, upright and without EXIF; raises `DeckError`."""
    unfit = _unfit(art, deck_file)
    if len(data) > MAX_BYTES:
        remedy = say("shrink it: {n} pixels are enough", n=MAX_SIDE)
        raise unfit(say("{name} has over {n} MB"), remedy, n=MAX_BYTES // 1_000_000)
    image = decoded(data, unfit)
    found = tuple(listed((art.name, problem), ": ") for problem in _hard_to_see(image))
    fits = max(image.size) <= MAX_SIDE and image.getexif().get(TURNED, 1) == 1
    if fits and image.format == "JPEG" and image.mode in {"RGB", "L"}:
        return Picture("jpeg", bare_jpeg(data), *image.size, found)
    upright = plain(ImageOps.exif_transpose(image))
    upright.thumbnail((MAX_SIDE, MAX_SIDE))
    return replace(encoded(upright, "jpeg" if image.format == "JPEG" else "png"), notes=found)


def shrunk(picture: Picture, side: int) -> Picture:
    """Return a picture at most `side` px wide and high."""
    if max(picture.width, picture.height) <= side:
        return picture
    with Image.open(BytesIO(picture.data), formats=FORMATS) as image:
        image.thumbnail((side, side))
        return encoded(image, picture.kind)


class Unfit(Protocol):
    """Makes an error about a picture from a problem with a `{name}` in it, and a remedy."""

    def __call__(self, problem: Phrase, remedy: str, **values: object) -> RookeryError:
        """Return the error."""


def decoded(
    data: bytes,
    unfit: Unfit,
    formats: tuple[str, ...] = FORMATS,
    decode: Callable[[Image.Image], object] = methodcaller("load"),
) -> Image.Image:
    """Open and `decode` a picture; raises what `unfit` makes of a damaged or unsuitable one."""
    most, shrink = MAX_PIXELS // 1_000_000, say("shrink it to {n} pixels", n=MAX_SIDE)
    try:
        with warnings.catch_warnings():
            # our own limit is lower
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image: Image.Image = Image.open(BytesIO(data), formats=formats)
        # the header says how large it is, before it is decoded
        width, height = image.size
        if width * height > MAX_PIXELS:
            problem = say("{name} has {width} x {height} pixels, over {n} megapixels")
            raise unfit(problem, shrink, width=width, height=height, n=most)
        if min(width, height) < LEAST_SIDE:
            problem = say("{name} has only {width} x {height} pixels")
            remedy = say("use a larger picture: 700 x 1000 print well")
            raise unfit(problem, remedy, width=width, height=height)
        decode(image)
    except Image.DecompressionBombError as error:
        raise unfit(say("{name} has over {n} megapixels"), shrink, n=most) from error
    except (OSError, SyntaxError, ValueError) as error:
        problem = say("{name} isn't a PNG or JPEG, or is damaged")
        raise unfit(problem, say("save it as PNG or JPEG again")) from error
    return image


def _hard_to_see(image: Image.Image) -> Iterator[Phrase]:
    """Yield what is wrong with a picture that can be printed."""
    width, height = image.size
    if min(width, height) < LEAST_CLEAR:
        problem = say(
            "only {width} x {height} pixels, so it will look blurred: 700 x 1000 print well"
        )
        yield say(problem, width=width, height=height)
    if image.has_transparency_data and max(image.convert("RGBA").getchannel("A").tobytes()) < FAINT:
        yield say("nothing is seen of it: all of it is transparent")


def encoded(image: Image.Image, kind: Literal["png", "jpeg"]) -> Picture:
    """Return an encoded picture, as JPEG or as PNG with transparency."""
    file = BytesIO()
    # without other data of the file
    bare = Image.frombytes(image.mode, image.size, image.tobytes())
    if kind == "png":
        bare.save(file, "PNG", optimize=False)
    else:
        bare.save(file, "JPEG", quality=QUALITY)
    return Picture(kind, file.getvalue(), *image.size)


def bare_jpeg(data: bytes) -> bytes:
    """Return a JPEG with the same pixels but without metadata, such as the location of a photo."""
    return b"\xff\xd8" + b"".join(segments(data))


def segments(data: bytes) -> Iterator[bytes]:
    """Yield the segments of a JPEG after its first marker, without metadata."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA:  # the pixels follow, up to the end
            break
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or marker in _KEPT_SEGMENTS:
            yield data[at : at + 2 + length]
        at += 2 + length
    yield data[at:]


@lru_cache(maxsize=256)
def inked(picture: Picture, ink: Ink, *, grey: bool = False) -> Picture:
    """Return a picture as `ink` prints it: paler with "low", grey with "mono" or `grey`."""
    grey = grey or ink == "mono"
    if ink == "full" and not grey:
        return picture
    with Image.open(BytesIO(picture.data), formats=FORMATS) as image:
        clear = image.mode == "RGBA"
        toned = image.convert("L").convert("RGB") if grey else image.convert("RGB")
        if ink == "mono":
            # grey printers blur small differences
            toned = ImageOps.autocontrast(toned, cutoff=1)
        if ink == "low":
            toned = Image.blend(toned, Image.new("RGB", toned.size, "white"), LOW_SHARE)
        if clear:
            toned.putalpha(image.getchannel("A"))
    return encoded(toned.convert("L") if grey and not clear else toned, picture.kind)


def covering(picture: Picture, width: float, height: float) -> tuple[float, float, float, float]:
    """Return x, y, width and height at which a picture covers a box of `width` x `height`.

    >>> covering(Picture("png", b"", 200, 100), 10, 10)
    (-5.0, 0.0, 20.0, 10.0)
    """
    scale = max(width / picture.width, height / picture.height)
    w, h = picture.width * scale, picture.height * scale
    return ((width - w) / 2, (height - h) / 2, w, h)
