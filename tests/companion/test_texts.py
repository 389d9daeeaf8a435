"""Fields of positions, and the errors that quote what was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.texts import FieldError, check, illegal_move, join, known, no_move, number, numbers, reading, split


@given(st.integers(-(10**40) + 1, 10**40 - 1))
def test_numbers_read_back(value: int) -> None:
    """As `str` writes them."""
    assert number(str(value)) == value


@pytest.mark.parametrize("text", ["", "-", "-0", "00", "07", "+1", " 1", "1 ", "1\n", "1_0", "\u0661", "1e3", "9" * 41])
def test_a_number_is_written_in_one_way(text: str) -> None:
    """No sign, zero, space or digit of another script too many, and no number that takes minutes to read."""
    with pytest.raises(FieldError, match="is no number"):
        number(text)


@given(st.lists(st.integers()), st.sampled_from(",+/:"))
def test_several_read_back(values: list[int], mark: str) -> None:
    """Also none at all, and whatever parts them."""
    text = join(values, mark)
    assert split(text, mark) == list(map(str, values))
    if all(abs(value) < 10**40 for value in values):
        assert numbers(text, mark) == tuple(values)


def test_known() -> None:
    """What is not there is told in the caller's words, or quoted."""
    assert known({"a": 1}, "a") == 1
    with pytest.raises(FieldError, match="'b' is unknown"):
        known({"a": 1}, "b")
    with pytest.raises(FieldError, match="no b on this board"):
        known({"a": 1}, "b", "no b on this board")


def test_reading_quotes_the_line() -> None:
    """Whatever is wrong with a field, the message quotes the whole line; other errors are ours and stay as they are."""
    for wrong in (FieldError("bad"), NotationError("x", "bad")):
        with pytest.raises(NotationError, match=r"no position: .*bad; copy the whole line") as caught, reading("1 x"):
            raise wrong
        assert caught.value.source == "1 x"
    with pytest.raises(NotationError, match=r"\(nothing\): no position"), reading(""):
        number("")
    with pytest.raises(ValueError, match=r"^ours$"), reading("1 x"):
        raise ValueError("ours")


def test_check() -> None:
    """The first fault counts; without any all is well."""
    check(())
    with pytest.raises(FieldError, match=r"^first$"):
        check(["first", "second"])


def test_errors_of_moves() -> None:
    """What was written, what is wrong with it, where, and what to do."""
    assert str(no_move("", "write a1-a3")) == "(nothing): no move; write a1-a3"
    error = illegal_move("giza", "07-b2", "R7: too heavy", 1, "5 turn")
    assert str(error) == "07-b2: player 1 in 5 turn: giza R7: too heavy; choose one of the legal moves"
