"""What the phones make of the pyramids they know: scores, doubts, and who wins (giza R11-R13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.giza.deck import Goal, standard
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot
from companion.giza.results import SeatScore, result, score_of
from companion.giza.state import ROUNDS
from companion.giza.table import Doubt, Knowledge, Seat, TableState

DECK = standard()
PLAIN = tuple(goal for goal in DECK.goals if goal.kind in ("no-grey", "corners", "base-colours"))
ALL_MET = sum(goal.points for goal in PLAIN)
CROWD = next(goal for goal in DECK.goals if goal.kind == "most-colour")
OF_CROWD = [p for p in DECK.penguins if p.colour == CROWD.colour]
HEAVY = max(DECK.penguins, key=lambda penguin: penguin.weight)
MOST = 4 * HEAVY.weight + ALL_MET  # no pyramid is worth more


def greys(first: int, *shown: tuple[Slot, Placed]) -> Pyramid:
    """Ten greys, legal and worth nothing, with other penguins in some slots."""
    taken = {placed.penguin for _, placed in shown} | {HEAVY}
    spare = [
        penguin for penguin in DECK.penguins if penguin not in taken and penguin not in OF_CROWD[:2]
    ][first:]
    pyramid = Pyramid()
    for slot, penguin in zip(SLOTS, spare, strict=False):
        pyramid = pyramid.put(slot, Placed(penguin, grey=True))
    for slot, placed in shown:
        pyramid = pyramid.put(slot, placed)
    return pyramid


def table(
    *known: Knowledge, goals: Sequence[Goal] = PLAIN, done: bool = True, chief: str = "s1"
) -> TableState:
    """A table whose seats s1, s2, ... know this of their pyramids."""
    seats = tuple(
        Seat(f"s{n}", name, player.id, known=what)
        for n, (name, player, what) in enumerate(
            zip(("Anna", "Ben", "Cleo"), DECK.players, known, strict=False), 1
        )
    )
    rounds = ROUNDS if done else 3
    return TableState(
        seats,
        started=True,
        deck=DECK,
        goal_ids=tuple(goal.id for goal in goals),
        chief=chief,
        rounds_done=rounds,
    )


def score(state: TableState, seat: int = 0) -> SeatScore:
    found = score_of(state, state.seats[seat])
    assert found is not None
    return found


def points(found: SeatScore) -> dict[str, int | None]:
    return {goal.id: goal.points for goal in found.goals}


NOTHING = Knowledge()
WORTHLESS = Knowledge(greys(0))
OTHER = Knowledge(greys(20))
CORNERS = [next(greys(first).placed()) for first in (0, 20)]


def test_nothing_is_told_of_a_pyramid_that_nobody_has_shown() -> None:
    """No photo, no correction, nothing typed: no score."""
    state = table(NOTHING, NOTHING)
    assert score_of(state, state.seats[0]) is None


def test_giza_r11_a_pyramid_is_worth_its_heaviest_penguins_and_its_goals() -> None:
    """Giza R11: the heavy one in the base, and nothing else but greys."""
    found = score(table(Knowledge(greys(0, ((0, 0), Placed(HEAVY)))), OTHER))
    assert (found.source, found.verdict, found.levels) == (
        "photo",
        "legal",
        (HEAVY.weight, 0, 0, 0),
    )
    assert found.total == HEAVY.weight
    assert found.score_range == (HEAVY.weight, HEAVY.weight)


def test_giza_r12_a_comparison_is_unknown_until_all_pyramids_are_known() -> None:
    """Giza R12: null, not 0; then all that tie score."""
    crowd = Knowledge(greys(0, ((0, 0), Placed(OF_CROWD[0]))))
    goals = (*PLAIN[:2], CROWD)
    alone = score(table(crowd, NOTHING, goals=goals))
    weight = OF_CROWD[0].weight
    assert (points(alone)[CROWD.id], alone.total, alone.score_range) == (
        None,
        None,
        (weight, weight + CROWD.points),
    )
    both = table(crowd, OTHER, goals=goals)
    assert [points(score(both, seat))[CROWD.id] for seat in (0, 1)] == [CROWD.points, 0]
    assert [score(both, seat).total for seat in (0, 1)] == [weight + CROWD.points, 0]
    tied = table(crowd, Knowledge(greys(20, ((0, 0), Placed(OF_CROWD[1])))), goals=goals)
    assert [points(score(tied, seat))[CROWD.id] for seat in (0, 1)] == [CROWD.points, CROWD.points]


@pytest.mark.parametrize(
    "rival",
    [
        NOTHING,
        replace(OTHER, levels=(1, 1, 1, 1)),
        replace(OTHER, pyramid=greys(20).put((3, 0), None)),
        replace(
            OTHER,
            pyramid=greys(20).put((3, 0), None),
            unread=((3, 0),),
            unseen=(Placed(OF_CROWD[0]),),
        ),
    ],
    ids=["not shown", "typed", "one missing", "one unread"],
)
def test_giza_r12_a_comparison_with_a_pyramid_that_is_not_fully_known_is_unknown(
    rival: Knowledge,
) -> None:
    """Giza R12: and a person may still type its points."""
    goals = (*PLAIN[:2], CROWD)
    assert points(score(table(WORTHLESS, rival, goals=goals)))[CROWD.id] is None
    typed = replace(WORTHLESS, goals=((CROWD.id, CROWD.points),))
    found = score(table(typed, rival, goals=goals))
    assert (found.total, found.score_range) == (CROWD.points, (CROWD.points, CROWD.points))


@pytest.mark.parametrize(
    ("rival", "asks"),
    [
        (NOTHING, []),
        (replace(OTHER, levels=(1, 1, 1, 1)), [f"it's not known yet whether {CROWD.name} is met"]),
    ],
    ids=["still to be shown", "typed"],
)
def test_giza_r12_a_comparison_that_cannot_come_about_is_asked_for(
    rival: Knowledge, asks: list[str]
) -> None:
    """Giza R12: without a doubt an open total waits for the others; where a score was typed, it
    would for ever.
    """
    found = score(table(WORTHLESS, rival, goals=(*PLAIN[:2], CROWD)))
    assert (found.total, found.score_range) == (None, (0, CROWD.points))
    assert [doubt.text for doubt in found.unsure if doubt.could_change != "nothing"] == asks


def test_a_typed_score_asks_for_each_goal_that_nobody_typed() -> None:
    """As after a change of the goals; and for the levels, where only goals were typed."""
    typed = tuple((goal.id, 0) for goal in PLAIN[1:])
    one = score(table(Knowledge(levels=(1, 1, 1, 1), goals=typed), OTHER))
    assert [doubt.text for doubt in one.unsure] == [
        f"it's not known yet whether {PLAIN[0].name} is met"
    ]
    assert [doubt.text for doubt in score(table(Knowledge(goals=typed), OTHER)).unsure] == [
        "the level points haven't been entered yet"
    ]


def test_an_unread_slot_leaves_the_range_and_a_correction_settles_it() -> None:
    """The heavy one or a grey: both are reported as possible, none is guessed."""
    unseen = (Placed(HEAVY), Placed(HEAVY, grey=True))
    doubt = Doubt((3, 0), "glare", "nothing", "shoot again")
    unread = Knowledge(greys(0).put((3, 0), None), ((3, 0),), unseen, (doubt,))
    found = score(table(unread, OTHER))
    assert (found.total, found.score_range, found.verdict) == (None, (0, HEAVY.weight), "unsure")
    assert [(d.slot, d.could_change) for d in found.unsure] == [((3, 0), "legality")]
    settled = Knowledge(greys(0).put((3, 0), Placed(HEAVY, grey=True)), by_hand=True)
    assert (score(table(settled, OTHER)).total, score(table(settled, OTHER)).source) == (
        0,
        "corrected",
    )


def test_a_typed_goal_counts_whatever_an_unread_slot_holds() -> None:
    """Of two penguins the lighter one meets a goal: once that is typed, only their weights are
    open.
    """
    goal = next(goal for goal in PLAIN if goal.kind == "corners")
    colour = next(colour.id for colour in DECK.colours if colour.id != HEAVY.colour)
    left, right, top = [penguin for penguin in DECK.penguins if penguin.colour == colour][-4:-1]
    shown = greys(0, ((0, 0), Placed(left)), ((0, 3), Placed(right))).put((3, 0), None)
    read = Knowledge(shown, ((3, 0),), (Placed(top), Placed(HEAVY)))
    base = max(left.weight, right.weight)
    assert top.weight < HEAVY.weight
    for typed in (0, goal.points):
        found = score(table(replace(read, goals=((goal.id, typed),)), OTHER, goals=[goal]))
        assert found.score_range == (base + typed + top.weight, base + typed + HEAVY.weight)


def test_an_illegal_pyramid_is_scored_and_says_what_is_wrong() -> None:
    """The people at the table decide what to make of it."""
    weak = sorted((p for p in DECK.penguins if p != HEAVY), key=lambda penguin: penguin.strength)[
        :2
    ]
    cells = (((0, 0), Placed(weak[0])), ((0, 1), Placed(weak[1])), ((1, 0), Placed(HEAVY)))
    assert sum(penguin.strength for penguin in weak) < HEAVY.weight
    found = score(table(Knowledge(greys(0, *cells)), OTHER))
    assert (found.verdict, [violation.rule for violation in found.violations]) == (
        "illegal",
        ["R7"],
    )
    assert found.total is not None
    assert found.undecided


def test_a_token_that_the_photo_did_not_read_may_carry_what_looks_too_heavy() -> None:
    """The eye said that it can't tell; the phones accuse nobody either, until someone sets it
    right.
    """
    weak = sorted((p for p in DECK.penguins if p != HEAVY), key=lambda penguin: penguin.strength)[
        :2
    ]
    cells = (((0, 0), Placed(weak[0])), ((0, 1), Placed(weak[1])), ((1, 0), Placed(HEAVY)))
    doubt = Doubt((0, 0), "it may have a token that can't be read", "legality")
    found = score(table(Knowledge(greys(0, *cells), doubts=(doubt,)), OTHER))
    assert (found.verdict, found.violations) == ("unsure", ())


def shared(seat: int, *slots: Slot) -> Knowledge:
    """The pyramid of a seat, in which the first seat's corner is also in these slots."""
    mine = greys(20 * seat)
    for slot in slots:
        mine = mine.put(slot, CORNERS[0][1])
    return Knowledge(mine)


