"""Rows of a deck as a spreadsheet: out and in again, and errors that name row and column."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import deck_text
from companion.errors import DeckError, RookeryError, UsageError
from companion.game import game, slugs
from printables.decks.spreadsheet import (
    MAX_ROWS,
    CardList,
    in_spreadsheet,
    read_cards,
    with_rows,
    write_cards,
)

DECK: dict[str, Any] = {
    "title": "T",
    "card": [
        {"id": "fox", "weight": 2, "arms": [1, 0]},
        {"id": "owl", "weight": 3, "arms": [0, 0], "note": "hoo"},
    ],
    "event": [{"id": "storm", "name": "Storm", "does": [{"verb": "draw", "count": 1}]}],
    "place": [{"id": "a1", "name": "North"}],
}


def rows(text: str, key: str | None = None) -> tuple[dict[str, Any], ...]:
    """The rows that a spreadsheet says."""
    return read_cards(text, "cards.csv", DECK, key).rows


@pytest.mark.parametrize("slug", slugs())
def test_every_kind_of_row_of_every_game_comes_back(slug: str) -> None:
    """Written and read again, each table of each deck is what it was, and so is the deck file with
    it.
    """
    text = deck_text(game(slug))[0]
    data = tomllib.loads(text)
    for key in [key for key, value in data.items() if isinstance(value, list)]:
        written, chosen = write_cards(data, key)
        found = read_cards(written, "cards.csv", data, key)
        assert chosen == found.key == key
        assert list(found.rows) == data[key]
        assert tomllib.loads(with_rows(text, key, found.rows)) == data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,weight\nfox,4", ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        ("id;weight;arms\nfox;4;2 1", ({"id": "fox", "weight": 4, "arms": [2, 1]},)),
        ("id\tweight\nfox\t4.0", ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        ("sep=;\r\nid;weight\r\nfox;4,0", ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        ('"SEP=|"\nID|Weight \nfox|4', ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        ("Id,WEIGHT,Print run\nfox,4,10", ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        ('id,arms\nfox,"[2, 1]"', ({"id": "fox", "weight": 2, "arms": [2, 1]},)),
        (
            "id , weight\n fox , 4 \n,\n\nowl,5\n",
            (
                {"id": "fox", "weight": 4, "arms": [1, 0]},
                {"id": "owl", "weight": 5, "arms": [0, 0], "note": "hoo"},
            ),
        ),
        ("id,note\nowl,", ({"id": "owl", "weight": 3, "arms": [0, 0]},)),
        (
            "id,weight,art\nfox,4,fox.png",
            ({"id": "fox", "weight": 4, "arms": [1, 0], "art": "fox.png"},),
        ),
        ("id,weight,,\nfox,4,,", ({"id": "fox", "weight": 4, "arms": [1, 0]},)),
        (
            'id,does\nstorm,"{ verb = ""peek"" }"',
            ({"id": "storm", "name": "Storm", "does": [{"verb": "peek"}]},),
        ),
        (
            'id,name\nstorm,"Storm, the ""big"" one"',
            ({"id": "storm", "name": 'Storm, the "big" one', "does": DECK["event"][0]["does"]},),
        ),
        ("id,name\na1,Süd", ({"id": "a1", "name": "Süd"},)),
        ("id,weight,arms\nhen,1,0 0", ({"id": "hen", "weight": 1, "arms": [0, 0]},)),
    ],
)
def test_a_spreadsheet_in(text: str, expected: tuple[dict[str, Any], ...]) -> None:
    """Commas, semicolons or tabs; names of columns in any case; columns that are not there stay as
    they are, those that no field is like are left out; an empty cell leaves a field out.
    """
    assert rows(text) == expected


def test_a_number_with_a_fraction_where_the_deck_has_one() -> None:
    """With a point or with the comma of many countries."""
    deck = {"card": [{"id": "fox", "size": 2.5}]}
    for cell in ("3.5", "3,5"):
        found = read_cards(f"id;size;notes of mine\nfox;{cell}", "cards.csv", deck)
        assert (found.rows, found.unknown) == (({"id": "fox", "size": 3.5},), ("notes of mine",))


def test_rows_that_have_no_id() -> None:
    """They are distinguished by their number, or as in a list by their place; a column that is left
    out stays theirs.
    """
    data = tomllib.loads(deck_text(game("giza"))[0])
    found = read_cards("number,verb\n2,Turn\n1,Head", "cards.csv", data)
    assert found.rows == (
        {**data["action"][1], "verb": "Turn"},
        {**data["action"][0], "verb": "Head"},
    )
    deck = {
        "card": [{"weight": 2, "note": "first"}, {"weight": 3, "note": "second"}, {"weight": 4}]
    }
    assert read_cards("weight\n5\n6\n7\n8", "cards.csv", deck).rows == (
        {"weight": 5, "note": "first"},
        {"weight": 6, "note": "second"},
        {"weight": 7},
        {"weight": 8},
    )


def test_empty_rows_above_the_header_count_but_say_nothing() -> None:
    """As a spreadsheet has them that begins a little lower: mistakes name its own rows."""
    assert rows("\n,,\nid,weight\n,\nfox,3", "card")[0]["weight"] == 3
    with pytest.raises(DeckError, match="row 5, column weight: 'much' isn't"):
        rows("\n,,\nid,weight\n,\nfox,much", "card")


def test_a_row_without_its_id_is_nobody_s() -> None:
    """It takes no fields from another row; what it lacks, the deck's check says."""
    assert rows("id,weight\n,4\nowl,1", "card")[0] == {"weight": 4}


