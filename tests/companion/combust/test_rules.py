"""The rules one by one, R1 to R7, by their numbers in the project's rules notes; the verbs stand in
test_verbs.py.

(D) marks our reading where the rulebook is silent, (O) our own deck. Positions use the test deck,
plain.toml: a player is written "line;hand".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.combust import rules
from companion.combust import state as positions
from companion.combust.deck import FIRST_EVENT, Deck, standard
from companion.combust.rules import apply, legal_moves, result, setup, to_move, view
from companion.combust.state import Keep, NextTurn, Play, State, decision
from companion.errors import UsageError
from tests.companion.combust.notation import move_text, parse_move
from tests.companion.texts import IllegalMoveError

Table = Callable[..., State]
Go = Callable[..., State]


def _texts(state: State) -> list[str]:
    """The legal moves of whoever is to move."""
    return [move_text(move) for seat in to_move(state)[:1] for move in legal_moves(state, seat)]


def _refused(state: State, text: str, rule: str) -> str:
    """Assert that a move is refused by this rule, and absent from the list; the reason."""
    seat = to_move(state)[0]
    with pytest.raises(IllegalMoveError, match=f"combust {rule}: ") as caught:
        parse_move(state, seat, text)
    assert text not in _texts(state)
    return caught.value.problem


# --- R1, R2: dealing, and the first player --------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 9))
def test_r1_setup(plain: Deck, players: int) -> None:
    """combust R1: the top card starts the discard pile, everyone holds four penguins, and no card
    is lost.
    """
    for seed in range(20):
        state = setup(plain, players, seed)
        assert [len(hand) for hand in state.hands] == [4] * players
        assert all(card < FIRST_EVENT for hand in state.hands for card in hand)
        assert state.discard
        cards = Counter(
            [*state.draw, *state.discard, *(card for hand in state.hands for card in hand)]
        )
        assert cards == Counter(plain.cards)


def test_r1_a_dealt_event_is_discarded_and_redrawn(plain: Deck) -> None:
    """combust R1, R2.D2: a dealt event lies on the discard pile under what comes later, and has no
    effect.
    """
    state = next(s for s in (setup(plain, 8, seed) for seed in range(50)) if len(s.discard) > 2)
    assert all(card >= FIRST_EVENT for card in state.discard[1:])
    assert state.shields == (0,) * 8
    assert (state.shown, state.peeked) == ((), (0,) * 8)


@pytest.mark.parametrize("players", [0, 2, 9])
def test_r1_players(plain: Deck, players: int) -> None:
    """combust R1: the game is for 3 to 8."""
    with pytest.raises(UsageError, match="play with 3 to 8"):
        setup(plain, players, 1)


def _dealt(plain: Deck, *hands: tuple[int, ...]) -> State:
    """Just dealt, with these hands; the deck holds the rest."""
    rest = Counter(plain.cards)
    rest.subtract(card for hand in hands for card in hand)
    return replace(
        setup(plain, len(hands), 1), hands=hands, draw=tuple(rest.elements())[:-1], discard=(32,)
    )


def test_r2_three_of_four_go_into_the_line(plain: Deck) -> None:
    """combust R2: everyone keeps one in secret; when all have, the others lie in the lines and a
    turn has begun.
    """
    state = _dealt(plain, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    assert to_move(state) == (0, 1, 2)
    state = apply(apply(state, 2, Keep(12)), 0, Keep(1))
    assert (to_move(state), state.lines) == ((1,), ((), (), ()))
    state = apply(state, 1, Keep(6))
    assert state.lines == ((2, 3, 4), (5, 7, 8), (9, 10, 11))
    assert (state.active, len(state.hands[0]), state.hands[1:]) == (0, 2, ((6,), (12,)))


def test_r2_what_is_kept_is_secret_until_all_have_chosen(plain: Deck) -> None:
    """combust R2: the others see that someone has chosen, not what."""
    state = _dealt(plain, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    one, other = apply(state, 0, Keep(1)), apply(state, 0, Keep(2))
    assert view(one, 1) == view(other, 1) != view(state, 1)
    assert view(one, 0) != view(other, 0)


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        (((20, 9, 9, 9), (20, 8, 8, 8), (20, 7, 7, 7)), 2),
        (((20, 5, 5, 5), (20, 5, 6, 4), (20, 7, 7, 7)), 1),
        (((20, 5, 5, 5), (20, 7, 7, 7), (20, 4, 5, 6)), 2),
        (((20, 5, 5, 5), (20, 4, 5, 6), (20, 4, 4, 7)), 1),
        (((20, 5, 5, 4), (20, 5, 5, 5), (20, 5, 5, 6)), 0),
    ],
    ids=[
        "lowest",
        "dealer ties with the next",
        "dealer ties with the last",
        "all tie",
        "dealer alone",
    ],
)
def test_r2_the_lowest_line_starts(
    plain: Deck, hands: tuple[tuple[int, ...], ...], first: int
) -> None:
    """combust R2, R2.D1: a tie goes to the first tied player clockwise from the dealer, seat 0, who
    comes last.
    """
    state = _dealt(plain, *(tuple(sorted(hand)) for hand in hands))
    for seat in range(len(hands)):
        state = apply(state, seat, Keep(20))
    assert state.active == first


def test_r2_turns_go_clockwise(table: Table, go: Go) -> None:
    """combust R2: from seat to seat to the left, over those who are out."""
    state = table("3;1,4", "5;6", "7;8", ";", draw=(2, 2, 2, 2), gone=[[3]])
    seen = []
    for _ in range(4):
        seen.append(state.active)
        state = go(state, _texts(state)[0])
    assert seen == [0, 1, 2, 0]


def test_r2_only_a_dealt_card_is_kept_and_only_once(plain: Deck, table: Table) -> None:
    """combust R2: another card, a second choice and a late one are refused."""
    state = _dealt(plain, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    assert "was not dealt" in _refused(state, "keep 5", "R2")
    assert "first everybody" in _refused(state, "place 1", "R2")
    with pytest.raises(IllegalMoveError, match="R2: it is not this player's move"):
        parse_move(apply(state, 0, Keep(1)), 0, "keep 2")
    _refused(table("3;4", "5;6", "7;8"), "keep 4", "R2")


# --- R3: a turn -----------------------------------------------------------------------------------


def test_r3_draw_then_place_or_discard_any_hand_card(table: Table, go: Go) -> None:
    """combust R3, R3.D1: any card of the hand may be chosen, not only the drawn one; there is no
    passing.
    """
    state = go(table("3;1,4", "5;6", "7;8", draw=(9, 2)), "place 4")
    assert state.hands[1] == (6, 9)
    assert _texts(state) == ["place 6", "place 9", "discard 6", "discard 9"]
    _refused(state, "pass", "R3")
    _refused(state, "place 4", "R3")
    assert go(state, "discard 6").discard[-2:] != (9,)


def test_r3_an_event_takes_effect_at_once_and_drawing_goes_on(table: Table, go: Go) -> None:
    """combust R3: events one after the other until a penguin comes; they lie on the discard pile
    then.
    """
    state = go(table("3;1,4", "5,18,20;6", "7;8", draw=(30, 29, 28, 2, 9, 9)), "place 4")
    assert state.lines == ((3,), (5, 18), ())
    assert decision(state.todo) == Play(to_move(state)[0], "rescue")
    state = go(state, "place 8")
    assert (state.shields, state.peeked) == ((0, 1, 0), (0, 2, 0))
    assert (state.hands[1], to_move(state), state.discard[-6:]) == (
        (2, 6),
        (1,),
        (30, 20, 7, 4, 29, 28),
    )


def test_r3_a_card_placed_is_on_the_own_line(table: Table, go: Go) -> None:
    """combust R3, R4: placed, it stays without its ability: nothing else on the table changes."""
    state = table("3;1,7", "5,18;6", "7;8", draw=(9, 9))
    after = go(state, "place 7")
    assert after.lines == ((3, 7), (5, 18), (7,))
    assert after.discard == state.discard


# --- R4: combust ----------------------------------------------------------------------------------


def test_r4_a_combusted_penguin_does_nothing(table: Table, go: Go) -> None:
    """combust R4: it goes to the discard pile, and its own ability doesn't happen."""
    state = table("3,4;1,6", "7,20;6", "5,9;8", draw=(9, 9))
    after = go(state, "discard 1", "pick 1:7")
    assert after.lines == ((3, 4), (20,), (5, 9))
    assert after.discard == (*state.discard, 1, 7)


