"""All pyramids that a photo of giza leaves possible, and what they have in common (giza R6, R7,
R10-R12). Pure.

What may be open: whether a card lies in an unread place, which one, and unread tokens. A token can
only help: a pyramid that is legal without unread tokens is legal, and one that is illegal with
every possible token is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import TypeAlias

from companion.giza.deck import Goal
from companion.giza.doubt import Assessment, Stake, assess
from companion.giza.pyramid import Placed, Slot, Violation, status
from companion.giza.scoring import GoalScore, levels
from vision.games.giza.rows import Cell, over, slots, to_pyramid, under
from vision.games.reading import Verdict

Wrong: TypeAlias = dict[tuple[str, Cell | None], str]

MOST = 4  # places that may be empty; with more, `_roughly` gives bounds instead of trying all


@dataclass(frozen=True, slots=True)
class Known:
    """What a photo shows of one pyramid for certain.

    `read` are the cards that were read, `maybe` places where an unread card may lie, `faces` the
    cards it can be, `tokens` those seen on it. `more` is how many unread tokens may lie on a card
    that was read, `spare` how many on one that wasn't.
    """

    read: Mapping[Cell, Placed]
    maybe: frozenset[Cell]
    faces: tuple[Placed, ...]
    tokens: Mapping[Cell, int]
    more: Mapping[Cell, int]
    spare: int

    def with_cards(self, cards: Mapping[Cell, Placed]) -> Known:
        """Return this with the given cards in unread places, and any number of tokens on them."""
        read, more = {**self.read, **cards}, {**self.more, **dict.fromkeys(cards, self.spare)}
        return replace(self, read=read, more=more, maybe=self.maybe - set(cards))

    def with_tokens(self) -> Known:
        """Return this with all tokens that may be there."""
        read = {
            cell: replace(placed, tokens=placed.tokens + self.more.get(cell, 0))
            for cell, placed in self.read.items()
        }
        tokens = {cell: self.tokens.get(cell, 0) + self.spare for cell in self.maybe}
        return replace(self, read=read, tokens=tokens)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What holds in every possible pyramid, and what each cell not fully read could change.

    `wrong` has the arithmetic of each broken rule, by its number and cell (None: the whole).
    """

    verdict: Verdict
    wrong: Wrong
    goals: tuple[GoalScore, ...]
    score: int | None
    score_range: tuple[int, int]
    stakes: Mapping[Cell, Stake]


@dataclass(frozen=True, slots=True)
class _Table:
    """Cards in one possible set of cells, assessed with the tokens read and with all possible."""

    cells: Mapping[Slot, Cell]
    strict: Assessment
    kind: Assessment

    def wrong(self, assessment: Assessment) -> Wrong:
        """Return the text of each violation by rule and cell."""
        return _by_cell(assessment.violations, self.cells)

    @property
    def statements(self) -> tuple[object, ...]:
        """Verdict and violations of both assessments."""
        each = (self.strict, self.kind)
        return tuple((one.verdict, self.wrong(one).keys()) for one in each)


def outcome(known: Known, goals: Sequence[Goal]) -> Outcome:
    """Return what all possible pyramids have in common."""
    count = len(known.maybe)
    if count > MOST:
        return _roughly(known, goals)
    tables: dict[frozenset[Cell], _Table] = {}
    for some in chain.from_iterable(combinations(sorted(known.maybe), n) for n in range(count + 1)):
        if table := _table(known, frozenset(some), goals):
            tables[frozenset(some)] = table
    if not tables:
        return _roughly(known, goals)
    each = list(tables.values())
    always = [table.wrong(table.kind) for table in each]
    # prefer the arithmetic with the tokens read
    texts = {**always[0], **each[0].wrong(each[0].strict)}
    wrong = {key: texts[key] for key in always[0] if all(key in other for other in always)}
    verdict: Verdict = "illegal" if wrong else "unsure"
    if all(table.strict.verdict == "legal" for table in each):
        verdict = "legal"
    points = [{table.strict.score.goals[n].points for table in each} for n in range(len(goals))]
    ranges = [table.strict.score_range for table in each]
    return Outcome(
        verdict=verdict,
        wrong=wrong,
        goals=tuple(
            GoalScore(goal.id, _only(some)) for goal, some in zip(goals, points, strict=True)
        ),
        score=_only({table.strict.score.total for table in each}),
        score_range=(min(low for low, _ in ranges), max(high for _, high in ranges)),
        stakes={cell: _stake(known, cell, tables, verdict) for cell in (*known.maybe, *known.more)},
    )


