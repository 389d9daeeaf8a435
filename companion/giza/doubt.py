"""What a pyramid with unread slots still tells: verdict, score, and which slot would settle the
rest.

An unread slot is occupied, by one of the candidates given for it; no penguin lies in two slots. Of
the candidates only what the question sees matters (a top penguin's arms carry nothing), so that few
kinds of completion are left and all of them can be tried. Where they are still too many, each load
and each goal is tried by itself: then the bounds are sound, but may be wider than need be.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
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

LIMIT = 8000  # completions that are tried one by one; about 60 ms


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is certain about a pyramid, and what is not.

    `violations` hold in every completion. `levels` are those of the penguins read. In `score` a
    part that could differ is None; `score_range` is the lowest and highest total over all
    completions, comparisons met or not. `could_change` says what each unread slot is needed for.
    """

    verdict: Verdict
    violations: tuple[Violation, ...]
    levels: Levels
    score: Score
    score_range: tuple[int, int]
    could_change: Mapping[Slot, Stake]


@dataclass(frozen=True, slots=True)
class _Alike:
    """Candidates that make no difference to the question asked; `face` is any one of them."""

    face: Placed
    penguins: frozenset[PenguinId]


@dataclass(frozen=True, slots=True)
class _Finding(Generic[T]):
    """The outcomes of all completions, and the places on which it depends which one comes about."""

    outcomes: frozenset[T]
    depends: frozenset[int]


_Choices: TypeAlias = Mapping[int, Sequence[Placed]]  # by place in SLOTS
_Kinds: TypeAlias = dict[int, list[_Alike]]


def candidates(deck: Deck, pyramid: Pyramid) -> tuple[Placed, ...]:
    """Every face that an unread slot could hold: the penguins not seen in `pyramid`, either side
    up.
    """
    seen = {placed.penguin.id for _, placed in pyramid.placed()}
    unseen = [penguin for penguin in deck.penguins if penguin.id not in seen]
    return tuple(Placed(penguin, grey) for grey in (False, True) for penguin in unseen)


def assess(
    pyramid: Pyramid, unread: Mapping[Slot, Sequence[Placed]], goals: Sequence[Goal]
) -> Assessment:
    """Judge `pyramid`, whose empty slots named in `unread` hold one of the candidates given for
    them.

    Candidates that can't all be had (two slots that want the same penguin) leave it unsure. Raises
    `ValueError` for a slot that is read as well, or has no candidate.

    >>> from companion.giza.deck import standard
    >>> deck = standard()
    >>> pyramid = Pyramid.parse("01,02,03,04/,,/,/", deck)
    >>> assess(pyramid, {}, []).verdict
    'legal'
    """
    shown = faces(pyramid)
    choices = _possible(shown, unread)
    weighed = _weigh(shown, choices, _open_loads(shown, choices))
    value = _value(shown, choices, goals)
    certain = (*_known_violations(pyramid, unread), *_overloads(weighed, shown))
    torn = not _distinct(
        [frozenset(face.penguin.id for face in options) for options in choices.values()]
    )
    verdict: Verdict = "illegal" if certain else "unsure" if torn or weighed.depends else "legal"
    legality = frozenset(choices) if torn else weighed.depends
    stakes = {
        SLOTS[p]: _stake(p, legality if verdict == "unsure" else (), value.depends) for p in choices
    }
    return Assessment(verdict, certain, levels(pyramid), value.score, value.range, stakes)


def _stake(place: int, legality: Container[int], score: Container[int]) -> Stake:
    return "legality" if place in legality else "score" if place in score else "nothing"


def _possible(
    shown: Faces, unread: Mapping[Slot, Sequence[Placed]]
) -> dict[int, tuple[Placed, ...]]:
    """Candidates by place, without penguins that lie elsewhere in the pyramid unless that leaves
    none.
    """
    seen = {face.penguin.id for face in shown if face}
    choices = {}
    for slot, options in unread.items():
        if shown[PLACE[slot]] is not None or not options:
            raise ValueError(f"slot {slot} is read, or has no candidate")
        choices[PLACE[slot]] = tuple(
            face for face in options if face.penguin.id not in seen
        ) or tuple(options)
    return choices


# --- trying completions ---------------------------------------------------------------------------


