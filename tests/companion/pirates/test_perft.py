"""How many lines of play there are, by depth: perft.txt holds the counts, and a second engine finds
the same.

The second engine, `_Naive`, shares nothing with the first but the deck file and the notation: it
reads the TOML for itself, knows hexes by doubled coordinates, works on dictionaries and says
nothing of why. Where several are to move, the first seat goes on: the order of secret placings
changes nothing.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from math import atan2, degrees
from pathlib import Path
from typing import Any

import pytest

from companion.pirates.deck import Deck
from companion.pirates.rules import apply, legal_moves, setup, to_move, view
from companion.pirates.simulate import sensible_bot
from companion.pirates.state import Sail, State
from companion.play import random_bot
from tests.companion.pirates.notation import move_text, parse_state, state_text

FILE = Path(__file__).with_name("perft.txt")
TOML = tomllib.loads(FILE.with_name("plain.toml").read_text("utf-8"))
COUNTED = [
    line.split(" | ")
    for line in FILE.read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
SPREAD = 1e-9
FIELDS = (
    "turn",
    "phase",
    "players",
    "variants",
    "boards",
    "events",
    "hands",
    "spots",
    "tracks",
    "ship",
    "pirate",
    "rescued",
    "end",
    "seed",
)

# doubled coordinates
WAYS = {"n": (0, -2), "ne": (1, -1), "se": (1, 1), "s": (0, 2), "sw": (-1, 1), "nw": (-1, -1)}
ROUND = list(WAYS)
ENDS = {track: TOML[track]["most"] for track in ("sails", "speed", "water", "fish")}
ACTIONS = ["scout", "anchor", "full", "bail", "port", "starboard"]


def _plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _map() -> dict[tuple[int, int], str]:
    """Doubled coordinates to the name of the hex there."""
    found = {}
    for site in TOML["site"]:
        q, r = site["middle"]
        found[q, 2 * r + q] = f"{site['id']}.m"
        for number, way in enumerate(ROUND):
            found[_plus((q, 2 * r + q), WAYS[ROUND[(number + site["turn"]) % 6]])] = (
                f"{site['id']}.{way}"
            )
    # the first board lies unturned
    one, other = (WAYS[way] for way in TOML["pier"]["between"].split())
    found[_plus(one, other)] = f"{TOML['site'][0]['id']}.pier"
    return found


NAME_AT = _map()
PLACE_OF = {name: at for at, name in NAME_AT.items()}
SITES = [site["id"] for site in TOML["site"]]
TOUCHING = {
    (name.split(".")[0], NAME_AT[_plus(at, way)].split(".")[0])
    for at, name in NAME_AT.items() for way in WAYS.values() if _plus(at, way) in NAME_AT
}  # fmt: skip


class _Naive:
    """The game once more, without finesse; a position is the fields of its line."""

    def __init__(self, line: str) -> None:
        self.at: dict[str, Any] = dict(zip(FIELDS, line.split(" "), strict=True))
        for name in ("boards", "events", "spots", "tracks"):
            self.at[name] = self.at[name].split(",")

    @property
    def line(self) -> str:
        """The position in notation."""
        return " ".join(
            ",".join(part) if isinstance(part, list) else part for part in self.at.values()
        )

    def copy(self) -> _Naive:
        """A position to play on from."""
        return _Naive(self.line)

    # what is where

    @property
    def captain(self) -> int:
        """The captain's seat."""
        return (int(self.at["turn"]) - 1) % int(self.at["players"])

    def track(self, name: str) -> int:
        """Where a track's marker stands."""
        return int(self.at["tracks"][list(ENDS).index(name)])

    def move_track(self, name: str, by: int) -> None:
        """Move a marker, to the track's end at most."""
        steps = min(max(self.track(name) + by, 0), ENDS[name])
        self.at["tracks"][list(ENDS).index(name)] = str(steps)

    def printed(self, name: str) -> tuple[str, str] | None:
        """Dots and special of a hex; None when it lies face down."""
        site, petal = name.split(".")
        board = self.at["boards"][SITES.index(site)]
        if not board.startswith("+"):
            return None
        if petal == "pier":
            return TOML["pier"]["dots"], ""
        row = next(row for row in TOML["board"] if row["id"] == board[1:])
        dots, _, special = row["middle" if petal == "m" else petal].partition(" ")
        return dots, special

    def ahead(self) -> str | None:
        """The hex before the ship."""
        name, facing = self.at["ship"].split(":")
        return NAME_AT.get(_plus(PLACE_OF[name], WAYS[facing]))

    def card(self, penguin: int) -> dict[str, str]:
        """A penguin's handicap card."""
        number = int(self.at["hands"].split("/")[penguin].split(",")[int(self.at["turn"]) - 1])
        card: dict[str, str] = TOML["handicap"][12 * penguin + number - 1]
        return card

    def event(self) -> dict[str, Any]:
        """The event of the turn."""
        event: dict[str, Any] = TOML["event"][int(self.at["events"][int(self.at["turn"]) - 1]) - 1]
        return event

    def to_scout(self) -> list[str]:
        """Which boards may be turned up."""
        up = {
            site
            for site, board in zip(SITES, self.at["boards"], strict=True)
            if board.startswith("+")
        }
        return sorted(
            site for site in set(SITES) - up if any((known, site) in TOUCHING for known in up)
        )

    # who may do what

    def seats(self) -> list[int]:
        """The player to move."""
        if self.at["phase"] == "over":
            return []
        if self.at["phase"] != "place":
            return [self.captain]
        return sorted({self.owner(p) for p, spot in enumerate(self.at["spots"]) if spot == "-"})

    def owner(self, penguin: int) -> int:
        """Whose penguin it is."""
        return penguin if penguin < int(self.at["players"]) else self.captain

    def moves(self, seat: int) -> list[str]:
        """What a seat may do, in the order of the other engine."""
        phase, spots = self.at["phase"], self.at["spots"]
        if seat not in self.seats():
            return []
        if phase in ("captain", "place"):
            mine = (
                [seat]
                if phase == "captain"
                else [p for p in range(4) if spots[p] == "-" and self.owner(p) == seat]
            )
            return [
                f"{p + 1}@{a}"
                for p in mine
                for a in ACTIONS
                if a in self.card(p)["white"].split() + self.card(p)["yellow"].split()
            ]
        if phase == "scout":
            return [f"scout {site}" for site in self.to_scout()]
        found = []
        for penguin, spot in enumerate(spots, 1):
            if spot == "scout" and self.to_scout():
                found += [f"{penguin}:{site}" for site in self.to_scout()]
            elif spot == "bail":
                found += [f"{penguin}:bail", f"{penguin}:fish"]
            elif spot != "-":
                found.append(f"{penguin}")
        return [*found, "sail"] if self.can_sail() else found

    def can_sail(self) -> bool:
        """Whether the ship can move."""
        there = self.ahead()
        printed = self.printed(there) if there else None
        return bool(printed) and len(printed[0]) <= self.track("speed") if printed else False

    # what happens

    def do(self, move: str) -> None:
        """Make a move."""
        if "@" in move:
            self.place(int(move[0]) - 1, move[2:])
            return
        if move == "sail":
            self.sail()
        elif move.startswith("scout"):
            self.turn_up(move[6:])
            self.at["phase"] = "sail"
        else:
            self.act(int(move[0]) - 1, move[2:])
        idle = self.at["spots"] == ["-"] * 4 and not self.can_sail()
        if self.at["phase"] == "sail" and idle:
            self.events()

    def place(self, penguin: int, action: str) -> None:
        """Place a penguin."""
        self.at["spots"][penguin] = action
        if self.at["phase"] == "captain":
            self.pay(penguin)
            self.at["phase"] = "place"
            self.check_lost()
        elif "-" not in self.at["spots"]:
            for other in range(4):
                if other != self.captain:
                    self.pay(other)
            self.check_lost()
            if self.at["phase"] != "over":
                self.at["phase"] = "sail"
                self.move_track("speed", self.track("sails"))

    def pay(self, penguin: int) -> None:
        """Pay for a yellow spot."""
        if self.at["spots"][penguin] in self.card(penguin)["yellow"].split():
            if self.track("fish") > 0:
                self.move_track("fish", -1)
            else:
                self.move_track("water", 1)

    def act(self, penguin: int, choice: str) -> None:
        """Take a penguin off its card."""
        action = self.at["spots"][penguin]
        self.at["spots"][penguin] = "-"
        if action == "scout" and choice:
            self.turn_up(choice)
        elif action == "anchor":
            self.move_track("sails", -1)
            self.move_track("speed", -99)
        elif action == "full":
            self.move_track("sails", 1)
            self.move_track("speed", 1)
        elif action == "bail":
            self.move_track(*(("water", -1) if choice == "bail" else ("fish", 2)))
        elif action in ("port", "starboard"):
            self.turn_ship(1 if action == "starboard" else -1)

    def turn_up(self, site: str) -> None:
        """Turn up a board."""
        place = SITES.index(site)
        self.at["boards"][place] = "+" + self.at["boards"][place]

    def turn_ship(self, by: int) -> None:
        """Turn the ship."""
        name, facing = self.at["ship"].split(":")
        self.at["ship"] = f"{name}:{ROUND[(ROUND.index(facing) + by) % 6]}"

    def sail(self) -> None:
        """Move the ship."""
        there, facing = self.ahead(), self.at["ship"].split(":")[1]
        assert there
        dots, special = self.printed(there) or ("", "")
        self.at["ship"] = f"{there}:{facing}"
        self.move_track("speed", -len(dots))
        for dot in dots:
            if dot == "r" or self.track("sails") >= TOML["sails"]["storm"]:
                self.move_track("water", 1)
        if special.startswith("whirlwind"):
            self.turn_ship(1 if special.endswith("starboard") else -1)
        elif special in ("bucket", "fish", "kraken"):
            self.move_track(
                *{"bucket": ("water", -2), "fish": ("fish", 2), "kraken": ("water", 1)}[special]
            )
        elif special == "sextant" and self.to_scout():
            self.at["phase"] = "scout"
        self.check_lost()
        self.check_aboard(special)

    def check_aboard(self, special: str) -> None:
        """Bob, his cousin and home."""
        if self.at["phase"] == "over":
            return
        wanted = {"bob", "cousin"} if "cousin" in self.at["variants"] else {"bob"}
        aboard = set(self.at["rescued"].split(",")) - {"-"}
        if special in wanted:
            self.at["rescued"] = ",".join(sorted(aboard | {special}))
        if special == "home" and aboard == wanted:
            self.end("home")

    def end(self, how: str) -> None:
        """The game is over."""
        self.at["phase"], self.at["end"] = "over", how

    def check_lost(self) -> None:
        """Skull and pirates."""
        if self.track("water") == ENDS["water"]:
            self.end("skull")
        elif self.at["ship"].split(":")[0] == self.at["pirate"].split(":")[0]:
            self.end("pirates")

    def events(self) -> None:
        """The event phase."""
        for effect in self.event()["effects"].split(", "):
            verb, _, amount = effect.partition(" ")
            if verb == "turn":
                self.turn_ship(int(amount))
            elif verb != "pirates":
                self.move_track(verb, int(amount))
            elif self.at["pirate"] == "-":
                self.at["pirate"] = f"{SITES[0]}.pier:{self.out_of_port()}"
        self.check_lost()
        for _ in range(self.event()["distance"]):
            self.pirate_step()
        self.pirate_looks()
        if self.at["phase"] == "over":
            return
        if self.at["turn"] == "12":
            self.end("events")
            return
        self.at["turn"], self.at["phase"] = str(int(self.at["turn"]) + 1), "captain"

    def out_of_port(self) -> str:
        """Where the whirlwind is, seen from the pier."""
        pier = PLACE_OF[f"{SITES[0]}.pier"]
        for way, step in WAYS.items():
            name = NAME_AT.get(_plus(pier, step), "")
            if name and "whirlwind" in (self.printed(name) or ("", ""))[1]:
                return way
        raise AssertionError

    def pirate_step(self) -> None:
        """The pirates move by one hex."""
        if self.at["pirate"] == "-" or self.at["phase"] == "over":
            return
        name, facing = self.at["pirate"].split(":")
        there = NAME_AT.get(_plus(PLACE_OF[name], WAYS[facing]))
        self.at["pirate"] = f"{there}:{facing}" if there else "-"
        self.check_lost()
        special = (self.printed(there) or ("", ""))[1] if there else ""
        if special.startswith("whirlwind") and self.at["phase"] != "over":
            by = 1 if special.endswith("starboard") else -1
            self.at["pirate"] = f"{there}:{ROUND[(ROUND.index(facing) + by) % 6]}"

    def pirate_looks(self) -> None:
        """The pirates turn to the ship."""
        if self.at["pirate"] == "-" or self.at["phase"] == "over":
            return
        name, facing = self.at["pirate"].split(":")
        angles = {way: self.off_line(name, way) for way in WAYS}
        near = [way for way in WAYS if angles[way] < min(angles.values()) + SPREAD]
        turns = {
            way: min(
                (ROUND.index(way) - ROUND.index(facing)) % 6,
                (ROUND.index(facing) - ROUND.index(way)) % 6,
            )
            for way in near
        }
        self.at["pirate"] = f"{name}:{min(near, key=lambda way: turns[way])}"

    def off_line(self, name: str, way: str) -> float:
        """By how many degrees a direction misses the ship."""
        (x, y), (tx, ty) = PLACE_OF[name], PLACE_OF[self.at["ship"].split(":")[0]]
        line = degrees(atan2((ty - y) / 2 * 3**0.5, 1.5 * (tx - x)))
        step = degrees(atan2(WAYS[way][1] / 2 * 3**0.5, 1.5 * WAYS[way][0]))
        return abs((line - step + 180) % 360 - 180)


