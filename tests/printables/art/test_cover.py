"""Your own deck has a name, and all that is printed with it bears that name."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.deckfile import deck_text, load_deck
from companion.errors import PrintError
from companion.game import Game, game, slugs
from companion.language import spoken, translated
from printables.art.cover import name_and_subtitle, title_of
from printables.extras.contents import ARTISTS, contents
from printables.faces.artists import artist
from printables.output.job import Job
from printables.output.printer import print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS
from tests.printables.extras.drawn import words
from tests.printables.faces.recorder import Recorder

OWN = "Grandma's {game}"
every_game = pytest.mark.parametrize("slug", slugs())


def named(slug: str, title: str) -> tuple[Game, Any, str]:
    """A game, its standard deck under another title, and that deck's file."""
    row = game(slug)
    text = re.sub(
        r"^title = .*$", f'title = "{title}"', deck_text(row)[0], count=1, flags=re.MULTILINE
    )
    return row, row.read_deck(text, "my.toml"), text


def job(slug: str, title: str, language: str = "en") -> Job:
    """A page of tokens, reference cards and the like, with an index."""
    row, deck, text = named(slug, title)
    pieces = tuple(piece for piece in contents(row, deck, text) if piece.kind == "label")
    return Job(
        row, deck, "my.toml", pieces, PAPERS["a4"], SIDES["long"], index=True, language=language
    )


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_standard_deck_is_called_like_the_game(slug: str, language: str) -> None:
    """Its own title is shorter, and translated on cards: the game's stands on box,
    rules and pages.
    """
    row = game(slug)
    deck = spoken(load_deck(row), language)
    assert translated(title_of(row, deck, language), language) == translated(row.title, language)
    name, subtitle = name_and_subtitle(row, deck, language)
    assert ": ".join(filter(None, (name, subtitle))) == translated(row.title, language)


@every_game
def test_all_that_comes_in_the_box_bears_the_deck_s_name(slug: str) -> None:
    """Label, rules, reference cards, pad, tuck box and stickers: braces are nothing but braces."""
    row, deck, text = named(slug, OWN)
    for piece in contents(row, deck, text, extras=True):
        if piece.kind in ARTISTS:
            for face in piece.faces:
                pen = Recorder()
                artist(row)(pen, piece, face, deck)
                assert OWN in " ".join(word.text for word in pen.words), piece.id


@every_game
def test_index_and_page_headers_bear_the_deck_s_name(slug: str) -> None:
    """The index says below it which game it is."""
    printed = print_job(job(slug, OWN, "de"))
    index, page = (
        words(printed.pdf, number) for number in (0, 2 if printed.pages[1].side == "back" else 1)
    )
    assert index.startswith(f"{OWN} {translated(game(slug).title, 'de')} ")
    assert f"{OWN} · " in page


def test_a_long_name_takes_several_lines() -> None:
    """Rather than one that can hardly be read; a short one stays where it was."""
    row, deck, text = named(
        "giza", "The very long evening of all the penguins who ever built at Giza"
    )
    for piece in contents(row, deck, text):
        if piece.kind in {"label", "rules"}:
            pen = Recorder()
            artist(row)(pen, piece, "front", deck)
            lines = [word for word in pen.words if word.text in deck.title]
            assert len(lines) > 1
            assert min(word.size for word in lines) > 3


def test_a_name_that_the_font_lacks_is_refused() -> None:
    """Before anything is written, with the character."""
    with pytest.raises(PrintError, match=r"my.toml, title: .*U\+1F427"):
        print_job(job("rocks", "\N{PENGUIN}"))
