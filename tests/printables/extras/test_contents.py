"""All extras of all games: there, drawable in every ink, and of a size that A4 and Letter hold."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import printables.extras
from companion.deckfile import deck_text, load_deck
from companion.errors import PrintError
from companion.game import game, slugs
from companion.solitaire import GAME as SOLITAIRE
from printables.draw.colours import Ink
from printables.extras.contents import ARTISTS, contents
from printables.extras.tuckbox import PLAY
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
        float(str(piece.data["depth"]))
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
    deep = [piece.count * float(str(piece.data["depth"])) - PLAY for piece in (plain, folded)]
    assert deep[1] == pytest.approx(2 * deep[0], abs=0.2)
    assert (plain.count, folded.count) == (1, 2)


def test_the_box_is_for_as_many_as_play() -> None:
    """What the box says that it holds is what is printed: for two half of the penguins and action
    cards.
    """
    rocks, giza = (
        [
            str(piece.data["holds"])
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
