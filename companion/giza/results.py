"""The scores of a giza table, as far as its pyramids are known, and the result of the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion.giza.deck import Goal, Penguin
from companion.giza.doubt import Assessment, Verdict, assess, candidates
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore, goal_points
from companion.giza.state import ranking
from companion.giza.table import Doubt, Knowledge, Seat, TableState
from companion.language import Phrase, listed, say
from companion.tracking import SeatId


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's score as far as it is known; unknown parts are None.

    `score_range` is the lowest and highest total still possible, None if that is unknown. `verdict`
    and `violations` are those of the pyramid, also beside a typed score; None and empty without a
    pyramid. `unsure` are the open questions; if none of them could change anything, an open total
    depends only on others' pyramids. `counts` is the others' decision about an illegal pyramid,
    None before it and for other pyramids. `unchecked` is whether levels or goals were typed.

    `cards` of the pyramid are known, of `expected` ones (None if unknown); `complete` is whether
    these are all. While others may be there, `so_far` is what these are worth.
    """

    source: Literal["photo", "corrected", "typed"]
    levels: tuple[int | None, ...]
    goals: tuple[GoalScore, ...]
    total: int | None
    verdict: Verdict | None = None
    violations: tuple[Violation, ...] = ()
    unsure: tuple[Doubt, ...] = ()
    score_range: tuple[int, int] | None = None
    counts: bool | None = None
    unchecked: bool = False
    cards: int = 0
    expected: int | None = None
    complete: bool | None = None
    so_far: int | None = None

    @property
    def undecided(self) -> bool:
        """True if the pyramid breaks a rule, and the players haven't decided yet if it counts."""
        return self.verdict == "illegal" and self.counts is None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `places` are seats from first to last with their totals, `tiebreak` is the reason for the win
    after a tie, and `left_out` are the seats whose illegal pyramids don't count.
    """

    places: tuple[tuple[SeatId, int], ...]
    tiebreak: str | None
    left_out: tuple[SeatId, ...] = ()


def result(state: TableState) -> Result | None:
    """Return the ranking; None until the last round is done, every total is known, and the players
    have decided about each pyramid that breaks a rule.
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
    places = tuple((seat, totals[seat]) for seat in order)
    tied = [s.name for s in state.seats if s.id in order and totals[s.id] == totals[order[0]]]
    tiebreak = None
    if len(tied) > 1:
        tie = {
            "names": say("{names} and {last}", names=listed(tied[:-1]), last=tied[-1]),
            "n": totals[order[0]],
            "winner": next(seat.name for seat in state.seats if seat.id == order[0]),
        }
        if order[0] == state.chief:
            tiebreak = say("{names} tie at {n}: {winner} holds the Chief and wins.", **tie)
        else:
            tiebreak = say(
                "{names} tie at {n}: {winner} is nearest clockwise from the Chief and wins.", **tie
            )
    return Result(places, tiebreak, left_out)


def score_of(state: TableState, seat: Seat) -> SeatScore | None:
    """Return the score of `seat`; None if nothing is known."""
    known = seat.known
    read = None if known.pyramid is None else _judge(state, seat, known.pyramid)
    if known.levels is not None or (known.goals and not read):
        score = _typed_score(state, seat)
    elif read:
        score = _score_pyramid(state, seat, read)
    else:
        return None
    if read:
        counts = known.counts if read.verdict == "illegal" else None
        score = replace(
            score,
            verdict=read.verdict,
            violations=read.violations,
            counts=counts,
            cards=len(known.pyramid or ()),
            expected=read.expected,
            complete=read.complete,
        )
    return replace(score, unchecked=known.levels is not None or bool(_typed_goals(state, seat)))


def _typed_goals(state: TableState, seat: Seat) -> dict[str, int]:
    """Return the typed points of goals in play."""
    return {goal: points for goal, points in seat.known.goals if goal in state.goal_ids}


