"""The deck of pirates: what a deck file says, checked, and the one that ships with Rookery.

Boards, map, cards, events and tracks are all data; your own file passes the same check.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files

from companion.decks import Faults, Table, fingerprint, parse, quoted, twice, unfit
from companion.hexes import DIRECTION_NAMES, Direction, Hex, distance, turned
from companion.language import Phrase, say, say_many
from companion.pirates.boards import (
    BOB,
    COUSIN,
    FIELDS,
    HOME,
    WHIRLWINDS,
    Board,
    Face,
    take_board,
    take_face,
    where,
    with_pier,
)
from companion.pirates.chart import PETALS, Chart, Place, Site, lay
from companion.pirates.crew import ACTIONS, PENGUINS, TURNS, Action, Handicap
from companion.pirates.tracks import VERBS, Change, Tracks
from companion.wording import READ

BOARDS = 13
BACKS = ("blue", "yellow", "red")
ORDERS = 5  # events bear 1 to 5 (pirates R1)
SYMBOLS = frozenset({"sun", "wave", "star", "moon", "fish", "feather", "palm", "shell"})
TURN, PIRATES = "turn", "pirates"
PETAL_STEPS = 3  # flowers whose middles are 3 apart touch without sharing a hex


@dataclass(frozen=True, slots=True)
class Look:
    """A penguin's colour: `ink` is #rrggbb, `symbol` tells it apart without colour."""

    id: str
    name: str = field(metadata=READ)
    ink: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event card (pirates R8): changes of tracks, turns of the ship, whether pirates appear, how
    far they sail.
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
    """All of pirates. Equal rule fields give an equal `fingerprint`, whatever the art and names.

    `start` and `most` are the tracks' first and last steps; `handicaps[n]` is the deck of penguin
    n.
    """

    title: str = field(metadata=READ)
    start: Tracks
    most: Tracks
    storm: int
    penguins: tuple[Look, ...]
    sites: tuple[Site, ...]
    pier_between: tuple[Direction, Direction]
    boards: tuple[Board, ...]
    handicaps: tuple[tuple[Handicap, ...], ...]
    events: tuple[Event, ...]

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def chart(self) -> Chart:
        """The map."""
        return lay(self.sites, self.pier_between)

    @cached_property
    def pier_facing(self) -> Direction:
        """Where a ship on the pier looks: at the whirlwind (pirates R1, R8)."""
        one, other = self.pier_between
        at_first = self.boards[0].faces[1 + one].special in WHIRLWINDS
        return turned(other if at_first else one, self.sites[0].turn + 3)

    @cached_property
    def boards_by_id(self) -> dict[str, int]:
        """The boards' places in `boards`."""
        return {board.id: index for index, board in enumerate(self.boards)}

    @cached_property
    def sites_by_id(self) -> dict[str, Place]:
        """The places' numbers."""
        return {site.id: place for place, site in enumerate(self.sites)}

    @cached_property
    def cousin(self) -> bool:
        """Whether some board hides Bob's cousin."""
        return bool(where(self.boards, COUSIN))

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the canonical rule fields."""
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
    """The deck that ships with Rookery."""
    return read_deck(
        files("companion.pirates").joinpath("pirates.toml").read_text("utf-8"), "pirates.toml"
    )


def read_deck(text: str, source: str, faults: Faults | None = None) -> Deck:
    """Check a deck file's text; raises `DeckError` naming file, line and field, or notes all in
    `faults`.
    """
    root = parse(text, source, "pirates", faults)
    title = root.take_str("title")
    start, most, storm = _tracks(root)
    penguins = tuple(_looks(root))
    sites = tuple(_sites(root))
    boards, between = _boards(root, sites)
    deck = Deck(
        title, start, most, storm, penguins, sites, between, boards,
        tuple(_handicaps(root, penguins)), tuple(_events(root)),
    )  # fmt: skip
    root.done()
    return deck


def _tracks(root: Table) -> tuple[Tracks, Tracks, int]:
    start, most, storm = {}, {}, 0
    for verb in VERBS:
        row = root.take_table(verb)
        most[verb] = row.take_int("most", 1, 30)
        start[verb] = row.take_int("start", 0, most[verb] - (verb == "water"))
        if verb == "sails":
            storm = row.take_int("storm", 0, most[verb])
        row.done()
    return Tracks(**start), Tracks(**most), storm


def _looks(root: Table) -> Iterator[Look]:
    ids: set[str] = set()
    symbols: set[str] = set()
    for row in root.take_tables("penguin", PENGUINS, PENGUINS):
        look = Look(
            row.take_id(), row.take_str("name"), row.take_ink(), row.take_str("symbol", SYMBOLS)
        )
        row.only_once("id", look.id, ids)
        row.only_once("symbol", look.symbol, symbols)
        row.done()
        yield look


# --- map and boards -------------------------------------------------------------------------------


def _sites(root: Table) -> Iterator[Site]:
    seen: dict[str, Hex] = {}
    for number, row in enumerate(root.take_tables("site", BOARDS, BOARDS)):
        site = Site(
            row.take_str("id"),
            Hex(*row.take_ints("middle", 2, -99, 99)),
            row.take_int("turn", 0, 5),
            row.take_str("back", BACKS),
        )
        if not re.fullmatch("[a-z][0-9]", site.id) or site.id in seen:
            raise row.error(
                "id", unfit(site.id), say("use a letter and a digit, different for each place")
            )
        if (site.back == "blue") != (number == 0):
            raise row.error("back", unfit(site.back), say("make only the first place blue"))
        off = [distance(site.middle, middle) for middle in seen.values()]
        if off and min(off) != PETAL_STEPS:
            raise row.error(
                "middle",
                unfit(list(site.middle)),
                say("let it touch another board without sharing a hex"),
            )
        seen[site.id] = site.middle
        row.done()
        yield site


def _boards(
    root: Table, sites: Sequence[Site]
) -> tuple[tuple[Board, ...], tuple[Direction, Direction]]:
    rows = list(root.take_tables("board", BOARDS, BOARDS))
    boards = [take_board(row, BACKS) for row in rows]
    for row, board in zip(rows, boards, strict=True):
        if [other.id for other in boards].count(board.id) > 1 or not re.fullmatch(
            "[a-z0-9-]+", board.id
        ):
            raise row.error(
                "id", unfit(board.id), say("use a-z, 0-9 and -, different for each board")
            )
    wanted, found = Counter(site.back for site in sites), Counter(board.back for board in boards)
    if wanted != found or boards[0].back != "blue":
        shown = ", ".join(f"{count} {back}" for back, count in wanted.items())
        remedy = say("use {backs}, the blue one first", backs=shown)
        raise root.error("board", say("the backs don't match the places"), remedy)
    _check_specials(root, boards)
    _check_cousin(root, rows, boards)
    pier = root.take_table("pier")
    between = _between(pier, boards[0])
    if len(set(lay(sites, between).spots)) != BOARDS * len(PETALS) + 1:
        raise pier.error(
            "between", say("another board lies there"), say("let the pier stick out of the map")
        )
    boards[0] = with_pier(boards[0], _pier_face(pier))
    pier.done()
    return tuple(boards), between


def _pier_face(pier: Table) -> Face:
    """The ship starts there: whoever is to be found, and home, are elsewhere (pirates R1, O)."""
    face = take_face(pier, "dots")
    if face.special in {BOB, COUSIN, HOME}:
        raise pier.error(
            "dots", unfit(str(face)), say("put {value} on a board", value=repr(face.special))
        )
    return face


def _check_specials(root: Table, boards: Sequence[Board]) -> None:
    """Bob is on a yellow board, home on a red one (pirates O)."""
    for special, back in ((BOB, "yellow"), (HOME, "red")):
        if [board.back for board in where(boards, special)] != [back]:
            problem = say("{value} has no place", value=repr(special))
            raise root.error(
                "board",
                problem,
                say("put it on one hex of one board whose back is {back}", back=back),
            )


def _check_cousin(root: Table, rows: Sequence[Table], boards: Sequence[Board]) -> None:
    """Bob's cousin is hidden, too, and on another board (pirates R10)."""
    found = where(boards, COUSIN)
    if len(found) > 1:
        raise root.error("board", twice(COUSIN), say("put it on one hex at most"))
    for board in found:
        if board.back == "blue" or BOB in board.specials:
            field, face = next(
                at for at in zip(FIELDS, board.faces, strict=True) if at[1].special == COUSIN
            )
            remedy = say(
                "hide {cousin} on a yellow or red board, but not on that of {bob}",
                cousin=repr(COUSIN),
                bob=repr(BOB),
            )
            raise rows[boards.index(board)].error(field, unfit(str(face)), remedy)


