from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.deckfile import load_deck
from companion.errors import UsageError
from companion.game import Game, Piece, game
from companion.giza.deck import Deck
from companion.layout import TOKEN
from printables.extras.contents import chosen, for_players


@pytest.mark.parametrize(
    ("only", "ids"),
    [
        (["token,chief", "penguin-02"], ["penguin-02", "chief", "token"]),
        (["penguin-0[1-3]"], ["penguin-01", "penguin-02", "penguin-03"]),
        (
            ["penguin-*1", " chief"],
            [
                "penguin-01",
                "penguin-11",
                "penguin-21",
                "penguin-31",
                "penguin-41",
                "penguin-51",
                "chief",
            ],
        ),
        (["chie?"], ["chief"]),
    ],
)
def test_chosen_pieces_keep_the_order_of_printing(
    giza: Game, deck: Deck, only: list[str], ids: list[str]
) -> None:
    """Whatever order the words came in: ids, several of them, and patterns."""
    assert [piece.id for piece in chosen(giza.pieces(deck), only)] == ids


def test_a_kind_means_all_its_pieces_and_no_word_means_everything(giza: Game, deck: Deck) -> None:
    """`--only goal` prints the ten goals."""
    pieces = giza.pieces(deck)
    assert chosen(pieces, ["goal"]) == tuple(piece for piece in pieces if piece.kind == "goal")
    assert chosen(pieces, []) == pieces


def test_extras_are_printed_when_they_are_asked_for() -> None:
    """No word means everything but them; their id, their kind and a pattern find them."""
    plain, extra = a_piece("token"), replace(a_piece("net-1"), kind="net", extra=True)
    assert chosen([plain, extra], []) == (plain,)
    for word in ("net-1", "net", "net-*"):
        assert chosen([plain, extra], [word]) == (extra,)


@pytest.mark.parametrize("word", ["pengin", "penguin-[", "x*", ""])
def test_a_word_that_means_nothing_is_refused(giza: Game, deck: Deck, word: str) -> None:
    """By name, with what there is."""
    with pytest.raises(
        UsageError,
        match=rf"--only: no piece is called {re.escape(repr(word))}; (did you "
        r"mean|ids look)",
    ):
        chosen(giza.pieces(deck), ["chief", word])


def a_piece(name: str, **more: int | bool) -> Piece:
    return Piece(name, name, TOKEN, {"front": ()}, **more)  # type: ignore[arg-type] # int and bool as they come


def test_what_nobody_at_the_table_needs_is_left_out(giza: Game) -> None:
    """A piece for four stays at home with three players; everyone gets a reference card."""
    pieces = (
        a_piece("board"),
        a_piece("fourth", players=4),
        a_piece("card", each=True),
        a_piece("coin", count=2, each=True),
    )
    counts = {
        n: {piece.id: piece.count for piece in for_players(pieces, giza, n)} for n in (2, 3, None)
    }
    assert counts == {
        2: {"board": 1, "card": 2, "coin": 4},
        3: {"board": 1, "card": 3, "coin": 6},
        None: {"board": 1, "fourth": 1, "card": 4, "coin": 8},
    }


@pytest.mark.parametrize(("slug", "kind", "each"), [("giza", "action", 5), ("rocks", "penguin", 2)])
def test_fewer_players_need_fewer_colours(slug: str, kind: str, each: int) -> None:
    """Of the real games: a hand of action cards, or two penguins, for each player who is there, and
    all else.
    """
    row = game(slug)
    pieces = row.pieces(load_deck(row))
    for players in (2, 3, 4):
        needed = for_players(pieces, row, players)
        assert sum(piece.kind == kind for piece in needed) == each * players
        assert [piece for piece in needed if piece.kind != kind] == [
            piece for piece in pieces if piece.kind != kind
        ]
    assert for_players(pieces, row, None) == for_players(pieces, row, 4) == pieces


def test_a_solitaire_is_printed_for_one() -> None:
    """Up to eight may play it, but nobody wants eight reference cards unasked."""
    card = (a_piece("card", each=True),)
    counts = [for_players(card, game("solitaire"), players)[0].count for players in (None, 1, 8)]
    assert counts == [1, 1, 8]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_a_number_that_the_game_is_not_for_is_refused(giza: Game, players: int) -> None:
    """The message says for how many it is."""
    with pytest.raises(UsageError, match=f"--players: giza is not for {players}; use 2 to 4"):
        for_players((), giza, players)