def _typed_score(state: TableState, seat: Seat) -> SeatScore:
    """Return the score of typed levels and goals, or of goals alone."""
    levels, typed = seat.known.levels, _typed_goals(state, seat)
    goals = tuple(GoalScore(goal.id, typed.get(goal.id)) for goal in state.goals)
    if levels is None:
        text = say("the level points haven't been entered yet")
        missing = Doubt(None, text, remedy=say("enter the score"))
        return SeatScore("typed", (None,) * 4, goals, None, unsure=(missing,))
    low = sum(levels) + sum(typed.values())
    high = low + sum(goal.points for goal in state.goals if goal.id not in typed)
    total, doubts = low if low == high else None, _open_goals(state, goals)
    return SeatScore("typed", levels, goals, total, unsure=doubts, score_range=(low, high))


def _open_goals(state: TableState, goals: Sequence[GoalScore]) -> tuple[Doubt, ...]:
    """Return a doubt for each open goal that no pyramid will decide any more."""
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


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is certain of a pyramid by itself: `unread` slots hold unknown or contested penguins.

    `expected` is how many cards it has, None if unknown; `complete` is whether so many were read.
    """

    pyramid: Pyramid
    unread: tuple[Slot, ...]
    assessment: Assessment
    verdict: Verdict
    violations: tuple[Violation, ...]
    doubts: tuple[Doubt, ...]
    expected: int | None
    complete: bool | None

    @property
    def closed(self) -> bool:
        """Whether no other penguins are in it than those in known and unread slots."""
        return len(self.pyramid) + len(self.unread) == self.expected

    @property
    def whole(self) -> bool:
        """Whether all ten penguins are known."""
        return len(self.pyramid) == len(SLOTS) and not self.unread


@lru_cache(maxsize=512)
def _assess(
    pyramid: Pyramid, unread: tuple[tuple[Slot, tuple[Placed, ...]], ...], goals: tuple[Goal, ...]
) -> Assessment:
    return assess(pyramid, dict(unread), goals)


def _judge(state: TableState, seat: Seat, pyramid: Pyramid) -> _Reading:
    """Judge a read or corrected pyramid.

    A penguin that is in another pyramid too was misread in one of the two, so it may be any penguin
    until the players say who has it, and breaks no rule here. A surplus of strength tokens (giza
    R10) breaks none either, because any of the pyramids could be wrong.
    """
    known, choices = seat.known, dict.fromkeys(seat.known.unread, seat.known.unseen)
    doubts, sure, contested = list(known.doubts), pyramid, state.contested
    for slot, cell in pyramid.placed():
        if holders := contested.get(cell.penguin):
            faces = known.unseen or candidates(state.deck, pyramid)
            choices[slot] = (cell, *(replace(face, tokens=cell.tokens) for face in faces))
            sure = sure.put(slot, None)
            others = [each for each in state.seats if each.id in holders and each is not seat]
            words = {"number": cell.penguin.number, "name": listed(each.name for each in others)}
            text = say("penguin {number} is in {name}'s pyramid too", **words)
            doubts.append(Doubt(slot, text, remedy=say("look at the table, and say who has it")))
    goals = tuple(goal for goal in state.goals if goal.id not in dict(known.goals))
    assessment = _assess(sure, tuple(choices.items()), goals)
    doubts = [
        replace(doubt, could_change=assessment.could_change[doubt.slot])
        if doubt.slot in choices
        else doubt
        for doubt in doubts
    ]
    verdict, violations = assessment.verdict, assessment.violations
    lifted = any(doubt.could_change == "legality" and doubt.slot not in choices for doubt in doubts)
    if lifted and {broken.rule for broken in violations} <= {"R7"}:
        # a penguin below may have a token that wasn't read, so no load is certainly too heavy
        verdict, violations = "unsure", ()
    there, most = state.tokens_in_pyramids, state.deck.tokens
    if there > most and any(cell.tokens for _, cell in pyramid.placed()):
        text = say(
            "the pyramids hold {there} strength tokens, but there are only {n}", there=there, n=most
        )
        doubts.append(Doubt(None, text, "legality", say("correct the pyramid with too many")))
        verdict = "unsure" if verdict == "legal" else verdict
    loads = {slot for slot, _ in pyramid.placed() if slot[0] and pyramid.is_too_heavy(slot)}
    asked = tuple(
        replace(doubt, token=doubt.slot in loads and doubt.could_change == "legality")
        for doubt in doubts
    )
    expected = len(SLOTS) if state.phase == "done" else known.expected
    if expected is None and len(pyramid) == len(SLOTS):
        expected = len(SLOTS)  # a finished pyramid (giza R5)
    complete = None if expected is None else len(pyramid) == expected and not known.unread
    return _Reading(
        sure, tuple(choices), assessment, verdict, violations, asked, expected, complete
    )


def _competes(state: TableState, seat: Seat) -> bool:
    """Return whether a seat takes part in comparisons: all that aren't left out (giza R12, D)."""
    known = seat.known
    if known.counts is not False or known.pyramid is None:
        return True
    return _judge(state, seat, known.pyramid).verdict != "illegal"


