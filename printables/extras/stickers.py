"""Sheets of stickers for a bought set: all tags of the game's pieces, with names and quiet zones.

To make a set readable, write a deck file with the values on its cards, and stick the tags of each
card to its corners: the first at the upper left, the second at the lower right, as on printed
cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import dist
from typing import cast

from companion.fields import STICKERS
from companion.game import Deck, Game, Piece
from companion.language import say
from companion.layout import Size, TagSpot
from companion.tags import BLACK_MODULES
from printables.art.codes import draw_tag
from printables.art.cover import cover, name_and_subtitle
from printables.draw.colours import INK, PAPER, WHITE, Colour, readable_on
from printables.draw.fonts import CAP_HEIGHT, fitted, text_width
from printables.draw.paths import Path, circle, rectangle, rounded
from printables.draw.pen import FRAME, Pen, bled, wash

ID, KIND = STICKERS, "stickers"
PAGE = Size(190.0, 252.0)
HEAD = 16.0  # of the sheet, mm
EDGE = 3.0  # without print, mm
NAME = 6.0  # height of the name below a tag, in two lines
# width of cells, mm: up to the first, names have three lines; the second fits parts of names
NARROW, NARROWEST = (12.0, 11.2)
ASIDE = 1.2  # from the cut lines to the name
ROOM = 0.6  # between the quiet zone and the cut line, because scissors aren't exact, mm
GUTTER = 3.0  # between blocks of different size
CARD = Size(2.3, 3.0)  # the little card that shows a corner
LETTERS, LEAST_LETTERS = 2.4, 2.0  # size of names, mm
LINE = 2.6  # distance of the lines of a name
COLOURS = ("colours", "penguins", "nests")  # where decks list what has an ink
MOST_COPIES = 24  # of a piece; if there are dozens, print the pieces instead


@dataclass(frozen=True, slots=True)
class Sticker:
    """A tag for a face; `place` is a corner, "" for the middle, `inner` is between the two.

    (x, y) is the top left corner of its cell on the sheet, mm.
    """

    name: str
    tag: TagSpot
    place: str
    inner: bool = False
    behind: bool = False
    x: float = 0
    y: float = 0

    @property
    def side(self) -> float:
        """The side of the tag with a module of white and `ROOM` around it, mm."""
        return round(self.tag.size * (1 + 2 / BLACK_MODULES) + 2 * ROOM, 2)

    @property
    def cell(self) -> Size:
        """The size of the cell, mm: the tag with its white border, and its name."""
        return Size(max(NARROWEST, self.side), round(self.side + self.name_height, 2))

    @property
    def name_height(self) -> float:
        """The height of the name, mm: two lines, or three under a narrow tag."""
        return NAME if self.side > NARROW else NAME + LINE

    @property
    def room(self) -> float:
        """The width for the name, mm."""
        return self.cell.width - 2 * ASIDE - (CARD.width + 0.6 if self.place else 0)

    @property
    def spot(self) -> TagSpot:
        """The tag with its place on the sheet."""
        x, y = self.x + self.cell.width / 2, self.y + self.side / 2
        return TagSpot(self.tag.id, x, y, self.tag.size)


def pieces(contents: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the sheets for all tags of the `contents`; none for a game without tags."""
    sheets = _lay_out(tuple(stickers(contents)))
    made = []
    for number, placed in enumerate(sheets, 1):
        name, faces = STICKERS.format(number=number), {"front": tuple(each.spot for each in placed)}
        data = {"spots": placed, "number": number, "of": len(sheets)}
        made.append(Piece(name, KIND, PAGE, faces, data=data, extra=True))
    return tuple(made)


def stickers(contents: Iterable[Piece]) -> Iterator[Sticker]:
    """Yield the stickers in the order of printing, for each copy of a piece."""
    for piece in contents:
        for _ in range(min(piece.count, MOST_COPIES)):
            for face, tags in piece.faces.items():
                # stickers of a face; two in the same quarter get different names
                places = [
                    ("n" if tag.y < piece.size.height / 2 else "s")
                    + ("w" if tag.x < piece.size.width / 2 else "e")
                    for tag in tags
                ]
                for tag, place in zip(tags, places, strict=True):
                    alike = [one for one, there in zip(tags, places, strict=True) if there == place]
                    centre = (piece.size.width / 2, piece.size.height / 2)
                    nearest = min(alike, key=lambda other: dist((other.x, other.y), centre))
                    inner = len(alike) > 1 and tag == nearest
                    name: str = piece.id.replace("-", " ")
                    if face == "back":
                        name = say("{piece}, back", piece=name)
                    if len(alike) > 1:
                        where = say("{piece}, middle") if inner else say("{piece}, corner")
                        name = say(where, piece=name)
                    yield Sticker(name, tag, place if len(tags) > 1 else "", inner, face == "back")


