"""What each verb does (combust O), and that what is printed and documented is made from the same
words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.combust.deck import Deck, standard
from companion.combust.rules import legal_moves, to_move, view
from companion.combust.state import HIDDEN, State, Take
from companion.combust.verbs import FORMS, WAYS, Verb, read_verb
from companion.decks import parse
from docs.make_verbs import page
from tests.companion.combust.notation import move_text
from tests.companion.combust.refusals import refusal

Table = Callable[..., State]
Go = Callable[..., State]

PAGE = Path(__file__).parents[3] / "docs" / "combust-verbs.md"


def _texts(state: State) -> list[str]:
    return [move_text(move) for seat in to_move(state)[:1] for move in legal_moves(state, seat)]


# --- the vocabulary -------------------------------------------------------------------------------


def test_the_page_lists_the_vocabulary() -> None:
    """docs/combust-verbs.md is what `make docs` writes."""
    text = PAGE.read_text("utf-8")
    assert text == page()
    assert all(f"## {name}\n" in text for name in FORMS)


def test_verbs_and_ways_go_together() -> None:
    """Every verb has a meaning and at least one way, and the deck that ships uses each verb."""
    assert FORMS.keys() == WAYS.keys()
    assert all(WAYS.values())
    assert {verb.name for kind in standard().kinds for verb in kind.ability} == FORMS.keys()


def test_the_test_deck_knows_every_way(plain: Deck) -> None:
    """So what stands in this file and in test_rules.py can meet them all."""
    ways = {(name, *way) for name, found in WAYS.items() for way in found}
    used = {(v.name, v.chooser, v.source, v.target) for kind in plain.kinds for v in kind.ability}
    assert used == ways


WORDS = [
    (Verb("combust", "you", "line", "any", 1), "COMBUST a penguin on any line."),
    (
        Verb("combust", "you", "line", "rival", 2, least=12),
        "COMBUST 2 penguins worth 12 or more on another player's line.",
    ),
    (
        Verb("combust", "you", "line", "every", 1, extreme="lowest"),
        "COMBUST the lowest penguin on every line.",
    ),
    (
        Verb("combust", "owner", "line", "others", 3, extreme="highest"),
        "Every other player COMBUSTS the 3 highest penguins on their own line.",
    ),
    (
        Verb("steal", "you", "line", "rival", 1, most=9),
        "Steal a penguin worth 9 or less from another line for yours.",
    ),
    (
        Verb("steal", "chance", "hand", "left", 2),
        "Draw 2 cards unseen from the hand to your left into yours.",
    ),
    (Verb("draw", "nobody", "deck", "own", 1), "Draw a card and play again."),
    (Verb("draw", "nobody", "deck", "own", 2), "Draw 2 cards, then play one card."),
    (Verb("peek", "nobody", "deck", "own", 1), "Look at the deck's top card."),
    (Verb("peek", "nobody", "deck", "own", 3), "Look at the deck's top 3 cards."),
    (
        Verb("protect", "nobody", "line", "own", duration=1),
        "No other player's card touches your line until your next turn begins.",
    ),
    (
        Verb("protect", "nobody", "line", "own", duration=2),
        "No other player's card touches your line until you have started 2 more turns.",
    ),
]


@pytest.mark.parametrize(("verb", "text"), WORDS, ids=[text[:40] for _, text in WORDS])
def test_the_printed_text(verb: Verb, text: str) -> None:
    """The sentence on the card is made from the verb's fields."""
    assert verb.text == text


def _every_verb() -> Iterator[str]:
    """Every way of every verb as a deck file writes it, with its least count."""
    for name, ways in WAYS.items():
        form = FORMS[name]
        for chooser, source, target in ways:
            fields = [
                f'verb = "{name}"',
                f'chooser = "{chooser}"',
                f'source = "{source}"',
                f'target = "{target}"',
            ]
            fields += ["count = 1"] if source in form.count else []
            fields += ["duration = 1"] if form.duration else []
            fields += ['which = "any"'] if form.narrows and source == "line" else []
            yield "\n".join(fields)


@pytest.mark.parametrize("text", list(_every_verb()))
def test_every_way_reads_and_prints(text: str) -> None:
    """Nothing in the vocabulary is without a sentence, and each sentence ends."""
    verb = read_verb(parse(text, "my.toml"))
    assert verb.text.endswith(".")
    assert "{" not in verb.text


def test_texts_tell_abilities_apart() -> None:
    """Two kinds of the deck that ships print the same text only if they do the same."""
    texts = {kind.text: kind.ability for kind in standard().kinds}
    assert all(texts[kind.text] == kind.ability for kind in standard().kinds)


