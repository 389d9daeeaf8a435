"""The deck file: each field is checked, and a mistake is named by file, line and field."""

from __future__ import annotations

import re

import pytest

from companion.errors import DeckError
from companion.game import Game
from companion.hexes import distance
from companion.pirates import GAME
from companion.pirates.deck import Deck, read_deck, standard
from companion.pirates.pieces import HEX_SIDE, board_box, board_hexes, effect_texts, map_size

WRONG = [
    (r"most = 15", "most = 99", r"line \d+, speed.most: 99 is out of range"),
    (
        r"storm = 5",
        "storm = 8",
        (
            r"line \d+, sails.storm: 8 is out of range; use a whole number "
            r"from 0 to 7"
        ),
    ),
    (r"\[water\]\nstart = 0", "[water]\nstart = 7", r"line \d+, water.start: 7 is out of range"),
    (r"storm = 5\n", "", r"line \d+, sails.storm: missing"),
    (r'ink = "#d3543c"', 'ink = "red"', r"line \d+, penguin\[1\].ink: 'red' isn't a colour"),
    (r'symbol = "star"', 'symbol = "dog"', r"line \d+, penguin\[1\].symbol: 'dog' is unknown"),
    (
        r'symbol = "star"',
        'symbol = "wave"',
        (
            r"line \d+, penguin\[2\].symbol: 'wave' is there "
            r"twice; give each row one"
        ),
    ),
    (
        r'id = "teal"\nname',
        'id = "coral"\nname',
        (
            r"line \d+, penguin\[\d\].id: 'coral' is there "
            r"twice"
        ),
    ),
    (
        r'id = "coral"\nname',
        'id = "Rot / Blau"\nname',
        r"line \d+, penguin\[1\].id: 'Rot / Blau' is not valid; use",
    ),
    (
        r'dots = "y"',
        'dots = "y bob"',
        (
            r"line \d+, pier.dots: 'y bob' is not valid; put 'bob' on a "
            r"board"
        ),
    ),
    (
        r'dots = "y"',
        'dots = "r home"',
        (
            r"line \d+, pier.dots: 'r home' is not valid; put 'home' "
            r"on a board"
        ),
    ),
    (
        r'dots = "y"',
        'dots = "y cousin"',
        (
            r"line \d+, pier.dots: 'y cousin' is not valid; put "
            r"'cousin' on a board"
        ),
    ),
    (r'id = "b1"', 'id = "a1"', r"line \d+, site\[2\].id: 'a1' is not valid"),
    (
        r"middle = \[-2, -1\]",
        "middle = [-2, 0]",
        (
            r"line \d+, site\[2\].middle: \[-2, 0\] is not "
            r"valid"
        ),
    ),
    (r"middle = \[-2, -1\]", "middle = [-20, -1]", r"line \d+, site\[2\].middle: .* is not valid"),
    (
        r'turn = 0\nback = "blue"',
        'turn = 0\nback = "red"',
        (
            r"line \d+, site\[1\].back: 'red' is "
            r"not valid"
        ),
    ),
    (
        r'turn = 0\nback = "blue"',
        'turn = 6\nback = "blue"',
        (
            r"line \d+, site\[1\].turn: 6 is out "
            r"of range"
        ),
    ),
    (
        r'(id = "b1"\n.*\n.*\n)back = "yellow"',
        r'\1back = "red"',
        (
            r"board: the backs don't match "
            r"the places"
        ),
    ),
    (r'dots = "y"', 'dots = ""', r"line \d+, pier.dots"),
    (r'between = "s sw"', 'between = "s n"', r"line \d+, pier.between: 's n' aren't neighbours"),
    (r'between = "s sw"', 'between = "s up"', r"line \d+, pier.between: 's up' is not valid"),
    (r'between = "s sw"', 'between = "sw nw"', r"line \d+, pier.between: 0 whirlwinds there"),
    (r'middle = "yy"', 'middle = "kraken"', r"line \d+, board\[1\].middle: 'kraken' isn't a hex"),
    (r'middle = "yy"', 'middle = "ry"', r"line \d+, board\[1\].middle: 'ry' isn't a hex"),
    (r'middle = "yy"', 'middle = "yyyyyyy"', r"line \d+, board\[1\].middle: 'yyyyyyy' isn't a hex"),
    (r'middle = "yy"', 'middle = "yy whale"', r"line \d+, board\[1\].middle: 'whale' is unknown"),
    (r'middle = "yy"', 'middle = "yy bob"', r"board: 'bob' has no place"),
    (r'middle = "yy"', 'middle = "yy home"', r"board: 'home' has no place"),
    (r'middle = "yy"', 'middle = "yy cousin"', r"board: 'cousin' is there twice"),
    (
        r'(?s)middle = "yy"(.*) cousin"',
        r'middle = "yy cousin"\1"',
        (
            r"line 1\d\d, board\[1\].middle: 'yy cousin' is not valid; hide 'cousin' on a yellow "
            r"or "
            r"red board"
        ),
    ),
    (
        r'(?s)nw = "yr kraken"(.*) cousin"',
        r'nw = "yr cousin"\1"',
        (
            r"line 1\d\d, board\[2\].nw: 'yr cousin' is not valid; hide 'cousin' .* but not on "
            r"that "
            r"of 'bob'"
        ),
    ),
    (r'id = "red-2"', 'id = "red-1"', r"board\[\d+\].id: 'red-1' is not valid"),
    (
        r'id = "coral-02"',
        'id = "coral-03"',
        r"line \d+, handicap\[2\].id: 'coral-03' isn't allowed here",
    ),
    (
        r'white = "scout starboard"',
        'white = "scout"',
        (
            r"line \d+, handicap\[1\].white: 'scout' is "
            r"not valid"
        ),
    ),
    (
        r'white = "scout starboard"',
        'white = "scout fly"',
        (
            r"line \d+, handicap\[1\].white: 'scout "
            r"fly' is not valid"
        ),
    ),
    (
        r'white = "scout starboard"',
        'white = "scout anchor"',
        (
            r"line \d+, handicap\[1\].yellow: an "
            r"action is white and"
        ),
    ),
    (
        r'white = "scout starboard"',
        'white = "scout port"',
        (
            r"handicap\[12\].white: 'port' is red "
            r"3 times"
        ),
    ),
    (r"order = 5", "order = 6", r"line \d+, event\[\d+\].order: 6 is out of range"),
    (r"distance = 1", "distance = 0", r"line \d+, event\[\d+\].distance: 0 is out of range"),
    (
        r'effects = "speed \+1"',
        'effects = "wind +1"',
        (
            r"line \d+, event\[1\].effects: 'wind \+1' "
            r"isn't an effect"
        ),
    ),
    (
        r'effects = "speed \+1"',
        'effects = "speed 1"',
        (
            r"line \d+, event\[1\].effects: 'speed 1' "
            r"isn't an effect"
        ),
    ),
    (
        r'effects = "speed \+1"',
        'effects = "speed +1"\nextra = 1',
        r"event\[1\].extra: no such field",
    ),
    (r'\[\[event\]\]\nid = "event-12"[^\[]*', "", r"event: 11 rows"),
]


