"""The forms that only solitaire's events have: hops, boards and counts of pyramids."""

from __future__ import annotations

import re

from companion.payload import Fits, expecting, whole
from companion.solitaire.board import PYRAMIDS

is_count: Fits = expecting(**{pyramid: whole() for pyramid in PYRAMIDS})  # how many of each size


def is_hop(value: object) -> bool:
    """A hop in notation; whether there is such a one is not asked yet.

    >>> is_hop("a1-a3"), is_hop("a1")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(r"[a-z][1-9]-[a-z][1-9]", value) is not None


def is_position(value: object) -> bool:
    """A board in notation, of any size; what stands on it is not asked yet.

    >>> is_position("S,,/,L,/,,"), is_position("a1-a3")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(r"[SML,/]{5,400}", value) is not None