# --- combust --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "moves", "lines"),
    [
        (3, ["pick 0:4"], ["3", "5,8", "7,9", "2,6"]),
        (4, ["pick 1:5"], ["3,4", "8", "7,9", "2,6"]),
        (5, ["pick 3:2"], ["3,4", "5,8", "7,9", "6"]),
        (6, [], ["3,4", "8", "9", "6"]),
        (7, [], ["3", "5", "7", "2"]),
        (8, [], ["3,4", "5,8", "7", "2,6"]),
        (9, ["name 2", "pick 2:7"], ["3,4", "5,8", "9", "2,6"]),
        (10, ["pick 1:8", "pick 2:9", "pick 3:2"], ["3,4", "5", "7", "6"]),
        (11, ["pick 0:3", "pick 1:8", "pick 2:9", "pick 3:2"], ["4", "5", "7", "6"]),
    ],
)
def test_combust(table: Table, go: Go, card: int, moves: list[str], lines: list[str]) -> None:
    """combust R4: each way takes from the lines it names, and who chooses is who the card says."""
    state = go(
        table(f"3,4;1,{card}", "5,8;1", "7,9;1", "2,6;12", draw=(10,)), f"discard {card}", *moves
    )
    assert [",".join(map(str, line)) for line in state.lines] == lines
    assert state.active == 1


def test_combust_the_owner_chooses(table: Table, go: Go) -> None:
    """With `owner` the one who loses a penguin is asked, in turn order from the active player."""
    state = go(table("3,4;1,11", "5,8;1", "7,9;1", "2,6;12", draw=(10,), active=0), "discard 11")
    asked = []
    while _texts(state)[0].startswith("pick"):
        asked.append(to_move(state)[0])
        state = go(state, _texts(state)[0])
    assert asked == [0, 1, 2, 3]


def test_combust_the_leader_among_equals(table: Table, go: Go) -> None:
    """Of two lines with the highest sum the player chooses; only the highest penguin of each
    counts.
    """
    state = go(table("3,4;1,8", "5,8;1", "4,10;1", draw=(10,)), "discard 8")
    assert state.lines[2] == (4,)
    state = go(table("3,4;1,8", "4,9;1", "4,9;1", draw=(10,)), "discard 8")
    assert _texts(state) == ["pick 1:9", "pick 2:9"]
    state = go(table("3,4;1,8", "5,8;1", "4,9;1", draw=(10,)), "discard 8")
    assert _texts(state) == ["pick 1:8", "pick 2:9"]
    assert go(state, "pick 1:8").lines == ((3, 4), (5,), (4, 9))


@pytest.mark.parametrize(
    ("which", "picks", "left"),
    [("lowest", ["pick 1:2", "pick 2:3"], 7), ("highest", ["pick 1:10", "pick 2:7"], 3)],
)
def test_the_lowest_and_the_highest_are_those_of_the_line_that_is_picked(
    table: Table, go: Go, which: str, picks: list[str], left: int
) -> None:
    """Of any other line, not of all lines together; and the second one comes off the same line."""
    state = table("3;1,2", "2,9,10;1", "3,5,7;1", draw=(10,))
    verb = Verb("combust", "you", "line", "rival", 2, extreme=which)
    penguins = tuple(
        replace(kind, ability=(verb,)) if kind.value == 2 else kind for kind in state.deck.penguins
    )
    state = go(replace(state, deck=replace(state.deck, penguins=penguins)), "discard 2")
    assert _texts(state) == picks
    assert go(state, picks[1]).lines == ((3,), (2, 9, 10), (left,))


def test_combust_more_than_there_are(table: Table, go: Go) -> None:
    """Two penguins worth 12 or more, off one line, as many as there are; without any, nothing
    happens.
    """
    state = go(table("3;1,12", "5,13;1", "12,14;1", draw=(32, 9, 9)), "discard 12")
    assert _texts(state) == ["pick 1:13", "pick 2:12", "pick 2:14"]
    assert go(state, "pick 2:12").lines == ((3,), (5, 13), ())
    assert go(state, "pick 1:13").lines == ((3,), (5,), (12, 14))
    state = go(table("3;1,12", "5,9;1", "7,13;1", draw=(32, 9, 9)), "discard 12")
    assert (state.lines[2], _texts(state)[0]) == ((7,), "place 1")


# --- steal, swap ----------------------------------------------------------------------------------


def test_steal_from_a_line(table: Table, go: Go) -> None:
    """A penguin worth 9 or less changes lines; an own one or a better one doesn't."""
    state = go(table("3;1,17", "5,20;1", "9;1", draw=(10,)), "discard 17")
    assert _texts(state) == ["pick 1:5", "pick 2:9"]
    assert go(state, "pick 1:5").lines == ((3, 5), (20,), (9,))


