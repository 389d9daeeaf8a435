"""What one photo of a solitaire table shows: tops, position and score, as JSON, text and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import PhotoError
from companion.solitaire.board import PYRAMIDS, Board, Hop
from companion.solitaire.state import Position, parse_position
from vision.games.base import Line, Mark, Tone
from vision.games.reading import Reading, Stake
from vision.games.solitaire.tops import UNREAD, Top
from vision.games.words import Caption, amount, doubt_lines, title
from vision.table.layout import Outline

STAKES: Mapping[Stake, str] = {"score": " (matters for the score only)"}
SHOWN = 8  # most hops listed in a line


@dataclass(frozen=True, slots=True, kw_only=True)
class SolitaireReading(Reading):
    """Everything that one photo shows of a solitaire table.

    `board` is its size, such as "3x4", None if no board could be read. `tops` are its rows from a1:
    the size of each square's top pyramid, "" for an empty square, "?" for an unread one. `position`
    is in notation, None if stacks could hide more; `hiding` then names those squares. `tally` are
    the sizes on the tally mat. `score` is what the game is worth if it is over (solitaire R4), None
    if uncertain; `score_range` has the limits. `hops` are those that are certainly possible,
    whatever the tops hide. `reachable` is whether a game can reach the position, None if unknown.
    """

    game: str = "solitaire"
    board: str | None = None
    tops: tuple[tuple[Top, ...], ...] = ()
    position: str | None = None
    hiding: tuple[str, ...] = ()
    tally: str = ""
    reachable: bool | None = None
    score: int | None = None
    score_range: tuple[int, int] = (0, 0)
    hops: tuple[Hop, ...] = ()
    outlines: tuple[Outline, ...] = ()  # of the squares, in the order of `tops`, px

    def __post_init__(self) -> None:
        Reading.__post_init__(self)
        low, high = self.score_range
        if low > high or (self.score is not None and not low == self.score == high):
            raise ValueError(f"score {self.score} outside {self.score_range}")
        if (self.position is not None) and (self.board is None or UNREAD in sum(self.tops, ())):
            raise ValueError("a position needs a board with all squares read")

    def own(self) -> dict[str, object]:
        """Return the fields that only solitaire's readings have."""
        return {
            "board": self.board,
            "tops": [[top or None for top in row] for row in self.tops],
            "position": self.position,
            "hiding": list(self.hiding),
            "tally": self.tally,
            "reachable": self.reachable,
            "score": self.score,
            "score_range": list(self.score_range),
            "hops": [str(hop) for hop in self.hops],
        }


def position_from(
    reading: SolitaireReading, deck: Board, *, flat: bool = False
) -> tuple[Board, Position]:
    """Return the board and position in a photo, to be solved; raise `PhotoError` if unknown.

    `deck` has the rules; the photo decides the board's size. With `flat`, nothing stands below the
    tops.
    """
    known = reading.board is not None and not any(UNREAD in row for row in reading.tops)
    tops = "/".join(",".join(row) for row in reading.tops)
    text = reading.position or (tops if flat and known else None)
    if text is not None and reading.board is not None:
        rows, columns = map(int, reading.board.split("x"))
        board = deck.sized(rows, columns)
        return board, parse_position(text, board)
    if known and reading.hiding:
        squares = ", ".join(reading.hiding)
        raise PhotoError(
            reading.photo,
            f"a photo shows only the tops of stacks, and more may stand below them on {squares}",
            remedy="say --flat if nothing does, or write the stacks down (from the bottom, as in "
            "SML,SM,,S/...)",
        )
    first = next((item for item in reading.unsure if item.could_change == "legality"), None)
    if first is not None:
        raise PhotoError(reading.photo, first.text, remedy=first.remedy)
    raise PhotoError(
        reading.photo,
        "no position is on the board",
        remedy="photograph the board with its pyramids",
    )


def show(reading: SolitaireReading, deck: Board) -> tuple[Line, ...]:
    """Return the verdict as text, the board in letters as it was read (a dot: an empty square)."""
    tops, tally, hops = reading.tops, reading.tally, reading.hops
    lines = [Line(title(reading), "title")]
    if tops:
        lines.append(Line(f"board {reading.board}, the tops of its stacks:"))
        letters = [chr(ord("a") + n) for n in range(len(tops[0]))]
        head = "     " + " ".join(letters)
        lines.append(Line(head, parts=((head, "plain"),)))
        for number, row in enumerate(tops, 1):
            tone: Tone = "unsure" if UNREAD in row else "plain"
            drawn = f"  {number}  " + " ".join(top or "." for top in row)
            lines.append(Line(drawn, tone, parts=((drawn, tone),)))
            for letter, top in zip(letters, row, strict=True):
                size = PYRAMIDS.get(top, "not read" if top else "empty")
                tone = "unsure" if top == UNREAD else "plain"
                lines.append(Line(f"{letter}{number}: {size}", tone, instead=True))
    if tally:
        counts = [f"{tally.count(size)} {name}" for size, name in PYRAMIDS.items() if size in tally]
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