def test_r4_any_penguin_on_any_line_unless_the_card_narrows_it(table: Table, go: Go) -> None:
    """combust R4.D1: also your own; a card that narrows it says so."""
    state = table("3,4;1,2", "7,20;6", "5,9;8", draw=(9, 9))
    wide, narrow = go(state, "discard 1"), go(state, "discard 2")
    assert _texts(wide) == ["pick 0:3", "pick 0:4", "pick 1:7", "pick 1:20", "pick 2:5", "pick 2:9"]
    assert _texts(narrow) == _texts(wide)[2:]
    _refused(narrow, "pick 0:3", "R4")
    _refused(narrow, "name 1", "R4")
    _refused(narrow, "place 1", "R3")
    _refused(state, "pick 1:7", "R4")


# --- R5: chains, and switching hands --------------------------------------------------------------


def test_r5_draw_and_play_again_chains(table: Table, go: Go) -> None:
    """combust R5: a card played in a chain may draw again; the turn is over when the chain is."""
    state = go(
        table("3;1,12", "5;6", "7;8", draw=(12, 12, 9, 2)), "discard 12", "discard 12", "discard 12"
    )
    assert (state.active, state.hands[0], len(state.draw)) == (0, (1, 9), 1)
    state = go(state, "place 9")
    assert (state.active, state.lines[0]) == (1, (3, 9))