def test_steal_from_the_left_and_from_the_leader(table: Table, go: Go) -> None:
    """From the line to the left only; from the highest sum, which may be the own, then nothing
    happens.
    """
    state = go(table("3;1,12", "5,8;1", "9;1", draw=(21, 10)), "discard 12")
    assert _texts(state) == ["pick 1:5", "pick 1:8"]
    state = go(table("3;1,12", "5,8;1", "9,10;1", draw=(22, 10)), "discard 12")
    assert state.lines == ((3,), (5, 8), (9, 10))
    state = go(state, "pick 2:10")
    assert (state.lines[0], state.lines[2]) == ((3, 9, 10), ())
    assert to_move(state) == (2,)
    state = go(table("20;1,12", "5,8;1", "9,10;1", draw=(22, 10)), "discard 12")
    assert state.lines[0] == (20,)


def test_steal_from_a_hand_is_chance_that_no_view_tells(table: Table, go: Go) -> None:
    """The seed decides, and it is in no view: the same view, different cards."""
    drawn = set()
    for seed in range(20):
        state = go(table("3;1,18", "5;2,9", "7;", draw=(10, 4), seed=seed))
        assert view(state, 0) == view(table("3;1,18", "5;2,9", "7;", draw=(10, 4)), 0)
        after = go(state, "discard 18")
        assert (len(after.hands[0]), after.lots) == (2, 1)
        drawn |= set(after.hands[0]) - {1}
    assert drawn == {2, 9}


def test_steal_more_than_the_hand_holds(table: Table, go: Go) -> None:
    """Two cards from the hand to the left: all that are there, and none from an empty one."""
    state = go(table("3;1,12", "5;2", "7;8", draw=(23, 9, 9)), "discard 12")
    assert (state.hands[0], state.hands[1]) == ((1, 2, 9), ())
    state = go(table("3;1,12", "5;", "7;8", draw=(23, 9, 9)), "discard 12")
    assert state.hands[0] == (1, 9)


def test_swap_lines(table: Table, go: Go) -> None:
    """First what is taken, then what is given; each penguin goes where the other was."""
    state = go(table("3,4;1,19", "5;1", "9;1", draw=(10,)), "discard 19", "pick 2:9")
    assert _texts(state) == ["pick 0:3", "pick 0:4"]
    assert go(state, "pick 0:3").lines == ((4, 9), (5,), (3,))
    assert refusal(state, 0, Take(2, 9)) is not None


def test_swap_without_anything_to_give(table: Table, go: Go) -> None:
    """An empty own line swaps nothing."""
    state = go(table(";1,19", "5;1", "9;1", draw=(10,), declined=[0]), "discard 19")
    assert (state.lines, state.active) == (((), (5,), (9,)), 1)


@pytest.mark.parametrize(
    ("event", "moves", "lines_and_hand"),
    [
        (24, ["pick 0:3", "pick hand:1"], ((1, 4), (5,), (9,), (2, 3, 10))),
        (25, ["pick 2:9", "pick hand:2"], ((3, 4), (5,), (2,), (1, 9, 10))),
    ],
)
def test_swap_with_the_hand(
    table: Table, go: Go, event: int, moves: list[str], lines_and_hand: tuple[tuple[int, ...], ...]
) -> None:
    """A hand card goes onto the line, own or another's, without its ability; the penguin comes into
    the hand.
    """
    state = go(table("3,4;1,2,12", "5;1", "9;1", draw=(event, 10)), "discard 12", *moves)
    assert (*state.lines, state.hands[0]) == lines_and_hand


# --- draw, switch hands, peek, protect ------------------------------------------------------------


def test_draw_two_and_play_one(table: Table, go: Go) -> None:
    """Two penguins come, whatever events come between; one card is played."""
    state = go(table("3;1,13", "5;6", "7;8", draw=(9, 29, 10, 2)), "discard 13")
    assert (state.hands[0], state.shields[0]) == ((1, 9, 10), 1)
    state = go(state, "place 10")
    assert (state.active, state.hands[0]) == (1, (1, 9))


def test_draw_two_of_one(table: Table, go: Go) -> None:
    """combust R7: the deck holds one card: it is drawn, and a card is played."""
    state = go(table("3;1,13", "5;6", "7;8", draw=(9,)), "discard 13")
    assert (state.hands[0], _texts(state)[0]) == ((1, 9), "place 1")


def test_draw_and_an_event_takes_the_hand_away(table: Table, go: Go) -> None:
    """combust R5, R7.D1a: the hand moved on after the draw and the deck is empty: nothing is left
    to play.
    """
    state = go(table("3;13", "5;6", "7;", draw=(9, 31)), "discard 13")
    assert (state.hands, state.phase, to_move(state)) == (((), (9,), (6,)), "last", (1,))


