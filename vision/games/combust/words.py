"""A combust reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.combust.deck import Deck
from vision.games.base import Line, Mark, Tone
from vision.games.combust.reading import ClanLine, CombustReading
from vision.games.marks import Caption, Pill, on, point, tall
from vision.games.report import VERDICTS, doubt_lines
from vision.table.layout import Outline

DASH = "\N{EN DASH}"  # for ranges in marks
# where its owner sits
SIDES = ("at the photo's bottom", "at its right", "at its top", "at its left")


def show(reading: CombustReading, deck: Deck) -> tuple[Line, ...]:
    """Return the verdict as text: each line with its sum, violations, doubts and notes."""
    return tuple(_report(reading, deck))


def marks(reading: CombustReading) -> tuple[Mark, ...]:
    """Return marks for each line with its number and sum, and for each doubt."""
    unsure = [
        Mark(_around([item.outline]), "?", "unsure") for item in reading.doubts if item.outline
    ]
    lines = [
        mark for number, line in enumerate(reading.lines, 1) for mark in _line_marks(number, line)
    ]
    sums = [_sum(number, line, reading) for number, line in enumerate(reading.lines, 1)]
    return (*lines, *unsure, *sums)


def _sum(number: int, line: ClanLine, reading: CombustReading) -> Mark:
    """Return the caption of a line's sum, and whether it is the highest or lowest, or may be."""
    ranks = (("highest", reading.highest), ("lowest", reading.lowest))
    open_ = reading.verdict == "unsure"
    rank = [
        f"{name}?" if open_ and len(lines) > 1 else name
        for name, lines in ranks
        if number in lines and len(reading.lines) > 1
    ]
    tone: Tone = "unsure" if open_ else "plain"
    return Caption((), total(line, DASH), tone, small=(f"line {number}", *rank[:1]))


def _line_marks(number: int, line: ClanLine) -> Iterator[Mark]:
    """Yield the outline of a line, and its sum at the bottom of its first card, as its middle may
    have the sign of an unread one.
    """
    tone: Tone = "unsure" if line.sum is None else "good"
    first = line.outlines[0]
    yield Mark(_around(line.outlines), tone=tone)
    yield Pill(
        point(on(first, 0.5, 0.94)), f"{number}: {total(line, DASH)}", tone, height=tall(first) / 7
    )


def total(line: ClanLine, to: str = " to ") -> str:
    """Return a line's sum or its range: "24", "14 to 33"."""
    low, high = line.sum_range
    return str(line.sum) if line.sum is not None else f"{low}{to}{high}"


def _report(reading: CombustReading, deck: Deck) -> Iterator[Line]:
    yield Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")
    for number, line in enumerate(reading.lines, 1):
        yield Line(_line(number, line, deck), "unsure" if line.sum is None else "good")
    yield from _ranks(reading)
    for broken in reading.violations:
        where = f"{broken.slot}: " if broken.slot else ""
        yield Line(f"{broken.rule}  {where}{broken.text}", "bad")
    yield from doubt_lines(reading)
    for note in reading.notes:
        yield Line(f"· {note}")


def _line(number: int, line: ClanLine, deck: Deck) -> str:
    """Return one line with its arithmetic: "line 1, at the bottom: 3 + 9 = 12 (fisher, oracle)"."""
    values = [str(deck.by_id[card].value) if card else "?" for card in line.cards]
    names = ", ".join(card or "not read" for card in line.cards)
    return f"line {number}, {_side(line)}: {' + '.join(values)} = {total(line)}  ({names})"


def _side(line: ClanLine) -> str:
    """Return the side of the photo at which its owner sits, in words."""
    corners = np.array(line.outlines)
    right, down = (corners[:, :2] - corners[:, 2:]).mean((0, 1))
    return SIDES[round(np.degrees(np.arctan2(-right, -down)) / 90) % 4]


def _ranks(reading: CombustReading) -> Iterator[Line]:
    if len(reading.lines) < 2:
        return
    low, high = reading.lowest, reading.highest
    tie = "" if len(low) == 1 else "; of a tie, the first clockwise from the dealer"
    yield Line(f"R2  lowest sum, would start: {_numbers(low)}{tie}")
    shared = "" if len(high) == 1 else ", as far as the photo shows"
    yield Line(f"R7  highest sum, would win: {_numbers(high)}{shared}")


def _numbers(lines: Sequence[int]) -> str:
    return f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"


def _around(outlines: Sequence[Outline]) -> Outline:
    """Return the convex hull of all outlines, px, clockwise from the photo's top left."""
    points = np.array([point for outline in outlines for point in outline], np.float32)
    hull = cv2.convexHull(points, clockwise=False).reshape(-1, 2)
    first = int(hull.sum(1).argmin())
    return tuple((float(x), float(y)) for x, y in np.roll(hull, -first, 0))
