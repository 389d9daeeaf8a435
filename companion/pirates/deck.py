"""The pirates deck: its parts, the reader of deck files, and the deck that ships with Rookery.

Boards, map, cards, events and tracks are all data. Penguins are numbered from 0 in code and from 1
in notation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Literal, TypeAlias

from companion.decks import Colour, fingerprint, parse, shipped, take_colours
from companion.fields import Faults, Table
from companion.hexes import DIRECTION_NAMES, Direction, Hex, distance, turned
from companion.language import READ, Phrase, say, say_many
from companion.pirates.boards import (
    BOB,
    COUSIN,
    FIELDS,
    HOME,
    PETALS,
    WHIRLWINDS,
    Board,
    Chart,
    Place,
    Site,
    boards_with,
    draw_chart,
    take_board,
    take_face,
)
from companion.pirates.tracks import ANCHOR, BAIL, FISH, FULL_SAIL, VERBS, Change, Tracks
from companion.wording import quoted, twice, unfit

Action: TypeAlias = Literal["scout", "anchor", "full", "bail", "port", "starboard"]
SpotColour: TypeAlias = Literal["white", "yellow", "red"]
Penguin: TypeAlias = int

ACTIONS: tuple[Action, ...] = ("scout", "anchor", "full", "bail", "port", "starboard")  # pirates R5
COLOURS: tuple[SpotColour, ...] = ("white", "yellow", "red")
PENGUINS = 4
TURNS = 12  # pirates R9: also the number of events, and of each penguin's handicap cards
BAIL_OR_FISH: dict[str, tuple[Change, ...]] = {"bail": BAIL, "fish": FISH}
ACTION_CHANGES: dict[str, tuple[Change, ...]] = {"anchor": ANCHOR, "full": FULL_SAIL}
ACTION_TURNS: dict[str, int] = {"port": -1, "starboard": 1}  # steps of 60 degrees clockwise

BOARDS = 13
BACKS = ("blue", "yellow", "red")
ORDERS = 5  # events have the numbers 1 to 5 (pirates R1)
SYMBOLS = frozenset({"sun", "wave", "star", "moon", "fish", "feather", "palm", "shell"})
TURN, PIRATES = "turn", "pirates"
PETAL_STEPS = 3  # flowers whose middles are 3 apart touch without sharing a hex


@dataclass(frozen=True, slots=True)
class Handicap:
    """A handicap card with its white and yellow spots; the rest of the six are red."""

    id: str
    deck: Penguin
    number: int
    white: tuple[Action, ...]
    yellow: tuple[Action, ...]

    def colour(self, action: Action) -> SpotColour:
        """Return a spot's colour: white is free, yellow costs a fish, red is barred (R2)."""
        return "white" if action in self.white else "yellow" if action in self.yellow else "red"

    @property
    def open(self) -> tuple[Action, ...]:
        """The spots that a penguin may be placed on, in the order of `ACTIONS`."""
        return tuple(action for action in ACTIONS if action in self.white or action in self.yellow)


@dataclass(frozen=True, slots=True)
class Event:
    """An event card (pirates R8).

    `distance` is how far the pirates sail, in hexes; `turn` is how far the ship turns clockwise, in
    steps of 60 degrees; `spawns` is true if pirates appear.
    """

    id: str
    name: str = field(metadata=READ)
    order: int
    distance: int
    changes: tuple[Change, ...] = ()
    turn: int = 0
    spawns: bool = False