def test_r5_the_rest_of_a_card_comes_after_what_it_began(table: Table, go: Go) -> None:
    """combust R5: a chain inside a card is played to its end, then the card's next verb has its
    turn.
    """
    state = go(table("3;1,13", "5;6", "7;8", draw=(12, 9, 4, 2)), "discard 13", "discard 12")
    assert (state.active, state.hands[0], state.shields[0]) == (0, (1, 4, 9), 0)
    state = go(state, "place 4")
    assert (state.active, state.shields[0]) == (1, 1)


@pytest.mark.parametrize(
    ("card", "hands"),
    [(14, ((9,), (1, 2), (), (6,))), (15, ((), (2, 6), (9,), (1,)))],
    ids=["left", "right"],
)
def test_r5_all_hands_move_on_even_empty_ones(
    table: Table, go: Go, card: int, hands: tuple[tuple[int, ...], ...]
) -> None:
    """combust R5, R5.D1a, R5.D1b: all at once, the empty one too; left is the next seat.
    Seat 1 drew a 2.
    """
    state = go(table(f"3;1,{card}", "5;", "7;6", "10;9", draw=(2, 2)), f"discard {card}")
    assert state.hands == hands


def test_r5_hands_pass_over_who_is_out(table: Table, go: Go) -> None:
    """combust R5.D1a: living players only."""
    state = go(table("3;1,14", ";", "7;6", "10;9", draw=(2, 2), gone=[[1]]), "discard 14")
    assert state.hands == ((9,), (), (1, 2), (6,))


# --- R6: extinction -------------------------------------------------------------------------------


def test_r6_the_extinct_with_a_card_may_place_discard_or_decline(table: Table, go: Go) -> None:
    """combust R6: at once, in the middle of another's turn."""
    state = go(table("3;1,2", "5;6", "7;8", draw=(9, 9)), "discard 2", "pick 1:5")
    assert (to_move(state), _texts(state)) == ((1,), ["place 6", "discard 6", "pass"])
    placed = go(state, "place 6")
    assert (placed.lines[1], placed.out, placed.active) == ((6,), frozenset(), 1)


