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

from companion.choice import did_you_mean
from companion.errors import UsageError
from companion.giza.deck import PLAYERS, Deck
from companion.giza.state import GOALS_IN_PLAY
from companion.layout import POKER
from vision.games.base import Place, Row, Seen, Table, Wishes
from vision.games.foreign_cards import of_some_deck
from vision.games.giza.camps import camps
from vision.games.giza.judge import Case, judged, most_points
from vision.games.giza.many import together
from vision.games.giza.marks import marks
from vision.games.giza.reading import GizaReading
from vision.games.giza.rows import (
    Cell,
    Grid,
    further_cells,
    lower_cells,
    offset,
    open_cells,
)
from vision.games.giza.stack import penguins_of, rows_of
from vision.games.giza.tokens import look_harder
from vision.games.giza.words import show
from vision.games.pose import Pose, pose
from vision.table.layout import Laid

ABOVE = "above"  # key, with a pyramid's number, of the places above cards beside it


def unread_places(pieces: Sequence[Laid], _deck: Deck) -> tuple[Place, ...]:
    """Return where to look for cards whose tags weren't read, in the frame of `pieces`; keys are
    (pyramid number, cell).
    """
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
        everyone = len(readings) >= wishes.get("players", PLAYERS) and len(outside) < 2
        whole = together(readings, deck, everyone=everyone)
    notes = (
        f"{goal.name} ({goal.id}) is in the photo, but not among the goals named"
        for goal in in_photo
        if goal not in goals
    )
    return replace(whole, notes=(*whole.notes, *notes))


def wanted_goals(wishes: Wishes, deck: Deck) -> Wishes:
    """Return the options with goals looked up by id or printed name; raise `UsageError` for
    unknown, repeated or too many goals.

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
