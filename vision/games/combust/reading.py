"""What one photo of a combust table shows: the clans' lines, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.combust.deck import Deck
from companion.combust.state import Clan
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading
from vision.games.words import VERDICTS, Caption, Pill, amount, doubt_lines, on, point, tall
from vision.table.layout import Outline

DASH = "\N{EN DASH}"  # for ranges in marks
# where its owner sits
SIDES = ("at the photo's bottom", "at its right", "at its top", "at its left")


@dataclass(frozen=True, slots=True)
class ClanLine:
    """One line: its cards from the left as its owner sees them, None where one may be unread.

    `least` and `most` are the limits of its worth. `facing` is the turn of its cards, degrees
    counter-clockwise in the frame: 0 is read from the bottom, 90 from the right. `outlines` are
    those of its cards, px.
    """

    cards: tuple[str | None, ...]
    least: Clan
    most: Clan
    facing: float
    outlines: tuple[Outline, ...] = ()

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError(f"a line is worth between {self.least} and {self.most}")

    @property
    def sum(self) -> int | None:
        """The line's sum; None if it is uncertain."""
        return self.least.sum if self.least.sum == self.most.sum else None

    @property
    def sum_range(self) -> tuple[int, int]:
        """The lowest and highest possible sum."""
        return (self.least.sum, self.most.sum)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombustReading(Reading):
    """Everything that one photo shows of a combust table.

    `lines` are clockwise from the one nearest to the frame's bottom. `discard` is the top card of
    the pile in the middle, None if there is none or it isn't clear.
    """

    game: str = "combust"
    lines: tuple[ClanLine, ...] = ()
    discard: str | None = None

    @property
    def lowest(self) -> tuple[int, ...]:
        """Numbers, from 1, of the lines that may have the lowest sum: one starts (combust R2)."""
        below = min((line.most.sum for line in self.lines), default=0)
        return tuple(number for number, line in enumerate(self.lines, 1) if line.least.sum <= below)

    @property
    def highest(self) -> tuple[int, ...]:
        """Numbers, from 1, of the lines that may be worth most and win (combust R7)."""
        beaten = max((line.least for line in self.lines), default=Clan(0, 0, 0))
        return tuple(number for number, line in enumerate(self.lines, 1) if line.most >= beaten)

    def own(self) -> dict[str, object]:
        """Return lines, discard, and the lowest and highest lines."""
        return {
            "lines": [
                {
                    "cards": [*line.cards],
                    "sum": line.sum,
                    "sum_range": [*line.sum_range],
                    "facing": line.facing,
                }
                for line in self.lines
            ],
            "discard": self.discard,
            "lowest": [*self.lowest],
            "highest": [*self.highest],
        }


def show(reading: CombustReading, deck: Deck) -> tuple[Line, ...]:
    """Return the verdict as text: each line with its sum, violations, doubts and notes."""
    shown = [Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")]
    for number, line in enumerate(reading.lines, 1):
        values = [str(deck.by_id[card].value) if card else "?" for card in line.cards]
        names = ", ".join(card or "not read" for card in line.cards)
        added, total = " + ".join(values), amount(line.sum, line.sum_range)
        corners = np.array(line.outlines)
        right, down = (corners[:, :2] - corners[:, 2:]).mean((0, 1))
        side = SIDES[round(np.degrees(np.arctan2(-right, -down)) / 90) % 4]
        text = f"line {number}, {side}: {added} = {total}  ({names})"
        shown.append(Line(text, "unsure" if line.sum is None else "good"))
    if len(reading.lines) > 1:
        low, high = reading.lowest, reading.highest
        tie = "" if len(low) == 1 else "; of a tie, the first clockwise from the dealer"
        shared = "" if len(high) == 1 else ", as far as the photo shows"
        shown.append(Line(f"R2  lowest sum, would start: {_numbers(low)}{tie}"))
        shown.append(Line(f"R7  highest sum, would win: {_numbers(high)}{shared}"))
    for broken in reading.violations:
        where = f"{broken.slot}: " if broken.slot else ""
        shown.append(Line(f"{broken.rule}  {where}{broken.text}", "bad"))
    return (*shown, *doubt_lines(reading), *(Line(f"· {note}") for note in reading.notes))


def marks(reading: CombustReading) -> tuple[Mark, ...]:
    """Return marks for lines with their sums and for doubts, and captions with sums and ranks."""
    lines, sums = list[Mark](), list[Mark]()
    open_ = reading.verdict == "unsure"
    for number, line in enumerate(reading.lines, 1):
        tone: Tone = "unsure" if line.sum is None else "good"
        first, text = line.outlines[0], amount(line.sum, line.sum_range, DASH)
        # at the bottom of the first card, as the line's middle may have the sign of an unread one
        bottom = point(on(first, 0.5, 0.94))
        lines.append(Mark(_around(line.outlines), tone=tone))
        lines.append(Pill(bottom, f"{number}: {text}", tone, height=tall(first) / 7))
        rank = [
            f"{name}?" if open_ and len(ranked) > 1 else name
            for name, ranked in (("highest", reading.highest), ("lowest", reading.lowest))
            if number in ranked and len(reading.lines) > 1
        ]
        tone = "unsure" if open_ else "plain"
        sums.append(Caption((), text, tone, small=(f"line {number}", *rank[:1])))
    unsure = [
        Mark(_around([item.outline]), "?", "unsure") for item in reading.doubts if item.outline
    ]
    return (*lines, *unsure, *sums)


def _numbers(lines: Sequence[int]) -> str:
    return f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"


def _around(outlines: Sequence[Outline]) -> Outline:
    """Return the convex hull of all outlines, px, clockwise from the photo's top left."""
    points = np.array([point for outline in outlines for point in outline], np.float32)
    hull = cv2.convexHull(points, clockwise=False).reshape(-1, 2)
    first = int(hull.sum(1).argmin())
    return tuple((float(x), float(y)) for x, y in np.roll(hull, -first, 0))
