"""The state of a giza table on phones, which `tracker` folds from events, and its scores.

The cards are on a real table. The phones know the order of play, each player's actions and tokens,
and what a photo or a person reported about the pyramids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion import tracking
from companion.events import Version
from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.doubt import Assessment, Verdict, assess, candidates
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore, Levels, goal_points
from companion.giza.state import ROUNDS, TRAIN, Turn, hand, ranking
from companion.language import Phrase, listed, say
from companion.photos import Part
from companion.tracking import SeatId, Table

NO_DECK = Deck(title="", colours=(), players=(), penguins=(), actions=(), goals=(), tokens=0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """An open question about a slot, or about the whole pyramid if `slot` is None.

    `token` is whether it is about a token below the slot, whose penguin is too heavy without one.
    """

    slot: Slot | None
    text: str
    could_change: str = "score"
    remedy: str = ""
    token: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of a seat's pyramid and score.

    `unread` slots hold some of the `unseen` cards. `levels` and `goals` are typed by a person;
    `levels` replace the pyramid's. `counts` is whether the players let a pyramid count that breaks
    a rule, None before they decide. `version` is that of the last event that changed this, or 0.
    `expected` is how many cards the pyramid had when it was read, by the rounds or as a player
    said; None if unknown.
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
    expected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoPyramid(Part):
    """One of several pyramids in a photo, and its scan result."""

    pyramid: Pyramid
    reading: Mapping[str, object]


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
        taken = sum(seat.tokens + seat.placed for seat in self.seats)
        return max(0, self.deck.tokens - taken)

    @property
    def contested(self) -> Mapping[Penguin, tuple[SeatId, ...]]:
        """The penguins that several known pyramids have, with these seats: one of them has it."""
        holders: dict[Penguin, dict[SeatId, None]] = {}
        for seat in self.seats:
            for _, cell in (seat.known.pyramid or Pyramid()).placed():
                holders.setdefault(cell.penguin, {})[seat.id] = None
        return {penguin: tuple(seats) for penguin, seats in holders.items() if len(seats) > 1}

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

    def cards_of(self, seat: Seat) -> int | None:
        """Return how many penguins a seat has placed, one a round; None in its turn, when it may
        have, or not yet, and if nobody has tapped any round.
        """
        placed = self.rounds_done + seat.done
        return None if not placed or (self.active and self.active.seat == seat.id) else placed

    def tokens_of(self, seat: Seat) -> int | None:
        """Return how many tokens a seat has placed; None while it has others, or may take one."""
        open_ = not self.rounds_done or seat.tokens or self.may_train(seat.id)
        return None if open_ else seat.placed

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
