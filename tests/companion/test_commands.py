"""`rookery games`: every piece with all that the rules know of it, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands import Listing, games, listings
from companion.deckfile import deck_text, load_deck
from companion.differences import words
from companion.errors import UsageError
from companion.game import Game, Piece, game, slugs

every_game = pytest.mark.parametrize("slug", slugs())


def _pieces(row: Game) -> tuple[Piece, ...]:
    return row.pieces(load_deck(row))


def _shown(*arguments: str) -> str:
    result = CliRunner(env={"COLUMNS": "300"}).invoke(games, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_list_of_games() -> None:
    """Without a game: a line each, with title, players and how many pieces; what Rookery can do
    with it only where that differs.
    """
    lines = _shown().splitlines()[1:]
    for line, row in zip(lines, map(game, slugs()), strict=True):
        low, high = row.players
        count = sum(piece.count for piece in _pieces(row) if not piece.extra)
        expected = [
            row.slug,
            *row.title.split(),
            f"{low}-{high}",
            str(count),
        ]
        assert line.split() == expected


def test_json_of_all_games() -> None:
    """Without a game `--json` is a list of what it is with one."""
    everything = json.loads(_shown("--json"))
    assert everything["rookery"] == 1
    assert everything["games"] == [json.loads(_shown(slug, "--json")) for slug in slugs()]


@every_game
def test_json_of_a_game(slug: str) -> None:
    """Each piece with id, kind, count, size, tags and its data, none of which hides another."""
    row = game(slug)
    data = json.loads(_shown(slug, "--json"))
    assert list(data) == ["rookery", "game", "title", "players", "offers", "deck", "pieces"]
    assert data["deck"] == load_deck(row).fingerprint
    for piece, found in zip(_pieces(row), data["pieces"], strict=True):
        own = json.loads(json.dumps(dict(piece.data)))
        assert not set(own) & {"id", "kind", "count", "size", "tags"}
        assert found == own | {
            "id": piece.id,
            "kind": piece.kind,
            "count": piece.count,
            "size": [piece.size.width, piece.size.height],
            "tags": {face: [tag.id for tag in spots] for face, spots in piece.faces.items()},
        }


@every_game
def test_people_see_what_is_printed(slug: str) -> None:
    """Every piece's id, name and text, in words: no brackets, braces or quotes of a programming
    language, and no tables or tags, which are for programs.
    """
    shown = _shown(slug)
    flat = "".join(shown.split())
    for piece in _pieces(game(slug)):
        assert piece.id in shown
        for key in ("name", "text"):
            assert "".join(words(piece.data.get(key, "")).split()) in flat
    assert not {"ability", "effects", "tags"} & set(shown.split())
    assert not set("[]{}") & set(shown)
    assert "None" not in shown
    assert "True" not in shown


@every_game
def test_words_stay_whole_in_a_narrow_terminal(slug: str) -> None:
    """80 columns are enough for each word."""
    narrow = CliRunner(env={"COLUMNS": "80"}).invoke(games, [slug]).output
    assert max(map(len, narrow.splitlines())) <= 80
    assert set(_shown(slug).split()) == set(narrow.split())


def test_a_table_of_one_kind() -> None:
    """A table a kind; a piece alone of its kind is reported field by field; what would always say
    the same goes up.
    """
    found = {listing.heading: listing for listing in listings(_pieces(game("giza")))}
    assert list(found) == [
        "penguin: 52 pieces, 63 x 88 mm",
        "action: 20 pieces, 63 x 88 mm",
        "goal: 10 pieces, 63 x 88 mm",
        "chief: 1 piece, 63 x 88 mm",
        "token: 10 pieces, 20 x 30 mm",
        "strip: 1 piece, 252 x 152 mm",
    ]
    penguins = found["penguin: 52 pieces, 63 x 88 mm"]
    assert penguins.columns == ("id", "colour", "weight", "arms", "strength")
    assert penguins.rows[1] == ("penguin-02", "ruby", "0", "1, 1", "2")
    token = Listing("token: 10 pieces, 20 x 30 mm", (), (
        ("id", "token"), ("count", "10"), ("strength", "1"),
    ))  # fmt: skip
    assert found["token: 10 pieces, 20 x 30 mm"] == token


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"),
        (False, ""),
        ((), ""),
        ("fish", "fish"),
        ([1, 2], "1, 2"),
        ({"start": 0, "note": "", "at": [1, 2]}, "start 0, at 1 2"),
        ([{"place": "a0", "at": [1, 2]}, {"place": "a1", "to": "a0"}], "a0: at 1 2\na1: to a0"),
    ],
)
def test_words(value: object, expected: str) -> None:
    """Zero is a number and is said; what is empty isn't."""
    assert words(value) == expected


def test_names_are_no_markup(tmp_path: Path) -> None:
    """Your own deck may call a penguin [red]: it is shown as written."""
    row = game("combust")
    own = tmp_path / "my.toml"
    own.write_text(deck_text(row)[0].replace("Reed Hatchling", "[red]Hatchling[/b]"), "utf-8")
    assert "[red]Hatchling[/b]" in _shown("combust", "--deck", str(own))


def test_a_deck_without_its_game() -> None:
    """`--deck` alone doesn't say whose deck it is, and no game guesses."""
    with pytest.raises(UsageError, match=r"--deck: a deck belongs to one game; name the GAME too"):
        _shown("--deck", "my.toml")
