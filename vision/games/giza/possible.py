"""All pyramids that a photo of giza leaves possible, and what they have in common (giza R6, R7,
R10-R12). Pure.

What may be open: whether a card lies in an unread place, which one, and unread tokens. A token can
only help: a pyramid that is legal without unread tokens is legal, and one that is illegal with
every possible token is illegal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from companion.giza.deck import Goal
from companion.giza.doubt import Assessment, Stake, assess
from companion.giza.pyramid import Placed, Pyramid, Slot, Violation, status
from companion.giza.scoring import GoalScore, levels
from vision.games.giza.rows import Cell, over, slots, under
from vision.games.reading import Verdict

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


@dataclass(frozen=True, slots=True)
class Wrong:
    """A rule that is broken in every possible pyramid, the cell (None for the whole), and the
    arithmetic.
    """

    rule: str
    cell: Cell | None
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What holds in every possible pyramid. `stakes` is what each cell that wasn't fully read could
    change.
    """

    verdict: Verdict
    wrong: tuple[Wrong, ...]
    goals: tuple[GoalScore, ...]
    score: int | None
    score_range: tuple[int, int]
    stakes: Mapping[Cell, Stake]


@dataclass(frozen=True, slots=True)
class _Table:
    """One possible set of cells with cards (`occupied`), assessed with the tokens that were read
    (`strict`) and with all that may be there (`kind`).
    """

    occupied: frozenset[Cell]
    cells: Mapping[Slot, Cell]
    strict: Assessment
    kind: Assessment

    @property
    def statements(self) -> tuple[object, ...]:
        """Verdict and violations of both assessments."""
        return tuple(
            (assessment.verdict, frozenset(self.wrong(assessment)))
            for assessment in (self.strict, self.kind)
        )

    def could_change(self, cell: Cell) -> set[Stake]:
        """Return what the unread card in a cell could change if it lies there."""
        mine = [slot for slot, at in self.cells.items() if at == cell]
        return {
            f.could_change[slot]
            for f in (self.strict, self.kind)
            for slot in mine
            if slot in f.could_change
        }

    def wrong(self, assessment: Assessment) -> dict[tuple[str, Cell | None], str]:
        """Return the text of each violation by rule and cell."""
        return _by_cell(assessment.violations, self.cells)


def outcome(known: Known, goals: Sequence[Goal]) -> Outcome:
    """Return what all possible pyramids have in common."""
    if len(known.maybe) > MOST:
        return _roughly(known, goals)
    tables = {
        table.occupied: table
        for occupied in _subsets(known.maybe)
        if (table := _table(known, occupied, goals))
    }
    return _common(known, goals, tables) if tables else _roughly(known, goals)


