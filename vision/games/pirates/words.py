"""A pirates reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from companion.hexes import DIRECTION_NAMES
from companion.pirates.deck import Deck
from vision.games.base import Line, Mark, Tone
from vision.games.marks import Strut, on, point, tall
from vision.games.pirates.reading import BoardRead, PiratesReading, ShipRead
from vision.games.reading import Stake
from vision.games.report import VERDICTS, doubt_lines

WAYS: Mapping[str, str] = {
    "n": "north",
    "ne": "north-east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "nw": "north-west",
}
STAKES: Mapping[Stake, str] = {"score": " (the table is legal either way)"}


def show(reading: PiratesReading, deck: Deck) -> tuple[Line, ...]:
    """Return the verdict and the state as text."""
    return (
        Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title"),
        *_map(reading, deck),
        *_ships(reading),
        *_tracks(reading),
        *_problems(reading),
        *(Line(f"· {note}") for note in reading.notes),
    )


def marks(reading: PiratesReading) -> tuple[Mark, ...]:
    """Return marks for boards with their names, ships with their directions, markers with their
    values, doubts and violations.
    """
    wrong = {str(violation.slot) for violation in reading.violations}
    return (
        *(_board_mark(board, wrong) for board in reading.map if board.outline),
        *_ship_marks(reading, wrong),
        *(Mark(outline, label, "good") for label, outline in reading.marked),
        *(Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline),
    )


def _map(reading: PiratesReading, deck: Deck) -> Iterator[Line]:
    """Yield the map row by row, the furthest first, as the crew sees it."""
    if not reading.map:
        return
    up = sum(board.face == "up" for board in reading.map)
    yield Line(f"Map: {len(reading.map)} of {len(deck.sites)} boards read, {up} face up")
    by_place = {board.place: board for board in reading.map if board.place}
    rows = [
        list(row) for _, row in groupby((site.id for site in deck.sites), key=lambda name: name[0])
    ]
    for row in reversed(rows):
        yield Line(f"  {row[0][0]}  " + "  |  ".join(_cell(by_place.get(place)) for place in row))
    if loose := [_name(board) for board in reading.map if not board.place]:
        yield Line(f"  at no place: {', '.join(loose)}")


def _cell(board: BoardRead | None) -> str:
    return "?" if board is None else _name(board) if board.board else f"({board.back})"


def _name(board: BoardRead) -> str:
    return board.board or f"a {board.back} board, face down"


def _ships(reading: PiratesReading) -> Iterator[Line]:
    for name, ship in (("Penguins' ship", reading.white), ("Pirates' ship", reading.black)):
        if ship:
            yield Line(f"{name}: {ship.name}, looks {_way(ship)}")


def _way(ship: ShipRead) -> str:
    return "?" if ship.facing is None else WAYS[DIRECTION_NAMES[ship.facing]]


def _tracks(reading: PiratesReading) -> Iterator[Line]:
    values = {
        "Sails": reading.sails,
        "speed": reading.speed,
        "water": reading.water,
        "fish": reading.fish,
    }
    texts = [f"{name} {value}" for name, value in values.items() if value is not None]
    if texts:
        yield Line(", ".join(texts)[0].upper() + ", ".join(texts)[1:])
    if reading.bob is not None:
        yield Line("Bob is rescued" if reading.bob else "Bob is still missing")


def _problems(reading: PiratesReading) -> Iterator[Line]:
    for violation in reading.violations:
        where = f"{violation.slot}: " if violation.slot else ""
        yield Line(f"{violation.rule}  {where}{violation.text}", "bad")
    yield from doubt_lines(reading, STAKES)


def _board_mark(board: BoardRead, wrong: set[str]) -> Mark:
    if not board.place:
        return Mark(board.outline, "?", "unsure")
    return Mark(board.outline, board.place, "bad" if board.place in wrong else "good")


def _ship_marks(reading: PiratesReading, wrong: set[str]) -> Iterator[Mark]:
    for slot, ship in (("white ship", reading.white), ("black ship", reading.black)):
        if ship and ship.outline:
            tone: Tone = "bad" if slot in wrong else "good"
            yield Mark(ship.outline, ship.name, tone)
            if ship.facing is not None:
                stern, ahead = on(ship.outline, 0.5, 0.2), on(ship.outline, 0.5, -0.6)
                yield Strut(
                    (*point(stern), *point(ahead)), tone=tone, width=tall(ship.outline) / 14
                )
