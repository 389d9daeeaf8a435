"""The first page: the pieces of this PDF, how to print it, and how much paper it takes.

Its small pictures are the faces of the pieces, scaled down, so each adds only a line to the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from companion.game import Piece
from companion.language import Phrase, listed, say, say_many
from companion.layout import Size
from printables.art.penguins import BUILDS, Look, stand
from printables.draw.colours import GOLD, GREY, INK, PAPER, SAND, SAND_DARK
from printables.draw.fonts import CAP_HEIGHT, LEADING, counting, fitted, paragraph
from printables.draw.paths import Box, Path, Shape, circle, rounded
from printables.draw.pen import Pen, wash
from printables.sheets.plan import Step

DESIGNED_FOR = 210.0  # width of the page for which all sizes here are chosen, mm
MARGIN = 12.0  # of the page, mm
HEADER = 34.0
GAP = 6.0
FAN = 7.0  # degrees between two cards in the hand
SAMPLES = 3  # of a kind
# extra room for tilted pieces; least and largest step to the next piece, as shares of its width
ROOM, TIGHT, WIDE = (1.12, 0.86, 1.04)
STEP_HEIGHT, COLUMNS = 21.0, 2
RADIUS = 4.0


@dataclass(frozen=True, slots=True)
class Contents:
    """The texts and pictures of the first page.

    `kinds` has the number of pieces of each kind in words, and samples. `draw` paints the front of
    a piece with its middle at the pen's origin; its `shape` is None for a rectangle.
    """

    name: str
    subtitle: str
    kinds: Sequence[tuple[Phrase, Sequence[Piece]]]
    paper: str
    sheets: int
    deck: Phrase
    steps: Sequence[Step]
    shape: Callable[[Piece], Shape | None]
    draw: Callable[[Piece], None]


def draw_index(pen: Pen, page: Size, contents: Contents) -> None:
    """Draw the first page, scaled up on paper wider than A4."""
    scale = max(1.0, page.width / DESIGNED_FOR)
    box = Box(0, 0, page.width / scale, page.height / scale).grown(-MARGIN)
    header = Box(box.x, box.y, box.width, HEADER)
    below = Box.between(box.x, header.bottom + GAP, box.right, box.bottom)
    height = ceil(len(contents.steps) / COLUMNS) * STEP_HEIGHT
    pieces = Box(below.x, below.y, below.width, below.height - height - GAP)
    steps = Box(below.x, pieces.bottom + GAP, below.width, height)
    with pen.at(scale=scale):
        _draw_header(pen, header, contents)
        _draw_kinds(pen, pieces, contents)
        draw_steps(pen, steps, contents.steps)


def _draw_header(pen: Pen, box: Box, contents: Contents) -> None:
    panel = box.rounded(RADIUS)
    pen.paint(panel, wash(pen, SAND), INK, width=0.7)
    left = box.x + 49
    with pen.clip(panel):
        draw_pair(pen, box.x + 17.0, box.x + 33.5, box.bottom + 5, 0.54)
    pen.paint(panel, None, INK, width=0.7)
    room = box.right - left - 46
    base = box.y + 15.5
    pen.title(contents.name, left, base, size=15, width=room, fill=INK, anchor="start")
    if contents.subtitle:
        pen.text(left, box.y + 23.6, contents.subtitle, 6.4, INK, anchor="start", fit=room)
    origin = listed((say("print and play"), contents.deck), " · ")
    pen.text(left, box.y + 29.4, origin, 3.1, GREY, anchor="start", fit=room)
    # a pile of paper with the number of sheets
    x, middle = box.right - 38, box.y + box.height / 2
    for step in (2, 1, 0):
        sheet = rounded(x + step * 1.3, middle - 11 + step * 1.3, 17, 21, 1.2)
        pen.paint(sheet, wash(pen, PAPER), INK)
    pen.text(x + 8.5, middle + 3, str(contents.sheets), 10, INK, weight="semibold", fit=14)
    word = say_many("sheet", "sheets", contents.sheets)
    pen.heading(word, x + 23, middle - 0.6, 4.2, INK, fit=14)
    pen.text(x + 23, middle + 4.4, contents.paper, 4.2, INK, anchor="start", fit=14)


def draw_pair(pen: Pen, left: float, right: float, ground: float, scale: float) -> None:
    """Draw two waving penguins."""
    stand(pen, Look(BUILDS[3], (1, 1), "happy", "", "scarf"), left, ground, scale)
    stand(pen, Look(BUILDS[1], (1, 1), "happy", "tuft", ""), right, ground, scale)


def _draw_kinds(pen: Pen, box: Box, contents: Contents) -> None:
    """Draw a tile for each kind, as large as the page allows."""
    kinds = contents.kinds

    def tile(columns: int) -> tuple[float, float]:
        rows = ceil(len(kinds) / columns)
        return ((box.width - GAP * (columns - 1)) / columns, (box.height - GAP * (rows - 1)) / rows)

    columns = max(range(1, len(kinds) + 1), key=lambda n: min(tile(n)[0], tile(n)[1] * 1.1))
    width, height = tile(columns)
    caption = min(11.0, height * 0.24)
    texts = (pen.translate(words) for words, _ in kinds)
    size = min(fitted(each, caption * 0.6, width - 6, "semibold") for each in texts)
    for index, (words, samples) in enumerate(kinds):
        row, column = divmod(index, columns)
        # An incomplete last row is spread over the whole width.
        in_row = min(columns, len(kinds) - row * columns)
        share = (box.width - GAP * (in_row - 1)) / in_row
        place = Box(box.x + column * (share + GAP), box.y + row * (height + GAP), share, height)
        panel = place.rounded(RADIUS)
        pen.paint(panel, wash(pen, PAPER), SAND_DARK, width=0.7)
        fan = Box(place.x, place.y, place.width, place.height - caption * 0.8).grown(-3)
        _draw_fan(pen, fan, samples, contents)
        base = place.bottom - caption * (0.32 + 0.3 * CAP_HEIGHT) + size * CAP_HEIGHT / 2
        pen.text(place.centre[0], base, words, size, INK, weight="semibold")


def _draw_fan(pen: Pen, box: Box, samples: Sequence[Piece], contents: Contents) -> None:
    """Draw pieces side by side, the outer ones tilted as in a hand."""
    widths = [sample.size.width for sample in samples]
    tallest = max(sample.size.height for sample in samples)
    tilt = FAN if len(samples) > 1 else 0
    # Tilted pieces need a little more room than upright ones; in a narrow tile they overlap.
    scale = min(box.width / (sum(widths) * TIGHT * ROOM), box.height / (tallest * ROOM), 1.0)
    overlap = min(WIDE, box.width / (sum(widths) * scale * ROOM)) if tilt else 1.0
    x = box.centre[0] - sum(widths) * overlap * scale / 2
    for index, sample in enumerate(samples):
        turn = (index - (len(samples) - 1) / 2) * tilt
        middle = x + widths[index] * overlap * scale / 2
        x += widths[index] * overlap * scale
        with pen.at(middle, box.centre[1] + abs(turn) / FAN * 1.2, turn=turn, scale=scale):
            size = sample.size
            if shape := contents.shape(sample):
                edge: Path = shape.cut.moved(-size.width / 2, -size.height / 2)
            else:
                radius = 3 if min(size.width, size.height) > 40 else 1
                edge = rounded(-size.width / 2, -size.height / 2, size.width, size.height, radius)
            with pen.clip(edge):
                contents.draw(sample)
            pen.paint(edge, None, INK, width=0.3 / scale)


def draw_steps(pen: Pen, box: Box, steps: Sequence[Step]) -> None:
    """Draw numbered steps in columns, all in letters of one size."""
    rows = ceil(len(steps) / COLUMNS)
    width = (box.width - GAP * (COLUMNS - 1)) / COLUMNS
    height = min(box.height / rows, STEP_HEIGHT * 1.6)
    room, texts = (width - 11, height - 11), [pen.translate(text) for _, text in steps]
    size = min(paragraph(text, 3.4, *room, words=counting)[0] for text in texts)
    for index, ((head, _), text) in enumerate(zip(steps, texts, strict=True)):
        column, row = divmod(index, rows)
        x, y = box.x + column * (width + GAP), box.y + row * height
        pen.paint(circle(x + 4.2, y + 4.2, 4.2), wash(pen, GOLD), INK)
        pen.text(x + 4.2, y + 4.2 + 5 * CAP_HEIGHT / 2, str(index + 1), 5, INK, weight="semibold")
        pen.heading(head, x + 11, y + 4.2 + 4.4 * CAP_HEIGHT / 2, 4.4, INK, fit=width - 11)
        _, lines = paragraph(text, size, *room, words=counting)
        for number, each in enumerate(lines):
            pen.text(x + 11, y + 11.4 + number * size * LEADING, each, size, INK, anchor="start")
