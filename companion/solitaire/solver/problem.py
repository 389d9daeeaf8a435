"""A position and a goal as tables for the search: squares, hops, symmetries, packing, costs.

A position is packed into one integer, with `forms.bits` bits for the form of each square in order.
The smallest number among a position and its images, under the symmetries of the board, represents
them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from companion.solitaire.board import Board, Pyramid
from companion.solitaire.solver.forms import SIZES, FormNo, Forms, forms_of
from companion.solitaire.solver.fuel import Triple
from companion.solitaire.state import Position, Stack

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
    weights: tuple[tuple[int, ...], ...]

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
        tuple(map(cost, forms.stacks)),
        tuple(min(map(cost, stack), default=position.pips + FAILED) for stack in forms.stacks),
        _weights(board, forms, finish),
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


def _weights(board: Board, forms: Forms, finish: Pyramid | None) -> tuple[tuple[int, ...], ...]:
    """Return weights by square, then form; the pips of `finish` don't count."""
    hopped = {over for _, _, over, _ in board.grid.jumps}
    by_size = {size: PIP_WEIGHT * (0 if size == finish else board.pips[size]) for size in SIZES}
    return tuple(
        tuple(
            sum(by_size[size] + (square not in hopped) * CORNER_WEIGHT for size in stack)
            for stack in forms.stacks
        )
        for square in range(board.squares)
    )
