"""Judge one pyramid in giza: what was read, and what is open about it (giza R6, R7, R10-R12).

What doesn't show is decided by count: ten cards are a finished pyramid, and with fewer the table
may know how many there are. Until then, a hole is asked about and no score is stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from companion.giza.deck import Deck, Goal, standard
from companion.giza.pieces import STRIP
from companion.giza.pieces import pieces as printed
from companion.giza.pyramid import status
from companion.giza.scoring import GoalScore, levels, score
from companion.language import say
from companion.layout import POKER
from vision.games.base import Table
from vision.games.foreign_cards import of_another_deck
from vision.games.giza.camps import Camp
from vision.games.giza.loads import Loads, loads
from vision.games.giza.reading import GizaReading, place_name
from vision.games.giza.rows import (
    LIMITS,
    Cell,
    Rows,
    Stack,
    lower_cells,
    next_cells,
    penguins_of,
    rows_of,
    stacked,
)
from vision.games.pose import pose
from vision.games.reading import Side, Unsure, Verdict, Violation
from vision.games.words import cut_off
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import overlap
from vision.table.probe import REMEDIES

TOGETHER = say("push the pyramid's cards together")
LIFT = say("lay it straight, or take it off if it doesn't belong there, and retake the photo")


@dataclass(frozen=True, slots=True)
class Case:
    """One pyramid to judge: its camp, with the pieces in their own frame.

    `complete` is whether all its cards were read, None if nobody said how many it has. `spare`
    tokens may be unread.
    """

    table: Table
    deck: Deck
    goals: tuple[Goal, ...]
    camp: Camp
    pieces: tuple[Laid, ...]
    complete: bool | None = None
    spare: int = 0

    def outline(self, rows: Rows, cell: Cell) -> Outline:
        """Return where a cell is in the photo, px; () without a photo."""
        corners = self.camp.to_table(rows.grid.at(cell)).corners(POKER)
        return self.table.eye.outline(corners) if self.table.eye else ()


def most_points(deck: Deck, goals: Sequence[Goal]) -> int:
    """Return an upper limit of any pyramid's score."""
    weight = max(penguin.weight for penguin in deck.penguins)
    return 4 * weight + sum(goal.points for goal in goals)


def judged(case: Case) -> GizaReading:
    """Return the reading of one pyramid; it is open as a whole if its cards aren't clear."""
    rows = rows_of(case.pieces)
    stack = stacked(rows, case.pieces, case.deck)
    doubts = tuple(_unclear(case, rows, stack))
    if doubts or stack is None:
        return GizaReading(
            photo=case.table.photo,
            deck=case.deck.fingerprint,
            verdict="unsure",
            pieces=case.table.pieces,
            unsure=doubts,
            goals=tuple(GoalScore(goal.id, None) for goal in case.goals),
            score_range=(0, most_points(case.deck, case.goals)),
            lies=case.camp.lies,
        )
    return _assessed(case, rows, stack)


def _unclear(case: Case, rows: Rows, stack: Stack | None) -> Iterator[Unsure]:
    """Yield what makes it uncertain which cards are the pyramid."""
    clashes, penguins = case.table.clashes, penguins_of(case.pieces)
    # with cards of another deck, nothing else that looks odd is worth saying
    if any(clash.first.kind == "penguin" for clash in clashes):
        yield of_another_deck(clashes, printed(standard()))
        return
    if clashes:
        text = say("the two tags of one card don't match")
        yield Unsure(None, text, "legality", say("retake the photo from above"))
        return
    if not rows.cells:
        text = say("the photo doesn't show any penguin cards")
        yield Unsure(None, text, "legality", say("photograph the pyramid from above"))
    doubts = dict.fromkeys(rows.doubts)
    if stack is None and rows.cells and not doubts:
        doubts = dict.fromkeys([say("the cards aren't in clear rows")])
    for doubt in doubts:
        yield Unsure(None, doubt, "legality", TOGETHER)
    for piece in penguins:
        if piece.id in case.table.adrift:
            text = say("only one end of the grey {penguin} is in view, and it's unclear which")
            text = say(text, penguin=case.deck.by_id[piece.id].name)
            yield Unsure(None, text, "legality", say("uncover its other end"))


def _assessed(case: Case, rows: Rows, stack: Stack) -> GizaReading:
    """Return the reading of a pyramid whose cells are known: what is wrong, what is asked, and the
    score if it is closed.
    """
    pyramid, eye = stack.pyramid, case.table.eye
    strays = tuple(_strays(case, rows, stack))
    odd = {item.slot for item in strays if isinstance(item.slot, tuple)}
    members, spare = case.camp.members, case.spare
    heavy = loads(stack, members, case.deck, eye, spare=spare, strays=odd)
    complete = None if case.complete and strays else case.complete
    wrong = [each for each in status(pyramid) if each.rule == "R6" and case.complete]
    broken = (*wrong, *heavy.broken)
    asked = (*strays, *_holes(case, rows, stack))
    asked = (*asked, *(item for _, item in heavy.asked))
    made, total = score(pyramid, case.goals), None
    low, high = sum(levels(pyramid)), most_points(case.deck, case.goals)
    if complete:
        total, met = made.total, [goal.points for goal in made.goals if goal.points is not None]
        low += sum(met)
        high = low + sum(goal.points for goal in case.goals if goal.compares)
    verdict: Verdict = "illegal" if broken else "unsure" if asked else "legal"
    base, second, third, top = levels(pyramid)
    return GizaReading(
        photo=case.table.photo,
        deck=case.deck.fingerprint,
        verdict=verdict,
        complete=complete,
        beyond=_beyond(case, rows) if complete is None else (),
        pieces=case.table.pieces,
        violations=tuple(Violation(each.rule, each.slot, each.text) for each in broken),
        unsure=(*asked, *_half(stack, heavy)),
        notes=tuple(_notes(case.pieces, stack)),
        pyramid=pyramid,
        slots={stack.where[cell]: case.camp.members[at] for cell, at in stack.stands.items()},
        levels=(base, second, third, top),
        goals=made.goals if complete else tuple(replace(goal, points=None) for goal in made.goals),
        so_far=low if complete else low + sum(goal.points or 0 for goal in made.goals),
        score=total,
        score_range=(0 if strays else low, high),
        lies=case.camp.lies,
    )


