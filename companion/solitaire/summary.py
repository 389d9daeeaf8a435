"""The board's numbers that solitaire's page of rules speaks of (`summary.toml`)."""

from __future__ import annotations

from companion.solitaire.board import PYRAMIDS, Board
from companion.summary import Details


def details(board: Board) -> Details:
    """What `$name` stands for; a size's name stands for its pips, times are in minutes."""
    return {
        "size": board.size,
        "squares": board.squares,
        "pyramids": board.squares * len(PYRAMIDS),
        **{name: board.pips[size] for size, name in PYRAMIDS.items()},
        "perfect": board.perfect,
        "penalty": board.penalty,
        "shortest": f"{board.limits[0] / 60:g}",
        "longest": f"{board.limits[1] / 60:g}",
    }
