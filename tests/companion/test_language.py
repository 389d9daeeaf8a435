"""Sentences that remember how they were made, in English and in other languages."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator

import pytest

from companion.language import (
    LANGUAGES,
    Phrase,
    as_data,
    from_data,
    listed,
    say,
    say_many,
    translated,
)
from tests.catalogues import german, speaking

GERMAN = {
    "{name} has {n} rock": "{name} hat {n} Stein",
    "{name} has {n} rocks": "{name} hat {n} Steine",
    "{what} (tapped by {name})": "{what} (getippt von {name})",
    "the host": "wer einlädt",
    "It is over.": "Es ist vorbei.",
    "{name} joined": "{nmae} hat Platz genommen",  # a translator's slip
    "{name} got up": "{name ist aufgestanden",  # and another one
}


@pytest.fixture(autouse=True)
def _german() -> Iterator[None]:
    with speaking(german(GERMAN)):
        yield


ROCKS = say_many("{name} has {n} rock", "{name} has {n} rocks", 3, name="Ana")


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (ROCKS, "Ana has 3 rocks", "Ana hat 3 Steine"),
        (
            say_many("{name} has {n} rock", "{name} has {n} rocks", 1, name="Bo"),
            "Bo has 1 rock",
            "Bo hat 1 Stein",
        ),
        (
            say("{what} (tapped by {name})", what=ROCKS, name=say("the host")),
            "Ana has 3 rocks (tapped by the host)",
            "Ana hat 3 Steine (getippt von wer einlädt)",
        ),
        (
            say("{what} (tapped by {name})", what=1, name="Bo"),
            "1 (tapped by Bo)",
            "1 (getippt von Bo)",
        ),
        (listed(["Ana", say("the host")]), "Ana, the host", "Ana, wer einlädt"),
        (listed([]), "", ""),
        ("It is over.", "It is over.", "Es ist vorbei."),
        ("", "", ""),
        (say("{name} joined", name="Ana"), "Ana joined", "Ana joined"),
        (say("{name} got up", name="Ana"), "Ana got up", "Ana got up"),
        (say("{braces} without values"), "{braces} without values", "{braces} without values"),
        (say(say("{name} sat up"), name="{name}"), "{name} sat up", "{name} sat up"),
    ],
)
def test_a_sentence_reads_in_both_languages(text: str, english: str, german: str) -> None:
    """Values that are sentences are translated with it, names that people gave are not, and a slip
    leaves English.
    """
    assert text == english
    assert translated(text, "en") == english
    assert translated(text, "de") == german
    assert type(translated(text, "de")) is str


def test_a_phrase_is_a_text_wherever_it_goes() -> None:
    """It equals its English text, and comes whole out of a copy and out of a pickle."""
    assert (json.dumps({"a": ROCKS}), hash(ROCKS)) == (
        '{"a": "Ana has 3 rocks"}',
        hash("Ana has 3 rocks"),
    )
    for again in (copy.deepcopy(ROCKS), pickle.loads(pickle.dumps(ROCKS))):  # noqa: S301 - our own bytes
        assert isinstance(again, Phrase)
        assert translated(again, "de") == "Ana hat 3 Steine"


def test_a_place_without_a_value_is_a_fault_at_once() -> None:
    """The writer's slip isn't a translator's: it must not wait for a phone."""
    with pytest.raises(KeyError):
        say("{name} has {n}", name="Ana")


@pytest.mark.parametrize(
    "text", [ROCKS, say("{what}!", what=ROCKS), [ROCKS, {"a": ("b", 1, None)}], "plain", {}]
)
def test_sentences_come_whole_out_of_json(text: object) -> None:
    """A photo is read by another process, and its reading is stored; lists stand for tuples, as
    JSON has it.
    """
    again = from_data(json.loads(json.dumps(as_data(text))))
    assert again == json.loads(json.dumps(text))
    assert as_data(again) == as_data(text)


@pytest.mark.parametrize(
    "data",
    [
        {"template": "{name.__class__}", "values": {"name": "Ana"}, "many": "", "number": 1},
        {"template": "{name!r:>9}", "values": {"name": "Ana"}, "many": "", "number": 1},
        {"template": "{name}", "values": {"nmae": "Ana"}, "many": "", "number": 1},
        {"template": "{name}", "values": ["name"], "many": "", "number": 1},
        {"template": "{name}", "values": {"name": "Ana"}, "many": "{0}", "number": "x"},
    ],
)
def test_a_made_up_template_is_only_a_text(data: dict[str, object]) -> None:
    """Stored data may come from anyone: no attribute is looked up and nothing fails."""
    assert from_data(data) == data["template"]


def test_an_unknown_language_is_english() -> None:
    """No file is looked for by a name that is none of ours."""
    assert translated(ROCKS, "../../etc") == ROCKS
    assert {"en", "de", "it", "da", "es"} <= set(LANGUAGES)
