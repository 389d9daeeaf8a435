"""Combust: from cards on the table to the clans' lines and sums (combust R2, R7).

A photo shows neither how the cards got there nor names: lines are numbered clockwise. All copies of
a card have the same tags, so there may be several, but never more than the deck has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.combust.deck import Deck, standard
from companion.combust.known import OPTIONS, Known, known
from companion.combust.pieces import pieces as printed
from companion.combust.state import PLAYERS, clan
from companion.combust.verbs import HIGHEST
from companion.language import Phrase, listed, say
from vision.games.base import Eye, Row, Table
from vision.games.combust.clans import (
    EVENT,
    SIDE,
    ClanRow,
    Unread,
    clan_rows,
    lines_of,
    sides_beyond,
)
from vision.games.combust.lines import lies_on
from vision.games.combust.parts import Lines
from vision.games.combust.reading import ClanLine, CombustReading, marks, show
from vision.games.foreign_cards import of_another_deck, of_some_deck, of_two_sets
from vision.games.pose import pose
from vision.games.reading import Unsure, Verdict, Violation
from vision.table.layout import Laid, wrapped

PENGUIN = "penguin"
CLOSE_UP = say("push each clan's cards together, and leave a hand's width between clans")
FAN = say("fan the line evenly and clear anything on top of it")
STEP_BACK = say("step back until all lines are in view, with a hand's width of table around them")
COUNT = say("uncover each card, clear other cards away, or correct the number")


def judge(table: Table, deck: Deck, known: Known) -> CombustReading:
    """Return the reading of a table; without lines if its only cards are of another deck."""
    pieces = table.pieces
    if table.clashes and not any(piece.source == "two-tags" for piece in pieces):
        return CombustReading(
            photo=table.photo,
            deck=deck.fingerprint,
            verdict="unsure",
            pieces=pieces,
            unsure=(of_another_deck(table.clashes, printed(standard())),),
        )
    lines = lines_of(pieces, table)
    read = [len(line.cards) for line in lines.lines]
    rows = clan_rows(lines, known.whole(read), table.eye)
    violations = tuple(_violations(rows, deck, pieces))
    unsure = (
        *_unsure(rows, lines, table, deck, pieces),
        *_short(lines, known, table.eye),
    )
    matters = any(item.could_change != "nothing" for item in unsure)
    verdict: Verdict = "illegal" if violations else "unsure" if matters else "legal"
    complete = known.complete(read)
    discard, words = _discard(lines, pieces)
    return CombustReading(
        photo=table.photo,
        deck=deck.fingerprint,
        verdict=verdict,
        complete=None if complete and matters else complete,
        beyond=sides_beyond(lines, table.eye) if complete is not True else (),
        pieces=pieces,
        violations=violations,
        unsure=unsure,
        notes=(*words, *_notes(rows, lines, pieces)),
        lines=tuple(_clan_lines(rows, deck, pieces)),
        discard=discard,
        dealt=known.starts(read) and not matters,
    )


def _clan_lines(rows: Sequence[ClanRow], deck: Deck, pieces: Sequence[Laid]) -> Iterator[ClanLine]:
    """Yield the lines; an unread card can be any left in the deck, past the photo's edge all of it.

    A crooked card may not belong to its line, and may lie on one that does.
    """
    counts = Counter(piece.id for piece in pieces)
    left = [kind.value for kind in deck.penguins for _ in range(kind.copies - counts[kind.id])]
    most = max(left, default=HIGHEST)
    for row in rows:
        others = [at for rival in row.rivals for at in rows[rival].cards]
        shown = _values([*row.cards, *others, *row.beside], deck, pieces)
        hidden = [most] * len((*row.unread, *row.crooked))
        beyond = any(part.edge for _, part in row.unread)
        yield ClanLine(
            tuple(pieces[part].id if isinstance(part, int) else None for part in row.parts),
            clan(_values([at for at in row.cards if at not in row.crooked], deck, pieces)),
            clan([*shown, *(left if beyond else hidden)]),
            round(wrapped(row.turn), 1),
            tuple(pieces[at].outline for at in row.cards),
            row.whole,
        )


def _values(cards: Sequence[int], deck: Deck, pieces: Sequence[Laid]) -> list[int]:
    return [deck.by_id[pieces[at].id].value for at in cards if pieces[at].kind == PENGUIN]


def _names(cards: Sequence[int], deck: Deck, pieces: Sequence[Laid]) -> Phrase:
    return listed([Phrase(deck.by_id[pieces[at].id].name) for at in cards])


def _violations(rows: Sequence[ClanRow], deck: Deck, pieces: Sequence[Laid]) -> Iterator[Violation]:
    """Yield events in lines (combust R3), but for those that may have been dropped there."""
    for number, row in enumerate(rows, 1):
        for place, part in enumerate(row.parts, 1):
            if part in row.cards and part not in row.crooked and pieces[part].kind == EVENT:
                text = say("the event {card} lies among penguins: carry it out, then discard it")
                text = say(text, card=_names([part], deck, pieces))
                yield Violation("R3", f"line {number}, card {place}", text)


def _unsure(
    rows: Sequence[ClanRow], lines: Lines, table: Table, deck: Deck, pieces: Sequence[Laid]
) -> Iterator[Unsure]:
    for clash in table.clashes:
        text = say("a card has one tag of {one} and one of {other}, so it wasn't counted")
        text = say(text, one=clash.first.piece, other=clash.second.piece)
        advice = say("remove cards from other decks, and retake the photo from above")
        yield Unsure(None, text, "score", advice)
    if item := of_some_deck(pieces):
        yield item
    if not rows and not lines.doubts:
        advice = say("lay each clan's cards side by side, in one row")
        yield Unsure(None, say("the photo doesn't show any lines"), "score", advice)
    if len(rows) > PLAYERS[1]:
        text = say("{n} lines, but at most {most} can play", n=len(rows), most=PLAYERS[1])
        yield Unsure(None, text, "score", CLOSE_UP)
    for doubt in lines.doubts:
        text = say(doubt.text, cards=_names(doubt.cards, deck, pieces))
        yield Unsure(None, text, "score", doubt.remedy, pieces[doubt.cards[0]].outline)
    for number, row in enumerate(rows, 1):
        for place, part in row.unread:
            yield _unread(number, place, part, deck, pieces)
        if row.crooked:
            names = _names(row.crooked, deck, pieces)
            text = say("line {n}: is another card under {cards}?", n=number, cards=names)
            yield Unsure(f"line {number}", text, "score", FAN, pieces[row.crooked[-1]].outline)
        if row.beside:
            names = _names(row.beside, deck, pieces)
            text = say("{cards} on or beside line {n}: part of the line or not?")
            text = say(text, cards=names, n=number)
            yield Unsure(f"line {number}", text, "score", CLOSE_UP, pieces[row.beside[0]].outline)
        for rival in row.rivals:
            if rival >= number:
                text = say("lines {one} and {other} are close together: one clan or two?")
                text = say(text, one=number, other=rival + 1)
                outline = pieces[row.cards[-1]].outline
                yield Unsure(f"line {number}", text, "score", CLOSE_UP, outline)


def _short(lines: Lines, known: Known, eye: Eye | None) -> Iterator[Unsure]:
    """Yield that there are more or fewer lines or cards than said, and where one may be."""
    read = [len(line.cards) for line in lines.lines]
    if known.players is not None and known.players != len(read):
        text = say("{n} lines were read, but {players} clans live")
        text = say(text, n=len(read), players=known.players)
        areas = [lies.corners(SIDE) for lies in lines.free]
        cut = [area for area in areas if eye and not eye.within(area)]
        outline = eye.outline(cut[0]) if eye and cut else ()
        advice = STEP_BACK if len(read) < known.players else CLOSE_UP
        yield Unsure(None, text, "score", advice, outline)
    elif known.complete(read) is False:
        n, expected = (", ".join(map(str, counts)) for counts in (read, known.cards))
        text = say("the lines have {n} cards, {expected} expected", n=n, expected=expected)
        yield Unsure(None, text, "score", COUNT)


def _unread(line: int, place: int, part: Unread, deck: Deck, pieces: Sequence[Laid]) -> Unsure:
    slot, beside = f"line {line}, card {place}", pieces[part.near]
    text = say("line {n} may have an unreadable card beside {card}")
    if part.edge:
        text = say("line {n} may continue past the edge of the photo, beside {card}")
    text = say(text, n=line, card=_names([part.near], deck, pieces))
    advice = STEP_BACK if part.edge else FAN
    return Unsure(slot, text, "score", advice, part.edge or beside.outline)


def _discard(lines: Lines, pieces: Sequence[Laid]) -> tuple[str | None, tuple[str, ...]]:
    """Return the pile's top card, and a note; in a heap, only a whole one can be the top, and none
    if they may be a line, or a card that may be a clan's lies on it.
    """
    if len(lines.middle) != 1:
        names = ", ".join(sorted(pieces[at].id for group in lines.middle for at in group))
        return None, (f"in the middle, no line: {names}",) if names else ()
    cards = [pieces[at] for at in lines.middle[0]]
    whole = [piece for piece in cards if piece.source == "two-tags"]
    tops = cards if len(cards) == 1 else whole
    others = [piece for piece in pieces if piece not in cards]
    doubted = any(doubt.cards == lines.middle[0] for doubt in lines.doubts)
    if len(tops) != 1 or doubted or any(lies_on(pose(tops[0]), pose(each)) for each in others):
        return None, (f"in the middle, no line: {', '.join(sorted(piece.id for piece in cards))}",)
    return tops[0].id, (f"top of the discard pile: {tops[0].id}",)


def _notes(rows: Sequence[ClanRow], lines: Lines, pieces: Sequence[Laid]) -> Iterator[str]:
    doubted = {doubt.cards for doubt in lines.doubts}
    for group in lines.apart:
        if group not in doubted:
            yield f"beside the lines, no line: {', '.join(pieces[at].id for at in group)}"
    for number, row in enumerate(rows, 1):
        for at in row.cards:
            if abs(wrapped(pieces[at].rotation - row.turn)) > 90:
                yield f"{pieces[at].id} in line {number} lies upside down"


def contradiction(table: Table, deck: Deck) -> Unsure | None:
    """Return why the photo isn't of one table."""
    return of_two_sets(table.pieces, printed(deck))


ROW = Row("combust", known, judge, show, marks, contradiction, OPTIONS)
