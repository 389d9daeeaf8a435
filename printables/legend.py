"""The two strips of small print on each page: a ruler that proves 100 %, and which page of what this is.

They run along the two sides where the cards leave more room: top and bottom on A4, left and right on Letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from companion.layout import Size
from printables.fonts import CAP_HEIGHT
from printables.paper import EDGE, Box
from printables.paths import line
from printables.pen import Pen

RULER = 100.0
THICKNESS = 3.2  # of a strip, mm: what the narrowest margin leaves beyond the crop marks
TEXT_SIZE = 2.1
NUMBER_SIZE = 1.5
INK = "#444444"
LINE = 0.15
TICKS = {10: 1.7, 5: 1.25, 1: 0.85}  # length of a tick every so many mm
GAP = 3.0

OWN_DESIGN = "art, card lists and boards are Rookery's own design"
SCALE = "print at 100 %: this ruler is 100 mm long"


@dataclass(frozen=True, slots=True)
class SmallPrint:
    """The words of one page."""

    game: str
    side: str
    page: int
    pages: int
    hint: str
    deck: str


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip `length` x THICKNESS whose top left corner is (x, y), turned by `turn` degrees about that corner.

    Words start at `starts` along the strip; the second column begins behind the ruler, or behind the fold.
    """

    x: float
    y: float
    turn: float
    length: float
    second: float

    @property
    def box(self) -> Box:
        """The strip on the page."""
        if self.turn:
            return Box(self.x, self.y - self.length, THICKNESS, self.length)
        return Box(self.x, self.y, self.length, THICKNESS)


def strips(page: Size, frame: Box, *, folded: bool) -> tuple[Strip, Strip]:
    """The strip of words, then the strip with the ruler; `frame` is where the fronts lie."""
    far = page.width - frame.x if folded else frame.right
    second = page.width - frame.right - frame.x if folded else RULER + GAP
    if frame.y >= frame.x or folded:
        return (
            Strip(frame.x, EDGE, 0, far - frame.x, second),
            Strip(frame.x, page.height - EDGE - THICKNESS, 0, far - frame.x, second),
        )
    return (
        Strip(page.width - EDGE - THICKNESS, frame.bottom, -90, frame.height, second),
        Strip(EDGE, frame.bottom, -90, frame.height, second),
    )


def draw_legend(pen: Pen, places: tuple[Strip, Strip], words: SmallPrint) -> None:
    """Draw both strips."""
    first, second = places
    count = f"{words.side} · page {words.page} of {words.pages}"
    with _along(pen, first):
        _pair(pen, (0, first.length), f"{words.game} · {count}", f"deck {words.deck} · {OWN_DESIGN}")
    with _along(pen, second):
        pen.stamp("ruler", draw_ruler)
        _pair(pen, (second.second, second.length), SCALE, words.hint)


def draw_ruler(pen: Pen) -> None:
    """A ruler from the strip's start, ticks upwards; the middles of its outer ticks are 100 mm apart."""
    base = THICKNESS - LINE / 2
    pen.paint(line([(-LINE / 2, base), (RULER + LINE / 2, base)]), stroke=INK, width=LINE, cap="butt")
    for mm in range(int(RULER) + 1):
        tick = next(length for every, length in TICKS.items() if mm % every == 0)
        pen.paint(line([(mm, base), (mm, base - tick)]), stroke=INK, width=LINE, cap="butt")
        if mm % 10 == 0:
            pen.text(mm, base - tick - 0.3, str(mm), NUMBER_SIZE, INK)


@contextmanager
def _along(pen: Pen, strip: Strip) -> Iterator[None]:
    with pen.at(strip.x, strip.y, turn=strip.turn):
        yield


def _pair(pen: Pen, ends: tuple[float, float], left: str, right: str) -> None:
    """Two texts along a strip, one from either end, that share the room in between."""
    start, end = ends
    baseline = (THICKNESS + TEXT_SIZE * CAP_HEIGHT) / 2
    room = end - start - GAP
    share = len(left) / (len(left) + len(right))
    pen.text(start, baseline, left, TEXT_SIZE, INK, anchor="start", fit=room * share)
    pen.text(end, baseline, right, TEXT_SIZE, INK, anchor="end", fit=room * (1 - share))