def _table(known: Known, occupied: frozenset[Cell], goals: Sequence[Goal]) -> _Table | None:
    """Return the assessment of cards in these cells; None if they don't fit into a pyramid."""
    where = slots(sorted({*known.read, *occupied}))
    if where is None:
        return None

    def assessed(known: Known, goals: Sequence[Goal]) -> Assessment:
        unread = {}
        for cell in occupied:
            tokens = known.tokens.get(cell, 0)
            unread[where[cell]] = [replace(face, tokens=tokens) for face in known.faces]
        return assess(to_pyramid(known.read, where), unread, goals)

    strict = kind = assessed(known, goals)
    if strict.verdict == "illegal" or (strict.verdict == "unsure" and known.more):
        kind = assessed(known.with_tokens(), ())
    return _Table({slot: cell for cell, slot in where.items()}, strict, kind)


def _by_cell(violations: Sequence[Violation], cells: Mapping[Slot, Cell]) -> Wrong:
    return {(v.rule, cells[v.slot] if v.slot else None): v.text for v in violations}


def _only(values: set[int | None]) -> int | None:
    return next(iter(values)) if len(values) == 1 else None


def _stake(
    known: Known, cell: Cell, tables: Mapping[frozenset[Cell], _Table], verdict: Verdict
) -> Stake:
    """Return what a card or a token in a cell could change, all else being equal."""
    could = {
        stake
        for table in tables.values()
        for assessment in (table.strict, table.kind)
        for slot, stake in assessment.could_change.items()
        if table.cells[slot] == cell
    }
    both = [
        (one, other)
        for occupied, one in tables.items()
        if (other := tables.get(occupied | {cell})) and other is not one
    ]
    # cards above that may be too heavy for the tokens that were read
    heavy = {load for load in over(cell) if load not in known.read}
    for load in set(over(cell)).intersection(known.read):
        strength = sum(known.read[place].strength for place in under(load) if place in known.read)
        if known.read[load].weight > strength:
            heavy.add(load)
    if verdict == "unsure" and (
        "legality" in could
        or any(one.statements != other.statements for one, other in both)
        or any(
            table.strict.verdict != table.kind.verdict and heavy.intersection(table.cells.values())
            for table in tables.values()
        )
    ):
        return "legality"
    valued = any(one.strict.score != other.strict.score for one, other in both)
    return "score" if valued or "score" in could else "nothing"


# --- more than MOST unread places -----------------------------------------------------------------


def _roughly(known: Known, goals: Sequence[Goal]) -> Outcome:
    """Return the violations that are certain: among the cards that were read, and holes that no
    card can fill. The score has bounds: each level may hold the heaviest card, each goal may be met
    or not.
    """
    only_read = slots(sorted(known.read)) or {}
    where = slots(sorted({*known.read, *known.maybe}))
    kind = to_pyramid(known.with_tokens().read, where or only_read)
    certain = [v for v in status(kind) if v.rule != "R6"]
    cells = {slot: cell for cell, slot in (where or only_read).items()}
    if where:
        full = {**known.read, **dict.fromkeys(known.maybe, known.faces[0])}
        holes = [v for v in status(to_pyramid(full, where)) if v.rule == "R6"]
        certain = [*(v for v in holes if not v.slot or cells[v.slot] in known.read), *certain]
    # prefer the arithmetic with the tokens read
    texts = _by_cell(status(to_pyramid(known.read, where or only_read)), cells)
    wrong = {key: texts.get(key, text) for key, text in _by_cell(certain, cells).items()}
    cards: Stake = "score" if wrong else "legality"
    tokens: Stake = "nothing" if wrong else "legality"
    weights = levels(to_pyramid(known.read, only_read))
    heaviest = max(face.weight for face in known.faces)
    most = sum(max(weight, heaviest) for weight in weights) + sum(goal.points for goal in goals)
    return Outcome(
        verdict="illegal" if wrong else "unsure",
        wrong=wrong,
        goals=tuple(GoalScore(goal.id, None) for goal in goals),
        score=None,
        score_range=(sum(weights), most),
        stakes={**dict.fromkeys(known.maybe, cards), **dict.fromkeys(known.more, tokens)},
    )
