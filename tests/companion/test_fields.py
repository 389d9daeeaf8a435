"""The fields of any TOML file: errors name file, line and field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import parse
from companion.errors import DeckError
from companion.fields import Art, Faults, Table

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
    ("a number for a text", lambda t: t.take_str("weight"), "line 2, weight", "3 is not valid"),
    (
        "an unknown word",
        lambda t: t.take_str("title", {"Yours", "Ours"}),
        "line 1, title",
        "'Mine' is unknown",
    ),
    (
        "not the only word",
        lambda t: t.take_str("title", {"Yours"}),
        "line 1, title",
        "'Mine' isn't allowed here",
    ),
    ("out of range", lambda t: t.take_int("weight", 4, 5), "line 2, weight", "3 is out of range"),
    ("a list for a number", lambda t: t.take_int("arms", 0, 5), "line 3, arms", "is not valid"),
    ("a list too short", lambda t: t.take_ints("arms", 3, 0, 5), "line 3, arms", "is not valid"),
    ("a list out of range", lambda t: t.take_ints("arms", 2, 2, 5), "line 3, arms", "is not valid"),
    ("no table", lambda t: t.take_table("weight"), "line 2, weight", "is not valid"),
    ("too few rows", lambda t: list(t.take_tables("card", 3, 4)), "line 8, card", "2 rows"),
    ("no rows", lambda t: list(t.take_tables("token", 1, 1)), "line 5, token", "is not valid"),
    (
        "in a table",
        lambda t: t.take_table("token").take_int("count", 1, 9),
        "line 6, token.count",
        "10 is out of",
    ),
    (
        "missing in a table",
        lambda t: t.take_table("token").take_int("size", 1, 9),
        "line 5, token.size",
        "missing",
    ),
    (
        "in the second row",
        lambda t: _cards(t)[1].take_int("weight", 0, 5),
        "line 14, card[2].weight",
        "9 is out of",
    ),
    (
        "no colour",
        lambda _: parse('ink = "red"', "my.toml").take_ink(),
        "line 1, ink",
        "'red' isn't a colour",
    ),
    (
        "missing in the second row",
        lambda t: _cards(t)[1].take_str("name"),
        "line 12, card[2].name",
        "missing",
    ),
    (
        "another row's field",
        lambda t: _cards(t)[0].take_int("weight", 0, 5),
        "line 8, card[1].weight",
        "missing",
    ),
]


@pytest.mark.parametrize(
    ("take", "at", "problem"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS]
)
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
    """A slip of TOML is reported with line and column, or as the end of the file."""
    with pytest.raises(DeckError) as caught:
        parse(text, "my.toml")
    assert caught.value.at == at
    assert caught.value.remedy


def test_true_is_no_number() -> None:
    """To Python `true` is 1; to a deck it is a mistake."""
    with pytest.raises(DeckError, match="true is not valid"):
        parse("weight = true", "my.toml").take_int("weight", 0, 5)


@pytest.mark.parametrize(
    "value",
    [
        "true", "false", "2025-01-01", "07:32:00", "2025-01-01T07:32:00",
        "1979-05-27T07:32:00+01:00", "[true, 2.5]", "{ a = true, b = [1979-05-27] }",
        "inf", "-inf", "1e+300", "[]", "{  }",
    ],
)  # fmt: skip
def test_values_are_shown_as_the_file_has_them(value: str) -> None:
    """Nobody who writes a deck has to know a programming language's words."""
    with pytest.raises(DeckError) as caught:
        parse(f"weight = {value}", "my.toml").take_str("weight")
    assert caught.value.problem == f"{value} is not valid"


@pytest.mark.parametrize("line", ["weight = 2,5", "weight=-2,50  # pounds", "a = { weight = 2,5 }"])
def test_a_decimal_comma_is_explained(line: str) -> None:
    """As half of the world writes numbers."""
    with pytest.raises(DeckError, match=r"line 2.*: -?2,50? has a decimal comma; use a point, as"):
        parse(f"[x]\n{line}", "my.toml")


@pytest.mark.parametrize("text", ['""', f'"{"x" * 201}"'])
def test_text_length(text: str) -> None:
    """A text has 1 to 200 characters, so that it can be printed."""
    with pytest.raises(DeckError, match="use 1 to 200"):
        parse(f"title = {text}", "my.toml").take_str("title")


def test_row_that_is_no_table() -> None:
    """A list of something else under the rows' name is refused with its place."""
    with pytest.raises(DeckError, match="row 2 isn't a table"):
        list(parse("card = [{}, 1]", "my.toml").take_tables("card", 1, 9))


def test_unknown_field_is_refused() -> None:
    """A misspelt field is not lost in silence, and the error lists the right ones."""
    root = parse('titel = "Mine"\nweight = 3', "my.toml")
    root.take_int("weight", 0, 5)
    with pytest.raises(DeckError, match=r"line 1, titel: no such field; fields here: weight"):
        root.done()


