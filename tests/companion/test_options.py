"""Types of command line values."""

from __future__ import annotations

import click
import pytest

from companion.errors import UsageError
from companion.options import Choice, number


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("gize", "gize: no such game; did you mean 'giza'? use one of: giza, rocks"),
        ("chess", "chess: no such game; use one of: giza, rocks"),
    ],
)
def test_a_wrong_choice_is_an_error_of_ours(word: str, words: str) -> None:
    """It names the word, a similar one, and all there are."""
    with pytest.raises(UsageError) as refused:
        Choice(["giza", "rocks"], "game").convert(word, None, None)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("low", "high", "text", "value"),
    [(1, 50, "50", 50), (1, None, "12000000", 12_000_000), (-20.0, 20.0, "-0.5", -0.5)],
)
def test_a_number_in_its_range(low: float, high: float | None, text: str, value: float) -> None:
    """Limits are included; without an upper one, any number is fine."""
    assert number(low, high)(text) == value


@pytest.mark.parametrize(
    ("low", "high", "text", "problem"),
    [
        (1, 50, "51", "'51' is not a whole number from 1 to 50"),
        (1, 50, "1.5", "'1.5' is not a whole number from 1 to 50"),
        (0, 999_999_999, "x", "'x' is not a whole number from 0 to 999999999"),
        (1, None, "0", "'0' is not a whole number of at least 1"),
        (-20.0, 20.0, "nan", "'nan' is not a number from -20 to 20"),
        (-20.0, 20.0, "inf", "'inf' is not a number from -20 to 20"),
    ],
)
def test_other_words_are_refused(low: float, high: float | None, text: str, problem: str) -> None:
    """The error says which numbers are allowed."""
    with pytest.raises(click.BadParameter) as refused:
        number(low, high)(text)
    assert refused.value.message == problem
