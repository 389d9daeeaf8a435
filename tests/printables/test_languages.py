"""Printed words in another language: a made-up one, which shows what was translated and is longer
than any real one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from companion import language
from companion.calibration import Key
from companion.deckfile import deck_text, load_deck
from companion.errors import UsageError
from companion.game import Game, Piece, game, slugs
from docs.find_words import find_all
from printables.calibration import print_sheet
from printables.cli import print_
from printables.extras.contents import contents
from printables.output.job import Job
from printables.output.printer import Printout, print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from printables.sheets.plan import KINDS

MADE_UP = "xx"
PLACE = re.compile(r"(\{\w+\}|\$\w+)")
WORD = re.compile(r"[^\W\d_]+")
ENDS = "øñäæéüß"  # letters of our languages that no English word has
LONGER = 0.4
MOST = 10  # pieces of a kind that are printed
# Commands to type, names of people, places and the paper, and what the fonts of a PDF's reader make
# of an address.
NAMES = {"rookery", "deck", "read", "PHOTO", "Bob", "Puerto", "Rico", "http", "mm", "A4"}


class MadeUp(NullTranslations):
    """A catalogue that knows every text and lengthens each of its words; it remembers what it was
    asked.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        """Each word longer; names of values and numbers of the deck stay."""
        self.asked.add(str(message))
        return _longer(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """One, or many, as in English."""
        self.asked.add(str(one))
        return _longer(one if n == 1 else many)


def _longer(text: str) -> str:
    return "".join(
        part if PLACE.fullmatch(part) else WORD.sub(_longer_word, part)
        for part in PLACE.split(text)
    )


def _longer_word(word: re.Match[str]) -> str:
    count = max(1, round(LONGER * len(word[0])))
    return word[0] + (ENDS * 2)[len(word[0]) % len(ENDS) :][:count]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> MadeUp:
    """The made-up language is there."""
    catalogue = MadeUp()
    known = language.catalogue
    monkeypatch.setattr(
        language, "catalogue", lambda name: catalogue if name == MADE_UP else known(name)
    )
    return catalogue


def test_no_printed_word_is_left_in_english(made_up: MadeUp) -> None:
    """Each game's pieces and extras in the made-up language: they pass the preflight, all words are
    of that language but for names, ids and commands, and every text that was asked for is one that
    translators are given.
    """
    left = {slug: tuple(_english(game(slug), _printed(game(slug), MADE_UP))) for slug in slugs()}
    assert left == dict.fromkeys(slugs(), ())
    texts = {one.one for one in find_all()[0]}
    assert (
        sorted(
            text for text in made_up.asked if WORD.search(PLACE.sub("", text)) and text not in texts
        )
        == []
    )


@pytest.mark.usefixtures("made_up")
def test_the_calibration_sheet_is_translated() -> None:
    """Nothing but commands and their options stays English."""
    commands = {
        "rookery",
        "calibrate",
        "type",
        "print",
        "giza",
        "back",
        "line",
        "save",
        "my",
        "printer",
        "profile",
    }
    said = " ".join(_texts(print_sheet(Key("a4", "long"), language=MADE_UP)))
    english = {word for word in WORD.findall(said) if len(word) > 1 and not set(word) & set(ENDS)}
    assert english <= commands | {"read", "jpg", "front", "mm"}


def test_the_language_changes_words_alone(made_up: MadeUp) -> None:
    """The same pieces lie at the same places with the same tags, of a deck with the same
    fingerprint.
    """
    row = game("combust")
    deck = load_deck(row)
    ours, theirs = (
        print_job(_job(row, deck, row.pieces(deck)[:2], each))
        for each in (language.ENGLISH, MADE_UP)
    )
    assert made_up.asked
    assert ours.manifest == theirs.manifest


def test_texts_of_ones_own_stay_as_they_are() -> None:
    """A name that is in no catalogue is printed as its owner wrote it, in every language that we
    have.
    """
    row = game("combust")
    text = deck_text(row)[0].replace("Delta Fisher", "Nile Angler")
    deck = row.read_deck(text, "my.toml")
    fisher = [replace(piece, count=1) for piece in row.pieces(deck) if piece.id == "fisher"]
    for known in language.LANGUAGES:
        said = " ".join(_texts(print_job(_job(row, deck, fisher, known))))
        assert "Nile Angler" in said


def test_an_unknown_language_is_refused() -> None:
    """The command names those that there are."""
    refused = CliRunner().invoke(print_, ["giza", "--language", "xx"]).exception
    assert isinstance(refused, UsageError)
    assert all(known in refused.remedy for known in language.LANGUAGES)


@pytest.mark.parametrize("slug", slugs())
def test_every_kind_has_its_words(slug: str) -> None:
    """The first page counts pieces of each kind in words that can be translated."""
    assert {piece.kind for piece in _everything(game(slug))} <= KINDS.keys()


def _printed(row: Game, spoken: str) -> Printout:
    return print_job(_job(row, load_deck(row), list(_few(row)), spoken))


def _job(row: Game, deck: Any, pieces: Sequence[Piece], spoken: str) -> Job:
    return Job(
        row,
        deck,
        row.deck_file,
        tuple(pieces),
        PAPERS["a4"],
        SIDES["long"],
        ink="mono",
        index=True,
        language=spoken,
    )


def _everything(row: Game) -> tuple[Piece, ...]:
    return contents(
        row, load_deck(row), deck_text(row)[0], extras=True, address="http://192.168.1.5:8000"
    )


def _few(row: Game) -> Iterator[Piece]:
    """Some of all that have words: texts and boards, each once, else the first of a kind."""
    seen: set[object] = set()
    kinds: Counter[str] = Counter()
    for piece in _everything(row):
        words = (
            piece.kind,
            piece.id if piece.kind in {"tile", "tracker"} else piece.data.get("text"),
        )
        if piece.kind != "stickers" and words not in seen and kinds[piece.kind] < MOST:
            seen.add(words)
            kinds[piece.kind] += 1
            yield replace(piece, count=1)


def _english(row: Game, printed: Printout) -> Iterator[str]:
    """The lines with words that nobody has translated."""
    ids = {
        piece.id.partition("-")[2] for piece in row.pieces(load_deck(row)) if piece.kind == "tile"
    }
    names = NAMES | {
        place["place"] for piece in row.pieces(load_deck(row)) for place in _places(piece)
    }
    for line in _texts(printed):
        words = re.findall(r"\w+", re.sub("|".join(ids) or "$", "", line))
        words = [
            word
            for word in words
            if len(word) > 1 and word not in names and not re.search(r"\d", word)
        ]
        if any(not set(word) & set(ENDS) for word in words):
            yield line


def _places(piece: Piece) -> Any:
    return piece.data.get("places", ()) if piece.kind == "board" else ()


def _texts(printed: Printout) -> Iterator[str]:
    """All lines of all pages."""
    document = pypdfium2.PdfDocument(printed.pdf)
    try:
        for page in document:
            yield from page.get_textpage().get_text_range().splitlines()
    finally:
        document.close()
