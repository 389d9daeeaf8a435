"""Judge one pyramid in giza: the verdict, and what about it is uncertain (giza R6, R7, R10-R12).

A card that was only recognised by its art is listed in the reading but changes neither verdict nor
score: these hold whichever card lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.giza.deck import Deck, Goal, standard
from companion.giza.doubt import candidates
from companion.giza.pieces import pieces as printed
from companion.giza.pyramid import Placed, Slot
from companion.giza.scoring import GoalScore, levels
from companion.language import listed, say
from companion.layout import CARD_TAG, POKER
from companion.tags import BLACK_MODULES
from vision.evidence.probe import MIN_PX_MODULE, REMEDIES
from vision.games.base import Eye, Seen, Table
from vision.games.foreign_cards import of_another_deck
from vision.games.giza.art import burdened, opinions, suspects
from vision.games.giza.camps import Camp
from vision.games.giza.possible import Known, Outcome, outcome
from vision.games.giza.reading import GizaReading, place_name
from vision.games.giza.rows import (
    LEAN,
    NEAR_HOLE,
    Cell,
    Rows,
    Stack,
    bare,
    further_cells,
    open_cells,
    penguins_of,
    possible_cells,
    rows_of,
    stacked,
)
from vision.games.pose import pose
from vision.games.reading import Stake, Unsure, Violation
from vision.table.layout import Laid, wrapped

NEAR = POKER.height / 2  # mm: a card whose centre is nearer to a cell's may be in that cell
# share of a place below the lowest row that may be outside the photo: any card would still show
STRIP = 0.7
MOVE_AWAY = say("keep other cards at least a hand's width away from the pyramids")
RISING: tuple[Stake, ...] = ("nothing", "score", "legality")


@dataclass(frozen=True, slots=True)
class Case:
    """One pyramid to judge: its camp with the pieces in their own frame, and what was seen in its
    cells.

    `above` is what was seen above cards that lie side by side beside the pyramid.
    """

    table: Table
    deck: Deck
    goals: tuple[Goal, ...]
    camp: Camp
    pieces: tuple[Laid, ...]
    seen: Mapping[Cell, Seen]
    above: tuple[Seen, ...] = ()


def most_points(deck: Deck, goals: Sequence[Goal]) -> int:
    """Return an upper limit of any pyramid's score."""
    weight = max(penguin.weight for penguin in deck.penguins)
    return 4 * weight + sum(goal.points for goal in goals)


def judged(case: Case, pieces: tuple[Laid, ...]) -> GizaReading:
    """Return the reading of one pyramid, with `pieces` followed by the cards recognised by art.

    Without a pyramid the score can be anything that the deck allows.
    """
    rows = rows_of(case.pieces)
    stack = stacked(rows, case.pieces, case.seen, case.deck) if rows.cells else None
    doubts = _unclear(case, rows, stack)
    if doubts or stack is None:
        return GizaReading(
            photo=case.table.photo,
            deck=case.deck.fingerprint,
            verdict="unsure",
            pieces=pieces,
            unsure=tuple(doubts),
            goals=tuple(GoalScore(goal.id, None) for goal in case.goals),
            score_range=(0, most_points(case.deck, case.goals)),
            lies=case.camp.lies,
        )
    reading = _assessed(case, stack, pieces)
    if any(not bare(seen) and not seen.hidden for seen in case.above):
        text = say("something above the cards beside the pyramid can't be read: another pyramid?")
        item = Unsure(None, text, "legality", say("clear it away, or move those cards away"))
        verdict = "unsure" if reading.verdict == "legal" else reading.verdict
        reading = replace(reading, verdict=verdict, unsure=(*reading.unsure, item))
    return reading


