"""Sentences that remember how they were made, in English and in other languages."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator

import pytest

from companion.language import LANGUAGES, Phrase, listed, say, say_many, translated
from tests.catalogues import german, speaking

GERMAN = {
    "{name} has {n} rock": "{name} hat {n} Stein",
    "{name} has {n} rocks": "{name} hat {n} Steine",
    "{what} (tapped by {name})": "{what} (getippt von {name})",
    "the host": "wer einlädt",
    "It is over.": "Es ist vorbei.",
    "{name} sat down": "{nmae} hat Platz genommen",  # a translator's slip
    "the card in {place} is not read: it {what}": "die Karte auf {place} ist nicht zu lesen: sie {what}",
    "row {level}, place {n}": "Reihe {level}, Platz {n}",
    "the top": "der Spitze",
    "shines": "spiegelt",
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
        (say_many("{name} has {n} rock", "{name} has {n} rocks", 1, name="Bo"), "Bo has 1 rock", "Bo hat 1 Stein"),
        (
            say("{what} (tapped by {name})", what=ROCKS, name=say("the host")),
            "Ana has 3 rocks (tapped by the host)", "Ana hat 3 Steine (getippt von wer einlädt)",
        ),
        (say("{what} (tapped by {name})", what=1, name="Bo"), "1 (tapped by Bo)", "1 (getippt von Bo)"),
        (listed(["Ana", say("the host")]), "Ana, the host", "Ana, wer einlädt"),
        (listed([]), "", ""),
        ("It is over.", "It is over.", "Es ist vorbei."),
        ("", "", ""),
        (say("{name} sat down", name="Ana"), "Ana sat down", "Ana sat down"),
        (say("{name} got up", name="Ana"), "Ana got up", "Ana got up"),
        (say("{braces} without values"), "{braces} without values", "{braces} without values"),
        (say(say("{name} sat up"), name="{name}"), "{name} sat up", "{name} sat up"),
    ],
)  # fmt: skip
def test_a_sentence_reads_in_both_languages(text: str, english: str, german: str) -> None:
    """Values that are sentences are translated with it, names that people gave are not, and a slip leaves English."""
    assert text == english
    assert translated(text, "en") == english
    assert translated(text, "de") == german
    assert type(translated(text, "de")) is str


def test_a_phrase_is_a_text_wherever_it_goes() -> None:
    """It equals its English text, and comes whole out of a copy and out of a pickle."""
    assert (json.dumps({"a": ROCKS}), hash(ROCKS)) == ('{"a": "Ana has 3 rocks"}', hash("Ana has 3 rocks"))
    for again in (copy.deepcopy(ROCKS), pickle.loads(pickle.dumps(ROCKS))):  # noqa: S301 - our own bytes
        assert isinstance(again, Phrase)
        assert translated(again, "de") == "Ana hat 3 Steine"


def test_a_place_without_a_value_is_a_fault_at_once() -> None:
    """The writer's slip is no translator's: it must not wait for a phone."""
    with pytest.raises(KeyError):
        say("{name} has {n}", name="Ana")


@pytest.mark.parametrize(
    ("stored", "german"),
    [
        (
            "the card in row 2, place 1 is not read: it shines",
            "die Karte auf Reihe 2, Platz 1 ist nicht zu lesen: sie spiegelt",
        ),
        ("the card in x is not read: it shines; x", "die Karte auf x ist nicht zu lesen: sie spiegelt; x"),
        ("the card is not read", "the card is not read"),
    ],
)
def test_a_sentence_that_was_stored_in_english_is_known_again(stored: str, german: str) -> None:
    """What a photo's reading says was said in a process of its own, and lies in the log as a plain text."""
    assert translated(stored, "de") == german
    assert translated(say("{what}!", what=Phrase(stored)), "de") == f"{german}!"


def test_an_unknown_language_is_english() -> None:
    """No file is looked for by a name that is none of ours."""
    assert translated(ROCKS, "../../etc") == ROCKS
    assert {"en", "de", "it", "da", "es"} <= set(LANGUAGES)
