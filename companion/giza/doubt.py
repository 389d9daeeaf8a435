"""The judgement of a pyramid with unread slots: verdict, score, and which slots could change them.

An unread slot holds one of its candidates, and no penguin is in two slots. Candidates that make no
difference to a question are grouped (the arms of a top penguin carry nothing, for instance), so
usually every combination can be tried. If there are too many, each load, level and goal is tried by
itself; the range is then still correct, but can be wider than necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from operator import mul
from typing import Literal, TypeAlias

from companion.giza.deck import MAX_WEIGHT, Deck, Goal, PenguinId
from companion.giza.pyramid import ROWS, SLOTS, Placed, Pyramid, Slot, Violation, status, supporters
from companion.giza.scoring import GoalScore, Score, heaviest, sees, tally
from companion.language import say

Verdict: TypeAlias = Literal["legal", "illegal", "unsure"]
Stake: TypeAlias = Literal["legality", "score", "nothing"]

LIMIT = 8000  # combinations to try one by one; about 60 ms


@dataclass(frozen=True, slots=True)
class Assessment:
    """The certain part of a pyramid's judgement, and what is open.

    A completion fills the unread slots. `violations` hold in every completion. A part of `score`
    that could differ is None; `score_range` is the lowest and highest total of all completions,
    whether comparisons are met or not. `could_change` is what each unread slot could change.
    """

    verdict: Verdict
    violations: tuple[Violation, ...]
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
    seen = {face.penguin.id for _, face in pyramid.placed()}
    choices, occupied = {}, pyramid
    for slot, options in unread.items():
        if pyramid.at(slot) is not None or not options:
            raise ValueError(f"slot {slot} is read, or has no candidate")
        unseen = tuple(face for face in options if face.penguin.id not in seen)
        choices[slot] = unseen or tuple(options)
        occupied = occupied.put(slot, options[0])

    # what holds in every completion: gaps between occupied slots, and twins and loads among those
    # read
    gaps = [violation for violation in status(occupied) if violation.rule == "R6"]
    others = [violation for violation in status(pyramid) if violation.rule != "R6"]
    overloads, deciding = _judge_loads(pyramid, occupied, choices)
    certain = (*gaps, *others, *overloads)
    score, score_range, scoring = _judge_score(pyramid, choices, goals)
    penguins = [frozenset(face.penguin.id for face in faces) for faces in choices.values()]
    conflict = not _can_differ(penguins)
    verdict: Verdict = "illegal" if certain else "unsure" if conflict or deciding else "legal"
    stakes: dict[Slot, Stake] = {}
    for slot in choices:
        if verdict == "unsure" and (conflict or slot in deciding):
            stakes[slot] = "legality"
        else:
            stakes[slot] = "score" if slot in scoring else "nothing"
    return Assessment(verdict, certain, score, score_range, stakes)


# --- trying completions ---------------------------------------------------------------------------

_Choices: TypeAlias = Mapping[Slot, Sequence[Placed]]
_Answers: TypeAlias = tuple[int, ...]  # one to each question


@dataclass(frozen=True, slots=True)
class _Question:
    """A question about a pyramid; the answer is a number.

    It depends only on what `sees` returns for the face in each slot; None if that doesn't matter.
    `most` is the highest answer, except for comparisons.
    """

    answer: Callable[[Pyramid], int]
    sees: Callable[[Slot, Placed], object]
    most: int = 1


def _explore(
    pyramid: Pyramid,
    choices: _Choices,
    questions: Sequence[_Question],
    matters: Callable[[_Answers], object] = lambda answers: answers,
) -> tuple[set[_Answers], set[Slot]]:
    """Return the answers in all completions that don't need one penguin twice, and what decides.

    That is each slot where another choice, all else equal, changes what `matters` of the answers.
    If there are too many completions to try, each question is explored by itself, and the answers
    are the lowest and the highest ones.
    """
    # by slot: faces that differ in what the questions see, each with the penguins that look alike
    kinds: dict[Slot, dict[Placed, frozenset[PenguinId]]] = {}
    for slot, options in choices.items():
        groups: dict[object, list[Placed]] = {}
        for face in options:
            seen = tuple(each.sees(slot, face) for each in questions)
            groups.setdefault(seen, []).append(face)
        kinds[slot] = {
            group[0]: frozenset(face.penguin.id for face in group) for group in groups.values()
        }
    if prod(map(len, kinds.values())) > LIMIT:
        if len(questions) == 1:
            return {(0,), (questions[0].most,)}, {*choices}
        alone = []
        for each in questions:
            own = {
                slot: options
                for slot, options in choices.items()
                if any(each.sees(slot, face) is not None for face in options)
            }
            alone.append(_explore(pyramid, own, [each]))
        ends = (tuple(end(answers)[0] for answers, _ in alone) for end in (min, max))
        return {*ends}, {slot for _, slots in alone for slot in slots}

    cells = dict(zip(SLOTS, pyramid.cells, strict=True))
    results: dict[tuple[Placed, ...], _Answers] = {}
    possible: set[_Answers] = set()
    for faces in product(*kinds.values()):
        cells.update(zip(kinds, faces, strict=True))
        trial = Pyramid(tuple(cells.values()))
        answers = results[faces] = tuple([each.answer(trial) for each in questions])
        if answers not in possible and _can_differ([*map(dict.__getitem__, kinds.values(), faces)]):
            possible.add(answers)
    # if the candidates contradict each other, rule out nothing
    possible = possible or {*results.values()}
    decide = set()
    if len({*map(matters, possible)}) > 1:
        for index, slot in enumerate(kinds):
            first: dict[tuple[Placed, ...], object] = {}
            for faces, answers in results.items():
                rest, result = (*faces[:index], *faces[index + 1 :]), matters(answers)
                if first.setdefault(rest, result) != result:
                    decide.add(slot)
                    break
    return possible, decide


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


def _judge_loads(
    pyramid: Pyramid, occupied: Pyramid, choices: _Choices
) -> tuple[list[Violation], set[Slot]]:
    """Return the loads too heavy in every completion, and the slots that decide about the others.

    The loads are those with an unread penguin; `occupied` has something in each unread slot.
    """
    loads = [
        load
        for slot in SLOTS[ROWS[1].start :]
        if all(map(occupied.at, load := (slot, *supporters(slot))))
        if not choices.keys().isdisjoint(load)
    ]
    answers, decide = _explore(pyramid, choices, [*map(_load, loads)], any)
    too_heavy = zip(*answers, strict=True)  # of each load, in the completions
    always = [load for load, heavy in zip(loads, too_heavy, strict=True) if all(heavy)]
    violations = []
    for load in always:
        above, *pair = map(pyramid.at, load)
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
        violations.append(Violation("R7", load[0], text))
    if not always and all(map(any, answers)):
        text = say("whatever the unread penguins are, one of them is too heavy or too weak")
        violations.append(Violation("R7", None, text))
    return violations, decide


def _load(load: tuple[Slot, ...]) -> _Question:
    """Ask whether a penguin is too heavy for the two that carry it (giza R7)."""
    slot = load[0]

    def sees(each: Slot, face: Placed) -> int | None:
        if each == slot:
            return face.weight
        return face.strength if each in load else None

    return _Question(lambda pyramid: pyramid.is_too_heavy(slot), sees)


# --- score ----------------------------------------------------------------------------------------


def _judge_score(
    pyramid: Pyramid, choices: _Choices, goals: Sequence[Goal]
) -> tuple[Score, tuple[int, int], set[Slot]]:
    """Return the score, the range of its total, and the slots that decide it.

    A comparison can be met or not, because the other pyramids are unknown.
    """
    met = [_Question(partial(tally, goal), partial(sees, goal)) for goal in goals]
    answers, decide = _explore(pyramid, choices, [*map(_level, ROWS), *met])
    points = [1] * len(ROWS) + [0 if goal.compares else goal.points for goal in goals]
    totals = [sum(map(mul, points, each)) for each in answers]
    most = max(totals) + sum(goal.points for goal in goals if goal.compares)
    certain = [each[0] if len({*each}) == 1 else None for each in zip(*answers, strict=True)]
    scores = tuple(
        GoalScore(goal.id, None if goal.compares or count is None else goal.points * count)
        for goal, count in zip(goals, certain[len(ROWS) :], strict=True)
    )
    return Score(tuple(certain[: len(ROWS)]), scores), (min(totals), most), decide


def _level(row: slice) -> _Question:
    """Ask for the heaviest penguin on a level (giza R11)."""
    return _Question(
        lambda pyramid: heaviest(pyramid.cells[row]),
        lambda slot, face: face.weight if slot in SLOTS[row] else None,
        MAX_WEIGHT,
    )
