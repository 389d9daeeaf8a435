"""Each rule of rocks, R1 to R10, and each reading of ours (D)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from companion.deckfile import load_summary
from companion.errors import UsageError
from companion.play import Seat
from companion.rocks import GAME
from companion.rocks.board import NOBODY, PLAY_OUT, YOUNGEST, Board
from companion.rocks.rules import die, legal_moves, result, setup, to_move
from companion.rocks.state import FREE_LANDING_IN_PILE, State, Step
from tests.companion.rocks.notation import move_text, read_move
from tests.companion.rocks.refusals import refusal

Table: TypeAlias = Callable[..., State]
Play: TypeAlias = Callable[..., State]


def listed(state: State) -> set[str]:
    """The legal moves of whoever's turn it is, as texts."""
    return {move_text(move) for move in legal_moves(state, to_move(state)[0])}


def places(state: State) -> set[str]:
    """Where the next step may lead, whatever is done there."""
    return {move.rstrip("+-") for move in listed(state)} - {""}


def refused(state: State, text: str) -> str:
    """The number of the rule that refuses a move."""
    reason = refusal(state, to_move(state)[0], read_move(text, state.board))
    assert reason is not None
    return reason.split(":")[0]


def rocks(state: State, place: str) -> int:
    """How many rocks lie there."""
    return state.rocks[state.board.graph.number[place]]


def stands(state: State, seat: Seat, penguin: int) -> str:
    """Where a penguin stands."""
    return state.board.graph.names[state.stands[2 * seat + penguin - 1]]


# --- R1, R2: the start ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rocks_r1_r2_the_start(board: Board, players: int) -> None:
    """rocks R1, R1.D1, R2: six rocks on all four piles, penguin 1 before its pile, penguin 2 in the
    centre.
    """
    state = setup(board, players, 7)
    assert Counter(state.rocks) == {0: len(board.places) - 4, 6: 4}
    for seat in range(players):
        nest = board.nests[seat]
        assert (stands(state, seat, 1), stands(state, seat, 2)) == (nest.start, nest.centre)
        assert (nest.start, nest.pile) in board.edges
    assert not any(state.carries)
    assert state.free == ((False, True, False) if players == 3 else (False,) * players)


def test_rocks_o_of_three_the_middle_starts_with_both_penguins(board: Board, play: Play) -> None:
    """rocks O: seat 1 sits between the others, and a round begins with its turn."""
    state, order = setup(board, 3, 1), []
    while state.now.round < 3:
        now = state.now
        order.append((now.round, now.seat, now.penguin))
        while state.now == now:
            state = play(state, min(listed(state) - {"+", "-"}, key=lambda move: move[-1] in "+-"))
    assert order == [(n, *turn) for n in (1, 2) for turn in ((1, 1), (1, 2), (2, 1), (0, 1))]


def test_rocks_o_of_three_the_round_is_played_out_to_the_one_before_the_middle(
    board: Board, table: Table, play: Play
) -> None:
    """rocks O, R10: the middle one builds, the next one moves, the last one builds too and wins."""
    lying = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6"
    state = play(
        table(
            "a2;pa3!",
            "b2;pb4!",
            "pc6;c0",
            roll=2,
            rocks=lying,
            on=board.finishing(PLAY_OUT),
            seat=1,
        ),
        "b0",
    )
    for mover, move in ((2, "pc5"), (0, "a0")):
        assert to_move(state) == (mover,)
        state = play(state._replace(left=1), move)
    assert (state.over, state.finished, result(state).winners) == (
        True,
        (1, 0),
        (0,),
    )


def test_rocks_r3_a_board_without_a_setup_for_three_lets_the_youngest_start(board: Board) -> None:
    """rocks R3, R8: as with two or four."""
    plain = replace(board, rules=replace(board.rules, starts=YOUNGEST, free=NOBODY))
    position = setup(plain, 3, 1)
    assert (position.now.seat, position.free) == (0, (False,) * 3)


def test_rocks_r1_two_players_sit_next_to_each_other(board: Board) -> None:
    """rocks R1: from nest to nest it is as near either way, and nearer than across."""
    far = board.graph.distance[0][board.graph.nests[0].ring[0]]
    gates = [far[nest.ring[0]] for nest in board.graph.nests]
    assert gates[1] == gates[3] < gates[2]
    assert setup(board, 2, 1).players == 2


