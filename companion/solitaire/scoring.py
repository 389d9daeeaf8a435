"""What a game of solitaire is worth, alone and against others: shared by the engine and the phones'
tracker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.play import Seat
from companion.solitaire.board import PYRAMIDS, Board, Pyramid

# solitaire R4.D1: who plays alone has won with a perfect score, and else nobody has. False: whoever
# plays wins.
ALONE_ONLY_PERFECT_WINS = True


def pips_of(board: Board, count: Mapping[Pyramid, int]) -> int:
    """The pips of so many pyramids of each size, wherever they stand or whoever holds them
    (solitaire R4, R6).

    >>> from companion.solitaire.board import standard
    >>> pips_of(standard(), {"S": 2, "L": 1})
    5
    """
    return sum(board.pips[pyramid] * count.get(pyramid, 0) for pyramid in PYRAMIDS)


def winners(board: Board, points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the lowest score, all who share it (solitaire R6); alone one wins with a
    perfect score only.
    """
    best = min(points)
    if len(points) == 1 and ALONE_ONLY_PERFECT_WINS and best > board.perfect:
        return ()
    return tuple(seat for seat, score in enumerate(points) if score == best)


def king_tut(board: Board, milliseconds: int, points: int) -> int:
    """A game's time for King Tut, ms: a penalty is added for each point over a perfect score
    (solitaire R5).

    >>> from companion.solitaire.board import standard
    >>> king_tut(standard(), 61_500, 1), king_tut(standard(), 61_500, 4)
    (61500, 70500)
    """
    return milliseconds + 1000 * board.penalty * max(0, points - board.perfect)
