"""How large a box must be: the cards in one stack, small things beside them, and as many boxes as
the paper allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from companion.game import Deck, Game, Piece
from companion.language import Phrase, say
from companion.layout import POKER, Size
from printables.art.cover import cover

CARD = 0.32  # thickness of a card of 250 g/m2, mm
LOOSE = 1.6  # small pieces lie in a heap: this many times their own volume
SMALL = 60.0  # what is no longer lies on the cards, mm
PLAY = 1.0  # of the cards in their box, mm each way
# depth, mm: a tongue still bends; wider nets fit no page of A4 and Letter
THINNEST, THICKEST = (12.0, 40.0)
GLUE = 11.0  # width of the flap that is glued
TONGUE = 12.0  # of a lid, behind the front
ROOM = Size(257.0, 195.5)  # what A4 and Letter hold of a net, mm


@dataclass(frozen=True, slots=True)
class Stock:
    """What pieces are made of: paper `card` mm thick; two layers of it where those with backs are
    `folded`.
    """

    card: float = CARD
    folded: bool = False

    def thickness(self, piece: Piece) -> float:
        """How thick a piece is, mm."""
        return self.card * (2 if self.folded and "back" in piece.faces else 1)


@dataclass(frozen=True, slots=True)
class Net:
    """A tuck box laid flat, mm: `width`, `height` and `depth` are between its folds.

    From the left: glue flap, back, side, front, side. The lids hang on the back, dust flaps on the
    sides.
    """

    width: float
    height: float
    depth: float
    holds: Phrase

    @property
    def size(self) -> Size:
        """The flat net, tongues and flap included."""
        return Size(GLUE + 2 * (self.width + self.depth), self.height + 2 * (self.depth + TONGUE))

    @property
    def top(self) -> float:
        """Where the body begins."""
        return TONGUE + self.depth

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The upright folds: left of back, side, front, side; and the right edge."""
        back = GLUE
        first, front = back + self.width, back + self.width + self.depth
        return (back, first, front, front + self.width, front + self.width + self.depth)

    @property
    def dust(self) -> float:
        """How far a dust flap reaches: two of them do not meet under the lid."""
        return min(self.width / 2 - 2, self.depth + TONGUE - 3, 24)


def nets(game: Game, deck: Deck, pieces: Iterable[Piece], stock: Stock) -> tuple[Net, ...]:
    """The boxes for a game's pieces."""
    inside = tuple(piece for piece in pieces if not piece.extra)
    hollows = cover(game.slug).hollows
    if hollows:
        found = hollows(deck, inside)
        return tuple(
            Net(each.width + PLAY, each.height + PLAY, each.depth, each.holds) for each in found
        )
    return tuple(_stacks(inside, stock))


def _stacks(pieces: Sequence[Piece], stock: Stock) -> Iterable[Net]:
    """The cards in equal stacks; what is smaller lies on top of them, without holes."""
    cards = [piece for piece in pieces if piece.size == POKER]
    small = [piece for piece in pieces if max(piece.size.width, piece.size.height) <= SMALL]
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
    holds = _words(sum(each.count for each in cards), sum(each.count for each in small), boxes)
    net = Net(
        POKER.width + PLAY, POKER.height + PLAY, max(THINNEST, round(depth / boxes, 1)), holds
    )
    return (net,) * boxes


def _words(cards: int, small: int, boxes: int) -> Phrase:
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
