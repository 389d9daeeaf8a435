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
from companion.giza.doubt import Stake, candidates
from companion.giza.pieces import pieces as printed
from companion.giza.pyramid import Placed, Pyramid
from companion.giza.scoring import GoalScore, levels
from companion.language import Phrase, listed, say
from companion.layout import CARD_TAG, POKER
from companion.tags import BLACK_MODULES
from vision.evidence.probe import MIN_PX_MODULE, remedy
from vision.games.base import Eye, Seen
from vision.games.foreign_cards import of_another_deck
from vision.games.giza.art import Opinion, opinions
from vision.games.giza.possible import Known, Outcome, outcome
from vision.games.giza.reading import GizaReading, place_name
from vision.games.giza.rows import (
    LEAN,
    NEAR_HOLE,
    Cell,
    Rows,
    further_cells,
    in_grid,
    open_cells,
    possible_cells,
)
from vision.games.giza.stack import Stack, bare, penguins_of, rows_of, stacked
from vision.games.giza.tokens import suspects
from vision.games.reading import Slot, Unsure, Violation
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import Clash

NEAR = POKER.height / 2  # mm: a card whose centre is nearer to a cell's may be in that cell
# share of a place below the lowest row that may be outside the photo: any card would still show
STRIP = 0.7
MOVE_AWAY = say("keep other cards at least a hand's width away from the pyramids")


@dataclass(frozen=True, slots=True)
class Case:
    """One pyramid to judge: its pieces in its own frame, and what was seen in its cells.

    `everywhere` are all penguins in the photo, none of which can be in an unread place. `numbers`
    are the indices of the pyramid's pieces in the whole photo, `spare` is how many of the deck's
    tokens weren't found in the photo, and `torn` are pieces that could belong to another pyramid.
    `above` are the places above cards that lie side by side beside the pyramid.
    """

    photo: str
    deck: Deck
    goals: tuple[Goal, ...]
    pieces: tuple[Laid, ...]
    seen: Mapping[Cell, Seen]
    everywhere: frozenset[str]
    numbers: tuple[int, ...]
    spare: int
    clashes: tuple[Clash, ...] = ()
    adrift: tuple[str, ...] = ()
    torn: tuple[str, ...] = ()
    eye: Eye | None = None
    above: tuple[Seen, ...] = ()


def judged(case: Case) -> GizaReading:
    """Return the reading of one pyramid. `slots` hold indices of the pyramid's own pieces, followed
    by recognised cards.
    """
    rows = rows_of(case.pieces)
    stack = stacked(rows, case.pieces, case.seen, case.deck) if rows.cells else None
    # with cards of another deck, nothing else that looks odd is worth saying
    doubts = [*_strange_deck(case)] or [*_unclear(rows, case, stack)]
    if doubts or stack is None:
        return unreadable(case, doubts)
    reading = _assessed(case, stack)
    if any(not bare(seen) and not seen.hidden for seen in case.above):
        text = say("something above the cards beside the pyramid can't be read: another pyramid?")
        item = Unsure(None, text, "legality", say("clear it away, or move those cards away"))
        verdict = "unsure" if reading.verdict == "legal" else reading.verdict
        reading = replace(reading, verdict=verdict, unsure=(*reading.unsure, item))
    return reading


def unreadable(case: Case, unsure: Sequence[Unsure]) -> GizaReading:
    """Return a reading without a pyramid: the score can be anything that the deck allows."""
    most = 4 * max(penguin.weight for penguin in case.deck.penguins) + sum(
        goal.points for goal in case.goals
    )
    return GizaReading(
        photo=case.photo,
        deck=case.deck.fingerprint,
        verdict="unsure",
        pieces=case.pieces,
        unsure=tuple(unsure),
        pyramid=Pyramid(),
        slots={},
        levels=(0, 0, 0, 0),
        goals=tuple(GoalScore(goal.id, None) for goal in case.goals),
        score=None,
        score_range=(0, most),
    )


def _strange_deck(case: Case) -> Iterator[Unsure]:
    """Yield a doubt if two tags lie like those of one card but no card of this deck has both."""
    if any(clash.first.kind == "penguin" for clash in case.clashes):
        yield of_another_deck(case.clashes, printed(standard()))
    elif case.clashes:
        text = say("the two tags of one card don't match")
        yield Unsure(None, text, "legality", say("retake the photo from above"))