def _naive_count(position: _Naive, depth: int) -> int:
    seats = position.seats()
    if not depth or not seats:
        return int(not depth)
    total = 0
    for move in position.moves(seats[0]):
        after = position.copy()
        after.do(move)
        total += _naive_count(after, depth - 1)
    return total


def _count(state: State, depth: int) -> int:
    seats = to_move(state)
    if not depth or not seats:
        return int(not depth)
    moves = legal_moves(state, seats[0])
    return (
        len(moves)
        if depth == 1
        else sum(_count(apply(state, seats[0], move), depth - 1) for move in moves)
    )


def _counts(what: Callable[[Any, int], int], position: Any, expected: list[int]) -> list[int]:
    return [what(position, ply) for ply in range(1, len(expected) + 1)]


def _upto(counts: str, most: int) -> list[int]:
    """The counts that a test has time for."""
    return [count for count in map(int, counts.split()) if count <= most]


@pytest.mark.parametrize(("line", "counts"), COUNTED, ids=map(str, range(len(COUNTED))))
def test_perft(plain: Deck, line: str, counts: str) -> None:
    """The rules allow exactly as many lines of play as recorded, from the first moves on and in the
    thick of it.
    """
    expected = _upto(counts, 20_000)
    assert _counts(_count, parse_state(line, plain), expected) == expected


