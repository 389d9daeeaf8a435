"""What one photo of a rocks table shows: what is where on the board, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.rocks.board import RING, Board, ColourId, PlaceId
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading
from vision.games.words import Caption, beyond, doubt_lines, title
from vision.table.layout import Outline

Range: TypeAlias = tuple[int, int]  # at least and at most

LOADS = {True: " with a rock", False: "", None: ", perhaps with a rock"}


@dataclass(frozen=True, slots=True)
class Standing:
    """A penguin: its space or pile (None if unclear or unread), and whether it has a rock on its
    pad.

    `carries` is None while rocks are missing, or if a rock lies half on its base. `outline` is its
    base in the photo, px, empty for an unread penguin.
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
    `nests` are the numbers of outer spaces with a rock, `rocks_read` is the number of all rocks
    found, and `winner` the only colour that meets R10.
    """

    game: str = "rocks"
    penguins: tuple[Standing, ...] = ()
    rocks: Mapping[PlaceId, Range]
    piles: Mapping[PlaceId, Range]
    nests: Mapping[ColourId, Range]
    rocks_read: int = 0
    winner: ColourId | None = None

    def own(self) -> dict[str, object]:
        """Return penguins, rocks, nests and the winner."""
        return {
            "penguins": [
                {"id": p.id, "space": p.place, "carries": p.carries} for p in self.penguins
            ],
            "rocks_read": self.rocks_read,
            "rocks": {place: exact(count) for place, count in self.rocks.items()},
            "rocks_range": {place: list(count) for place, count in self.rocks.items()},
            "piles": {place: exact(count) for place, count in self.piles.items()},
            "piles_range": {place: list(count) for place, count in self.piles.items()},
            "nests": {
                colour: {
                    "filled": exact(filled),
                    "filled_range": list(filled),
                    "complete": None if filled[0] < RING == filled[1] else filled[0] == RING,
                }
                for colour, filled in self.nests.items()
            },
            "winner": self.winner,
        }


def exact(count: Range) -> int | None:
    """Return the number if it is certain, else None."""
    return count[0] if count[0] == count[1] else None


def at_least(count: Range) -> str:
    """Return a number in words.

    >>> at_least((2, 2)), at_least((0, 3))
    ('2', 'at least 0')
    """
    return str(count[0]) if exact(count) is not None else f"at least {count[0]}"


def show(reading: RocksReading, board: Board) -> tuple[Line, ...]:
    """Return the verdict as text: penguins, nests and rocks, violations, doubts and notes.

    A nest's line: "Coral: 4 of 6 spaces filled; penguin 1 on pa3 with a rock, penguin 2 on a0".
    """
    lines = [Line(title(reading), "title")]
    for nest in board.nests:
        own = [penguin for penguin in reading.penguins if penguin.colour == nest.id]
        count = reading.nests[nest.id]
        words = f"{nest.name}: {at_least(count)} of {RING} spaces filled"
        stand = []
        for penguin in own:
            where = f"on {penguin.place}" if penguin.place else "in an unknown place"
            stand.append(f"penguin {penguin.number} {where}{LOADS[penguin.carries]}")
        tone: Tone = "good" if all(map(_clear, own)) and exact(count) is not None else "unsure"
        lines += [Line(f"{words}; {', '.join(stand)}", tone) if own else Line(words)]
    found = {name: count for name, count in reading.rocks.items() if count[0]}
    spaces = ", ".join(f"{name} {at_least(count)}" for name, count in found.items())
    spaces = spaces or ("none sure" if any(high for _, high in reading.rocks.values()) else "none")
    piles = ", ".join(f"{name} {at_least(count)}" for name, count in reading.piles.items())
    lines += [Line(f"rocks on spaces: {spaces}; on piles: {piles}")]
    if reading.winner:
        name = next(nest.name for nest in board.nests if nest.id == reading.winner)
        won = f"{name} has won: {RING} of {RING} spaces filled, and a penguin in the centre"
        lines += [Line(f"R10  {won}", "good")]
    lines += [Line(f"{broken.rule}  {broken.text}", "bad") for broken in reading.violations]
    lines += doubt_lines(reading)
    lines += beyond(reading)
    lines += [Line(f"· {note}") for note in reading.notes]
    return tuple(lines)


def marks(reading: RocksReading) -> tuple[Mark, ...]:
    """Return marks for rocks, penguins and doubts, and captions with the winner or nests (R10)."""
    found: list[Mark] = [
        Mark(_upright(piece.outline), "", "good")
        for piece in reading.pieces
        if piece.kind == "rock"
    ]
    wrong = {broken.slot for broken in reading.violations} - {None}
    for penguin in reading.penguins:
        tone: Tone = "good" if _clear(penguin) else "unsure"
        tone = "bad" if wrong & {penguin.id, penguin.place} else tone
        label = f"{penguin.place or '?'}{' +1' * bool(penguin.carries)}"
        if penguin.outline:
            found.append(Mark(_upright(penguin.outline), label, tone))
    found += [
        Mark(_upright(item.outline), "?", "unsure") for item in reading.doubts if item.outline
    ]
    tone = "unsure" if reading.verdict == "unsure" else "plain"
    if reading.winner:
        return (*found, Caption((), f"{reading.winner} wins".capitalize(), tone))
    for colour, filled in sorted(reading.nests.items(), key=lambda item: -item[1][0]):
        text = str(filled[0]) if exact(filled) is not None else f"{filled[0]}+"
        found.append(Caption((), text, tone, small=(colour, "rocks")))
    return tuple(found)


def _upright(outline: Outline) -> Outline:
    """Return the outline starting at the corner nearest to the photo's top left."""
    first = min(range(len(outline)), key=lambda n: sum(outline[n]))
    return (*outline[first:], *outline[:first])


def _clear(penguin: Standing) -> bool:
    return penguin.place is not None and penguin.carries is not None
