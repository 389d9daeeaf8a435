"""What the tops of a solitaire board imply about the stacks below them (solitaire D1).

A photo shows the top of each stack. For the whole game, pyramids stay on squares of one parity
class (row and column odd or even as at the start), and stacks have only a few forms (empty, S+, M+,
L+, S M+, S M L+). This limits what can be below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from companion.solitaire.board import NEST, PYRAMIDS, Board, Hop, Pyramid, SquareNo
from companion.solitaire.state import Position, full, pips_of

Top: TypeAlias = str  # "S", "M", "L", "" for an empty square, and UNREAD
UNREAD = "?"


@dataclass(frozen=True, slots=True)
class Conclusions:
    """What tops imply: the position, limits of the score now, and squares that may hide more.

    `position` is None if stacks could differ. `hops` are certainly possible: only tops matter for
    them (solitaire R1, R2).
    """

    position: Position | None
    reachable: bool | None
    score_range: tuple[int, int]
    hiding: tuple[SquareNo, ...]
    hops: tuple[Hop, ...]


def conclude(board: Board, tops: Sequence[Top], *, single: bool = False) -> Conclusions:
    """Return what these tops, row by row from a1, imply; with `single`, nothing stands below any of
    them.

    >>> from companion.solitaire.board import standard
    >>> conclude(standard(), ["L"] * 12).score_range  # only the start shows so many
    (72, 72)
    """
    if len(tops) != board.squares:
        raise ValueError(f"{len(tops)} squares on a board of {board.squares}")
    hops = tuple(
        hop
        for hop, start, over, end in board.grid.jumps
        if tops[start] in PYRAMIDS and tops[over] in PYRAMIDS and tops[end] in ("", tops[start])
    )
    if not single and all(top == "L" for top in tops):
        start = full(board)
        return Conclusions(start, True, (start.pips, start.pips), (), hops)
    low = pips_of(board, Counter(tops))
    most: Counter[Pyramid] = Counter()
    hiding: list[SquareNo] = []
    for wanted in product((0, 1), repeat=2):
        members = [n for n in range(board.squares) if board.parity_class(n) == wanted]
        shown = [tops[square] for square in members]
        supply = {size: _most(size, shown, single=single) for size in NEST}
        most += Counter(supply)
        more = [size for size in NEST if supply[size] > shown.count(size)]
        hiding += [
            square
            for square, top in zip(members, shown, strict=True)
            if top == UNREAD or (top and any(NEST.index(size) <= NEST.index(top) for size in more))
        ]
    # An unread square may be empty or hold anything; after any hop, at least one pyramid is gone.
    whole = board.squares * sum(board.pips.values())
    begun = any(top not in ("L", UNREAD) for top in tops)
    high = max(low, min(pips_of(board, most), whole - begun * min(board.pips.values())))
    below = () if single else tuple(sorted(hiding))
    known = UNREAD not in tops and not below and any(tops)
    position = Position(board, tuple(tops)) if known else None
    return Conclusions(position, None, (low, high), below, hops)


def differences(position: Position, tops: Sequence[Top]) -> tuple[SquareNo, ...]:
    """Return the squares whose tops differ from those of `position`, known from the phones."""
    both = enumerate(zip(position.tops, tops, strict=True))
    return tuple(square for square, (known, top) in both if top not in (UNREAD, known))


def _most(size: Pyramid, shown: Sequence[Top], *, single: bool) -> int:
    """Return how many pyramids of a size can be on the squares of one class with these tops."""
    known, supply = shown.count(size), len(shown)
    unread = shown.count(UNREAD)
    if single:
        return min(supply, known + unread)
    if known or unread:
        # they can stand on others of their size: up to all of that size in this class
        return supply
    # Below a larger top is at most what was there at the start: one of each smaller size.
    return min(
        supply, sum(top in PYRAMIDS and top in NEST[NEST.index(size) + 1 :] for top in shown)
    )
