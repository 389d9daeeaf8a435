"""The deck file of combust: what it must say, and what its errors say."""

from __future__ import annotations

import re

import pytest

from companion.combust import GAME
from companion.combust.deck import FIRST_EVENT, KINDS, MAX_EVENTS, Deck, read_deck, standard
from companion.errors import DeckError

COPIES = (8, 6, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1)


def test_o_the_deck_that_ships() -> None:
    """combust O: 80 cards; 68 penguins in 20 kinds of the values 1 to 20, the higher the rarer; 12
    events.
    """
    deck = standard()
    assert [kind.value for kind in deck.penguins] == list(range(1, 21))
    assert tuple(kind.copies for kind in deck.penguins) == COPIES
    assert sum(kind.copies for kind in deck.events) == 12
    assert len(deck.cards) == 80
    assert [kind.number for kind in deck.kinds] == list(range(1, FIRST_EVENT + len(deck.events)))


def test_o_names_differ() -> None:
    """Every kind has an id and a name of its own."""
    kinds = standard().kinds
    assert len({kind.id for kind in kinds}) == len({kind.name for kind in kinds}) == len(kinds)


def test_pieces_are_the_deck() -> None:
    """A card a kind with its copies, and on it what the rules know."""
    deck = standard()
    pieces = GAME.pieces(deck)
    assert [(piece.id, piece.count) for piece in pieces] == [
        (kind.id, kind.copies) for kind in deck.kinds
    ]
    assert pieces[0].data["value"] == 1
    assert "value" not in pieces[-1].data
    assert all(piece.data["text"] == deck.by_id[piece.id].text for piece in pieces)


def test_the_fingerprint_is_of_the_rules(plain: Deck, plain_text: str) -> None:
    """Names are art; copies and every field of a verb are rules."""
    renamed = read_deck(plain_text.replace("Penguin 7", "Somebody"), "my.toml")
    assert renamed.fingerprint == plain.fingerprint != standard().fingerprint
    for old, new in [
        ("copies = 4", "copies = 3"),
        ("at most 9", "at most 8"),
        ("duration = 1", "duration = 2"),
        ('which = "highest"', 'which = "lowest"'),
        ("count = 3", "count = 2"),
        ('"penguin-1"', '"p-1"'),
        ('"you", source = "line", target = "any"', '"you", source = "line", target = "own"'),
    ]:
        assert plain_text.count(old) > 0
        changed = plain_text.replace(old, new, 1)
        assert read_deck(changed, "my.toml").fingerprint != plain.fingerprint, old


def test_rotation_comes_from_the_fingerprint(plain: Deck, plain_text: str) -> None:
    """Second tags tell decks apart: none are turned in the deck that ships, all of them in any
    other.
    """
    assert standard().tag_rotation == 0
    turns = set()
    for copies in range(3, 12):
        own = read_deck(plain_text.replace("copies = 4", f"copies = {copies}", 1), "my.toml")
        assert own.tag_rotation % KINDS
        assert own.tag_rotation % MAX_EVENTS
        turns.add(own.tag_rotation)
    assert plain.tag_rotation in turns
    assert len(turns) > 5


FAULTS = [
    (r"value = 3\n", "value = 4\n", "penguin[3].value", "4 is out of range"),
    (r"copies = 4", "copies = 0", "penguin[1].copies", "0 is out of range"),
    (r"copies = 4", "copies = 2", "line 6, penguin", "40 penguin cards in all"),
    (
        r'verb = "draw"',
        'verb = "flood"',
        "penguin[12].ability[1].verb",
        "'flood' is unknown; use one of: combust",
    ),
    (
        r'chooser = "owner"',
        'chooser = "king"',
        "penguin[9].ability[1].chooser",
        "'king' is unknown",
    ),
    (
        r'"chance", source = "hand"',
        '"chance", source = "line"',
        "penguin[18].ability[1].source",
        "'line' isn't allowed here; it must be 'hand'",
    ),
    (
        r'target = "leader"',
        'target = "queen"',
        "penguin[8].ability[1].target",
        "'queen' is unknown",
    ),
    (r"at most 9", "at most 21", "penguin[17].ability[1].which", "'at most 21' is unknown"),
    (
        r'target = "own", count = 3',
        'target = "own", count = 9',
        "event[8].ability[1].count",
        "9 is out of range",
    ),
    (r"duration = 1", "duration = 0", "penguin[13].ability[2].duration", "0 is out of range"),
    (r'(verb = "swap")', r"\1, count = 1", "penguin[19].ability[1].count", "no such field"),
    (r'(verb = "draw".*), count = 1', r"\1", "penguin[12].ability[1].count", "missing"),
    (r"ability = \[\n.*\n\]", "ability = []", "penguin[1].ability", "is not valid"),
    (r"ability = \[\n.*\n\]", 'ability = ["combust"]', "penguin[1].ability", "is not valid"),
    (r"ability = \[\n.*\n\]", "ability = 3", "penguin[1].ability", "3 is not valid"),
    (r'id = "penguin-2"', 'id = "penguin-1"', "penguin[2].id", "'penguin-1' is there twice"),
    (r'title = "Plain"', 'title = "Plain"\nrules = 3', "rules", "no such field"),
]


@pytest.mark.parametrize(
    ("old", "new", "at", "says"), FAULTS, ids=[f"{new[:30]} {at}" for _, new, at, _ in FAULTS]
)
def test_a_wrong_field_is_named(plain_text: str, old: str, new: str, at: str, says: str) -> None:
    """File, line, field and remedy; the line is that of the field, or of the braces that it stands
    in.
    """
    every = "40 penguin" in says
    text, changes = re.subn(old, new, plain_text, count=0 if every else 1)
    assert changes
    with pytest.raises(DeckError) as caught:
        read_deck(text, "my.toml")
    message = str(caught.value)
    assert message.startswith("my.toml: line ")
    assert at in message
    assert says in message
    line = int(re.findall(r"line (\d+)", message)[0])
    same = [
        n
        for n, (a, b) in enumerate(zip(text.splitlines(), plain_text.splitlines(), strict=False), 1)
        if a != b
    ]
    assert every or line == same[0] or "rules" in at


def test_every_copy_counts(plain: Deck) -> None:
    """The cards are each kind as often as it has copies."""
    assert all(plain.cards.count(kind.number) == kind.copies for kind in plain.kinds)
