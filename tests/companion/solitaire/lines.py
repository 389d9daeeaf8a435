"""Whole games that end with one pyramid, of lines.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from companion.solitaire.board import Board, Hop, read_size, standard
from companion.solitaire.state import read_move


@dataclass(frozen=True, slots=True)
class Line:
    """A whole game, and the pyramid that is left at its end."""

    board: Board
    left: str
    hops: tuple[Hop, ...]


def _lines() -> list[Line]:
    rows = tomllib.loads(Path(__file__).with_name("lines.toml").read_text("utf-8"))["line"]
    boards = [standard().sized(*read_size(row["board"])) for row in rows]
    return [
        Line(board, row["left"], tuple(read_move(text, board) for text in row["hops"].split()))
        for row, board in zip(rows, boards, strict=True)
    ]


LINES = _lines()
PERFECT = [line for line in LINES if line.left == "S" and line.board == standard()]
