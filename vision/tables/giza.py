"""Giza: from pieces on the table to a pyramid and its verdict (giza R6, R7, R10-R12).

A photo shows what lies there, not how it came about. Penguins that are no part of the pyramid (the row to choose
from, a discard pile), tokens in hand and goal cards may lie in the picture. Goal cards count as the goals unless
others are named. Nothing uncertain is passed off as certain: it becomes an `Unsure` with advice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.giza.deck import Deck, Goal
from companion.giza.doubt import Assessment, Stake, assess, candidates
from companion.giza.pyramid import WIDTHS, Placed, Pyramid, Slot, supporters
from companion.layout import POKER
from vision.detect import Floats
from vision.layout import Laid, wrapped
from vision.pieces import Clash, overlap
from vision.probe import Evidence, remedy
from vision.reading import Outline, Reading, Unsure
from vision.tables.giza_rows import Card, Cell, Rows, find_rows, footprint, lower_cells, open_cells, slots

MOVE_AWAY = "leave only one pyramid in the picture, other cards a hand's breadth away from it"


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a card could lie that was not read: its cell, and whether something must carry what is on it."""

    cell: Cell
    must: bool
    corners: tuple[tuple[float, float], ...]  # mm in the frame, clockwise from the top left


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eye saw at such a place, and where in the picture that is."""

    must: bool
    evidence: Evidence
    outline: Outline

    @property
    def hidden(self) -> bool:
        """No card has to be there, and the picture does not show the place."""
        return not self.must and self.evidence.outside >= 0.5


@dataclass(frozen=True, slots=True)
class Table:
    """What the eye hands over: pieces in the frame, and what it saw at the places it was asked about.

    `adrift` are pieces that could lie at either of two places.
    """

    photo: str
    pieces: tuple[Laid, ...]
    clashes: tuple[Clash, ...] = ()
    seen: Mapping[Cell, Seen] = field(default_factory=dict)
    adrift: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Stack:
    """The pyramid as read, the piece in each slot, tokens that lie half on a card, and places without a tag."""

    pyramid: Pyramid
    stands: Mapping[Slot, int]
    halves: tuple[Slot, ...]
    unread: Mapping[Slot, Seen]
    hidden: Mapping[Slot, Seen]


def unread_places(pieces: Sequence[Laid]) -> tuple[Place, ...]:
    """Where to look for cards that gave no tag, in the frame of `pieces`."""
    rows = _rows(pieces)
    if rows.doubts or not rows.cells:
        return ()
    must, could = open_cells(rows.cells)
    return tuple(Place(cell, cell in must, _corners(rows, cell)) for cell in (*must, *could, *lower_cells(rows.cells)))


def reach(pieces: Sequence[Laid]) -> tuple[Outline, ...]:
    """Wherever a card of the pyramid could lie that was not read: corners in the frame, mm."""
    rows = _rows(pieces)
    return tuple(_corners(rows, cell) for cell in footprint(rows.cells)) if rows.cells else ()


def order(pieces: Sequence[Laid]) -> int:
    """How well pieces make a pyramid; to choose between two places for a card."""
    rows = _rows(pieces)
    return len(rows.cells) - 20 * len(rows.doubts)


def judge(table: Table, deck: Deck, goals: Sequence[Goal]) -> Reading:
    """The whole reading of a table on which pieces were found."""
    goals = goals or _goals_seen(table.pieces, deck)
    rows = _rows(table.pieces)
    unread = {cell: seen for cell, seen in table.seen.items() if not seen.evidence.empty and not seen.hidden}
    occupied = [cell for cell in unread if cell[0] >= 0]
    where = slots(sorted({*rows.cells, *occupied}))
    doubts = [*_strange_deck(table), *_unclear(rows, table, where)]
    if doubts or where is None:
        return unreadable(table.photo, deck, goals, doubts, table.pieces)
    return _assessed(table, deck, goals, _stack(rows, where, table, deck))


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


def _unclear(rows: Rows, table: Table, where: Mapping[Cell, Slot] | None) -> Iterator[Unsure]:
    """What makes the pyramid itself uncertain."""
    for text in dict.fromkeys(rows.doubts):
        yield Unsure(None, text, "legality", MOVE_AWAY)
    for name in table.adrift:
        text = f"only one end of the grey {name} can be seen, and it is unclear which"
        yield Unsure(None, text, "legality", "uncover its other end")
    if not rows.cells and not table.clashes:  # cards of another deck are there, and said above
        yield Unsure(None, "no penguin card is in the picture", "legality", "photograph the pyramid from above")
    if where is None and not rows.doubts:
        yield Unsure(None, "things that can not be read lie all around the pyramid", "legality", MOVE_AWAY)
    unread = [cell for cell, seen in table.seen.items() if not seen.evidence.empty]
    if any(cell[0] < 0 and not table.seen[cell].hidden for cell in unread):
        text = "what lies below the lowest row can not be read: is it part of the pyramid?"
        yield Unsure(None, text, "legality", "take it away, or hold still, go closer and switch on more light")
    for index in rows.beside:
        card = _penguins(table.pieces)[index]
        near = [c for c in unread if np.hypot(*(rows.grid.at((c[0] + 1, c[1])) - (card.x, card.y))) < POKER.height / 2]
        if near:
            yield Unsure(None, f"what lies between the pyramid and {card.id} can not be read", "legality", MOVE_AWAY)


def _stack(rows: Rows, where: Mapping[Cell, Slot], table: Table, deck: Deck) -> _Stack:
    penguins = _penguins(table.pieces)
    pyramid, stands = Pyramid(), {}
    for cell, index in rows.cells.items():
        piece = penguins[index]
        stands[where[cell]] = next(at for at, other in enumerate(table.pieces) if other is piece)
        pyramid = pyramid.put(where[cell], Placed(deck.by_id[piece.id], piece.face == "back"))
    pyramid, halves = _with_tokens(pyramid, stands, table.pieces)
    unread = {where[cell]: seen for cell, seen in table.seen.items() if cell in where}
    hidden = {slot: seen for cell, seen in table.seen.items() if seen.hidden and (slot := _slot_of(cell, where))}
    return _Stack(pyramid, stands, halves, unread, hidden)


def _slot_of(cell: Cell, where: Mapping[Cell, Slot]) -> Slot | None:
    """The slot of a further cell, when the rows have room for it as they are numbered."""
    known = next(iter(where))
    place = where[known][1] + ((cell[1] - cell[0]) - (known[1] - known[0])) // 2
    return (cell[0], place) if 0 <= cell[0] < len(WIDTHS) and 0 <= place < WIDTHS[cell[0]] else None


def _with_tokens(
    pyramid: Pyramid, stands: Mapping[Slot, int], pieces: Sequence[Laid]
) -> tuple[Pyramid, tuple[Slot, ...]]:
    """The pyramid with the tokens that lie on it, and the slots on whose card a token lies half (giza R10)."""
    halves: list[Slot] = []
    penguins = _penguins(pieces)
    for token in (piece for piece in pieces if piece.kind == "token"):
        owner = _owner(token, penguins)
        slot = next((slot for slot, at in stands.items() if pieces[at] is owner), None)
        if slot is not None and (cell := pyramid.at(slot)) is not None:
            pyramid = pyramid.put(slot, replace(cell, tokens=cell.tokens + 1))
        elif owner is None:
            halves += [slot for slot, at in stands.items() if _half_on(token, pieces[at])]
    return pyramid, tuple(halves)


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
    square = np.array([(-c - s, -s + c), (c - s, s + c), (c + s, s - c), (-c + s, -s - c)]) + np.array(
        [token.x, token.y]
    )
    return overlap(square, _rectangle(card)) > 0.12


def _assessed(table: Table, deck: Deck, goals: Sequence[Goal], stack: _Stack) -> Reading:
    faces = _candidates(deck, stack.pyramid, table.pieces)
    unread = dict.fromkeys(stack.unread, faces)
    result = assess(stack.pyramid, unread, goals)
    verdict, unsure = result.verdict, [_unread(slot, seen, result) for slot, seen in sorted(stack.unread.items())]
    score, (low, high) = result.score.total, result.score_range
    for item in _half_tokens(stack, result, unread, goals):
        unsure.append(item)
        verdict = "unsure" if item.could_change == "legality" else verdict
    for slot, seen in sorted(stack.hidden.items()):
        fuller = assess(stack.pyramid, {**unread, slot: faces}, goals)
        low, high, score = min(low, fuller.score_range[0]), max(high, fuller.score_range[1]), None
        unsure.append(_beyond(slot, seen))
        verdict = "unsure" if verdict == "legal" else verdict
    base, second, third, top = result.levels
    return Reading(
        table.photo, deck.fingerprint, verdict, table.pieces, stack.pyramid, dict(stack.stands),
        result.violations if verdict == "illegal" else (), tuple(unsure), tuple(_notes(table.pieces, stack)),
        (base, second, third, top), result.score.goals, score, (low, high),
    )  # fmt: skip


def _candidates(deck: Deck, pyramid: Pyramid, pieces: Sequence[Laid]) -> tuple[Placed, ...]:
    """What an unread slot can hold: penguins that are seen nowhere in the picture."""
    seen = {piece.id for piece in _penguins(pieces)}
    return tuple(face for face in candidates(deck, pyramid) if face.penguin.id not in seen)


def _unread(slot: Slot, seen: Seen, result: Assessment) -> Unsure:
    what, advice = remedy(seen.evidence.cause)
    thing = "the card" if seen.must else "what lies"
    return Unsure(slot, f"{thing} in {place_name(slot)} {what}", result.could_change[slot], advice, seen.outline)


def _beyond(slot: Slot, seen: Seen) -> Unsure:
    text = f"{place_name(slot)} lies beyond the picture's edge: a card there would not be seen"
    return Unsure(slot, text, "score", remedy("outside")[1], seen.outline)


def _half_tokens(
    stack: _Stack, result: Assessment, unread: Mapping[Slot, Sequence[Placed]], goals: Sequence[Goal]
) -> Iterator[Unsure]:
    """Tokens that lie half on a card were not counted; does it matter?"""
    for slot in stack.halves:
        cell = stack.pyramid.at(slot)
        if cell is None:
            continue
        other = assess(stack.pyramid.put(slot, replace(cell, tokens=cell.tokens + 1)), unread, goals)
        matters: Stake = "legality" if other.verdict != result.verdict else "nothing"
        text = f"a token lies half on {cell.penguin.id} in {place_name(slot)} and was not counted"
        yield Unsure(slot, text, matters, "push it right onto the card, or right off it")


def place_name(slot: Slot) -> str:
    """A slot in words.

    >>> place_name((1, 0)), place_name((3, 0))
    ('row 2, place 1', 'the top')
    """
    return "the top" if slot[0] == 3 else f"row {slot[0] + 1}, place {slot[1] + 1}"


def _notes(pieces: Sequence[Laid], stack: _Stack) -> Iterator[str]:
    """What a player may like to know, and what changes nothing."""
    inside = set(stack.stands.values())
    turned = {slot: at for slot, at in stack.stands.items() if abs(wrapped(pieces[at].rotation)) > 90}
    for slot, at in sorted(turned.items()) if len(turned) < len(inside) else ():
        yield f"{pieces[at].id} in {place_name(slot)} lies upside down"
    beside = [p.id for at, p in enumerate(pieces) if p.kind == "penguin" and at not in inside]
    if beside:
        yield f"beside the pyramid: {', '.join(sorted(beside))}"
    counts = Counter(piece.id for piece in _penguins(pieces))
    yield from (f"{name} is in the picture {n} times: a second deck?" for name, n in sorted(counts.items()) if n > 1)
    counted = sum(cell.tokens for _, cell in stack.pyramid.placed())
    tokens = sum(piece.kind == "token" for piece in pieces) - counted
    if tokens:
        yield f"{tokens} token{'s' if tokens > 1 else ''} not on the pyramid, not counted"


def doubted(reading: Reading, suspects: Sequence[int]) -> Reading:
    """The same reading where a token that can not be read may lie on these pieces (numbers in `pieces`).

    A token only helps: what is legal stays so, what is illegal becomes unsure when one may lie on who carries too much.
    """
    at = {number: slot for slot, number in reading.slots.items()}
    accused = set(overloaded_supporters(reading)) & set(suspects)
    items = tuple(
        Unsure(
            at[number], f"something like a token lies on {reading.pieces[number].id} and can not be read",
            "legality" if number in accused else "nothing", "go closer, and see that no light mirrors in the token",
        )
        for number in suspects
    )  # fmt: skip
    unsure = reading.unsure + items
    return (
        replace(reading, verdict="unsure", violations=(), unsure=unsure) if accused else replace(reading, unsure=unsure)
    )


def overloaded_supporters(reading: Reading) -> tuple[int, ...]:
    """Pieces that carry too much: before anyone is accused, look for a missed token on each (giza R10)."""
    wanted: list[int] = []
    for violation in reading.violations:
        if violation.rule == "R7" and violation.slot:
            wanted += [reading.slots[s] for s in supporters(violation.slot) if s in reading.slots]
    return tuple(dict.fromkeys(wanted))
