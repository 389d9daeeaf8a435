"""Combust: from cards on the table to the clans' lines and sums (combust R2, R7).

A photo shows neither how the cards got there nor names: lines are numbered clockwise. All copies of
a card have the same tags, so there may be several, but never more than the deck has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal, TypeAlias

import numpy as np

from companion.combust.deck import Deck, standard
from companion.combust.pieces import pieces as printed
from companion.combust.state import PLAYERS, clan
from companion.combust.verbs import HIGHEST, LOWEST
from companion.language import say
from companion.layout import POKER, Size
from vision.evidence.probe import REMEDIES
from vision.games.base import Place, Row, Seen, Table, Wishes
from vision.games.combust.lines import Card, Lines, find_lines
from vision.games.combust.reading import ClanLine, CombustReading, marks, show
from vision.games.foreign_cards import of_another_deck, of_some_deck
from vision.games.pose import Pose, distinct, pose
from vision.games.reading import Unsure, Verdict, Violation
from vision.table.layout import Laid, Outline, wrapped
from vision.table.pieces import Detection, tag_squares

Side: TypeAlias = Literal["left", "right"]

PENGUIN, EVENT = "penguin", "event"
# key, and size in mm, of the area examined for cards at a side without a line
FREE, SIDE = "side", Size(110, 110)
# mm: two readings of one id nearer than this are one card whose tags were read separately
SAME = 12.0
# share of a place outside the photo from which the rest is too narrow to rule out a card
CUT_OFF = 0.75
CLOSE_UP = say("push each clan's cards together, and leave a hand's width between clans")
FAN = say("fan the line evenly and clear anything on top of it")
STEP_BACK = say("step back until all lines are in view, with a hand's width of table around them")


def places(pieces: Sequence[Laid], deck: Deck) -> tuple[Place, ...]:
    """Return where unread cards may lie: at ends of lines, between two in a row, at free sides."""
    lines = _lines(distinct(pieces, SAME))
    cards: list[tuple[Hashable, Pose]] = []
    for n, line in enumerate(lines.lines):
        cards += [(("left", n), line.left), (("right", n), line.right)]
    cards += [(gap[:2], gap.pose) for gap in lines.gaps if gap.pose]
    asked = [(key, lies.corners(POKER)) for key, lies in cards]
    asked += [((FREE, n), lies.corners(SIDE)) for n, lies in enumerate(lines.free)]
    ids = frozenset(tag.id for piece in printed(deck) for tag in piece.faces["front"])
    return tuple(Place(key, corners, ids=ids) for key, corners in asked)


def look_harder(_reading: CombustReading, table: Table) -> tuple[Place, ...]:
    """Return places inside lines to examine more thoroughly.

    In a fan an unread card lies on the one before it, so its place never looks like bare table.
    """
    lines = _lines(distinct(table.pieces, SAME), table)
    return tuple(
        Place((n, after), lies.corners(POKER))
        for n, line in enumerate(lines.lines)
        for after, lies in line.between
    )


def judge(table: Table, deck: Deck, _wishes: Wishes) -> CombustReading:
    """Return the reading of a table; without lines if its only cards are of another deck."""
    pieces = distinct(table.pieces, SAME)
    if table.clashes and not any(piece.source == "two-tags" for piece in pieces):
        return CombustReading(
            photo=table.photo,
            deck=deck.fingerprint,
            verdict="unsure",
            pieces=pieces,
            unsure=(of_another_deck(table.clashes, printed(standard())),),
        )
    table_lines = _lines(pieces, table)
    clan_rows = _clan_rows(table_lines, table)
    violations = tuple(_violations(clan_rows, deck, pieces))
    unsure = tuple(_unsure(clan_rows, table_lines, table, pieces))
    matters = any(item.could_change != "nothing" for item in unsure)
    verdict: Verdict = "illegal" if violations else "unsure" if matters else "legal"
    discard, words = _discard(table_lines, pieces)
    return CombustReading(
        photo=table.photo,
        deck=deck.fingerprint,
        verdict=verdict,
        pieces=pieces,
        violations=violations,
        unsure=unsure,
        notes=(*words, *_notes(clan_rows, table_lines, table, pieces)),
        lines=tuple(_clan_lines(clan_rows, deck, pieces)),
        discard=discard,
    )


# --- lines on the table ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Unread:
    """A place in a line where an unread card lies or may lie, why, and what was seen there.

    "further" is one step beyond an unread card at a line's end. `near` is the index of the nearest
    card that was read.
    """

    how: Literal["gap", "end", "further", "edge", "fan"]
    near: int
    seen: Seen | None = None

    @property
    def must(self) -> bool:
        """Whether a card must be there."""
        return self.how == "gap"


@dataclass(frozen=True, slots=True)
class _ClanRow:
    """A clan's line: indices of cards with unread places among them, and its turn.

    `rivals` are indices of clan rows that may be the same clan's, `beside` cards in no line that
    may belong to this one.
    """

    parts: tuple[int | _Unread, ...]
    turn: float
    rivals: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that were read."""
        return tuple(part for part in self.parts if isinstance(part, int))

    @property
    def unread(self) -> tuple[tuple[int, _Unread], ...]:
        """Unread places with their positions in the line, counted from 1."""
        return tuple(
            (place, part) for place, part in enumerate(self.parts, 1) if isinstance(part, _Unread)
        )


