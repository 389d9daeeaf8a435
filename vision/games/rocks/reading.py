"""What one photo of a rocks table shows: what is where on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rocks.board import RING, ColourId, PlaceId
from vision.games.base import Place
from vision.games.reading import Reading
from vision.table.layout import Outline


@dataclass(frozen=True, slots=True)
class Standing:
    """A penguin: its space or pile (None if unclear or unread), and whether it has a rock on its
    pad.

    `carries` is None if its pad may be covered while rocks are missing, or if a rock lies half on
    its base. `outline` is its base in the photo, px, empty for an unread penguin.
    """

    id: str
    colour: ColourId
    number: int
    place: PlaceId | None
    carries: bool | None
    outline: Outline = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RocksReading(Reading):
    """Everything that one photo shows of a rocks table.

    If the board was read, the frame of `pieces` has its origin at the board's centre, x to its
    right and y up. `rocks` are counts on spaces, `piles` on piles; carried ones are in neither.
    `nests` are the numbers of outer spaces with a rock, and `winner` is the only colour that meets
    R10. `doubtful` are places where something unread may lie.
    """

    game: str = "rocks"
    penguins: tuple[Standing, ...] = ()
    rocks: Mapping[PlaceId, int]
    piles: Mapping[PlaceId, int]
    nests: Mapping[ColourId, int]
    winner: ColourId | None = None
    doubtful: tuple[Place, ...] = ()

    def own(self) -> dict[str, object]:
        """Return penguins, rocks, nests and the winner."""
        return {
            "penguins": [
                {"id": p.id, "space": p.place, "carries": p.carries} for p in self.penguins
            ],
            "rocks": dict(self.rocks),
            "piles": dict(self.piles),
            "nests": {
                colour: {"filled": filled, "complete": filled == RING}
                for colour, filled in self.nests.items()
            },
            "winner": self.winner,
        }