def _unclear(rows: Rows, case: Case, stack: Stack | None) -> Iterator[Unsure]:
    """Yield what makes it uncertain which cards are the pyramid."""
    for text in dict.fromkeys(rows.doubts):
        yield Unsure(None, text, "legality", MOVE_AWAY)
    for name in (piece.id for piece in penguins_of(case.pieces) if piece.id in case.adrift):
        text = say(
            "only one end of the grey {penguin} is in view, and it's unclear which",
            penguin=_name(case, name),
        )
        yield Unsure(None, text, "legality", say("uncover its other end"))
    for name in case.torn:
        text = say("it's unclear which pyramid {penguin} belongs to", penguin=_name(case, name))
        yield Unsure(None, text, "legality", MOVE_AWAY)
    if not rows.cells and not case.clashes:  # cards of another deck are reported already
        text = say("the photo doesn't show any penguin cards")
        yield Unsure(None, text, "legality", say("photograph the pyramid from above"))
    if stack is None and rows.cells and not rows.doubts:
        text = say("unreadable objects lie all around the pyramid")
        yield Unsure(None, text, "legality", MOVE_AWAY)
    yield from _below(case)
    yield from _unnumbered(case, stack)
    for index in rows.beside:
        card = penguins_of(case.pieces)[index]
        name = _name(case, card.id)
        if _over_unread(card, rows, {cell for cell, seen in case.seen.items() if not bare(seen)}):
            text = say("something between the pyramid and {penguin} can't be read", penguin=name)
            yield Unsure(None, text, "legality", MOVE_AWAY)
        elif _beyond_gap(card, rows):
            text = say(
                "{penguin} is in line with the pyramid but after a gap: is it part of it?",
                penguin=name,
            )
            yield Unsure(None, text, "legality", MOVE_AWAY)


def _name(case: Case, penguin_id: str) -> Phrase:
    return case.deck.by_id[penguin_id].name


def _unnumbered(case: Case, stack: Stack | None) -> Iterator[Unsure]:
    """Yield a doubt if the base may go on beyond the edge of the photo, where that would renumber
    all cards' places.
    """
    hidden = (
        [seen for cell, seen in stack.hidden.items() if stack.slot(cell) is None] if stack else []
    )
    for seen in hidden[:1]:
        yield _beyond(None, say("the place beside the base"), seen, "legality", case.eye)


def _over_unread(card: Laid, rows: Rows, unread: set[Cell]) -> bool:
    """Return whether a card beside the pyramid could be part of it if unread cards lie below or
    next to it.
    """
    near = (
        cell
        for cell in further_cells(rows.cells)
        if np.hypot(*(rows.grid.at(cell) - (card.x, card.y))) < NEAR
    )
    footed = {cell for cell in near if cell in possible_cells(rows.cells, {*unread, cell})}
    straight = any(
        np.hypot(*(rows.grid.at((level + 1, half)) - (card.x, card.y))) < NEAR
        for level, half in unread
    )
    return straight or any(cell not in possible_cells(rows.cells, {cell}) for cell in footed)


def _beyond_gap(card: Laid, rows: Rows) -> bool:
    """Return whether a card beside the pyramid is as straight as its cards and in line with a row
    that has room.

    Distance along a row doesn't matter: every card is near one of its places.
    """
    if abs(wrapped(card.rotation - rows.grid.turn)) > LEAN:
        return False
    across, up = in_grid(rows.grid, card)
    return any(
        abs(across - half * rows.grid.half) <= rows.grid.half
        and abs(up - level * rows.grid.row) < NEAR_HOLE
        for level, half in further_cells(rows.cells)
    )


def _below(case: Case) -> Iterator[Unsure]:
    """Yield a doubt if cards may lie below the lowest row, where the pyramid has room for one: then
    that isn't the base.

    A visible strip of bare table is enough, so users who frame tightly needn't step back.
    """
    lower = [seen for cell, seen in case.seen.items() if cell[0] < 0 and not bare(seen, STRIP)]
    if any(not seen.hidden for seen in lower):
        text = say("something below the lowest row can't be read: is it part of the pyramid?")
        yield Unsure(
            None,
            text,
            "legality",
            say("clear it away, or hold still, move closer and turn on more light"),
        )
    elif lower:
        yield _beyond(None, say("the place below the lowest row"), lower[0], "legality", case.eye)


# --- the pyramid ----------------------------------------------------------------------------------


