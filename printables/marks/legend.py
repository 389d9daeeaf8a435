"""The legend: two strips of small print on each page, one with its title, one with a 100 mm ruler.

The strips run along the sides where cards leave more room: top and bottom on A4, left and right on
Letter.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.language import Phrase, say
from printables.draw.colours import BLACK
from printables.draw.fonts import CAP_HEIGHT, text_width
from printables.draw.paths import Box, Crease, line
from printables.draw.pen import Pen
from printables.marks.guides import creases, draw_crease
from printables.sheets.imposition import Page
from printables.sheets.paper import EDGE, THICKNESS, Frame, card_frame

RULER = 100.0
TEXT_SIZE = NUMBER_SIZE = 2.12  # 6 points, mm
INK = BLACK
LINE = 0.15
TICKS = {10: 1.35, 5: 1.05, 1: 0.75}  # a tick's length, mm, by the multiple of mm it marks
GAP = 3.0
BASELINE = (THICKNESS + TEXT_SIZE * CAP_HEIGHT) / 2
SHORTEST = 160.0  # a shorter strip has no room for its text, mm
INSET = 6.5  # of strips along other content, from the edge of the printable area, mm
SAMPLE = 9.0  # length of a fold in the key, mm
CREASE_WORDS: dict[Crease, Phrase] = {
    "valley": say("fold towards you"),
    "mountain": say("fold away"),
}

OWN_DESIGN = say("art, card lists and boards are Rookery's own design")
SCALE = say("print at 100 %: this ruler is 100 mm long")


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip `length` x THICKNESS mm, turned by `turn` degrees about its top left corner (x, y).

    Its second column starts `second` mm along it, after the ruler or the fold.
    """

    x: float
    y: float
    turn: float
    length: float
    second: float


def strips(frame: Frame) -> tuple[Strip, Strip]:
    """Return the strip of texts and the strip with the ruler, outside the pieces."""
    page, folded = frame.page, frame.folded
    # their ends are the same on all pages of a kind
    cards = card_frame(page, folded=folded)
    grid, reach = cards.marked, frame.reach.grown(-INSET)
    if cards.level != frame.level or page.width - 2 * cards.marked.x < SHORTEST:
        right = cards.marked.right if folded else reach.right
        grid = Box.between(reach.x, reach.y, right, reach.bottom)
    if frame.level:
        long = (page.width - grid.x if folded else grid.right) - grid.x
        start = max(page.width - grid.right - grid.x if folded else 0, RULER + GAP)
        low = page.height - EDGE - THICKNESS
        return Strip(grid.x, EDGE, 0, long, start), Strip(grid.x, low, 0, long, start)
    turn, y, left, right = -90, grid.bottom, EDGE, page.width - EDGE - THICKNESS
    if page.width > page.height:  # printed turned to the left, which makes these strips upright
        turn, y, left, right = 90, grid.y, EDGE + THICKNESS, page.width - EDGE
    first, second = (Strip(x, y, turn, grid.height, RULER + GAP) for x in (right, left))
    return first, second


def draw_legend(pen: Pen, page: Page, title: Phrase, deck: Phrase, hint: Phrase) -> None:
    """Draw both strips: `deck` and its credit, and `hint`, the setting to choose at the printer."""
    (first, second), folds = strips(page.frame), creases(page)
    with pen.at(first.x, first.y, turn=first.turn):
        key = sum(_key_width(pen, kind) for kind in folds)
        x = _draw_pair(pen, (0, first.length), title, deck, key)
        for kind in folds:
            with pen.at(x + GAP / 2, THICKNESS / 2):
                draw_crease(pen, (0, 0), (SAMPLE, 0), kind)
            at, text = x + GAP / 2 + SAMPLE + 1, CREASE_WORDS[kind]
            pen.text(at, BASELINE, text, TEXT_SIZE, INK, anchor="start")
            x += _key_width(pen, kind)
    with pen.at(second.x, second.y, turn=second.turn):
        pen.stamp("ruler", draw_ruler)
        _draw_pair(pen, (second.second, second.length), SCALE, hint)


def draw_ruler(pen: Pen) -> None:
    """Draw a ruler with its ticks upwards; the centres of its outer ticks are 100 mm apart."""
    base = THICKNESS - LINE / 2
    pen.paint(
        line([(-LINE / 2, base), (RULER + LINE / 2, base)]), stroke=INK, width=LINE, cap="butt"
    )
    for mm in range(int(RULER) + 1):
        tick = next(length for every, length in TICKS.items() if mm % every == 0)
        pen.paint(line([(mm, base), (mm, base - tick)]), stroke=INK, width=LINE, cap="butt")
        if mm % 10 == 0:
            pen.text(mm, base - tick - 0.2, str(mm), NUMBER_SIZE, INK)


def _draw_pair(
    pen: Pen, ends: tuple[float, float], one: Phrase, other: Phrase, between: float = 0
) -> float:
    """Draw a text at each end of a strip; return the start of `between` free mm between them."""
    (start, end), left, right = ends, pen.translate(one), pen.translate(other)
    room = end - start - GAP - between
    share = len(left) / (len(left) + len(right))
    pen.text(start, BASELINE, left, TEXT_SIZE, INK, anchor="start", fit=room * share)
    pen.text(end, BASELINE, right, TEXT_SIZE, INK, anchor="end", fit=room * (1 - share))
    taken = start + min(text_width(left, TEXT_SIZE), room * share)
    free = end - min(text_width(right, TEXT_SIZE), room * (1 - share)) - taken
    return taken + (free - between) / 2


def _key_width(pen: Pen, kind: Crease) -> float:
    return SAMPLE + 1 + text_width(pen.translate(CREASE_WORDS[kind]), TEXT_SIZE) + GAP