def _lines(pieces: Sequence[Laid], table: Table | None = None) -> Lines:
    """Return the lines that these cards make; all their tags count as read if there's no eye."""
    cards, detections, eye = [], dict[Outline, Detection](), table and table.eye
    if table and eye:
        outlines = (piece.outline for piece in table.pieces)
        detections = dict(zip(outlines, eye.detections, strict=True))
    for piece in pieces:
        card = Card(pose(piece).at, piece.rotation, piece.kind == EVENT)
        detection = detections.get(piece.outline)
        if eye and detection and piece.source != "two-tags":
            read = {spot.end for spot in detection.spots}
            tags = eye.plane.to_px(np.concatenate(tag_squares(detection)))
            cut = bool(((tags < 0) | (tags > np.array(eye.size) - 1)).any())
            card = replace(card, first=0 in read, second=1 in read, cut=cut)
        cards.append(card)
    return find_lines(cards)


def _clan_rows(lines: Lines, table: Table) -> tuple[_ClanRow, ...]:
    """Return the clans' lines; lines with something unreadable between them become one."""
    joined: dict[int, int] = {}
    for gap in lines.gaps:
        seen = table.seen.get(gap[:2])
        if seen is not None and not seen.evidence.empty and not seen.hidden:
            joined[gap.left] = gap.right
    made_of: list[list[int]] = []  # the lines on the table that make up each clan's
    for first in range(len(lines.lines)):
        if first not in joined.values():
            chain = [first]
            while (following := joined.get(chain[-1], first)) not in chain:
                chain.append(following)
            made_of.append(chain)
    # rows may be one clan's with room for a card between them, or behind one another
    owner = {line: number for number, chain in enumerate(made_of) for line in chain}
    pairs = (*(gap[:2] for gap in lines.gaps), *lines.behind)
    close = {frozenset(map(owner.get, pair)) for pair in pairs}
    everyone = range(len(made_of))
    return tuple(
        _ClanRow(
            parts=tuple(_parts(chain, lines, table)),
            turn=lines.lines[chain[0]].turn,
            rivals=tuple(n for n in everyone if n != number and frozenset({n, number}) in close),
            beside=tuple(at for line, group in lines.beside if line in chain for at in group),
        )
        for number, chain in enumerate(made_of)
    )


def _parts(made_of: Sequence[int], lines: Lines, table: Table) -> Iterator[int | _Unread]:
    """Yield the cards and unread places of a line from left to right."""
    yield from _end("left", made_of[0], lines, table)
    for number, following in zip_longest(made_of, made_of[1:]):
        cards, wide = lines.lines[number].cards, {after for after, _ in lines.lines[number].between}
        if 0 in wide:
            yield _Unread("fan", cards[0])
        for place, card in enumerate(cards, 1):
            yield card
            if place in wide:
                yield _Unread("fan", card)
        if following is not None:
            yield _Unread("gap", cards[-1], table.seen[number, following])
    yield from _end("right", made_of[-1], lines, table)