def _between(pier: Table, blue: Board) -> tuple[Direction, Direction]:
    """The two petals that the pier touches, of which one has a whirlwind."""
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


def _handicaps(root: Table, penguins: Sequence[Look]) -> Iterator[tuple[Handicap, ...]]:
    rows = list(root.take_tables("handicap", PENGUINS * TURNS, PENGUINS * TURNS))
    for penguin, look in enumerate(penguins):
        part = rows[penguin * TURNS : (penguin + 1) * TURNS]
        cards = tuple(_handicap(row, look, penguin, number) for number, row in enumerate(part, 1))
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
        yield cards


def _handicap(row: Table, look: Look, penguin: int, number: int) -> Handicap:
    card = Handicap(
        row.take_str("id", {f"{look.id}-{number:02d}"}),
        penguin,
        number,
        _spots(row, "white"),
        _spots(row, "yellow"),
    )
    if set(card.white) & set(card.yellow):
        raise row.error(
            "yellow", say("an action is white and yellow"), say("name each action once")
        )
    row.done()
    return card


def _spots(row: Table, field: str) -> tuple[Action, ...]:
    names = row.take_str(field).split(" ")
    if len(set(names)) != 2 or not set(names) <= set(ACTIONS):
        raise row.error(field, unfit(" ".join(names)), _two_of(ACTIONS))
    return tuple(action for action in ACTIONS if action in names)