def _unclear(case: Case, rows: Rows, stack: Stack | None) -> list[Unsure]:
    """Return what makes it uncertain which cards are the pyramid."""
    clashes, penguins = case.table.clashes, penguins_of(case.pieces)
    # with cards of another deck, nothing else that looks odd is worth saying
    if any(clash.first.kind == "penguin" for clash in clashes):
        return [of_another_deck(clashes, printed(standard()))]
    if clashes:
        text = say("the two tags of one card don't match")
        return [Unsure(None, text, "legality", say("retake the photo from above"))]
    doubts: list[Unsure] = []

    def add(text: str, advice: str = MOVE_AWAY) -> None:
        doubts.append(Unsure(None, text, "legality", advice))

    for doubt in dict.fromkeys(rows.doubts):
        add(doubt)
    for piece in penguins:
        if piece.id in case.table.adrift:
            text = say("only one end of the grey {penguin} is in view, and it's unclear which")
            add(say(text, penguin=case.deck.by_id[piece.id].name), say("uncover its other end"))
    for at in case.camp.torn:
        name = case.deck.by_id[case.table.pieces[at].id].name
        add(say("it's unclear which pyramid {penguin} belongs to", penguin=name))
    if not rows.cells:
        text = say("the photo doesn't show any penguin cards")
        add(text, say("photograph the pyramid from above"))
    elif stack is None and not rows.doubts:
        add(say("unreadable objects lie all around the pyramid"))
    # a visible strip of bare table below is enough, so users who frame tightly needn't step back
    lower = [seen for cell, seen in case.seen.items() if cell[0] < 0 and not bare(seen, STRIP)]
    if any(not seen.hidden for seen in lower):
        text = say("something below the lowest row can't be read: is it part of the pyramid?")
        add(text, say("clear it away, or hold still, move closer and turn on more light"))
    elif lower:
        place = say("the place below the lowest row")
        doubts.append(_beyond(None, place, lower[0], "legality", case.table.eye))
    # where the base may go on beyond the photo's edge, all cards' places may have other numbers
    nameless = (
        [seen for cell, seen in stack.hidden.items() if not stack.slot(cell)] if stack else []
    )
    for seen in nameless[:1]:
        place = say("the place beside the base")
        doubts.append(_beyond(None, place, seen, "legality", case.table.eye))
    for doubt in _beside(case, rows):
        add(doubt)
    return doubts


def _beside(case: Case, rows: Rows) -> Iterator[str]:
    """Yield which cards beside the pyramid could be part of it."""
    grid, further = rows.grid, further_cells(rows.cells) if rows.beside else ()
    shown = {cell for cell, seen in case.seen.items() if not bare(seen)}
    for index in rows.beside:
        card = penguins_of(case.pieces)[index]
        at, name = pose(card).at, case.deck.by_id[card.id].name
        on_unread = any(abs(grid.at((level + 1, half)).at - at) < NEAR for level, half in shown)
        beside_unread = any(
            cell in possible_cells(rows.cells, {*shown, cell})
            and cell not in possible_cells(rows.cells, {cell})
            for cell in further
            if abs(grid.at(cell).at - at) < NEAR
        )
        # how far along a row doesn't matter: every card is near one of its places
        offs = [grid.at(cell).local(at) for cell in further]
        in_line = any(abs(across) <= grid.half and abs(down) < NEAR_HOLE for across, down in offs)
        if on_unread or beside_unread:
            yield say("something between the pyramid and {penguin} can't be read", penguin=name)
        elif in_line and abs(wrapped(card.rotation - grid.zero.turn)) <= LEAN:
            yield say(
                "{penguin} is in line with the pyramid but after a gap: is it part of it?",
                penguin=name,
            )


# --- the pyramid ----------------------------------------------------------------------------------


