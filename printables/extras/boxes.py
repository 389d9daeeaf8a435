"""The sizes of tuck boxes for a stack of cards with small pieces on top."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from companion.game import Deck, Game, Piece
from companion.language import Phrase, say
from companion.layout import POKER, Size
from printables.art.cover import cover

CARD = 0.32  # thickness of a card of 250 g/m2, mm
LOOSE = 1.6  # a heap of small pieces takes this many times their own volume
SMALL = 60.0  # pieces up to this length are put on the cards, mm
PLAY = 1.0  # room around the cards, mm in each direction
# depth, mm: thinner, a tongue can't bend; thicker, nets don't fit A4 and Letter
THINNEST, THICKEST = (12.0, 40.0)
GLUE = 11.0  # width of the glue flap
TONGUE = 12.0  # length of a lid's tongue behind the front
ROOM = Size(257.0, 195.5)  # for a net on A4 or Letter, mm


@dataclass(frozen=True, slots=True)
class Stock:
    """The paper of the pieces, `card` mm thick; pieces with backs are two layers if `folded`."""

    card: float = CARD
    folded: bool = False

    def thickness(self, piece: Piece) -> float:
        """Return the thickness of a piece, mm."""
        return self.card * (2 if self.folded and "back" in piece.faces else 1)


@dataclass(frozen=True, slots=True)
class Net:
    """The net of a tuck box, mm; `width`, `height` and `depth` are between its folds.

    From the left: glue flap, back, side, front, side. The lids are attached to the back, the dust
    flaps to the sides.
    """

    width: float
    height: float
    depth: float
    holds: Phrase

    @property
    def size(self) -> Size:
        """The size of the net, including tongues and the glue flap."""
        return Size(GLUE + 2 * (self.width + self.depth), self.height + 2 * (self.depth + TONGUE))

    @property
    def top(self) -> float:
        """The top of the body, mm."""
        return TONGUE + self.depth

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The x of the left edges of back, side, front and side, and of the right edge."""
        back = GLUE
        first, front = back + self.width, back + self.width + self.depth
        return (back, first, front, front + self.width, front + self.width + self.depth)

    @property
    def dust(self) -> float:
        """The length of a dust flap, mm, so that two don't meet under the lid."""
        return min(self.width / 2 - 2, self.depth + TONGUE - 3, 24)


def nets(game: Game, deck: Deck, pieces: Iterable[Piece], stock: Stock) -> tuple[Net, ...]:
    """Return the boxes for a game's pieces."""
    inside = tuple(piece for piece in pieces if not piece.extra)
    hollows = cover(game.slug).hollows
    if hollows:
        spaces = hollows(deck, inside)
        return tuple(
            Net(each.width + PLAY, each.height + PLAY, each.depth, each.holds) for each in spaces
        )
    # equal stacks of cards, with smaller pieces on top
    cards = [piece for piece in inside if piece.size == POKER]
    small = [piece for piece in inside if max(piece.size.width, piece.size.height) <= SMALL]
    volume = (
        sum(
            each.count * each.size.width * each.size.height * stock.thickness(each)
            for each in small
        )
        * LOOSE
    )
    height = sum(each.count * stock.thickness(each) for each in cards)
    depth = height + volume / (POKER.width * POKER.height) + PLAY
    boxes = ceil(depth / THICKEST)
    holds = _describe(sum(each.count for each in cards), sum(each.count for each in small), boxes)
    net = Net(
        POKER.width + PLAY, POKER.height + PLAY, max(THINNEST, round(depth / boxes, 1)), holds
    )
    return (net,) * boxes


def _describe(cards: int, small: int, boxes: int) -> Phrase:
    numbers = {"cards": cards, "small": small, "boxes": boxes}
    if boxes == 1:
        return (
            say("{cards} cards, {small} small pieces", **numbers)
            if small
            else say("{cards} cards", **numbers)
        )
    if small:
        return say("{cards} cards, {small} small pieces in {boxes} boxes", **numbers)
    return say("{cards} cards in {boxes} boxes", **numbers)
