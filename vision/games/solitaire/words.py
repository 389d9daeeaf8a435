"""A solitaire reading as text, and the marks on its photo."""

from __future__ import annotations

from collections.abc import Mapping

from companion.solitaire.board import Board
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Stake
from vision.games.solitaire.reading import SolitaireReading
from vision.games.solitaire.tops import UNREAD
from vision.games.words import VERDICTS, Caption, amount, doubt_lines

STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}
SHOWN = 8  # most hops listed in a line


def show(reading: SolitaireReading, deck: Board) -> tuple[Line, ...]:
    """Return the verdict as text: the board in letters as it was read (a dot for an empty square),
    violations, doubts, notes and the score.
    """
    tops, tally, hops = reading.tops, reading.tally, reading.hops
    lines = [Line(f"{VERDICTS[reading.verdict]}  {reading.photo}", "title")]
    if tops:
        lines.append(Line(f"board {reading.board}, the tops of its stacks:"))
        lines.append(Line("     " + " ".join(chr(ord("a") + n) for n in range(len(tops[0])))))
        for number, row in enumerate(tops, 1):
            tone: Tone = "unsure" if UNREAD in row else "plain"
            lines.append(Line(f"  {number}  " + " ".join(top or "." for top in row), tone))
    if tally:
        sizes = {"L": "large", "M": "medium", "S": "small"}
        counts = [f"{tally.count(size)} {sizes[size]}" for size in sizes if size in tally]
        lines.append(Line(f"on the tally mat: {', '.join(counts)}", "good"))
    lines += [Line(broken.text, "bad") for broken in reading.violations]
    lines += doubt_lines(reading, STAKES)
    lines += [Line(f"· {note}") for note in reading.notes]
    if not tops and not tally:
        return tuple(lines)
    if reading.position is not None:
        lines.append(Line(f"position: {reading.position}"))
    if hops and tops and not tally:
        named = ", ".join(map(str, hops[:SHOWN])) + (", ..." if len(hops) > SHOWN else "")
        many = "s" if len(hops) > 1 else ""
        lines.append(Line(f"{len(hops)} hop{many} can be made: {named}"))
    elif tops and not tally and not any(UNREAD in row for row in tops):
        lines.append(Line("R4  no hop is left: the game is over"))
    perfect = "  (perfect)" if reading.score == deck.perfect else ""
    score = amount(reading.score, reading.score_range)
    lines.append(Line(f"R4  score (pips left): {score}{perfect}", "title"))
    return tuple(lines)


def marks(reading: SolitaireReading) -> tuple[Mark, ...]:
    """Return marks for each square with its top, each piece on the mat, and each doubt."""
    tops = [top for row in reading.tops for top in row]
    good = [
        Mark(outline, top, "good")
        for outline, top in zip(reading.outlines, tops, strict=True)
        if top not in ("", UNREAD)
    ]
    if not tops:
        good += [
            Mark(piece.outline, piece.id.split("-")[1][0].upper(), "good")
            for piece in reading.pieces
            if piece.kind in ("token", "pyramid", "plastic")
        ]
    unsure = [Mark(item.outline, "?", "unsure") for item in reading.doubts if item.outline]
    if not tops and not reading.tally:
        return (*good, *unsure)
    tone: Tone = "unsure" if reading.verdict == "unsure" else "plain"
    return (
        *good,
        *unsure,
        Caption((), amount(reading.score, reading.score_range), tone, small=("pips left",)),
    )
