"""A pyramid, legal or not, partial or complete, and its violations of giza R5 to R8.

A slot is (level, place): level 0 is the base of four, level 3 the top; place 0 is the leftmost. The
penguin at (level, place) stands on (level - 1, place) and (level - 1, place + 1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TypeAlias

from companion.errors import NotationError
from companion.giza.deck import ColourId, Deck, Penguin
from companion.language import say

Slot: TypeAlias = tuple[int, int]

WIDTHS = (4, 3, 2, 1)
SLOTS: tuple[Slot, ...] = tuple(
    (level, place) for level, width in enumerate(WIDTHS) for place in range(width)
)
PLACE = {slot: index for index, slot in enumerate(SLOTS)}
ROWS = tuple(slice(PLACE[level, 0], PLACE[level, 0] + width) for level, width in enumerate(WIDTHS))
GREY_WEIGHT = 0  # giza R8 (D): 0, so that a grey always has a legal slot
GREY_STRENGTH = 2  # giza R8 (D): one bracelet an arm
TOKEN_STRENGTH = 1  # giza R10
_COUNT = re.compile("[1-9][0-9]{0,2}")  # tokens on a penguin


@dataclass(frozen=True, slots=True)
class Placed:
    """A penguin in a pyramid, with the side that is up and the strength tokens on it."""

    penguin: Penguin
    grey: bool = False
    tokens: int = 0

    @property
    def weight(self) -> int:
        """The load on the two penguins below; a grey weighs 0 (giza R8)."""
        return GREY_WEIGHT if self.grey else self.penguin.weight

    @property
    def colour(self) -> ColourId | None:
        """The colour for goals; a grey has none (giza R12)."""
        return None if self.grey else self.penguin.colour

    @property
    def strength(self) -> int:
        """The strength including tokens (giza R7, R10)."""
        arms = GREY_STRENGTH if self.grey else self.penguin.strength
        return arms + TOKEN_STRENGTH * self.tokens

    def __str__(self) -> str:
        tokens = f"+{self.tokens}" if self.tokens else ""
        return f"{self.penguin.number:02d}{'g' if self.grey else ''}{tokens}"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its number, the slot (None for the whole pyramid) and an explanation."""

    rule: str
    slot: Slot | None
    text: str


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The cards in the ten `SLOTS`; an empty slot is None.

    >>> from companion.giza.deck import standard
    >>> pyramid = Pyramid.parse("01,05g,,/02+1,,/,/", standard())
    >>> pyramid.at((1, 0)).tokens, str(pyramid)
    (1, '01,05g,,/02+1,,/,/')
    """

    cells: tuple[Placed | None, ...] = (None,) * len(SLOTS)

    def __post_init__(self) -> None:
        if len(self.cells) != len(SLOTS):
            raise ValueError(f"a pyramid has {len(SLOTS)} slots, not {len(self.cells)}")

    @property
    def rows(self) -> tuple[tuple[Placed | None, ...], ...]:
        """The levels' cards, base first."""
        return tuple(self.cells[row] for row in ROWS)

    @classmethod
    def parse(cls, text: str, deck: Deck) -> Pyramid:
        """Return the pyramid that `str` wrote; raises `NotationError`."""
        rows = [row.split(",") for row in text.split("/")]
        if tuple(map(len, rows)) != WIDTHS:
            remedy = "write rows of 4, 3, 2, 1, base first, as in 01,02,,/,,/,/"
            raise NotationError(text, "no pyramid", remedy=remedy)
        return cls(
            tuple(parse_placed(cell, deck) if cell else None for row in rows for cell in row)
        )

    def __str__(self) -> str:
        return "/".join(",".join(str(cell) if cell else "" for cell in row) for row in self.rows)

    def at(self, slot: Slot) -> Placed | None:
        """Return the penguin in `slot`, if any."""
        return self.cells[PLACE[slot]]

    def put(self, slot: Slot, placed: Placed | None) -> Pyramid:
        """Return the pyramid with `placed` in `slot`, without checking any rule."""
        place = PLACE[slot]
        return Pyramid((*self.cells[:place], placed, *self.cells[place + 1 :]))

    def placed(self) -> Iterator[tuple[Slot, Placed]]:
        """Yield the occupied slots and their penguins, base first."""
        for slot, cell in zip(SLOTS, self.cells, strict=True):
            if cell is not None:
                yield slot, cell

    def is_too_heavy(self, slot: Slot) -> bool:
        """Return whether a penguin in `slot` is too heavy for those that carry it (giza R7)."""
        cell = self.at(slot)
        return cell is not None and cell.weight > support(self, slot)

    def __len__(self) -> int:
        return sum(cell is not None for cell in self.cells)


