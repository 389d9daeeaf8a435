"""What the phones make of the pyramids they know: each seat's score, and who wins (giza
R11-R13).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from companion.giza.deck import Goal
from companion.giza.doubt import Assessment, Verdict, assess
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore, goal_points, ranking
from companion.giza.track_state import Doubt, Known, Seat, TableState
from companion.language import Phrase, listed, say
from companion.tracking import SeatId

Source: TypeAlias = Literal["photo", "corrected", "typed"]


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's score as far as it is known; None stands for what is not.

    `score_range` is the lowest and highest total still possible, None while nobody can tell.
    `verdict` is None for a score that was typed. Without a doubt that could change something, an
    open total waits for others' pyramids alone. `counts` says whether an illegal pyramid counts,
    None until the table has decided; it is None for any other pyramid.
    """

    source: Source
    levels: tuple[int | None, ...]
    goals: tuple[GoalScore, ...]
    total: int | None
    verdict: Verdict | None = None
    violations: tuple[Violation, ...] = ()
    unsure: tuple[Doubt, ...] = ()
    score_range: tuple[int, int] | None = None
    counts: bool | None = None

    @property
    def undecided(self) -> bool:
        """Whether the table still has to decide whether this pyramid, which breaks a
        rule, counts.
        """
        return self.verdict == "illegal" and self.counts is None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: seats from first to last with their totals, in words what broke a tie for
    the win, and the seats without a rank, whose pyramids break a rule and were left out.
    """

    places: tuple[tuple[SeatId, int], ...]
    tiebreak: str | None
    left_out: tuple[SeatId, ...] = ()


def score_of(state: TableState, seat: Seat) -> SeatScore | None:
    """What `seat` scores; None when nothing is known of its pyramid."""
    known = seat.known
    if known.levels is not None:
        return _typed(state, known)
    if known.pyramid is None:
        return _goals_only(state, known)
    return _read(state, seat, known.pyramid)


def result(state: TableState) -> Result | None:
    """The ranking; None before the last round is done, every total is known, and the table has
    decided about each pyramid that breaks a rule.
    """
    if state.phase != "done" or state.chief is None:
        return None
    scores = {seat.id: score_of(state, seat) for seat in state.seats}
    totals = {
        seat: score.total
        for seat, score in scores.items()
        if score and score.total is not None and not score.undecided
    }
    if len(totals) < len(state.seats):
        return None
    left_out = tuple(seat for seat, score in scores.items() if score and score.counts is False)
    order = [seat for seat in ranking(totals, state.chief, state.clockwise) if seat not in left_out]
    return Result(
        tuple((seat, totals[seat]) for seat in order), _tiebreak(state, order, totals), left_out
    )


def _tiebreak(state: TableState, order: Sequence[SeatId], totals: dict[SeatId, int]) -> str | None:
    tied = [
        seat.name
        for seat in state.seats
        if seat.id in order and totals[seat.id] == totals[order[0]]
    ]
    if len(tied) < 2:
        return None
    winner = next(seat.name for seat in state.seats if seat.id == order[0])
    names = say("{names} and {last}", names=listed(tied[:-1]), last=tied[-1])
    if order[0] == state.chief:
        return say(
            "{names} tie at {n}: {winner} holds the Chief and wins.",
            names=names,
            n=totals[order[0]],
            winner=winner,
        )
    return say(
        "{names} tie at {n}: {winner} is nearest clockwise from the Chief and wins.",
        names=names,
        n=totals[order[0]],
        winner=winner,
    )


def _typed(state: TableState, known: Known) -> SeatScore:
    goals = _typed_goals(state, known)
    return _bounded(
        SeatScore("typed", known.levels or (), goals, None, unsure=_untold(state, goals)),
        state.goals,
    )


def _goals_only(state: TableState, known: Known) -> SeatScore | None:
    """Points typed for goals while nobody knows the levels yet."""
    if not known.goals:
        return None
    levels = Doubt(
        None, say("the level points haven't been entered yet"), remedy=say("enter the score")
    )
    return SeatScore("typed", (None,) * 4, _typed_goals(state, known), None, unsure=(levels,))


def _typed_goals(state: TableState, known: Known) -> tuple[GoalScore, ...]:
    points = dict(known.goals)
    return tuple(GoalScore(goal.id, points.get(goal.id)) for goal in state.goals)


def _untold(state: TableState, goals: Sequence[GoalScore]) -> tuple[Doubt, ...]:
    """The open goals that no pyramid will settle any more."""
    return tuple(
        Doubt(
            None,
            say(
                "it's not known yet whether {goal} is met",
                goal=Phrase(state.deck.goals_by_id[goal.id].name),
            ),
            remedy=say("enter the score, and tap the goal if it's met"),
        )
        for goal in goals
        if goal.points is None
    )


def _bounded(score: SeatScore, goals: Sequence[Goal]) -> SeatScore:
    """The score with its total, where all is known, and the range that the open goals leave."""
    points = {goal.id: goal.points for goal in goals}
    low = sum(weight or 0 for weight in score.levels) + sum(
        goal.points or 0 for goal in score.goals
    )
    high = low + sum(points[goal.id] for goal in score.goals if goal.points is None)
    return replace(score, total=low if low == high else None, score_range=(low, high))


@lru_cache(maxsize=512)
def _assess(
    pyramid: Pyramid, unread: tuple[tuple[Slot, tuple[Placed, ...]], ...], goals: tuple[Goal, ...]
) -> Assessment:
    return assess(pyramid, dict(unread), goals)


def _read(state: TableState, seat: Seat, pyramid: Pyramid) -> SeatScore:
    """A pyramid from a photo or a correction, judged again with the goals in play and the others'
    pyramids.
    """
    known = seat.known
    typed = {goal: points for goal, points in known.goals if goal in state.goal_ids}
    found = _assess(
        pyramid, known.unread, tuple(goal for goal in state.goals if goal.id not in typed)
    )
    judged = {goal.id: _goal_score(state, seat, pyramid, goal) for goal in found.score.goals}
    goals = tuple(judged.get(goal.id) or GoalScore(goal.id, typed[goal.id]) for goal in state.goals)
    violations = (*found.violations, *_strays(state, seat, pyramid), *_surplus(state, pyramid))
    doubts = (*_settled(known, found), *_too_few(state, pyramid, len(known.unread)))
    levels = tuple(found.score.levels)
    low, high = (end + sum(typed.values()) for end in _range(state, found, judged))
    span = None if any(_shakes_score(doubt, known) for doubt in doubts) else (low, high)
    total = low if span and low == high else None
    mended = {broken.rule for broken in violations} == {"R7"} and _may_be_mended(known)
    verdict: Verdict = "unsure" if mended else "illegal" if violations else _verdict(found, doubts)
    source: Source = "corrected" if known.by_hand else "photo"
    doubts = (*doubts, *(_untold(state, goals) if _is_alone(state, seat, pyramid) else ()))
    counts = known.counts if verdict == "illegal" else None
    return SeatScore(
        source, levels, goals, total, verdict, () if mended else violations, doubts, span, counts
    )


def _may_be_mended(known: Known) -> bool:
    """Whether a card may hold a token that the photo did not read, so that nothing is surely too
    heavy (giza R7).
    """
    read = {doubt for doubt in known.doubts if doubt.slot not in dict(known.unread)}
    return any(doubt.could_change == "legality" for doubt in read)


def _shakes_score(doubt: Doubt, known: Known) -> bool:
    """Whether the total could differ by this doubt; what unread slots could change is in the range
    already.
    """
    if doubt.slot is None:
        return doubt.could_change != "nothing"
    return doubt.could_change == "score" and doubt.slot not in dict(known.unread)


def _goal_score(state: TableState, seat: Seat, pyramid: Pyramid, found: GoalScore) -> GoalScore:
    """A comparison by all pyramids, any other goal as found."""
    goal = state.deck.goals_by_id[found.id]
    if not goal.compares or seat.known.unread or len(pyramid) < len(SLOTS):
        return found
    return GoalScore(found.id, goal_points(goal, pyramid, _rivals(state, seat)))


def _is_alone(state: TableState, seat: Seat, pyramid: Pyramid) -> bool:
    """Whether no comparison with this whole pyramid can come about: another's score was typed
    instead of shown.
    """
    whole = len(pyramid) == len(SLOTS) and not seat.known.unread
    return whole and any(
        other.known.levels is not None for other in state.seats if other.id != seat.id
    )


def _rivals(state: TableState, seat: Seat) -> list[Pyramid] | None:
    """All other pyramids; None while one of them is not known to its last penguin."""
    others = [other.known for other in state.seats if other.id != seat.id]
    pyramids = [
        known.pyramid
        for known in others
        if known.pyramid and not known.unread and known.levels is None
    ]
    full = all(len(pyramid) == len(SLOTS) for pyramid in pyramids)
    return pyramids if full and len(pyramids) == len(others) else None


def _range(
    state: TableState, found: Assessment, judged: Mapping[str, GoalScore]
) -> tuple[int, int]:
    """The assessed range, narrowed by the comparisons that are known by now: they are met or not,
    whatever else is.
    """
    low, high = found.score_range
    for before in found.score.goals:
        now = judged[before.id].points
        if before.points is None and now is not None:
            low, high = low + now, high - state.deck.goals_by_id[before.id].points + now
    return low, high


def _verdict(found: Assessment, doubts: Sequence[Doubt]) -> Verdict:
    open_question = any(doubt.could_change == "legality" for doubt in doubts)
    return "unsure" if open_question and found.verdict == "legal" else found.verdict


def _settled(known: Known, found: Assessment) -> Iterator[Doubt]:
    """The photo's doubts that stand; of an unread slot, what it could change as things are now."""
    unread = dict(known.unread)
    for doubt in known.doubts:
        if doubt.slot in unread:
            yield replace(doubt, could_change=found.could_change[doubt.slot])
        else:
            yield doubt


