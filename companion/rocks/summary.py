"""The board's numbers in rocks' rules (`summary.toml`)."""

from __future__ import annotations

from companion.rocks.board import MIDDLE, NESTS, PENGUINS, PLAY_OUT, RING, Board
from companion.rocks.state import FIRST, HOP, LANDING, ROCKS_A_SPACE, SECOND
from companion.summary import Details

ROLL = 4  # of the example, which hops over two penguins


def details(board: Board) -> Details:
    """Return the value of each `$name`."""
    return {
        "nests": NESTS,
        "ring": RING,
        "pile": board.rules.rocks,
        "rocks": board.rules.rocks * NESTS,
        "penguins": NESTS * PENGUINS,
        "first": FIRST,
        "second": SECOND,
        "hop": HOP,
        "landing": LANDING,
        "roll": ROLL,
        "left": ROLL - HOP - LANDING,
        "most": ROCKS_A_SPACE,
        "rounds": board.rules.rounds,
        "play_out": board.rules.finish == PLAY_OUT,
        "middle_starts": board.rules.three.starts == MIDDLE,
        "middle_free": board.rules.three.free == MIDDLE,
    }
