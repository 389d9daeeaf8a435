"""What one photo of a pirates table shows: the state of the game, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from companion.hexes import DIRECTION_NAMES, Direction, Hex
from companion.pirates.deck import Deck
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading, Stake
from vision.games.words import Strut, doubt_lines, on, point, tall, title
from vision.table.layout import Outline

Face: TypeAlias = Literal["up", "down"]
WAYS: Mapping[str, str] = {
    "n": "north",
    "ne": "north-east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "nw": "north-west",
}
STAKES: Mapping[Stake, str] = {"score": " (the table is legal either way)"}


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
        return {name: value for name, value in asdict(self).items() if name != "outline"}


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
    outlines, px, of markers.
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
    fish_range: tuple[int, int] = (0, 0)
    bob: bool | None = None
    penguins: tuple[str, ...] = ()
    captain: bool = False
    marked: tuple[tuple[str, Outline], ...] = ()

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
            "fish_range": list(self.fish_range),
            "boards_read": sum(board.place is not None for board in self.map),
            "bob": self.bob,
            "penguins": list(self.penguins),
            "captain": self.captain,
        }


def show(reading: PiratesReading, deck: Deck) -> tuple[Line, ...]:
    """Return the verdict and the state as text; the map row by row, the furthest first."""
    lines = [Line(title(reading), "title")]
    if reading.map:
        up = sum(board.face == "up" for board in reading.map)
        lines += [Line(f"Map: {len(reading.map)} of {len(deck.sites)} boards read, {up} face up")]
        cells = {
            board.place: board.board or f"({board.back})" for board in reading.map if board.place
        }
        rows = [list(row) for _, row in groupby(deck.sites, key=lambda site: site.id[0])]
        for row in reversed(rows):
            boards = (f"{site.id} {cells.get(site.id, 'not read')}" for site in row)
            lines += [Line(f"  {', '.join(boards)}")]
        loose = [
            board.board or f"a {board.back} board, face down"
            for board in reading.map
            if not board.place
        ]
        lines += [Line(f"  at no place: {', '.join(loose)}")] if loose else []
    for name, ship in (("Penguins' ship", reading.white), ("Pirates' ship", reading.black)):
        if ship:
            way = "?" if ship.facing is None else WAYS[DIRECTION_NAMES[ship.facing]]
            lines += [Line(f"{name}: {ship.name}, looks {way}")]
    tracks = (
        ("sails", reading.sails),
        ("speed", reading.speed),
        ("water", reading.water),
        ("fish", reading.fish),
    )
    texts = [f"{name} {value}" for name, value in tracks if value is not None]
    if reading.fish is None and reading.fish_range[0]:
        texts.append(f"fish at least {reading.fish_range[0]}")
    lines += [Line(", ".join(texts).capitalize())] if texts else []
    if reading.bob is not None:
        lines += [Line("Bob is rescued" if reading.bob else "Bob is still missing")]
    for violation in reading.violations:
        where = f"{violation.slot}: " if violation.slot else ""
        lines += [Line(f"{violation.rule}  {where}{violation.text}", "bad")]
    lines += doubt_lines(reading, STAKES)
    lines += [Line(f"· {note}") for note in reading.notes]
    return tuple(lines)


def marks(reading: PiratesReading) -> tuple[Mark, ...]:
    """Return marks for boards, ships with directions, markers with values, and doubts."""
    wrong = {str(violation.slot) for violation in reading.violations}
    found: list[Mark] = []
    for board in reading.map:
        tone: Tone = "bad" if board.place in wrong else "good" if board.place else "unsure"
        if board.outline:
            found.append(Mark(board.outline, board.place or "?", tone))
    for slot, ship in (("white ship", reading.white), ("black ship", reading.black)):
        if ship and ship.outline:
            tone = "bad" if slot in wrong else "good"
            found.append(Mark(ship.outline, ship.name if tone == "bad" else "", tone))
            if ship.facing is not None:
                stern, ahead = on(ship.outline, 0.5, 0.2), on(ship.outline, 0.5, -0.6)
                way, width = (*point(stern), *point(ahead)), tall(ship.outline) / 14
                found.append(Strut(way, tone=tone, width=width))
    found += [Mark(outline, label, "good") for label, outline in reading.marked]
    found += [Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline]
    return tuple(found)