@pytest.mark.parametrize("players", [0, 1, 5])
def test_rocks_r1_is_for_two_to_four(board: Board, players: int) -> None:
    """rocks R1: other numbers are refused with a remedy."""
    with pytest.raises(UsageError, match="play with 2 to 4"):
        setup(board, players, 1)


# --- R3: turns and the die ---


def test_rocks_r3_clockwise_from_the_youngest_penguin_1_then_2(
    board: Board, table: Table, play: Play
) -> None:
    """rocks R3: seat 0 starts; who has penguin 2 free moves 1, then rolls again for 2; then the
    next clockwise.
    """
    now = setup(board, 4, 1).now
    assert (now.round, now.seat, now.penguin) == (1, 0, 1)
    state, order = table("pa1;a0", "pb1;lb!", "pc1;c0", "pd1;d0"), []
    for throw in range(9, 15):
        now = state.now
        order.append((now.round, now.seat, now.penguin))
        assert state.rolls == throw
        while state.now == now:
            state = play(state, min(listed(state)))
    assert order == [(5, 0, 1), (5, 1, 1), (5, 1, 2), (5, 2, 1), (5, 3, 1), (6, 0, 1)]


def test_rocks_r3_the_die_is_fair_and_depends_on_seed_and_throw_alone() -> None:
    """rocks R3: all six faces, about equally often, the same for the same seed and count."""
    faces = Counter(die(seed, rolls) for seed in range(60) for rolls in range(100))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in faces.values())
    assert [die(5, n) for n in range(20)] == [die(5, n) for n in range(20)]
    assert [die(5, n) for n in range(20)] != [die(6, n) for n in range(20)]


def test_rocks_r3_exactly_the_number_of_the_roll(table: Table, play: Play) -> None:
    """rocks R3: three on the die are three spaces, then the turn passes."""
    state = play(table("pa6;a0", "pb6;b0", roll=3), "pa5", "pa4")
    assert (to_move(state), state.left) == ((0,), 1)
    assert to_move(play(state, "pa3")) == (1,)


def test_rocks_r3_only_the_mover_moves(table: Table) -> None:
    """rocks R3: others have no moves, and no space is jumped."""
    state = table("pa6;a0", "pb6;b0")
    assert tuple(legal_moves(state, 1)) == ()
    assert (refusal(state, 1, Step("pb5")) or "").startswith("R3")
    assert refused(state, "pa4") == "R3"


# --- R4, R5: piles and directions ---


def test_rocks_r4_into_a_pile_costs_one_and_out_costs_one(table: Table, play: Play) -> None:
    """rocks R4: from the space in front, in, a rock, and out again is a roll of two."""
    state = play(table("pa6;a0", "pb6;b0", roll=2), "qa+")
    assert (state.left, rocks(state, "qa")) == (1, 5)
    assert to_move(play(state, "pa6")) == (1,)


@pytest.mark.parametrize(
    ("before", "act", "left", "after"), [("pa4;a0", "+", 0, 3), ("pa4+;a0", "-", 1, 3)]
)
def test_rocks_r4_taking_and_dropping_cost_nothing(
    table: Table, play: Play, *, before: str, act: str, left: int, after: int
) -> None:
    """rocks R4: before the first step as on the way, but once where one stands."""
    state = play(table(before, "pb6;b0", roll=3, rocks="" if left else "pa4"), act)
    assert (state.left, rocks(state, "pa4"), state.carries[0]) == (
        after,
        left,
        not left,
    )
    assert refused(state, "+" if left else "-") == "R4"
    assert refused(play(state, "pa3"), "+") == "R4"


def test_rocks_r5_the_direction_may_change_at_every_space(table: Table, play: Play) -> None:
    """rocks R5: back and forth is a way to use a roll."""
    state = play(table("pa4;a0", "pb6;b0", roll=6), "pa5", "pa4", "pa5", "pa4", "pa3", "pa4")
    assert stands(state, 0, 1) == "pa4"
    assert to_move(state) == (1,)


# --- R6: others in the way ---


def test_rocks_r6_two_penguins_never_share_a_space(table: Table) -> None:
    """rocks R6: an occupied space is neither a step nor a landing."""
    state = table("pa4;a0", "pa5;b0")
    assert places(state) == {"pa3", "^pa6"}
    assert refused(state, "pa5") == refused(state, "^pa5") == "R6"


