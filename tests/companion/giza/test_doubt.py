"""What a pyramid with unread slots still says, held against trying every completion in the
plainest way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.giza import doubt
from companion.giza.deck import Deck, Goal, standard
from companion.giza.doubt import Assessment, assess, candidates
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, status
from companion.giza.scoring import goal_points, levels


def test_candidates_are_the_unseen_either_side_up(plain: Deck) -> None:
    """giza R5: whoever lies in the pyramid can't lie in another slot; all others can, colour or
    grey.
    """
    found = candidates(plain, Pyramid.parse("01,02g,,/,,/,/", plain))
    assert len(found) == 100
    assert {face.penguin.number for face in found} == set(range(3, 53))


def _unread(plain: Deck, text: str, *slots: Slot) -> tuple[Pyramid, dict[Slot, tuple[Placed, ...]]]:
    pyramid = Pyramid.parse(text, plain)
    return pyramid, dict.fromkeys(slots, candidates(plain, pyramid))


def test_fully_read(plain: Deck) -> None:
    """Nothing unread: verdict and score are those of the pyramid itself."""
    pyramid = Pyramid.parse("01,14,,/04,,/,/", plain)
    found = assess(pyramid, {}, [plain.goals_by_id["goal-bright"]])
    assert (found.verdict, found.score.total, found.score_range) == ("legal", 4, (4, 4))


VERDICTS = [
    (
        "02,15,,/,,/,/",
        [(1, 0)],
        "unsure",
        "legality",
        "an unread penguin may be too heavy for the 4 below it",
    ),
    ("01,14,,/,,/,/", [(1, 0)], "legal", "score", "8 below carry any penguin"),
    ("01,,,/04,,/,/", [(0, 1)], "legal", "score", "4 carry a 1 whoever helps"),
    ("02,,,/10,,/,/", [(0, 1)], "unsure", "legality", "2 carry a 4 only with help"),
    ("03,,,/,,/,/", [(0, 1)], "legal", "score", "a base carries nothing here"),
    (
        "03,16,,/10,,/,/",
        [(0, 2)],
        "illegal",
        "score",
        "the read part is illegal whoever the unread one is",
    ),
    ("01,,14,/,,/,/", [(0, 1)], "legal", "score", "an unread penguin closes the gap of R6"),
    ("01,,,14/,,/,/", [(0, 1)], "illegal", "score", "a gap stays beside it: giza R6 (D)"),
    (
        "01,14,,/,,/06,/",
        [(1, 0)],
        "illegal",
        "score",
        "giza R6: only one of two supporters, read or not",
    ),
]


@pytest.mark.parametrize(
    ("text", "slots", "verdict", "stake", "why"), VERDICTS, ids=[row[-1] for row in VERDICTS]
)
def test_verdict(  # noqa: PLR0917 - the columns of the table
    plain: Deck, text: str, slots: list[Slot], verdict: str, stake: str, why: str
) -> None:
    """giza R6, R7, R12.D2: candidates that would be illegal count, unless the read part is illegal
    already.
    """
    pyramid, unread = _unread(plain, text, *slots)
    found = assess(pyramid, unread, [])
    assert (found.verdict, found.could_change) == (verdict, dict.fromkeys(slots, stake)), why
    assert bool(found.violations) == (verdict == "illegal")


def test_certain_overload_is_named(plain: Deck) -> None:
    """giza R7: a load that no candidate can bring down is a violation with its slot, though a
    penguin is unread.
    """
    pyramid = Pyramid.parse("03,,,/13,,/,/", plain)
    weak = [Placed(plain.by_id["penguin-16"]), Placed(plain.by_id["penguin-29"])]
    found = assess(pyramid, {(0, 1): weak}, [])
    assert found.verdict == "illegal"
    assert [(v.rule, v.slot) for v in found.violations] == [("R7", (1, 0))]
    assert "weight 5 on 0+?" in found.violations[0].text


def test_one_of_two_is_certainly_wrong(plain: Deck) -> None:
    """giza R7: when either load may hold but never both, the pyramid is illegal and no slot is to
    blame alone.
    """
    pyramid = Pyramid.parse("03,,16,/04,17,/,/", plain)
    strong_or_weak = [Placed(plain.by_id["penguin-29"])]
    both = assess(pyramid, {(0, 1): [*strong_or_weak, Placed(plain.by_id["penguin-28"])]}, [])
    assert (both.verdict, both.could_change) == ("unsure", {(0, 1): "legality"})
    # 4s on 2+? and ?+2, with one strong penguin for two slots
    pyramid = Pyramid.parse("02,,,15/10,,23/,/", plain)
    torn = [Placed(plain.by_id["penguin-27"]), Placed(plain.by_id["penguin-29"])]
    found = assess(pyramid, {(0, 1): torn, (0, 2): torn}, [])
    assert found.verdict == "illegal"
    assert [(v.rule, v.slot) for v in found.violations] == [("R7", None)]


def test_two_slots_want_the_same_penguin(plain: Deck) -> None:
    """giza R5: candidates that can't all be had are a misreading, which leaves the verdict open."""
    only = [Placed(plain.by_id["penguin-01"])]
    found = assess(Pyramid(), {(0, 0): only, (0, 1): only}, [])
    assert found.verdict == "unsure"
    assert set(found.could_change.values()) == {"legality"}


