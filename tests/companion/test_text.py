"""One door for texts: what comes in is what people see."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.text import name_key, one_line

ODD = [
    ("Pyramiden fu\u0308r e\u0301te\u0301", "Pyramiden für été", ""),
    ("An\u200bna", "Anna", "\u200b"),
    ("\ufeffAnna\u00ad", "Anna", "\ufeff\u00ad"),
    ("a\x00b\x1bc", "abc", "\x00\x1b"),
    ("two\nlines\u2028of\ttext", "two lines of text", ""),
    ("\u2066Anna\u2069", "Anna", "\u2066\u2069"),
    ("\u1eb9\u0301", "\u1eb9", "\u0301"),
    ("\u0301Anna", "Anna", "\u0301"),
    ("x\u034f\u3164y", "xy", "\u034f\u3164"),
    ("\ue000\U000e0041", "", "\ue000\U000e0041"),
]


@pytest.mark.parametrize(("raw", "line", "lost"), ODD)
def test_a_line_for_print(raw: str, line: str, lost: str) -> None:
    """Composed, without accents that no letter has; nothing is left out without being named."""
    assert one_line(raw, marks=0) == (line, lost)


@given(st.text(max_size=60), st.sampled_from([0, 2]))
def test_what_came_in_goes_in_again(raw: str, marks: int) -> None:
    """A stored line is NFC, loses nothing more, and has its marks in rows of at most `marks`."""
    line, _ = one_line(raw, marks)
    assert one_line(line, marks) == (line, "")
    assert unicodedata.is_normalized("NFC", line)
    if marks == 0:
        assert not any(unicodedata.category(char).startswith(("C", "M")) for char in line)


@given(st.text(max_size=40))
def test_forms_of_a_name_are_one(raw: str) -> None:
    """Composed, decomposed, large or small."""
    forms = {unicodedata.normalize(form, raw) for form in ("NFC", "NFD")}
    assert len({name_key(form) for form in forms}) == 1


def test_a_long_row_of_accents_takes_no_time() -> None:
    """Sorting them would take minutes: the square of their number."""
    line, lost = one_line("a" + "\u0301\u0327" * 100_000)
    assert (len(line), bool(lost)) == (3, True)