def test_r6_a_card_discarded_when_extinct_has_its_effect(table: Table, go: Go) -> None:
    """combust R6: a theft brings a penguin back; a card that brings none was the last, and the clan
    is out.
    """
    state = table("3,4;1,2", "5;17", "7,12;8", draw=(9, 9))
    saved = go(state, "discard 2", "pick 1:5", "discard 17", "pick 2:7")
    assert (saved.lines[1], saved.gone) == ((7,), ())
    lost = go(
        table("3,4;1,2", "5;2", "7,12;8", draw=(9, 9)),
        "discard 2",
        "pick 1:5",
        "discard 2",
        "pick 2:7",
    )
    assert (lost.lines[2], lost.gone, lost.active) == ((12,), ((1,),), 2)


def test_r6_neither_line_nor_hand_is_out(table: Table, go: Go) -> None:
    """combust R6: nobody asks, and the game goes on without them."""
    state = go(table("3;1,2", "5;", "7;8", draw=(9, 9)), "discard 2", "pick 1:5")
    assert (state.gone, state.active) == (((1,),), 2)


def test_r6_all_who_are_lost_go_out_together_before_anybody_is_asked(table: Table, go: Go) -> None:
    """combust R6.D1b, R6.D1e: first all with neither line nor hand, in one group; then the others
    are asked.
    """
    state = go(table("3,4;1,6", "5;", "7;", "8;9", draw=(9, 9)), "discard 6")
    assert (state.gone, to_move(state)) == (((1, 2),), (3,))


def test_r6_who_is_asked_first(table: Table, go: Go) -> None:
    """combust R6.D1e: in turn order from the active player, who is first when extinct too."""
    state = go(table("3;1,9", "5;6", "4;7,8", "9;9", draw=(2, 2), active=2), "discard 7")
    asked = []
    while decision(state.todo) == Play(to_move(state)[0], "rescue"):
        asked.append(to_move(state)[0])
        state = go(state, _texts(state)[0])
    assert asked == [2, 3, 0, 1]


def test_r6_checked_after_each_verb(table: Table, go: Go) -> None:
    """combust R6.D1a: the first verb of 20 takes the own last penguin: asked before the second
    draws.
    """
    state = go(table("3;9,20", "5;6", "7;8", draw=(9, 9)), "discard 20")
    assert (to_move(state), decision(state.todo), len(state.draw)) == ((0,), Play(0, "rescue"), 2)
    state = go(state, "pass")
    assert (decision(state.todo), state.hands[0]) == (Play(0), (9, 9))


def test_r6_the_rest_of_the_own_card_may_still_save(table: Table, go: Go) -> None:
    """combust R6.D1c: neither line nor hand, but the own card goes on to draw: not out."""
    state = go(table("3;20", "5;6", "7;8", draw=(9, 9)), "discard 20")
    assert (state.gone, decision(state.todo), state.hands[0]) == ((), Play(0), (9,))
    assert go(state, "place 9").lines[0] == (9,)


def test_r6_the_rest_of_the_own_card_may_bring_nothing(table: Table, go: Go) -> None:
    """combust R6.D1c, R7.D1c: the deck is empty, nothing is drawn, and now the clan is out."""
    state = go(table("3;20", "5;6", "7;8", draw=()), "discard 20")
    assert (state.gone, state.phase) == (((0,),), "last")


def test_r6_an_event_that_they_drew_is_not_their_card(table: Table, go: Go) -> None:
    """combust R6.D1c: it takes the drawing player's last card: out, and the next one draws."""
    state = go(table("3;1,2", "5;", "7,8;8", draw=(30, 9, 2)), "place 1")
    assert (state.gone, state.active, decision(state.todo), state.draw) == (
        ((1,),),
        2,
        Play(2),
        (2,),
    )
    assert [task for task in state.todo if getattr(task, "seat", None) == 1] == []


def test_r6_an_event_that_takes_the_last_hand_card(table: Table, go: Go) -> None:
    """combust R5, R6.D1c: hands move on, and one without a line gets an empty one: out."""
    state = go(table("3;1", ";6", "7;8", draw=(31, 9, 2), declined=[1]), "place 1")
    assert (state.gone, state.active, state.hands) == (((1,),), 2, ((8,), (), (6, 9)))