def _strays(case: Case, rows: Rows, stack: Stack) -> Iterator[Unsure]:
    """Yield the pyramid's cards under another one, or that lie crooked and may be on one."""
    outlines = [np.array(pose(piece).corners(POKER)) for piece in case.pieces]
    flat = {"token", "chief", STRIP}
    cards = [at for at, piece in enumerate(case.pieces) if piece.kind not in flat]
    own, turn = {cell: case.pieces[at] for cell, at in stack.stands.items()}, rows.grid.zero.turn
    leans = {cell: abs((card.rotation - turn + 90) % 180 - 90) for cell, card in own.items()}
    offs = {cell: rows.grid.off(cell, pose(card)) for cell, card in own.items()}
    odd = _worst(leans, LIMITS.crooked) | _worst(offs, LIMITS.askew)
    for cell, at in sorted(stack.stands.items()):
        place, name = place_name(stack.where[cell]), case.deck.by_id[own[cell].id].name
        text = say("{penguin} in {place} lies crooked: is another card under it?")
        others = (outlines[other] for other in cards if other != at)
        if on := any(overlap(outlines[at], each) > LIMITS.on_card for each in others):
            text = say("another card lies on {penguin} in {place}")
        if on or cell in odd:
            text = say(text, penguin=name, place=place)
            yield Unsure(stack.where[cell], text, "legality", LIFT, own[cell].outline)


def _worst(badly: Mapping[Cell, float], limits: tuple[float, float]) -> set[Cell]:
    """Return the cells whose cards lie much worse than most, as those of one hand lie alike."""
    usual = median(badly.values()) if badly else 0.0
    return {cell for cell, off in badly.items() if off > np.clip(LIMITS.worse * usual, *limits)}


def _holes(case: Case, rows: Rows, stack: Stack) -> Iterator[Unsure]:
    """Yield cards that must be there but weren't read, unless the count says otherwise."""
    for cell in () if case.complete else stack.holes:
        problem, advice = REMEDIES["covered"]
        outline = case.outline(rows, cell)
        if eye := case.table.eye:
            seen = eye.evidence(case.camp.to_table(rows.grid.at(cell)).corners(POKER))
            problem, advice = REMEDIES[seen.cause]
        where = place_name(stack.where[cell])
        text = say("the card in {place} can't be read: it {what}", place=where, what=problem)
        yield Unsure(stack.where[cell], text, "legality", advice, outline)


def _half(stack: Stack, heavy: Loads) -> Iterator[Unsure]:
    """Yield tokens that weren't counted; they matter only below a card that is too heavy."""
    below = {(level - 1, place + step) for (level, place), _ in heavy.asked for step in (0, 1)}
    for cell in sorted(stack.half):
        slot = stack.where[cell]
        text = say("a token lies only half on {penguin} in {place}, so it wasn't counted")
        text = say(text, penguin=stack.read[cell].penguin.name, place=place_name(slot))
        advice = say("push it fully onto the card, or off it")
        yield Unsure(slot, text, "legality" if slot in below else "nothing", advice)


def _beyond(case: Case, rows: Rows) -> tuple[Side, ...]:
    """Return the sides of the photo beyond which more cards of this pyramid may lie."""
    if case.table.eye is None:
        return ()
    size, cells = case.table.eye.size, (*next_cells(rows.cells), *lower_cells(rows.cells))
    sides = set()
    for outline in (case.outline(rows, cell) for cell in cells):
        middle = np.mean(outline, axis=0)
        if (middle < 0).any() or (middle > size).any():
            sides.add(cut_off(outline, size))
    return tuple(sorted(filter(None, sides)))


def _notes(pieces: Sequence[Laid], stack: Stack) -> Iterator[str]:
    turned = {
        cell: at for cell, at in stack.stands.items() if abs(wrapped(pieces[at].rotation)) > 90
    }
    for cell, at in sorted(turned.items()) if len(turned) < len(stack.stands) else ():
        yield f"{pieces[at].id} in {place_name(stack.where[cell])} lies upside down"
    inside = set(stack.stands.values())
    beside = [p.id for at, p in enumerate(pieces) if p.kind == "penguin" and at not in inside]
    if beside:
        yield f"beside the pyramid: {', '.join(sorted(beside))}"
    if stack.away:
        yield f"{stack.away} token{'s' if stack.away > 1 else ''} not on the pyramid, not counted"