FAULTS = [
    ("nothing", "", "cards.csv: header: has no row with names"),
    ("empty cells only", ",,\n , ,", "cards.csv: header: has no row with names"),
    ("no rows", "id,weight\n", "cards.csv: 0 rows below the header; use 1 to"),
    (
        "too many rows",
        "id,weight\n" + "fox,1\n" * (MAX_ROWS + 1),
        f"{MAX_ROWS + 1} rows below the header",
    ),
    (
        "a misspelt column",
        "id,wieght\nfox,1",
        "header: no field of card is called 'wieght'; did you mean 'weight'?",
    ),
    ("a column twice", "id,id\nfox,fox", "header: two columns are called 'id'"),
    ("a cell too many", "id,weight\nfox,1\nowl,2,3", "row 3: 3 cells under 2 names"),
    ("no number", "id,weight\nfox,1\nowl,much", "row 3, column weight: 'much' isn't"),
    ("half a number", "id,weight\nfox,1.5", "row 2, column weight: '1.5' isn't a whole number"),
    ("no number in a list", "id,arms\nfox,1 x", "row 2, column arms: 'x' isn't a whole number"),
    ("no table", "id,does\nstorm,draw 1", "row 2, column does: can't be read"),
    ("no rows at all", "weights,id\nfox,1", "header: no kind of row has a column 'weights'"),
    (
        "rows of several kinds",
        "id,name\nhen,Hen",
        "header: may be rows of several kinds; say which with --rows",
    ),
    (
        "not CSV",
        f'id,weight\n"{"x" * 140_000}",1',
        "cards.csv: no CSV: field larger than field limit",
    ),
]


