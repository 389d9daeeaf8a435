"""The judgement of a pyramid with unread slots: verdict, score, and which slots could change them.

An unread slot holds one of its candidates, and no penguin is in two slots. Candidates that make no
difference to a question are grouped (the arms of a top penguin carry nothing, for instance), so
usually every combination can be tried. If there are too many, each load, level and goal is tried by
itself; the range is then still correct, but can be wider than necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from typing import Generic, Literal, TypeAlias, TypeVar

from companion.giza.deck import Deck, Goal, PenguinId
from companion.giza.pyramid import (
    SLOTS,
    WIDTHS,
    Placed,
    Pyramid,
    Slot,
    Violation,
    status,
    supporters,
)
from companion.giza.scoring import (
    PLACE,
    ROWS,
    Faces,
    GoalScore,
    Levels,
    Score,
    faces,
    levels,
    levels_of,
    looks_at,
    sees,
    tally,
)
from companion.language import say

Verdict: TypeAlias = Literal["legal", "illegal", "unsure"]
Stake: TypeAlias = Literal["legality", "score", "nothing"]
T = TypeVar("T")

LIMIT = 8000  # combinations to try one by one; about 60 ms


@dataclass(frozen=True, slots=True)
class Assessment:
    """The certain part of a pyramid's judgement, and what is open.

    A completion fills the unread slots. `violations` hold in every completion, and `levels` are
    those of the penguins read. A part of `score` that could differ is None; `score_range` is the
    lowest and highest total of all completions, whether comparisons are met or not. `could_change`
    is what each unread slot could change.
    """

    verdict: Verdict
    violations: tuple[Violation, ...]
    levels: Levels
    score: Score
    score_range: tuple[int, int]
    could_change: Mapping[Slot, Stake]


def candidates(deck: Deck, pyramid: Pyramid) -> tuple[Placed, ...]:
    """Return every face that an unread slot could hold: all other penguins, either side up."""
    seen = {placed.penguin.id for _, placed in pyramid.placed()}
    unseen = [penguin for penguin in deck.penguins if penguin.id not in seen]
    return tuple(Placed(penguin, grey) for grey in (False, True) for penguin in unseen)


def assess(
    pyramid: Pyramid, unread: Mapping[Slot, Sequence[Placed]], goals: Sequence[Goal]
) -> Assessment:
    """Judge `pyramid`; each slot in `unread` is empty in it and holds one of the given candidates.

    Penguins read elsewhere in the pyramid are dropped from the candidates, unless that leaves none.
    If the slots can't all have different penguins, the verdict is "unsure". Raises `ValueError` for
    a slot that isn't empty or has no candidate.

    >>> from companion.giza.deck import standard
    >>> deck = standard()
    >>> pyramid = Pyramid.parse("01,02,03,04/,,/,/", deck)
    >>> assess(pyramid, {}, []).verdict
    'legal'
    """
    shown = faces(pyramid)
    seen = {face.penguin.id for face in shown if face}
    choices = {}
    for slot, options in unread.items():
        if shown[PLACE[slot]] is not None or not options:
            raise ValueError(f"slot {slot} is read, or has no candidate")
        unseen = tuple(face for face in options if face.penguin.id not in seen)
        choices[PLACE[slot]] = unseen or tuple(options)

    # what holds in every completion: gaps between occupied slots, and twins and loads among those
    # read
    occupied = pyramid
    for slot, options in unread.items():
        occupied = occupied.put(slot, options[0])
    gaps = [violation for violation in status(occupied) if violation.rule == "R6"]
    others = [violation for violation in status(pyramid) if violation.rule != "R6"]
    overloads, deciding = _judge_loads(shown, choices)
    certain = (*gaps, *others, *overloads)
    score, score_range, scoring = _judge_score(shown, choices, goals)
    penguins = [frozenset(face.penguin.id for face in faces_) for faces_ in choices.values()]
    conflict = not _can_differ(penguins)
    verdict: Verdict = "illegal" if certain else "unsure" if conflict or deciding else "legal"
    legality = frozenset(choices) if conflict else deciding
    stakes: dict[Slot, Stake] = {}
    for place in choices:
        if verdict == "unsure" and place in legality:
            stakes[SLOTS[place]] = "legality"
        else:
            stakes[SLOTS[place]] = "score" if place in scoring else "nothing"
    return Assessment(verdict, certain, levels(pyramid), score, score_range, stakes)


# --- trying completions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Group:
    """Candidates that make no difference to a question; `face` represents them."""

    face: Placed
    penguins: frozenset[PenguinId]


@dataclass(frozen=True, slots=True)
class _Finding(Generic[T]):
    """The outcomes of all completions, and the indices in `SLOTS` that decide between them."""

    outcomes: frozenset[T]
    depends: frozenset[int]


_Choices: TypeAlias = Mapping[int, Sequence[Placed]]  # by index in SLOTS
_Kinds: TypeAlias = dict[int, list[_Group]]


def _kinds(
    choices: _Choices, key: Callable[[int, Placed], object], places: frozenset[int] | None = None
) -> _Kinds:
    """Group the candidates of each place by `key`, what matters of them to a question."""
    kinds: _Kinds = {}
    for place, options in choices.items():
        if places is not None and place not in places:
            continue
        groups: dict[object, list[Placed]] = {}
        for face in options:
            groups.setdefault(key(place, face), []).append(face)
        kinds[place] = [
            _Group(group[0], frozenset(f.penguin.id for f in group)) for group in groups.values()
        ]
    return kinds


def _size(kinds: _Kinds) -> int:
    return prod(len(options) for options in kinds.values())


def _explore(
    shown: Faces,
    kinds: _Kinds,
    outcome: Callable[[Faces], T],
    matters: Callable[[T], object] = lambda result: result,
) -> _Finding[T]:
    """Return the outcomes of all combinations that don't need one penguin twice.

    They depend on a place if another choice there, all else equal, changes what `matters` of them.
    """
    trial, places = list(shown), list(kinds)
    results: dict[tuple[int, ...], T] = {}
    possible: set[T] = set()
    for combination in product(*(tuple(enumerate(options)) for options in kinds.values())):
        for place, (_, alike) in zip(places, combination, strict=True):
            trial[place] = alike.face
        result = results[tuple(number for number, _ in combination)] = outcome(trial)
        if result not in possible and _can_differ([alike.penguins for _, alike in combination]):
            possible.add(result)
    # if the candidates contradict each other, rule out nothing
    possible = possible or set(results.values())
    depends = set()
    if len(set(map(matters, possible))) > 1:
        for index, place in enumerate(places):
            first: dict[tuple[int, ...], object] = {}
            for numbers, result in results.items():
                rest = (*numbers[:index], *numbers[index + 1 :])
                if first.setdefault(rest, matters(result)) != matters(result):
                    depends.add(place)
                    break
    return _Finding(frozenset(possible), frozenset(depends))


def _can_differ(groups: list[frozenset[PenguinId]]) -> bool:
    """Return whether a different penguin can be chosen from each group.

    >>> _can_differ([frozenset({"a"}), frozenset({"a", "b"})])
    True
    >>> _can_differ([frozenset({"a"}), frozenset({"a"})])
    False
    """
    if all(len(group) >= len(groups) for group in groups):
        return True
    first, *rest = sorted(groups, key=len)
    return any(_can_differ([group - {penguin} for group in rest]) for penguin in first)


# --- legality -------------------------------------------------------------------------------------

_Load: TypeAlias = tuple[int, int, int]  # indices in SLOTS of a penguin and the two that carry it


def _judge_loads(shown: Faces, choices: _Choices) -> tuple[list[Violation], frozenset[int]]:
    """Return the loads too heavy in every completion, and the places that decide about the others.

    All complete loads with an unread penguin are judged together, or one by one if there are too
    many combinations.
    """
    loads: list[_Load] = []
    for slot in SLOTS[WIDTHS[0] :]:
        left, right = supporters(slot)
        load = (PLACE[slot], PLACE[left], PLACE[right])
        present = all(shown[place] is not None or place in choices for place in load)
        if present and any(place in choices for place in load):
            loads.append(load)
    bearing = {place for load in loads for place in load[1:]}
    loaded = {load[0] for load in loads}

    def key(place: int, face: Placed) -> tuple[int, int]:
        return (face.weight if place in loaded else 0, face.strength if place in bearing else 0)

    kinds = _kinds(choices, key)
    if _size(kinds) <= LIMIT:
        finding = _explore(
            shown,
            kinds,
            lambda trial: tuple(load for load in loads if _too_heavy(load, trial)),
            bool,
        )
        always = [load for load in loads if all(load in heavy for heavy in finding.outcomes)]
        can_hold, depends = () in finding.outcomes, finding.depends
    else:
        findings = {}
        for load in loads:
            own = {place: options for place, options in kinds.items() if place in load}
            findings[load] = _explore(shown, own, partial(_too_heavy, load))
        always = [load for load, result in findings.items() if result.outcomes == {True}]
        can_hold = not always
        depends = frozenset[int]().union(*(finding.depends for finding in findings.values()))
    violations = []
    for load in always:
        above, *pair = (shown[place] for place in load)
        sums = "+".join(str(below.strength) if below else "?" for below in pair)
        if above:
            text = say(
                "weight {weight} on {sums}: too heavy whatever the unread ones are",
                weight=above.weight,
                sums=sums,
            )
        else:
            text = say(
                "too heavy on {sums}, whichever penguin it is and whatever the unread ones are",
                sums=sums,
            )
        violations.append(Violation("R7", SLOTS[load[0]], text))
    if not can_hold and not always:
        text = say("whatever the unread penguins are, one of them is too heavy or too weak")
        violations.append(Violation("R7", None, text))
    return violations, depends


def _too_heavy(load: _Load, trial: Faces) -> bool:
    above, left, right = (trial[place] for place in load)
    strength = sum(below.strength for below in (left, right) if below)
    return above is not None and above.weight > strength


# --- score ----------------------------------------------------------------------------------------


def _judge_score(
    shown: Faces, choices: _Choices, goals: Sequence[Goal]
) -> tuple[Score, tuple[int, int], frozenset[int]]:
    """Return the score, the range of its total, and the places that decide it.

    All completions are scored, or each level and goal by itself if there are too many.
    In the second case the range goes from the sum of the lowest values to that of the highest. A
    comparison can be met or not, because the other pyramids are unknown.
    """

    def key(place: int, face: Placed) -> tuple[object, ...]:
        return (face.weight, *(sees(goal, place, face) for goal in goals))

    def points(tallies: Iterable[int]) -> int:
        counted = zip(goals, tallies, strict=True)
        return sum(goal.points for goal, count in counted if count and not goal.compares)

    everything = _kinds(choices, key)
    if _size(everything) <= LIMIT:
        finding = _explore(
            shown,
            everything,
            lambda trial: (levels_of(trial), tuple(tally(goal, trial) for goal in goals)),
        )
        heaviest = [
            {outcome[0][level] for outcome in finding.outcomes} for level in range(len(ROWS))
        ]
        tallies = [
            {outcome[1][index] for outcome in finding.outcomes} for index in range(len(goals))
        ]
        totals = [sum(weights) + points(counts) for weights, counts in finding.outcomes]
        low, high, depends = min(totals), max(totals), finding.depends
    else:
        rows, parts = [], []
        for level, row in enumerate(ROWS):
            own = frozenset(range(len(SLOTS))[row])
            kinds = _kinds(choices, lambda _, face: face.weight, own)
            rows.append(_explore(shown, kinds, partial(_heaviest_on, level)))
        for goal in goals:
            kinds = _kinds(choices, partial(sees, goal), looks_at(goal))
            if _size(kinds) <= LIMIT:
                parts.append(_explore(shown, kinds, partial(tally, goal)))
            else:
                parts.append(_Finding(frozenset({0, 1}), frozenset(kinds)))
        heaviest, tallies = [{*row.outcomes} for row in rows], [{*part.outcomes} for part in parts]
        low = sum(map(min, heaviest)) + points(map(min, tallies))
        high = sum(map(max, heaviest)) + points(map(max, tallies))
        depends = frozenset[int]().union(*(part.depends for part in (*rows, *parts)))
    certain = [min(weights) if len(weights) == 1 else None for weights in heaviest]
    scores = tuple(
        GoalScore(goal.id, None if goal.compares or len(counts) > 1 else goal.points * min(counts))
        for goal, counts in zip(goals, tallies, strict=True)
    )
    high += sum(goal.points for goal in goals if goal.compares)
    return Score(tuple(certain), scores), (low, high), depends


def _heaviest_on(level: int, trial: Faces) -> int:
    return levels_of(trial)[level]