def _lay_out(every: Sequence[Sticker]) -> tuple[tuple[Sticker, ...], ...]:
    """Return the stickers of each sheet, in rows of equal cells from the same left edge."""
    sheets: list[list[Sticker]] = []
    y = PAGE.height  # begins the first sheet
    cells = sorted({sticker.cell for sticker in every}, key=lambda cell: -cell.width)
    counts = Counter(sticker.cell for sticker in every)
    # rows of the widest block are in the middle
    rows = (min(counts[cell], _across(cell)) * cell.width for cell in cells)
    left = (PAGE.width - max(rows, default=0)) / 2
    for cell in cells:
        rest = iter([sticker for sticker in every if sticker.cell == cell])
        y += GUTTER
        while row := tuple(islice(rest, _across(cell))):
            if y + cell.height > PAGE.height - EDGE:
                sheets.append([])
                y = HEAD
            sheets[-1] += [
                replace(each, x=left + n * cell.width, y=y) for n, each in enumerate(row)
            ]
            y += cell.height
    return tuple(map(tuple, sheets))


def _across(cell: Size) -> int:
    return int((PAGE.width - 2 * EDGE) / cell.width)


def draw(pen: Pen, piece: Piece, _face: str, game: Game, deck: Deck) -> None:
    """Draw a sheet: cut lines, tags and names."""
    look, placed = cover(game.slug), cast("tuple[Sticker, ...]", piece.data["spots"])
    pen.paint(bled(piece.size), WHITE)
    name = name_and_subtitle(game, deck, pen.language)[0]
    head = rounded(1, 1, PAGE.width - 2, HEAD - 4, 2.4)
    pen.paint(head, wash(pen, look.tint), look.deep, width=FRAME)
    look.draw_motif(pen, 8, HEAD / 2 - 1, 8)
    title = say("{name}: tags for your own set", name=name)
    if piece.data["of"] != 1:
        sheet = {"name": name, "number": piece.data["number"], "all": piece.data["of"]}
        title = say("{name}: tags for your own set, {number} of {all}", **sheet)
    pen.heading(title, 15, 6.4, 4, look.deep, fit=110)
    hint = say(
        "Keep the white border: it is part of the tag. The little card shows which corner is meant."
    )
    pen.text(15, 10.4, hint, 2.8, INK, anchor="start", fit=170)
    boxes = (rectangle(each.x, each.y, each.cell.width, each.cell.height) for each in placed)
    pen.paint(sum(boxes, Path()), None, "#9a9a9a", width=0.12)
    rows = (row for name in COLOURS for row in getattr(deck, name, ()))
    inks: dict[str, str] = {row.id: row.ink for row in rows if hasattr(row, "ink")}
    # the longest name in cells of one size determines the size of all, mm
    sizes: dict[Size, float] = {}
    for sticker in placed:
        size = min(fitted(part, LETTERS, sticker.room) for part in _lines(pen, sticker, LETTERS))
        sizes[sticker.cell] = min(size, sizes.get(sticker.cell, size))
    for sticker in placed:
        draw_tag(pen, sticker.spot)
        plain = look.deep if sticker.behind else look.tint
        ink = next((inks[part] for part in sticker.name.split() if part in inks), plain)
        _draw_name(pen, sticker, max(LEAST_LETTERS, sizes[sticker.cell]), wash(pen, ink))


def _lines(pen: Pen, sticker: Sticker, size: float) -> tuple[str, ...]:
    """Return a name in as few readable lines as possible, broken at a comma or blanks."""
    name, room = pen.translate(sticker.name), sticker.room
    ways = [(name,), tuple(name.rsplit(", ", 1)), _halves(name)]
    if sticker.name_height > NAME:  # the first two words and the rest
        ways.append(tuple(name.split(" ", 2)))
    fits = (way for way in ways if min(fitted(part, size, room) for part in way) >= size)
    return next(fits, ways[-1])


def _halves(name: str) -> tuple[str, ...]:
    """Split a name into two parts of similar width after a blank."""
    ways = [(name[:at], name[at + 1 :]) for at, sign in enumerate(name) if sign == " "]
    return min(ways, key=lambda way: max(text_width(part, 1) for part in way), default=(name,))


def _draw_name(pen: Pen, sticker: Sticker, size: float, ground: Colour) -> None:
    """Draw the name on a strip in the colour of the piece, which keeps `ROOM` from the tag."""
    x, room, cell = sticker.x + ASIDE, sticker.room, sticker.cell
    strip = (sticker.x + 0.3, sticker.y + sticker.side, cell.width - 0.6, sticker.name_height - 0.3)
    pen.paint(rounded(*strip, 0.8), ground)
    middle = sticker.y + cell.height - (sticker.name_height + 0.3) / 2
    if sticker.place:
        # the card has a dot in the corner, or between the corner and its middle
        y = middle - CARD.height / 2
        pen.paint(rounded(x, y, CARD.width, CARD.height, 0.3), WHITE, INK, width=0.2)
        near = 0.38 if sticker.inner else 0.25
        across, down = (near if sign in sticker.place else 1 - near for sign in "wn")
        pen.paint(circle(x + CARD.width * across, y + CARD.height * down, 0.45), INK)
        x += CARD.width + 0.6
    lines = _lines(pen, sticker, size)
    size = min(fitted(each, size, room) for each in lines)
    for number, each in enumerate(lines):
        base = middle + size * CAP_HEIGHT / 2 + LINE * (number - (len(lines) - 1) / 2)
        pen.text(x, base, each, size, readable_on(ground, INK, PAPER), anchor="start")