@pytest.mark.parametrize(("one", "two", "three", "landing"), [
    ("pa5", "pb6", "pc6", "^pa4"), ("pa5", "pa4", "pc6", "^pa3"), ("pa5", "pa4", "pa3", "^pa2"),
])  # fmt: skip
def test_rocks_r6_a_hopped_run_costs_one_in_all_and_the_landing_its_own(
    table: Table, play: Play, *, one: str, two: str, three: str, landing: str
) -> None:
    """rocks R6: one, two or three in a row, it is two of the roll."""
    state = table("pa6;a0", f"{one};b0", f"{two};c0", f"{three};d0", roll=5)
    assert play(state, landing).left == 3


def test_rocks_r6_d_a_roll_that_the_run_uses_up_ends_with_a_free_landing(
    table: Table, play: Play
) -> None:
    """rocks R6.D1a: with one left the hop takes it, and one lands free on the next open space past
    it.
    """
    state = play(table("pa6;a0", "pa5;b0", roll=1), "^pa4")
    assert stands(state, 0, 1) == "pa4"
    assert to_move(state) == (1,)


def test_rocks_r6_d_past_the_run_is_any_free_neighbour(table: Table) -> None:
    """rocks R6.D2a: where ways part, the hopper chooses."""
    state = table("pa4;a0", "pa3;b0", roll=2)
    assert {place for place in places(state) if place.startswith("^")} == {"^pa2", "^la", "^lb"}


def test_rocks_r6_d_no_hop_to_where_one_has_been_on_this_move(table: Table, play: Play) -> None:
    """rocks R6.D2b: neither back to the start of the move nor to another place visited on it."""
    state = play(table("pa5;a0", "la;b0", roll=4), "pa4", "pa3")
    assert {"^pd3"} == {place for place in places(state) if place.startswith("^")}
    state = play(table("pd3;a0", "la;b0", roll=4), "^pa3")
    assert not {place for place in places(state) if place.startswith("^")}
    assert refused(state, "^pd3") == "R6"


def test_rocks_r6_d_a_run_with_nothing_past_it_is_closed(table: Table) -> None:
    """rocks R6.D2c: penguins that fill a nest can't be hopped where no space lies behind them."""
    state = table("b1;a0", "b2;b0", "b3;c0", "b6;d0", roll=1)
    assert places(state) == {"pb1", "^b4", "^b5"}
    full = table("b1;b2!", "b3;b0", "b4;b5!", "b6;pd1!", roll=1)
    assert places(full) == {"pb1"}


def test_rocks_r6_d_other_players_centres_are_closed(table: Table) -> None:
    """rocks R6.D2d: neither entered nor hopped, while your own may be hopped."""
    state = table("b2;a0", "pb6;b0", roll=6)
    assert places(state) == {"b1", "b3"}
    assert refused(state, "b0") == refused(state, "^b0") == "R10"
    own = table("a2;a0", "pb6;b0", roll=6)
    assert places(own) == {"a1", "a3", "^a1", "^a3", "^a4", "^a5", "^a6"}


def test_rocks_r6_d_piles_hold_any_number(table: Table, play: Play) -> None:
    """rocks R6.D2e: a pile is an area: three stand in it, and nobody is hopped there."""
    state = play(table("pa6;a0", "qa;b0", "qa;c0", roll=1), "qa+")
    assert [stands(state, seat, 1) for seat in range(3)] == ["qa"] * 3


