"""What one photo of a combust table shows: the clans' lines (combust R2, R7)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.combust.state import Clan
from vision.games.reading import Reading
from vision.table.layout import Outline


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