def parse_placed(text: str, deck: Deck) -> Placed:
    """Return the penguin that `str` wrote, with `g` if grey and `+n` for tokens, or raise
    `NotationError`.

    >>> from companion.giza.deck import standard
    >>> placed = parse_placed("07g+2", standard())
    >>> placed.penguin.id, placed.grey, placed.tokens, placed.strength
    ('penguin-07', True, 2, 4)
    """
    body, _, tokens = text.partition("+")
    penguin = deck.by_id.get(f"penguin-{body.removesuffix('g')}")
    if penguin is None or ("+" in text and not _COUNT.fullmatch(tokens)):
        remedy = "write 07, 07g when grey, 07+1 with a token"
        raise NotationError(text, "no penguin of this deck", remedy=remedy)
    return Placed(penguin, body.endswith("g"), int(tokens or 0))


@cache
def supporters(slot: Slot) -> tuple[Slot, ...]:
    """Return the two slots that carry `slot`; none for the base."""
    level, place = slot
    return ((level - 1, place), (level - 1, place + 1)) if level else ()


def slots_above(slot: Slot) -> Iterator[Slot]:
    """Yield the slots that stand on `slot`: up to two."""
    level, place = slot
    if level < len(WIDTHS) - 1:
        yield from ((level + 1, p) for p in (place - 1, place) if 0 <= p < WIDTHS[level + 1])


def open_slots(pyramid: Pyramid) -> tuple[Slot, ...]:
    """Return the free slots where the next penguin may go, whatever it weighs (giza R6)."""
    return _open(tuple([cell is not None for cell in pyramid.cells]))


@cache
def _open(filled: tuple[bool, ...]) -> tuple[Slot, ...]:
    """Return `open_slots`, given which of `SLOTS` are filled."""
    occupied = {slot for slot, is_filled in zip(SLOTS, filled, strict=True) if is_filled}
    base = {place for level, place in occupied if level == 0}

    def has_footing(slot: Slot) -> bool:
        level, place = slot
        if level:
            return occupied.issuperset(supporters(slot))
        return not base or place - 1 in base or place + 1 in base

    return tuple(slot for slot in SLOTS if slot not in occupied and has_footing(slot))


def support(pyramid: Pyramid, slot: Slot) -> float:
    """Return the sum of strengths below a slot (giza R7); a gap has none, the table any."""
    level, place = slot
    if not level:
        return inf
    first = PLACE[level - 1, place]
    left, right = pyramid.cells[first : first + 2]
    return (left.strength if left else 0) + (right.strength if right else 0)


def legal_slots(pyramid: Pyramid, weight: int) -> tuple[Slot, ...]:
    """Return the slots where a penguin of this weight may be placed (giza R6, R7)."""
    return tuple(slot for slot in open_slots(pyramid) if weight <= support(pyramid, slot))


def status(pyramid: Pyramid) -> tuple[Violation, ...]:
    """Return all violations of a pyramid, in whatever order it was built (giza R5 to R7)."""
    gaps, twins, overloads = [], [], []
    filled = [place for place, cell in enumerate(pyramid.cells[ROWS[0]]) if cell]
    if filled and filled[-1] - filled[0] + 1 != len(filled):
        text = say("the base has a gap: its penguins must stand side by side")
        gaps.append(Violation("R6", None, text))
    counts = Counter(cell.penguin.id for _, cell in pyramid.placed())
    for slot, cell in pyramid.placed():
        below = [pyramid.at(s) for s in supporters(slot)]
        strengths = [penguin.strength for penguin in below if penguin]
        if len(strengths) < len(below):
            text = say("only {n} of the 2 penguins below it are there", n=len(strengths))
            gaps.append(Violation("R6", slot, text))
        elif below and cell.weight > sum(strengths):
            text = say(
                "this penguin weighs {weight}, but the two below it carry only {sums}",
                weight=cell.weight,
                sums=" + ".join(map(str, strengths)),
            )
            overloads.append(Violation("R7", slot, text))
        if (n := counts[cell.penguin.id]) > 1:
            text = say("{penguin} is here {n} times", penguin=cell.penguin.name, n=n)
            twins.append(Violation("R5", slot, text))
    return (*gaps, *twins, *overloads)