def _too_few(state: TableState, pyramid: Pyramid, unread: int) -> Iterator[Doubt]:
    """After the last round a pyramid has ten penguins: fewer means that some were not seen."""
    there = len(pyramid) + unread
    if state.phase == "done" and there < len(SLOTS):
        text = say("{n} of {all} penguins are known", n=there, all=len(SLOTS))
        yield Doubt(
            None, text, "score", say("tap the empty places to fill them in, or retake the photo")
        )


def _surplus(state: TableState, pyramid: Pyramid) -> Iterator[Violation]:
    """More strength tokens than there are (giza R10): told of each pyramid that holds any, as
    nobody knows which.
    """
    if state.laid > state.deck.tokens and any(cell.tokens for _, cell in pyramid.placed()):
        text = say(
            "the pyramids hold {there} strength tokens, but there are only {n}",
            there=state.laid,
            n=state.deck.tokens,
        )
        yield Violation("R10", None, text)


def _strays(state: TableState, seat: Seat, pyramid: Pyramid) -> Iterator[Violation]:
    """Penguins that another pyramid holds too: a photo of the wrong pyramid, or one
    read wrongly.
    """
    holders = {
        cell.penguin: other.name
        for other in state.seats
        if other.id != seat.id and other.known.pyramid
        for _, cell in other.known.pyramid.placed()
    }
    for slot, cell in pyramid.placed():
        if cell.penguin in holders:
            text = say(
                "penguin {number} is in {name}'s pyramid too",
                number=cell.penguin.number,
                name=holders[cell.penguin],
            )
            yield Violation("R5", slot, text)
