"""Levels and goals: giza R11, R12."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.giza.deck import COMPARISONS, GOAL_TEXTS, Deck, Goal, standard
from companion.giza.pyramid import SLOTS, Placed, Pyramid
from companion.giza.scoring import (
    GoalScore,
    Levels,
    Score,
    goal_points,
    levels,
    points_by_levels,
    score,
    sees,
    tally,
)

# Each goal's kind with a pyramid that meets it and one that just fails. Test deck: 13 cards a
# colour, see plain.toml.
MET_OR_NOT = [
    ("level-colour", "01,15,,/,,/02,03/", True, "two of two in ruby"),
    ("level-colour", "01,15,,/,,/02,15/", False, "two colours"),
    ("level-colour", "01,02,,/,,/,/", False, "a level that is not full"),
    ("level-colour", "01,15,,/,,/02,03g/", False, "giza R12: grey is no colour"),
    ("level-colour", "01,15,,/,,/02g,03g/", False, "giza R12: nor are two greys one colour"),
    ("level-colour", "01,15,,/,,/,/02", False, "the top is a level of one"),
    ("level-colour", "01,02,03,04/,,/,/", True, "the base"),
    ("base-colours", "01,14,27,40/,,/,/", True, "four colours"),
    ("base-colours", "01,14,27,41g/,,/,/", False, "giza R12: grey is no colour"),
    ("base-colours", "01,14,27,/40,,/,/", False, "the fourth is not in the base"),
    ("top-weight", ",,,/,,/,/08", True, "3 on top"),
    ("top-weight", ",,,/,,/,/06", False, "2 on top"),
    ("top-weight", ",,,/,,/,/13g", False, "a grey weighs 0"),
    ("top-weight", ",,,/,,/13,/", False, "not on top"),
    ("no-grey", "01,,,/,,/,/", True, "none"),
    ("no-grey", "01,02g,,/,,/,/", False, "one"),
    ("triangle", "01,02,,/03,,/,/", True, "point up"),
    ("triangle", ",01,,/02,03,/,/", True, "point down"),
    ("triangle", ",,,/,01,/02,03/", True, "point down, higher up"),
    ("triangle", "01,02,03,/,,/,/", False, "in a row"),
    ("triangle", "01,02,,/,03,/,/", False, "above another pair"),
    ("triangle", "01,02,,/03g,,/,/", False, "giza R12: grey is no colour"),
    ("outweigh", "01,02,,/04,,/06,/", True, "1 over 0, 2 over 1"),
    ("outweigh", "01,02,,/04,,/05,/06", True, "1 over 0, 2 over 1, with 1 over 1 between"),
    ("outweigh", "01,02,,/04,,/05,/", False, "only 1 over 0"),
    ("outweigh", "13,02,,/04,,/06,/", False, "the heaviest counts"),
    ("total-weight", "10,11,12,13/06,,/,/", True, "20"),
    ("total-weight", "10,11,12,13/04,,/,/", False, "19"),
    ("total-weight", "10,11,12,13/06g,,/,/", False, "a grey weighs 0"),
    ("corners", "01,,,02/,,/,/03", True, "all three ruby"),
    ("corners", "01,,,02/,,/,/15", False, "the top of another colour"),
    ("corners", "01,,,02/,,/,/", False, "no top"),
    ("corners", "01,,,02/,,/,/03g", False, "giza R12: grey is no colour"),
]


def _goal_of(deck: Deck, kind: str) -> str:
    return next(goal.id for goal in deck.goals if goal.kind == kind)


@pytest.mark.parametrize(
    ("kind", "text", "met", "why"), MET_OR_NOT, ids=[f"{k}: {w}" for k, _, _, w in MET_OR_NOT]
)
def test_goal(plain: Deck, kind: str, text: str, met: bool, why: str) -> None:
    """giza R11, R12: a goal gives its points or nothing."""
    goal = plain.goals_by_id[_goal_of(plain, kind)]
    assert goal_points(goal, Pyramid.parse(text, plain)) == (goal.points if met else 0), why


def test_every_kind_of_goal_is_tested(plain: Deck) -> None:
    """Both outcomes of each predicate stand in the table, and decks have no kind beside those and
    the comparisons.
    """
    assert {(kind, met) for kind, _, met, _ in MET_OR_NOT} == {
        (kind, met) for kind in GOAL_TEXTS if kind not in COMPARISONS for met in (True, False)
    }
    assert {goal.kind for goal in plain.goals} == set(GOAL_TEXTS)


def test_amount_of_triangles_counts_overlapping_ones(plain: Deck) -> None:
    """giza R12, O: four in a diamond are two triangles, three are one."""
    goal = replace(plain.goals_by_id[_goal_of(plain, "triangle")], amount=2)
    assert goal_points(goal, Pyramid.parse("01,02,,/03,,/,/", plain)) == 0
    assert goal_points(goal, Pyramid.parse("01,02,03,/04,05,/,/", plain)) == goal.points


COMPARED = [
    ("most-zeroes", "01,02,,/,,/,/", ["03,15,,/,,/,/"], True, "a tie scores"),
    ("most-zeroes", "01,02,,/,,/,/", ["14,15,16,/,,/,/"], False, "a rival has more"),
    ("most-zeroes", "01,02,,/,,/,/", ["04,,,/,,/,/", "14,05,,/,,/,/"], True, "more than both"),
    ("most-zeroes", "04,05,,/,,/,/", ["06,07,,/,,/,/"], False, "all tied with none"),
    (
        "most-zeroes",
        "01,02,,/,,/,/",
        ["14g,15g,16g,/,,/,/"],
        True,
        "giza R12 (D): greys do not count",
    ),
    ("most-zeroes", "04g,05g,,/,,/,/", [], False, "giza R12 (D): nor one's own"),
    ("most-colour", "14,15,,/,,/,/", ["16,17,,/,,/,/"], True, "a tie scores"),
    ("most-colour", "14,15,,/,,/,/", ["16,17,18,/,,/,/"], False, "a rival has more"),
    ("most-colour", "14,15g,,/,,/,/", ["16,17,,/,,/,/"], False, "giza R12: a grey has no colour"),
    ("most-colour", "01,02,,/,,/,/", ["03,,,/,,/,/"], False, "nobody has any"),
]


@pytest.mark.parametrize(
    ("kind", "own", "rivals", "met", "why"), COMPARED, ids=[f"{r[0]}: {r[4]}" for r in COMPARED]
)
def test_comparison(  # noqa: PLR0917 - the columns of the table
    plain: Deck,
    kind: str,
    own: str,
    rivals: list[str],
    met: bool,
    why: str,
) -> None:
    """giza R12: in a comparison all tied score, with at least one."""
    goal = plain.goals_by_id[_goal_of(plain, kind)]
    found = goal_points(
        goal, Pyramid.parse(own, plain), [Pyramid.parse(rival, plain) for rival in rivals]
    )
    assert found == (goal.points if met else 0), why


def test_grey_zeroes_do_not_count(plain: Deck) -> None:
    """giza R12.D1: being forced to flip should not pay, so a grey weighs 0 but is none of "most
    0-weight penguins".
    """
    goal = plain.goals_by_id[_goal_of(plain, "most-zeroes")]
    assert tally(goal, Pyramid.parse("01,02g,13g,/,,/,/", plain)) == 1


@pytest.mark.parametrize("kind", sorted(COMPARISONS))
def test_comparison_alone_is_unknown(plain: Deck, kind: str) -> None:
    """giza R12, O: without all pyramids a comparison's points are null, not 0, and so
    is the total.
    """
    goal = plain.goals_by_id[_goal_of(plain, kind)]
    pyramid = Pyramid.parse("01,14,,/,,/,/", plain)
    assert goal_points(goal, pyramid) is None
    assert score(pyramid, [goal]).total is None


def test_levels_are_the_heaviest(plain: Deck) -> None:
    """giza R11: each level counts its heaviest penguin, a grey none, an empty level 0."""
    assert levels(Pyramid.parse("04,02,10,13g/08,04,/06,/", plain)) == (4, 3, 2, 0)


def test_rulebook_example(plain: Deck) -> None:
    """giza R11: the rulebook's own example, 1+3+2+4 = 10 and goals of 4, 3 and 4, makes 21."""
    assert (
        Score((1, 3, 2, 4), (GoalScore("a", 4), GoalScore("b", 3), GoalScore("c", 4))).total == 21
    )
    pyramid = Pyramid.parse("04,05,01,02/08,14,15/06,18/10", plain)
    goals = [plain.goals_by_id[f"goal-{name}"] for name in ("top", "bright", "level")]
    assert score(pyramid, goals) == Score(
        (1, 3, 2, 4), tuple(GoalScore(g.id, p) for g, p in zip(goals, (4, 3, 4), strict=True))
    )
    assert score(pyramid, goals).total == 21