@pytest.mark.parametrize(
    ("found", "instead", "problem"), WRONG, ids=[str(n) for n in range(len(WRONG))]
)
def test_a_wrong_field_is_named(plain_text: str, found: str, instead: str, problem: str) -> None:
    """File, line, field, what is wrong and what to write instead."""
    wrong = re.sub(found, instead, plain_text, count=1)
    assert wrong != plain_text
    with pytest.raises(DeckError, match=problem) as caught:
        read_deck(wrong, "my.toml")
    assert str(caught.value).startswith("my.toml: line ")
    assert caught.value.remedy


def test_the_line_that_is_named_is_the_wrong_one(plain_text: str) -> None:
    """The number counts from 1, as editors do."""
    wrong = plain_text.replace('effects = "fish -2"', 'effects = "fish two"')
    number = next(n for n, line in enumerate(wrong.splitlines(), 1) if "fish two" in line)
    with pytest.raises(DeckError, match=f"line {number}, "):
        read_deck(wrong, "my.toml")


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        ("start = 2", "start = 3"),
        ("storm = 5", "storm = 6"),
        ("turn = 5", "turn = 4"),
        ('dots = "y"', 'dots = "r"'),
        ('middle = "yy"', 'middle = "yyy"'),
        ("distance = 1", "distance = 2"),
        ("order = 5", "order = 4"),
        ('effects = "speed +1"', 'effects = "speed +2"'),
    ],
)
def test_a_rule_field_changes_the_fingerprint(
    plain: Deck, plain_text: str, found: str, instead: str
) -> None:
    """Whoever plays by other numbers plays another deck."""
    assert (
        read_deck(plain_text.replace(found, instead, 1), "my.toml").fingerprint != plain.fingerprint
    )


