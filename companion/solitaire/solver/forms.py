"""The forms that a stack can take in the rest of a game, numbered, and what hops make of them.

Games reach few forms: an empty square, a pile of one size, medium pyramids on a small one, large
ones on a small and a medium one (`docs/solitaire.md`). A board that someone set up, for instance in
a photo, may have any stacks. But a hop only takes off the top pyramid or adds one of its size, so
the forms that such stacks can take are listed in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from companion.solitaire.board import NEST, PYRAMIDS, Board
from companion.solitaire.state import Position, Stack

FormNo: TypeAlias = int  # 0 is the empty square
SizeNo: TypeAlias = int  # 1 to 3, small to large; 0 for none

SIZES = "".join(PYRAMIDS)  # small to large: a size's place, from 1, is its number
NO_LANDING: FormNo = 0  # free for this, because a landing never leaves a square empty


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms of stacks by number.

    `top` is the size on top, `pop` the form without it, and `push[form][size]` the form after that
    size has landed on it, or `NO_LANDING`.
    """

    stacks: tuple[Stack, ...]
    number: Mapping[Stack, FormNo]
    top: tuple[SizeNo, ...]
    pop: tuple[FormNo, ...]
    push: tuple[tuple[FormNo, ...], ...]

    @property
    def bits(self) -> int:
        """The number of bits for a form: at least 5, which a 3x4 or 4x5 board needs."""
        return max(5, (len(self.stacks) - 1).bit_length())


def forms_of(position: Position) -> Forms:
    """Return the forms that the squares of a position can take in the rest of the game."""
    highest, usual = _most_of_a_class(position), game_forms(position.board)
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


def _most_of_a_class(position: Position) -> int:
    """Return the largest number of pyramids of one size in one parity class."""
    together: dict[tuple[int, int], str] = {}
    for square, stack in enumerate(position.stacks):
        where = position.board.parity_class(square)
        together[where] = together.get(where, "") + stack
    return max(stacks.count(size) for stacks, size in product(together.values(), SIZES))


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
            tuple(_landing(number, stack, size) for size in ("", *SIZES)) for stack in stacks
        ),
    )


def _piles(base: Stack, highest: int) -> Iterator[Stack]:
    yield base
    for size in base[-1:] or SIZES:
        run = len(base) - len(base.rstrip(size))
        yield from (base + size * more for more in range(1, highest - run + 1))


def _landing(number: Mapping[Stack, FormNo], stack: Stack, size: str) -> FormNo:
    """Return the form after a landing, on an empty square or the same size (solitaire R2)."""
    fits = size and (not stack or stack[-1] == size)
    return number.get(stack + size, NO_LANDING) if fits else NO_LANDING