def _assessed(case: Case, stack: Stack) -> GizaReading:
    """Return the reading of a pyramid whose cells are known."""
    odd, cut = _suspects(case, stack), _cut(case, stack)
    known = _known(case, stack, (*odd, *cut))
    result = outcome(known, case.goals)
    inferred = opinions(case.eye, stack, case.deck, known.faces)
    pyramid, stands = stack.pyramid, {stack.where[cell]: at for cell, at in stack.stands.items()}
    base, second, third, top = levels(pyramid)
    for number, (cell, opinion) in enumerate(inferred.items()):
        pyramid = pyramid.put(stack.where[cell], opinion.placed)
        stands[stack.where[cell]] = len(case.pieces) + number
    broken = (
        Violation(w.rule, None if w.cell is None else stack.where[w.cell], w.text)
        for w in result.wrong
    )
    return GizaReading(
        photo=case.photo,
        deck=case.deck.fingerprint,
        verdict=result.verdict,
        pieces=(*case.pieces, *(opinion.piece for opinion in inferred.values())),
        violations=tuple(broken),
        unsure=(
            *_open(case, stack, known, result, inferred),
            *_unread_tokens(stack, result, odd, cut),
        ),
        notes=tuple(_notes(case.pieces, stack)),
        pyramid=pyramid,
        slots=stands,
        levels=(base, second, third, top),
        goals=result.goals,
        score=result.score,
        score_range=result.score_range,
        suspects=tuple(case.numbers[stack.stands[cell]] for cell in odd),
    )


def _suspects(case: Case, stack: Stack) -> tuple[Cell, ...]:
    """Return the cells whose card may have an unread token on it."""
    if case.eye is None:
        return ()
    odd = suspects(
        case.eye,
        case.deck,
        [case.numbers[at] for at in stack.stands.values()],
        [case.numbers[at] for at in stack.burdened],
    )
    return tuple(cell for cell, at in stack.stands.items() if case.numbers[at] in odd)


def _cut(case: Case, stack: Stack) -> tuple[Cell, ...]:
    """Return the cells whose card is partly outside the photo: tokens there can't be seen."""
    if case.eye is None:
        return ()
    low, high = np.zeros(2), np.array(case.eye.size)
    outlines = {cell: np.array(case.pieces[at].outline) for cell, at in stack.stands.items()}
    return tuple(
        cell for cell, points in outlines.items() if (points < low).any() or (points > high).any()
    )


def _known(case: Case, stack: Stack, odd: Sequence[Cell]) -> Known:
    """Return what is certain. In a place where nothing was read, neither a card nor bare table
    is.
    """
    maybe = frozenset((*stack.unread, *stack.hidden))
    free = candidates(case.deck, stack.pyramid)
    faces = tuple(face for face in free if face.penguin.id not in case.everywhere) or free
    more = {**stack.half, **dict.fromkeys(odd, case.spare)}
    return Known(stack.read, maybe, faces, stack.tokens, more, case.spare)


def _open(
    case: Case, stack: Stack, known: Known, result: Outcome, inferred: Mapping[Cell, Opinion]
) -> Iterator[Unsure]:
    """Yield what the photo leaves open, place by place."""
    seen = {cell: opinion.placed for cell, opinion in inferred.items()}
    then = outcome(known.with_cards(seen), case.goals) if seen else result
    for cell in sorted(stack.unread):
        opinion = _second_opinion(seen[cell], then) if cell in seen else ""
        yield _unread(case, stack, cell, result.stakes[cell], opinion)
    for cell in sorted(stack.half):
        text = say("a token lies only half on {penguin} in {place}, so it wasn't counted")
        named = say(
            text, penguin=stack.read[cell].penguin.name, place=place_name(stack.where[cell])
        )
        yield Unsure(
            stack.where[cell],
            named,
            result.stakes[cell],
            say("push it fully onto the card, or off it"),
        )
    yield from _edges(case, stack, result)


def _unread_tokens(
    stack: Stack, result: Outcome, odd: Sequence[Cell], cut: Sequence[Cell]
) -> Iterator[Unsure]:
    """Yield the cards that may have unread tokens. Cards that are cut off are mentioned only if
    tokens could change the verdict.
    """
    for cell in odd:
        text = say(
            "{penguin} may have a token that can't be read", penguin=stack.read[cell].penguin.name
        )
        advice = say("move closer, and avoid glare on the token")
        yield Unsure(stack.where[cell], text, result.stakes[cell], advice)
    for cell in cut:
        hidden = say("{penguin} is partly outside the photo, so a token there can't be seen")
        text = say(hidden, penguin=stack.read[cell].penguin.name)
        if result.stakes[cell] == "legality":
            yield Unsure(stack.where[cell], text, "legality", remedy("outside")[1])