@pytest.mark.parametrize(
    ("known", "asks"),
    [
        ((WORTHLESS, shared(1, (1, 0))), {0: {(0, 0): "Ben"}, 1: {(1, 0): "Anna"}}),
        (
            (WORTHLESS, shared(1, (1, 0)), replace(shared(0), pyramid=greys(32, CORNERS[0]))),
            {0: {(0, 0): "Ben, Cleo"}, 1: {(1, 0): "Anna, Cleo"}, 2: {(0, 0): "Anna, Ben"}},
        ),
        (
            (WORTHLESS, Knowledge(greys(0))),
            {0: dict.fromkeys(SLOTS, "Ben"), 1: dict.fromkeys(SLOTS, "Anna")},
        ),
    ],
    ids=["one card", "three pyramids", "the wrong pyramid"],
)
def test_giza_r5_a_penguin_in_several_pyramids_blames_nobody(
    known: tuple[Knowledge, ...], asks: dict[int, dict[Slot, str]]
) -> None:
    """giza R5: one was misread, so each is in doubt until someone says who has it: no rule is
    broken, no total is known, and nobody wins.
    """
    state, numbers = table(*known), [cell.penguin.number for _, cell in greys(0).placed()]
    for seat, slots in asks.items():
        found = score(state, seat)
        assert (found.violations, found.total) == ((), None)
        assert {doubt.slot: doubt.text for doubt in found.unsure} == {
            slot: f"penguin {number} is in {names}'s pyramid too"
            for (slot, names), number in zip(slots.items(), numbers, strict=False)
        }
    assert result(state) is None


