"""Giza: what a pyramid's verdict is, and what of it is not certain (giza R6, R7, R10-R12).

A card that was only inferred from its picture stands in the reading, and changes neither verdict nor score: these are
what holds whichever card lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.giza.deck import Deck, Goal
from companion.giza.doubt import Assessment, Stake, assess, candidates
from companion.giza.pyramid import Placed, Pyramid, Slot
from companion.language import listed, say
from companion.layout import CARD_TAG, POKER
from companion.tags import BLACK_MODULES
from vision.layout import Laid, wrapped
from vision.pieces import Clash
from vision.probe import MIN_PX_MODULE, remedy
from vision.reading import Outline, Unsure
from vision.table import Eye, Seen
from vision.tables.giza_art import Opinion, opinions
from vision.tables.giza_reading import GizaReading, place_name, violation
from vision.tables.giza_rows import Cell, Rows, slots
from vision.tables.giza_stack import Stack, penguins_of, rows_of, stacked

MOVE_AWAY = say("leave only pyramids in the picture, other cards a hand's breadth away from them")


@dataclass(frozen=True, slots=True)
class Case:
    """One pyramid to judge: its pieces in its own frame, and what was seen in its cells.

    `everywhere` are all penguins of the picture: none of them lies in an unread place. `torn` are pieces that could
    belong to another pyramid.
    """

    photo: str
    deck: Deck
    goals: tuple[Goal, ...]
    pieces: tuple[Laid, ...]
    seen: Mapping[Cell, Seen]
    everywhere: frozenset[str]
    clashes: tuple[Clash, ...] = ()
    adrift: tuple[str, ...] = ()
    torn: tuple[str, ...] = ()
    eye: Eye | None = None


def judged(case: Case) -> GizaReading:
    """The reading of one pyramid; `slots` are numbers in its own pieces, cards inferred come behind these."""
    rows = rows_of(case.pieces)
    unread = {cell: seen for cell, seen in case.seen.items() if not seen.evidence.empty and not seen.hidden}
    occupied = [cell for cell in unread if cell[0] >= 0]
    where = slots(sorted({*rows.cells, *occupied}))
    doubts = [*_strange_deck(case), *_unclear(rows, case, where)]
    if doubts or where is None:
        return unreadable(case, doubts)
    return _assessed(case, stacked(rows, where, case.pieces, case.seen, case.deck))


def unreadable(case: Case, unsure: Sequence[Unsure]) -> GizaReading:
    """A reading that knows no pyramid: the score could be anything that the deck allows."""
    most = 4 * max(penguin.weight for penguin in case.deck.penguins) + sum(goal.points for goal in case.goals)
    nothing = assess(Pyramid(), {}, case.goals)
    return GizaReading(
        photo=case.photo, deck=case.deck.fingerprint, verdict="unsure", pieces=case.pieces, unsure=tuple(unsure),
        pyramid=Pyramid(), slots={}, levels=(0, 0, 0, 0),
        goals=tuple(replace(goal, points=None) for goal in nothing.score.goals), score=None, score_range=(0, most),
    )  # fmt: skip


def _strange_deck(case: Case) -> Iterator[Unsure]:
    """Two tags in place as one card's whose ids no card of this deck has together."""
    if any(clash.first.kind == "penguin" for clash in case.clashes):
        text = say("the cards belong to another deck than the one they were read with: their second tags differ")
        yield Unsure(None, text, "legality", say("open a table with that deck; or name its file with --deck FILE.toml"))
    elif case.clashes:
        text = say("two tags of one card do not belong together")
        yield Unsure(None, text, "legality", say("photograph it again from above"))


def _unclear(rows: Rows, case: Case, where: Mapping[Cell, Slot] | None) -> Iterator[Unsure]:
    """What makes the pyramid itself uncertain."""
    for text in dict.fromkeys(rows.doubts):
        yield Unsure(None, text, "legality", MOVE_AWAY)
    for name in (piece.id for piece in penguins_of(case.pieces) if piece.id in case.adrift):
        text = say("only one end of the grey {penguin} can be seen, and it is unclear which", penguin=name)
        yield Unsure(None, text, "legality", say("uncover its other end"))
    for name in case.torn:
        text = say("it is unclear to which pyramid {penguin} belongs", penguin=name)
        yield Unsure(None, text, "legality", MOVE_AWAY)
    if not rows.cells and not case.clashes:  # cards of another deck are there, and said above
        text = say("no penguin card is in the picture")
        yield Unsure(None, text, "legality", say("photograph the pyramid from above"))
    if where is None and not rows.doubts:
        text = say("things that can not be read lie all around the pyramid")
        yield Unsure(None, text, "legality", MOVE_AWAY)
    unread = [cell for cell, seen in case.seen.items() if not seen.evidence.empty]
    if any(cell[0] < 0 and not case.seen[cell].hidden for cell in unread):
        text = say("what lies below the lowest row can not be read: is it part of the pyramid?")
        yield Unsure(None, text, "legality", say("take it away, or hold still, go closer and switch on more light"))
    for index in rows.beside:
        card = penguins_of(case.pieces)[index]
        near = [c for c in unread if np.hypot(*(rows.grid.at((c[0] + 1, c[1])) - (card.x, card.y))) < POKER.height / 2]
        if near:
            text = say("what lies between the pyramid and {penguin} can not be read", penguin=card.id)
            yield Unsure(None, text, "legality", MOVE_AWAY)