@st.composite
def _pyramids(draw: st.DrawFn) -> Pyramid:
    penguins = draw(st.permutations(standard().penguins))
    pyramid = Pyramid()
    for slot, penguin in zip(SLOTS, penguins, strict=False):
        pyramid = pyramid.put(
            slot, Placed(penguin, draw(st.booleans())) if draw(st.integers(0, 9)) else None
        )
    return pyramid


@given(_pyramids(), _pyramids(), st.sampled_from(standard().goals))
def test_a_goal_sees_no_more_than_it_says(one: Pyramid, other: Pyramid, goal: Goal) -> None:
    """Faces that a goal sees alike (`sees`) can be exchanged without changing its tally, wherever
    they stand.
    """
    mixed = tuple(
        theirs if mine and theirs and sees(goal, slot, mine) == sees(goal, slot, theirs) else mine
        for slot, mine, theirs in zip(SLOTS, one.cells, other.cells, strict=True)
    )
    assert tally(goal, Pyramid(mixed)) == tally(goal, one)


@given(_pyramids(), st.sampled_from(standard().goals))
def test_what_levels_decide_of_a_goal_is_what_the_pyramid_scores(
    pyramid: Pyramid, goal: Goal
) -> None:
    """giza R11, R12: whichever pyramid has these levels."""
    due = points_by_levels(goal, levels(pyramid))
    assert due in (None, goal_points(goal, pyramid, ()))


