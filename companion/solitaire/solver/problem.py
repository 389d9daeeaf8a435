"""A position and a goal as tables for the search: forms, hops, symmetries, packing, costs, bounds.

Games reach few forms of stacks: an empty square, a pile of one size, medium pyramids on a small
one, large ones on a small and a medium one (`docs/solitaire.md`). A board that someone set up, for
instance in a photo, may have any stacks. But a hop only takes off the top pyramid or adds one of
its size, so the forms that such stacks can take are listed in the same way.

A position is packed into one integer, with `forms.bits` bits for the form of each square in order.
The smallest number among a position and its images, under the symmetries of the board, represents
them all.

The search is pruned by a bound: pyramids that must stay in corners because fuel runs out. No hop
goes over a corner, because there is no square behind it. So each pyramid there has to hop out, over
a pyramid on another square. Call a set of squares the fuel of some corners if it includes every
square that the hops out of them go over, but none where they land, and if every hop that lands in
the set starts in it or goes over one of its squares. Then no hop adds pyramids to these squares,
and each hop out of the corners removes one. So if the corners hold n pyramids more than their fuel,
at least n will always stay in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from companion.solitaire.board import NEST, PYRAMIDS, Board, Pyramid
from companion.solitaire.state import Position, Stack

Triple: TypeAlias = tuple[int, int, int]  # the squares of a hop: start, over, end
Squares: TypeAlias = frozenset[int]


class Fuel(NamedTuple):
    """Some corners, and the squares whose pyramids are their fuel."""

    corners: Squares
    squares: Squares

    def weight(self, square: int) -> int:
        """Return a square's weight in the sum of pyramids in corners less those in fuel."""
        return (square in self.corners) - (square in self.squares)

    def gain(self, hop: Triple) -> int:
        """Return the amount that a hop adds to that sum, never less than 0."""
        start, over, end = map(self.weight, hop)
        return end - start - over


@cache
def fuels(jumps: tuple[Triple, ...]) -> tuple[Fuel, ...]:
    """Return every set of corners that has fuel, with each minimal fuel.

    >>> from companion.solitaire.board import make_grid
    >>> len(fuels(tuple(jump[1:] for jump in make_grid(4, 5).jumps)))
    18
    """
    corners = sorted({start for start, _, _ in jumps} - {over for _, over, _ in jumps})
    options = []
    for count in range(1, len(corners) + 1):
        for some in map(frozenset, combinations(corners, count)):
            ways_out = [jump for jump in jumps if jump[0] in some]
            never = some | {end for _, _, end in ways_out}
            sets = set(_closed(frozenset(over for _, over, _ in ways_out), never, jumps, set()))
            options += [
                Fuel(some, squares)
                for squares in sorted(sets, key=sorted)
                if not any(s < squares for s in sets)
            ]
    return tuple(options)


def _closed(
    squares: Squares, never: Squares, jumps: Sequence[Triple], seen: set[Squares]
) -> Iterator[Squares]:
    """Yield sets with `squares`, none of `never`, and the start or middle of each hop into them."""
    if squares & never or squares in seen:
        return
    seen.add(squares)
    for start, over, end in jumps:
        if end in squares and start not in squares and over not in squares:
            yield from _closed(squares | {start}, never, jumps, seen)
            yield from _closed(squares | {over}, never, jumps, seen)
            return
    yield squares


FormNo: TypeAlias = int  # 0 is the empty square
SizeNo: TypeAlias = int  # 1 to 3, small to large; 0 for none

