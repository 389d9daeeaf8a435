"""The lazy view of legal moves that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play import LegalMoves


def _counted(calls: list[str]) -> LegalMoves[int]:
    def is_legal(move: object) -> bool:
        calls.append("asked")
        return move in (0, 2, 4)

    def generate() -> Iterator[int]:
        calls.append("listed")
        yield from (0, 2, 4)

    return LegalMoves(is_legal, generate)


def test_in_lists_nothing() -> None:
    """Asking for one move doesn't make the list."""
    calls: list[str] = []
    moves = _counted(calls)
    assert 2 in moves
    assert 3 not in moves
    assert calls == ["asked", "asked"]


def test_listed_once() -> None:
    """Length, iteration and repr share one list, made when first asked for."""
    calls: list[str] = []
    moves = _counted(calls)
    assert calls == []
    assert (len(moves), list(moves), list(moves), repr(moves)) == (
        3,
        [0, 2, 4],
        [0, 2, 4],
        "<LegalMoves: 0, 2, 4>",
    )
    assert calls == ["listed"]


def test_none() -> None:
    """No moves is falsy and says so."""
    moves = LegalMoves[int](lambda _: False, lambda: ())
    assert not moves
    assert repr(moves) == "<LegalMoves: none>"