def test_r6_the_rest_of_an_event_is_over_with_who_drew_it(go: Go) -> None:
    """combust R6.D1c: our eclipse moves hands, then lets its player look at one; nobody looks."""
    deck = standard()
    eclipse = next(event.number for event in deck.events if event.id == "eclipse")
    rest = Counter(deck.cards)
    rest.subtract([1, 3, 6, 7, 8, eclipse, 9, 2])
    state = replace(
        setup(deck, 3, 1),
        phase="turns",
        lines=((3,), (), (7,)),
        hands=((1, 8), (6,), ()),
        declined=(1,),
        draw=(eclipse, 9, 2),
        discard=tuple(rest.elements()),
        todo=(NextTurn(), Play(0)),
    )
    state = go(state, "place 1")
    assert (state.gone, state.active, decision(state.todo), state.shown) == (
        ((1,),),
        2,
        Play(2),
        (),
    )


def test_r6_an_event_takes_those_it_leaves_nothing_together(table: Table, go: Go) -> None:
    """combust R6.D1b, R6.D1c, R6.D1e: all in one group; the extinct are asked only then."""
    state = go(table("3;1,2", "5;", "7;", "8;9", draw=(30, 9, 9)), "place 1")
    assert (state.gone, to_move(state), decision(state.todo)) == (
        ((1, 2),),
        (3,),
        Play(3, "rescue"),
    )
    state = go(state, "place 9")
    assert (state.active, decision(state.todo)) == (3, Play(3))


def test_r6_an_event_that_takes_all_clans_is_a_draw(table: Table, go: Go) -> None:
    """combust R6.D1c, R6.D1d: who drew it is out with the last other one, and nobody wins."""
    state = go(table(";4", "5;", ";", draw=(30, 9), declined=[0], gone=[[2]]), "place 4")
    assert (state.phase, state.gone, result(state).winners) == ("over", ((2,), (0, 1)), ())


def test_r6_an_event_that_leaves_one_clan_ends_the_game(table: Table, go: Go) -> None:
    """combust R6.D1c, R6.D1d, R7: the last clan wins while another one draws."""
    state = go(table("3;1,2", "5;", ";", draw=(30, 9), gone=[[2]]), "place 1")
    assert (state.phase, result(state).ranking) == ("over", ((0,), (1,), (2,)))


def test_r6_an_event_drawn_last_that_takes_who_drew_it(table: Table, go: Go) -> None:
    """combust R6.D1c, R7, R7.D1a: the last round begins with the next one, and passes over them."""
    state = go(table("3;1,2", "5;", "7,8;8", draw=(30,)), "place 1")
    assert (state.gone, state.phase, to_move(state)) == (((1,),), "last", (2,))
    state = go(state, "pass")
    assert to_move(state) == (0,)
    assert go(state, "pass").phase == "over"


def test_r6_an_event_drawn_by_the_own_card(table: Table, go: Go) -> None:
    """combust R6.D1c: 12 draws, 13 draws and then protects: either is unfinished, so its player is
    spared and goes on drawing; only once it has brought nothing is the clan out.
    """
    for card, drawn in ((12, (9,)), (13, (4, 9))):
        spared = go(table(f"3;{card}", "5,6;6", "7,9;8", draw=(30, 9, 4, 2)), f"discard {card}")
        assert (spared.gone, decision(spared.todo), spared.hands[0]) == ((), Play(0), drawn)
    lost = go(table("3;12", "5,6;6", "7,9;8", draw=(30,)), "discard 12")
    assert (lost.gone, lost.phase) == (((0,),), "last")


def test_r6_a_card_of_another_takes_who_draws(table: Table, go: Go) -> None:
    """combust R6.D1c: extinct by the event, seat 2 discards a card that puts seat 1 out."""
    state = go(table("3;1,2", "5,6;", "7;5,9", draw=(30, 4, 2)), "place 1", "discard 5")
    assert (state.gone, decision(state.todo)) == (((1,),), Play(2, "rescue"))
    state = go(state, "place 9")
    assert (state.active, decision(state.todo), state.hands[2]) == (2, Play(2), (4,))