def test_score_that_cannot_change_is_told(plain: Deck) -> None:
    """Levels and goals are None only where they could differ; a slot that changes neither is said
    to.
    """
    pyramid = Pyramid.parse("13,14,,/,,/,/", plain)
    options = [Placed(plain.by_id["penguin-09"]), Placed(plain.by_id["penguin-11"])]
    found = assess(pyramid, {(0, 2): options}, [plain.goals_by_id["goal-bright"]])
    assert (found.verdict, found.score.total, found.could_change) == (
        "legal",
        8,
        {(0, 2): "nothing"},
    )
    colourful = assess(pyramid, {(0, 2): options}, [plain.goals_by_id["goal-total"]])
    assert colourful.could_change == {(0, 2): "nothing"}
    heavier = assess(
        pyramid, {(0, 2): candidates(plain, pyramid)}, [plain.goals_by_id["goal-bright"]]
    )
    assert (heavier.score.levels, heavier.score.total, heavier.score_range) == (
        (5, 0, 0, 0),
        None,
        (5, 8),
    )


def test_comparison_widens_the_range(plain: Deck) -> None:
    """giza R12: nobody knows the other pyramids, so a comparison may be met or not, and its tally
    may change it.
    """
    pyramid, unread = _unread(plain, "13,14,,/,,/,/", (0, 2))
    found = assess(pyramid, unread, [plain.goals_by_id["goal-zeroes"]])
    assert found.score.goals[0].points is None
    assert (found.score_range, found.could_change) == ((5, 10), {(0, 2): "score"})


@pytest.mark.parametrize("options", [[], "read"])
def test_contradicting_call(plain: Deck, options: object) -> None:
    """A slot without candidates, or read as well, is a mistake of the caller."""
    pyramid = Pyramid.parse("01,,,/,,/,/", plain)
    unread: dict[Slot, Sequence[Placed]] = (
        {(0, 1): []} if options == [] else {(0, 0): candidates(plain, pyramid)}
    )
    with pytest.raises(ValueError, match="has no candidate"):
        assess(pyramid, unread, [])


# --- against brute force --------------------------------------------------------------------------

Puzzle = tuple[Pyramid, dict[Slot, list[Placed]], list[Goal]]