def test_switch_hands_with_a_player(table: Table, go: Go) -> None:
    """combust R5, R5.D1b: also with someone whose hand is empty; the two hands change
    places.
    """
    state = go(table("3;1,16", "5;", "7;6,8", draw=(2,)), "discard 16")
    assert _texts(state) == ["name 1", "name 2"]
    assert go(state, "name 1").hands == ((), (1, 2), (6, 8))


def test_peek_at_a_hand_shows_it_until_it_changes(table: Table, go: Go) -> None:
    """Only who looked sees it, and only as it was: once a card comes or goes it is hidden again."""
    state = go(table("3;1,12", "5;6", "7;8,9", draw=(26, 10, 2, 4)), "discard 12", "name 2")
    assert view(state, 0).state.hands == ((1, 10), (HIDDEN,), (8, 9))
    assert view(state, 1).state.hands == ((HIDDEN,) * 2, (6,), (HIDDEN,) * 2)
    state = go(state, "place 1")
    assert view(state, 0).state.hands[2] == (8, 9)
    state = go(state, "place 6")
    assert (state.active, view(state, 0).state.hands[2]) == (2, (HIDDEN,) * 3)


def test_peek_at_all_hands(table: Table, go: Go) -> None:
    """All other hands at once."""
    state = go(table("3;1,12", "5;6", "7;8,9", draw=(27, 10, 2)), "discard 12")
    assert view(state, 0).state.hands == ((1, 10), (6,), (8, 9))


def test_peek_at_the_deck(table: Table, go: Go) -> None:
    """The top three, fewer as they are drawn, by whomever."""
    state = go(table("3;1,12", "5;6", "7;8", draw=(28, 10, 2, 4, 5)), "discard 12")
    hidden = (HIDDEN,) * len(state.draw)
    assert view(state, 0).state.draw == (*state.draw[:2], *hidden[2:])
    assert (state.draw[:2], view(state, 1).state.draw) == ((2, 4), hidden)
    state = go(state, "place 1")
    assert view(state, 0).state.draw == (4, HIDDEN)


def test_protect(table: Table, go: Go) -> None:
    """No card of another player touches the line, until the own next turn begins; own cards still
    do.
    """
    state = table("3;1,2,12", "5,6;2,6;1", "7,8;2", draw=(9, 9, 9))
    assert _texts(go(state, "discard 2")) == ["pick 2:7", "pick 2:8"]
    every = go(table("3,4;1,7", "5,6;2,6;1", "7,8;2", draw=(9, 9, 9)), "discard 7")
    assert every.lines == ((3,), (5, 6), (7,))
    assert every.shields == (0, 0, 0)
    own = go(table("3,4;1,3;1", "5,6;2,6", "7,8;2", draw=(9, 9, 9)), "discard 3")
    assert _texts(own) == ["pick 0:3", "pick 0:4"]


def test_protect_ends_when_the_next_turn_begins(table: Table, go: Go) -> None:
    """Begun by an event in a turn, it lasts a whole round."""
    state = go(table("3;1,12", "5;1", "7;1", draw=(29, 9, 9, 9, 9)), "discard 12", "place 9")
    assert state.shields == (1, 0, 0)
    state = go(state, "place 9", "place 9")
    assert (state.active, state.shields) == (0, (0, 0, 0))


def test_protect_never_shortens_a_longer_one(table: Table, go: Go) -> None:
    """Two turns of protection left stay two when a card gives one."""
    assert go(table("3;1,12;2", "5;1", "7;1", draw=(29, 9, 9)), "discard 12").shields[0] == 2


def test_protect_leaves_hands_open(table: Table, go: Go) -> None:
    """It is the line that is safe: hands still switch."""
    state = go(table("3;1,14", "5;6;1", "7;8", draw=(2,)), "discard 14")
    assert state.hands == ((8,), (1, 2), (6,))


def test_a_wholly_protected_table_leaves_nothing_to_take(table: Table, go: Go) -> None:
    """A verb that finds nothing does nothing, and the turn goes on."""
    state = go(table("3;1,2", "5;6;1", "7;8;1", draw=(2,)), "discard 2")
    assert (state.lines, state.active) == (((3,), (5,), (7,)), 1)
    state = go(table("3;1,9", "5;6;1", "7;8;1", draw=(2,)), "discard 9")
    assert state.active == 1


def test_no_card_is_lost(table: Table, go: Go) -> None:
    """Whatever a verb moves, the deck's cards are all there."""
    state = table("3,4;1,13,19", "5;6", "9;8", draw=(26, 24, 10, 2, 9))
    state = go(state, "discard 13", "name 1", "pick 0:3", "pick hand:1", "place 19")
    piles = [state.draw, state.discard, *state.lines, *state.hands]
    assert Counter(card for pile in piles for card in pile) == Counter(state.deck.cards)