def _is_whole(known: Knowledge, contested: Collection[Penguin]) -> bool:
    """Return whether all ten penguins are known, and in no other pyramid."""
    cells = (known.pyramid or Pyramid()).cells
    return not known.unread and all(cell and cell.penguin not in contested for cell in cells)


def _score_pyramid(state: TableState, seat: Seat, read: _Reading) -> SeatScore:
    """Score a read or corrected pyramid by the goals in play and the other pyramids."""
    doubts, typed = [*read.doubts], _typed_goals(state, seat)
    count = len(read.pyramid) + len(read.unread)
    if state.phase == "done" and count < len(SLOTS):  # all pyramids have ten penguins at the end
        few = say("{n} of {all} penguins are known", n=count, all=len(SLOTS))
        remedy = say("tap the empty places to fill them in, or retake the photo")
        doubts.append(Doubt(None, few, "score", remedy))

    competes = _competes(state, seat)
    others = [each for each in state.seats if each is not seat and _competes(state, each)]
    low, high = (end + sum(typed.values()) for end in read.assessment.score_range)
    points = {goal.id: goal.points for goal in read.assessment.score.goals} | typed
    contested = state.contested
    rivals = [
        each.known.pyramid
        for each in others
        if each.known.pyramid and each.known.levels is None and _is_whole(each.known, contested)
    ]
    if not competes or (read.whole and len(rivals) == len(others)):  # else they stay undecided
        for goal in state.goals:
            if goal.compares and goal.id not in typed:
                met = (competes and goal_points(goal, read.pyramid, rivals)) or 0
                points[goal.id], low, high = met, low + met, high - goal.points + met
    goals = tuple(GoalScore(goal.id, points[goal.id]) for goal in state.goals)
    levels, so_far = tuple(read.assessment.score.levels), None
    if not read.closed:  # further penguins can only raise levels, but decide any goal
        so_far, low = low, sum(points or 0 for points in levels)
        heaviest = max(penguin.weight for penguin in state.deck.penguins)
        high = len(WIDTHS) * heaviest + sum(goal.points for goal in state.goals)
    # the range already covers what unread slots could change
    open_total = any(
        doubt.could_change != "nothing"
        if doubt.slot is None
        else doubt.could_change == "score" and doubt.slot not in read.unread
        for doubt in doubts
    )
    if read.whole and any(each.known.levels is not None for each in others):
        # a typed score has no pyramid, so comparisons can no longer be decided
        doubts += _open_goals(state, goals)
    return SeatScore(
        source="corrected" if seat.known.by_hand else "photo",
        levels=levels,
        goals=goals,
        total=low if low == high and not open_total else None,
        unsure=tuple(doubts),
        score_range=None if open_total else (low, high),
        so_far=so_far,
    )
