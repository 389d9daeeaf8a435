"""The rules one by one, R1 to R10, by their numbers in the project's rules notes; R11 to R13 stand
in test_scoring.py.

(D) marks our reading where the rulebook is silent, (O) our own deck. Positions use the test deck,
plain.toml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from companion.errors import UsageError
from companion.giza import rules
from companion.giza.deck import Deck
from companion.giza.pyramid import SLOTS, Placed
from companion.giza.rules import apply, legal_moves, result, setup, to_move, view
from companion.giza.state import Choose, Move, State, Swap
from tests.companion.giza.notation import move_text
from tests.companion.texts import IllegalMoveError

Table = Callable[..., State]
Play = Callable[..., State]

WIDE = "01,14,27,40/,,/,/"  # a base of strength 4 each


def _texts(moves: Iterable[Move], wanted: str = "") -> list[str]:
    """The moves in notation that match `wanted`."""
    return [text for text in map(move_text, moves) if re.fullmatch(wanted or ".*", text)]


def _refused(state: State, play: Play, text: str, rule: str) -> str:
    """Assert that a move is refused by this rule, and absent from the list; the reason."""
    seat = to_move(state)[0]
    with pytest.raises(IllegalMoveError, match=f"giza {rule}: ") as caught:
        play(state, text, seat=seat)
    assert text not in _texts(legal_moves(state, seat))
    return caught.value.problem


# --- R1, R2: setup and rounds ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_setup(plain: Deck, players: int) -> None:
    """giza R1: the youngest (seat 0) has the Chief, everyone five actions, three different goals
    lie face up.
    """
    state = setup(plain, players, seed=7)
    assert state.chief == 0
    assert [player.hand for player in state.players] == [(1, 2, 3, 4, 5)] * players
    assert len(set(state.goals)) == 3
    assert state.supply == plain.tokens


@pytest.mark.parametrize("players", [0, 1, 5])
def test_r1_players(plain: Deck, players: int) -> None:
    """giza R1: the game is for 2 to 4."""
    with pytest.raises(UsageError, match="play with 2 to 4"):
        setup(plain, players, seed=7)


def test_r1_shuffled_by_the_seed(plain: Deck) -> None:
    """giza R1: the same seed deals the same, another another; no penguin is lost in the shuffle."""
    assert setup(plain, 3, 1) == setup(plain, 3, 1)
    assert setup(plain, 3, 1).draw != setup(plain, 3, 2).draw
    state = setup(plain, 3, 1)
    assert {*state.row, *state.draw} == set(plain.penguins)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_as_many_penguins_as_players(plain: Deck, players: int) -> None:
    """giza R2: each of the 10 rounds reveals as many penguins as there are players; then the game
    is over.
    """
    state, rounds = setup(plain, players, seed=3), []
    while movers := to_move(state):
        if state.phase == "choose" and len(movers) == players:
            rounds.append((state.round, len(state.row), len(state.draw)))
        state = apply(
            state, movers[0], next(m for m in reversed(tuple(legal_moves(state, movers[0]))))
        )
    assert rounds == [(n, players, 52 - n * players) for n in range(1, 11)]
    assert state.phase == "over"
    assert all(len(player.pyramid) == 10 for player in state.players)


# --- R3, R4: choosing -----------------------------------------------------------------------------


def test_r3_all_choose_at_once_and_in_secret(table: Table) -> None:
    """giza R3: until all have chosen anyone may, nobody sees what, and nothing else happens."""
    state = table("", "", "", row="01,02,03")
    assert to_move(state) == (0, 1, 2)
    state = apply(state, 1, Choose(5))
    assert to_move(state) == (0, 2)
    assert view(state, 0) == view(apply(table("", "", "", row="01,02,03"), 1, Choose(2)), 0)
    assert view(state, 0).chosen == (False, True, False)
    assert view(state, 1).state.players[1].choice == 5


def test_r3_a_choice_stands(table: Table, play: Play) -> None:
    """giza R3: who has chosen waits; who has not can't take a turn yet."""
    state = apply(table("", "", row="01,02"), 0, Choose(5))
    assert _texts(legal_moves(state, 0)) == []
    with pytest.raises(IllegalMoveError, match="giza R3: it is not this player's move"):
        play(state, "#1", seat=0)
    _refused(state, play, "01-a1", "R3")


