"""A position and what is wanted of it, as tables for the search: squares, hops, symmetries, packing, costs.

A position is packed into one whole number, the form of each square in `bits` bits, squares in order, as many in a word
of 64 bits as fit: 3x4 takes one word, 4x5 two, 5x6 three. Of a position and its images under the symmetries of the
board the one with the smallest number stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from companion.solitaire.board import Board, Pyramid
from companion.solitaire.position import Position
from companion.solitaire.solver.forms import SIZES, FormNo, Forms, SizeNo, forms_of
from companion.solitaire.solver.zones import Triple

Packed: TypeAlias = int
Shifts: TypeAlias = tuple[int, ...]  # by square, how far to the left the packed position has its form

WORD = 64
FAILED = 1  # the cost of an end that is not the one that was asked for; that one costs 0

# How promising a position is among those with as many pyramids: few pips, and few pyramids on squares that nothing can
# hop over, from where each has to find its own way.
PIP_WEIGHT, CORNER_WEIGHT = 2, 4


@dataclass(frozen=True, slots=True)
class Problem:
    """All that the search asks for. `finish` is the number of the size that shall be left alone, or 0 for the lowest
    score; `places` are the shifts of the board as it lies and of its images; `weights` are by square and form.
    """

    position: Position
    finish: SizeNo
    forms: Forms
    jumps: tuple[Triple, ...]
    words: int
    places: tuple[Shifts, ...]
    weights: tuple[tuple[int, ...], ...]

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return len(self.position.stacks)

    @property
    def stacks(self) -> tuple[FormNo, ...]:
        """The forms of the position's stacks."""
        return tuple(self.forms.number[stack] for stack in self.position.stacks)

    @property
    def worst(self) -> int:
        """What an end must cost less than to be worth anything: more than all pips, or what a failure costs."""
        return FAILED if self.finish else self.position.pips + 1

    def pack(self, stacks: Iterable[FormNo]) -> Packed:
        """The smallest number of a position and its images."""
        forms = tuple(stacks)
        return min(sum(form << shift for form, shift in zip(forms, place, strict=True)) for place in self.places)

    def pack_position(self, position: Position) -> Packed:
        """The same for a later position of the same board."""
        return self.pack(self.forms.number[stack] for stack in position.stacks)

    def unpack(self, packed: Packed) -> list[FormNo]:
        """The forms by square, of the board as it lies."""
        mask = (1 << self.forms.bits) - 1
        return [packed >> shift & mask for shift in self.places[0]]

    def weight(self, stacks: Sequence[FormNo]) -> int:
        """How promising a position is: the lower the better."""
        return sum(weights[form] for weights, form in zip(self.weights, stacks, strict=True))

    def end_cost(self, stacks: Sequence[FormNo]) -> int:
        """What an end costs: its pips (solitaire R4), or whether it is the one that was asked for."""
        if not self.finish:
            return sum(self.forms.pips[form] for form in stacks)
        lone = [form for form in stacks if form]
        return 0 if lone == [self.forms.number[SIZES[self.finish - 1]]] else FAILED

    def score_of(self, cost: int) -> int:
        """The pips of an end that costs so much and is worth something."""
        return self.position.board.pips[SIZES[self.finish - 1]] if self.finish else cost

    def bound(self, stacks: Sequence[FormNo], zones: Iterable[int]) -> int:
        """No end that can be reached costs less: in each zone a pyramid stays, at best the smallest one there."""
        held = [self._held(stacks, squares) for squares in zones]
        if self.finish:
            return 0 if len(held) == 1 and held[0] >> self.finish & 1 else FAILED
        return sum(
            self.forms.pips[stacks[squares.bit_length() - 1]] if squares.bit_count() == 1 else self._least(sizes)
            for squares, sizes in zip(zones, held, strict=True)
        )

    def _held(self, stacks: Sequence[FormNo], squares: int) -> int:
        sizes = 0
        for square, form in enumerate(stacks):
            if squares >> square & 1:
                sizes |= self.forms.sizes[form]
        return sizes

    def _least(self, sizes: int) -> int:
        return self.position.board.pips[SIZES[(sizes & -sizes).bit_length() - 2]]


def problem(position: Position, finish: Pyramid | None = None) -> Problem:
    """Tables for a search from `position`: for the lowest score, or for `finish` as the only pyramid left."""
    forms, board = forms_of(position), position.board
    places = shifts(board.rows, board.columns, forms.bits)
    return Problem(
        position,
        SIZES.index(finish) + 1 if finish else 0,
        forms,
        tuple((start, over, end) for _, start, over, end in board.grid.jumps),
        max(places[0]) // WORD + 1,
        places,
        _weights(board, forms, finish),
    )


@cache
def shifts(rows: int, columns: int, bits: int) -> tuple[Shifts, ...]:
    """How each image of the board is packed: 4 of them, 8 of a square board."""
    each = WORD // bits
    line = [square // each * WORD + square % each * bits for square in range(rows * columns)]
    return tuple(tuple(line[square] for square in image) for image in images(rows, columns))


def images(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """The ways to lay a board on itself, each as the new square of every square; the first one changes nothing.

    >>> len(tuple(images(3, 4))), len(tuple(images(5, 5)))
    (4, 8)
    """
    for turned, upside_down, mirrored in product((0, 1) if rows == columns else (0,), (0, 1), (0, 1)):
        image = []
        for row, column in product(range(rows), range(columns)):
            to = (rows - 1 - row if upside_down else row, columns - 1 - column if mirrored else column)
            to_row, to_column = to[::-1] if turned else to
            image.append(to_row * columns + to_column)
        yield tuple(image)


def _weights(board: Board, forms: Forms, finish: Pyramid | None) -> tuple[tuple[int, ...], ...]:
    """By square and form. What shall be left alone weighs nothing."""
    hopped = {over for _, _, over, _ in board.grid.jumps}
    by_size = {size: PIP_WEIGHT * (0 if size == finish else board.pips[size]) for size in SIZES}
    return tuple(
        tuple(sum(by_size[size] + (square not in hopped) * CORNER_WEIGHT for size in stack) for stack in forms.stacks)
        for square in range(board.squares)
    )