def _assessed(case: Case, stack: Stack) -> GizaReading:
    faces = _candidates(case, stack.pyramid)
    unread = {slot: tuple(replace(face, tokens=stack.tokens[slot]) for face in faces) for slot in stack.unread}
    result = assess(stack.pyramid, unread, case.goals)
    inferred = opinions(case.eye, stack, case.deck, faces)
    shown = _completed(stack.pyramid, inferred)
    verdict = result.verdict
    unsure = [_unread(case, stack, slot, result, inferred) for slot in sorted(stack.unread)]
    holes = _maybe_holes(case, stack, unread) if verdict == "legal" else set()
    if holes:
        verdict = "unsure"
        unsure = [replace(item, could_change="legality") if item.slot in holes else item for item in unsure]
    score, (low, high) = result.score.total, result.score_range
    for item in _half_tokens(stack, result, unread, case.goals):
        unsure.append(item)
        verdict = "unsure" if item.could_change == "legality" else verdict
    for slot, seen in sorted(stack.hidden.items()):
        fuller = assess(stack.pyramid, {**unread, slot: faces}, case.goals)
        low, high, score = min(low, fuller.score_range[0]), max(high, fuller.score_range[1]), None
        unsure.append(_beyond(slot, seen, case.eye))
        verdict = "unsure" if verdict == "legal" else verdict
    base, second, third, top = result.levels
    stands = {**stack.stands, **{slot: len(case.pieces) + n for n, slot in enumerate(inferred)}}
    return GizaReading(
        photo=case.photo, deck=case.deck.fingerprint, verdict=verdict,
        pieces=(*case.pieces, *(opinion.piece for opinion in inferred.values())),
        violations=tuple(map(violation, result.violations)) if verdict == "illegal" else (),
        unsure=tuple(unsure), notes=tuple(_notes(case.pieces, stack)), pyramid=shown, slots=stands,
        levels=(base, second, third, top), goals=result.score.goals, score=score, score_range=(low, high),
    )  # fmt: skip


def _maybe_holes(case: Case, stack: Stack, unread: Mapping[Slot, tuple[Placed, ...]]) -> set[Slot]:
    """Unread places that may be nothing but table, where that would break a rule: the pyramid may have a hole there."""
    vague = [slot for slot, seen in stack.unread.items() if not seen.evidence.occupied]
    without = ((slot, {other: faces for other, faces in unread.items() if other != slot}) for slot in vague)
    return {slot for slot, rest in without if assess(stack.pyramid, rest, case.goals).verdict != "legal"}


def _candidates(case: Case, pyramid: Pyramid) -> tuple[Placed, ...]:
    """What an unread slot can hold: penguins that are seen nowhere in the picture."""
    return tuple(face for face in candidates(case.deck, pyramid) if face.penguin.id not in case.everywhere)


def _completed(pyramid: Pyramid, inferred: Mapping[Slot, Opinion]) -> Pyramid:
    for slot, opinion in inferred.items():
        pyramid = pyramid.put(slot, opinion.placed)
    return pyramid


def _unread(
    case: Case, stack: Stack, slot: Slot, result: Assessment, inferred: Mapping[Slot, Opinion]
) -> Unsure:  # fmt: skip
    """A place without a tag: why, what its picture says, for what it matters, and how to shoot again."""
    seen = stack.unread[slot]
    what, advice = _cause(seen, case.eye)
    thing = (
        say("the card in {place} is not read: it {what}")
        if seen.must or slot in inferred
        else say("what lies in {place} is not read: it {what}")
    )
    text = say(thing, place=place_name(slot), what=what)
    if slot in inferred:
        text = listed([text, _second_opinion(inferred[slot], case, stack, inferred)], "; ")
    return Unsure(slot, text, result.could_change[slot], advice, seen.outline)


def _second_opinion(opinion: Opinion, case: Case, stack: Stack, inferred: Mapping[Slot, Opinion]) -> str:
    """What the picture tells, and what would follow from it."""
    rest = {slot: _candidates(case, stack.pyramid) for slot in stack.unread if slot not in inferred}
    then = assess(_completed(stack.pyramid, inferred), rest, case.goals)
    total = then.score.total
    follows = {"legal": say("legal"), "illegal": say("illegal"), "unsure": say("still open")}[then.verdict]
    if total is not None and then.verdict == "legal":
        follows = say("{verdict}, score {n}", verdict=follows, n=total)
    placed = opinion.placed
    face = say("weight {weight}, strength {n}", weight=placed.weight, n=placed.strength)
    return say(
        "by its picture it is {penguin} ({face}), and the pyramid is then {verdict}",
        penguin=placed.penguin.id, face=say("its grey side") if placed.grey else face, verdict=follows,
    )  # fmt: skip


