"""What one photo of a pirates table says: the fields of every reading, and the state of the game as
far as it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.hexes import Direction, Hex
from vision.games.reading import Reading
from vision.table.layout import Outline

Face: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRead:
    """A tile board: `board` is its id (None face down: the backs of one colour are alike).

    `place` is where it lies in the map, by the site's id, and `turn` how many sixths clockwise;
    None when unsure. `off` is how far its middle is from there, mm.
    """

    board: str | None
    back: str
    face: Face
    place: str | None
    turn: int | None
    off: float
    outline: Outline = ()

    def own(self) -> dict[str, object]:
        """Ready for JSON."""
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
    """A ship on the map: its hex as on the chart, what that is called ("b2.ne"), and where it looks
    (None: unsure).
    """

    hex: Hex
    name: str
    facing: Direction | None
    outline: Outline = ()

    def own(self) -> dict[str, object]:
        """Ready for JSON."""
        return {"hex": list(self.hex), "name": self.name, "facing": self.facing}


@dataclass(frozen=True, slots=True, kw_only=True)
class PiratesReading(Reading):
    """All that one photo shows of pirates; None is what it doesn't tell.

    `pirates` is whether their ship is on the map: False only when it was seen beside it. `penguins`
    are the ids of the tokens seen, `captain` whether theirs was. `marked` is what markers say and
    where they are in the picture, `odd` the middles, mm in the frame, of squares like tags that
    could not be read.
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
    lost: str = ""  # why the game is lost as it lies there (pirates R9)
    marked: tuple[tuple[str, Outline], ...] = ()
    odd: tuple[complex, ...] = ()

    def own(self) -> dict[str, object]:
        """Map, ships, tracks and tokens."""
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
