"""Giza: from pieces on the table to a pyramid and its verdict (giza R6, R7, R10-R12).

A photo shows what lies there, not how it came about. Penguins that are no part of the pyramid (the row to choose
from, a discard pile), tokens in hand and goal cards may lie in the picture. Goal cards count as the goals unless
others are named. Nothing uncertain is passed off as certain: it becomes an `Unsure` with advice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.giza.deck import Deck, Goal
from companion.giza.doubt import Assessment, Stake, Verdict, assess, candidates
from companion.giza.pyramid import Placed, Pyramid, Slot, Violation, supporters
from companion.layout import POKER
from vision.detect import Floats
from vision.layout import Frame, Laid, wrapped
from vision.pieces import Clash, overlap
from vision.probe import Evidence, remedy
from vision.reading import Outline, Reading, Unsure
from vision.tables.giza_rows import Card, Cell, Rows, find_rows, open_cells, slots

MOVE_AWAY = "leave only one pyramid in the picture, other cards a hand's breadth away from it"


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a card could lie that was not read: its cell, and whether something must carry what is on it."""

    cell: Cell
    must: bool
    corners: tuple[tuple[float, float], ...]  # mm in the frame, clockwise from the top left


@dataclass(frozen=True, slots=True)
class Table:
    """What the eye hands over: pieces in the frame, and what it saw at the places it was asked about."""

    photo: str
    pieces: tuple[Laid, ...]
    clashes: tuple[Clash, ...] = ()
    evidence: Mapping[Cell, tuple[Evidence, Outline]] = field(default_factory=dict)


def unread_places(pieces: Sequence[Laid]) -> tuple[Place, ...]:
    """Where to look for cards that gave no tag, in the frame of `pieces`."""
    rows = _rows(pieces)
    if rows.doubts or not rows.cells:
        return ()
    must, could = open_cells(rows.cells)
    return tuple(Place(cell, cell in must, _corners(rows, cell)) for cell in (*must, *could))


def judge(table: Table, deck: Deck, goals: Sequence[Goal]) -> Reading:
    """The whole reading of a table on which pieces were found."""
    goals = goals or _goals_seen(table.pieces, deck)
    rows = _rows(table.pieces)
    doubts = [*_strange_deck(table), *_unclear(rows, table)]
    if doubts:
        return unreadable(table.photo, deck, goals, doubts, table.pieces)
    unread = {cell: seen for cell, seen in table.evidence.items() if not seen[0].empty}
    where = slots(sorted({*rows.cells, *unread}))
    if where is None:
        where = slots(sorted(rows.cells)) or {}
        unread = {}
    pyramid, stands, token_doubts = _pyramid(rows, where, table.pieces, deck)
    missing = {where[cell]: seen for cell, seen in unread.items()}
    return _assessed(table, deck, goals, pyramid, stands, missing, token_doubts)


def unreadable(
    photo: str, deck: Deck, goals: Sequence[Goal], unsure: Sequence[Unsure], pieces: Sequence[Laid] = ()
) -> Reading:
    """A reading that knows no pyramid: the score could be anything that the deck allows."""
    most = 4 * max(penguin.weight for penguin in deck.penguins) + sum(goal.points for goal in goals)
    nothing = assess(Pyramid(), {}, goals)
    return Reading(
        photo, deck.fingerprint, "unsure", tuple(pieces), Pyramid(), {}, (), tuple(unsure), (),
        (0, 0, 0, 0), tuple(replace(goal, points=None) for goal in nothing.score.goals), None, (0, most),
    )  # fmt: skip


def _rows(pieces: Sequence[Laid]) -> Rows:
    return find_rows([Card(piece.x, piece.y, piece.rotation) for piece in _penguins(pieces)])


def _penguins(pieces: Sequence[Laid]) -> list[Laid]:
    return [piece for piece in pieces if piece.kind == "penguin"]


def _corners(rows: Rows, cell: Cell) -> tuple[tuple[float, float], ...]:
    return corners_at(rows.grid.at(cell), rows.grid.turn)