def _kinds(
    choices: _Choices, key: Callable[[int, Placed], object], places: frozenset[int] | None = None
) -> _Kinds:
    """The candidates of each place, grouped by what the question sees of them."""
    kinds: _Kinds = {}
    for place, options in choices.items():
        if places is not None and place not in places:
            continue
        groups: dict[object, list[Placed]] = {}
        for face in options:
            groups.setdefault(key(place, face), []).append(face)
        kinds[place] = [
            _Alike(group[0], frozenset(f.penguin.id for f in group)) for group in groups.values()
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
    """Try every combination; those that would need one penguin twice count for nothing.

    Two outcomes differ for `depends` when what `matters` of them differs.
    """
    trial, places = list(shown), list(kinds)
    results: dict[tuple[int, ...], T] = {}
    possible: set[T] = set()
    for combination in product(*(tuple(enumerate(options)) for options in kinds.values())):
        for place, (_, alike) in zip(places, combination, strict=True):
            trial[place] = alike.face
        result = results[tuple(number for number, _ in combination)] = outcome(trial)
        if result not in possible and _distinct([alike.penguins for _, alike in combination]):
            possible.add(result)
    # candidates that contradict each other: nothing is ruled out
    possible = possible or set(results.values())
    varies = len(set(map(matters, possible))) > 1
    depends = (
        _depends({numbers: matters(result) for numbers, result in results.items()}, places)
        if varies
        else ()
    )
    return _Finding(frozenset(possible), frozenset(depends))


def _distinct(groups: list[frozenset[PenguinId]]) -> bool:
    """Whether each group can send a penguin of its own.

    >>> _distinct([frozenset({"a"}), frozenset({"a", "b"})])
    True
    >>> _distinct([frozenset({"a"}), frozenset({"a"})])
    False
    """
    if all(len(group) >= len(groups) for group in groups):
        return True
    first, *rest = sorted(groups, key=len)
    return any(_distinct([group - {penguin} for group in rest]) for penguin in first)


def _depends(results: Mapping[tuple[int, ...], object], places: Sequence[int]) -> Iterator[int]:
    """The places where another choice, all else equal, changes the result."""
    for index, place in enumerate(places):
        first: dict[tuple[int, ...], object] = {}
        for numbers, result in results.items():
            rest = (*numbers[:index], *numbers[index + 1 :])
            if first.setdefault(rest, result) != result:
                yield place
                break


# --- legality -------------------------------------------------------------------------------------

_Load: TypeAlias = tuple[int, int, int]  # places of a penguin and of the two that carry it


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Loads that are too heavy whatever comes, whether all can hold at once, and the places it
    depends on.
    """

    overloaded: tuple[_Load, ...]
    can_hold: bool
    depends: frozenset[int]


def _known_violations(
    pyramid: Pyramid, unread: Mapping[Slot, Sequence[Placed]]
) -> tuple[Violation, ...]:
    """What is wrong whatever the unread are: twins and loads among the read, gaps in what is
    occupied.
    """
    occupied = pyramid
    for slot, faces_ in unread.items():
        occupied = occupied.put(slot, faces_[0])
    gaps = [violation for violation in status(occupied) if violation.rule == "R6"]
    return (*gaps, *(violation for violation in status(pyramid) if violation.rule != "R6"))


def _open_loads(shown: Faces, choices: _Choices) -> tuple[_Load, ...]:
    """The loads with an unread penguin above or below, all three present."""
    loads = []
    for slot in SLOTS[WIDTHS[0] :]:
        load = (PLACE[slot], *(PLACE[s] for s in supporters(slot)))
        present = all(shown[place] is not None or place in choices for place in load)
        if present and any(place in choices for place in load):
            loads.append(load)
    return tuple((a, b, c) for a, b, c in loads)


def _weigh(shown: Faces, choices: _Choices, loads: tuple[_Load, ...]) -> _Weighed:
    bearing = {place for load in loads for place in load[1:]}
    loaded = {load[0] for load in loads}

    def key(place: int, face: Placed) -> tuple[int, int]:
        return (face.weight if place in loaded else 0, face.strength if place in bearing else 0)

    everything = _kinds(choices, key)
    if _size(everything) <= LIMIT:
        return _joint(shown, everything, loads)
    return _load_by_load(shown, everything, loads)


def _joint(shown: Faces, kinds: _Kinds, loads: tuple[_Load, ...]) -> _Weighed:
    found = _explore(
        shown, kinds, lambda trial: tuple(load for load in loads if _too_heavy(load, trial)), bool
    )
    overloaded = tuple(load for load in loads if all(load in outcome for outcome in found.outcomes))
    return _Weighed(overloaded, () in found.outcomes, found.depends)


def _load_by_load(shown: Faces, kinds: _Kinds, loads: tuple[_Load, ...]) -> _Weighed:
    findings = {}
    for load in loads:
        own = {place: options for place, options in kinds.items() if place in load}
        findings[load] = _explore(shown, own, partial(_too_heavy, load))
    overloaded = tuple(load for load, found in findings.items() if found.outcomes == {True})
    depends = frozenset[int]().union(*(found.depends for found in findings.values()))
    return _Weighed(overloaded, not overloaded, depends)


def _too_heavy(load: _Load, trial: Faces) -> bool:
    above, left, right = (trial[place] for place in load)
    return above is not None and above.weight > sum(
        below.strength for below in (left, right) if below
    )


def _overloads(weighed: _Weighed, shown: Faces) -> Iterator[Violation]:
    for load in weighed.overloaded:
        above, left, right = (shown[place] for place in load)
        sums = "+".join(str(below.strength) if below else "?" for below in (left, right))
        yield Violation(
            "R7", SLOTS[load[0]], _never(above.weight, sums) if above else _never_any(sums)
        )
    if not weighed.can_hold and not weighed.overloaded:
        yield Violation(
            "R7",
            None,
            say("whatever the unread penguins are, one of them is too heavy or too weak"),
        )


def _never(weight: int, sums: str) -> str:
    return say(
        "weight {weight} on {sums}: too heavy whatever the unread ones are",
        weight=weight,
        sums=sums,
    )


def _never_any(sums: str) -> str:
    return say(
        "too heavy on {sums}, whichever penguin it is and whatever the unread ones are", sums=sums
    )


# --- score ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Value:
    score: Score
    range: tuple[int, int]
    depends: frozenset[int]


def _value(shown: Faces, choices: _Choices, goals: Sequence[Goal]) -> _Value:
    def key(place: int, face: Placed) -> tuple[object, ...]:
        return (face.weight, *(sees(goal, place, face) for goal in goals))

    everything = _kinds(choices, key)
    if _size(everything) > LIMIT:
        return _part_by_part(shown, choices, goals)
    found = _explore(
        shown, everything, lambda trial: (levels_of(trial), tuple(tally(g, trial) for g in goals))
    )
    totals = [sum(heaviest) + _points(goals, tallies) for heaviest, tallies in found.outcomes]
    heaviest = [{outcome[0][level] for outcome in found.outcomes} for level in range(len(WIDTHS))]
    tallies = [{outcome[1][index] for outcome in found.outcomes} for index in range(len(goals))]
    return _Value(
        _certain(heaviest, goals, tallies), _range(min(totals), max(totals), goals), found.depends
    )


def _part_by_part(shown: Faces, choices: _Choices, goals: Sequence[Goal]) -> _Value:
    """Each level and each goal by itself; a total between the sums of what they can be least and
    most.
    """
    rows = [_level(shown, choices, level) for level in range(len(WIDTHS))]
    parts = [_goal(shown, choices, goal) for goal in goals]
    heaviest, tallies = [set(row.outcomes) for row in rows], [set(part.outcomes) for part in parts]
    low = sum(map(min, heaviest)) + _points(goals, list(map(min, tallies)))
    high = sum(map(max, heaviest)) + _points(goals, list(map(max, tallies)))
    depends = frozenset[int]().union(*(part.depends for part in (*rows, *parts)))
    return _Value(_certain(heaviest, goals, tallies), _range(low, high, goals), depends)


def _level(shown: Faces, choices: _Choices, level: int) -> _Finding[int]:
    own = frozenset(range(len(SLOTS))[ROWS[level]])
    kinds = _kinds(choices, lambda _, face: face.weight, own)
    return _explore(shown, kinds, lambda trial: levels_of(trial)[level])


def _goal(shown: Faces, choices: _Choices, goal: Goal) -> _Finding[int]:
    kinds = _kinds(choices, partial(sees, goal), looks_at(goal))
    if _size(kinds) > LIMIT:
        return _Finding(frozenset({0, 1}), frozenset(kinds))
    return _explore(shown, kinds, partial(tally, goal))


def _points(goals: Sequence[Goal], tallies: Sequence[int]) -> int:
    """What the goals are worth, comparisons apart."""
    return sum(
        g.points for g, count in zip(goals, tallies, strict=True) if count and not g.compares
    )


def _range(low: int, high: int, goals: Sequence[Goal]) -> tuple[int, int]:
    """A comparison may be met or not: nobody knows the other pyramids."""
    return low, high + sum(goal.points for goal in goals if goal.compares)


def _certain(
    heaviest: Sequence[set[int]], goals: Sequence[Goal], tallies: Sequence[set[int]]
) -> Score:
    points = (
        None if goal.compares or len(counts) > 1 else goal.points * min(counts)
        for goal, counts in zip(goals, tallies, strict=True)
    )
    return Score(
        tuple(min(weights) if len(weights) == 1 else None for weights in heaviest),
        tuple(GoalScore(goal.id, value) for goal, value in zip(goals, points, strict=True)),
    )