@pytest.mark.parametrize(
    ("text", "take", "at", "words"),
    [
        (
            "wieght = 3",
            lambda t: t.take_int("weight", 0, 5),
            "line 1, weight",
            "rename 'wieght' in line 1 to 'weight'",
        ),
        (
            'kind = "trinagle"',
            lambda t: t.take_str("kind", {"triangle", "corners"}),
            "line 1, kind",
            "'triangle'?",
        ),
        (
            "weight = 3\nwigth = 4",
            lambda t: (t.take_int("weight", 0, 5), t.done()),
            "line 2, wigth",
            "'weight'?",
        ),
    ],
)
def test_a_misspelt_word_is_recognised(text: str, take: Take, at: str, words: str) -> None:
    """The remedy names what was most likely meant, and where it stands."""
    with pytest.raises(DeckError) as caught:
        take(parse(text, "my.toml"))
    assert caught.value.at == at
    assert words in caught.value.remedy


@pytest.mark.parametrize(
    "name", ["fox.png", "my penguin.JPG", "art/fox.jpeg", "a/b/c.png", "Füchse/..fox.png", "x..png"]
)
def test_a_picture_beside_the_deck(name: str) -> None:
    """A name, in folders or not, that ends as pictures do; and where the file says so."""
    assert parse(f'art = "{name}"', "my.toml").take_art() == Art(name, "line 1, art")


@pytest.mark.parametrize(
    "name",
    [
        "/etc/fox.png",
        "../fox.png",
        "a/../../fox.png",
        "./fox.png",
        "a//fox.png",
        "C:fox.png",
        "C:/fox.png",
        "\\\\\\\\host\\\\fox.png",
        "..\\\\fox.png",
        "https://example.org/fox.png",
        "file:///fox.png",
        "fox.svg",
        "fox",
        ".png",
        "fox.png/",
        "a/ /fox.png",
        "a/.../fox.png",
        "fox.gif",
        "f?x.png",
    ],
)
def test_a_picture_elsewhere(name: str) -> None:
    """No way leads out of the deck's folder, on no system, and no address of the web is a file."""
    with pytest.raises(
        DeckError,
        match=r"line 1, art: .* isn't a picture in this deck; name a "
        r"PNG or JPEG in",
    ):
        parse(f'art = "{name}"', "my.toml").take_art()


def test_no_picture() -> None:
    """Most cards have none."""
    assert parse("", "my.toml").take_art() is None


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(["..", ".", "a", "", "~", "C:", "fox.png"])).map("/".join)
)
def test_no_text_leads_out_of_the_folder(name: str) -> None:
    """Whatever is taken as a picture's name is, on Windows too, a path straight down from the
    deck's folder.
    """
    try:
        art = parse(f"art = {json.dumps(name)}", "my.toml").take_art()
    except DeckError:
        return
    assert art is not None
    for path in (PurePosixPath(art.name), PureWindowsPath(art.name)):
        assert not path.is_absolute()
        assert not path.drive
        assert ".." not in path.parts
        assert path.suffix.lower() in {".png", ".jpg", ".jpeg"}


@pytest.mark.parametrize("name", ["Fox", "a b", "-a", "a--b", "a/b", "..", "x" * 41, "é"])
def test_an_id_is_fit_for_a_file_name(name: str) -> None:
    """Ids become parts of file names and addresses: small letters, digits and single hyphens."""
    with pytest.raises(DeckError, match="use up to 40 of a-z, 0-9 and -"):
        parse(f'id = "{name}"', "my.toml").take_id()
    assert parse('id = "my-fox-2"', "my.toml").take_id() == "my-fox-2"


def test_a_value_of_which_each_row_has_its_own() -> None:
    """The second row that gives it is reported; a stand-in for what is missing is nobody's."""
    faults: Faults = []
    seen: set[str] = set()
    rows = parse(
        '[[card]]\nid = "a"\n[[card]]\n[[card]]\n[[card]]\nid = "a"', "my.toml", "", faults
    )
    for row in rows.take_tables("card", 4, 4):
        row.only_once("id", row.take_id(), seen)
    told = [(fault.at, fault.problem) for fault in faults]
    assert told == [
        ("line 3, card[2].id", "missing"), ("line 4, card[3].id", "missing"),
        ("line 6, card[4].id", "'a' is there twice"),
    ]  # fmt: skip
    assert seen == {"a"}


@pytest.mark.parametrize(
    ("value", "said"), [("9" * 400, f"{'9' * 77}..."), ("0x" + "9" * 5000, "a number without end")]
)
def test_a_huge_number_is_quoted_as_far_as_anybody_reads(value: str, said: str) -> None:
    """Python reads more digits than it writes, and far more than a number with a
    fraction can have.
    """
    takes: tuple[Take, ...] = (
        lambda t: t.take_int("n", 0, 5),
        lambda t: t.take_number("n", 0, 0.5),
    )
    for take in takes:
        with pytest.raises(DeckError) as caught:
            take(parse(f"n = {value}", "my.toml"))
        assert caught.value.problem == f"{said} is out of range"