def test_r6_declining_lasts_until_the_hand_is_empty(table: Table, go: Go) -> None:
    """combust R6.D2a, R6.D2b: who declines is not asked again while the line is empty, and plays in
    turn as ever.
    """
    state = go(table("3;1,2", "5;6", "7,9;2,8", draw=(1, 9, 9)), "discard 2", "pick 1:5", "pass")
    assert (state.declined, to_move(state), state.hands[1]) == ((1,), (1,), (1, 6))
    state = go(state, "discard 1", "pick 2:7")
    assert (to_move(state), decision(state.todo)) == ((2,), Play(2))
    state = go(state, "discard 2")
    assert (to_move(state), decision(state.todo)) == ((0,), Play(0, "rescue"))


def test_r6_after_an_empty_hand_one_is_asked_again(table: Table, go: Go) -> None:
    """combust R6.D2b: the refusal is forgotten once the hand has been empty."""
    state = go(table("3;1,2", "5,9;4", "7;8", draw=(1, 9), declined=[1], active=0), "place 1")
    state = go(state, "place 1")
    assert state.declined == (1,)
    state = go(table("3;1,2", "5;4", "7;8", last=[1, 2, 0], declined=[1], active=0), "place 4")
    assert state.declined == ()


def test_r6_the_last_clan_wins_at_once(table: Table, go: Go) -> None:
    """combust R6, R6.D1d, R7: in the middle of a card, whoever's turn it is."""
    state = go(table("3,4;1,6", "5;", "7;", draw=(9, 9)), "discard 6")
    found = result(state)
    assert (state.phase, to_move(state)) == ("over", ())
    assert (found.winners, found.ranking, found.points) == ((0,), ((0,), (1, 2)), (7, 0, 0))


def test_r6_none_left_is_a_draw(table: Table, go: Go) -> None:
    """combust R6, R6.D1d: the last clans go out together, and nobody wins."""
    state = go(table("3;7", "5;", ";", draw=(9, 9), gone=[[2]]), "discard 7")
    found = result(state)
    assert (found.winners, found.ranking) == ((), ((0, 1), (2,)))


# --- R7: the end ----------------------------------------------------------------------------------


def test_r7_an_empty_deck_brings_one_more_round(table: Table, go: Go) -> None:
    """combust R7, R7.D1b: the turn is played to its end, then each places, discards or passes, the
    active one last.
    """
    state = go(table("3;1,4", "5;6", "7;8", draw=()), "place 1")
    assert (state.phase, state.active, _texts(state)) == (
        "last",
        1,
        ["place 6", "discard 6", "pass"],
    )
    state = go(state, "pass", "place 8")
    assert to_move(state) == (0,)
    state = go(state, "pass")
    assert (state.phase, to_move(state), result(state).points) == ("over", (), (4, 5, 15))


def test_r7_the_last_penguin_is_played(table: Table, go: Go) -> None:
    """combust R7: who draws the deck's last card, a penguin, plays as always; the last round begins
    after it.
    """
    state = go(table("3;1,4", "5;6", "7;8", draw=(9,)), "place 1")
    assert (state.phase, state.active, decision(state.todo)) == ("turns", 1, Play(1))
    assert go(state, "place 9").phase == "last"


def test_r7_an_event_drawn_last_counts_and_no_play_follows(table: Table, go: Go) -> None:
    """combust R7.D1a: seat 1 draws it, it takes effect, and seat 2 begins the last round."""
    state = go(table("3;1,4", "5,6;6", "7;8", draw=(29,)), "place 1")
    assert (state.phase, to_move(state), state.active, state.shields) == (
        "last",
        (2,),
        2,
        (0, 1, 0),
    )


def test_r7_an_event_drawn_last_ends_a_turn_that_drew_a_penguin_before(
    table: Table, go: Go
) -> None:
    """combust R7.D1a: of two cards to draw the second is an event and the last: no play follows."""
    state = go(table("3;1,13", "5;6", "7;8", draw=(9, 29)), "discard 13")
    assert (state.phase, to_move(state), state.hands[0], state.shields[0]) == (
        "last",
        (1,),
        (1, 9),
        1,
    )