def _subsets(cells: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    every = chain.from_iterable(combinations(sorted(cells), n) for n in range(len(cells) + 1))
    return map(frozenset, every)


def _table(known: Known, occupied: frozenset[Cell], goals: Sequence[Goal]) -> _Table | None:
    """Return the assessment of cards in these cells; None if they don't fit into a pyramid."""
    where = slots(sorted({*known.read, *occupied}))
    if where is None:
        return None
    faces = {
        cell: tuple(replace(face, tokens=known.tokens.get(cell, 0)) for face in known.faces)
        for cell in occupied
    }
    strict = assess(
        _to_pyramid(known.read, where), {where[cell]: some for cell, some in faces.items()}, goals
    )
    helpful = strict.verdict == "illegal" or (strict.verdict == "unsure" and known.more)
    kind = _kindly(known, where, faces) if helpful else strict
    return _Table(occupied, {slot: cell for cell, slot in where.items()}, strict, kind)


def _kindly(
    known: Known, where: Mapping[Cell, Slot], faces: Mapping[Cell, Sequence[Placed]]
) -> Assessment:
    """Assess the pyramid with all tokens that may be there."""
    unread = {
        where[cell]: tuple(_helped(face, known.spare) for face in some)
        for cell, some in faces.items()
    }
    return assess(_to_pyramid(_with_more(known), where), unread, ())


def _with_more(known: Known) -> dict[Cell, Placed]:
    return {cell: _helped(placed, known.more.get(cell, 0)) for cell, placed in known.read.items()}


def _helped(placed: Placed, tokens: int) -> Placed:
    return replace(placed, tokens=placed.tokens + tokens)


def _to_pyramid(cards: Mapping[Cell, Placed], where: Mapping[Cell, Slot]) -> Pyramid:
    pyramid = Pyramid()
    for cell, placed in cards.items():
        pyramid = pyramid.put(where[cell], placed)
    return pyramid


def _by_cell(
    violations: Sequence[Violation], cells: Mapping[Slot, Cell]
) -> dict[tuple[str, Cell | None], str]:
    return {(v.rule, cells[v.slot] if v.slot else None): v.text for v in violations}


# --- what they have in common ---------------------------------------------------------------------

_Tables = Mapping[frozenset[Cell], _Table]


def _common(known: Known, goals: Sequence[Goal], tables: _Tables) -> Outcome:
    each = [table.strict for table in tables.values()]
    verdict, wrong = _verdict(list(tables.values()))
    points = [{assessment.score.goals[n].points for assessment in each} for n in range(len(goals))]
    return Outcome(
        verdict=verdict,
        wrong=wrong,
        goals=tuple(
            GoalScore(goal.id, _only(some)) for goal, some in zip(goals, points, strict=True)
        ),
        score=_only({assessment.score.total for assessment in each}),
        score_range=(
            min(assessment.score_range[0] for assessment in each),
            max(assessment.score_range[1] for assessment in each),
        ),
        stakes={cell: _stake(known, cell, tables, verdict) for cell in (*known.maybe, *known.more)},
    )


def _only(values: set[int | None]) -> int | None:
    return next(iter(values)) if len(values) == 1 else None


def _verdict(each: Sequence[_Table]) -> tuple[Verdict, tuple[Wrong, ...]]:
    """Return "legal" if all are with the tokens read, "illegal" if all share a violation whatever
    tokens there are.
    """
    if all(table.strict.verdict == "legal" for table in each):
        return "legal", ()
    always = [table.wrong(table.kind) for table in each]
    # prefer the arithmetic with the tokens read
    texts = {**always[0], **each[0].wrong(each[0].strict)}
    wrong = tuple(
        Wrong(*key, texts[key]) for key in always[0] if all(key in other for other in always)
    )
    return ("illegal" if wrong else "unsure"), wrong


def _stake(known: Known, cell: Cell, tables: _Tables, verdict: Verdict) -> Stake:
    """Return what a card or a token in a cell could change, all else being equal."""
    both = [
        (one, other)
        for occupied, one in tables.items()
        if (other := tables.get(occupied | {cell})) and other is not one
    ]
    could = {stake for table in tables.values() for stake in table.could_change(cell)}
    if verdict == "unsure" and (
        "legality" in could
        or any(one.statements != other.statements for one, other in both)
        or any(
            t.strict.verdict != t.kind.verdict and _weighs_on(known, t.occupied, cell)
            for t in tables.values()
        )
    ):
        return "legality"
    valued = any(one.strict.score != other.strict.score for one, other in both)
    return "score" if valued or "score" in could else "nothing"


def _weighs_on(known: Known, occupied: frozenset[Cell], cell: Cell) -> bool:
    """Return whether a cell supports a card that may be too heavy for the tokens that were read."""
    return any(
        not _carried(known.read, load) for load in over(cell) if load in {*known.read, *occupied}
    )


def _carried(read: Mapping[Cell, Placed], load: Cell) -> bool:
    return load in read and read[load].weight <= sum(
        read[cell].strength for cell in under(load) if cell in read
    )


# --- more than MOST unread places -----------------------------------------------------------------


def _roughly(known: Known, goals: Sequence[Goal]) -> Outcome:
    """Return violations among the cards that were read, the only certain ones, and bounds of the
    score.
    """
    wrong = tuple(Wrong(*key, text) for key, text in _plainly_wrong(known).items())
    cards: Stake = "score" if wrong else "legality"
    tokens: Stake = "nothing" if wrong else "legality"
    return Outcome(
        verdict="illegal" if wrong else "unsure",
        wrong=wrong,
        goals=tuple(GoalScore(goal.id, None) for goal in goals),
        score=None,
        score_range=_bounds(known, goals),
        stakes={**dict.fromkeys(known.maybe, cards), **dict.fromkeys(known.more, tokens)},
    )


def _plainly_wrong(known: Known) -> dict[tuple[str, Cell | None], str]:
    """Return what is wrong with the cards read, whatever lies in other places, and holes that no
    card can fill.
    """
    where = slots(sorted({*known.read, *known.maybe}))
    gaps = where is not None
    where = where or slots(sorted(known.read)) or {}
    cells, pyramid = (
        {slot: cell for cell, slot in where.items()},
        _to_pyramid(_with_more(known), where),
    )
    full = pyramid
    for cell in known.maybe if gaps else ():
        full = full.put(where[cell], known.faces[0])
    violations = [
        v
        for v in status(full)
        if v.rule == "R6" and gaps and (not v.slot or cells[v.slot] in known.read)
    ]
    texts = _by_cell(status(_to_pyramid(known.read, where)), cells)
    others = _by_cell([*violations, *(v for v in status(pyramid) if v.rule != "R6")], cells)
    return {key: texts.get(key, text) for key, text in others.items()}


def _bounds(known: Known, goals: Sequence[Goal]) -> tuple[int, int]:
    """Return lowest and highest score: each level may hold the heaviest card, each goal may be met
    or not.
    """
    weights = levels(_to_pyramid(known.read, slots(sorted(known.read)) or {}))
    heaviest = max(face.weight for face in known.faces)
    return sum(weights), sum(max(weight, heaviest) for weight in weights) + sum(
        goal.points for goal in goals
    )
