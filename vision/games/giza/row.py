"""Giza: from pieces on the table to pyramids and their verdict (giza R6, R7, R10-R12).

A photo shows what lies there, not how it was built. Penguins outside a pyramid (the row to choose
from, a discard pile), tokens in hand and goal cards may be in view. Goal cards count as the goals
unless goals are named. Anything uncertain becomes an `Unsure` with advice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.giza.deck import PLAYERS, Deck
from companion.giza.known import OPTIONS, Known, known
from companion.giza.pieces import STRIP
from companion.giza.pieces import pieces as printed
from companion.giza.pyramid import Pyramid
from companion.giza.scoring import GoalScore, goal_points
from companion.giza.state import GOALS_IN_PLAY
from companion.language import listed, say
from vision.games.base import Row, Table
from vision.games.foreign_cards import of_some_deck, of_two_sets
from vision.games.giza.camps import Camp, camps
from vision.games.giza.judge import Case, judged, most_points
from vision.games.giza.reading import GizaReading, marks, show
from vision.games.giza.rows import penguins_of, rows_of, stacked
from vision.games.giza.strip import closes
from vision.games.reading import Unsure, Verdict, all_of

# a violation stands whatever else is uncertain
WORST_FIRST: tuple[Verdict, ...] = ("illegal", "unsure", "legal")


def judge(table: Table, deck: Deck, known: Known) -> GizaReading:
    """Return the reading of a table."""
    pyramids = camps(table.pieces)
    known = known.of(len(pyramids))
    shown = {piece.id for piece in table.pieces if piece.kind == "goal"}
    in_photo = [goal for goal in deck.goals if goal.id in shown]
    goals = known.goals or tuple(in_photo)
    another_deck = of_some_deck(penguins_of(table.pieces))
    readings = []
    for case in _cases(table, pyramids, deck, known):
        reading = judged(replace(case, goals=goals))
        if another_deck:  # with other weights
            reading = replace(
                reading,
                verdict="unsure",
                complete=None,
                violations=(),
                unsure=(another_deck, *reading.unsure),
                score=None,
                score_range=(0, most_points(deck, deck.goals)),
            )
        if goals and len(goals) != GOALS_IN_PLAY:  # giza R1
            missing = max(0, GOALS_IN_PLAY - len(goals))
            low, high = reading.score_range
            low = low if missing else min(low, sum(reading.levels))
            others = sorted((goal.points for goal in deck.goals if goal not in goals), reverse=True)
            limits = (low, high + sum(others[:missing]))
            reading = replace(reading, score=None, score_range=limits, goals_open=True)
        readings.append(reading)
    whole = readings[0]
    if len(readings) > 1:
        inside = {at for reading in readings for at in reading.slots.values()}
        pieces = enumerate(table.pieces)
        outside = {at for at, piece in pieces if piece.kind == "penguin"} - inside
        # two cards beside the pyramids could be another one
        everyone = len(readings) >= (known.players or PLAYERS[1]) and len(outside) < 2
        whole = together(readings, deck, everyone=everyone)
    whole = _counted(whole, known)
    notes = tuple(
        f"{goal.name} ({goal.id}) is in the photo, but not among the goals named"
        for goal in in_photo
        if goal not in goals
    )
    each = whole.pyramids or (whole,)
    tokens = sum(card.tokens for one in each for _, card in one.pyramid.placed())
    if known.tokens not in {None, tokens}:
        notes = (*notes, f"{tokens} tokens read, {known.tokens} expected")
    return replace(whole, notes=(*whole.notes, *notes))


def _cases(table: Table, each: Sequence[Camp], deck: Deck, known: Known) -> tuple[Case, ...]:
    """Return the pyramids to judge, each with what is known of it."""
    owns = [camp.own(table.pieces) for camp in each]
    stacks = [stacked(rows_of(own), own, deck) for own in owns]
    complete = known.complete([len(stack.read) if stack else 0 for stack in stacks])
    placed = sum(card.tokens for stack in stacks if stack for card in stack.read.values())
    in_photo = sum(piece.kind == "token" for piece in table.pieces)
    spare = max(0, deck.tokens - in_photo)
    # phones know only of tokens that were tapped
    if known.tokens is not None and known.own_tokens is None and known.tokens >= placed:
        spare = known.tokens - placed

    cases = zip(each, owns, stacks, complete, strict=True)
    return tuple(
        Case(table, deck, (), camp, own, closes(table, camp, stack) if met is None else met, spare)
        for camp, own, stack, met in cases
    )


def _counted(whole: GizaReading, known: Known) -> GizaReading:
    """Return the reading with a doubt if the pyramids' cards aren't as many as said, unless that is
    because of cards that are asked about.
    """
    each = whole.pyramids or (whole,)
    read = [len(one.pyramid) for one in each]
    slots = [[item.slot for item in one.doubts if isinstance(item.slot, tuple)] for one in each]
    holes = [
        sum(not one.pyramid.at(at) for at in asked) for one, asked in zip(each, slots, strict=True)
    ]
    expected = known.expected(len(each))
    lacking = [n + more == expected for n, more in zip(read, holes, strict=True)]
    if whole.complete is not False or not known.cards or all(lacking):
        return whole
    text = say("{n} cards were read, {expected} expected")
    text = say(text, n=listed(map(str, read)), expected=listed(map(str, known.cards)))
    advice = say("uncover each card, clear other cards away, or correct the number")
    verdict: Verdict = "illegal" if whole.violations else "unsure"
    item = Unsure(None, text, "legality", advice)
    return replace(whole, verdict=verdict, unsure=(*whole.unsure, item))


def together(readings: Sequence[GizaReading], deck: Deck, *, everyone: bool) -> GizaReading:
    """Return the readings of several pyramids as one: the first one's fields, the verdict on all.

    Violations and doubts in another pyramid name it in their text. Each of `readings` has all
    pieces of the photo. Goals that compare pyramids are scored only with `everyone`: a player whose
    pyramid isn't in the photo may have more.
    """
    whole = tuple(readings)
    if everyone and all(reading.complete and not reading.doubts for reading in readings):
        whole = tuple(
            _compared(one, [other.pyramid for other in readings if other is not one], deck)
            for one in readings
        )
    verdict = min((reading.verdict for reading in whole), key=WORST_FIRST.index)
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
    return replace(
        whole[0],
        verdict=verdict,
        complete=all_of([reading.complete for reading in whole]),
        beyond=tuple(sorted({side for reading in whole for side in reading.beyond})),
        violations=tuple(broken),
        unsure=tuple(doubts),
        notes=tuple(dict.fromkeys(note for reading in whole for note in reading.notes)),
        pyramids=whole,
    )


def _compared(reading: GizaReading, rivals: Sequence[Pyramid], deck: Deck) -> GizaReading:
    """Return the reading with points for goals that compare pyramids (giza R11, R12)."""
    goals = [goal for each in reading.goals if (goal := deck.goals_by_id[each.id]).compares]
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


def contradiction(table: Table, deck: Deck) -> Unsure | None:
    """Return why the photo isn't of one table."""
    cards = [piece for piece in printed(deck) if piece.kind != STRIP]  # each player may have one
    return of_two_sets(table.pieces, cards)


ROW = Row("giza", known, judge, show, marks, contradiction, OPTIONS)
