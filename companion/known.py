"""How much has to lie on a table: counts that close a photo's reading (count, then ask).

Each game has a `Known` of its own in `companion/<game>/known.py`: a frozen dataclass, every field
optional, and `known`, which checks what was asked and makes one. `at_table` returns what the phones
of a table know, to be asked; it leaves out what a player may not have tapped yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from companion.errors import UsageError

Asked: TypeAlias = Mapping[str, object]  # by option: "players" is --players; JSON, too
NOTHING: Asked = {}


def whole(read: Sequence[int], expected: Sequence[int]) -> tuple[bool | None, ...]:
    """Return of each group of cards whether all of it was read; None if nobody said how many.

    One expected number is every group's. Of several the order doesn't matter: if the groups have
    just these numbers, all of them are whole, else none is known to be.

    >>> whole((9, 8), (9,)), whole((9, 10), (10, 9)), whole((9, 8), (8, 10)), whole((9,), ())
    ((True, False), (True, True), (False, False), (None,))
    """
    if not expected:
        return (None,) * len(read)
    if len(set(expected)) == 1 and len(expected) in {1, len(read)}:
        return tuple(count == expected[0] for count in read)
    return (sorted(read) == sorted(expected),) * len(read)


def numbers(asked: Asked, name: str, most: int) -> tuple[int, ...]:
    """Return the whole numbers from 0 to `most` of an option, () if it wasn't given.

    Raises `UsageError` for anything else.
    """
    value = asked.get(name)
    if value is None:
        return ()
    given = list(value) if isinstance(value, (list, tuple)) else [value]
    good = [n for n in given if isinstance(n, int) and n is not True and 0 <= n <= most]
    if len(good) < len(given):
        wrong = next(each for each in given if each not in good)
        raise UsageError(
            f"--{name}", f"{wrong!r} is no number from 0 to {most}", remedy="count again"
        )
    return tuple(good)


def number(asked: Asked, name: str, most: int) -> int | None:
    """Return the only number of an option, None if it wasn't given; raises `UsageError`."""
    given = numbers(asked, name, most)
    if len(given) > 1:
        raise UsageError(f"--{name}", "several numbers are given", remedy="give one")
    return given[0] if given else None