@dataclass(frozen=True)
class Deck:
    """A pirates deck; its `fingerprint` covers the rules, not names.

    `start` and `most` are the tracks' first and last steps; `handicaps[n]` are penguin n's cards.
    """

    title: str = field(metadata=READ)
    start: Tracks
    most: Tracks
    storm: int
    penguins: tuple[Colour, ...]
    sites: tuple[Site, ...]
    pier_between: tuple[Direction, Direction]
    boards: tuple[Board, ...]
    handicaps: tuple[tuple[Handicap, ...], ...]
    events: tuple[Event, ...]

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def chart(self) -> Chart:
        """The map without boards."""
        return draw_chart(self.sites, self.pier_between)

    @cached_property
    def pier_facing(self) -> Direction:
        """The direction of a ship on the pier, towards the whirlwind (pirates R1, R8)."""
        one, other = self.pier_between
        at_first = self.boards[0].faces[1 + one].special in WHIRLWINDS
        return turned(other if at_first else one, self.sites[0].turn + 3)

    @cached_property
    def boards_by_id(self) -> dict[str, int]:
        """Indices in `boards` by id."""
        return {board.id: index for index, board in enumerate(self.boards)}

    @cached_property
    def sites_by_id(self) -> dict[str, Place]:
        """Places by id."""
        return {site.id: place for place, site in enumerate(self.sites)}

    @cached_property
    def cousin(self) -> bool:
        """True if a board has Bob's cousin."""
        return bool(boards_with(self.boards, COUSIN))

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the fields that matter in the rules."""
        return fingerprint(
            {
                "game": "pirates",
                "tracks": [[getattr(t, verb) for verb in VERBS] for t in (self.start, self.most)],
                "storm": self.storm,
                "sites": [[s.id, *s.middle, s.turn, s.back] for s in self.sites],
                "pier": self.pier_between,
                "boards": [[b.id, b.back, *map(str, b.faces)] for b in self.boards],
                "handicaps": [[c.id, c.white, c.yellow] for deck in self.handicaps for c in deck],
                "events": [
                    [e.id, e.order, e.distance, e.changes, e.turn, e.spawns] for e in self.events
                ],
            }
        )


@cache
def standard() -> Deck:
    """Return the deck that ships with Rookery."""
    return read_deck(*shipped("companion.pirates", "pirates.toml"))


def read_deck(text: str, source: str, faults: Faults | None = None) -> Deck:
    """Read a deck file; raises `DeckError`, or collects all errors in `faults`."""
    root = parse(text, source, "pirates", faults)
    title = root.take_str("title")
    start, most, storm = take_tracks(root)
    penguins = take_colours(root, "penguin", PENGUINS, SYMBOLS, unlike=("id", "symbol"))
    sites = tuple(take_sites(root))
    boards, between = take_boards(root, sites)
    deck = Deck(
        title, start, most, storm, penguins, sites, between, boards,
        tuple(take_handicaps(root, penguins)), tuple(take_events(root)),
    )  # fmt: skip
    root.done()
    return deck


def take_tracks(root: Table) -> tuple[Tracks, Tracks, int]:
    """Read the tracks' first and last steps, and the sails from which yellow dots count (R4)."""
    start, most, storm = {}, {}, 0
    for verb in VERBS:
        row = root.take_table(verb)
        most[verb] = row.take_int("most", 1, 30)
        start[verb] = row.take_int("start", 0, most[verb] - (verb == "water"))
        if verb == "sails":
            storm = row.take_int("storm", 0, most[verb])
        row.done()
    return Tracks(**start), Tracks(**most), storm


# --- map and boards -------------------------------------------------------------------------------


def take_sites(root: Table) -> Iterator[Site]:
    """Read the places of the map; each must touch an earlier one."""
    seen: dict[str, Hex] = {}
    for number, row in enumerate(root.take_tables("site", BOARDS, BOARDS)):
        site = Site(
            row.take_str("id"),
            Hex(*row.take_ints("middle", 2, -99, 99)),
            row.take_int("turn", 0, 5),
            row.take_str("back", BACKS),
        )
        if not re.fullmatch("[a-z][0-9]", site.id) or site.id in seen:
            remedy = say("use a letter and a digit, different for each place")
            raise row.error("id", unfit(site.id), remedy)
        if (site.back == "blue") != (number == 0):
            raise row.error("back", unfit(site.back), say("make only the first place blue"))
        off = [distance(site.middle, middle) for middle in seen.values()]
        if off and min(off) != PETAL_STEPS:
            remedy = say("let it touch another board without sharing a hex")
            raise row.error("middle", unfit(list(site.middle)), remedy)
        seen[site.id] = site.middle
        row.done()
        yield site


def take_boards(
    root: Table, sites: Sequence[Site]
) -> tuple[tuple[Board, ...], tuple[Direction, Direction]]:
    """Read the boards (the first with the pier as its eighth hex) and the pier's petals."""
    rows = list(root.take_tables("board", BOARDS, BOARDS))
    boards = [take_board(row, BACKS) for row in rows]
    for row, board in zip(rows, boards, strict=True):
        often = [other.id for other in boards].count(board.id)
        if often > 1 or not re.fullmatch("[a-z0-9-]+", board.id):
            remedy = say("use a-z, 0-9 and -, different for each board")
            raise row.error("id", unfit(board.id), remedy)
    wanted, actual = Counter(site.back for site in sites), Counter(board.back for board in boards)
    if wanted != actual or boards[0].back != "blue":
        shown = ", ".join(f"{count} {back}" for back, count in wanted.items())
        remedy = say("use {backs}, the blue one first", backs=shown)
        raise root.error("board", say("the backs don't match the places"), remedy)
    for special, back in ((BOB, "yellow"), (HOME, "red")):  # pirates O
        if [board.back for board in boards_with(boards, special)] != [back]:
            problem = say("{value} has no place", value=repr(special))
            remedy = say("put it on one hex of one board whose back is {back}", back=back)
            raise root.error("board", problem, remedy)
    _check_cousin(root, rows, boards)
    pier = root.take_table("pier")
    blue = boards[0]
    between = take_between(pier, blue)
    if len(set(draw_chart(sites, between).spots)) != BOARDS * len(PETALS) + 1:
        remedy = say("let the pier stick out of the map")
        raise pier.error("between", say("another board lies there"), remedy)
    face = take_face(pier, "dots")  # pirates R1, O: the ship starts there, so no one can hide there
    if face.special in {BOB, COUSIN, HOME}:
        remedy = say("put {value} on a board", value=repr(face.special))
        raise pier.error("dots", unfit(str(face)), remedy)
    boards[0] = replace(blue, faces=(*blue.faces, face))
    pier.done()
    return tuple(boards), between


