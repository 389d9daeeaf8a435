"""Giza: from pieces on the table to pyramids and their verdict (giza R6, R7, R10-R12).

A photo shows what lies there, not how it was built. Penguins outside a pyramid (the row to choose
from, a discard pile), tokens in hand and goal cards may be in view. Goal cards count as the goals
unless goals are named. Anything uncertain becomes an `Unsure` with advice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import cast

from companion.decks import did_you_mean
from companion.errors import UsageError
from companion.giza.deck import PLAYERS, Deck, Penguin
from companion.giza.pyramid import Pyramid
from companion.giza.scoring import GoalScore, goal_points
from companion.giza.state import GOALS_IN_PLAY
from companion.language import say
from companion.layout import POKER
from vision.games.base import Place, Row, Seen, Table, Wishes
from vision.games.foreign_cards import of_some_deck
from vision.games.giza.art import look_harder
from vision.games.giza.camps import camps
from vision.games.giza.judge import Case, judged, most_points
from vision.games.giza.reading import GizaReading, marks, show
from vision.games.giza.rows import (
    Cell,
    Grid,
    further_cells,
    lower_cells,
    offset,
    open_cells,
    penguins_of,
    rows_of,
)
from vision.games.pose import Pose, pose
from vision.games.reading import Verdict
from vision.table.layout import Laid

ABOVE = "above"  # key, with a pyramid's number, of the places above cards beside it
# a violation stands whatever else is uncertain
WORST_FIRST: tuple[Verdict, ...] = ("illegal", "unsure", "legal")


def unread_places(pieces: Sequence[Laid], _deck: Deck) -> tuple[Place, ...]:
    """Return where cards may lie whose tags weren't read; keys are (pyramid, cell)."""
    places = []
    for number, camp in enumerate(camps(pieces)):
        own = penguins_of(camp.own(pieces))
        rows = rows_of(own)
        if rows.cells and not rows.doubts:
            must, could = open_cells(rows.cells)
            others = (*could, *further_cells(rows.cells), *lower_cells(rows.cells))
            for cell in dict.fromkeys((*must, *others)):
                corners = camp.to_table(rows.grid.at(cell)).corners(POKER)
                places.append(Place((number, cell), corners, cell in must))
        # a card above two that lie side by side beside the pyramid would make them another pyramid
        for one, other in combinations(sorted(rows.beside), 2):
            left, right = pose(own[one]), pose(own[other])
            step = offset(left, right, left.turn)
            if step is not None and step[0] == 0:
                above = Grid(Pose((left.at + right.at) / 2, left.turn)).at((1, 0))
                corners = camp.to_table(above).corners(POKER)
                places.append(Place(((ABOVE, number), (one, other)), corners))
    return tuple(places)


def order(pieces: Sequence[Laid]) -> int:
    """Return how well pieces make pyramids, to choose between two places for a card."""
    each = [rows_of(camp.own(pieces)) for camp in camps(pieces)]
    return sum(len(rows.cells) - 20 * len(rows.doubts) for rows in each)


def judge(table: Table, deck: Deck, wishes: Wishes) -> GizaReading:
    """Return the reading of a table; `wishes` may name the `goals` and the number of `players`."""
    shown = {piece.id for piece in table.pieces if piece.kind == "goal"}
    in_photo = [goal for goal in deck.goals if goal.id in shown]
    goals = tuple(wishes.get("goals", ()) or in_photo)
    another_deck = of_some_deck(penguins_of(table.pieces))
    # all keys of this row's places are pairs
    seen = cast("Mapping[tuple[object, Cell], Seen]", table.seen)
    pieces, readings = table.pieces, []
    for number, camp in enumerate(camps(table.pieces)):
        own = {cell: look for (owner, cell), look in seen.items() if owner == number}
        above = tuple(look for (owner, _), look in seen.items() if owner == (ABOVE, number))
        case = Case(table, deck, goals, camp, camp.own(table.pieces), own, above)
        reading = judged(case, pieces)
        pieces = reading.pieces
        if another_deck:  # with other weights
            reading = replace(
                reading,
                verdict="unsure",
                violations=(),
                unsure=(another_deck, *reading.unsure),
                score=None,
                score_range=(0, most_points(deck, deck.goals)),
            )
        if goals and len(goals) != GOALS_IN_PLAY:  # giza R1
            missing = max(0, GOALS_IN_PLAY - len(goals))
            low, high = reading.score_range
            low = low if missing else sum(reading.levels)
            others = sorted((goal.points for goal in deck.goals if goal not in goals), reverse=True)
            limits = (low, high + sum(others[:missing]))
            reading = replace(reading, score=None, score_range=limits, goals_open=True)
        readings.append(reading)
    readings = [replace(reading, pieces=pieces) for reading in readings]
    whole = readings[0]
    if len(readings) > 1:
        inside = {at for reading in readings for at in reading.slots.values()}
        outside = {at for at, piece in enumerate(pieces) if piece.kind == "penguin"} - inside
        # two cards beside the pyramids could be another one
        everyone = len(readings) >= wishes.get("players", PLAYERS[1]) and len(outside) < 2
        whole = together(readings, deck, everyone=everyone)
    notes = (
        f"{goal.name} ({goal.id}) is in the photo, but not among the goals named"
        for goal in in_photo
        if goal not in goals
    )
    return replace(whole, notes=(*whole.notes, *notes))


