"""What one photo of a combust table shows: the clans' lines, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.combust.deck import Deck
from companion.combust.state import Clan, lowest
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading
from vision.games.words import Caption, Pill, amount, beyond, doubt_lines, on, point, tall, title
from vision.table.layout import Outline

DASH = "\N{EN DASH}"  # for ranges in marks
# where its owner sits
SIDES = ("at the photo's bottom", "at its right", "at its top", "at its left")


@dataclass(frozen=True, slots=True)
class ClanLine:
    """One line: its cards from the left as its owner sees them, None where one may be unread.

    `least` and `most` are the limits of its worth. `facing` is the turn of its cards, degrees
    counter-clockwise in the frame: 0 is read from the bottom, 90 from the right. `outlines` are
    those of its cards, px, and `complete` is whether these are all, None if unknown.
    """

    cards: tuple[str | None, ...]
    least: Clan
    most: Clan
    facing: float
    outlines: tuple[Outline, ...] = ()
    complete: bool | None = None

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError(f"a line is worth between {self.least} and {self.most}")

    @property
    def cards_read(self) -> int:
        """The number of cards that were read."""
        return sum(card is not None for card in self.cards)

    @property
    def goes_on(self) -> bool:
        """Whether more cards than could be read may lie past an end."""
        return None in (self.cards[0], self.cards[-1])

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
    """Everything that one photo shows of a combust table. Sums are of the cards read.

    `lines` are clockwise from the one nearest to the frame's bottom. `discard` is the top card of
    the pile in the middle, None if there is none or it isn't clear. `dealt` is whether all lines
    are as dealt, so that the lowest starts (combust R2).
    """

    game: str = "combust"
    lines: tuple[ClanLine, ...] = ()
    discard: str | None = None
    dealt: bool = False

    @property
    def lowest(self) -> tuple[int, ...] | None:
        """The lines with the lowest sum; None if another clan's may be lower."""
        return self.lowest_range if self.complete or self.dealt else None

    @property
    def highest(self) -> tuple[int, ...] | None:
        """The lines that are worth most; None if there may be more cards or lines."""
        return self.highest_range if self.complete else None

    @property
    def lowest_range(self) -> tuple[int, ...]:
        """Numbers, from 1, of the lines that may have the lowest sum of those read."""
        return lowest([line.sum_range for line in self.lines])

    @property
    def highest_range(self) -> tuple[int, ...]:
        """Numbers, from 1, of the lines that may be worth most of those read."""
        beaten = max((line.least for line in self.lines), default=Clan(0, 0, 0))
        return tuple(number for number, line in enumerate(self.lines, 1) if line.most >= beaten)

    def own(self) -> dict[str, object]:
        """Return lines, discard, and the lowest and highest lines."""
        return {
            "lines": [
                {
                    "cards": [*line.cards],
                    "cards_read": line.cards_read,
                    "complete": line.complete,
                    "sum": line.sum,
                    "sum_range": [*line.sum_range],
                    "goes_on": line.goes_on,
                    "facing": line.facing,
                }
                for line in self.lines
            ],
            "discard": self.discard,
            "cards_read": sum(line.cards_read for line in self.lines),
            "lowest": None if self.lowest is None else [*self.lowest],
            "lowest_range": [*self.lowest_range],
            "highest": None if self.highest is None else [*self.highest],
            "highest_range": [*self.highest_range],
        }


def show(reading: CombustReading, deck: Deck) -> tuple[Line, ...]:
    """Return the verdict as text: each line with its sum, violations, doubts and notes."""
    shown = [Line(title(reading), "title")]
    for number, line in enumerate(reading.lines, 1):
        values = [str(deck.by_id[card].value) if card else "?" for card in line.cards]
        names = ", ".join(card or "not read" for card in line.cards)
        added, total = " + ".join(values), _worth(line)
        corners = np.array(line.outlines)
        right, down = (corners[:, :2] - corners[:, 2:]).mean((0, 1))
        side = SIDES[round(np.degrees(np.arctan2(-right, -down)) / 90) % 4]
        text = f"line {number}, {side}: {added} = {total}, {line.cards_read} cards read  ({names})"
        shown.append(Line(text, "unsure" if line.sum is None else "good"))
    if len(reading.lines) > 1:
        shown += _ranks(reading)
    for broken in reading.violations:
        where = f"{broken.slot}: " if broken.slot else ""
        shown.append(Line(f"{broken.rule}  {where}{broken.text}", "bad"))
    notes = (Line(f"· {note}") for note in reading.notes)
    return (*shown, *doubt_lines(reading), *beyond(reading), *notes)


def _worth(line: ClanLine, to: str = " to ") -> str:
    """Return a line's sum in words."""
    return f"at least {line.least.sum}" if line.goes_on else amount(line.sum, line.sum_range, to)


def _ranks(reading: CombustReading) -> Iterator[Line]:
    """Yield which lines are lowest and highest, and who starts or wins if all lines were read."""
    low, high = reading.lowest_range, reading.highest_range
    if reading.lowest is None:
        yield Line(f"lowest sum of the lines read: {_numbers(low)}")
    else:
        tie = "" if len(low) == 1 else "; of a tie, the first clockwise from the dealer"
        yield Line(f"R2  lowest sum, would start: {_numbers(low)}{tie}")
    if reading.highest is None:
        yield Line(f"highest sum of the lines read: {_numbers(high)}")
    else:
        yield Line(f"R7  highest sum, would win: {_numbers(high)}")
    if reading.complete is None:
        yield Line(
            "· if these are all: give --players N and --cards N,N,N (the cards in each line)"
        )


def marks(reading: CombustReading) -> tuple[Mark, ...]:
    """Return marks for lines with their sums and for doubts, and captions with sums and ranks."""
    lines, sums = list[Mark](), list[Mark]()
    for number, line in enumerate(reading.lines, 1):
        tone: Tone = "unsure" if line.sum is None else "good"
        first, text = line.outlines[0], _worth(line, DASH)
        # at the bottom of the first card, as the line's middle may have the sign of an unread one
        bottom = point(on(first, 0.5, 0.94))
        lines.append(Mark(_around(line.outlines), tone=tone))
        lines.append(Pill(bottom, f"{number}: {text}", tone, height=tall(first) / 7))
        rank = [
            f"{name} read" if ranked is None else name
            for name, ranked, likely in (
                ("highest", reading.highest, reading.highest_range),
                ("lowest", reading.lowest, reading.lowest_range),
            )
            if number in likely and len(reading.lines) > 1
        ]
        tone = "unsure" if reading.verdict == "unsure" else "plain"
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