def corners_at(middle: Floats, turn: float) -> tuple[tuple[float, float], ...]:
    """A card's corners in the frame, clockwise from its top left as seen from above, mm."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    w, h = POKER.width / 2, POKER.height / 2
    around = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) @ np.array([[c, s], [-s, c]]) + middle
    return tuple((float(x), float(y)) for x, y in around)


def _goals_seen(pieces: Sequence[Laid], deck: Deck) -> tuple[Goal, ...]:
    seen = {piece.id for piece in pieces if piece.kind == "goal"}
    return tuple(goal for goal in deck.goals if goal.id in seen)


def _strange_deck(table: Table) -> Iterator[Unsure]:
    """Two tags in place as one card's whose ids no card of this deck has together."""
    if any(clash.first.kind == "penguin" for clash in table.clashes):
        text = "the cards belong to another deck than the one they were read with: their second tags differ"
        yield Unsure(None, text, "legality", "name that deck's file with --deck FILE.toml")
    elif table.clashes:
        yield Unsure(None, "two tags of one card do not belong together", "legality", "photograph it again from above")


def _unclear(rows: Rows, table: Table) -> Iterator[Unsure]:
    for text in dict.fromkeys(rows.doubts):
        yield Unsure(None, text, "legality", MOVE_AWAY)
    if not rows.cells and table.pieces:
        yield Unsure(None, "no penguin card is in the picture", "legality", "photograph the pyramid from above")


def _pyramid(
    rows: Rows, where: Mapping[Cell, Slot], pieces: Sequence[Laid], deck: Deck
) -> tuple[Pyramid, dict[Slot, int], list[tuple[Slot, int]]]:
    """The pyramid with its tokens, which piece stands in which slot, and (slot, piece) of tokens half on a card."""
    penguins = _penguins(pieces)
    pyramid, stands = Pyramid(), {}
    for cell, index in rows.cells.items():
        piece = penguins[index]
        stands[where[cell]] = list(pieces).index(piece)
        pyramid = pyramid.put(where[cell], Placed(deck.by_id[piece.id], piece.face == "back"))
    halves = []
    for number, token in enumerate(pieces):
        if token.kind != "token":
            continue
        owner = _owner(token, penguins)
        slot = next((slot for slot, at in stands.items() if pieces[at] is owner), None)
        if slot is not None and (cell_ := pyramid.at(slot)) is not None:
            pyramid = pyramid.put(slot, replace(cell_, tokens=cell_.tokens + 1))
        elif owner is None:
            halves += [(slot, number) for slot, at in stands.items() if _half_on(token, pieces[at])]
    return pyramid, stands, halves


def _rectangle(piece: Laid) -> Floats:
    return np.array(corners_at(np.array([piece.x, piece.y]), piece.rotation))


def _owner(token: Laid, penguins: Sequence[Laid]) -> Laid | None:
    """The penguin on which a token's middle lies; the nearest middle where cards overlap (giza R10)."""
    on = [p for p in penguins if _holds(p, token.x, token.y)]
    return min(on, key=lambda p: (p.x - token.x) ** 2 + (p.y - token.y) ** 2, default=None)


def _holds(piece: Laid, x: float, y: float) -> bool:
    turn = np.radians(-piece.rotation)
    dx, dy = x - piece.x, y - piece.y
    across, up = dx * np.cos(turn) - dy * np.sin(turn), dx * np.sin(turn) + dy * np.cos(turn)
    return bool(abs(across) <= POKER.width / 2 and abs(up) <= POKER.height / 2)


def _half_on(token: Laid, card: Laid) -> bool:
    turn = np.radians(token.rotation)
    c, s = np.cos(turn) * 10, np.sin(turn) * 10
    square = np.array([(-c - s, -s + c), (c - s, s + c), (c + s, s - c), (-c + s, -s - c)]) + (token.x, token.y)
    return overlap(square, _rectangle(card)) > 0.12


