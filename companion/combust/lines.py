"""Whose line is which in a photo of all lines: both lie clockwise around the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.combust.deck import CardNo

CLEAR = 2  # how many times as many known cards the right way has as any other


def seating(lines: Sequence[Sequence[CardNo]], known: Sequence[Sequence[CardNo]]) -> int | None:
    """Return which of the lines in a photo is that of the first clan; None where it isn't clear.

    Lines and clans are clockwise, and `known` are the cards that each clan had before. Lines
    change by a card or two, so the right way round has most of them.

    >>> seating([(4, 9), (1, 2, 3), (7,)], [(1, 2, 5), (6, 7), (4, 9)])
    1
    >>> seating([(4,), (5,)], [(), ()]) is None
    True
    """
    count = len(lines)
    if count != len(known):
        return None
    scores = [
        sum(
            (Counter(lines[(clan + first) % count]) & Counter(cards)).total()
            for clan, cards in enumerate(known)
        )
        for first in range(count)
    ]
    *_, second, best = sorted((0, *scores))
    return scores.index(best) if best >= count and best >= CLEAR * second else None
