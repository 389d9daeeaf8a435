"""Pieces of every sort for the laws of printing: cards, tokens, shaped ones, pages, boards larger
than the paper.
"""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st

from companion.game import Game, Piece, game
from companion.layout import POKER, TOKEN, Size, TagSpot
from printables.art.codes import draw_windows
from printables.draw.paths import Box, Fold, Shape, circle, line, rectangle
from printables.draw.pen import Pen, bled
from printables.marks.legend import Strip
from printables.sheets.paper import PAPERS, THICKNESS

ONE: dict[str, tuple[TagSpot, ...]] = {"front": ()}
BOTH: dict[str, tuple[TagSpot, ...]] = {"front": (), "back": ()}
CORNERS = tuple(
    TagSpot(n, x, y, 12) for n, (x, y) in enumerate([(12, 12), (388, 12), (12, 388), (388, 388)])
)

BOARD = Piece("board", "board", Size(400, 400), {"front": CORNERS})
TILE = Piece("tile", "tile", Size(125, 130), {"front": (TagSpot(9, 30, 65, 12),), "back": ()}, 3)
RULES = Piece("rules", "page", Size(180, 260), BOTH)
NET = Piece("net", "net", Size(60, 80), ONE, 4)
CARD = Piece("card", "card", POKER, BOTH, 13)
CHIP = Piece("chip", "chip", TOKEN, BOTH, 7)
PIECES = (BOARD, TILE, RULES, NET, CARD, CHIP)
SHAPED = {"tile", "net", "odd"}


def area(strip: Strip) -> Box:
    """The area of a strip of the legend on its page."""
    if strip.turn > 0:
        return Box(strip.x - THICKNESS, strip.y, THICKNESS, strip.length)
    if strip.turn:
        return Box(strip.x, strip.y - strip.length, THICKNESS, strip.length)
    return Box(strip.x, strip.y, strip.length, THICKNESS)


def shape(piece: Piece, deck: Any = None) -> Shape | None:
    """Tiles are round, nets have two folds and a flap for glue."""
    del deck
    w, h = piece.size.width, piece.size.height
    if piece.kind not in SHAPED:
        return None
    if piece.kind == "tile":
        return Shape(circle(w / 2, h / 2, min(w, h) / 2))
    folds = (Fold((0, 10), (w, 10)), Fold((0, h / 2), (w, h / 2), "valley"))
    return Shape(rectangle(0, 0, w, h), folds, (rectangle(0, 0, w, 10),))


def draw(pen: Pen, piece: Piece, face: str, deck: Any) -> None:
    """A ground that bleeds, a line from corner to corner, and the tags."""
    del deck
    w, h = piece.size.width, piece.size.height
    pen.paint(bled(piece.size), "#8fc7e8" if face == "front" else "#e8b98f")
    pen.paint(line([(0, 0), (w, h)]), None, "#333366", width=1)
    pen.text(w / 2, h / 2, f"{piece.id} {face}", min(8, (h - 6) / 1.6), "#000000", fit=w - 6.2)
    for tag in piece.faces[face]:
        draw_windows(pen, [tag], "#000000")


FACES = SimpleNamespace(draw=draw, shape=shape, light_backs=False)


def workshop() -> Game:
    """A game that has all these pieces."""
    row = game("giza")
    return dataclasses.replace(
        row, slug="workshop", title="Workshop: all sorts", pieces=lambda _: PIECES
    )


# Strategies

papers = st.sampled_from(sorted(PAPERS))
lengths = st.floats(8, 250).map(lambda length: round(length, 1))
sizes = st.one_of(
    st.sampled_from([POKER, TOKEN, Size(44, 67), Size(125, 130), Size(190, 130), Size(180, 260)]),
    st.builds(Size, lengths, lengths),
)


@st.composite
def jumbles(draw_: st.DrawFn, most: int = 5) -> tuple[Piece, ...]:
    """A few sorts of pieces of any size, some with backs, some shaped, some larger than small
    paper.
    """
    found = []
    for number in range(draw_(st.integers(1, most))):
        size, faces = draw_(sizes), draw_(st.sampled_from([ONE, BOTH]))
        fits_small_paper = max(size.width, size.height) < 180 and min(size.width, size.height) < 100
        kind = draw_(st.sampled_from(["card", "odd"])) if fits_small_paper else "card"
        found.append(Piece(f"{kind}-{number}", kind, size, faces, draw_(st.integers(1, 12))))
    return tuple(found)
