"""The kinds of pieces in a game.toml: their sizes and shapes, and the boxes on their faces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

from companion.errors import UsageError
from companion.fields import Table
from companion.layout import Size
from companion.owntags import MOST_SIDE
from companion.wording import quoted
from printables.decks.gamefolder import GameFolder
from printables.decks.sizes import LARGEST, parse_size
from printables.draw.colours import INK
from printables.draw.paths import Box, Shape, circle, polygon
from printables.draw.pen import BLEED
from printables.extras.contents import NAMES
from printables.preflight import SAFE
from printables.sheets.plan import STOCKS

WHAT = ("colour", "picture", "text", "icons")
ALIGN, VALIGN = ("left", "middle", "right"), ("top", "middle", "bottom")
COUNT = "count"  # the column that says how often a piece is printed
MOST_BOXES, MOST_COPIES = 60, 999
LETTERS = 4.0  # size of letters if a box says nothing, mm
LIKE_THIS = "use six hexadecimal digits, as in #c8334a"
SLOT = re.compile(r"\{([^{}\n]+)\}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_KIND = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Layout:
    """A box of a face before a row fills it in; `line` is where game.toml has it."""

    what: str
    text: str
    line: int
    box: Box
    size: float = LETTERS
    ink: str = INK
    bold: bool = False
    align: str = "middle"
    valign: str = "middle"
    font: str = ""
    icon: str = ""
    round: float = 0.0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, on paper of a `stock`: a row of its spreadsheet `rows`, or `count` alike."""

    name: str
    size: Size
    shape: str
    rows: str
    count: int
    faces: Mapping[str, tuple[Layout, ...]]
    line: int
    stock: str


def read_kind(row: Table, font: str, seen: set[str], files: GameFolder) -> Kind:
    """Read a kind; what is returned after a mistake is of no use."""
    name = row.take_str("kind")
    if row.sound and not _KIND.fullmatch(name):
        row.report("kind", f"{quoted(name)} isn't valid", "use a-z and -, as in my-card")
    if row.sound and name in NAMES:
        row.report("kind", f"{quoted(name)} is what an extra is called", "choose another name")
    row.only_once("kind", name, seen)
    shape = row.take_str("shape", ("card", "hex", "circle")) if row.has("shape") else "card"
    size = _size(row, shape)
    rows = row.take_str("rows") if row.has("rows") else ""
    count = row.take_int(COUNT, 1, MOST_COPIES) if row.has(COUNT) else 1
    if rows and row.has(COUNT):
        row.report(COUNT, "there are rows, too", f"head a column of {rows} count instead")
    faces = {
        face: tuple(_layout(box, size, font, files) for box in row.take_rows(face, 1, MOST_BOXES))
        for face in ("front", "back")
        if face == "front" or row.has(face)
    }
    stock = "card" if shape == "card" and max(size.width, size.height) <= MOST_SIDE else "board"
    stock = row.take_str("stock", tuple(STOCKS)) if row.has("stock") else stock
    row.done()
    return Kind(name, size, shape, rows, count, faces, row.line, stock)


def _layout(row: Table, size: Size, font: str, files: GameFolder) -> Layout:
    given = [what for what in WHAT if row.has(what)]
    if len(given) != 1:
        problem = f"{' and '.join(given) or 'nothing to show'} in one box"
        row.report((given or ["box"])[-1], problem, f"give it one of: {', '.join(WHAT)}")
        return Layout("text", "", row.line, Box.whole(size))
    (what,) = given
    text, whole = row.take_str(what), Box.whole(size)
    lettered = what in {"text", "icons"}
    box = whole.grown(-SAFE - 1) if lettered else whole
    if row.has("at"):
        box = Box(*row.take_numbers("at", 4, 0, LARGEST))
        if not (box.width and box.height and whole.grown(0.01).holds(box)):
            problem = f"the box doesn't lie on the piece of {size.width:g} x {size.height:g} mm"
            row.report("at", problem, "use x, y, width, height in mm, from its top left corner")
    layout = Layout(what, text, row.line, box)
    if what == "colour" and row.has("round"):
        layout = replace(layout, round=row.take_number("round", 0, 100))
    if what == "picture":
        layout = replace(layout, whole=row.take_bool("whole"))
    if not (lettered or layout.round or layout.whole):
        layout = replace(layout, box=_over_edge(box, size))
    if lettered and row.has("align"):
        layout = replace(layout, align=row.take_str("align", ALIGN))
    if what == "icons":
        layout = replace(layout, icon=row.take_str("icon"))
    if what == "text":
        layout = replace(
            layout,
            size=row.take_number("size", 1.5, 200) if row.has("size") else LETTERS,
            ink=row.take_str("ink") if row.has("ink") else INK,
            bold=row.take_bool("bold"),
            valign=row.take_str("valign", VALIGN) if row.has("valign") else "middle",
            font=files.font(row) if row.has("font") else font,
        )
    for key, colour in (("colour", text if what == "colour" else INK), ("ink", layout.ink)):
        if not SLOT.search(colour) and not COLOUR.fullmatch(colour):
            row.report(key, f"{quoted(colour)} isn't a colour", LIKE_THIS)
    row.done()
    return layout


def _size(row: Table, shape: str) -> Size:
    """Return a piece's size: hexes and circles have only a width."""
    size = None
    if shape != "card":
        width = row.take_number("width", 10, 200)
        size = Size(width, round(width * sqrt(3) / 2, 3) if shape == "hex" else width)
    elif text := row.take_str("size"):
        try:
            size = parse_size(text, upright=False) if row.sound else None
        except UsageError as error:
            remedy = error.remedy.replace(", if need be with --size", "")
            row.report("size", error.problem, remedy)
    # a stand-in that is large enough for all boxes
    return size if size and row.sound else Size(LARGEST, LARGEST)


def _over_edge(box: Box, size: Size) -> Box:
    """Return a box that reaches over each edge of the piece that it touches, for the bleed."""
    return Box.between(
        box.x - (BLEED if box.x <= 0 else 0),
        box.y - (BLEED if box.y <= 0 else 0),
        box.right + (BLEED if box.right >= size.width - 0.01 else 0),
        box.bottom + (BLEED if box.bottom >= size.height - 0.01 else 0),
    )


def shape_of(kind: Kind) -> Shape | None:
    """Return the outline of a kind that isn't a rectangle."""
    w, h = kind.size.width, kind.size.height
    if kind.shape == "circle":
        return Shape(circle(w / 2, h / 2, w / 2))
    if kind.shape == "hex":
        corners = ((w / 4, 0), (w * 3 / 4, 0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0, h / 2))
        return Shape(polygon(corners))
    return None