def _check_cousin(root: Table, rows: Sequence[Table], boards: Sequence[Board]) -> None:
    """Check that Bob's cousin, if any, is hidden, and not on Bob's board (pirates R10)."""
    boards_there = boards_with(boards, COUSIN)
    if len(boards_there) > 1:
        raise root.error("board", twice(COUSIN), say("put it on one hex at most"))
    for board in boards_there:
        if board.back == "blue" or board in boards_with(boards, BOB):
            field, face = next(
                at for at in zip(FIELDS, board.faces, strict=True) if at[1].special == COUSIN
            )
            remedy = say(
                "hide {cousin} on a yellow or red board, but not on that of {bob}",
                cousin=repr(COUSIN),
                bob=repr(BOB),
            )
            raise rows[boards.index(board)].error(field, unfit(str(face)), remedy)


def take_between(pier: Table, blue: Board) -> tuple[Direction, Direction]:
    """Read the two petals that the pier touches, exactly one with a whirlwind (pirates R1, O)."""
    text = pier.take_str("between")
    names = text.split(" ")
    if len(names) != 2 or not set(names) <= set(DIRECTION_NAMES):
        raise pier.error("between", unfit(text), _two_of(DIRECTION_NAMES))
    one, other = (DIRECTION_NAMES.index(name) for name in names)
    if turned(one, 1) != other and turned(other, 1) != one:
        problem = say("{value} aren't neighbours", value=quoted(text))
        raise pier.error("between", problem, say("name two petals side by side"))
    whirls = [blue.faces[PETALS.index(name)].special in WHIRLWINDS for name in names]
    if sum(whirls) != 1:
        problem = say_many("{n} whirlwind there", "{n} whirlwinds there", sum(whirls))
        raise pier.error("between", problem, say("let just one of the two petals have one"))
    return one, other


# --- cards ----------------------------------------------------------------------------------------


def take_handicaps(root: Table, penguins: Sequence[Colour]) -> Iterator[tuple[Handicap, ...]]:
    """Read the handicap cards of each penguin; each action must be red on a third of them (O)."""
    rows = list(root.take_tables("handicap", PENGUINS * TURNS, PENGUINS * TURNS))
    for penguin, look in enumerate(penguins):
        part = rows[penguin * TURNS : (penguin + 1) * TURNS]
        cards = []
        for number, row in enumerate(part, 1):
            name = row.take_str("id", {f"{look.id}-{number:02d}"})
            white, yellow = take_spots(row, "white"), take_spots(row, "yellow")
            if set(white) & set(yellow):
                problem = say("an action is white and yellow")
                raise row.error("yellow", problem, say("name each action once"))
            row.done()
            cards.append(Handicap(name, penguin, number, white, yellow))
        reds = Counter(
            action for card in cards for action in ACTIONS if card.colour(action) == "red"
        )
        for action in ACTIONS:
            if reds[action] != TURNS // 3:
                problem = say(
                    "{action} is red {n} times in the deck of {penguin}",
                    action=repr(action),
                    n=reds[action],
                    penguin=look.id,
                )
                raise part[-1].error("white", problem, say("make it red {n} times", n=TURNS // 3))
        yield tuple(cards)


def take_spots(row: Table, field: str) -> tuple[Action, ...]:
    """Read the two actions of one colour."""
    names = row.take_str(field).split(" ")
    if len(set(names)) != 2 or not set(names) <= set(ACTIONS):
        raise row.error(field, unfit(" ".join(names)), _two_of(ACTIONS))
    return tuple(action for action in ACTIONS if action in names)


def _two_of(names: Iterable[str]) -> Phrase:
    return say("name two of: {names}", names=" ".join(names))


def take_events(root: Table) -> Iterator[Event]:
    """Read the event cards."""
    for number, row in enumerate(root.take_tables("event", TURNS, TURNS), 1):
        effects = take_effects(row)
        yield Event(
            row.take_str("id", {f"event-{number:02d}"}),
            row.take_str("name"),
            row.take_int("order", 1, ORDERS),
            row.take_int("distance", 1, 20),
            *effects,
        )
        row.done()


def take_effects(row: Table) -> tuple[tuple[Change, ...], int, bool]:
    """Read the effects of an event, as in `water +1, turn -1, pirates`."""
    changes: list[Change] = []
    turn, spawns = 0, False
    for part in row.take_str("effects").split(", "):
        match = re.fullmatch(r"([a-z]+) ([+-][1-9])", part)
        verb = next((verb for verb in VERBS if match and verb == match[1]), None)
        if match and verb:
            changes.append((verb, int(match[2])))
        elif match and match[1] == TURN:
            turn += int(match[2])
        elif part == PIRATES:
            spawns = True
        else:
            remedy = say(
                "write them as in 'water +1, turn -1, pirates', with one of: {names}",
                names=", ".join((*VERBS, TURN, PIRATES)),
            )
            raise row.error("effects", say("{value} isn't an effect", value=quoted(part)), remedy)
    return tuple(changes), turn, spawns
