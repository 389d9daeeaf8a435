"""What one photo of a pirates table shows: the visible state of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.hexes import Direction, Hex
from vision.games.reading import Reading
from vision.table.layout import Outline

Face: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRead:
    """A map board: `board` is its id (None face down, as the backs of one colour are alike).

    `place` is the site where it lies in the map, and `turn` its turn in sixths clockwise; None if
    uncertain. `off` is the distance from its centre to that place's, mm.
    """

    board: str | None
    back: str
    face: Face
    place: str | None
    turn: int | None
    off: float
    outline: Outline = ()

    def own(self) -> dict[str, object]:
        """Return the fields for JSON."""
        return {
            "board": self.board,
            "back": self.back,
            "face": self.face,
            "place": self.place,
            "turn": self.turn,
            "off": self.off,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipRead:
    """A ship on the map: its hex and the name of that ("b2.ne"), and its direction if certain."""

    hex: Hex
    name: str
    facing: Direction | None
    outline: Outline = ()

    def own(self) -> dict[str, object]:
        """Return the fields for JSON."""
        return {"hex": list(self.hex), "name": self.name, "facing": self.facing}


@dataclass(frozen=True, slots=True, kw_only=True)
class PiratesReading(Reading):
    """Everything that one photo shows of pirates; None is what it leaves open.

    `pirates` is whether their ship is on the map: False only if it was seen beside it. `penguins`
    are the ids of the tokens in view, `captain` whether the captain's is. `marked` are labels and
    outlines, px, of markers, and `odd` the centres, mm in the frame, of possible tags that could
    not be read.
    """

    game: str = "pirates"
    map: tuple[BoardRead, ...] = ()
    white: ShipRead | None = None
    black: ShipRead | None = None
    pirates: bool | None = None
    sails: int | None = None
    speed: int | None = None
    water: int | None = None
    fish: int | None = None
    bob: bool | None = None
    penguins: tuple[str, ...] = ()
    captain: bool = False
    marked: tuple[tuple[str, Outline], ...] = ()
    odd: tuple[complex, ...] = ()

    def own(self) -> dict[str, object]:
        """Return map, ships, tracks and tokens."""
        return {
            "map": [board.own() for board in self.map],
            "white": self.white.own() if self.white else None,
            "black": self.black.own() if self.black else None,
            "pirates": self.pirates,
            "sails": self.sails,
            "speed": self.speed,
            "water": self.water,
            "fish": self.fish,
            "bob": self.bob,
            "penguins": list(self.penguins),
            "captain": self.captain,
        }
