"""The register of games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import UsageError
from companion.game import Game, Piece, game, game_for, games, offering, part, slugs


@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_complete(slug: str) -> None:
    """Each slug leads to its row: a deck that reads, pieces that print, each with an id
    of its own.
    """
    from importlib.resources import files

    found = game(slug)
    assert isinstance(found, Game)
    assert found.slug == slug
    assert 1 <= found.players[0] <= found.players[1]
    text = files(found.package).joinpath(found.deck_file).read_text("utf-8")
    pieces: tuple[Piece, ...] = found.pieces(found.read_deck(text, found.deck_file))
    assert len({piece.id for piece in pieces}) == len(pieces)
    assert all(piece.count >= 1 and "front" in piece.faces for piece in pieces)


@pytest.mark.parametrize("slug", ["", "chess", "Giza", "giza.deck", "../giza"])
def test_no_such_game(slug: str) -> None:
    """Another name is refused with the names there are; nothing is imported for it."""
    with pytest.raises(UsageError, match=f"no such game; .*use one of: {', '.join(slugs())}"):
        game(slug)


def test_an_entry_point_must_name_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package whose GAME is something else, or isn't there, is named with what it should be."""
    import companion.giza

    remedy = 'let the entry point "giza" in the group rookery.games name a Game'
    monkeypatch.setattr(companion.giza, "GAME", "giza")
    with pytest.raises(UsageError, match=f"^giza: companion.giza:GAME is not a Game; {remedy}$"):
        game.__wrapped__("giza")
    monkeypatch.delattr(companion.giza, "GAME")
    with pytest.raises(UsageError, match=rf"^giza: can't load companion.giza:GAME .*; {remedy}$"):
        game.__wrapped__("giza")


def test_a_part_must_be_what_its_wing_takes() -> None:
    """The message names the entry point and the class."""
    with pytest.raises(UsageError, match=r'^giza\.cover: .* is not a Piece; .* "giza\.cover"'):
        part("giza", "cover", Piece)


def test_a_command_knows_what_it_knows() -> None:
    """Each game that a command offers is found for it; another one is refused with the games that
    there are.
    """
    for what in ("print", "scan", "table", "simulate"):
        assert [game_for(what, found.slug) for found in offering(what)] == list(games())


def test_a_game_without_a_part_says_what_to_add() -> None:
    """The message is for whoever makes the game, and names the command that can't be used till
    then.
    """
    bare = replace(game("rocks"), slug="bare", play=None, tracker=None)
    assert bare.offers == frozenset()
    for need, message in ((bare.need_play, "add `play`"), (bare.need_tracker, "add `tracker`")):
        with pytest.raises(UsageError, match=message):
            need()
    with pytest.raises(
        UsageError,
        match=r'add the entry point "rocks\.wings" in the group '
        r"rookery\.games",
    ):
        part("rocks", "wings", object)