SIZES = "".join(PYRAMIDS)  # small to large: a size's place, from 1, is its number
NO_LANDING: FormNo = 0  # free for this, because a landing never leaves a square empty


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms of stacks by number.

    `top` is the size on top, `pop` the form without it, and `push[4 * form + size]` the form after
    that size has landed on it, or `NO_LANDING`.
    """

    stacks: tuple[Stack, ...]
    number: Mapping[Stack, FormNo]
    top: tuple[SizeNo, ...]
    pop: tuple[FormNo, ...]
    push: tuple[FormNo, ...]

    @property
    def bits(self) -> int:
        """The number of bits for a form: at least 5, which a 3x4 or 4x5 board needs."""
        return max(5, (len(self.stacks) - 1).bit_length())


def forms_of(position: Position) -> Forms:
    """Return the forms that the squares of a position can take in the rest of the game."""
    together: dict[tuple[int, int], str] = {}
    for square, stack in enumerate(position.stacks):
        where = position.board.parity_class(square)
        together[where] = together.get(where, "") + stack
    # the most pyramids of one size in one parity class
    highest = max(stacks.count(size) for stacks, size in product(together.values(), SIZES))
    usual = game_forms(position.board)
    if highest <= _largest_class(position.board) and set(position.stacks) <= set(usual.stacks):
        return usual
    stacks = dict.fromkeys(position.stacks)
    prefixes = ["", *(stack[:height] for stack in stacks for height in range(1, len(stack) + 1))]
    return _numbered(prefixes, highest)


@cache
def game_forms(board: Board) -> Forms:
    """Return the forms that a game can reach: S+, M+, L+, S M+ and S M L+.

    >>> from companion.solitaire.board import standard
    >>> len(game_forms(standard()).stacks), len(game_forms(standard().sized(4, 5)).stacks)
    (21, 31)
    """
    return _numbered(("", NEST[:1], NEST[:2], NEST), _largest_class(board))


def _largest_class(board: Board) -> int:
    """Return the number of squares in the largest parity class.

    In a game, a pile of one size can't be higher.
    """
    return ((board.rows + 1) // 2) * ((board.columns + 1) // 2)


def _numbered(bases: Iterable[Stack], highest: int) -> Forms:
    """Number `bases` and the stacks that grow from them, up to `highest` of a size in a row."""
    stacks = tuple(dict.fromkeys(pile for base in bases for pile in _piles(base, highest)))
    number = {stack: form for form, stack in enumerate(stacks)}
    return Forms(
        stacks,
        number,
        top=tuple(SIZES.find(stack[-1]) + 1 if stack else 0 for stack in stacks),
        pop=tuple(number[stack[:-1]] for stack in stacks),
        push=tuple(
            # on an empty square or the same size (solitaire R2)
            number.get(stack + size, NO_LANDING)
            if size and stack[-1:] in {"", size}
            else NO_LANDING
            for stack, size in product(stacks, ("", *SIZES))
        ),
    )


def _piles(base: Stack, highest: int) -> Iterator[Stack]:
    yield base
    for size in base[-1:] or SIZES:
        run = len(base) - len(base.rstrip(size))
        yield from (base + size * more for more in range(1, highest - run + 1))


Packed: TypeAlias = int
Image: TypeAlias = tuple[int, ...]  # the new number of each square

WANTED, FAILED = 1, 2  # the cost of the wanted end, and the least cost of any other

# A position is more promising than others with as many pyramids if it has fewer pips, and fewer
# pyramids on squares that no hop goes over, because each of these has to hop away itself.
PIP_WEIGHT, CORNER_WEIGHT = 2, 4


@dataclass(frozen=True, slots=True)
class Problem:
    """The tables of a search for the lowest score, or for `finish` as the only pyramid left.

    The cost of an end is the sum of `costs` of its stacks, by form; `least` is the cost of a form's
    cheapest pyramid alone. `weights` are by square, then form; lower is more promising.
    """

    position: Position
    finish: Pyramid | None
    forms: Forms
    jumps: tuple[Triple, ...]
    images: tuple[Image, ...]
    costs: tuple[int, ...]
    least: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def squares(self) -> int:
        """The number of squares of the board."""
        return len(self.position.stacks)

    @property
    def stacks(self) -> tuple[FormNo, ...]:
        """The forms of the position's stacks."""
        return tuple(self.forms.number[stack] for stack in self.position.stacks)

    @property
    def worst(self) -> int:
        """The cost that an end must be below: more than all pips, or that of an unwanted end."""
        return FAILED if self.finish else self.position.pips + 1

    @property
    def floor(self) -> int:
        """A lower bound of an end's cost: the cheapest pyramid alone, because one always stays."""
        return min(self.least[form] for form in self.stacks if form)

    @property
    def heaviest(self) -> int:
        """An upper bound of the weight of a position."""
        return PIP_WEIGHT * self.position.pips + CORNER_WEIGHT * self.position.count.total()

    def pack(self, stacks: Iterable[FormNo]) -> Packed:
        """Return the smallest number among a position, given as forms by square, and its images."""
        forms, bits = tuple(stacks), self.forms.bits
        return min(
            sum(form << place * bits for form, place in zip(forms, image, strict=True))
            for image in self.images
        )

    def pack_position(self, position: Position) -> Packed:
        """Return `pack` of a position that can follow this one on the same board."""
        return self.pack(self.forms.number[stack] for stack in position.stacks)

    def unpack(self, packed: Packed) -> list[FormNo]:
        """Return the forms by square."""
        bits = self.forms.bits
        return [packed >> square * bits & (1 << bits) - 1 for square in range(self.squares)]

    def score_of(self, cost: int) -> int:
        """Return the pips of an end of this cost, which is below `worst`."""
        return self.position.board.pips[self.finish] if self.finish else cost


def problem(position: Position, finish: Pyramid | None = None) -> Problem:
    """Return the tables of a search for the lowest score, or `finish` as the only pyramid left."""
    forms, board = forms_of(position), position.board
    hopped = {jump.over for jump in board.grid.jumps}
    pips = {size: 0 if size == finish else board.pips[size] for size in SIZES}

    def cost(stack: Stack) -> int:
        if finish is None:
            return sum(board.pips[size] for size in stack)
        return WANTED if stack == finish else FAILED if stack else 0

    return Problem(
        position,
        finish,
        forms,
        tuple((start, over, end) for _, start, over, end in board.grid.jumps),
        images(board.rows, board.columns),
        costs=tuple(map(cost, forms.stacks)),
        least=tuple(
            min(map(cost, stack), default=position.pips + FAILED) for stack in forms.stacks
        ),
        weights=tuple(
            sum(PIP_WEIGHT * pips[size] + CORNER_WEIGHT * (square not in hopped) for size in stack)
            for square, stack in product(range(board.squares), forms.stacks)
        ),
    )


@cache
def images(rows: int, columns: int) -> tuple[Image, ...]:
    """Return the symmetries of a board as the new number of every square, the identity first.

    >>> len(images(3, 4)), len(images(5, 5))
    (4, 8)
    """
    all_images, turns = [], (0, 1) if rows == columns else (0,)
    for turned, upside_down, mirrored in product(turns, (0, 1), (0, 1)):
        image = []
        for row, column in product(range(rows), range(columns)):
            to_row = rows - 1 - row if upside_down else row
            to_column = columns - 1 - column if mirrored else column
            image.append(to_column * rows + to_row if turned else to_row * columns + to_column)
        all_images.append(tuple(image))
    return tuple(all_images)
