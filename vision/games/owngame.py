"""Photos of someone else's game, which was printed with `--tags`: which card lies where.

Its manifest names the game and lists its cards. There are no rules, so nothing is illegal; legal
means that everything read is sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import UsageError
from companion.game import Piece
from companion.layout import Size
from companion.manifest import Manifest
from companion.owntags import LEAST_SIDE, MOST, own_tags, turn_between
from companion.text import name_key
from vision.games.base import Line, Row, Table
from vision.games.foreign_cards import of_some_deck, of_two_sets
from vision.games.reading import Reading, Unsure
from vision.table.layout import Laid

CARD = "card"  # all are one kind while a photo is read, so that any two tags can contradict
STRANGER = "?"  # begins the ids of cards that the manifest doesn't list
REMEDY = "take the manifest that was printed with these cards, and only its cards"


@dataclass(frozen=True, slots=True, eq=False)
class OwnGame:
    """A printed game: its cards, their kinds by id, and the field to add up."""

    title: str
    fingerprint: str
    cards: tuple[Piece, ...]
    strangers: tuple[Piece, ...]
    kinds: Mapping[str, str]
    values: Mapping[str, float]
    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnReading(Reading):
    """A reading: how many cards of each id and kind were read, and the sum of a `field`."""

    cards: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)
    field: str = ""
    sum: float = 0.0

    def own(self) -> dict[str, object]:
        """See `Reading.own`."""
        total = {"sum": {"field": self.field, "value": self.sum}} if self.field else {}
        return {"cards": self.cards, "kinds": self.kinds, **total}


def own_game(manifest: Manifest, source: str, field_name: str = "") -> OwnGame:
    """Return the game that a manifest lists; raises `UsageError` if it has no tags."""
    fronts = {each.id: each for each in manifest.pieces if each.face == "front" and each.tags}
    if not fronts or any(len(each.tags) != 2 for each in fronts.values()):
        remedy = "print the cards with --tags; for one of Rookery's games, name it: --game giza"
        raise UsageError(source, "lists no cards with tags of their own", remedy=remedy)
    copies = Counter(each.id for each in manifest.pieces if each.face == "front")
    cards: list[Piece] = []
    for each in fronts.values():
        wide, high = each.trim[2:]
        size = Size(high, wide) if each.rotation % 180 else Size(wide, high)
        cards.append(Piece(each.id, CARD, size, {"front": each.tags}, copies[each.id]))
    turn = turn_between(*(tag.id for tag in cards[0].faces["front"]))
    listed = {piece.faces["front"][0].id for piece in cards}
    strangers = tuple(
        Piece(
            f"{STRANGER}{number}",
            CARD,
            cards[0].size,
            {"front": own_tags(number, turn, cards[0].size)},
        )
        for number in range(MOST)
        if number not in listed
    )
    kinds = {name: each.kind for name, each in fronts.items()}
    values = dict(_values(manifest, source, field_name)) if field_name else {}
    return OwnGame(manifest.game, manifest.deck, tuple(cards), strangers, kinds, values, field_name)


def _values(manifest: Manifest, source: str, name: str) -> Iterator[tuple[str, float]]:
    """Yield each card's number in a column of its spreadsheet."""
    known = sorted({key for cells in manifest.fields.values() for key in cells})
    if name_key(name) not in known:
        remedy = f"use one of: {', '.join(known)}" if known else "only games with a game.toml have"
        raise UsageError("--sum", f"{source} has no column {name!r}", remedy=remedy)
    for piece, cells in manifest.fields.items():
        text = cells.get(name_key(name), "").strip() or "0"
        try:
            yield piece, float(text.replace(",", "."))
        except ValueError as error:
            remedy = "choose a column of numbers"
            raise UsageError("--sum", f"{piece} has {text!r} there", remedy=remedy) from error


def _judge(table: Table, game: OwnGame, _known: object) -> OwnReading:
    sure = [piece for piece in table.pieces if not piece.id.startswith(STRANGER)]
    strangers = len(table.clashes) + len(table.pieces) - len(sure)
    unsure: list[Unsure] = []
    if strangers:
        # a card of another game that shows only one tag could be taken for one of this game
        sure = [piece for piece in sure if piece.source == "two-tags"]
        text = f"{strangers} of the cards are from another game, or from another print of this one"
        unsure.append(Unsure(None, text, "legality", REMEDY))
    elif doubt := of_some_deck(sure):
        sure = []
        unsure.append(doubt)
    for piece in sure:
        if piece.source != "two-tags":
            remedy = "uncover both black squares, and retake the photo"
            unsure.append(
                Unsure(piece.id, "shows one of its two tags", "score", remedy, piece.outline)
            )
    if more := of_two_sets(sure, game.cards):
        unsure.append(more)
    cards = Counter(piece.id for piece in sure)
    kinds = Counter(game.kinds[piece.id] for piece in sure)
    total = sum(game.values.get(piece.id, 0.0) for piece in sure)
    return OwnReading(
        photo=table.photo,
        game=game.title,
        deck=game.fingerprint,
        verdict="unsure" if unsure else "legal",
        pieces=tuple(sure),
        unsure=tuple(unsure),
        cards=dict(sorted(cards.items())),
        kinds=dict(sorted(kinds.items())),
        field=game.field,
        sum=round(total, 6),
    )


def show(reading: OwnReading) -> Iterator[Line]:
    """Yield what was read in words: cards from the top left, then counts."""
    kinds = ", ".join(f"{number} x {kind}" for kind, number in reading.kinds.items())
    yield Line(f"{kinds or 'NO CARDS'}  {reading.photo}", "title")
    for piece in sorted(reading.pieces, key=_place):
        yield Line(f"  {piece.id}  x {piece.x:.0f}, y {piece.y:.0f} mm")
    if reading.field:
        yield Line(f"{reading.field} in all: {reading.sum:g}")
    for remedy, items in reading.by_remedy().items():
        for item in items:
            yield Line(f"{item.slot}: {item.text}" if item.slot else item.text, "unsure")
        yield Line(f"  → {remedy}")
    yield from map(Line, reading.notes)


def _place(piece: Laid) -> tuple[float, float]:
    """Return a key that sorts pieces by rows: those within half a card are in one."""
    return (-round(piece.y / LEAST_SIDE), piece.x)


ROW: Row[Any, Any, Any] = Row(
    "own",
    lambda _asked, _game: None,
    _judge,
    lambda reading, _game: tuple(show(reading)),
    lambda _reading: (),
)