@pytest.mark.parametrize(
    ("choices", "chief", "order"),
    [
        ((1, 4, 4), 0, (0, 1, 2)),
        ((4, 1, 4), 2, (1, 2, 0)),
        ((5, 5, 2), 1, (2, 1, 0)),
        ((3, 3, 3), 1, (1, 2, 0)),
        ((5, 4, 3), 0, (2, 1, 0)),
    ],
)
def test_r3_order(
    table: Table, choices: tuple[int, ...], chief: int, order: tuple[int, ...]
) -> None:
    """giza R3: lowest number first; ties from the Chief's holder or the nearest clockwise, and on
    clockwise.
    """
    state = table("", "", "", row="01,02,03", choices=choices, chief=chief)
    assert (state.order, to_move(state)) == (order, order[:1])


def test_r3_order_is_fixed_at_the_reveal(
    table: Table, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """giza R3.D1: a Chief taken this round counts from the next; a table that plays otherwise
    changes one constant.
    """
    state = table("", "", "", "", row="01,02,03,04", choices=(5, 5, 1, 5), chief=0)
    assert state.order == (2, 0, 1, 3)
    assert play(state, "chief").order == (2, 0, 1, 3)
    monkeypatch.setattr(rules, "ORDER_FIXED_AT_REVEAL", False)
    assert play(state, "chief").order == (2, 3, 0, 1)


def test_r3_turn_order_is_over_when_all_have_ended(table: Table, play: Play) -> None:
    """giza R3: turns follow the order, then the next round begins with a new choice."""
    state = table("", "", row="01,02", choices=(5, 3))
    state = play(state, "01-a1", "end")
    assert to_move(state) == (0,)
    state = play(state, "02-a1", "end")
    assert (state.phase, state.round, to_move(state)) == ("choose", 6, (0, 1))
    assert [player.choice for player in state.players] == [None, None]


def test_r4_a_played_action_stays_out(table: Table, play: Play) -> None:
    """giza R4: what was played can't be chosen again before #4."""
    state = play(
        table("", "", row="01,02", choices=(5, 3), played=[(1,), ()]),
        "01-a1",
        "end",
        "02-a1",
        "end",
    )
    assert [player.hand for player in state.players] == [(2, 3, 4), (1, 2, 4, 5)]
    assert _texts(legal_moves(state, 0)) == ["#2", "#3", "#4"]
    _refused(state, play, "#5", "R4")


def test_r4_gather_takes_all_back_itself_included(table: Table, play: Play) -> None:
    """giza R4, R9: after #4 the hand is full again, the #4 just played with it."""
    state = table("", "", row="01,02", choices=(4, 5), played=[(5, 1, 2), ()])
    assert state.players[0].hand == (3,)
    assert play(state, "01-a1", "end").players[0].hand == (1, 2, 3, 4, 5)


# --- R5 to R8: taking and placing -----------------------------------------------------------------


def test_r5_any_order(table: Table, play: Play) -> None:
    """giza R5: placing, the action and tokens come in any order and make the same position."""
    start = table("01,,,/,,/,/", "", row="02,03", choices=(5, 5), tokens=(1, 0))
    after = play(start, "train", "+a1", "02-a2", "+a2", "end")
    assert play(start, "02-a2", "+a2", "train", "+a1", "end") == after
    assert play(start, "+a1", "02-a2", "train", "+a2", "end") == after


def test_r5_one_penguin_must_be_taken(table: Table, play: Play) -> None:
    """giza R5: a turn ends only after a penguin was placed, and takes no second one, nor one that
    is gone.
    """
    state = table("", "", row="02,03", choices=(5, 5))
    _refused(state, play, "end", "R5")
    placed = play(state, "02-a1")
    _refused(placed, play, "03-a2", "R5")
    _refused(play(placed, "end"), play, "02-a1", "R5")


def test_r5_action_may_be_left(table: Table, play: Play) -> None:
    """giza R5: the action is optional."""
    state = play(table("", "", row="02,03", choices=(1, 5), chief=1), "02-a1", "end")
    assert state.chief == 1


def test_r6_first_penguin_anywhere_on_the_base(table: Table) -> None:
    """giza R6: an empty pyramid is open at all four places of its base and nowhere else."""
    state = table("", "", row="02,03", choices=(5, 5))
    assert _texts(legal_moves(state, 0), "02-.*") == ["02-a1", "02-a2", "02-a3", "02-a4"]


@pytest.mark.parametrize(
    ("pyramid", "open_"),
    [
        (",01,,/,,/,/", "a1 a3"),
        ("01,,,/,,/,/", "a2"),
        ("01,14,,/,,/,/", "a3 b1"),
        (",01,14,/,,/,/", "a1 a4 b2"),
        ("01,14,27,/04,17,/,/", "a4 c1"),
        ("01,14,27,40/04,,17/,/", "b2"),
        ("01,14,27,40/04,17,30/05,18/", "d1"),
    ],
)
def test_r6_open_slots(table: Table, pyramid: str, open_: str) -> None:
    """giza R6, R6.D1: next to one on the base, or on two; the base need not be complete."""
    state = table(pyramid, "", row="02,03", choices=(5, 5))
    assert [text[3:] for text in _texts(legal_moves(state, 0), "02-.*")] == open_.split()


def test_r6_base_need_not_be_complete(table: Table, play: Play) -> None:
    """giza R6.D1: an upper slot needs its two supporters, not a full base; a slot without them is
    closed.
    """
    state = table("01,14,,/,,/,/", "", row="02,03", choices=(5, 5))
    assert play(state, "02-b1").players[0].pyramid.at((1, 0))
    _refused(state, play, "02-b2", "R6")
    _refused(state, play, "02-a4", "R6")
    _refused(state, play, "02-a1", "R6")


@pytest.mark.parametrize(
    ("pyramid", "slot", "fits"),
    [
        ("02,15,,/,,/,/", "b1", True),  # 4 on 2+2
        ("02,16,,/,,/,/", "b1", False),  # 4 on 2+0
        ("02+1,18,,/,,/,/", "b1", True),  # 4 on 3+1
        ("01,16g,,/,,/,/", "b1", True),  # 4 on 4+2
        ("03g,16g,,/,,/,/", "b1", True),  # 4 on 2+2
    ],
)
def test_r7_weight_and_strength(table: Table, pyramid: str, slot: str, fits: bool) -> None:
    """giza R7: the weight above is at most the sum of the strengths below, tokens included."""
    state = table(pyramid, "", row="11,40", choices=(5, 5))
    assert (f"11-{slot}" in _texts(legal_moves(state, 0))) is fits


def test_r7_names_the_sum(table: Table, play: Play) -> None:
    """giza R7: the refusal gives weight and strength."""
    state = table("02,16,,/,,/,/", "", row="04,11", choices=(5, 5))
    assert _refused(state, play, "11-b1", "R7") == "giza R7: weight 4 on 2: too heavy"


STUCK = "03,16,29,42/,,/,/"  # a full base of strength 0: only weight 0 can go up


def test_r8_take_one_that_can_be_placed(table: Table, play: Play) -> None:
    """giza R8: with a 3 and a 0 to choose from and no room for the 3, the 0 must be taken, colour
    side up.
    """
    state = table(STUCK, "", row="02,08", choices=(5, 5))
    assert _texts(legal_moves(state, 0), "0.*") == ["02-b1", "02-b2", "02-b3"]
    assert "another available penguin" in _refused(state, play, "08-b1", "R8")
    _refused(state, play, "08g-b1", "R8")
    assert "not grey side up" in _refused(state, play, "02g-b1", "R8")


def test_r8_any_penguin_grey_when_none_fits(table: Table, play: Play) -> None:
    """giza R8: when none can be placed any may be taken, grey side up, into any open slot."""
    state = table(STUCK, "", row="04,08", choices=(5, 5))
    assert _texts(legal_moves(state, 0), "0.*") == [
        f"{n}g-{slot}" for n in ("04", "08") for slot in ("b1", "b2", "b3")
    ]
    _refused(state, play, "04-b1", "R8")
    after = play(state, "08g-b2")
    assert str(after.players[0].pyramid.at((1, 1))) == "08g"
    assert not after.acted


def test_r8_grey_weighs_0_and_carries_2(plain: Deck) -> None:
    """giza R8.D2, R8.D3: a grey weighs 0, so a slot for it always exists, and has a bracelet on
    each arm.
    """
    grey = Placed(plain.by_id["penguin-13"], grey=True)
    assert (grey.weight, grey.strength) == (0, 2)


def test_r8_judged_after_a_token(table: Table, play: Play) -> None:
    """giza R8.D1: the duty is judged when the penguin is taken; a token laid before makes the 1
    placeable.
    """
    state = table(STUCK, "", row="04,08", choices=(5, 5), tokens=(1, 0))
    assert "04g-b1" in _texts(legal_moves(state, 0))
    state = play(state, "+a1")
    assert _texts(legal_moves(state, 0), "0.*") == ["04-b1"]


def test_r8_judged_after_a_flip(table: Table, play: Play) -> None:
    """giza R8.D1: so does a flip that lends a weak penguin the strength of a grey."""
    state = table(STUCK, "", row="06,08", choices=(2, 5))
    assert "06g-b1" in _texts(legal_moves(state, 0))
    assert _texts(legal_moves(play(state, "flip a1"), 0), "0.*") == ["06-b1"]


def test_r8_judged_after_a_swap(table: Table, play: Play) -> None:
    """giza R8.D1: and a swap that brings one that fits."""
    state = table(STUCK, "", row="06,08", choices=(3, 5), draw="02")
    assert _texts(legal_moves(play(state, "swap 08"), 0), "0.*") == ["02-b1", "02-b2", "02-b3"]


def test_r8_token_in_hand_is_no_duty(table: Table) -> None:
    """giza R10.D2: a token that could help, but is kept in hand, doesn't create the
    duty to place.
    """
    state = table(STUCK, "", row="04,08", choices=(5, 5), tokens=(2, 0))
    assert "08g-b1" in _texts(legal_moves(state, 0))


# --- R9: actions ----------------------------------------------------------------------------------


def test_r9_lead_takes_the_chief(table: Table, play: Play) -> None:
    """giza R9: #1 takes the Chief; the last to play it keeps it."""
    state = table("", "", "", row="01,02,03", choices=(1, 1, 5), chief=0)
    state = play(state, "chief", "01-a1", "end", "chief", "02-a1", "end", "03-a1", "end")
    assert state.chief == 1


def test_r9_flip_old_and_new(table: Table, play: Play) -> None:
    """giza R9: #2 flips an old penguin, or the new one once it is placed."""
    state = table("01,14,,/,,/,/", "", row="02,03", choices=(2, 5))
    assert play(state, "flip a1").players[0].pyramid.rows[0][0] == Placed(
        state.deck.by_id["penguin-01"], grey=True
    )
    new = play(state, "02-b1", "flip b1")
    assert str(new.players[0].pyramid) == "01,14,,/02g,,/,/"
    _refused(new, play, "flip a1", "R9")


def test_r9_flip_in_hand(table: Table, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """giza R9.D2: the new penguin may be flipped in the hand and placed grey; this is the action,
    R8's duty stands.
    """
    state = table(STUCK.replace("42", ""), "", row="08,13", choices=(2, 5))
    assert "08g-b1" in _texts(legal_moves(state, 0))
    after = play(state, "08g-b1")
    assert after.acted
    _refused(after, play, "flip a1", "R9")
    stuck = table(STUCK, "", row="02,08", choices=(2, 5))
    assert _texts(legal_moves(stuck, 0), "0.g.*") == ["02g-b1", "02g-b2", "02g-b3"]
    monkeypatch.setattr(rules, "FLIP_IN_HAND", False)
    assert "08g-b1" not in _texts(legal_moves(state, 0))


def test_r9_forced_grey_leaves_the_flip(table: Table, play: Play) -> None:
    """giza R8, R9: who is forced to place grey may still flip another."""
    after = play(table(STUCK, "", row="04,08", choices=(2, 5)), "08g-b2")
    assert not after.acted
    assert play(after, "flip a1").acted


def test_r9_flip_must_still_carry(table: Table, play: Play) -> None:
    """giza R9: a penguin flips only if as a grey it still carries what stands on it, on either
    side.
    """
    state = table("01,15,27,/11,24,/,/", "", row="02,03", choices=(2, 5))  # 4 on 4+2, 4 on 2+4
    assert _texts(legal_moves(state, 0), "flip .*") == [
        "flip a1",
        "flip a2",
        "flip a3",
        "flip b1",
        "flip b2",
    ]
    state = table("01,17,27,/12,24,/,/", "", row="02,03", choices=(2, 5))  # 5 on 4+2, 4 on 2+4
    assert _texts(legal_moves(state, 0), "flip .*") == ["flip a2", "flip a3", "flip b1", "flip b2"]
    assert "weight 5 on 4" in _refused(state, play, "flip a1", "R9")
    _refused(state, play, "flip d1", "R9")
    _refused(play(state, "02-a4"), play, "flip a1", "R9")


def test_r9_grey_does_not_flip_back(table: Table, play: Play) -> None:
    """giza R9: a grey stays grey."""
    _refused(table("01g,,,/,,/,/", "", row="02,03", choices=(2, 5)), play, "flip a1", "R9")


def test_r9_swap(table: Table, play: Play) -> None:
    """giza R9: #3 brings the deck's top card for an available penguin, which goes to the deck's
    bottom.
    """
    state = table("", "", row="02,08", choices=(3, 5), draw="20,21")
    after = play(state, "swap 08")
    assert [p.number for p in after.row] == [2, 20]
    assert (after.draw[0].number, after.draw[-1].number) == (21, 8)
    assert len(after.draw) == len(state.draw)
    _refused(after, play, "swap 02", "R9")
    _refused(state, play, "swap 09", "R9")


def test_r9_swap_comes_before_choosing(table: Table, play: Play) -> None:
    """giza R9: after a penguin was taken nothing is swapped."""
    after = play(table("", "", row="02,08", choices=(3, 5)), "02-a1")
    _refused(after, play, "swap 08", "R9")


def test_r9_swapped_cards_are_known(table: Table, play: Play) -> None:
    """giza R9: all saw what went to the bottom, so a view shows it, and also when the deck comes
    round to it.
    """
    state = play(table("", "", row="02,08", choices=(3, 5)), "swap 08")
    assert [p.number for p in view(state, 1).bottom] == [8]
    assert state.deck.by_id["penguin-08"] not in view(state, 1).unseen
    chain = state
    for _ in range(len(state.draw) + 3):
        chain = apply(chain, 0, Swap(chain.row[0]))
    assert chain.seen == len(chain.draw)
    assert view(chain, 1).unseen == frozenset()
    assert view(chain, 1).bottom == chain.draw


def test_r9_gather_is_always_carried_out(table: Table, play: Play) -> None:
    """giza R9.D1: #4 needs no move of its own; ending the turn takes all back, or a hand could
    empty.
    """
    state = table("", "", row="01,02", choices=(4, 5), played=[(1, 2, 3, 5), ()])
    assert state.players[0].hand == ()
    assert play(state, "01-a1", "end").players[0].hand == (1, 2, 3, 4, 5)


def test_r9_train(table: Table, play: Play) -> None:
    """giza R9: #5 takes a token from the supply, once."""
    state = table("", "", row="01,02", choices=(5, 5))
    after = play(state, "train")
    assert (after.players[0].tokens, after.supply) == (1, state.supply - 1)
    _refused(after, play, "train", "R9")


@pytest.mark.parametrize(
    ("move", "number"),
    [("chief", 1), ("flip a1", 2), ("swap 02", 3), ("train", 5)],
    ids=["1", "2", "3", "5"],
)
def test_r9_only_the_action_played(table: Table, play: Play, move: str, number: int) -> None:
    """giza R9: the action card played this round is the only one that counts."""
    for other in {1, 2, 3, 4, 5} - {number}:
        state = table("01,,,/,,/,/", "", row="02,03", choices=(other, other))
        assert f"#{number} was not played" in _refused(state, play, move, "R9")
    assert play(table("01,,,/,,/,/", "", row="02,03", choices=(number, number)), move).acted


# --- R10: tokens ----------------------------------------------------------------------------------


def test_r10_tokens_any_number_any_time(table: Table, play: Play) -> None:
    """giza R10: while choosing and in one's turn, before and after placing, each is +1 to a
    penguin's strength.
    """
    state = table("03,16,,/,,/,/", "", row="04,05", tokens=(4, 0))
    state = play(state, "+a1", seat=0)
    state = play(play(state, "#5", seat=0), "#5", seat=1)
    state = play(state, "+a1", "04-b1", "+a2", "+b1")
    pyramid = state.players[0].pyramid
    assert str(pyramid) == "03+2,16+1,,/04+1,,/,/"
    assert [pyramid.at(slot).strength for slot in SLOTS[:2]] == [2, 1]  # type: ignore[union-attr]  # they stand there
    _refused(state, play, "+a1", "R10")


def test_r10_a_penguin_without_a_raised_arm_carries_one(table: Table, play: Play) -> None:
    """giza R10.D1b: a token lies on it as on any other and makes it stronger."""
    state = play(table("03,,,/,,/,/", "", row="04,05", choices=(5, 5), tokens=(1, 0)), "+a1")
    placed = state.players[0].pyramid.at((0, 0))
    assert placed is not None
    assert (placed.penguin.arms, placed.tokens, placed.strength) == ((0, 0), 1, 1)


def test_r10_token_needs_a_penguin(table: Table, play: Play) -> None:
    """giza R10: a token lies on an arm, not on the table."""
    _refused(
        table("03,,,/,,/,/", "", row="04,05", choices=(5, 5), tokens=(1, 0)), play, "+a2", "R10"
    )


def test_r10_tokens_stay_through_a_flip(table: Table, play: Play) -> None:
    """giza R10.D1a: a placed token stays, also through a flip."""
    state = play(table("03+2,,,/,,/,/", "", row="04,05", choices=(2, 5)), "flip a1")
    placed = state.players[0].pyramid.at((0, 0))
    assert placed is not None
    assert (str(placed), placed.strength) == ("03g+2", 4)


def test_r10_supply_is_what_is_printed(table: Table, play: Play, plain: Deck) -> None:
    """giza R10, D1: when the printed tokens are used up, #5 gives none."""
    state = replace(table("", "", row="01,02", choices=(5, 5)), supply=0)
    assert "no strength token is left" in _refused(state, play, "train", "R10")
    assert plain.tokens == 10


def test_legal_choices_are_in_hand(table: Table) -> None:
    """giza R3: a player may choose the actions in hand, and no others."""
    state = table("", "", row="01,02", played=[(2, 3), ()])
    assert legal_moves(state, 0) == [Choose(1), Choose(4), Choose(5)]


# --- the end, and the list of rules ---------------------------------------------------------------


def test_result_only_at_the_end(plain: Deck) -> None:
    """giza R11: nobody is ranked before the game is over."""
    with pytest.raises(ValueError, match="not over"):
        result(setup(plain, 2, 1))


@pytest.mark.parametrize(("chief", "ranking"), [(0, (0, 1)), (1, (1, 0))])
def test_result(table: Table, play: Play, chief: int, ranking: tuple[int, ...]) -> None:
    """giza R11, R13: with no goals in play two pyramids of the same weights tie, and the Chief's
    holder wins.
    """
    one, other = "01,04,06,08/02,05,07/03,09/", "14,17,19,21/15,18,20/16,22/"
    state = replace(
        table(one, other, row="29,42", choices=(5, 5), chief=chief, round_=10), goals=()
    )
    state = play(state, "29-d1", "end", "42-d1", "end")
    found = result(state)
    assert [score.levels for score in found.scores] == [(3, 2, 3, 0)] * 2
    assert [score.total for score in found.scores] == [8, 8]
    assert found.ranking == ranking


def test_result_compares_pyramids(table: Table, play: Play) -> None:
    """giza R12: at the end all pyramids are known, so a comparison gives its points."""
    one, other = "01,04,06,08/02,05,07/03,09/", "14,17,19,21/15,18,20/16g,22/"
    state = table(one, other, row="29,42", choices=(5, 5), round_=10)
    zeroes = state.deck.goals_by_id["goal-zeroes"]
    state = play(replace(state, goals=(zeroes,)), "29-d1", "end", "42-d1", "end")
    assert [score.goals[0].points for score in result(state).scores] == [zeroes.points, 0]