def _end(side: Side, number: int, lines: Lines, table: Table) -> Iterator[_Unread]:
    """Yield places at an end of a line, left to right, that are unreadable or outside the photo."""
    line, seen = lines.lines[number], table.seen.get((side, number))
    at, last = (0, 0) if side == "left" else (-1, len(line.cards))
    card = line.cards[at]
    if seen is None or any(after == last for after, _ in line.between):
        return
    if not seen.evidence.bare:
        end = _Unread("end", card, seen)
        # there may also be a card one step beyond
        further = line.further[at].corners(POKER)
        goes_on = table.eye is not None and not table.eye.evidence(further).bare
        more = [replace(end, how="further")] if goes_on else []
        yield from (*more, end) if side == "left" else (end, *more)
    elif seen.evidence.outside >= CUT_OFF:
        yield _Unread("edge", card, seen)


# --- worth of lines -------------------------------------------------------------------------------


def _clan_lines(
    clan_rows: Sequence[_ClanRow], deck: Deck, pieces: Sequence[Laid]
) -> Iterator[ClanLine]:
    """Yield the lines; an unread card can be any that is left in the deck."""
    counts = Counter(piece.id for piece in pieces)
    left = [kind.value for kind in deck.penguins if kind.copies > counts[kind.id]] or [
        LOWEST,
        HIGHEST,
    ]
    for row in clan_rows:
        shown = _values(row.cards, deck, pieces)
        others = [
            value for rival in row.rivals for value in _values(clan_rows[rival].cards, deck, pieces)
        ]
        others += _values(row.beside, deck, pieces)
        must = sum(part.must for _, part in row.unread)
        yield ClanLine(
            tuple(pieces[part].id if isinstance(part, int) else None for part in row.parts),
            clan([*shown, *[min(left)] * must]),
            clan([*shown, *others, *[max(left)] * len(row.unread)]),
            round(wrapped(row.turn), 1),
            tuple(pieces[at].outline for at in row.cards),
        )


def _values(cards: Sequence[int], deck: Deck, pieces: Sequence[Laid]) -> list[int]:
    return [deck.by_id[pieces[at].id].value for at in cards if pieces[at].kind == PENGUIN]


def _violations(
    clan_rows: Sequence[_ClanRow], deck: Deck, pieces: Sequence[Laid]
) -> Iterator[Violation]:
    """Yield events in lines (combust R3), and kinds of more cards than the deck has (combust O)."""
    for number, row in enumerate(clan_rows, 1):
        for place, part in enumerate(row.parts, 1):
            if isinstance(part, int) and pieces[part].kind == EVENT:
                text = (
                    f"the event {pieces[part].id} lies among penguins: events take effect and "
                    "are discarded"
                )
                yield Violation("R3", f"line {number}, card {place}", text)
    for name, count in sorted(Counter(piece.id for piece in pieces).items()):
        if count > (copies := deck.by_id[name].copies):
            text = f"{count} {name} are in the picture, but the deck has only {copies}"
            yield Violation("O", None, text)


# --- doubts and notes -----------------------------------------------------------------------------


def _unsure(
    clan_rows: Sequence[_ClanRow], lines: Lines, table: Table, pieces: Sequence[Laid]
) -> Iterator[Unsure]:
    for clash in table.clashes:
        text = say(
            "a card has one tag of {one} and one of {other}, so it wasn't counted",
            one=clash.first.piece,
            other=clash.second.piece,
        )
        advice = say("remove cards from other decks, and retake the photo from above")
        yield Unsure(None, text, "score", advice)
    if item := of_some_deck(pieces):
        yield item
    if not clan_rows and not lines.doubts:
        advice = say("lay each clan's cards side by side, in one row")
        yield Unsure(None, say("the photo doesn't show any lines"), "score", advice)
    if len(clan_rows) > PLAYERS[1]:
        text = say("{n} lines, but at most {most} can play", n=len(clan_rows), most=PLAYERS[1])
        yield Unsure(None, text, "score", CLOSE_UP)
    for doubt in lines.doubts:
        text = say(doubt.text, cards=", ".join(pieces[at].id for at in doubt.cards))
        yield Unsure(None, text, "score", doubt.remedy, pieces[doubt.cards[0]].outline)
    for number, row in enumerate(clan_rows, 1):
        for place, part in row.unread:
            if part.how != "further":
                yield _unread(number, place, part, pieces)
        if row.beside:
            text = say(
                "{cards} beside the end of line {n}: part of the line or not?",
                cards=", ".join(pieces[at].id for at in row.beside),
                n=number,
            )
            yield Unsure(f"line {number}", text, "score", CLOSE_UP, pieces[row.beside[0]].outline)
        for rival in row.rivals:
            if rival >= number:
                text = say(
                    "lines {one} and {other} are close together: one clan or two?",
                    one=number,
                    other=rival + 1,
                )
                outline = pieces[row.cards[-1]].outline
                yield Unsure(f"line {number}", text, "score", CLOSE_UP, outline)
    for seen in _free_sides(lines, table):
        if not seen.evidence.bare:
            problem, cure = REMEDIES[seen.evidence.cause]
            text = say(
                "something at a side of the table without a line {what}: is it another clan?",
                what=problem,
            )
            yield Unsure(None, text, "score", cure, seen.outline)


