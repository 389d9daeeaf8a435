"""The best end of a position by trying every game, with the naive engine: a check of the solver for
small positions.
"""

from __future__ import annotations

from tests.companion.solitaire import naive


def best(text: str) -> int:
    """The lowest score of all games from a position in notation."""
    return _best(text, {})


def lone(text: str, size: str) -> bool:
    """Whether a game can leave a single pyramid of this size."""
    return size in _lone(text, {})


def _best(text: str, known: dict[str, int]) -> int:
    if text not in known:
        squares = naive.read(text)
        after = [naive.write(naive.leap(squares, made)) for made in naive.leaps(squares)]
        known[text] = min((_best(found, known) for found in after), default=naive.score(squares))
    return known[text]


def _lone(text: str, known: dict[str, set[str]]) -> set[str]:
    if text not in known:
        squares = naive.read(text)
        after = [naive.write(naive.leap(squares, made)) for made in naive.leaps(squares)]
        left = text.replace(",", "").replace("/", "")
        known[text] = (
            {left} if len(left) == 1 else set().union(*(_lone(found, known) for found in after))
        )
    return known[text]