def _assessed(
    table: Table, deck: Deck, goals: Sequence[Goal], pyramid: Pyramid, stands: Mapping[Slot, int],
    missing: Mapping[Slot, tuple[Evidence, Outline]], halves: Sequence[tuple[Slot, int]],
) -> Reading:  # fmt: skip
    unread = {slot: _candidates(deck, pyramid, table.pieces) for slot in missing}
    result = assess(pyramid, unread, goals)
    unsure = [_unread(slot, *seen, result) for slot, seen in sorted(missing.items())]
    verdict, more = _with_halves(result, pyramid, unread, goals, halves)
    unsure += more
    levels = result.levels
    return Reading(
        table.photo, deck.fingerprint, verdict, table.pieces, pyramid, dict(stands),
        result.violations if verdict == "illegal" else (), tuple(unsure), tuple(_notes(table.pieces, stands, deck)),
        (levels[0], levels[1], levels[2], levels[3]), result.score.goals, result.score.total, result.score_range,
    )  # fmt: skip


def _candidates(deck: Deck, pyramid: Pyramid, pieces: Sequence[Laid]) -> tuple[Placed, ...]:
    """What an unread slot can hold: penguins that are seen nowhere in the picture."""
    seen = {piece.id for piece in _penguins(pieces)}
    return tuple(face for face in candidates(deck, pyramid) if face.penguin.id not in seen)


def _unread(slot: Slot, evidence: Evidence, outline: Outline, result: Assessment) -> Unsure:
    what, advice = remedy(evidence.cause)
    return Unsure(slot, f"the card in {place_name(slot)} {what}", result.could_change[slot], advice, outline)


def _with_halves(
    result: Assessment, pyramid: Pyramid, unread: Mapping[Slot, Sequence[Placed]], goals: Sequence[Goal],
    halves: Sequence[tuple[Slot, int]],
) -> tuple[Verdict, list[Unsure]]:  # fmt: skip
    """The verdict, should tokens that lie half on a card count or not."""
    verdict, items = result.verdict, []
    for slot, _ in halves:
        cell = pyramid.at(slot)
        if cell is None:
            continue
        other = assess(pyramid.put(slot, replace(cell, tokens=cell.tokens + 1)), unread, goals)
        matters: Stake = "legality" if other.verdict != result.verdict else "nothing"
        text = f"a token lies half on {cell.penguin.id} in {place_name(slot)}; it was not counted"
        items.append(Unsure(slot, text, matters, "push it right onto the card, or right off it"))
        if matters == "legality":
            verdict = "unsure"
    return verdict, items


def place_name(slot: Slot) -> str:
    """A slot in words.

    >>> place_name((1, 0)), place_name((3, 0))
    ('row 2, place 1', 'the top')
    """
    return "the top" if slot[0] == 3 else f"row {slot[0] + 1}, place {slot[1] + 1}"


def _notes(pieces: Sequence[Laid], stands: Mapping[Slot, int], deck: Deck) -> Iterator[str]:
    """What a player may like to know, and what changes nothing."""
    inside = set(stands.values())
    ways = [abs(wrapped(pieces[at].rotation)) > 90 for at in inside]
    for slot, at in sorted(stands.items()):
        if abs(wrapped(pieces[at].rotation)) > 90 and sum(ways) < len(ways):
            yield f"{pieces[at].id} in {place_name(slot)} lies upside down"
    beside = [p.id for at, p in enumerate(pieces) if p.kind == "penguin" and at not in inside]
    if beside:
        yield f"beside the pyramid: {', '.join(sorted(beside))}"
    twice = {p.id for p in _penguins(pieces) if sum(q.id == p.id for q in _penguins(pieces)) > 1}
    for name in sorted(twice):
        yield f"{name} is in the picture twice: is it a second deck?"
    del deck
    tokens = sum(p.kind == "token" for p in pieces)
    on = sum(_owner(p, [pieces[at] for at in inside]) is not None for p in pieces if p.kind == "token")
    if tokens > on:
        yield f"{tokens - on} token{'s' if tokens - on > 1 else ''} beside the pyramid, not counted"


def overloaded_supporters(reading: Reading) -> tuple[int, ...]:
    """Pieces that carry too much: before anyone is accused, look for a missed token on each (giza R10)."""
    wanted: list[int] = []
    for violation in reading.violations:
        if violation.rule == "R7" and violation.slot:
            wanted += [reading.slots[s] for s in supporters(violation.slot) if s in reading.slots]
    return tuple(dict.fromkeys(wanted))


__all__ = ["Frame", "Place", "Table", "Violation", "judge", "overloaded_supporters", "unread_places", "unreadable"]
