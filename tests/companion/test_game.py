"""The register of games."""

from __future__ import annotations

import pytest

from companion.errors import UsageError
from companion.game import SLUGS, Game, Piece, game, game_for, offering


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_complete(slug: str) -> None:
    """Each slug leads to its row: a deck that reads, pieces that print, each with an id of its own."""
    from importlib.resources import files

    found = game(slug)
    assert isinstance(found, Game)
    assert found.slug == slug
    assert 1 <= found.players[0] <= found.players[1]
    text = files(f"companion.{slug}").joinpath(found.deck_file).read_text("utf-8")
    pieces: tuple[Piece, ...] = found.pieces(found.read_deck(text, found.deck_file))
    assert len({piece.id for piece in pieces}) == len(pieces)
    assert all(piece.count >= 1 and "front" in piece.faces for piece in pieces)


@pytest.mark.parametrize("slug", ["", "chess", "Giza", "giza.deck", "../giza"])
def test_no_such_game(slug: str) -> None:
    """Another name is refused with the names there are; nothing is imported for it."""
    with pytest.raises(UsageError, match=f"no such game; use one of: {', '.join(SLUGS)}"):
        game(slug)


def test_a_row_must_hold_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package whose GAME is something else is our own fault, not the user's."""
    import companion.giza

    monkeypatch.setattr(companion.giza, "GAME", "giza")
    with pytest.raises(TypeError, match=r"companion\.giza\.GAME is no Game"):
        game.__wrapped__("giza")


def test_a_command_knows_what_it_knows() -> None:
    """Each game that a command offers is found for it; another one is refused with the games that there are."""
    for what in ("print", "scan", "table"):
        assert [game_for(what, found.slug) for found in offering(what)] == list(offering(what))
    with pytest.raises(UsageError, match=r"rocks: rookery juggle does not know this game yet"):
        game_for("juggle", "rocks")