def _free_sides(lines: Lines, table: Table) -> list[Seen]:
    """Return what was seen at each side without a line: someone may play there."""
    seen = (table.seen.get((FREE, number)) for number in range(len(lines.free)))
    return [each for each in seen if each is not None]


def _unread(line: int, place: int, part: _Unread, pieces: Sequence[Laid]) -> Unsure:
    slot, beside = f"line {line}, card {place}", pieces[part.near]
    if part.seen is None:
        text = say("line {n} may have an unreadable card beside {card}", n=line, card=beside.id)
        return Unsure(slot, text, "score", FAN, beside.outline)
    if part.how == "edge":
        text = say(
            "line {n} may continue past the edge of the photo, beside {card}",
            n=line,
            card=beside.id,
        )
        return Unsure(slot, text, "score", STEP_BACK, part.seen.outline)
    problem, advice = REMEDIES[part.seen.evidence.cause]
    advice = STEP_BACK if part.seen.evidence.cause == "outside" else advice
    must = say("card {place} of line {n} {what}", place=place, n=line, what=problem)
    maybe = say("the card beside {card} in line {n} {what}", n=line, card=beside.id, what=problem)
    return Unsure(slot, must if part.must else maybe, "score", advice, part.seen.outline)


def _discard(lines: Lines, pieces: Sequence[Laid]) -> tuple[str | None, tuple[str, ...]]:
    """Return the pile's top card, and a note; in a heap, only a whole one can be the top."""
    if len(lines.middle) != 1:
        names = ", ".join(sorted(pieces[at].id for group in lines.middle for at in group))
        return None, (f"in the middle, no line: {names}",) if names else ()
    cards = [pieces[at] for at in lines.middle[0]]
    whole = [piece for piece in cards if piece.source == "two-tags"]
    tops = cards if len(cards) == 1 else whole
    if len(tops) != 1:
        return None, (f"in the middle, no line: {', '.join(sorted(piece.id for piece in cards))}",)
    return tops[0].id, (f"top of the discard pile: {tops[0].id}",)


def _notes(
    clan_rows: Sequence[_ClanRow], lines: Lines, table: Table, pieces: Sequence[Laid]
) -> Iterator[str]:
    doubted = {doubt.cards for doubt in lines.doubts}
    for group in lines.apart:
        if group not in doubted:
            yield f"beside the lines, no line: {', '.join(pieces[at].id for at in group)}"
    for number, row in enumerate(clan_rows, 1):
        for at in row.cards:
            if abs(wrapped(pieces[at].rotation - row.turn)) > 90:
                yield f"{pieces[at].id} in line {number} lies upside down"
    if 0 < len(clan_rows) < 3:
        yield (
            f"{len(clan_rows)} line{'s' * (len(clan_rows) > 1)}: clans that are out, unread or not "
            "in the picture have none"
        )
    if any(seen.evidence.outside >= CUT_OFF for seen in _free_sides(lines, table)):
        yield "a side of the table is past the edge of the photo, so a line there couldn't be read"


ROW = Row(
    game="combust", places=places, judge=judge, show=show, marks=marks, again=look_harder,
)  # fmt: skip
