"""What one photo of a rocks table shows: what is where on the board, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rocks.board import RING, Board, ColourId, PlaceId
from vision.games.base import Line, Mark, Place, Tone
from vision.games.reading import Reading
from vision.games.words import VERDICTS, Caption, doubt_lines
from vision.table.layout import Outline

LOADS = {True: " with a rock", False: "", None: ", perhaps with a rock"}


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


def show(reading: RocksReading, board: Board) -> tuple[Line, ...]:
    """Return the verdict as text: penguins, nests and rocks, violations, doubts and notes.

    A nest's line: "Coral: 4 of 6 spaces filled; penguin 1 on pa3 with a rock, penguin 2 on a0".
    """
    lines = [Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")]
    for nest in board.nests:
        own = [penguin for penguin in reading.penguins if penguin.colour == nest.id]
        words = f"{nest.name}: {reading.nests[nest.id]} of {RING} spaces filled"
        stand = []
        for penguin in own:
            where = f"on {penguin.place}" if penguin.place else "in an unknown place"
            stand.append(f"penguin {penguin.number} {where}{LOADS[penguin.carries]}")
        tone: Tone = "good" if all(map(_clear, own)) else "unsure"
        lines += [Line(f"{words}; {', '.join(stand)}", tone) if own else Line(words)]
    spaces = ", ".join(f"{name} {count}" for name, count in reading.rocks.items()) or "none"
    piles = ", ".join(f"{name} {count}" for name, count in reading.piles.items())
    lines += [Line(f"rocks on spaces: {spaces}; on piles: {piles}")]
    if reading.winner:
        name = next(nest.name for nest in board.nests if nest.id == reading.winner)
        won = f"{name} has won: {RING} of {RING} spaces filled, and a penguin in the centre"
        lines += [Line(f"R10  {won}", "good")]
    lines += [Line(f"{broken.rule}  {broken.text}", "bad") for broken in reading.violations]
    lines += doubt_lines(reading)
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
        return (*found, Caption((), f"{reading.winner} wins", tone))
    for colour, filled in sorted(reading.nests.items(), key=lambda item: -item[1]):
        found.append(Caption((), str(filled), tone, small=(colour, "rocks")))
    return tuple(found)


def _upright(outline: Outline) -> Outline:
    """Return the outline starting at the corner nearest to the photo's top left."""
    first = min(range(len(outline)), key=lambda n: sum(outline[n]))
    return (*outline[first:], *outline[:first])


def _clear(penguin: Standing) -> bool:
    return penguin.place is not None and penguin.carries is not None
