"""The giza deck: what a deck file may say, and what its fingerprint stands for."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from statistics import fmean

import pytest

from companion.decks import examine
from companion.errors import DeckError
from companion.giza.deck import COMPARISONS, GOAL_TEXTS, MAX_WEIGHT, Deck, Goal, read_deck, standard


def _changed(text: str, old: str, new: str, where: str = "") -> str:
    """`text` with the first `old` after `where` replaced."""
    start = text.index(where) if where else 0
    at = text.index(old, start)
    return text[:at] + new + text[at + len(old) :]


# --- the standard deck ----------------------------------------------------------------------------


def test_standard_deck_is_as_the_rules_say() -> None:
    """giza R1, D1, O: 52 penguins, four colours of 13, weights 0 to 5, 20 actions, ten goals, ten
    tokens.
    """
    deck = standard()
    assert Counter(penguin.colour for penguin in deck.penguins) == dict.fromkeys(
        [c.id for c in deck.colours], 13
    )
    assert {penguin.weight for penguin in deck.penguins} == set(range(MAX_WEIGHT + 1))
    assert (len(deck.players), [action.number for action in deck.actions]) == (4, [1, 2, 3, 4, 5])
    assert {goal.kind for goal in deck.goals} == set(GOAL_TEXTS)
    assert deck.tokens == 10


def test_heavier_penguins_carry_less() -> None:
    """giza R7, O: in each colour the mean strength falls with every step of weight."""
    deck = standard()
    for colour in deck.colours:
        own = sorted((p for p in deck.penguins if p.colour == colour.id), key=lambda p: p.weight)
        means = [
            fmean(p.strength for p in group) for _, group in groupby(own, key=lambda p: p.weight)
        ]
        assert means == sorted(set(means), reverse=True)


def test_every_card_shows_something_else() -> None:
    """giza R5, O: no two penguins, goals or sets of actions look the same without their tags."""
    deck = standard()
    assert len({(p.colour, p.weight, p.arms) for p in deck.penguins}) == 52
    assert len({(goal.text, goal.points) for goal in deck.goals}) == len(deck.goals)
    assert len({action.text for action in deck.actions}) == 5


def test_colour_is_never_the_only_sign() -> None:
    """giza R12, O: each penguin colour has a pattern and a symbol of its own, each player colour a
    symbol.
    """
    deck = standard()
    symbols = [colour.symbol for colour in (*deck.colours, *deck.players)]
    assert len(set(symbols)) == 8
    assert len({colour.pattern for colour in deck.colours}) == 4


def test_goal_texts_say_amount_and_colour() -> None:
    """giza R12, O: the printed line is made from the rule fields, so card and rule
    can't disagree.
    """
    for goal in standard().goals:
        assert "{" not in goal.text
        assert not goal.amount or str(goal.amount) in goal.text
        assert goal.colour_name in goal.text
        assert bool(goal.colour_name) == bool(goal.colour)
        assert goal.compares == (goal.kind in COMPARISONS)


@pytest.mark.parametrize(
    ("kind", "amount", "text"),
    [
        ("triangle", 1, "A triangle of three neighbours in one colour"),
        ("triangle", 2, "2 triangles of three neighbours, each in one colour; they may overlap"),
        ("outweigh", 1, "On at least one level, a penguin is heavier than any on the level below"),
        ("outweigh", 3, "On 3 or more levels, a penguin is heavier than any on the level below"),
    ],
)
def test_the_printed_line_of_one_and_of_several(kind: str, amount: int, text: str) -> None:
    """Your own deck may ask for a single one: the sentence is another then."""
    assert Goal("g", "G", kind, 3, amount).text == text


def test_lookups() -> None:
    """Penguins and goals are found by their ids."""
    deck = standard()
    assert [deck.by_id[p.id] for p in deck.penguins] == list(deck.penguins)
    assert [deck.goals_by_id[goal.id] for goal in deck.goals] == list(deck.goals)


# --- fingerprint and tags -------------------------------------------------------------------------

ART = [
    ("the title", 'title = "Test deck"', 'title = "Another"', ""),
    ("a colour's name", 'name = "Ruby"', 'name = "Rouge"', ""),
    ("an ink", 'ink = "#c8334a"', 'ink = "#000000"', ""),
    ("a symbol", 'symbol = "sun"', 'symbol = "star"', ""),
    ("a pattern", 'pattern = "dots"', 'pattern = "waves"', ""),
    ("an action's words", 'verb = "Lead"', 'verb = "March"', ""),
    ("an action's text", 'text = "Lead."', 'text = "March ahead."', ""),
    ("a goal's name", 'name = "Zeroes"', 'name = "Lights"', "[[goal]]"),
    ("a remark", "# weight", "# heavy", ""),
]
RULES = [
    ("a weight", "weight = 0", "weight = 5", ""),
    ("an arm", "arms = [2, 2]", "arms = [2, 3]", ""),
    ("a token more", "count = 10", "count = 11", ""),
    ("a goal's points", "points = 5", "points = 6", ""),
    ("a goal's amount", "amount = 2", "amount = 3", ""),
    ("a goal's colour", 'colour = "lapis"', 'colour = "gold"', "most-colour"),
]


@pytest.mark.parametrize(("old", "new", "where"), [a[1:] for a in ART], ids=[a[0] for a in ART])
def test_fingerprint_ignores_art(
    plain: Deck, plain_text: str, old: str, new: str, where: str
) -> None:
    """Names, inks and words are art: the deck stays the same deck."""
    assert read_deck(_changed(plain_text, old, new, where), "x").fingerprint == plain.fingerprint


@pytest.mark.parametrize(("old", "new", "where"), [r[1:] for r in RULES], ids=[r[0] for r in RULES])
def test_fingerprint_follows_the_rules(
    plain: Deck, plain_text: str, old: str, new: str, where: str
) -> None:
    """Whatever the rules ask is in the fingerprint."""
    assert read_deck(_changed(plain_text, old, new, where), "x").fingerprint != plain.fingerprint


def test_fingerprint_form() -> None:
    """SHA-256, hexadecimal."""
    assert re.fullmatch(r"[0-9a-f]{64}", standard().fingerprint)


def test_own_deck_rotates_its_second_tags(plain: Deck) -> None:
    """The standard deck's second tags stand in their order, another deck's are turned by 1 to 51
    places.
    """
    assert standard().tag_rotation == 0
    assert plain.tag_rotation == 1 + int(plain.fingerprint, 16) % 51
    assert 1 <= plain.tag_rotation <= 51


# --- what a deck file may not say -----------------------------------------------------------------

FAULTS = [
    (
        'colour = "ruby"\nweight = 0',
        'colour = "ruby"\nweight = 6',
        "penguin[1].weight",
        "6 is out of range",
    ),
    ("arms = [2, 2]", "arms = [2, 4]", "penguin[1].arms", "[2, 4] is not valid"),
    ("arms = [2, 2]", "arms = [2]", "penguin[1].arms", "[2] is not valid"),
    (
        "arms = [1, 1]",
        "arms = [2, 2]",
        "penguin[2].arms",
        "same colour, weight and arms as penguin-01 (line ",
    ),
    (
        'id = "penguin-01"',
        'id = "penguin-02"',
        "penguin[1].id",
        "'penguin-02' isn't allowed here",
    ),
    (
        'id = "penguin-01"\ncolour = "ruby"',
        'id = "penguin-01"\ncolour = "pink"',
        "penguin[1].colour",
        "'pink' is unk",
    ),
    (
        'id = "penguin-01"\n',
        'id = "penguin-01"\nheight = 3\n',
        "penguin[1].height",
        "no such field",
    ),
    *(
        ('id = "goal-zeroes"', f'id = "{name}"', "goal[1].id", f"another piece is called '{name}'")
        for name in ("chief", "token", "penguin-07", "action-copper-1", "rules", "stickers-1")
    ),
    ('id = "goal-zeroes"', 'id = "goal-level"', "goal[2].id", "'goal-level' is there twice"),
    ('ink = "#c8334a"', 'ink = "red"', "colour[1].ink", "'red' isn't a colour"),
    ('ink = "#c8334a"', 'ink = "#c8334g"', "colour[1].ink", "isn't a colour"),
    ('symbol = "sun"', 'symbol = "skull"', "colour[1].symbol", "'skull' is unknown"),
    ('symbol = "fish"', 'symbol = "fish"\npattern = "dots"', "player[1].pattern", "no such field"),
    ("number = 1", "number = 2", "action[1].number", "2 is out of range"),
    ("[[action]]\nnumber = 1", "[[actions]]\nnumber = 1", "action", "4 rows"),
    ('kind = "most-zeroes"', 'kind = "most-fish"', "goal[1].kind", "'most-fish' is unknown"),
    ("points = 5", "points = 10", "goal[1].points", "10 is out of range"),
    (
        'kind = "most-zeroes"\n',
        'kind = "most-zeroes"\namount = 3\n',
        "goal[1].amount",
        "no such field",
    ),
    ("amount = 2", "amount = 9", "goal[2].amount", "9 is out of range"),
    ('colour = "lapis"\npoints', 'colour = "pink"\npoints', "goal[6].colour", "'pink' is unknown"),
    ("count = 10", "count = 0", "token.count", "0 is out of range"),
    ("count = 10", "count = 10\ncolour = 1", "token.colour", "no such field"),
    ('title = "Test deck"\n', "", "title", "missing"),
    ('title = "Test deck"\n', 'title = "Test deck"\nauthor = "me"\n', "author", "no such field"),
]


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"), FAULTS, ids=[f"{f[2]}: {f[3]}" for f in FAULTS]
)
def test_fault(plain_text: str, old: str, new: str, field: str, problem: str) -> None:
    """A wrong field is refused with file, line and field, and the line is the one that
    was changed.
    """
    wrong = _changed(plain_text, old, new)
    with pytest.raises(DeckError) as caught:
        read_deck(wrong, "mine.toml")
    found = re.fullmatch(r"line (\d+), (.+)", caught.value.at)
    assert found
    assert (caught.value.source, found[2]) == ("mine.toml", field)
    assert problem in caught.value.problem
    assert caught.value.remedy
    key = field.rsplit(".", maxsplit=1)[-1]
    assert key in wrong.splitlines()[int(found[1]) - 1] or "missing" in problem


def test_a_missing_penguin_is_one_mistake(plain_text: str) -> None:
    """The ids of those after it are right where they are."""
    start = plain_text.index('[[penguin]]\nid = "penguin-07"')
    wrong = plain_text[:start] + plain_text[plain_text.index("[[penguin]]", start + 1) :]
    _, mistakes = examine(read_deck, wrong, "mine.toml")
    assert [mistake.problem for mistake in mistakes] == ["51 rows"]


def test_too_few_penguins(plain_text: str) -> None:
    """A deck of 51 would shift every tag: it is refused."""
    with pytest.raises(DeckError, match="51 rows; use 52 rows"):
        read_deck(plain_text[: plain_text.rindex("[[penguin]]")], "mine.toml")