def _assessed(case: Case, stack: Stack, pieces: tuple[Laid, ...]) -> GizaReading:
    """Return the reading of a pyramid whose cells are known."""
    table, pyramid = case.table, stack.pyramid
    slots = {stack.where[cell]: case.camp.members[at] for cell, at in stack.stands.items()}
    odd: list[Cell] = []  # cells whose card may have an unread token on it
    cut: list[Cell] = []  # those whose card is partly outside the photo: tokens there can't be seen
    if table.eye is not None:
        found = suspects(table.eye, case.deck, slots.values(), burdened(pyramid, slots))
        for cell, at in stack.stands.items():
            outline = np.array(case.pieces[at].outline)
            if case.camp.members[at] in found:
                odd.append(cell)
            if (outline < 0).any() or (outline > table.eye.size).any():
                cut.append(cell)
    everywhere = {piece.id for piece in penguins_of(table.pieces)}
    free = candidates(case.deck, pyramid)
    spare = max(0, case.deck.tokens - sum(piece.kind == "token" for piece in table.pieces))
    known = Known(
        read=stack.read,
        maybe=frozenset((*stack.unread, *stack.hidden)),
        faces=tuple(face for face in free if face.penguin.id not in everywhere) or free,
        tokens=stack.tokens,
        more={**stack.half, **dict.fromkeys((*odd, *cut), spare)},
        spare=spare,
    )
    result = outcome(known, case.goals)
    inferred = opinions(table.eye, stack, case.deck, known.faces)
    looks = {cell: placed for cell, (placed, _) in inferred.items()}
    then = outcome(known.with_cards(looks), case.goals) if looks else result
    base, second, third, top = levels(pyramid)
    for number, (cell, placed) in enumerate(looks.items(), len(pieces)):
        pyramid = pyramid.put(stack.where[cell], placed)
        slots[stack.where[cell]] = number
    return GizaReading(
        photo=table.photo,
        deck=case.deck.fingerprint,
        verdict=result.verdict,
        pieces=(*pieces, *(piece for _, piece in inferred.values())),
        violations=tuple(
            Violation(rule, stack.where[cell] if cell else None, text)
            for (rule, cell), text in result.wrong.items()
        ),
        unsure=(
            *_open_places(case, stack, result, looks, then),
            *_open_tokens(stack, result, odd, cut),
        ),
        notes=tuple(_notes(case.pieces, stack)),
        pyramid=pyramid,
        slots=slots,
        levels=(base, second, third, top),
        goals=result.goals,
        score=result.score,
        score_range=result.score_range,
        lies=case.camp.lies,
        suspects=tuple(case.camp.members[stack.stands[cell]] for cell in odd),
    )


def _open_places(
    case: Case, stack: Stack, result: Outcome, looks: Mapping[Cell, Placed], then: Outcome
) -> Iterator[Unsure]:
    """Yield what the photo leaves open, place by place; of those outside it, the nearest.

    `looks` are the cards that some unread places seem to hold; `then` is the outcome if they do.
    """
    for cell, seen in sorted(stack.unread.items()):
        cause, side = seen.evidence.cause, _cut_off(seen, case.table.eye)
        problem, advice = REMEDIES[cause]
        if cause == "outside" and side:
            problem, advice, _ = _SIDES[side]
        elif cause == "far":
            px = seen.evidence.px_per_mm * CARD_TAG / BLACK_MODULES
            nearer = max(round(100 * (1 - px / MIN_PX_MODULE)), 10)
            advice = say("move at least {n} % closer, until the pyramid fills the photo", n=nearer)
        thing = (
            say("the card in {place} can't be read: it {what}")
            if seen.place.must or cell in looks
            else say("something in {place} can't be read: it {what}")
        )
        text = say(thing, place=place_name(stack.where[cell]), what=problem)
        if placed := looks.get(cell):
            follows = {
                "legal": say("legal"),
                "illegal": say("illegal"),
                "unsure": say("undecided"),
            }[then.verdict]
            if then.score is not None and then.verdict == "legal":
                follows = say("{verdict}, score {n}", verdict=follows, n=then.score)
            face = say("weight {weight}, strength {n}", weight=placed.weight, n=placed.strength)
            opinion = say(
                "it looks like {penguin} ({face}), which would make the pyramid {verdict}",
                penguin=placed.penguin.name,
                face=say("its grey side") if placed.grey else face,
                verdict=follows,
            )
            text = listed([text, opinion], "; ")
        yield Unsure(stack.where[cell], text, result.stakes[cell], advice, seen.outline)
    for cell in sorted(stack.half):
        text = say(
            "a token lies only half on {penguin} in {place}, so it wasn't counted",
            penguin=stack.read[cell].penguin.name,
            place=place_name(stack.where[cell]),
        )
        advice = say("push it fully onto the card, or off it")
        yield Unsure(stack.where[cell], text, result.stakes[cell], advice)
    next_to = {cell for cells in open_cells({*stack.read, *stack.unread}) for cell in cells}
    stakes = {result.stakes[cell] for cell in stack.hidden}
    stake: Stake = max(stakes, key=RISING.index, default="nothing")
    for cell in sorted(next_to.intersection(stack.hidden)):
        if slot := stack.slot(cell):
            yield _beyond(slot, place_name(slot), stack.hidden[cell], stake, case.table.eye)


