"""A rocks reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from companion.rocks.board import RING, Board
from vision.games.base import Line, Mark, Tone
from vision.games.marks import Caption
from vision.games.report import VERDICTS, doubt_lines
from vision.games.rocks.reading import RocksReading, Standing
from vision.table.layout import Outline

LOADS = {True: " with a rock", False: "", None: ", perhaps with a rock"}


def show(reading: RocksReading, board: Board) -> tuple[Line, ...]:
    """Return the verdict as text: penguins, nests and rocks, violations, doubts and notes."""
    return tuple(_report(reading, board))


def marks(reading: RocksReading) -> tuple[Mark, ...]:
    """Return marks for each penguin's base with its place, each rock, and each doubt."""
    wrong = {broken.slot for broken in reading.violations}
    bases = [
        Mark(_upright(p.outline), _where(p), _tone(p, wrong)) for p in reading.penguins if p.outline
    ]
    rocks = [
        Mark(_upright(piece.outline), "", "good")
        for piece in reading.pieces
        if piece.kind == "rock"
    ]
    unsure = [
        Mark(_upright(item.outline), "?", "unsure") for item in reading.doubts if item.outline
    ]
    return (*rocks, *bases, *unsure, *_leaders(reading))


def _leaders(reading: RocksReading) -> Iterator[Mark]:
    """Yield captions: the winner, else the number of rocks around each nest (rocks R10)."""
    tone: Tone = "unsure" if reading.verdict == "unsure" else "plain"
    if reading.winner:
        yield Caption((), f"{reading.winner} wins", tone)
        return
    for colour, nest in sorted(reading.nests.items(), key=lambda item: -item[1].filled):
        yield Caption((), str(nest.filled), tone, small=(colour, "rocks"))


def _upright(outline: Outline) -> Outline:
    """Return the outline starting at the corner nearest to the photo's top left."""
    first = min(range(len(outline)), key=lambda n: sum(outline[n]))
    return (*outline[first:], *outline[:first])


def _tone(penguin: Standing, wrong: AbstractSet[object]) -> Tone:
    if wrong & {penguin.id, penguin.place} - {None}:
        return "bad"
    return "good" if _clear(penguin) else "unsure"


def _clear(penguin: Standing) -> bool:
    """Return whether both the place and the load of a penguin are known."""
    return penguin.place is not None and penguin.carries is not None


def _where(penguin: Standing) -> str:
    return f"{penguin.place or '?'}{' +1' * bool(penguin.carries)}"


def _report(reading: RocksReading, board: Board) -> Iterator[Line]:
    yield Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")
    yield from _nests(reading, board)
    spaces = ", ".join(f"{name} {count}" for name, count in reading.rocks.items()) or "none"
    piles = ", ".join(f"{name} {count}" for name, count in reading.piles.items())
    yield Line(f"rocks on spaces: {spaces}; on piles: {piles}")
    yield from _winner(reading, board)
    for broken in reading.violations:
        yield Line(f"{broken.rule}  {broken.text}", "bad")
    yield from doubt_lines(reading)
    for note in reading.notes:
        yield Line(f"· {note}")


def _nests(reading: RocksReading, board: Board) -> Iterator[Line]:
    """Yield each colour's nest and penguins: "Coral: 4 of 6 spaces filled; penguin 1 on pa3 with a
    rock, penguin 2 on a0".
    """
    for nest in board.nests:
        own = [p for p in reading.penguins if p.colour == nest.id]
        seen = reading.nests[nest.id]
        words = f"{nest.name}: {seen.filled} of {RING} spaces filled"
        if own:
            words += f"; {', '.join(map(_penguin, own))}"
        yield Line(words, "good" if own and all(map(_clear, own)) else "unsure" if own else "plain")


def _penguin(penguin: Standing) -> str:
    where = f"on {penguin.place}" if penguin.place else "in an unknown place"
    return f"penguin {penguin.number} {where}{LOADS[penguin.carries]}"


def _winner(reading: RocksReading, board: Board) -> Iterator[Line]:
    if reading.winner:
        name = next(nest.name for nest in board.nests if nest.id == reading.winner)
        yield Line(
            f"R10  {name} has won: {RING} of {RING} spaces filled, and a penguin in the centre",
            "good",
        )