def test_giza_r5_a_contested_penguin_excuses_no_other_fault() -> None:
    """giza R7: what is too heavy whoever has the card still is."""
    heavy = top_heavy()
    assert heavy.pyramid is not None
    corner = heavy.pyramid.at((0, 3))
    assert corner is not None
    state = table(heavy, Knowledge(greys(20, ((0, 3), corner))))
    found = score(state)
    assert (found.verdict, [broken.rule for broken in found.violations]) == ("illegal", ["R7"])
    assert score(state, 1).violations == ()


def test_giza_r10_more_tokens_than_there_are_are_a_question_to_all_who_have_some() -> None:
    """giza R10: whichever photo counted wrongly, nobody is blamed; one token less is legal."""

    def laid(count: int) -> TableState:
        first, second = (
            replace(placed, tokens=n) for (_, placed), n in zip(CORNERS, (count, 1), strict=True)
        )
        return table(
            Knowledge(greys(0).put((0, 0), first)), Knowledge(greys(20).put((0, 0), second))
        )

    state = laid(DECK.tokens)
    for seat in (0, 1):
        found = score(state, seat)
        assert (found.verdict, found.violations, found.total) == ("unsure", (), None)
        assert f"{DECK.tokens + 1} strength tokens" in found.unsure[0].text
    assert [score(laid(DECK.tokens - 1), seat).verdict for seat in (0, 1)] == ["legal", "legal"]


