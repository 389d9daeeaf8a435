"""What one photo of a rocks table says: the fields of every reading, and what lies and stands where
on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rocks.board import ColourId, PlaceId
from vision.games.base import Place
from vision.games.reading import Reading
from vision.table.layout import Outline


@dataclass(frozen=True, slots=True)
class Standing:
    """A penguin: its space or pile, None where that is not clear or it was not read; whether a rock
    lies on its pad.

    `carries` is None where its pad may be covered while rocks are missing, and where a rock lies
    half on its base. `outline` is that base in the picture, px, empty for a penguin that was not
    read.
    """

    id: str
    colour: ColourId
    number: int
    place: PlaceId | None
    carries: bool | None
    outline: Outline = ()


@dataclass(frozen=True, slots=True)
class NestSeen:
    """The number of a nest's outer spaces that hold a rock, and whether all do (rocks R10)."""

    filled: int
    complete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RocksReading(Reading):
    """All that one photo shows of a rocks table.

    Where the board was read, `pieces` are seen from its middle, x to its right and y up. `rocks`
    are those on spaces, `piles` those on each pile; carried ones are in neither. `winner` is the
    colour that meets R10 alone. `doubtful` are places where something may lie that was not read.
    """

    game: str = "rocks"
    penguins: tuple[Standing, ...] = ()
    rocks: Mapping[PlaceId, int]
    piles: Mapping[PlaceId, int]
    nests: Mapping[ColourId, NestSeen]
    winner: ColourId | None = None
    doubtful: tuple[Place, ...] = ()

    def own(self) -> dict[str, object]:
        """Penguins, rocks, nests and the winner."""
        return {
            "penguins": [
                {"id": p.id, "space": p.place, "carries": p.carries} for p in self.penguins
            ],
            "rocks": dict(self.rocks),
            "piles": dict(self.piles),
            "nests": {
                colour: {"filled": nest.filled, "complete": nest.complete}
                for colour, nest in self.nests.items()
            },
            "winner": self.winner,
        }
