"""TOML from strangers: what is too deep is refused before the parser sees it, and
nothing else is.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import examine, game_of, parse
from companion.errors import DeckError
from companion.fields import MOST_FAULTS
from companion.game import game, slugs
from companion.tomltext import MAX_BYTES, MAX_DEPTH, read_toml

DOTS = ".".join("a" * (MAX_DEPTH + 1))  # a key of one name too many
TOO_DEEP = [
    (f"x = 1\n{DOTS} = 1", "line 2", "dots"),
    (f"\n\n[{DOTS}]", "line 3", "dots"),
    (f"[[{DOTS}]]", "line 1", "dots"),
    (f"x = {{ {DOTS} = 1 }}", "line 1", "dots"),
    (" . ".join(['"a.b"', "'c'"] * MAX_DEPTH) + " = 1", "line 1", "dots"),
    ('x = """\n\\"""\n"""\n' + f"{DOTS} = 1", "line 4", "dots"),
    ("x = 'a\\'\n" + f"{DOTS} = 1", "line 2", "dots"),
    ("x = 1\ny = " + "[" * 13 + "]" * 13, "line 2", "brackets"),
    ("x = [\n" + "[" * 5000, "line 2", "brackets"),
    ("x = " + "{a = " * 13 + "1" + "}" * 13, "line 1", "brackets"),
]


@pytest.mark.parametrize(("text", "at", "word"), TOO_DEEP)
def test_what_is_too_deep_never_reaches_the_parser(
    text: str, at: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser's time and memory grow with the square of a key's dots; the error names file, line
    and remedy.
    """
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it was parsed"))
    with pytest.raises(DeckError) as caught:
        read_toml(text, "my.toml")
    assert (caught.value.source, caught.value.at) == ("my.toml", at)
    assert word in caught.value.remedy


def test_a_file_of_nothing_but_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    """60 KB of them took half a minute and 3.6 GB; so did a file that only should say its game."""
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("it was parsed"))
    text = f"{'.'.join('a' * 30_000)} = 1"
    assert game_of(text) is None
    for slug in slugs():
        with pytest.raises(DeckError, match="line 1: a key with more than 12 names"):
            game(slug).read_deck(text, "my.toml")
    with pytest.raises(DeckError, match="over 200000 bytes"):
        parse("#" * (MAX_BYTES + 1), "my.toml")


@pytest.mark.parametrize(
    "text",
    [
        f'x = "{DOTS}"',
        f"x = '{DOTS} [[[[[[[[[[[[['",
        f'x = """{DOTS}\n\\"{"[" * 99}""""\ny = 1',
        f"x = '''\n{'{' * 99}\n{DOTS}''''",
        f"x = 1 # {DOTS} {'[' * 99}\n# ''' {DOTS}",
        f'x = "\\"{DOTS}"\n"{DOTS}" = 1',
        "x = " + "[" * 12 + "]" * 12,
        "x = [\n" + "[],\n" * 999 + "]",
        f"{DOTS[:-2]} = 1",
    ],
)
def test_strings_and_comments_may_say_anything(text: str) -> None:
    """Dots and brackets count where they are TOML's, and as deep as a deck may be."""
    assert read_toml(text, "my.toml") == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'x = 1\ncolour = "ruby\ny = 2',
            "line 2, column 15: a text isn't closed; add a straight \"",
        ),
        ("colour = ruby", "neither a number nor a text in quotes; put texts in straight quotes"),
        ("colour = “ruby”", "neither a number nor a text in quotes; put texts in straight quotes"),
        ("weight = 1\nweight = 2\n", "line 2, column 11: 'weight' is there twice; write it once"),
        ("[[a]]\nx = 1\n[a]", "[a] is there twice; write [[a]] for each row"),
        (
            "arms = [0, 1 # ]\n\n[[a]]",
            "line 3, column 1: the [ in line 1 isn't closed; put a comma",
        ),
        ("arms = [0 1]", "the [ in line 1 isn't closed; put a comma between values"),
        ("weight 2", "not TOML: Expected '=' after a key in a key/value pair; fix the line"),
    ],
)
def test_the_usual_slips_are_told_in_words(text: str, says: str) -> None:
    """The parser's own messages are for people who know TOML."""
    with pytest.raises(DeckError, match=re.escape(says)):
        read_toml(text, "my.toml")


_NAME = st.sampled_from(["a", '"b.c"', "'d[['", '""', "e-1"])
_VALUE: Any = st.recursive(
    st.sampled_from(
        ["1", "1.5", '"[{."', "'#'", '"""\n\\"""]"""', "'''''a'''", "1979-05-27T07:32:00.9Z"]
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
    max_leaves=5,
)


@given(st.lists(st.tuples(st.lists(_NAME, min_size=1, max_size=20), _VALUE), max_size=4))
def test_a_deep_key_is_seen_behind_anything(lines: list[tuple[list[str], str]]) -> None:
    """Whatever strings stand before it: a key is refused exactly when it has too many names."""
    text = "\n".join(
        f"[[t{n}]]\n{'.'.join(names)} = {value} # ]" for n, (names, value) in enumerate(lines)
    )
    if any(len(names) > MAX_DEPTH for names, _ in lines):
        with pytest.raises(DeckError, match="a key with more than 12 names"):
            read_toml(text, "my.toml")
    else:
        read_toml(text, "my.toml")


def test_mistakes_are_noted_up_to_a_number() -> None:
    """Each is looked for among all lines: 25,000 unknown fields took minutes."""
    text = "\n".join(f"k{n} = 1" for n in range(3 * MOST_FAULTS))
    _, faults = examine(game("giza").read_deck, text, "my.toml")
    assert len(faults) == MOST_FAULTS
