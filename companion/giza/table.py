"""The state of a giza table on phones, which `tracker` folds from events, and its scores.

The cards are on a real table. The phones know the order of play, each player's actions and tokens,
and what a photo or a person reported about the pyramids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion import tracking
from companion.events import Version
from companion.giza.deck import Deck, Goal
from companion.giza.doubt import Assessment, Verdict, assess
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore, Levels, goal_points
from companion.giza.state import ROUNDS, TRAIN, Turn, hand, ranking
from companion.language import Phrase, listed, say
from companion.tracking import SeatId, Table

NO_DECK = Deck(title="", colours=(), players=(), penguins=(), actions=(), goals=(), tokens=0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """An open question about a slot, or about the whole pyramid if `slot` is None."""

    slot: Slot | None
    text: str
    could_change: str = "score"
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of a seat's pyramid and score.

    `unread` slots hold some of the `unseen` cards. `levels` and `goals` are typed by a person;
    `levels` replace the pyramid's. `counts` is whether the players let a pyramid count that breaks
    a rule, None before they decide. `version` is that of the last event that changed this, or 0.
    """

    pyramid: Pyramid | None = None
    unread: tuple[Slot, ...] = ()
    unseen: tuple[Placed, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    photo: str | None = None
    by_hand: bool = False
    levels: Levels | None = None
    goals: tuple[tuple[str, int], ...] = ()
    counts: bool | None = None
    version: Version = 0


@dataclass(frozen=True, slots=True)
class PhotoPyramid:
    """One of several pyramids in a photo, with its scan result and its owner, None until assigned.

    `box` is where it is: left, top, right and bottom in thousandths of the photo.
    """

    photo: str
    pyramid: Pyramid
    reading: Mapping[str, object]
    box: tuple[int, ...]
    seat: SeatId | None = None


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `out` are the actions out of hand (giza R4).

    `tokens` counts those in hand and `placed` those on penguins (R10). `chosen` is this round's
    action, `done` whether this round's turn has ended, and `trained` whether the token from #5 was
    placed in this turn.
    """

    colour: str
    chosen: int | None = None
    out: tuple[int, ...] = ()
    tokens: int = 0
    placed: int = 0
    done: bool = False
    trained: bool = False
    known: Knowledge = Knowledge()

    @property
    def hand(self) -> tuple[int, ...]:
        """The actions that may be chosen, including the chosen one until the reveal."""
        return hand(self.out)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A giza table. `order` are the turns of this round, empty before the reveal.

    `several` are the pyramids in the latest photo of more than one.
    """

    deck: Deck = NO_DECK
    goal_ids: tuple[str, ...] = ()
    chief: SeatId | None = None
    rounds_done: int = 0
    order: tuple[Turn[SeatId], ...] = ()
    several: tuple[PhotoPyramid, ...] = ()

    @property
    def phase(self) -> Literal["lobby", "choose", "turns", "done"]:
        """The phase of play; "done" after the last round, even before all scores are known."""
        if not self.started:
            return "lobby"
        if self.rounds_done >= ROUNDS:
            return "done"
        return "turns" if self.order else "choose"

    @property
    def progress(self) -> tuple[bool, int, int]:
        """A value that changes with every turn, but not with choices, which can still change."""
        return self.started, self.rounds_done, sum(seat.done for seat in self.seats)

    @property
    def round(self) -> int:
        """The round being played, from 1; 0 in the lobby, and the last one at the end."""
        return min(self.rounds_done + 1, ROUNDS) if self.started else 0

    @property
    def supply(self) -> int:
        """The number of strength tokens that no player has taken (giza R10)."""
        return self.deck.tokens - sum(seat.tokens + seat.placed for seat in self.seats)

    @property
    def tokens_in_pyramids(self) -> int:
        """The number of strength tokens in the known pyramids."""
        pyramids = [seat.known.pyramid for seat in self.seats if seat.known.pyramid]
        return sum(cell.tokens for pyramid in pyramids for _, cell in pyramid.placed())

    def may_train(self, seat: SeatId) -> bool:
        """Return whether a seat may take a strength token now, in its turn (giza R5, R9)."""
        turn, own = self.active, self.seat(seat)
        mine = turn is not None and (turn.seat, turn.number) == (seat, TRAIN)
        return mine and self.supply > 0 and own is not None and not own.trained

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals in play."""
        return tuple(self.deck.goals_by_id[goal] for goal in self.goal_ids)

    @property
    def active(self) -> Turn[SeatId] | None:
        """The turn being played; None if there is none."""
        done = {seat.id for seat in self.seats if seat.done}
        return next((turn for turn in self.order if turn.seat not in done), None)


# --- scores ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's score as far as it is known; unknown parts are None.

    `score_range` is the lowest and highest total still possible, None if that is unknown. `verdict`
    is None for a typed score. `unsure` are the open questions; if none of them could change
    anything, an open total depends only on others' pyramids. `counts` is the players' decision
    about an illegal pyramid, None before it and for other pyramids.
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
    if known.levels is None and known.pyramid is not None:
        return _score_pyramid(state, seat, known.pyramid)
    typed = dict(known.goals)
    goals = tuple(GoalScore(goal.id, typed.get(goal.id)) for goal in state.goals)
    if known.levels is not None:
        low = sum(known.levels) + sum(goal.points or 0 for goal in goals)
        high = low + sum(goal.points for goal in state.goals if typed.get(goal.id) is None)
        total, ends = low if low == high else None, (low, high)
        doubts = _open_goals(state, goals)
        return SeatScore("typed", known.levels, goals, total, unsure=doubts, score_range=ends)
    if not known.goals:
        return None
    text = say("the level points haven't been entered yet")
    missing = Doubt(None, text, remedy=say("enter the score"))
    return SeatScore("typed", (None,) * 4, goals, None, unsure=(missing,))


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


@lru_cache(maxsize=512)
def _assess(
    pyramid: Pyramid, unread: tuple[Slot, ...], unseen: tuple[Placed, ...], goals: tuple[Goal, ...]
) -> Assessment:
    return assess(pyramid, dict.fromkeys(unread, unseen), goals)


def _score_pyramid(state: TableState, seat: Seat, pyramid: Pyramid) -> SeatScore:
    """Score a read or corrected pyramid by the goals in play and the other pyramids."""
    known, unread = seat.known, seat.known.unread
    typed = {goal: points for goal, points in known.goals if goal in state.goal_ids}
    open_goals = tuple(goal for goal in state.goals if goal.id not in typed)
    assessment = _assess(pyramid, unread, known.unseen, open_goals)
    doubts = [
        replace(doubt, could_change=assessment.could_change[doubt.slot])
        if doubt.slot in unread
        else doubt
        for doubt in known.doubts
    ]
    count = len(pyramid) + len(unread)
    if state.phase == "done" and count < len(SLOTS):  # all pyramids have ten penguins at the end
        few = say("{n} of {all} penguins are known", n=count, all=len(SLOTS))
        remedy = say("tap the empty places to fill them in, or retake the photo")
        doubts.append(Doubt(None, few, "score", remedy))

    others = [other.known for other in state.seats if other.id != seat.id]
    whole = len(pyramid) == len(SLOTS) and not unread
    low, high = (end + sum(typed.values()) for end in assessment.score_range)
    points = {goal.id: goal.points for goal in assessment.score.goals} | typed
    rivals = [
        other.pyramid
        for other in others
        if other.pyramid and len(other.pyramid) == len(SLOTS) and not other.unread
        if other.levels is None
    ]
    if whole and len(rivals) == len(others):  # only then can comparisons be decided
        for goal in state.goals:
            if goal.compares and goal.id not in typed:
                met = goal_points(goal, pyramid, rivals) or 0
                points[goal.id], low, high = met, low + met, high - goal.points + met
    goals = tuple(GoalScore(goal.id, points[goal.id]) for goal in state.goals)
    # the range already covers what unread slots could change
    open_total = any(
        doubt.could_change != "nothing"
        if doubt.slot is None
        else doubt.could_change == "score" and doubt.slot not in unread
        for doubt in doubts
    )
    total = low if low == high and not open_total else None

    violations = (*assessment.violations, *_table_violations(state, seat, pyramid))
    verdict = assessment.verdict
    if {broken.rule for broken in violations} == {"R7"} and any(
        doubt.could_change == "legality" and doubt.slot not in unread for doubt in known.doubts
    ):
        # a penguin below may have a token that wasn't read, so no load is certainly too heavy
        verdict, violations = "unsure", ()
    elif violations:
        verdict = "illegal"
    elif verdict == "legal" and any(doubt.could_change == "legality" for doubt in doubts):
        verdict = "unsure"

    if whole and any(other.levels is not None for other in others):
        # a typed score has no pyramid, so comparisons can no longer be decided
        doubts += _open_goals(state, goals)
    return SeatScore(
        source="corrected" if known.by_hand else "photo",
        levels=tuple(assessment.score.levels),
        goals=goals,
        total=total,
        verdict=verdict,
        violations=violations,
        unsure=tuple(doubts),
        score_range=None if open_total else (low, high),
        counts=known.counts if verdict == "illegal" else None,
    )


def _table_violations(state: TableState, seat: Seat, pyramid: Pyramid) -> Iterator[Violation]:
    """Yield penguins that are also in another pyramid, and a surplus of strength tokens (giza R10).

    Such penguins come from a photo of the wrong pyramid, or from a misreading. The surplus is a
    violation of each pyramid with tokens, because any of them could be wrong.
    """
    holders = {
        cell.penguin: other.name
        for other in state.seats
        if other.id != seat.id and other.known.pyramid
        for _, cell in other.known.pyramid.placed()
    }
    for slot, cell in pyramid.placed():
        if cell.penguin in holders:
            number, name = cell.penguin.number, holders[cell.penguin]
            text = say("penguin {number} is in {name}'s pyramid too", number=number, name=name)
            yield Violation("R5", slot, text)
    there, most = state.tokens_in_pyramids, state.deck.tokens
    if there > most and any(cell.tokens for _, cell in pyramid.placed()):
        text = say(
            "the pyramids hold {there} strength tokens, but there are only {n}", there=there, n=most
        )
        yield Violation("R10", None, text)
