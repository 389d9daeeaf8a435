"""How many ways there are to play on from a position, as counted by the engine and by a second,
naive one.

perft.txt holds a line of counts for each position, for 1, 2, 3 ... moves; where a die is thrown in
between, all six faces count. The naive engine below shares no code with the real one: it reads the
board file itself, moves by name, tries every way a hop can lead and every way the roll can be used.
Write the file again with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/rocks/test_perft.py
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from companion.rocks.boardfile import standard
from companion.rocks.rules import generate, go, setup, with_roll
from companion.rocks.state import State
from tests.companion.rocks.notation import parse_state

FILE = Path(__file__).with_name("perft.txt")
BOARD = files("companion.rocks").joinpath("board.toml").read_text("utf-8")
FACES = range(1, 7)
ROUNDS = tomllib.loads(BOARD)["rules"]["rounds"]
MIDDLE = 1  # of the first three nests: it starts, penguin 2 free, as the board file says
assert tomllib.loads(BOARD)["three"] == {"starts": "middle", "free": "middle"}


def _cases() -> list[tuple[str, list[int]]]:
    rows = [
        line.split("|")
        for line in FILE.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return [(start.strip(), [int(count) for count in counts.split()]) for start, counts in rows]


# --- the engine ---


def _position(start: str) -> State:
    if start.startswith("start"):
        return setup(standard(), int(start.split()[1]), 0)._replace(left=0, visited=0, rolls=0)
    return parse_state(start, standard())


def _perft(position: State, depth: int) -> int:
    if position.over or not depth:
        return int(not depth)
    if not position.left:
        return sum(_perft(with_roll(position, face), depth) for face in FACES)
    return sum(_perft(go(position, move), depth - 1) for move in generate(position))


# --- the naive one ---


@dataclass
class _Nest:
    centre: str
    ring: list[str]
    start: str


@dataclass
class _Penguin:
    seat: int
    number: int
    place: str
    rock: bool = False


@dataclass
class _Naive:
    """A game in the simplest words: names, sets and lists."""

    penguins: list[_Penguin]
    rocks: dict[str, int]
    free: set[int] = field(default_factory=set)
    turn: int = 0  # index of the mover in `penguins`
    round: int = 1
    left: int = 0
    been: list[str] = field(default_factory=list)
    acted: bool = False
    over: bool = False


def _board() -> tuple[dict[str, set[str]], list[_Nest], set[str]]:
    data = tomllib.loads(BOARD)
    nests = [_Nest(row["centre"], row["ring"].split(), row["start"]) for row in data["nest"]]
    pairs = [pair for row in data["trail"] for pair in pairwise(row["through"].split())]
    for nest in nests:
        pairs += [(nest.centre, outer) for outer in nest.ring]
        pairs += [(nest.ring[n], nest.ring[n - 1]) for n in range(6)]
    touching: dict[str, set[str]] = {}
    for one, other in pairs:
        touching.setdefault(one, set()).add(other)
        touching.setdefault(other, set()).add(one)
    return touching, nests, {row["id"] for row in data["pile"]}


TOUCHING, NESTS, PILES = _board()
CENTRES = {nest.centre for nest in NESTS}


def _start(text: str) -> _Naive:
    """A start by the number of players, or any position by its text."""
    if text.startswith("start"):
        seats = range(int(text.split()[1]))
        places = [(seat, number) for seat in seats for number in (1, 2)]
        penguins = [
            _Penguin(s, n, NESTS[s].start if n == 1 else NESTS[s].centre) for s, n in places
        ]
        game = _Naive(penguins, dict.fromkeys(sorted(PILES), 6), turn=_first(len(seats)))
        game.free = {MIDDLE} if len(seats) == 3 else set()
        return game
    turn, left, been, acted, rocks, _, _, _, _, *players = text.split(" ")
    round_, seat, number = map(int, turn.split("."))
    lying = {part.split(":")[0]: int(part.split(":")[1]) for part in rocks.split(",")}
    penguins = [
        _Penguin(s, n, place.strip("+!"), "+" in place)
        for s, player in enumerate(players)
        for n, place in zip((1, 2), player.split(";"), strict=True)
    ]
    free = {s for s, player in enumerate(players) if player.endswith("!")}
    return _Naive(
        penguins,
        lying,
        free,
        2 * seat + number - 1,
        round_,
        int(left),
        been.split(","),
        acted == "a",
    )


def _first(players: int) -> int:
    """Whose penguin 1 moves first in a round."""
    return 2 * MIDDLE if players == 3 else 0


def _blocked(game: _Naive) -> set[str]:
    return {p.place for n, p in enumerate(game.penguins) if n != game.turn and p.place not in PILES}


def _closed(game: _Naive) -> set[str]:
    return {nest.centre for seat, nest in enumerate(NESTS) if seat != game.penguins[game.turn].seat}


def _is_built(game: _Naive) -> bool:
    return all(game.rocks.get(space, 0) >= 1 for space in NESTS[game.penguins[game.turn].seat].ring)


def _has_won(game: _Naive) -> bool:
    seat = game.penguins[game.turn].seat
    return _is_built(game) and NESTS[seat].centre in {
        p.place for p in game.penguins if p.seat == seat
    }


def _ways(game: _Naive) -> Iterator[tuple[str, bool, int]]:
    """Where to, by a hop or not, and what is left then."""
    me = game.penguins[game.turn]
    for place in TOUCHING[me.place] - _blocked(game) - _closed(game):
        yield place, False, game.left - 1
    landings: set[str] = set()
    _hop_on(game, me.place, [], landings)
    for place in landings:
        if game.left > 1:
            yield place, True, game.left - 2
        elif place not in PILES | CENTRES:
            yield place, True, 0


def _hop_on(game: _Naive, place: str, over: list[str], landings: set[str]) -> None:
    """Every chain of others, one touching the next, and every place past its last one."""
    for after in TOUCHING[place] - _closed(game) - set(over):
        if after in _blocked(game):
            _hop_on(game, after, [*over, after], landings)
        elif over and after not in game.been:
            landings.add(after)


def _moved(game: _Naive, place: str, left: int) -> _Naive:
    after = deepcopy(game)
    after.penguins[after.turn].place = place
    after.been.append(place)
    after.left = left
    return after


def _can_end(game: _Naive) -> bool:
    """Whether some way, one place after the other, uses the whole roll or wins."""
    return (
        game.left == 0
        or _has_won(game)
        or any(_can_end(_moved(game, p, left)) for p, _, left in _ways(game))
    )


def _acts(game: _Naive) -> Iterator[str]:
    me = game.penguins[game.turn]
    count = game.rocks.get(me.place, 0)
    if not me.rock and count:
        yield "+"
    if me.rock and me.place not in PILES and count < 2:
        building = [
            nest
            for nest in NESTS
            if me.place in nest.ring and not all(game.rocks.get(s, 0) for s in nest.ring)
        ]
        if not count or not building:
            yield "-"


def _acted(game: _Naive, act: str) -> _Naive:
    after = deepcopy(game)
    me = after.penguins[after.turn]
    after.rocks[me.place] = after.rocks.get(me.place, 0) + (1 if act == "-" else -1)
    me.rock = act == "+"
    if act == "-" and me.number == 1 and me.place in NESTS[me.seat].ring:
        after.free.add(me.seat)
    return after


def _next(game: _Naive) -> _Naive:
    """The game once a move is made: won, still the same roll, or the next penguin's."""
    if _has_won(game):
        game.over = True
    elif not game.left:
        _pass_on(game)
    return game