def _unread(case: Case, stack: Stack, cell: Cell, stake: Stake, opinion: str) -> Unsure:
    """Return a doubt about a place without a tag: why it can't be read, what its art suggests, its
    stake and a remedy.
    """
    seen = stack.unread[cell]
    problem, advice = _cause(seen, case.eye)
    thing = (
        say("the card in {place} can't be read: it {what}")
        if seen.must or opinion
        else say("something in {place} can't be read: it {what}")
    )
    text = say(thing, place=place_name(stack.where[cell]), what=problem)
    return Unsure(
        stack.where[cell],
        listed([text, opinion], "; ") if opinion else text,
        stake,
        advice,
        seen.outline,
    )


def _second_opinion(placed: Placed, then: Outcome) -> str:
    """Return which card an unread one looks like, and the verdict if all recognised cards are as
    they look.
    """
    follows = {"legal": say("legal"), "illegal": say("illegal"), "unsure": say("undecided")}[
        then.verdict
    ]
    if then.score is not None and then.verdict == "legal":
        follows = say("{verdict}, score {n}", verdict=follows, n=then.score)
    face = say("weight {weight}, strength {n}", weight=placed.weight, n=placed.strength)
    return say(
        "it looks like {penguin} ({face}), which would make the pyramid {verdict}",
        penguin=placed.penguin.name,
        face=say("its grey side") if placed.grey else face,
        verdict=follows,
    )


def _cause(seen: Seen, eye: Eye | None) -> tuple[str, str]:
    """Return why a place can't be read and what to do, with measurements where possible."""
    cause = seen.evidence.cause
    problem, advice = remedy(cause)
    if cause == "outside" and eye is not None and (side := _cut_off(seen.outline, eye)):
        return _CUT_OFF[side]
    if cause == "far":
        px = seen.evidence.px_per_mm * CARD_TAG / BLACK_MODULES
        nearer = round(100 * (1 - px / MIN_PX_MODULE))
        return problem, say(
            "move at least {n} % closer, until the pyramid fills the photo", n=max(nearer, 10)
        )
    return problem, advice


_CUT_OFF = {
    "at the left": (
        say("is cut off on the left"),
        say("step back, or point the phone further left, until all of it is in view"),
    ),
    "at the right": (
        say("is cut off on the right"),
        say("step back, or point the phone further right, until all of it is in view"),
    ),
    "at the top": (
        say("is cut off at the top"),
        say("step back, or point the phone further up, until all of it is in view"),
    ),
    "at the bottom": (
        say("is cut off at the bottom"),
        say("step back, or point the phone further down, until all of it is in view"),
    ),
}


def _cut_off(outline: Outline, eye: Eye) -> str:
    """Return the side of the photo beyond which a place extends most, "" if it is all inside."""
    points, (width, height) = np.array(outline), eye.size
    beyond = {
        "at the left": -points[:, 0].min(),
        "at the right": points[:, 0].max() - width,
        "at the top": -points[:, 1].min(),
        "at the bottom": points[:, 1].max() - height,
    }
    side = max(beyond, key=lambda name: beyond[name])
    return side if beyond[side] > 0 else ""


_BEYOND = {
    "": say("{place} is outside the photo, so a card there can't be seen"),
    "at the left": say("{place} is outside the photo on the left, so a card there can't be seen"),
    "at the right": say("{place} is outside the photo on the right, so a card there can't be seen"),
    "at the top": say("{place} is outside the photo at the top, so a card there can't be seen"),
    "at the bottom": say(
        "{place} is outside the photo at the bottom, so a card there can't be seen"
    ),
}


def _edges(case: Case, stack: Stack, result: Outcome) -> Iterator[Unsure]:
    """Yield the places next to the cards that are outside the photo; those farther away are open as
    well but not listed.
    """
    next_to = {cell for cells in open_cells({*stack.read, *stack.unread}) for cell in cells}
    stakes = {result.stakes[cell] for cell in stack.hidden}
    stake: Stake = next(
        word for word in ("legality", "score", "nothing") if word in stakes or word == "nothing"
    )
    for cell, seen in sorted(stack.hidden.items()):
        if cell in next_to and (slot := stack.slot(cell)):
            yield _beyond(slot, place_name(slot), seen, stake, case.eye)


def _beyond(slot: Slot | None, place: str, seen: Seen, stake: Stake, eye: Eye | None) -> Unsure:
    side = _cut_off(seen.outline, eye) if eye is not None else ""
    return Unsure(slot, say(_BEYOND[side], place=place), stake, remedy("outside")[1], seen.outline)


def _notes(pieces: Sequence[Laid], stack: Stack) -> Iterator[str]:
    """Yield what a player may want to know although it changes nothing."""
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
