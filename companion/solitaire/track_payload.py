"""The forms that only solitaire's events have: hops, boards and counts of pyramids."""

from __future__ import annotations

import re

from companion.payload import Fits, expecting, form, whole
from companion.solitaire.board import MOST_COLUMNS, MOST_ROWS, NEST, PYRAMIDS

is_count: Fits = expecting(**{pyramid: whole() for pyramid in PYRAMIDS})  # how many of each size


# a full board: after each square but the last a mark
_LONGEST = MOST_ROWS * MOST_COLUMNS * (len(NEST) + 1) - 1
_HOP, _POSITION = r"[a-z][1-9]-[a-z][1-9]", rf"[SML,/]{{5,{_LONGEST}}}"


@form(type="string", pattern=f"^{_HOP}$")
def is_hop(value: object) -> bool:
    """A hop in notation; whether there is such a one is not asked yet.

    >>> is_hop("a1-a3"), is_hop("a1")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(_HOP, value) is not None


@form(type="string", pattern=f"^{_POSITION}$")
def is_position(value: object) -> bool:
    """A board in notation, of any size; what stands on it is not asked yet.

    >>> is_position("S,,/,L,/,,"), is_position("a1-a3")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(_POSITION, value) is not None