@pytest.mark.parametrize(
    ("done", "expected", "complete", "worth"),
    [
        (True, 9, False, (None, 0, None)),
        (False, None, None, (None, 0, (0, MOST))),
        (False, 10, False, (None, 0, (0, MOST))),
        (False, 8, False, (None, 0, (0, MOST))),
        (False, 9, True, (0, None, (0, 0))),
    ],
)
def test_a_pyramid_of_less_than_ten_is_final_only_if_so_many_were_placed(
    done: bool,
    expected: int | None,
    complete: bool | None,
    worth: tuple[int | None, int | None, tuple[int, int] | None],
) -> None:
    """Before the end by the rounds, at the end never (giza R2): what was read is then worth so much
    so far, and that is said as such.
    """
    known = Knowledge(greys(0).put((3, 0), None), expected=expected)
    found = score(table(known, OTHER, done=done))
    assert (found.verdict, found.cards, found.complete) == ("legal", 9, complete)
    assert (found.total, found.so_far, found.score_range) == worth
    assert any("9 of 10" in doubt.text for doubt in found.unsure) is done


@pytest.mark.parametrize(
    ("doubt", "verdict", "known"),
    [
        (Doubt(None, "another deck", "legality"), "unsure", False),
        (Doubt(None, "blurred", "score"), "legal", False),
        (Doubt(None, "a note", "nothing"), "legal", True),
        (Doubt((0, 0), "half a token", "legality"), "unsure", True),
        (Doubt((0, 0), "which side", "score"), "legal", False),
        (Doubt((0, 0), "half a token", "nothing"), "legal", True),
    ],
)
def test_a_doubt_of_the_photo_holds_back_what_it_could_change(
    doubt: Doubt, verdict: str, known: bool
) -> None:
    """A wrong total costs more than a missing one."""
    found = score(table(replace(WORTHLESS, doubts=(doubt,)), OTHER))
    assert (found.verdict, found.total is not None) == (verdict, known)


@pytest.mark.parametrize(
    ("goals", "total", "span"),
    [
        ({}, None, (10, 10 + ALL_MET)),
        ({goal.id: 0 for goal in PLAIN}, 10, (10, 10)),
        ({goal.id: goal.points for goal in PLAIN}, 10 + ALL_MET, (10 + ALL_MET, 10 + ALL_MET)),
    ],
    ids=["goals open", "none met", "all met"],
)
def test_a_typed_score_is_the_sum_of_what_was_typed(
    goals: dict[str, int], total: int | None, span: tuple[int, int]
) -> None:
    """Instead of a photo, or over a wrong one: then the pyramid's goals don't count either."""
    for pyramid, verdict in ((None, None), (greys(0), "legal")):
        found = score(
            table(Knowledge(pyramid, levels=(1, 3, 2, 4), goals=tuple(goals.items())), OTHER)
        )
        assert (found.source, found.unchecked, found.verdict, found.total, found.score_range) == (
            "typed",
            True,
            verdict,
            total,
            span,
        )


