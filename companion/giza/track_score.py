"""What the phones make of the pyramids they know: each seat's score, and who wins (giza R11-R13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from companion.giza.deck import Goal
from companion.giza.doubt import Assessment, Verdict, assess
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore, goal_points, ranking
from companion.giza.track_state import Doubt, Known, Seat, TableState
from companion.language import listed, say
from companion.tracking import SeatId

Source: TypeAlias = Literal["photo", "corrected", "typed"]


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's score as far as it is known; None stands for what is not.

    `score_range` is the lowest and highest total still possible. `verdict` is None for a score that was typed.
    """

    source: Source
    levels: tuple[int | None, ...]
    goals: tuple[GoalScore, ...]
    total: int | None
    verdict: Verdict | None = None
    violations: tuple[Violation, ...] = ()
    unsure: tuple[Doubt, ...] = ()
    score_range: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: seats from first to last with their totals, and in words what broke a tie for the win."""

    places: tuple[tuple[SeatId, int], ...]
    tiebreak: str | None


def score_of(state: TableState, seat: Seat) -> SeatScore | None:
    """What `seat` scores; None when nothing is known of its pyramid."""
    known = seat.known
    if known.levels is not None:
        return _typed(state, known)
    if known.pyramid is None:
        return _goals_only(state, known)
    return _read(state, seat, known.pyramid)


def result(state: TableState) -> Result | None:
    """The ranking; None before the last round is done and every total is known."""
    if state.phase != "done" or state.chief is None:
        return None
    scores = {seat.id: score_of(state, seat) for seat in state.seats}
    totals = {seat: score.total for seat, score in scores.items() if score and score.total is not None}
    if len(totals) < len(state.seats):
        return None
    order = ranking(totals, state.chief, state.clockwise)
    return Result(tuple((seat, totals[seat]) for seat in order), _tiebreak(state, order, totals))


def _tiebreak(state: TableState, order: Sequence[SeatId], totals: dict[SeatId, int]) -> str | None:
    tied = [seat.name for seat in state.seats if totals[seat.id] == totals[order[0]]]
    if len(tied) == 1:
        return None
    winner = next(seat.name for seat in state.seats if seat.id == order[0])
    names = say("{names} and {last}", names=listed(tied[:-1]), last=tied[-1])
    if order[0] == state.chief:
        return say("{names} tie at {n}: {winner} holds the Chief.", names=names, n=totals[order[0]], winner=winner)
    return say(
        "{names} tie at {n}: {winner} sits nearest clockwise from the Chief.",
        names=names, n=totals[order[0]], winner=winner,
    )  # fmt: skip


def _typed(state: TableState, known: Known) -> SeatScore:
    points = dict(known.goals)
    goals = tuple(GoalScore(goal.id, points.get(goal.id)) for goal in state.goals)
    return _bounded(SeatScore("typed", known.levels or (), goals, None), state.goals)


def _goals_only(state: TableState, known: Known) -> SeatScore | None:
    """Points typed for goals while nobody knows the levels yet."""
    if not known.goals:
        return None
    points = dict(known.goals)
    goals = tuple(GoalScore(goal.id, points.get(goal.id)) for goal in state.goals)
    return SeatScore("typed", (None,) * 4, goals, None)


def _bounded(score: SeatScore, goals: Sequence[Goal]) -> SeatScore:
    """The score with its total, where all is known, and the range that the open goals leave."""
    points = {goal.id: goal.points for goal in goals}
    low = sum(weight or 0 for weight in score.levels) + sum(goal.points or 0 for goal in score.goals)
    high = low + sum(points[goal.id] for goal in score.goals if goal.points is None)
    return replace(score, total=low if low == high else None, score_range=(low, high))


@lru_cache(maxsize=512)
def _assess(
    pyramid: Pyramid, unread: tuple[tuple[Slot, tuple[Placed, ...]], ...], goals: tuple[Goal, ...]
) -> Assessment:
    return assess(pyramid, dict(unread), goals)


def _read(state: TableState, seat: Seat, pyramid: Pyramid) -> SeatScore:
    """A pyramid from a photo or a correction, judged anew with the goals in play and the others' pyramids."""
    known = seat.known
    found = _assess(pyramid, known.unread, state.goals)
    goals = tuple(_goal_score(state, seat, pyramid, goal) for goal in found.score.goals)
    violations = (*found.violations, *_strays(state, seat, pyramid))
    doubts = (*_settled(known, found), *_too_few(state, pyramid, len(known.unread)))
    levels = tuple(found.score.levels)
    low, high = _range(found, goals, state.goals)
    certain = low == high and not any(_shakes_score(doubt, known) for doubt in doubts)
    verdict: Verdict = "illegal" if violations else _verdict(found, doubts)
    source: Source = "corrected" if known.by_hand else "photo"
    return SeatScore(source, levels, goals, low if certain else None, verdict, violations, doubts, (low, high))


def _shakes_score(doubt: Doubt, known: Known) -> bool:
    """Whether the total could differ by this doubt; what unread slots could change is in the range already."""
    if doubt.slot is None:
        return doubt.could_change != "nothing"
    return doubt.could_change == "score" and doubt.slot not in dict(known.unread)


def _goal_score(state: TableState, seat: Seat, pyramid: Pyramid, found: GoalScore) -> GoalScore:
    """A goal typed by hand as typed, a comparison by all pyramids, any other as found."""
    typed, goal = dict(seat.known.goals), state.deck.goals_by_id[found.id]
    if found.id in typed:
        return GoalScore(found.id, typed[found.id])
    if not goal.compares or seat.known.unread or len(pyramid) < len(SLOTS):
        return found
    return GoalScore(found.id, goal_points(goal, pyramid, _rivals(state, seat)))


def _rivals(state: TableState, seat: Seat) -> list[Pyramid] | None:
    """All other pyramids; None while one of them is not known to its last penguin."""
    others = [other.known for other in state.seats if other.id != seat.id]
    pyramids = [known.pyramid for known in others if known.pyramid and not known.unread and known.levels is None]
    full = all(len(pyramid) == len(SLOTS) for pyramid in pyramids)
    return pyramids if full and len(pyramids) == len(others) else None


def _range(found: Assessment, goals: Sequence[GoalScore], in_play: Sequence[Goal]) -> tuple[int, int]:
    """The assessed range, narrowed by the comparisons and typed goals that are known by now."""
    low, high = found.score_range
    for before, now, goal in zip(found.score.goals, goals, in_play, strict=True):
        if before.points is None and now.points is not None:
            low, high = low + now.points, high - goal.points + now.points
        elif before.points is not None and now.points is not None:
            low, high = low + now.points - before.points, high + now.points - before.points
    return (low, max(low, high))


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
        yield Doubt(None, text, "score", say("tap the empty places to fill them in, or take another photo"))


def _strays(state: TableState, seat: Seat, pyramid: Pyramid) -> Iterator[Violation]:
    """Penguins that another pyramid holds too: a photo of the wrong pyramid, or one read wrongly."""
    holders = {
        cell.penguin: other.name
        for other in state.seats
        if other.id != seat.id and other.known.pyramid
        for _, cell in other.known.pyramid.placed()
    }
    for slot, cell in pyramid.placed():
        if cell.penguin in holders:
            text = say(
                "penguin {number} lies in {name}'s pyramid too", number=cell.penguin.number, name=holders[cell.penguin]
            )
            yield Violation("R5", slot, text)