@pytest.mark.parametrize(
    ("kind", "weights", "points"),
    [
        ("top-weight", (5, 5, 5, 2), 0),
        ("top-weight", (0, 0, 0, 3), 4),
        ("outweigh", (1, 2, 2, 3), 5),
        ("outweigh", (3, 2, 2, 3), 0),
        ("total-weight", (2, 2, 2, 1), 0),
        ("total-weight", (2, 3, 3, 2), None),
        ("total-weight", (5, 5, 5, 5), 4),
        ("no-grey", (1, 1, 1, 1), None),
        ("most-zeroes", (0, 0, 0, 0), None),
    ],
)
def test_levels_decide_goals_of_weights_alone(
    kind: str, weights: Levels, points: int | None
) -> None:
    """giza R12: the top's weight and levels that outweigh others; the sum where no penguin below
    them changes it.
    """
    goal = next(goal for goal in standard().goals if goal.kind == kind)
    assert points_by_levels(goal, weights) == points


@given(_pyramids(), st.sampled_from(standard().goals))
def test_a_goal_looks_only_where_it_says(pyramid: Pyramid, goal: Goal) -> None:
    """Emptying every slot where a goal sees nothing changes nothing for it."""
    kept = tuple(
        cell if cell and sees(goal, slot, cell) is not None else None
        for slot, cell in zip(SLOTS, pyramid.cells, strict=True)
    )
    assert tally(goal, Pyramid(kept)) == tally(goal, pyramid)