def _two_of(names: Iterable[str]) -> Phrase:
    return say("name two of: {names}", names=" ".join(names))


def _events(root: Table) -> Iterator[Event]:
    for number, row in enumerate(root.take_tables("event", TURNS, TURNS), 1):
        changes, turn, spawns = _effects(row)
        yield Event(
            row.take_str("id", {f"event-{number:02d}"}),
            row.take_str("name"),
            row.take_int("order", 1, ORDERS),
            row.take_int("distance", 1, 20),
            changes,
            turn,
            spawns,
        )
        row.done()


def _effects(row: Table) -> tuple[tuple[Change, ...], int, bool]:
    """Effects as written: `water +1, turn -1, pirates`."""
    changes: list[Change] = []
    turn, spawns = 0, False
    for part in row.take_str("effects").split(", "):
        found = re.fullmatch(r"([a-z]+) ([+-][1-9])", part)
        verb = next((verb for verb in VERBS if found and verb == found[1]), None)
        if found and verb:
            changes.append((verb, int(found[2])))
        elif found and found[1] == TURN:
            turn += int(found[2])
        elif part == PIRATES:
            spawns = True
        else:
            remedy = say(
                "write them as in 'water +1, turn -1, pirates', with one of: {names}",
                names=", ".join((*VERBS, TURN, PIRATES)),
            )
            raise row.error("effects", say("{value} isn't an effect", value=quoted(part)), remedy)
    return tuple(changes), turn, spawns
