"""The reader of rocks board files, and the board that ships with Rookery."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import ceil, dist

from companion.decks import parse, shipped
from companion.errors import DeckError
from companion.fields import Faults, Table
from companion.language import say, say_many
from companion.rocks.board import (
    AT_ONCE,
    MIDDLE,
    NESTS,
    NOBODY,
    PLAY_OUT,
    RING,
    YOUNGEST,
    Board,
    Drawing,
    Nest,
    Place,
    PlaceId,
    Rules,
)
from companion.rocks.pieces import board_tags
from companion.wording import quoted

# on each pile, so that all rocks together are enough for a nest (rocks R10)
FEWEST_ROCKS = ceil(RING / NESTS)
SYMBOLS = frozenset({"sun", "wave", "pyramid", "palm", "fish", "star", "moon", "feather"})
_NAME = re.compile(r"[a-z][a-z0-9]{0,7}")


@cache
def standard() -> Board:
    """Return the board that ships with Rookery."""
    return read_board(*shipped("companion.rocks", "board.toml"))


def read_board(text: str, source: str, faults: Faults | None = None) -> Board:
    """Read a board file; raises `DeckError`, or collects all errors in `faults`."""
    root = parse(text, source, "rocks", faults)
    row = root.take_table("drawing")
    drawing = Drawing(
        row.take_int("side", 200, 1000),
        row.take_int("space", 15, 60),
        row.take_int("pile", 20, 120),
    )
    row.done()
    places = tuple(_places(root, drawing))
    kinds = {place.id: place.is_pile for place in places}
    nests = tuple(_nests(root, kinds))
    trails = []
    for row in root.take_tables("trail", 1, 100):
        names = tuple(row.take_str("through").split())
        if unknown := next((name for name in names if name not in kinds), None):
            problem = say("{value} isn't a place", value=quoted(unknown))
            raise row.error("through", problem, say("name spaces and piles of this file"))
        if len(names) < 2 or any(one == other for one, other in pairwise(names)):
            remedy = say("name at least two places, each different from the one before")
            raise row.error("through", say("leads nowhere"), remedy)
        row.done()
        trails.append(names)
    starts, free = YOUNGEST, NOBODY
    if root.has("three"):
        row = root.take_table("three")
        starts = row.take_str("starts", {YOUNGEST, MIDDLE})
        free = row.take_str("free", {NOBODY, MIDDLE})
        row.done()
    row = root.take_table("rules")
    finish, rounds = row.take_str("finish", {AT_ONCE, PLAY_OUT}), row.take_int("rounds", 10, 500)
    rules = Rules(finish, rounds, row.take_int("rocks", FEWEST_ROCKS, 9), starts, free)
    row.done()
    board = Board(root.take_str("title"), rules, drawing, nests, places, tuple(trails))
    _check_reach(root, board)
    try:
        board_tags(board)
    except DeckError as error:
        raise root.error("drawing", error.problem, error.remedy) from error
    root.done()
    return board


def _places(root: Table, drawing: Drawing) -> Iterator[Place]:
    """Read spaces, then piles; all must be inside the board and apart."""
    rows = [
        (row, False, drawing.space) for row in root.take_tables("space", NESTS * (RING + 2), 200)
    ]
    rows += [(row, True, drawing.pile) for row in root.take_tables("pile", NESTS, NESTS)]
    seen: list[tuple[Place, int]] = []
    names: set[PlaceId] = set()
    for row, is_pile, width in rows:
        limit = (drawing.side - width) // 2
        x, y = row.take_ints("at", 2, -limit, limit)
        name = row.take_str("id")
        if not _NAME.fullmatch(name):
            problem = say("{value} isn't a name", value=quoted(name))
            remedy = say("use up to 8 lowercase letters and digits, starting with a letter")
            raise row.error("id", problem, remedy)
        row.only_once("id", name, names)
        place = Place(name, (x, y), is_pile)
        for other, wide in seen:
            if dist(place.at, other.at) < (width + wide) / 2:
                problem = say("lies on {place}", place=other.id)
                raise row.error("at", problem, say("move one of them"))
        row.done()
        seen.append((place, width))
        yield place


def _nests(root: Table, kinds: dict[PlaceId, bool]) -> Iterator[Nest]:
    used: set[str] = set()
    for row in root.take_tables("nest", NESTS, NESTS):
        nest = Nest(
            row.take_id(),
            row.take_str("name"),
            row.take_ink(),
            row.take_str("symbol", SYMBOLS),
            centre=_read_names(row, "centre", kinds, 1)[0],
            ring=_read_names(row, "ring", kinds, RING),
            pile=_read_names(row, "pile", kinds, 1, pile=True)[0],
            start=_read_names(row, "start", kinds, 1)[0],
        )
        row.done()
        single = [(key, getattr(nest, key)) for key in ("id", "symbol", "pile", "start", "centre")]
        for key, name in (*single, *(("ring", name) for name in nest.ring)):
            if name in used:
                problem = say("{value} is used twice", value=quoted(name))
                raise row.error(key, problem, say("nothing belongs to two nests, nor twice to one"))
            used.add(name)
        yield nest


def _read_names(
    row: Table, key: str, kinds: dict[PlaceId, bool], count: int, *, pile: bool = False
) -> tuple[PlaceId, ...]:
    """Read the names of `count` spaces, or of piles if `pile`, separated by blanks."""
    names = tuple(row.take_str(key).split())
    if len(names) != count:
        wanted = (
            say_many("name {n} pile", "name {n} piles", count)
            if pile
            else say_many("name {n} space", "name {n} spaces", count)
        )
        raise row.error(key, say_many("{n} name", "{n} names", len(names)), wanted)
    for name in names:
        if pile and not kinds.get(name):
            problem = say("{value} isn't a pile", value=quoted(name))
            raise row.error(key, problem, say("name a pile of this file"))
        if not pile and kinds.get(name, True):
            problem = say("{value} isn't a space", value=quoted(name))
            raise row.error(key, problem, say("name a space of this file"))
    return names


def _check_reach(root: Table, board: Board) -> None:
    """Refuse a board on which a player can't reach every place but the others' centres."""
    edges, graph = set(board.edges), board.graph
    for one, other in combinations([nest.centre for nest in board.nests], 2):
        if (min(one, other), max(one, other)) in edges:
            problem = say("the centres {one} and {other} touch", one=one, other=other)
            raise root.error("trail", problem, say("only a nest's own ring touches a centre"))
    for seat, nest in enumerate(board.nests):
        if (min(nest.start, nest.pile), max(nest.start, nest.pile)) not in edges:
            problem = say("{space} is not in front of {pile}", space=nest.start, pile=nest.pile)
            raise root.error("nest", problem, say("lead a trail from one to the other"))
        steps = graph.steps_from(graph.nests[seat].centre, seat)
        others = {n.centre for n in board.nests if n is not nest}
        far = (place.id for place, n in zip(board.places, steps, strict=True) if n == len(steps))
        lost = next((place for place in far if place not in others), None)
        if lost is not None:
            problem = say("{colour} can't reach {place}", colour=nest.name, place=lost)
            raise root.error("trail", problem, say("lead a trail there"))
