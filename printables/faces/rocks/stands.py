"""Penguins on stands: a strip that folds into a figure on a flat base (see `StandNet`)."""

from __future__ import annotations

from companion.game import Piece
from companion.rocks.board import Board
from companion.rocks.measures import MODULE, ROCK, STAND
from printables.art.fiducial import draw_window
from printables.draw.boxes import Box
from printables.draw.colours import WHITE
from printables.draw.paths import Path, rectangle
from printables.draw.pen import BLEED, Pen, bled
from printables.draw.shapes import Fold, Shape
from printables.faces.rocks.figures import base_edge, draw_base, draw_figure, draw_pad, figure_edge
from printables.faces.rocks.signs import INK, NEST_PATTERNS

MIDDLE = STAND.size.width / 2
TAPER = 2.0  # how much narrower the tab is at its end, on each side, mm
MARGIN = 1.5  # of the words on the tab, mm
# width of the frame around the tag's window, mm
FRAME = 0.4


def front(pen: Pen, piece: Piece, board: Board) -> None:
    """Draw the flat net; nothing is printed on the back of the paper."""
    seat = next(i for i, nest in enumerate(board.nests) if nest.id == piece.data["colour"])
    nest, pattern, number = (
        board.nests[seat],
        NEST_PATTERNS[seat % len(NEST_PATTERNS)],
        int(str(piece.data["number"])),
    )
    under, head, feet = STAND.creases
    width, height = STAND.figure.width, STAND.figure.height
    pen.paint(bled(STAND.size), WHITE)
    for y, turn, behind in ((under, 180, True), (feet, 0, False)):
        top = under if behind else head
        half = rectangle(-BLEED, top, STAND.size.width + 2 * BLEED, height)
        with pen.clip(half), pen.at(MIDDLE, y, turn=turn):
            draw_figure(
                pen,
                number,
                nest.ink,
                nest.symbol,
                pattern,
                width=width,
                height=height,
                behind=behind,
            )
    with pen.at(MIDDLE, feet):
        draw_base(pen, nest.ink, pattern, width=STAND.base.width, depth=STAND.base.height)
    with pen.at(*STAND.pad):
        draw_pad(pen, ROCK.width - 0.6, nest.ink, nest.symbol)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, INK, width=FRAME, margin=MODULE)


def net() -> Shape:
    """Return the net of all stands: a clockwise outline, folds, and the tab to label."""
    width = STAND.tab.width - 2 * TAPER
    return Shape(
        _outline(), _folds(), tab=Box(MIDDLE - width / 2, 0, width, STAND.tab.height).grown(-MARGIN)
    )


def _outline() -> Path:
    """Return the outline, down the right side from tab to base and up the left side."""
    under, _, feet = STAND.creases
    edge = figure_edge(STAND.figure.height, STAND.foot, STAND.fold)
    back = edge.mapped(1, -1, MIDDLE, under)
    face = edge.reversed().moved(MIDDLE, feet)
    base = base_edge(STAND.base.width, STAND.base.height, STAND.corner).moved(MIDDLE, feet)
    # The tab's right side, from its end to the fold.
    half = STAND.tab.width / 2
    tab = [(MIDDLE + half - TAPER, 0.0), (MIDDLE + half, STAND.creases[0])]
    right = Path(
        (("M", tab[0]), ("L", tab[1]), ("L", back.steps[0][1]), *back.steps[1:], *face.steps[1:])
    )
    left = right.reversed().mapped(-1, 1, 2 * MIDDLE, 0)
    round_base = (("L", base.steps[0][1]), *base.steps[1:])
    return Path((*right.steps, *round_base, ("L", left.steps[0][1]), *left.steps[1:], ("Z", ())))


def _folds() -> tuple[Fold, ...]:
    under, head, feet = STAND.creases
    tab, fold, foot = STAND.tab.width / 2, STAND.fold / 2, STAND.foot / 2
    return (
        Fold((MIDDLE - tab, under), (MIDDLE + tab, under), "mountain"),
        Fold((MIDDLE - fold, head), (MIDDLE + fold, head), "mountain"),
        Fold((MIDDLE - foot, feet), (MIDDLE + foot, feet), "valley"),
    )