def _open_tokens(
    stack: Stack, result: Outcome, odd: Sequence[Cell], cut: Sequence[Cell]
) -> Iterator[Unsure]:
    """Yield cards that may have unread tokens; cut-off ones only if the verdict may change."""
    for cell in odd:
        name = stack.read[cell].penguin.name
        text = say("{penguin} may have a token that can't be read", penguin=name)
        advice = say("move closer, and avoid glare on the token")
        yield Unsure(stack.where[cell], text, result.stakes[cell], advice)
    for cell in (cell for cell in cut if result.stakes[cell] == "legality"):
        text = say(
            "{penguin} is partly outside the photo, so a token there can't be seen",
            penguin=stack.read[cell].penguin.name,
        )
        yield Unsure(stack.where[cell], text, "legality", REMEDIES["outside"][1])


# by the side of the photo beyond which a place extends most: why it can't be read, what to do, and
# what is said of a place of which nothing is in the photo
_SIDES = {
    "left": (
        say("is cut off on the left"),
        say("step back, or point the phone further left, until all of it is in view"),
        say("{place} is outside the photo on the left, so a card there can't be seen"),
    ),
    "right": (
        say("is cut off on the right"),
        say("step back, or point the phone further right, until all of it is in view"),
        say("{place} is outside the photo on the right, so a card there can't be seen"),
    ),
    "top": (
        say("is cut off at the top"),
        say("step back, or point the phone further up, until all of it is in view"),
        say("{place} is outside the photo at the top, so a card there can't be seen"),
    ),
    "bottom": (
        say("is cut off at the bottom"),
        say("step back, or point the phone further down, until all of it is in view"),
        say("{place} is outside the photo at the bottom, so a card there can't be seen"),
    ),
}


def _cut_off(seen: Seen, eye: Eye | None) -> str:
    """Return the side of the photo beyond which a place extends most, "" if it is all inside."""
    if eye is None:
        return ""
    (left, top), (right, bottom) = np.min(seen.outline, axis=0), np.max(seen.outline, axis=0)
    width, height = eye.size
    beyond = {"left": -left, "right": right - width, "top": -top, "bottom": bottom - height}
    side = max(beyond, key=lambda name: beyond[name])
    return side if beyond[side] > 0 else ""


def _beyond(slot: Slot | None, place: str, seen: Seen, stake: Stake, eye: Eye | None) -> Unsure:
    side = _cut_off(seen, eye)
    text = (
        _SIDES[side][2]
        if side
        else say("{place} is outside the photo, so a card there can't be seen")
    )
    return Unsure(slot, say(text, place=place), stake, REMEDIES["outside"][1], seen.outline)


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
    counts = Counter(piece.id for piece in penguins_of(pieces))
    yield from (
        f"{name} is in the picture {n} times: a second deck?"
        for name, n in sorted(counts.items())
        if n > 1
    )
    if stack.away:
        yield f"{stack.away} token{'s' if stack.away > 1 else ''} not on the pyramid, not counted"