def test_r7_draw_draws_nothing(table: Table, go: Go) -> None:
    """combust R7.D1c: neither a card nor another play."""
    state = go(table("3;9,12", "5;6", "7;8", last=[0, 1, 2]), "discard 12")
    assert (state.hands[0], to_move(state)) == ((9,), (1,))


def test_r7_who_has_no_card_has_no_last_turn(table: Table, go: Go) -> None:
    """combust R7: nothing to place or discard."""
    state = go(table("3;9", "5;", "7;8", last=[0, 1, 2]), "pass")
    assert to_move(state) == (2,)


def test_r7_the_last_round_passes_over_who_goes_out_in_it(table: Table, go: Go) -> None:
    """combust R6, R7: extinction holds to the end."""
    state = go(table("3;2", "5;", "7;8", "9,9;9", last=[0, 1, 2, 3]), "discard 2", "pick 1:5")
    assert (state.gone, to_move(state)) == (((1,),), (2,))
    state = go(state, "pass", "pass")
    assert result(state).ranking == ((3,), (2,), (0,), (1,))


@pytest.mark.parametrize(
    ("lines", "ranking"),
    [
        (("9,9", "5,6", "7"), ((0,), (1,), (2,))),
        (("9,9", "5,6,7", "7"), ((1,), (0,), (2,))),
        (("9,9", "8,10", "7"), ((1,), (0,), (2,))),
        (("8,10", "8,10", "18"), ((0, 1), (2,))),
    ],
    ids=["highest sum", "tie: more penguins", "tie: highest card", "shared"],
)
def test_r7_the_highest_sum_wins(
    table: Table, go: Go, lines: tuple[str, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """combust R7, R7.D2: a tie goes to more penguins, then to the highest card, then it
    is shared.
    """
    state = go(table(*(f"{line};1" for line in lines), last=[0, 1, 2]), "pass", "pass", "pass")
    found = result(state)
    assert (found.ranking, found.winners) == (ranking, ranking[0])


# --- a table that plays otherwise -----------------------------------------------------------------


def test_r2_a_dealer_who_comes_first(plain: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """combust R2.D1: the reading is a constant."""
    monkeypatch.setattr(positions, "DEALER_LAST", False)
    state = _dealt(plain, *[(5, 5, 5, 20)] * 3)
    for seat in range(3):
        state = apply(state, seat, Keep(20))
    assert state.active == 0


def test_r6_a_look_only_after_the_whole_card(
    table: Table, go: Go, monkeypatch: pytest.MonkeyPatch
) -> None:
    """combust R6.D1a: then the second verb of 20 draws before anyone is asked."""
    monkeypatch.setattr(rules, "CHECK_AFTER_EACH_VERB", False)
    state = go(table("3;9,20", "5;6", "7;8", draw=(9, 9)), "discard 20")
    assert (decision(state.todo), state.hands[0]) == (Play(0), (9, 9))


def test_r6_no_grace_for_the_rest_of_a_card(
    table: Table, go: Go, monkeypatch: pytest.MonkeyPatch
) -> None:
    """combust R6.D1c: then who plays the last card and loses the last penguin is out before the
    card draws.
    """
    monkeypatch.setattr(rules, "REST_MAY_SAVE", False)
    state = go(table("3;20", "5;6", "7;8", draw=(9, 9)), "discard 20")
    assert (state.gone, state.active, state.hands[:2]) == (((0,),), 1, ((), (6, 9)))


def test_r6_r7_no_passing(table: Table, go: Go, monkeypatch: pytest.MonkeyPatch) -> None:
    """combust R6.D2a, R7.D1b: then the extinct must play, and so must everyone in the
    last round.
    """
    monkeypatch.setattr(rules, "MAY_DECLINE", False)
    monkeypatch.setattr(rules, "MAY_PASS", False)
    _refused(go(table("3;1,2", "5;6", "7;8", draw=(9, 9)), "discard 2", "pick 1:5"), "pass", "R3")
    _refused(table("3;1,2", "5;6", "7;8", last=[0, 1, 2]), "pass", "R3")


# --- the list of rules ----------------------------------------------------------------------------