@pytest.mark.parametrize("counts", [None, True, False])
def test_giza_r7_typed_values_do_not_hide_what_the_photo_showed(counts: bool | None) -> None:
    """giza R7, R11.D1: verdict, problems and decision stay beside them; before the decision nobody
    wins.
    """
    zero = tuple((goal.id, 0) for goal in PLAIN)
    typed = replace(top_heavy(counts), levels=(5, 5, 5, 4), goals=zero)
    state = table(typed, *totals(1))
    found = score(state)
    assert (found.total, found.unchecked, found.undecided) == (19, True, counts is None)
    assert [broken.rule for broken in found.violations] == ["R7"]
    ends = result(state)
    assert (ends is None) == (counts is None)
    if ends:
        assert ends.left_out == (() if counts else ("s1",))


def test_a_typed_goal_beside_a_photo_is_unchecked() -> None:
    """No photo shows its points."""
    typed = replace(WORTHLESS, goals=((PLAIN[0].id, PLAIN[0].points),))
    found = score(table(typed, OTHER))
    assert (found.source, found.unchecked) == ("photo", True)
    assert not score(table(WORTHLESS, OTHER)).unchecked


def test_goals_typed_without_levels_wait_for_the_levels() -> None:
    """Half a score is shown and isn't a total."""
    found = score(table(Knowledge(goals=((PLAIN[0].id, 0),)), OTHER))
    assert (found.levels, found.total, points(found)[PLAIN[0].id]) == ((None,) * 4, None, 0)


# --- the end ---


def totals(*wanted: int) -> list[Knowledge]:
    zero = tuple((goal.id, 0) for goal in PLAIN)
    return [Knowledge(levels=(min(5, n), max(0, n - 5), 0, 0), goals=zero) for n in wanted]


@pytest.mark.parametrize(
    ("wanted", "chief", "places", "words"),
    [
        ((7, 9, 8), "s1", [("s2", 9), ("s3", 8), ("s1", 7)], None),
        ((9, 9, 8), "s1", [("s1", 9), ("s2", 9), ("s3", 8)], ("Anna and Ben tie at 9: Anna holds "
                                                             "the Chief and wins.")),
        ((9, 9, 8), "s2", [("s2", 9), ("s1", 9), ("s3", 8)], ("Anna and Ben tie at 9: Ben holds "
                                                             "the Chief and wins.")),
        ((9, 9, 8), "s3", [("s1", 9), ("s2", 9), ("s3", 8)],
         "Anna and Ben tie at 9: Anna is nearest clockwise from the Chief and wins."),
        ((8, 8, 8), "s3", [("s3", 8), ("s1", 8), ("s2", 8)],
         "Anna, Ben and Cleo tie at 8: Cleo holds the Chief and wins."),
        ((7, 7, 8), "s2", [("s3", 8), ("s2", 7), ("s1", 7)], None),
    ],
)  # fmt: skip
def test_giza_r13_the_highest_score_wins_and_the_chief_breaks_a_tie(
    wanted: tuple[int, ...], chief: str, places: list[tuple[str, int]], words: str | None
) -> None:
    """Giza R13, in places and in words; a tie for a lower place needs no words."""
    found = result(table(*totals(*wanted), chief=chief))
    assert found is not None
    assert (list(found.places), found.tiebreak) == (places, words)


@pytest.mark.parametrize(
    "change",
    [
        {"rounds_done": 9},
        {"chief": None},
        {"goal_ids": tuple(goal.id for goal in (*PLAIN[:2], CROWD))},
    ],
)
def test_there_is_no_winner_before_all_is_played_and_known(change: dict[str, Any]) -> None:
    """Neither before the last round, nor while a goal is open."""
    assert result(replace(table(*totals(7, 9, 8)), **change)) is None
    assert result(table(*totals(7, 9), NOTHING)) is None


