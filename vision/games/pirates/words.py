"""A pirates reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from companion.hexes import DIRECTION_NAMES
from companion.pirates.deck import Deck
from vision.games.base import Line, Mark, Tone
from vision.games.pirates.reading import PiratesReading
from vision.games.reading import Stake
from vision.games.words import VERDICTS, Strut, doubt_lines, on, point, tall

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
    """Return the verdict and the state as text; the map row by row, the furthest first."""
    lines = [Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")]
    if reading.map:
        up = sum(board.face == "up" for board in reading.map)
        lines += [Line(f"Map: {len(reading.map)} of {len(deck.sites)} boards read, {up} face up")]
        cells = {
            board.place: board.board or f"({board.back})" for board in reading.map if board.place
        }
        rows = [list(row) for _, row in groupby(deck.sites, key=lambda site: site.id[0])]
        for row in reversed(rows):
            boards = "  |  ".join(cells.get(site.id, "?") for site in row)
            lines += [Line(f"  {row[0].id[0]}  {boards}")]
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
            found.append(Mark(ship.outline, ship.name, tone))
            if ship.facing is not None:
                stern, ahead = on(ship.outline, 0.5, 0.2), on(ship.outline, 0.5, -0.6)
                way, width = (*point(stern), *point(ahead)), tall(ship.outline) / 14
                found.append(Strut(way, tone=tone, width=width))
    found += [Mark(outline, label, "good") for label, outline in reading.marked]
    found += [Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline]
    return tuple(found)
