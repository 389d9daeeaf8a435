"""The texts of positions and moves: fields of a line, `-` for an empty one, and the errors that
quote what was written.

A reader of a field raises a `FieldError`, which knows only what is wrong with it; `reading` makes
it a `NotationError` that quotes the whole line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from companion.errors import NotationError, RookeryError
from companion.play import Seat

EMPTY = "-"
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,39}")  # one text for each number, and no end of digits
T = TypeVar("T")


class IllegalMoveError(RookeryError):
    """A well-formed move that the rules don't allow here; the problem names the rule."""


class FieldError(ValueError):
    """What is wrong with a field of a position."""


@contextmanager
def reading(text: str) -> Iterator[None]:
    """Within, what is wrong with a field of the position `text` is raised as a `NotationError` that
    quotes it.

    >>> with reading("3 x"):  # doctest: +ELLIPSIS
    ...     number("x")
    Traceback (most recent call last):
    companion.errors.NotationError: 3 x: no position: 'x' isn't a number; copy the whole line ...
    """
    try:
        yield
    except (FieldError, NotationError) as error:
        remedy = "copy the whole line that Rookery wrote"
        raise NotationError(quoted(text), f"no position: {error}", remedy=remedy) from error


def join(parts: Iterable[object], mark: str = ",") -> str:
    """A field of several parts.

    >>> join([1, 2]), join([2, 3], "+"), join([])
    ('1,2', '2+3', '-')
    """
    return mark.join(map(str, parts)) or EMPTY


def split(field: str, mark: str = ",") -> list[str]:
    """The parts of a field.

    >>> split("1,2"), split("-")
    (['1', '2'], [])
    """
    return [] if field == EMPTY else field.split(mark)


def number(field: str) -> int:
    """A whole number, written as `str` writes it; raises `FieldError`."""
    if not _NUMBER.fullmatch(field):
        raise FieldError(f"{field!r} isn't a number")
    return int(field)


def numbers(field: str, mark: str = ",") -> tuple[int, ...]:
    """Several; raises `FieldError`.

    >>> numbers("4,-1"), numbers("-")
    ((4, -1), ())
    """
    return tuple(map(number, split(field, mark)))


def known(there: Mapping[str, T], name: str, problem: str = "") -> T:
    """What is called `name`; raises `FieldError`, in words of the caller's or as unknown."""
    if name not in there:
        raise FieldError(problem or f"{name!r} is unknown")
    return there[name]


def no_move(text: str, remedy: str) -> NotationError:
    """A text that isn't a move; `remedy` says how moves are written."""
    return NotationError(quoted(text), "no move", remedy=remedy)


def illegal_move(
    game: str, text: str, reason: str, player: Seat, position: str
) -> IllegalMoveError:
    """A move that the rules of `game` don't allow in `position`; `reason` begins with the rule's
    number.
    """
    at = f"player {player} in {position}"
    return IllegalMoveError(text, f"{game} {reason}", at=at, remedy="choose one of the legal moves")


def quoted(text: str) -> str:
    """A text as messages name it.

    >>> quoted("7-a1"), quoted("")
    ('7-a1', '(nothing)')
    """
    return text or "(nothing)"