def toppled(first: int) -> Pyramid:
    """Against R7: a heavy one on two weak ones, all three others for each `first`."""
    kinds = sorted((p for p in DECK.penguins if p != HEAVY), key=lambda penguin: penguin.strength)
    left, right = kinds[first // 10 : first // 10 + 2]
    heavy = HEAVY if not first else max(kinds[4:], key=lambda penguin: penguin.weight)
    cells = (((0, 0), Placed(left)), ((0, 1), Placed(right)), ((1, 0), Placed(heavy)))
    return greys(first, *cells)


def top_heavy(counts: bool | None = None) -> Knowledge:
    """Worth more than the others, and against R7."""
    return Knowledge(toppled(0), counts=counts)


def test_giza_r12_a_pyramid_that_was_left_out_competes_with_nobody() -> None:
    """giza R12.D3: it has most of the crowd, yet once it is left out the others score without it,
    and it scores nothing for them; while it is undecided, or counts, it wins.
    """
    most = [((2, 0), Placed(OF_CROWD[0])), ((2, 1), Placed(OF_CROWD[1]))]
    cells = [(slot, cell) for slot, cell in toppled(0).placed() if slot not in ((2, 0), (2, 1))]
    fallen = greys(0, *cells, *most)
    rival = Knowledge(greys(30, ((0, 0), Placed(OF_CROWD[2]))))
    for counts, scored in ((None, [CROWD.points, 0]), (True, [CROWD.points, 0]),
                           (False, [0, CROWD.points])):  # fmt: skip
        state = table(Knowledge(fallen, counts=counts), rival, goals=(*PLAIN[:2], CROWD))
        assert score(state).verdict == "illegal"
        assert [points(score(state, seat))[CROWD.id] for seat in (0, 1)] == scored


def test_giza_r12_nobody_waits_for_the_comparisons_of_a_pyramid_that_was_left_out() -> None:
    """giza R12.D3: also where its score was typed over, which could never be compared."""
    typed = replace(top_heavy(counts=False), levels=(5, 5, 5, 4))
    state = table(typed, OTHER, goals=(*PLAIN[:2], CROWD))
    assert points(score(state, 1))[CROWD.id] == 0
    assert score(state, 1).total is not None


def test_giza_r7_a_pyramid_that_breaks_a_rule_does_not_win_unasked() -> None:
    """giza R7, R13: there is no ranking before the table has decided whether it counts."""
    state = table(top_heavy(), *totals(1))
    assert [score(state, seat).total for seat in (0, 1)] >= [HEAVY.weight, 1]
    assert result(state) is None


def test_giza_r13_the_table_decides_whether_a_pyramid_that_breaks_a_rule_counts() -> None:
    """giza R7, R13: one that counts can win; one that is left out has no rank, nor part
    in a tie.
    """
    counted, left_out = (result(table(top_heavy(counts), *totals(1))) for counts in (True, False))
    total = score(table(top_heavy(), *totals(1))).total
    assert counted is not None
    assert (counted.places, counted.left_out) == ((("s1", total), ("s2", 1)), ())
    assert left_out is not None
    assert (left_out.places, left_out.tiebreak, left_out.left_out) == ((("s2", 1),), None, ("s1",))
    assert total is not None
    tied = result(table(top_heavy(counts=False), *totals(total)))
    assert tied is not None
    assert tied.tiebreak is None


def test_nobody_wins_where_every_pyramid_is_left_out() -> None:
    """The result is known, and nobody has a rank."""
    both = [top_heavy(counts=False), replace(top_heavy(counts=False), pyramid=toppled(20))]
    found = result(table(*both))
    assert found is not None
    assert (found.places, found.tiebreak, found.left_out) == ((), None, ("s1", "s2"))


def test_a_decision_holds_only_as_long_as_a_rule_is_broken() -> None:
    """A penguin that lay in two pyramids lies in one: both count like any other."""
    state = table(replace(WORTHLESS, counts=False), replace(OTHER, counts=False))
    assert [score(state, seat).counts for seat in (0, 1)] == [None, None]
    found = result(state)
    assert found is not None
    assert found.left_out == ()
