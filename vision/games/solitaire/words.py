"""A solitaire reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.solitaire.board import Board
from vision.games.base import Line, Mark, Tone
from vision.games.marks import Caption
from vision.games.reading import Stake
from vision.games.report import VERDICTS, doubt_lines
from vision.games.solitaire.reading import SolitaireReading
from vision.games.solitaire.tops import UNREAD

STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}
SHOWN = 8  # most hops listed in a line


def show(reading: SolitaireReading, deck: Board) -> tuple[Line, ...]:
    """Return the verdict as text: the board as it was read, violations, doubts, notes and the
    score.
    """
    return tuple(_report(reading, deck))


def marks(reading: SolitaireReading) -> tuple[Mark, ...]:
    """Return marks for each square with its top, each piece on the mat, and each doubt."""
    tops = [top for row in reading.tops for top in row]
    read = [
        (outline, top)
        for outline, top in zip(reading.outlines, tops, strict=True)
        if top not in ("", UNREAD)
    ]
    squares = [Mark(outline, top, "good") for outline, top in read]
    tally = [
        Mark(p.outline, p.id.split("-")[1][0].upper(), "good")
        for p in reading.pieces
        if _is_counted(reading, p.kind)
    ]
    unsure = [Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline]
    tone: Tone = "unsure" if reading.verdict == "unsure" else "plain"
    score = (
        [Caption((), score_text(reading), tone, small=("pips left",))]
        if reading.tops or reading.tally
        else []
    )
    return (*squares, *tally, *unsure, *score)


def _is_counted(reading: SolitaireReading, kind: str) -> bool:
    return not reading.tops and kind in ("token", "pyramid", "plastic")


def score_text(reading: SolitaireReading) -> str:
    """Return the score or its range: "7", "7 to 12"."""
    low, high = reading.score_range
    return str(reading.score) if reading.score is not None else f"{low} to {high}"


def _report(reading: SolitaireReading, deck: Board) -> Iterator[Line]:
    yield Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")
    if reading.tops:
        yield Line(f"board {reading.board}, the tops of its stacks:")
        yield from _drawn(reading)
    if reading.tally:
        counts = [f"{reading.tally.count(size)} {name}" for size, name in _names(reading.tally)]
        yield Line(f"on the tally mat: {', '.join(counts)}", "good")
    for broken in reading.violations:
        yield Line(broken.text, "bad")
    yield from doubt_lines(reading, STAKES)
    for note in reading.notes:
        yield Line(f"· {note}")
    if reading.tops or reading.tally:
        yield from _summary(reading, deck)


def _drawn(reading: SolitaireReading) -> Iterator[Line]:
    """Yield the board in letters: S, M and L, a dot for an empty square, and ? for an unread
    one.
    """
    yield Line("     " + " ".join(chr(ord("a") + column) for column in range(len(reading.tops[0]))))
    for number, row in enumerate(reading.tops, 1):
        tone: Tone = "unsure" if UNREAD in row else "plain"
        yield Line(f"  {number}  " + " ".join(top or "." for top in row), tone)


def _summary(reading: SolitaireReading, deck: Board) -> Iterator[Line]:
    if reading.position is not None:
        yield Line(f"position: {reading.position}")
    unread = any(UNREAD in row for row in reading.tops)
    if reading.tops and not reading.tally:
        named = ", ".join(map(str, reading.hops[:SHOWN])) + (
            ", ..." if len(reading.hops) > SHOWN else ""
        )
        if reading.hops:
            yield Line(
                f"{len(reading.hops)} hop{'s' if len(reading.hops) > 1 else ''} can be "
                f"made: {named}"
            )
        elif not unread:
            yield Line("R4  no hop is left: the game is over")
    perfect = "  (perfect)" if reading.score == deck.perfect else ""
    yield Line(f"R4  score (pips left): {score_text(reading)}{perfect}", "title")


def _names(tally: str) -> list[tuple[str, str]]:
    return [
        (size, name)
        for size, name in (("L", "large"), ("M", "medium"), ("S", "small"))
        if size in tally
    ]
