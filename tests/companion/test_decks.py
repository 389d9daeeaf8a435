"""Reading any deck file: errors name file, line and field."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import Table, fingerprint, parse
from companion.errors import DeckError

DECK = """\
title = "Mine"
weight = 3
arms = [1, 2]

[token]
count = 10

[[card]]
id = "one"

# a remark
[[card]]
id = "two"
"weight" = 9
"""


def _cards(root: Table) -> list[Table]:
    return list(root.take_tables("card", 2, 2))


def test_reads_every_kind_of_field() -> None:
    """Texts, whole numbers, lists of them, tables and rows come out as they stand in the file."""
    root = parse(DECK, "my.toml")
    assert root.take_str("title") == "Mine"
    assert root.take_int("weight", 0, 5) == 3
    assert root.take_ints("arms", 2, 0, 3) == (1, 2)
    assert root.take_table("token").take_int("count", 1, 40) == 10
    first, second = _cards(root)
    assert [first.take_str("id"), second.take_str("id", {"one", "two"})] == ["one", "two"]
    assert second.take_int("weight", 0, 9) == 9
    for table in (root, first, second):
        table.done()


Take = Callable[[Table], object]
FAULTS: list[tuple[str, Take, str, str]] = [
    ("missing", lambda t: t.take_str("name"), "line 1, name", "missing"),
    ("a number for a text", lambda t: t.take_str("weight"), "line 2, weight", "3 will not do"),
    ("an unknown word", lambda t: t.take_str("title", {"Yours"}), "line 1, title", "'Mine' is unknown"),
    ("out of range", lambda t: t.take_int("weight", 4, 5), "line 2, weight", "3 is out of range"),
    ("a list for a number", lambda t: t.take_int("arms", 0, 5), "line 3, arms", "will not do"),
    ("a list too short", lambda t: t.take_ints("arms", 3, 0, 5), "line 3, arms", "will not do"),
    ("a list out of range", lambda t: t.take_ints("arms", 2, 2, 5), "line 3, arms", "will not do"),
    ("no table", lambda t: t.take_table("weight"), "line 2, weight", "will not do"),
    ("too few rows", lambda t: list(t.take_tables("card", 3, 4)), "line 8, card", "2 rows"),
    ("no rows", lambda t: list(t.take_tables("token", 1, 1)), "line 5, token", "will not do"),
    ("in a table", lambda t: t.take_table("token").take_int("count", 1, 9), "line 6, token.count", "10 is out of"),
    ("missing in a table", lambda t: t.take_table("token").take_int("size", 1, 9), "line 5, token.size", "missing"),
    ("in the second row", lambda t: _cards(t)[1].take_int("weight", 0, 5), "line 14, card[2].weight", "9 is out of"),
    ("missing in the second row", lambda t: _cards(t)[1].take_str("name"), "line 12, card[2].name", "missing"),
    ("another row's field", lambda t: _cards(t)[0].take_int("weight", 0, 5), "line 8, card[1].weight", "missing"),
]


@pytest.mark.parametrize(("take", "at", "problem"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_fault_names_file_line_and_field(take: Take, at: str, problem: str) -> None:
    """Whatever is wrong with a field, the error says where it stands and what would do."""
    with pytest.raises(DeckError) as caught:
        take(parse(DECK, "my.toml"))
    assert caught.value.source == "my.toml"
    assert caught.value.at == at
    assert problem in caught.value.problem
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("title = ", "end of file"),
        ('a = 1\nb = "open\n', "line 2, column 10"),
        ("a = 1\na = 2\n", "line 2, column 6"),
        ("a = 1 2\n", "line 1, column 7"),
    ],
)
def test_no_toml(text: str, at: str) -> None:
    """A slip of TOML is told with line and column, or as the end of the file."""
    with pytest.raises(DeckError) as caught:
        parse(text, "my.toml")
    assert caught.value.at == at
    assert str(caught.value).startswith(f"my.toml: {at}: not TOML: ")


def test_true_is_no_number() -> None:
    """To Python `true` is 1; to a deck it is a mistake."""
    with pytest.raises(DeckError, match="True will not do"):
        parse("weight = true", "my.toml").take_int("weight", 0, 5)


@pytest.mark.parametrize("text", ['""', f'"{"x" * 201}"'])
def test_text_length(text: str) -> None:
    """A text has 1 to 200 characters, so that it can be printed."""
    with pytest.raises(DeckError, match="use 1 to 200"):
        parse(f"title = {text}", "my.toml").take_str("title")


def test_row_that_is_no_table() -> None:
    """A list of something else under the rows' name is refused with its place."""
    with pytest.raises(DeckError, match="row 2 is no table"):
        list(parse("card = [{}, 1]", "my.toml").take_tables("card", 1, 9))


def test_unknown_field_is_refused() -> None:
    """A misspelt field is not lost in silence, and the error lists the right ones."""
    root = parse('titel = "Mine"\nweight = 3', "my.toml")
    root.take_int("weight", 0, 5)
    with pytest.raises(DeckError, match=r"line 1, titel: no such field; fields here: weight"):
        root.done()


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=6), st.data())
def test_fingerprint_ignores_the_order_of_fields(fields: dict[str, object], data: st.DataObject) -> None:
    """The same rule fields in another order give the same fingerprint; another value gives another."""
    keys = data.draw(st.permutations(list(fields)))
    assert fingerprint({key: fields[key] for key in keys}) == fingerprint(fields)
    assert fingerprint({**fields, "another": 1}) != fingerprint({**fields, "another": 2})