def together(readings: Sequence[GizaReading], deck: Deck, *, everyone: bool) -> GizaReading:
    """Return the readings of several pyramids as one: the first one's fields, the verdict on all.

    Violations and doubts in another pyramid name it in their text. Each of `readings` has all
    pieces of the photo. Goals that compare pyramids are scored only with `everyone`: a player whose
    pyramid isn't in the photo may have more.
    """
    whole = tuple(readings)
    if everyone and all(len(reading.pyramid) and not reading.doubts for reading in readings):
        built = [reading.pyramid for reading in readings]
        whole = tuple(
            _compared(reading, [*built[:number], *built[number + 1 :]], deck)
            for number, reading in enumerate(readings)
        )
    verdict = next(
        word for word in WORST_FIRST if any(reading.verdict == word for reading in whole)
    )
    broken, doubts = [*whole[0].violations], [*whole[0].unsure]
    for number, reading in enumerate(whole[1:], 2):
        for violation in reading.violations:
            place = say("pyramid {n}", n=number)
            if where := reading.where(violation.slot):
                place = say("pyramid {n}, {place}", n=number, place=where)
            text = say("{place}: {what}", place=place, what=violation.text)
            broken.append(replace(violation, slot=None, text=text))
        for doubt in reading.unsure:
            text = say("pyramid {n}: {what}", n=number, what=doubt.text)
            doubts.append(replace(doubt, slot=None, text=text))
    pyramids: dict[Penguin, list[int]] = {}
    for number, reading in enumerate(whole, 1):
        for penguin in {cell.penguin for _, cell in reading.pyramid.placed()}:
            pyramids.setdefault(penguin, []).append(number)
    twins = [
        f"{penguin.name} stands in pyramids {' and '.join(map(str, numbers))}: "
        "cards of a second deck?"
        for penguin, numbers in sorted(pyramids.items(), key=lambda item: item[0].number)
        if len(numbers) > 1  # a deck has only one of each
    ]
    notes = (*twins, *(note for reading in whole for note in reading.notes))
    return replace(
        whole[0],
        verdict=verdict,
        violations=tuple(broken),
        unsure=tuple(doubts),
        notes=tuple(dict.fromkeys(notes)),
        pyramids=whole,
    )


def _compared(reading: GizaReading, rivals: Sequence[Pyramid], deck: Deck) -> GizaReading:
    """Return the reading with points for goals that compare pyramids (giza R11, R12)."""
    goals = [
        goal for goal in (deck.goals_by_id[each.id] for each in reading.goals) if goal.compares
    ]
    if not goals:
        return reading
    points = {goal.id: goal_points(goal, reading.pyramid, rivals) or 0 for goal in goals}
    low, high = reading.score_range
    low += sum(points.values())
    high -= sum(goal.points - points[goal.id] for goal in goals)
    return replace(
        reading,
        goals=tuple(GoalScore(each.id, points.get(each.id, each.points)) for each in reading.goals),
        score_range=(low, high),
        score=low if low == high else None,
    )


def wanted_goals(wishes: Wishes, deck: Deck) -> Wishes:
    """Return the options with goals looked up by id or printed name, or raise `UsageError`.

    One or two goals are accepted: the others then stay open (giza R1).
    """
    printed = {goal.name.lower(): goal.id for goal in deck.goals}
    names = tuple(printed.get(name.lower(), name) for name in wishes.get("goals", ()))
    for name in names:
        if name not in deck.goals_by_id:
            guess = did_you_mean(name, (*deck.goals_by_id, *printed))
            remedy = f"{guess} use ids of: {', '.join(deck.goals_by_id)}".strip()
            raise UsageError("--goals", f"no goal {name!r}", remedy=remedy)
        if names.count(name) > 1:
            raise UsageError("--goals", f"{name!r} is named twice", remedy="name each goal once")
    if len(names) > GOALS_IN_PLAY:
        raise UsageError(
            "--goals", f"{len(names)} goals are named", remedy=f"name the {GOALS_IN_PLAY} in play"
        )
    return {**wishes, "goals": tuple(deck.goals_by_id[name] for name in names)}


ROW = Row(
    game="giza",
    places=unread_places,
    judge=judge,
    show=show,
    marks=marks,
    again=look_harder,
    order=order,
    takes=frozenset({"goals", "players"}),
    wishes=wanted_goals,
)
