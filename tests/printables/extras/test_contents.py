"""Which pieces are printed, and the extras of all games: there, drawable in every ink, and of a
size that A4 and Letter hold.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import printables.extras
from companion.deckfile import deck_text, load_deck
from companion.errors import PrintError, UsageError
from companion.game import Game, Piece, game, slugs
from companion.giza.deck import Deck
from companion.layout import TOKEN
from companion.solitaire import GAME as SOLITAIRE
from printables.draw.colours import Ink
from printables.extras.contents import ARTISTS, chosen, contents, for_players
from printables.extras.tuckbox import PLAY, net_of
from printables.faces.artists import shape_of
from printables.sheets.imposition import SIDES, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS
from tests.printables.extras.drawn import drawn, pieces

every_game = pytest.mark.parametrize("slug", slugs())
# a light cover and a dark one: inks change colours only
UNLIKE = (("giza", "low"), ("pirates", "mono"))
EXTRA = {"box", "stickers"}  # printed when they are asked for


@pytest.mark.parametrize(("slug", "ink"), [*((slug, "full") for slug in slugs()), *UNLIKE])
@pytest.mark.parametrize("kind", ARTISTS)
def test_every_extra_prints_in_every_ink(slug: str, kind: str, ink: Ink) -> None:
    """Preflight finds nothing: letters keep off the edge, grounds bleed, lines print, tags keep
    their quiet zone.
    """
    assert drawn(slug, kind, ink).startswith(b"%PDF")


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["long", "gutterfold"])
def test_every_extra_fits_the_paper_at_home(slug: str, paper: str, sides: str) -> None:
    """None is cut into panels: a rules page in two halves isn't a page."""
    found = [piece for kind in ARTISTS for piece in pieces(slug, kind)]
    pages = impose(
        copies_of(found, 1, shape_of(game(slug), load_deck(game(slug)))),
        PAPERS[paper],
        SIDES[sides],
    )
    assert {placed.copy.panel for page in pages for placed in page.placements} == {None}


@every_game
def test_what_is_printed_unasked(slug: str) -> None:
    """Label, rules, cards and pad come with every print; box and stickers are for those who ask."""
    row = game(slug)
    deck, text = load_deck(row), deck_text(row)[0]
    own, usual, all_ = (contents(row, deck, text, extras=extras) for extras in (False, None, True))
    assert own == row.pieces(deck)
    more = usual[len(own) :]
    assert {piece.kind for piece in more} == set(ARTISTS)
    assert {piece.kind for piece in more if piece.extra} == EXTRA
    assert [piece.id for piece in all_] == [piece.id for piece in usual]
    assert not any(piece.extra for piece in all_)


@every_game
def test_ids_are_new(slug: str) -> None:
    """No extra is called like a piece of the game: the manifest names both."""
    row = game(slug)
    found = contents(row, load_deck(row), deck_text(row)[0])
    assert len({piece.id for piece in found}) == len(found)
    assert not {piece.kind for piece in row.pieces(load_deck(row))} & set(ARTISTS)


def test_same_bytes_twice() -> None:
    """No clock and no chance in a drawing."""
    first = drawn("giza", "label")
    drawn.cache_clear()
    assert drawn("giza", "label") == first


def test_a_resized_board_has_its_own_label() -> None:
    """The code on the label is that of the board that is printed, not of the file that it was read
    from.
    """
    row = SOLITAIRE
    board = load_deck(row).sized(4, 5)
    label = next(
        piece for piece in contents(row, board, deck_text(row)[0]) if piece.kind == "label"
    )
    assert board.fingerprint[:8].upper() in str(label.data["code"])


def test_thicker_paper_needs_a_deeper_box() -> None:
    """The box is made for the cards' paper."""
    row = game("giza")
    deck, text = load_deck(row), deck_text(row)[0]
    thin, thick = (
        net_of(piece).depth
        for weight in (160, 300)
        for piece in contents(row, deck, text, weight=weight)
        if piece.kind == "box"
    )
    assert thin < thick


def test_cards_of_two_layers_need_a_box_twice_as_deep() -> None:
    """Sheets that are folded and glued make cards twice as thick: giza's need two boxes, each of a
    full one's depth.
    """
    row = game("giza")
    deck, text = load_deck(row), deck_text(row)[0]
    plain, folded = (
        next(piece for piece in contents(row, deck, text, folded=folded) if piece.kind == "box")
        for folded in (False, True)
    )
    deep = [piece.count * net_of(piece).depth - PLAY for piece in (plain, folded)]
    assert deep[1] == pytest.approx(2 * deep[0], abs=0.2)
    assert (plain.count, folded.count) == (1, 2)


def test_the_box_is_for_as_many_as_play() -> None:
    """What the box says that it holds is what is printed: for two half of the penguins and action
    cards.
    """
    rocks, giza = (
        [
            str(net_of(piece).holds)
            for players in (2, None)
            for piece in contents(row, load_deck(row), deck_text(row)[0], players=players)
            if piece.kind == "box"
        ]
        for row in (game("rocks"), game("giza"))
    )
    assert rocks == ["4 penguins, 24 rocks, the die", "8 penguins, 24 rocks, the die"]
    assert giza == ["75 cards, 10 small pieces", "87 cards, 10 small pieces"]


def test_a_long_text_is_refused_by_name() -> None:
    """Texts shrink in steps; what doesn't fit even then is an error that names the page."""
    from companion.summary import Item, Section
    from printables.art.cover import cover
    from printables.extras import rules

    endless = Section("Endless", "points", (Item("word " * 3000, ("R1",)),))
    with pytest.raises(PrintError, match="rules: its text does not fit, even at"):
        rules.set_columns([endless, endless], cover("giza"), ["front"])


@pytest.mark.parametrize(
    "path", sorted(Path(printables.extras.__path__[0]).glob("*.py")), ids=lambda path: path.stem
)
def test_no_game_is_named(path: Path) -> None:
    """What is peculiar to a game stands in its cover: nothing else in the wing's extras names one
    in its code.
    """
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value not in slugs(), f"line {node.lineno}"


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
    """`--only goal` prints the ten goals, and no word all but extras."""
    pieces = giza.pieces(deck)
    assert chosen(pieces, ["goal"]) == tuple(piece for piece in pieces if piece.kind == "goal")
    assert chosen(pieces, []) == tuple(piece for piece in pieces if not piece.extra)


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