@pytest.mark.parametrize("found", ['title = "', 'name = "', 'ink = "#d3543', 'symbol = "st'])
def test_art_and_names_do_not(plain: Deck, plain_text: str, found: str) -> None:
    """The same rules in other colours are the same deck."""
    instead = {'ink = "#d3543': 'ink = "#a3543', 'symbol = "st': 'symbol = "palm" # "'}.get(
        found, f"{found}New "
    )
    other = plain_text.replace(found, instead, 1)
    assert other != plain_text
    assert read_deck(other, "my.toml").fingerprint == plain.fingerprint


def test_equal_decks_are_one_in_a_dictionary(plain: Deck, plain_text: str) -> None:
    """A deck hashes by its fingerprint."""
    assert {plain: 1}[read_deck(plain_text, "again.toml")] == 1


# --- map and pieces ---


def test_the_map_is_one_piece_without_overlaps() -> None:
    """92 different hexes; the board in each place touches those that it says it does; ahead is
    mutual.
    """
    chart = standard().chart
    assert len(set(chart.spots)) == len(chart.spots) == 92
    for hex_id, there in enumerate(chart.ahead):
        for direction, other in enumerate(there):
            if other >= 0:
                assert chart.ahead[other][(direction + 3) % 6] == hex_id
                assert distance(chart.spots[hex_id], chart.spots[other]) == 1
    assert all(
        place in chart.next_to[other] for place, near in enumerate(chart.next_to) for other in near
    )
    assert len({chart.name(hex_id) for hex_id in range(92)}) == 92


def test_every_component_is_a_piece() -> None:
    """The game's list of components, counted: tiles, cards, tokens, trackers, ships."""
    assert isinstance(GAME, Game)
    pieces = GAME.pieces(standard())
    counts = {
        kind: sum(p.count for p in pieces if p.kind == kind) for kind in {p.kind for p in pieces}
    }
    assert counts == {
        "tile": 13,
        "handicap": 48,
        "event": 12,
        "tracker": 2,
        "token": 19,
        "standee": 2,
    }
    assert len({piece.id for piece in pieces}) == len(pieces)
    by_id = {piece.id: piece.count for piece in pieces}
    assert (by_id["wave"], by_id["crab"], by_id["fish"], by_id["anchor"], by_id["captain"]) == (
        2,
        1,
        10,
        1,
        1,
    )


def test_pieces_fit_the_paper() -> None:
    """Each piece goes on an A4 page with margins of 10 mm; a tile's box holds all its hexes."""
    deck = standard()
    for piece in GAME.pieces(deck):
        short, long = sorted((piece.size.width, piece.size.height))
        assert short <= 190
        assert long <= 277
    corner, size = board_box(deck, deck.boards[1])
    assert (corner.x, size.width) == pytest.approx((-2.5 * HEX_SIDE, 5 * HEX_SIDE))
    assert len(board_hexes(deck, deck.boards[0])) == 8
    assert board_box(deck, deck.boards[0])[1].height > size.height
    assert map_size(deck).width < 600


def test_printed_effects_come_from_the_rules() -> None:
    """Each event says something, and what it says are its own numbers."""
    for event in standard().events:
        said = " ".join(effect_texts(event))
        assert said
        assert all(f"{verb.capitalize()} {amount:+d}" in said for verb, amount in event.changes)
        assert ("Pirates" in said) == event.spawns
        assert ("Your ship turns once to" in said) == bool(event.turn)
