"""Deck files at the edge: whose they are, and what isn't a text."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from companion.deckfile import deck_text, file_text, game_of_file, load_deck, resized
from companion.errors import DeckError, UsageError
from companion.game import game, slugs
from companion.solitaire import GAME as SOLITAIRE
from companion.solitaire.board import standard
from companion.tomltext import MAX_BYTES


@pytest.mark.parametrize("slug", slugs())
def test_our_own_files_say_whose_they_are(slug: str, tmp_path: Path) -> None:
    """A copy of ours needs no `--game`."""
    own = tmp_path / "my.toml"
    own.write_text(deck_text(game(slug))[0], "utf-8")
    assert game_of_file(str(own)).slug == slug


@pytest.mark.parametrize("name", ["my otters/game.toml", "my otters"])
def test_a_card_game_as_data_has_its_own_commands(name: str, tmp_path: Path) -> None:
    """Its file and its folder name them; a deck that says whose it is may be called the same."""
    file = tmp_path / "my otters" / "game.toml"
    file.parent.mkdir()
    file.write_text('title = "Otters"', "utf-8")
    with pytest.raises(UsageError) as caught:
        game_of_file(str(tmp_path / name))
    assert f"use 'rookery game check {shlex.quote(str(file.parent))}'" in str(caught.value)
    file.write_text(deck_text(game("rocks"))[0], "utf-8")
    assert game_of_file(str(file)).slug == "rocks"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('title = "T"', ["line 1, game", "doesn't say which game", "--game", "combust, giza"]),
        ('game = "gitza"', ["unknown game 'gitza'", "did you mean 'giza'?"]),
    ],
)
def test_a_file_that_does_not_say(text: str, words: list[str], tmp_path: Path) -> None:
    """The remedy is a line to write, or an option."""
    own = tmp_path / "my.toml"
    own.write_text(text, "utf-8")
    with pytest.raises(DeckError) as caught:
        game_of_file(str(own))
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert game_of_file(str(own), "rocks").slug == "rocks"


def test_a_file_that_is_no_toml_says_so(tmp_path: Path) -> None:
    """Not that it doesn't say its game: that would send its owner to the wrong line."""
    own = tmp_path / "my.toml"
    own.write_text('game = "giza"\ntitle =', "utf-8")
    with pytest.raises(DeckError, match=r"end of file: neither a number"):
        game_of_file(str(own))


def test_a_mark_at_the_beginning_is_no_text(tmp_path: Path) -> None:
    """Some editors begin UTF-8 with a byte order mark; TOML would not have it."""
    own = tmp_path / "my.toml"
    own.write_bytes(b'\xef\xbb\xbfgame = "giza"')
    assert file_text(str(own)) == 'game = "giza"'


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\x81\xfe", "isn't UTF-8 text"), (b"#" * (MAX_BYTES + 1), f"over {MAX_BYTES} bytes")],
)
def test_what_is_no_deck_file(data: bytes, words: str, tmp_path: Path) -> None:
    """Neither another encoding nor something huge is read."""
    own = tmp_path / "my.toml"
    own.write_bytes(data)
    with pytest.raises(DeckError, match=words):
        file_text(str(own))


def test_a_deck_that_comes_in_sizes_is_resized() -> None:
    """Rows, then columns; without a size it stays as it is."""
    solitaire, board = SOLITAIRE, standard()
    assert resized(solitaire, board, "4x5").size == "4x5"
    assert resized(solitaire, board, None) is board
    with pytest.raises(
        UsageError, match="--board: '4 by 5' isn't a board size; write rows x columns"
    ):
        resized(solitaire, board, "4 by 5")


def test_a_game_without_sizes_says_so() -> None:
    """One clear line for `--board` where it means nothing."""
    giza = game("giza")
    with pytest.raises(UsageError, match="--board: giza has no boards of other sizes"):
        resized(giza, load_deck(giza), "3x4")