@pytest.mark.parametrize(
    ("text", "words"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_faults_name_row_and_column(text: str, words: str) -> None:
    """The row as the spreadsheet counts it, the column by its name, and what would do."""
    with pytest.raises(DeckError) as caught:
        rows(text)
    assert words in str(caught.value)
    assert caught.value.remedy


def test_rows_that_the_deck_has_not() -> None:
    """`--rows` names what there is."""
    for act in (lambda: rows("id\nfox", "cards"), lambda: write_cards(DECK, "cards")):
        with pytest.raises(UsageError, match="use --rows with one of: card, event, place"):
            act()
    assert rows("id,name\nhen,Hen", "place") == ({"id": "hen", "name": "Hen"},)


def test_a_deck_without_rows_has_no_spreadsheet() -> None:
    """Whatever rows are asked for: there is nothing to choose from."""
    with pytest.raises(UsageError, match="deck: it has no rows for a spreadsheet"):
        write_cards({"title": "Bare"})
    with pytest.raises(UsageError, match="deck: it has no rows for a spreadsheet"):
        read_cards("id,name\nfox,Fox\n", "cards.csv", {"title": "Bare"}, "card")


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever stands in the file, it ends in rows or in an error of ours."""
    try:
        found = read_cards(text, "cards.csv", DECK)
    except RookeryError:
        return
    assert len(found.rows) == len(found.lines)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "id": st.from_regex(r"[a-z]{1,5}", fullmatch=True),
                "weight": st.integers(0, 99),
                "name": st.text(
                    st.characters(exclude_categories=["C"]), min_size=1, max_size=9
                ).filter(lambda t: t == t.strip()),
            }
        ),
        min_size=1,
        max_size=5,
    )
)
def test_rows_come_back_whatever_they_hold(cards: list[dict[str, Any]]) -> None:
    """Commas, quotes, what a spreadsheet would calculate: text is text."""
    deck = {"card": cards}
    written, _ = write_cards(deck)
    assert list(read_cards(written, "cards.csv", deck).rows) == cards


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-x", "@me", "'=1"])
def test_nothing_is_calculated(name: str) -> None:
    """A deck from elsewhere must not run formulas in a spreadsheet; read again, the name is what it
    was.
    """
    deck = {"card": [{"id": "fox", "name": name}]}
    written, _ = write_cards(deck)
    assert written.splitlines()[1].split(",")[1].lstrip('"').startswith("'")
    assert read_cards(written, "cards.csv", deck).rows[0]["name"] == name


def test_remarks_stay() -> None:
    """Only the rows change: other rows, and what is said before and after, stay as they are
    written.
    """
    text = deck_text(game("giza"))[0]
    data = tomllib.loads(text)
    goals = [{**goal, "points": 9} for goal in data["goal"]]
    found = with_rows(text, "goal", goals)
    assert tomllib.loads(found) == {**data, "goal": goals}
    remarks = [line for line in text.splitlines() if line.startswith("#")]
    assert [line for line in found.splitlines() if line.startswith("#")] == remarks


@pytest.mark.parametrize(
    "text", ["", "card = [{id = 'a'}]", "x = 1\n[[card]]\n[card.more]\ny = 1\n", "[[card]]\nid = 1"]
)
def test_rows_of_a_file_written_in_another_way(text: str) -> None:
    """However the file writes its rows, what comes out holds the new ones and all else that it
    held.
    """
    wanted = {**tomllib.loads(text), "card": [{"id": "fox"}]}
    assert tomllib.loads(with_rows(text, "card", [{"id": "fox"}])) == wanted


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("line 12, card[2].weight", "cards.csv: row 7, column weight: bad; mend it"),
        ("line 12, card[1].does[2].count", "cards.csv: row 4, column does: bad; mend it"),
        ("line 12, card[3].weight", "my.toml: line 12, card[3].weight: bad; mend it"),
        ("line 9, card", "cards.csv: bad; mend it"),
        ("line 1, title", "my.toml: line 1, title: bad; mend it"),
    ],
)
def test_errors_of_the_deck_are_told_in_the_spreadsheet(at: str, told: str) -> None:
    """Where a mistake came out of the spreadsheet, that is where it is fixed."""
    cards = CardList("card", ({}, {}), (4, 7))
    error = DeckError("my.toml", "bad", at=at, remedy="mend it")
    assert str(in_spreadsheet(error, cards, "cards.csv")) == told