def _cause(seen: Seen, eye: Eye | None) -> tuple[str, str]:
    """Why a place could not be read and what to do, with what can be measured of both."""
    cause = seen.evidence.cause
    what, advice = remedy(cause)
    if cause == "outside" and eye is not None and (side := _cut_off(seen.outline, eye)):
        return _CUT_OFF[side]
    if cause == "far":
        px = seen.evidence.px_per_mm * CARD_TAG / BLACK_MODULES
        nearer = round(100 * (1 - px / MIN_PX_MODULE))
        return what, say("go {n} % closer at least: the pyramid should fill the picture", n=max(nearer, 10))
    return what, advice


_CUT_OFF = {
    "at the left": (
        say("is cut off at the left"),
        say("step back or turn the phone leftwards: step back until all of it is in the picture"),
    ),
    "at the right": (
        say("is cut off at the right"),
        say("step back or turn the phone rightwards: step back until all of it is in the picture"),
    ),
    "at the top": (
        say("is cut off at the top"),
        say("step back or turn the phone upwards: step back until all of it is in the picture"),
    ),
    "at the bottom": (
        say("is cut off at the bottom"),
        say("step back or turn the phone downwards: step back until all of it is in the picture"),
    ),
}


def _cut_off(outline: Outline, eye: Eye) -> str:
    """The picture's side beyond which most of a place lies, in words."""
    points, (width, height) = np.array(outline), eye.size
    beyond = {
        "at the left": -points[:, 0].min(), "at the right": points[:, 0].max() - width,
        "at the top": -points[:, 1].min(), "at the bottom": points[:, 1].max() - height,
    }  # fmt: skip
    side = max(beyond, key=lambda name: beyond[name])
    return side if beyond[side] > 0 else ""


_BEYOND = {
    "": say("{place} lies beyond the picture's edge: a card there would not be seen"),
    "at the left": say("{place} lies beyond the picture's edge at the left: a card there would not be seen"),
    "at the right": say("{place} lies beyond the picture's edge at the right: a card there would not be seen"),
    "at the top": say("{place} lies beyond the picture's edge at the top: a card there would not be seen"),
    "at the bottom": say("{place} lies beyond the picture's edge at the bottom: a card there would not be seen"),
}


def _beyond(slot: Slot, seen: Seen, eye: Eye | None) -> Unsure:
    side = _cut_off(seen.outline, eye) if eye is not None else ""
    text = say(_BEYOND[side], place=place_name(slot))
    return Unsure(slot, text, "score", remedy("outside")[1], seen.outline)


def _half_tokens(
    stack: Stack, result: Assessment, unread: Mapping[Slot, Sequence[Placed]], goals: Sequence[Goal]
) -> Iterator[Unsure]:
    """Tokens that lie half on a card were not counted; does it matter?"""
    for slot in stack.halves:
        cell = stack.pyramid.at(slot)
        if cell is None:
            continue
        other = assess(stack.pyramid.put(slot, replace(cell, tokens=cell.tokens + 1)), unread, goals)
        matters: Stake = "legality" if other.verdict != result.verdict else "nothing"
        half = say("a token lies half on {penguin} in {place} and was not counted")
        text = say(half, penguin=cell.penguin.id, place=place_name(slot))
        yield Unsure(slot, text, matters, say("push it right onto the card, or right off it"))


def _notes(pieces: Sequence[Laid], stack: Stack) -> Iterator[str]:
    """What a player may like to know, and what changes nothing."""
    inside = set(stack.stands.values())
    turned = {slot: at for slot, at in stack.stands.items() if abs(wrapped(pieces[at].rotation)) > 90}
    for slot, at in sorted(turned.items()) if len(turned) < len(inside) else ():
        yield f"{pieces[at].id} in {place_name(slot)} lies upside down"
    beside = [p.id for at, p in enumerate(pieces) if p.kind == "penguin" and at not in inside]
    if beside:
        yield f"beside the pyramid: {', '.join(sorted(beside))}"
    counts = Counter(piece.id for piece in penguins_of(pieces))
    yield from (f"{name} is in the picture {n} times: a second deck?" for name, n in sorted(counts.items()) if n > 1)
    counted = sum(cell.tokens for _, cell in stack.pyramid.placed())
    tokens = sum(piece.kind == "token" for piece in pieces) - counted
    if tokens:
        yield f"{tokens} token{'s' if tokens > 1 else ''} not on the pyramid, not counted"
