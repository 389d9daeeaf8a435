"""The combust deck: the reader of deck files, and the deck that ships with Rookery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from functools import cache, cached_property
from math import lcm
from typing import TypeAlias

from companion.combust.verbs import HIGHEST, LOWEST, Verb, read_verb
from companion.decks import fingerprint, parse, shipped
from companion.fields import Art, Faults, Table
from companion.language import READ, Phrase, listed, say
from companion.wording import repeats

# 1 to 20 are penguins by value; 21 and up are events in the order of the deck file
CardNo: TypeAlias = int

KINDS = HIGHEST - LOWEST + 1
FIRST_EVENT = HIGHEST + 1
MAX_COPIES, MAX_VERBS, MAX_EVENTS = 12, 3, 12
# enough for 8 players, who are dealt 32, with some for the discard pile and to draw
MIN_PENGUINS, MAX_PENGUINS = 45, 120
# of second tags, for penguins and events; never change these, because printed decks rely on them
_ROTATIONS = tuple(turn for turn in range(lcm(20, 12)) if turn % 20 and turn % 12)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card, with its number of `copies` in the deck. Events have the value 0."""

    number: CardNo
    id: str
    name: str = field(metadata=READ)
    value: int
    copies: int
    ability: tuple[Verb, ...]

    @property
    def text(self) -> Phrase:
        """The ability as printed on the card."""
        return listed((verb.text for verb in self.ability), " ")


@dataclass(frozen=True)
class Deck:
    """A combust deck; `art` has your own pictures by kind, and isn't in the `fingerprint`."""

    title: str = field(metadata=READ)
    penguins: tuple[Kind, ...]
    events: tuple[Kind, ...]
    art: Mapping[str, Art] = field(default_factory=dict, compare=False)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The penguins by value, then the events."""
        return (*self.penguins, *self.events)

    @cached_property
    def abilities(self) -> dict[CardNo, tuple[Verb, ...]]:
        """The abilities by card."""
        return {kind.number: kind.ability for kind in self.kinds}

    @cached_property
    def by_id(self) -> dict[str, Kind]:
        """The kinds by id."""
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def cards(self) -> tuple[CardNo, ...]:
        """Every card of the deck, sorted."""
        return tuple(kind.number for kind in self.kinds for _ in range(kind.copies))

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the fields that matter in the rules."""
        return fingerprint(
            {
                "game": "combust",
                "kinds": [
                    [kind.id, kind.value, kind.copies, list(map(astuple, kind.ability))]
                    for kind in self.kinds
                ],
            }
        )

    @cached_property
    def tag_rotation(self) -> int:
        """The rotation of this deck's second tags, also of events; 0 for the standard deck."""
        if self.fingerprint == standard().fingerprint:
            return 0
        return _ROTATIONS[int(self.fingerprint, 16) % len(_ROTATIONS)]


@cache
def standard() -> Deck:
    """Return the deck that ships with Rookery."""
    return read_deck(*shipped("companion.combust", "combust.toml"))


def read_deck(text: str, source: str, faults: Faults | None = None) -> Deck:
    """Read a deck file; raises `DeckError`, or collects all errors in `faults`."""
    root = parse(text, source, "combust", faults)
    title = root.take_str("title")
    ids: set[str] = set()
    art: dict[str, Art] = {}
    # one kind of penguin for each value, in order (combust O)
    penguins = tuple(
        _kind(row, value, row.take_int("value", value, value), ids, art)
        for value, row in enumerate(root.take_tables("penguin", KINDS, KINDS), LOWEST)
    )
    events = tuple(
        _kind(row, number, 0, ids, art)
        for number, row in enumerate(root.take_tables("event", 1, MAX_EVENTS), FIRST_EVENT)
    )
    deck = Deck(title, penguins, events, art)
    count = sum(kind.copies for kind in penguins)
    if not MIN_PENGUINS <= count <= MAX_PENGUINS:
        remedy = say(
            "let all copies add up to {low} to {high}", low=MIN_PENGUINS, high=MAX_PENGUINS
        )
        root.report("penguin", say("{n} penguin cards in all", n=count), remedy)
    root.done()
    return deck


def _kind(row: Table, number: CardNo, value: int, ids: set[str], art: dict[str, Art]) -> Kind:
    kind = Kind(
        number,
        row.take_piece_id(),
        row.take_str("name"),
        value,
        row.take_int("copies", 1, MAX_COPIES),
        tuple(map(read_verb, row.take_rows("ability", 1, MAX_VERBS))),
    )
    if picture := row.take_art():
        art[kind.id] = picture
    row.done()
    row.only_once("id", kind.id, ids)
    return kind


def advice(deck: Deck) -> Iterator[str]:
    """Yield a sentence for each likely mistake: equal names or abilities, and too many events."""
    for one, other in repeats((kind.name.lower(), kind.id) for kind in deck.kinds):
        name = deck.by_id[other].name
        yield say("{one} and {other} have the same name: {name}", one=one, other=other, name=name)
    for one, other in repeats((event.text, event.id) for event in deck.events):
        same = {"one": one, "other": other, "text": deck.by_id[other].text}
        yield say("{one} and {other}, two events, do the same: {text}", **same)
    if len({kind.text for kind in deck.penguins}) == 1:
        yield say("all penguins do the same: nobody has anything to choose")
    if sum(event.copies for event in deck.events) > sum(kind.copies for kind in deck.penguins) / 2:
        yield say("there is an event for every two penguins, or more: hands shrink fast")