def test_rocks_r6_d_nobody_lands_free_in_a_pile(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """rocks R6.D1b: one lands free on a space; into a pile always costs its own 1 (R4), unless a
    table reads it so.
    """
    assert not FREE_LANDING_IN_PILE
    assert places(table("pa5;a0", "pa6;b0", roll=1)) == {"pa4"}
    monkeypatch.setattr("companion.rocks.rules.FREE_LANDING_IN_PILE", True)
    assert places(table("pa5;a0", "pa6;b0", roll=1)) == {"pa4", "^qa"}
    assert places(table("pa5;a0", "pa6;b0", roll=2)) == {"pa4", "^qa"}


def test_rocks_r6_d_a_hop_must_leave_a_way_to_use_the_whole_roll(table: Table) -> None:
    """rocks R6.D3b: behind the one who stands in front of a pile there is no way on."""
    state = table("pa5;a0", "pa6;b0", roll=3)
    assert places(state) == {"pa4"}
    assert refused(state, "^qa") == "R6"


def test_rocks_r6_d_who_cannot_use_the_whole_roll_stays(
    board: Board, table: Table, play: Play
) -> None:
    """rocks R6.D3a: on a path that ends in a pile and is full, one stays; taking a rock is still
    allowed.
    """
    short = replace(board, trails=(("qa", "a1"), *board.trails[1:]))
    state = table("a1;a2!", "qa;b0", "a3;a4!", "a5;a6!", on=short, seat=1)
    assert listed(state) == {"+", "stay"}
    assert listed(play(state, "+")) == {"stay"}
    assert to_move(play(state, "+", "stay")) == (2,)
    assert refused(table("pa4;a0", "pb6;b0"), "stay") == "R6"


# --- R7: where rocks come from ---


@pytest.mark.parametrize(
    ("start", "rocks_at", "move"),
    [
        ("pb6;a0", "", "qb+"),
        ("pa6;a0", "", "qa+"),
        ("pb1;a0", "b1", "b1+"),
        ("pa3;a0", "pa2", "pa2+"),
        ("a2;a0", "a1", "a1+"),
    ],
    ids=["any pile", "the own pile", "another's nest", "left on the board", "the own nest"],
)
def test_rocks_r7_rocks_come_from_anywhere_in_passing(
    table: Table, play: Play, start: str, rocks_at: str, move: str
) -> None:
    """rocks R7, R7.D1, R9: from board spaces whoever left them; the way goes on with it."""
    state = play(table(start, "pc6;b0", roll=2, rocks=rocks_at), move)
    assert state.carries[0]
    assert to_move(state) == (0,)


def test_rocks_r7_never_from_a_space_with_a_penguin_on_it(table: Table, play: Play) -> None:
    """rocks R7: what lies under another stays there when one hops over."""
    state = play(table("pa6;a0", "pa5;b0", roll=2, rocks="pa5"), "^pa4")
    assert rocks(state, "pa5") == 1
    assert not state.carries[0]


def test_rocks_r7_never_from_a_carrier_and_one_at_a_time(table: Table) -> None:
    """rocks R7: a hop takes nothing from a carrier, and full flippers take no second rock."""
    state = table("pa6;a0", "pa5+;b0", roll=2)
    assert "^pa4" in listed(state)
    assert refused(state, "^pa4+") == "R7"
    assert refused(table("pa6+;a0", "pb5;b0"), "qa+") == "R7"


def test_rocks_r7_an_empty_pile_gives_nothing(table: Table) -> None:
    """rocks R7, R10: one may enter it all the same."""
    state = table("pa6;a0", "pb6;b0", rocks="qa:0 pa1 pa2 pa3 pa4 pa5 a1")
    assert "qa" in listed(state)
    assert refused(state, "qa+") == "R7"


# --- R8: penguin 2 ---


def test_rocks_r8_d_penguin_2_is_free_from_the_first_delivery_and_rolls_at_once(
    table: Table, play: Play
) -> None:
    """rocks R8, R8.D1a: penguin 1 drops a rock in its nest, uses up its roll, and penguin 2 rolls
    in the same turn.
    """
    state = play(table("pa1+;a0", "pb6;b0", roll=2), "a1-")
    assert state.free == (True, False)
    assert state.now.penguin == 1
    state = play(state, "a2")
    assert (to_move(state), state.now.penguin, state.at) == (
        (0,),
        2,
        state.nest.centre,
    )


def test_rocks_r8_d_from_the_next_turn_on_both_move(table: Table, play: Play) -> None:
    """rocks R8.D1b: penguin 1 first, then 2, whatever they carry."""
    state = table("pa4;pa1!", "pb6;b0", roll=1, rocks="a1")
    state = play(state, "pa5")
    assert (to_move(state), state.now.penguin) == ((0,), 2)


@pytest.mark.parametrize(("start", "move"), [("pa1+;a0", "pa2-"), ("pb1+;a0", "b1-")])
def test_rocks_r8_a_rock_dropped_elsewhere_frees_nobody(
    table: Table, play: Play, start: str, move: str
) -> None:
    """rocks R8: only the own nest counts."""
    assert play(table(start, "pc6;b0", roll=2), move).free == (False, False)


# --- R9: where rocks go ---


@pytest.mark.parametrize(
    ("start", "lying", "move", "rule"),
    [
        ("pa2+;a0", "", "pa1-", ""),
        ("pa2+;a0", "pa1", "pa1-", ""),
        ("pa2+;a0", "pa1:2", "pa1-", "R9"),
        ("pa1+;a0", "", "a1-", ""),
        ("pa1+;a0", "a1", "a1-", "R9"),
        ("pb1+;a0", "b1", "b1-", "R9"),
        ("pb1+;a0", "", "b1-", ""),
        ("pa1+;pa3!", "a1 a2 a3 a4 a5 a6", "a1-", ""),
        ("pa1+;pa3!", "a1:2 a2 a3 a4 a5 a6", "a1-", "R9"),
        ("pa6+;a0", "", "qa-", "R9"),
        ("pa1;a0", "", "a1-", "R7"),
    ],
    ids=[
        "any space",
        "a second on a path",
        "no third",
        "a nest",
        "no second on an incomplete nest",
        "nor on another's",
        "another's nest",
        "a second on a complete nest",
        "but no third",
        "no pile",
        "nothing to drop",
    ],
)
def test_rocks_r9_d_where_a_rock_may_be_dropped(
    table: Table, start: str, lying: str, move: str, rule: str
) -> None:
    """rocks R9, R9.D1a: any space, but no second on an incomplete nest's ring and no third
    anywhere.
    """
    state = table(start, "pc6;b0", rocks=lying)
    assert (move in listed(state)) == (not rule)
    assert not rule or refused(state, move) == rule


def test_rocks_r9_a_penguin_moves_rocks_within_its_nest(table: Table, play: Play) -> None:
    """rocks R9: up from one outer space, down on the next."""
    state = play(table("pa1;pa3!", "pb6;b0", roll=3, rocks="a1"), "a1+", "a2-")
    assert (rocks(state, "a1"), rocks(state, "a2")) == (0, 1)


def test_rocks_r9_d_picking_up_is_never_forced(table: Table) -> None:
    """rocks R9.D1b: every step that may take a rock may leave it too."""
    moves = listed(table("pa6;a0", "pb6;b0", rocks="pa5"))
    assert {"pa5", "pa5+", "qa", "qa+"} <= moves


# --- R10: the end ---

FIVE, SIX = "a1 a2 a3 a4 a5", "a1 a2 a3 a4 a5 a6"


def test_rocks_r10_a_complete_nest_and_a_penguin_in_its_centre_win(
    table: Table, play: Play
) -> None:
    """rocks R10: the roll need not be exact, what is left of it lapses."""
    state = play(table("a2;pa3!", "pb6;b0", roll=6, rocks=SIX, round_=12), "a0")
    assert to_move(state) == ()
    assert (result(state).winners, state.now.round, result(state).points) == ((0,), 12, (6, 0))


def test_rocks_r10_enough_movement_must_be_left_for_the_step_into_the_centre(table: Table) -> None:
    """rocks R10: from two spaces away a roll of one doesn't do."""
    assert "a0" not in places(table("pa1;pa3!", "pb6;b0", roll=1, rocks=SIX))


@pytest.mark.parametrize("lying", [FIVE, SIX])
def test_rocks_r10_no_free_landing_in_the_centre(table: Table, play: Play, lying: str) -> None:
    """rocks R6.D1a, R10: over a penguin, a roll of 1 lands beside the centre, a roll of 2 in it."""
    short, enough = (table("pa1;pa3!", "a1;b0!", roll=roll, rocks=lying) for roll in (1, 2))
    assert places(short) == {"pa2", "^a2", "^a6"}
    assert refused(short, "^a0") == "R10"
    assert stands(play(enough, "^a0"), 0, 1) == "a0"


@pytest.mark.parametrize(
    ("lying", "wins"), [(FIVE, False), (SIX, True), ("a1 a2 a3 a4 a5 pa1:2", False)]
)
def test_rocks_r10_each_of_the_six_outer_spaces_needs_a_rock(
    table: Table, play: Play, *, lying: str, wins: bool
) -> None:
    """rocks R10: five are not enough, wherever others lie."""
    state = play(table("a2;pa3!", "pb6;b0", roll=2, rocks=lying), "a0")
    assert state.over == wins


def test_rocks_r10_d_checked_after_a_drop(table: Table, play: Play) -> None:
    """rocks R10.D2b: the sixth rock wins while the other penguin stands in the centre, on the way
    or at its start.
    """
    assert play(table("pa1+;a0!", "pb6;b0", roll=5, rocks="a2 a3 a4 a5 a6"), "a1-").over
    assert play(table("a1+;a0!", "pb6;b0", roll=5, rocks="a2 a3 a4 a5 a6"), "-").over


def test_rocks_r10_what_the_card_says_of_the_roll_holds_for_both_ways_to_win(
    board: Board, table: Table, play: Play
) -> None:
    """rocks R10, R10.D2b: what is left of it lapses with the step into the centre, and with the
    sixth rock.
    """
    assert play(table("a1;pa3!", "pb6;b0", roll=4, rocks=SIX), "a0").over
    assert play(table("pa1+;a0!", "pb6;b0", roll=4, rocks="a2 a3 a4 a5 a6"), "a1-").over
    card = load_summary(GAME, board).reference[0]
    assert card.items[-1].text == "Use all of it, if you can. Only a winning move may waste some."


def test_rocks_r10_d_checked_after_every_space_moved(table: Table, play: Play) -> None:
    """rocks R10.D2a: a nest that others completed wins with the first space that one's other
    penguin moves.
    """
    state = table("pc1;a0!", "pb6;b0", roll=5, rocks=SIX)
    assert listed(state) == {"c1", "pc2"}
    assert play(state, "pc2").over


def test_rocks_r10_d_checked_for_the_mover_only(table: Table, play: Play) -> None:
    """rocks R10.D2c: whoever completes another's nest, with a penguin in its centre, doesn't end
    the game.
    """
    state = play(table("pb6;a0", "pa1+;b0", roll=1, seat=1, rocks="a2 a3 a4 a5 a6"), "a1-")
    assert not state.over
    assert to_move(state) == (0,)


def test_rocks_r10_d_only_the_owner_may_enter_a_centre(table: Table, play: Play) -> None:
    """rocks R10.D1: others are refused, and the owner may pass through or rest there."""
    assert refused(table("pa6;a0", "a1;b0", seat=1), "a0") == "R10"
    state = play(table("a1;pa3!", "pb6;b0", roll=2), "a0", "a4")
    assert stands(state, 0, 1) == "a4"


def test_rocks_r10_a_winning_step_takes_and_drops_nothing(table: Table) -> None:
    """rocks R10: the game is over before."""
    state = table("a2+;pa3!", "pb6;b0", roll=2, rocks=SIX)
    assert "a0" in listed(state)
    assert refused(state, "a0-") == "R10"


def test_rocks_r10_d_after_so_many_rounds_nobody_wins(
    board: Board, table: Table, play: Play
) -> None:
    """rocks R10.D3: the board file's number of rounds bounds a game; then it is a draw."""
    state = play(table("pa4;a0", "pb4;b0", roll=1, seat=1, round_=board.rules.rounds), "pb5")
    assert to_move(state) == ()
    assert (result(state).winners, state.now.round) == ((), board.rules.rounds)


@pytest.mark.parametrize(("finishers", "winner"), [((0,), 0), ((0, 1), 1), ((1,), 1)])
def test_rocks_o_played_out_the_last_to_finish_wins(
    board: Board, table: Table, play: Play, finishers: tuple[Seat, ...], winner: Seat
) -> None:
    """rocks O, R10: the balanced variant plays the round out; who finishes rolls no more."""
    rocks_at = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6"
    state = table(
        "a2;pa3!", "b2;pb4!", roll=2, rocks=rocks_at, on=board.finishing(PLAY_OUT), seat=0
    )
    for seat in (0, 1):
        while to_move(state) == (seat,):
            state = state._replace(left=1)
            away = sorted(
                move for move in listed(state) if move not in ("a0", "b0") and move[-1] not in "+-"
            )
            state = play(
                state,
                f"{'ab'[seat]}0" if seat in finishers and state.now.penguin == 1 else away[0],
            )
    assert state.finished == finishers
    assert result(state).winners == (winner,)


def test_a_game_that_is_not_over_has_no_result(board: Board) -> None:
    """Asking for the result of an open game is an error of the program."""
    with pytest.raises(ValueError, match="not over"):
        result(setup(board, 2, 1))
