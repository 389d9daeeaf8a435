"""The catalogues are complete and fresh: what people read is found in the source, and translated in
each language.
"""

from __future__ import annotations

import re

import pytest

from companion.language import ENGLISH, LANGUAGES
from docs import make_languages as made
from docs.find_words import (
    ROOT,
    Fault,
    Found,
    find_all,
    in_data,
    in_python,
    in_script,
    in_template,
    tokens_of,
)

OTHERS = [code for code in LANGUAGES if code != ENGLISH]


@pytest.fixture(scope="module")
def house() -> tuple[list[Found], list[Fault]]:
    """All texts of the source, and what should be one."""
    return find_all()


@pytest.fixture(scope="module")
def found(house: tuple[list[Found], list[Fault]]) -> list[Found]:
    """All texts of the source."""
    return house[0]


def test_every_call_names_its_text(house: tuple[list[Found], list[Fault]]) -> None:
    """No text is put together where the finder can't see it."""
    assert [str(fault) for fault in house[1]] == []


# What looks like a sentence and is none: names of headers and errors, commands, classes of
# elements.
NO_WORDS = {
    "Content-Type",
    "If-None-Match",
    "Retry-After",
    "AbortError",
    "sudo ufw allow /tcp",
    "rookery deck preview ",
}
SENTENCE = re.compile(r"\b[A-Z][a-z]{2}|[a-z] [a-z]+ [a-z]|[a-z][.!?]$")


def test_no_sentence_stands_bare_in_a_script() -> None:
    """What looks like words for people is in `t` or `tn`, also on sheets that no browser test
    opens.
    """
    bare = []
    for path in sorted((ROOT / "web" / "static").rglob("*.js")):
        tokens = tokens_of(path.read_text("utf-8"))
        for index, token in enumerate(tokens):
            text = re.sub(r"\$\{[^}]*\}", "", token.value[1:-1]) if "string" in token.type else ""
            marked = {one.value for one in tokens[max(0, index - 4) : index]} & {"t", "tn", "class"}
            if SENTENCE.search(text) and not marked and text not in NO_WORDS:
                bare.append(f"{path.name}:{token.lineno}: {text}")
    assert bare == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_complete(language: str, found: list[Found]) -> None:
    """All texts of the source and no others, each translated, with the places of the original."""
    catalogue, texts = made.read(language), made.template(found)
    assert list(made.missing(catalogue, texts)) == []
    assert list(made.untranslated(catalogue)) == []
    assert list(made.broken(catalogue)) == []


def test_texts_are_found_in_python() -> None:
    """Calls by name, both ends of a choice, plurals; a text put together is a fault, a name is
    someone else's text.
    """
    source = """
from companion.language import say, say_many
say("one " "text", n=1)
say_many("{n} rock", "{n} rocks", 2)
Refusal("stale", "too late" if x else "too early")
Refusal("stale", text)
say(f"{name} sat down")
ApiError(403, "forbidden", "no " + name)
"""
    found = list(in_python("a.py", source))
    assert [(one.one, one.many) for one in found if isinstance(one, Found)] == [
        ("one text", ""), ("{n} rock", "{n} rocks"), ("too late", ""), ("too early", ""),
    ]  # fmt: skip
    assert [one.line for one in found if isinstance(one, Fault)] == [7, 8]
    assert list(in_python("a.py", 'def say(a): ...\nsay("kept in")')) == []


def test_texts_are_found_in_scripts() -> None:
    """Also in calls within calls and within templates; anything but a plain literal is a fault."""
    source = """
const a = t("one", { b: t('two "quoted"') });
const c = `${tn("{n} tap", "{n} taps", n)} kept`;
// t("a comment")
x.t("a method"); const url = a / b / t("three");
t(me ? "four" : "five"); t(`six`); tn("seven", n);
"""
    found = list(in_script("a.js", source))
    assert [(one.one, one.many) for one in found if isinstance(one, Found)] == [
        ("one", ""), ('two "quoted"', ""), ("{n} tap", "{n} taps"), ("three", ""),
    ]  # fmt: skip
    assert [one.line for one in found if isinstance(one, Fault)] == [6, 6, 6]


def test_texts_are_found_in_templates_and_in_data() -> None:
    """`t` and `tn` in templates; names and titles of a deck, and all that a page of rules says."""
    html = (
        '{{ t("Join") }}{% set a = tn("{n} play", "{n} plays", n) %}<p title="{{ t("six '
        'digits") }}">{{ t(name) }}'
    )
    assert [getattr(one, "one", "fault") for one in in_template("a.html", html)] == [
        "Join", "{n} play", "six digits", "fault",
    ]  # fmt: skip
    deck = (
        'title = "Giza"\n[[colour]]\nid = "ruby"\nname = "Ruby"\n[[action]]\nverb = '
        '"Lead"\ntext = "Take it."'
    )
    assert [
        one.one for one in in_data("companion/giza/deck.toml", deck) if isinstance(one, Found)
    ] == [
        "Giza",
        "Ruby",
        "Lead",
        "Take it.",
    ]
    rules = (
        'aim = "Build."\n[[section]]\ntitle = "Steps"\nkind = "steps"\nitems = [{ text = "$a '
        'first", name = "$a" }]'
    )
    assert [
        one.one for one in in_data("companion/giza/summary.toml", rules) if isinstance(one, Found)
    ] == [
        "Build.",
        "Steps",
        "$a first",
    ]


@pytest.mark.parametrize(
    ("text", "translation", "good"),
    [
        ("{name} has {n}", "{n} hat {name}", True),
        ("{name} has {n}", "{nmae} hat {n}", False),
        ("{name} has", "{name hat", False),
        ("$cards cards", "$cards Karten", True),
        ("$cards cards", "Karten", False),
        ("Join", " Setz dich", False),
    ],
)
def test_a_translators_slip_is_told(text: str, translation: str, *, good: bool) -> None:
    """Places, `$names` and blanks at the ends are as in the original, in any order."""
    catalogue = made.empty("de")
    catalogue.add(text, translation)
    assert (list(made.broken(catalogue)) == []) == good
