"""What all deck files share: their game, fingerprint, and all mistakes at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import examine, fingerprint, game_of, parse
from companion.errors import DeckError
from companion.fields import Faults


@given(
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=6), st.data()
)
def test_fingerprint_ignores_the_order_of_fields(
    fields: dict[str, object], data: st.DataObject
) -> None:
    """The same rule fields in another order give the same fingerprint; another value
    gives another.
    """
    keys = data.draw(st.permutations(list(fields)))
    assert fingerprint({key: fields[key] for key in keys}) == fingerprint(fields)
    assert fingerprint({**fields, "another": 1}) != fingerprint({**fields, "another": 2})


def test_a_deck_says_whose_it_is() -> None:
    """`game` may be left out; another game's deck is refused as such, before its fields."""
    parse('game = "giza"', "my.toml", "giza").take_str("game")
    parse("", "my.toml", "giza").done()
    with pytest.raises(
        DeckError,
        match=r"line 1, game: 'rocks' is another game than giza; name a "
        r"deck of giza",
    ):
        parse('game = "rocks"\nx = 1', "my.toml", "giza")


@pytest.mark.parametrize(
    ("text", "named"),
    [('game = "rocks"', "rocks"), ("game = 1", None), ("", None), ("game = ", None)],
)
def test_which_game(text: str, named: str | None) -> None:
    """Only a text counts; a file that isn't TOML says nothing."""
    assert game_of(text) == named


def _read(text: str, source: str, faults: Faults | None = None) -> tuple[object, ...]:
    root = parse(text, source, "", faults)
    rows = []
    for row in root.take_tables("card", 2, 3):
        rows.append((row.take_id(), row.take_int("weight", 0, 5)))
        row.done()
    found = (root.take_str("title"), root.take_table("token").take_int("count", 1, 9), *rows)
    root.done()
    return found


GOOD = '[[card]]\nid = "a"\nweight = 1\n[[card]]\nid = "b"\nweight = 2\n[token]\ncount = 3'


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f'title = "T"\n{GOOD}', []),
        (GOOD, ["line 1, title"]),
        (
            'title = "T"\n[[card]]\nweight = 9\nid = "A b"\n[[card]]\nid = "b"\nwieght = 2\nx = 1',
            [
                "line 1, token",
                "line 3, card[1].weight",
                "line 4, card[1].id",
                "line 5, card[2].weight",
                "line 8, card[2].x",
            ],
        ),
        (
            "title = 3\n[token]\ncount = true",
            ["line 1, card", "line 1, title", "line 3, token.count"],
        ),
        ("title = ", ["end of file"]),
    ],
)
def test_all_mistakes_at_once(text: str, places: list[str]) -> None:
    """Each mistake once, by line; of a missing table nobody hears what it lacks."""
    deck, faults = examine(_read, text, "my.toml")
    assert [fault.at for fault in faults] == places
    assert (deck is None) == bool(places)


def test_the_first_of_all_mistakes_is_the_one_that_reading_stops_at() -> None:
    """With or without a list, the first mistake of a file is reported in the same words."""
    text = (
        'title = "T"\n[[card]]\nid = "a"\nweight = 9\n[[card]]\nid = "b"\nweight = '
        "8\n[token]\ncount = 3"
    )
    with pytest.raises(DeckError) as caught:
        _read(text, "my.toml")
    assert str(examine(_read, text, "my.toml")[1][0]) == str(caught.value)


def test_who_stumbles_over_a_stand_in_says_nothing() -> None:
    """After a mistake the rest of a reader may fail in any way: only the mistake is reported."""

    def stumbles(text: str, source: str, faults: Faults | None = None) -> None:
        if parse(text, source, "", faults).take_int("weight", 0, 5) == 0:
            raise KeyError("no such weight")

    deck, faults = examine(stumbles, "weight = 9", "my.toml")
    assert deck is None
    assert [fault.at for fault in faults] == ["line 1, weight"]
    with pytest.raises(KeyError):
        examine(stumbles, "weight = 0", "my.toml")


def test_cross_checks_are_silent_about_a_faulty_row() -> None:
    """What stands in a row with a mistake may be a stand-in, which proves nothing."""
    faults: Faults = []
    row = parse("weight = 9", "my.toml", "", faults)
    row.take_int("weight", 0, 5)
    row.report("weight", "is there twice", "mend it")
    assert not row.sound
    assert [fault.problem for fault in faults] == ["9 is out of range"]