def _pass_on(game: _Naive) -> None:
    me = game.penguins[game.turn]
    game.turn = (
        game.turn + 1
        if me.number == 1 and me.seat in game.free
        else 2 * (me.seat + 1) % len(game.penguins)
    )
    game.round += game.turn == _first(len(game.penguins) // 2)
    game.over = game.round > ROUNDS
    game.left, game.acted = 0, False


def _after(game: _Naive) -> Iterator[_Naive]:
    """The game after each of the mover's moves."""
    if len(game.been) == 1 and not game.acted:
        for act in _acts(game):
            done = _acted(game, act)
            done.acted = True
            done.over = act == "-" and _has_won(done)
            yield done
    moved = False
    for place, _, left in _ways(game):
        there = _moved(game, place, left)
        if _has_won(there):
            moved = True
            yield _next(there)
            continue
        for done in (there, *(_acted(there, act) for act in _acts(there))):
            if _can_end(there) or (_has_won(done) and done is not there):
                moved = True
                yield _next(deepcopy(done))
    if not moved:
        stayed = deepcopy(game)
        _pass_on(stayed)
        yield stayed


def _naive_perft(game: _Naive, depth: int) -> int:
    if game.over or not depth:
        return int(not depth)
    if not game.left:
        return sum(_naive_perft(_thrown(game, face), depth) for face in FACES)
    return sum(_naive_perft(after, depth - 1) for after in _after(game))


def _thrown(game: _Naive, face: int) -> _Naive:
    thrown = deepcopy(game)
    thrown.left, thrown.been = face, [thrown.penguins[thrown.turn].place]
    return thrown


# --- the two of them ---


def _rewrite() -> None:
    """Counts come from the naive engine alone."""
    lines = []
    for line in FILE.read_text("utf-8").splitlines():
        start, bar, counts = line.partition(" | ")
        depths = range(1, len(counts.split()) + 1)
        found = (
            [str(_naive_perft(_start(start), depth)) for depth in depths]
            if bar and start[0] != "#"
            else []
        )
        lines.append(f"{start} | {' '.join(found)}" if found else line)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if "ROOKERY_REWRITE" in os.environ:
    _rewrite()


@pytest.mark.parametrize(("start", "counts"), _cases())
def test_perft(start: str, counts: list[int]) -> None:
    """rocks R3 to R10: the engine finds as many ways to play as the file says, for each number of
    moves.
    """
    position = _position(start)
    assert [_perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("start", "counts"), _cases())
def test_naive_perft(start: str, counts: list[int]) -> None:
    """The naive engine agrees, as deep as its slowness lets it in a test."""
    game = _start(start)
    depths = [depth for depth, count in enumerate(counts, start=1) if count < 1_000]
    assert [_naive_perft(game, depth) for depth in depths] == counts[: len(depths)]
    assert depths
