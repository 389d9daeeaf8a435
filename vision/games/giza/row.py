"""Giza: from pieces on the table to pyramids and their verdict (giza R6, R7, R10-R12).

A photo shows what lies there, not how it was built. Penguins outside a pyramid (the row to choose
from, a discard pile), tokens in hand and goal cards may be in view. Goal cards count as the goals
unless goals are named. Anything uncertain becomes an `Unsure` with advice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import cast

from companion.choice import did_you_mean
from companion.errors import UsageError
from companion.giza.deck import PLAYERS, Deck, Goal
from companion.giza.state import GOALS_IN_PLAY
from vision.games.base import Place, Row, Seen, Table, Wishes
from vision.games.foreign_cards import of_some_deck
from vision.games.giza.camps import Camp, camps
from vision.games.giza.judge import Case, judged
from vision.games.giza.many import together
from vision.games.giza.marks import marks
from vision.games.giza.reading import GizaReading
from vision.games.giza.rows import (
    Card,
    Cell,
    Grid,
    further_cells,
    lower_cells,
    offset,
    open_cells,
)
from vision.games.giza.stack import corners_at, corners_of, penguins_of, rows_of
from vision.games.giza.tokens import look_harder
from vision.games.giza.words import show
from vision.games.reading import Unsure
from vision.table.layout import Laid

ABOVE = "above"  # key, with a pyramid's number, of the places above cards beside it


def unread_places(pieces: Sequence[Laid], _deck: Deck) -> tuple[Place, ...]:
    """Return where to look for cards whose tags weren't read, in the frame of `pieces`; keys are
    (pyramid number, cell).
    """
    return tuple(
        place
        for number, camp in enumerate(camps(pieces))
        for place in (*_open_places(number, camp, pieces), *_above_others(number, camp, pieces))
    )


def order(pieces: Sequence[Laid]) -> int:
    """Return how well pieces make pyramids, to choose between two places for a card."""
    each = [rows_of(camp.own(pieces)) for camp in camps(pieces)]
    return sum(len(rows.cells) - 20 * len(rows.doubts) for rows in each)


def judge(table: Table, deck: Deck, wishes: Wishes) -> GizaReading:
    """Return the reading of a table; `wishes` may name the `goals` and the number of `players`."""
    named = tuple(wishes.get("goals", ()))
    goals = named or _find_goals(table.pieces, deck)
    all_camps = camps(table.pieces)
    readings = [_one(table, number, camp, deck, goals) for number, camp in enumerate(all_camps)]
    readings = _with_all_pieces(readings, all_camps, table.pieces)
    if item := of_some_deck(penguins_of(table.pieces)):
        readings = [_with_deck_open(reading, deck, item) for reading in readings]
    if goals and len(goals) != GOALS_IN_PLAY:
        readings = [_with_goals_open(reading, deck, goals) for reading in readings]
    whole = (
        together(readings, deck, everyone=_everyone(readings, wishes))
        if len(readings) > 1
        else readings[0]
    )
    others = (goal for goal in _find_goals(table.pieces, deck) if goal not in goals)
    notes = (f"{g.name} ({g.id}) is in the photo, but not among the goals named" for g in others)
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


def _open_places(number: int, camp: Camp, pieces: Sequence[Laid]) -> list[Place]:
    rows = rows_of(camp.own(pieces))
    if rows.doubts or not rows.cells:
        return []
    must, could = open_cells(rows.cells)
    further = (cell for cell in further_cells(rows.cells) if cell not in must and cell not in could)
    cells = (*must, *could, *further, *lower_cells(rows.cells))
    outlines = [camp.to_table(corners_of(rows, cell)) for cell in cells]
    return [
        Place((number, cell), outline, cell in must)
        for cell, outline in zip(cells, outlines, strict=True)
    ]


def _above_others(number: int, camp: Camp, pieces: Sequence[Laid]) -> Iterator[Place]:
    """Yield places above two cards side by side beside the pyramid: a card there would make them
    another pyramid.
    """
    own = camp.own(pieces)
    penguins = penguins_of(own)
    beside = sorted(rows_of(own).beside)
    for one, other in combinations(beside, 2):
        left, right = (
            Card(penguins[at].x, penguins[at].y, penguins[at].rotation) for at in (one, other)
        )
        step = offset(left, right, left.turn)
        if step is not None and step[0] == 0:
            middle = Grid(((left.x + right.x) / 2, (left.y + right.y) / 2), turn=left.turn).at(
                (1, 0)
            )
            outline = camp.to_table(corners_at(middle, left.turn))
            yield Place(((ABOVE, number), (one, other)), outline)


def _one(table: Table, number: int, camp: Camp, deck: Deck, goals: Sequence[Goal]) -> GizaReading:
    """Return the reading of one pyramid, with the pieces of its own camp."""
    # all keys of this row's places are pairs
    seen = cast("Mapping[tuple[object, Cell], Seen]", table.seen)
    own = {cell: look for (owner, cell), look in seen.items() if owner == number}
    above = tuple(look for (owner, _), look in seen.items() if owner == (ABOVE, number))
    everywhere = frozenset(piece.id for piece in penguins_of(table.pieces))
    pieces = camp.own(table.pieces)
    torn = tuple(table.pieces[at].id for at in camp.torn)
    spare = max(0, deck.tokens - sum(piece.kind == "token" for piece in table.pieces))
    case = Case(
        table.photo,
        deck,
        tuple(goals),
        pieces,
        own,
        everywhere,
        camp.members,
        spare,
        table.clashes,
        table.adrift,
        torn,
        table.eye,
        above,
    )
    return replace(judged(case), lies=(*camp.middle, camp.turn))


def _with_all_pieces(
    readings: Sequence[GizaReading], all_camps: Sequence[Camp], pieces: Sequence[Laid]
) -> list[GizaReading]:
    """Return readings with all pieces of the photo in the table's frame, followed by all recognised
    cards.
    """
    inferred = [
        reading.pieces[len(camp.members) :]
        for reading, camp in zip(readings, all_camps, strict=True)
    ]
    whole = (*pieces, *(piece for some in inferred for piece in some))
    moved, start = [], len(pieces)
    for reading, camp, some in zip(readings, all_camps, inferred, strict=True):
        numbers = (*camp.members, *range(start, start + len(some)))
        slots = {slot: numbers[at] for slot, at in reading.slots.items()}
        moved.append(replace(reading, pieces=whole, slots=slots))
        start += len(some)
    return moved


def _find_goals(pieces: Sequence[Laid], deck: Deck) -> tuple[Goal, ...]:
    ids = {piece.id for piece in pieces if piece.kind == "goal"}
    return tuple(goal for goal in deck.goals if goal.id in ids)


def _everyone(readings: Sequence[GizaReading], wishes: Wishes) -> bool:
    """Return whether all players' pyramids are in the photo, with fewer than two cards left that
    could be another.
    """
    inside = {at for reading in readings for at in reading.slots.values()}
    beside = [
        at
        for at, piece in enumerate(readings[0].pieces)
        if piece.kind == "penguin" and at not in inside
    ]
    return len(readings) >= wishes.get("players", PLAYERS) and len(beside) < 2


def _with_deck_open(reading: GizaReading, deck: Deck, item: Unsure) -> GizaReading:
    """Return the reading with the score open, as the cards may be from another deck with other
    weights.
    """
    most = 4 * max(penguin.weight for penguin in deck.penguins) + sum(
        goal.points for goal in deck.goals
    )
    unsure = (item, *reading.unsure)
    return replace(
        reading, verdict="unsure", violations=(), unsure=unsure, score=None, score_range=(0, most)
    )


def _with_goals_open(reading: GizaReading, deck: Deck, goals: Sequence[Goal]) -> GizaReading:
    """Return the reading with the score open, as fewer or more than three goals are known (giza
    R1).
    """
    missing = GOALS_IN_PLAY - len(goals)
    low, high = reading.score_range
    others = sorted((goal.points for goal in deck.goals if goal not in goals), reverse=True)
    low = low if missing > 0 else sum(reading.levels)
    high += sum(others[: max(0, missing)])
    return replace(reading, score=None, score_range=(low, high), goals_open=True)


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
