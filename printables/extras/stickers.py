"""Sheets of tags to stick on a bought set: every tag of the game's pieces, named, with its quiet zone.

A set becomes readable when its owner fills in a deck file with what stands on its cards and sticks the tags of each
card to its corners: the first one at the upper left, the second one at the lower right, as on printed cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from companion.game import Game, Piece
from companion.language import say
from companion.layout import Size, TagSpot
from companion.tags import BLACK_MODULES
from printables.art.fiducial import draw_tag
from printables.colours import WHITE
from printables.extras.style import FRAME, INK, Cover, cover, draw_motif, name_and_subtitle, wash
from printables.fonts import fitted
from printables.paths import Path, circle, rectangle, rounded
from printables.pen import Pen, bled, told

KIND = "stickers"
PAGE = Size(190.0, 252.0)
HEAD = 16.0  # of the sheet, mm
EDGE = 3.0  # clear of letters, mm
NAME = 3.6  # height of the name below a tag
ROOM = 0.6  # between the quiet zone and the cut line: scissors are not exact, mm
GUTTER = 3.0  # between two blocks of different size
CORNER_SIGN = 2.3
LETTERS, LEAST_LETTERS = 2.3, 1.75  # size of names, mm
MOST_COPIES = 24  # of one piece: tokens by the dozen are printed, not stuck


@dataclass(frozen=True, slots=True)
class Sticker:
    """A tag of a piece's face; `place` is where on the face it goes, "" for its middle."""

    name: str
    tag: TagSpot
    place: str

    @property
    def cell(self) -> Size:
        """What is cut out: the tag, a module of white around it, and its name."""
        side = self.tag.size * (1 + 2 / BLACK_MODULES) + 2 * ROOM
        return Size(round(side, 2), round(side + NAME, 2))


@dataclass(frozen=True, slots=True)
class Spot:
    """A sticker with the corner of its cell on the sheet."""

    sticker: Sticker
    x: float
    y: float

    @property
    def tag(self) -> TagSpot:
        """The tag where it is printed."""
        cell, tag = self.sticker.cell, self.sticker.tag
        return TagSpot(tag.id, self.x + cell.width / 2, self.y + cell.width / 2, tag.size)


def pieces(contents: Iterable[Piece]) -> tuple[Piece, ...]:
    """As many sheets as the tags of the `contents` take; none for a game without tags."""
    sheets = _laid_out(tuple(stickers(contents)))
    return tuple(
        Piece(f"stickers-{number}", KIND, PAGE, {"front": tuple(spot.tag for spot in spots)},
              data={"spots": spots, "number": number, "of": len(sheets)}, extra=True)
        for number, spots in enumerate(sheets, 1)
    )  # fmt: skip


def stickers(contents: Iterable[Piece]) -> Iterator[Sticker]:
    """All tags in the order of printing, as often as there are copies of their piece."""
    for piece in contents:
        for _ in range(min(piece.count, MOST_COPIES)):
            for face, tags in piece.faces.items():
                for tag in tags:
                    name = piece.id if face == "front" else say("{piece}, back", piece=piece.id)
                    yield Sticker(name, tag, _place(piece.size, tag) if len(tags) > 1 else "")


def _place(size: Size, tag: TagSpot) -> str:
    """The corner of the face."""
    return ("n" if tag.y < size.height / 2 else "s") + ("w" if tag.x < size.width / 2 else "e")


def _laid_out(found: Sequence[Sticker]) -> tuple[tuple[Spot, ...], ...]:
    """Rows of equal cells, sheet after sheet."""
    sheets: list[list[Spot]] = []
    y = PAGE.height  # there is no sheet yet
    for cell in sorted({sticker.cell for sticker in found}, key=lambda cell: -cell.width):
        rest = iter([sticker for sticker in found if sticker.cell == cell])
        y += GUTTER
        across = int((PAGE.width - 2 * EDGE) / cell.width)
        while row := tuple(islice(rest, across)):
            if y + cell.height > PAGE.height - EDGE:
                sheets.append([])
                y = HEAD
            left = (PAGE.width - across * cell.width) / 2
            sheets[-1] += [Spot(sticker, left + n * cell.width, y) for n, sticker in enumerate(row)]
            y += cell.height
    return tuple(map(tuple, sheets))


def draw(pen: Pen, piece: Piece, game: Game) -> None:
    """Draw one sheet: cut lines, tags and names."""
    look, spots = cover(game.slug), _spots(piece)
    pen.paint(bled(piece.size), WHITE)
    _draw_head(pen, look, game, piece)
    cuts = Path()
    for spot in spots:
        cell = spot.sticker.cell
        cuts += rectangle(spot.x, spot.y, cell.width, cell.height)
    pen.paint(cuts, None, "#9a9a9a", width=0.12)
    for spot in spots:
        draw_tag(pen, spot.tag)
        _draw_name(pen, spot)


def _spots(piece: Piece) -> tuple[Spot, ...]:
    spots = piece.data["spots"]
    if not isinstance(spots, tuple):
        raise TypeError(f"{piece.id} has no spots")
    return spots


def _draw_head(pen: Pen, look: Cover, game: Game, piece: Piece) -> None:
    name = name_and_subtitle(pen, game)[0]
    pen.paint(rounded(1, 1, PAGE.width - 2, HEAD - 4, 2.4), wash(pen, look.tint), look.deep, width=FRAME)
    draw_motif(pen, look, 8, HEAD / 2 - 1, 8)
    sheet = {"name": name, "number": piece.data["number"], "all": piece.data["of"]}
    title = say("{name}: tags for a set of your own, {number} of {all}", **sheet)
    pen.text(15, 6.4, title, 4, look.deep, weight="semibold", anchor="start", fit=110)
    hint = say("Stick the white with the black. The little card shows which corner is meant.")
    pen.text(15, 10.4, hint, 2.8, INK, anchor="start", fit=170)


def _draw_name(pen: Pen, spot: Spot) -> None:
    """The name below the tag, on two lines where one would be too small."""
    cell = spot.sticker.cell
    x, y, room = spot.x + 0.6, spot.y + cell.height - 0.9, cell.width - 1.2
    if spot.sticker.place:
        _draw_corner(pen, spot.sticker.place, x, y - 2.8)
        x, room = x + CORNER_SIGN + 0.2, room - CORNER_SIGN - 0.2
    name = told(pen, spot.sticker.name)
    if fitted(name, LETTERS, room) >= LEAST_LETTERS:
        pen.text(x, y - 0.7, name, LETTERS, INK, anchor="start", fit=room)
        return
    cut = min((i + 1 for i, sign in enumerate(name) if sign in "- "), key=lambda i: abs(i - len(name) / 2), default=0)
    size = min(fitted(part.strip(), LEAST_LETTERS, room) for part in (name[:cut], name[cut:]))
    for part, base in ((name[:cut], y - 1.6), (name[cut:], y)):
        pen.text(x, base, part.strip(), size, INK, anchor="start")


def _draw_corner(pen: Pen, place: str, x: float, y: float) -> None:
    """A small card with a dot in the corner that is meant."""
    w, h = 1.9, 2.5
    pen.paint(rounded(x, y, w, h, 0.3), WHITE, INK, width=0.2)
    pen.paint(circle(x + (0.6 if "w" in place else w - 0.6), y + (0.6 if "n" in place else h - 0.6), 0.45), INK)
