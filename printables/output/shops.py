"""Files as some print shops ask for them: sizes in px at 300 dpi, colours and order.

The sizes are the shops' own. A card is enlarged by a percent or two until its bleed fills them;
what has none of a shop's sizes is left out and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import UsageError
from companion.game import Piece
from companion.language import counted, listed
from printables.draw.paths import Shape
from printables.draw.pen import BLEED
from printables.output.pdfx import in_ink, write_pdfx
from printables.output.shop import PX, DrawnFaces, ShopFace, save_png
from printables.sheets.plan import pieces_of, tally

INCH = 25.4  # mm
MOST_CHANGE = 0.03  # how much a card may be enlarged or shrunk to fill a size
MOST_LOST = 0.5  # what the other cut may take from a side then, mm
HEX = "MLLLLLZ"  # the commands of its outline


@dataclass(frozen=True, slots=True)
class Format:
    """A size that a shop sells: its name, inches as cut, and px of a picture with its bleed."""

    name: str
    inches: tuple[float, float]
    pixels: tuple[int, int]
    is_hex: bool = False

    def scale(self, piece: Piece) -> float:
        """Return by how much a piece is enlarged so that its bleed fills the picture."""
        sides = (piece.size.width, piece.size.height)
        return max(
            px / ((side + 2 * BLEED) * PX) for px, side in zip(self.pixels, sides, strict=True)
        )

    def suits(self, piece: Piece) -> bool:
        """Return whether a piece is about as large, so that it is cut where it should be."""
        scale, sides = self.scale(piece), (piece.size.width, piece.size.height)
        cut = (
            abs(side * scale - inches * INCH)
            for side, inches in zip(sides, self.inches, strict=True)
        )
        return abs(scale - 1) <= MOST_CHANGE and max(cut) <= 2 * MOST_LOST


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop and the sizes that it sells; `pdf` says that it wants one PDF instead of pictures."""

    title: str
    formats: tuple[Format, ...]
    pdf: bool = False


POKER = (2.5, 3.5)
SHOPS = {
    "thegamecrafter": Shop(
        "The Game Crafter",
        (
            Format("PokerDeck", POKER, (825, 1125)),
            Format("BridgeDeck", (2.25, 3.5), (750, 1125)),
            Format("MiniDeck", (1.75, 2.5), (600, 825)),
            Format("MicroDeck", (1.25, 1.75), (450, 600)),
            Format("TarotDeck", (2.75, 4.75), (900, 1500)),
            Format("JumboDeck", (3.5, 5.5), (1125, 1725)),
            Format("BusinessDeck", (2, 3.5), (675, 1125)),
            Format("SquareDeck", (3.5, 3.5), (1125, 1125)),
            Format("SmallSquareChit", (0.5, 0.5), (225, 225)),
            Format("MediumSquareChit", (0.75, 0.75), (300, 300)),
            Format("LargeSquareChit", (1, 1), (375, 375)),
            Format("SmallHexTile", (2, 1.75), (675, 600), is_hex=True),
            Format("MediumHexTile", (2.5, 2.2), (825, 750), is_hex=True),
            Format("LargeHexTile", (3.75, 3.25), (1200, 1050), is_hex=True),
        ),
    ),
    "makeplayingcards": Shop("MakePlayingCards", (Format("poker", POKER, (822, 1122)),)),
    "drivethrucards": Shop("DriveThruCards", (Format("poker", POKER, (825, 1125)),), pdf=True),
}


def write_for_shop(slug: str, drawn: DrawnFaces, folder: Path) -> list[str]:
    """Write the files for a shop; return what was written.

    Raises `UsageError` if the shop sells no size of any piece.
    """
    shop, job, says = SHOPS[slug], drawn.job, list[str]()
    sold = [(each, format_for(shop, each.piece, job.shape(each.piece))) for each in drawn.faces]
    for size in shop.formats:
        faces = [face for face, format_ in sold if format_ == size]
        if not faces:
            continue
        scales = [size.scale(face.piece) for face in faces]
        change = max(scales, key=lambda scale: abs(scale - 1)) - 1
        words = f"for {shop.title}, {size.name} ({_by(size.inches)} in), {change:+.1%}"
        pictures = (
            (each.name, drawn.picture(each, size.pixels, scale=scale))
            for each, scale in zip(faces, scales, strict=True)
        )
        if shop.pdf:
            name = f"{job.game.slug}.pdf"
            inked = ((face, in_ink(picture)) for face, picture in pictures)
            count = write_pdfx(folder / name, listed((job.title,)), inked, _order(faces))
            says.append(
                f"{name}, {counted(count // 2, 'card')}, backs before their fronts, {words}"
            )
            continue
        target = folder / size.name if len(shop.formats) > 1 else folder
        target.mkdir(exist_ok=True)
        for face, picture in pictures:
            save_png(picture, target / face)
        says.append(f"{counted(len(faces), 'picture')} of {_by(size.pixels)} pixels {words}")
    rest = tally(face.piece for face, size in sold if not size and face.face == "front")
    words = ", ".join(
        pieces_of(kind, number, own=job.faces is not None) for kind, number in rest.items()
    )
    if not says:
        remedy = "give only --shop DIR: pictures of any size, for any shop"
        raise UsageError(f"--to {slug}", f"{shop.title} has no size of: {words}", remedy=remedy)
    return [*says, *([f"left out, as there is no such size: {words}"] if words else [])]


def format_for(shop: Shop, piece: Piece, shape: Shape | None) -> Format | None:
    """Return the size of a shop in which a piece is printed, None if none suits."""
    corners = "".join(command for command, _ in shape.cut.steps) if shape else ""
    for each in shop.formats:
        if corners == (HEX if each.is_hex else "") and each.suits(piece):
            return each
    return None


def _order(faces: Sequence[ShopFace]) -> Iterator[str | None]:
    """Yield the back, then the front of each copy; None is a blank page."""
    backs = {face.number: face.name for face in faces if face.face == "back"}
    for front in faces:
        if front.face == "front":
            for _ in range(front.copies):
                yield from (backs.get(front.number), front.name)


def _by(sides: tuple[float, float]) -> str:
    return f"{sides[0]:g} x {sides[1]:g}"