@pytest.mark.parametrize(("line", "counts"), COUNTED, ids=map(str, range(len(COUNTED))))
def test_perft_of_the_second_engine(line: str, counts: str) -> None:
    """An engine that was written apart counts the same."""
    expected = _upto(counts, 2_500)
    assert len(expected) >= 3
    assert _counts(_naive_count, _Naive(line), expected) == expected


def _lockstep(deck: Deck, seed: int, *, sensible: bool) -> State:
    """A whole game on both engines; the last state of the first."""
    chance, variants = (
        random.Random(seed),
        [(), ("cousin",), ("no-talk",), ("cousin", "no-talk")][seed % 4],
    )
    state = setup(deck, 3 + seed % 2, seed, variants)
    naive = _Naive(state_text(state))
    while movers := to_move(state):
        assert list(movers) == naive.seats()
        for seat in range(state.players):
            assert [move_text(move) for move in legal_moves(state, seat)] == naive.moves(seat)
        seat = chance.choice(movers)
        moves = tuple(legal_moves(state, seat))
        # at random few leave port
        bold = [move for move in moves if move == Sail() and chance.random() < 0.8]
        move = (sensible_bot if sensible else random_bot)(
            view(state, seat), moves if sensible else bold or moves, chance
        )
        state = apply(state, seat, move)
        naive.do(move_text(move))
        assert state_text(state) == naive.line
    assert naive.seats() == []
    return state


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_play_the_same_game(plain: Deck, seed: int) -> None:
    """Move by move through whole games: the same seats, the same moves, the same position to the
    letter.
    """
    assert _lockstep(plain, seed, sensible=False).phase == "over"


@pytest.mark.parametrize("seed", range(6))
def test_both_engines_play_the_same_long_game(plain: Deck, seed: int) -> None:
    """The same with crews who know what they do, so that sextants, Bob, home and the last turn come
    up.
    """
    assert _lockstep(plain, seed, sensible=True).phase == "over"