@st.composite
def _puzzles(draw: st.DrawFn) -> Puzzle:
    """Any pyramid of the standard deck, legal or not, with up to four slots unread and few
    candidates for each.
    """
    rng = random.Random(draw(st.integers(0, 10**9)))
    deck = standard()
    slots = draw(st.lists(st.sampled_from(SLOTS), min_size=2, max_size=10, unique=True))
    penguins = rng.sample(deck.penguins, 10)
    pyramid = Pyramid()
    for slot, penguin in zip(slots, penguins, strict=False):
        pyramid = pyramid.put(slot, Placed(penguin, rng.random() < 0.2, rng.choice((0, 0, 0, 1))))
    unread = slots[: draw(st.integers(1, min(4, len(slots))))]
    for slot in unread:
        pyramid = pyramid.put(slot, None)
    pool = candidates(deck, pyramid)
    shared = rng.sample(pool, 4)
    options = {
        slot: rng.sample(shared, 2) + rng.sample(pool, draw(st.integers(2, 4))) for slot in unread
    }
    return pyramid, options, rng.sample(deck.goals, 3)


def _completions(pyramid: Pyramid, unread: Mapping[Slot, Sequence[Placed]]) -> list[Pyramid]:
    """Every completion in which no penguin lies twice."""
    found = []
    for choice in product(*unread.values()):
        if len({face.penguin.id for face in choice}) == len(choice):
            full = pyramid
            for slot, face in zip(unread, choice, strict=True):
                full = full.put(slot, face)
            found.append(full)
    return found


def _total(pyramid: Pyramid, goals: Sequence[Goal]) -> int:
    return sum(levels(pyramid)) + sum(goal_points(goal, pyramid) or 0 for goal in goals)


@settings(max_examples=150)
@given(_puzzles())
def test_exact_against_brute_force(puzzle: Puzzle) -> None:
    """Verdict, score, range and stakes are those of trying every completion with `status` and
    `goal_points`.
    """
    pyramid, unread, goals = puzzle
    full = _completions(pyramid, unread)
    found = assess(pyramid, unread, goals)
    legal = {not status(each) for each in full}
    assert (
        found.verdict == {True: "legal", False: "illegal"}.get(legal.copy().pop())
        if len(legal) == 1
        else "unsure"
    )
    totals = {_total(each, goals) for each in full}
    extra = sum(goal.points for goal in goals if goal.compares)
    assert found.score_range == (min(totals), max(totals) + extra)
    for level, certain in enumerate(found.score.levels):
        weights = {levels(each)[level] for each in full}
        assert certain == (weights.pop() if len(weights) == 1 else None)
    for goal, part in zip(goals, found.score.goals, strict=True):
        points = {goal_points(goal, each) for each in full}
        assert part.points == (points.pop() if len(points) == 1 else None)
    if len(legal) > 1:
        assert "legality" in found.could_change.values()
    if len(totals) > 1:
        assert set(found.could_change.values()) & {"legality", "score"}


@settings(max_examples=80)
@given(_puzzles())
def test_bounds_hold_when_there_are_too_many_to_try(puzzle: Puzzle) -> None:
    """Beyond the limit nothing certain is said that exact trying would not say, and the range isn't
    narrower.
    """
    pyramid, unread, goals = puzzle
    exact = assess(pyramid, unread, goals)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doubt, "LIMIT", 1)
        rough = assess(pyramid, unread, goals)
    assert rough.verdict in ("unsure", exact.verdict)
    assert (
        rough.score_range[0] <= exact.score_range[0] <= exact.score_range[1] <= rough.score_range[1]
    )
    assert _says_no_more(rough, exact)


def _says_no_more(rough: Assessment, exact: Assessment) -> bool:
    mine = (*rough.score.levels, *(goal.points for goal in rough.score.goals))
    best = (*exact.score.levels, *(goal.points for goal in exact.score.goals))
    return all(a is None or a == b for a, b in zip(mine, best, strict=True))


def test_nothing_read_at_all() -> None:
    """Ten unread slots of the standard deck: everything is open, and the answer still comes."""
    deck = standard()
    found = assess(Pyramid(), dict.fromkeys(SLOTS, candidates(deck, Pyramid())), deck.goals[:3])
    assert found.verdict == "unsure"
    assert found.score.total is None
    assert set(found.could_change.values()) == {"legality"}
