"""The forms of payloads: what fits, and that the first field that doesn't is named."""

from __future__ import annotations

import math

import pytest

from companion.payload import (
    LONGEST,
    Form,
    expecting,
    is_any_text,
    is_bool,
    is_object,
    is_text,
    is_texts,
    list_of,
    malformed,
    one_of,
    some_of,
    whole,
)

ALL = [
    None,
    True,
    0,
    1,
    7,
    1.0,
    math.nan,
    "",
    "a",
    "b",
    "a" * LONGEST,
    "a" * (LONGEST + 1),
    [],
    ["a"],
    ["a", "a"],
    ("a", "b"),
    [1],
    ["a", 1],
    {},
    {"n": 1},
    {"n": -1},
    {"n": 1, "m": 1},
]


@pytest.mark.parametrize(
    ("fits", "fitting"),
    [
        (is_text, ["a", "b", "a" * LONGEST]),
        (is_any_text, ["", "a", "b", "a" * LONGEST, "a" * (LONGEST + 1)]),
        (is_texts, [[], ["a"], ("a", "b")]),
        (is_bool, [True]),
        (is_object, [{}, {"n": 1}, {"n": -1}, {"n": 1, "m": 1}]),
        (whole(), [0, 1, 7]),
        (whole(1, 6), [1]),
        (one_of("a", ""), ["", "a"]),
        (some_of("a", "c"), [[], ["a"]]),
        (list_of(is_text), [[], ["a"], ["a", "a"], ("a", "b")]),
        (list_of(whole(1)), [[], [1]]),
        (list_of(is_text, 1), [[], ["a"]]),
        (expecting(n=whole()), [{"n": 1}]),
        (expecting(), [{}]),
    ],
)
def test_a_form_fits_these_and_no_others(fits: Form, fitting: list[object]) -> None:
    """A bool isn't a number, 1.0 isn't 1, and a list names nothing twice."""
    assert [value for value in ALL if fits(value)] == fitting


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"n": 1}, None),
        ({"n": 1, "flag": True}, None),
        ({}, "n"),
        ({"n": "1"}, "n"),
        ({"n": 1, "flag": 1}, "flag"),
        ({"n": 1, "more": 1}, "more"),
        ({"n": 1, "": 1}, "(no name)"),
        ({"n": 1, "flag?": True}, "flag?"),
    ],
)
def test_the_first_field_that_will_not_do_is_named(
    payload: dict[str, object], field: str | None
) -> None:
    """Unknown, missing or of another form; one whose name ends in `?` may be missing."""
    fields = {"n": whole(), "flag?": is_bool}
    refusal = malformed("tap", payload, fields)
    assert (refusal.text if refusal else None) == (
        f'tap: the field "{field}" is missing or invalid.' if field else None
    )


def test_a_long_name_of_a_field_is_cut() -> None:
    """What a stranger sends doesn't fill the screen."""
    refusal = malformed("tap", {"x" * 5000: 1}, {})
    assert refusal is not None
    assert len(refusal.text) < 100
