"""What one photo of a solitaire table shows, in the form that other programs rely on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import PhotoError
from companion.solitaire.board import Board, Hop
from companion.solitaire.state import Position, parse_position
from vision.games.reading import Reading
from vision.games.solitaire.tops import UNREAD, Top
from vision.table.layout import Outline


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
