"""What one photo of a combust table says: the fields of every reading, and the clans' lines
(combust R2, R7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.combust.state import Clan
from vision.games.reading import Reading
from vision.table.layout import Outline


@dataclass(frozen=True, slots=True)
class ClanLine:
    """One line: its cards as its owner sees them from the left, None where one is, or may be, that
    was not read.

    `least` and `most` are its worth at the two ends of what it can be. `facing` is how its cards
    are turned, degrees counter-clockwise in the frame: 0 is read from the bottom, 90 from the
    right. `outlines` are those of its cards, px.
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
        """The line's sum; None where it could differ."""
        return self.least.sum if self.least.sum == self.most.sum else None

    @property
    def sum_range(self) -> tuple[int, int]:
        """The lowest and the highest sum that it can have."""
        return (self.least.sum, self.most.sum)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombustReading(Reading):
    """All that one photo shows of a combust table.

    `lines` go clockwise from the one nearest to the frame's bottom; people call the first one line
    1. `discard` is the card seen on top of the pile in the middle, None where none was
    seen or which is on top isn't clear: that says nothing of whether there is a pile.
    """

    game: str = "combust"
    lines: tuple[ClanLine, ...] = ()
    discard: str | None = None

    @property
    def lowest(self) -> tuple[int, ...]:
        """The lines that can have the lowest sum, by number: one of these starts (combust R2)."""
        return lowest(self.lines)

    @property
    def highest(self) -> tuple[int, ...]:
        """The lines that can be worth most, by number: one of these wins, or all, in the end
        (combust R7).
        """
        return highest(self.lines)

    def own(self) -> dict[str, object]:
        """Lines, discard, and who is lowest and highest."""
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


def lowest(lines: Sequence[ClanLine]) -> tuple[int, ...]:
    """Return which lines, counted from 1, no other is surely below; ties are the dealer's to settle
    (combust R2).

    >>> known, half_read = Clan(9, 1, 9), (Clan(5, 2, 4), Clan(24, 2, 20))
    >>> lowest([ClanLine(("a",), known, known, 0), ClanLine(("b", None), *half_read, 90)])
    (1, 2)
    """
    below = min((line.most.sum for line in lines), default=0)
    return tuple(number for number, line in enumerate(lines, 1) if line.least.sum <= below)


def highest(lines: Sequence[ClanLine]) -> tuple[int, ...]:
    """Return which lines, counted from 1, no other surely beats by sum, then penguins, then highest
    card (combust R7).
    """
    beaten = max((line.least for line in lines), default=Clan(0, 0, 0))
    return tuple(number for number, line in enumerate(lines, 1) if line.most >= beaten)
