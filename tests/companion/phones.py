"""A table on the phones, of any game: played by method calls, and what each game needs until it has
started.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Generic, TypeVar

from companion.events import Event, Log, Refusal, Tracker, effective
from companion.game import game
from companion.giza import GAME
from companion.tracking import Table, TableTracker

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedi", "Ida")
T = TypeVar("T", bound=Table[Any])
StateT = TypeVar("StateT")


def fold(tracker: Tracker[StateT], events: Sequence[Event]) -> StateT:
    """The state after all events that count, worked out from the start: what a log must say."""
    state = tracker.start()
    for event in effective(events):
        after = tracker.step(state, event)
        state = state if isinstance(after, Refusal) else after
    return state


@cache
def deck_text(slug: str) -> str:
    """The game's own deck file."""
    return files(game(slug).package).joinpath(game(slug).deck_file).read_text("utf-8")


class Phones(Generic[T]):
    """A table that is played by method calls; every event must be accepted unless `refused` is
    asked.
    """

    def __init__(
        self, slug: str, tracker: Tracker[T], *, deck: str = "", **options: object
    ) -> None:
        self.log = Log[T](tracker)
        self.do("table.open", game=slug, options=options, deck=deck or deck_text(slug))

    @property
    def state(self) -> T:
        """What the phones know now."""
        return self.log.state

    def event(self, kind: str, actor: str = "host", **payload: Any) -> Event:
        """An event that could come next."""
        return Event(
            self.log.version + 1,
            "2026-11-21T20:00:00Z",
            actor,
            kind,
            payload,
            f"key-{self.log.version}",
        )

    def do(self, kind: str, actor: str = "host", **payload: Any) -> int:
        """It happens; its version."""
        event = self.event(kind, actor, **payload)
        assert self.log.check(event) is None
        self.log = self.log.append(event)
        return event.version

    def refused(self, kind: str, actor: str = "host", **payload: Any) -> str:
        """It can't happen; the refusal's code."""
        refusal = self.log.check(self.event(kind, actor, **payload))
        assert refusal is not None
        assert refusal.text.endswith("."), "a sentence for people"
        return refusal.code


@dataclass(frozen=True)
class Start:
    """What a game asks before its first turn: players, colours if they have any, events, and the
    start's payloads, one for each way to play.

    `words` are values that fit somewhere in its payloads, and `expects` the fields of what its taps
    may expect. `law` holds of its state whatever has happened.
    """

    players: int
    colours: tuple[str, ...] = ()
    before: tuple[tuple[str, dict[str, Any]], ...] = ()
    starts: tuple[dict[str, Any], ...] = ({},)
    words: tuple[object, ...] = ()
    expects: tuple[tuple[str, ...], ...] = ()
    law: Callable[[Any], bool] = lambda _state: True


def _pirates_law(state: Any) -> bool:
    now, most = astuple(state.tracks), astuple(state.deck.most)
    return all(0 <= step <= end for step, end in zip(now, most, strict=True)) and bool(
        state.end
    ) == (state.phase == "over")


def _rocks_law(state: Any) -> bool:
    lying = sum(sum(seat.rocks) for seat in state.seats)
    return lying <= 24 and (state.active is None or state.active.free or state.now.penguin == 1)


_GOALS = tuple(goal.id for goal in GAME.read_deck(deck_text("giza"), "deck").goals)
STARTS = {
    "giza": Start(
        2,
        ("copper", "violet", "rose", "slate"),
        (("goals.set", {"goals": list(_GOALS[:3])}), ("chief.give", {"seat": "s1"})),
        words=(
            [*_GOALS[:3]],
            [*_GOALS[3:6]],
            {_GOALS[0]: 0},
            "01,02,,/03,,/,/",
            ",,,/,,/,/",
            "05",
            "06g",
            [0, 0],
            [3, 0],
            None,
            [1, 2, 3, 4],
        ),
        expects=(("round",), ("round", "seat"), ("version",)),
        law=lambda state: 0 <= state.supply <= state.deck.tokens,
    ),
    "rocks": Start(
        2,
        ("coral", "jade", "amber", "violet"),
        starts=({"first": "s1"},),
        words=("at-once", "play-out"),
        expects=(("moves",),),
        law=_rocks_law,
    ),
    "combust": Start(
        3,
        before=(("dealer.give", {"seat": "s2"}),),
        words=([3, 2, 1], [7], "line", "pass"),
        expects=(("version",), ("turn",), ("turn", "chain"), ("turn", "chain", "done"), ("stamp",)),
        law=lambda state: (state.ranking is None) == (state.phase != "done"),
    ),
    "solitaire": Start(
        2,
        starts=(
            *(
                {"mode": mode, "rounds": n}
                for mode, n in (("free", 1), ("king-tut", 2), ("quicksand", 2))
            ),
            {"mode": "free", "rounds": 1, "board": "4x5"},
        ),
        words=(
            "free",
            "king-tut",
            "quicksand",
            "a1-a3",
            "a1-c1",
            "b2-d2",
            "d3-b1",
            "c1-c3",
            ",S,,/,,,/,L,,",
            "L,L,L,L/L,L,L,L/L,L,L,L",
            "L,M,M,L/L,L,L,L/L,L,L,L",
            {"S": 0, "M": 0, "L": 0},
            {"S": 2, "M": 0, "L": 1},
            60,
        ),
        expects=(("round",), ("changes",), ("version",)),
    ),
    "pirates": Start(
        3,
        before=(("captain.give", {"seat": "s1"}),),
        words=(
            "event-01",
            "event-02",
            ["cousin"],
            "scout",
            "anchor",
            "full",
            "bail",
            "fish",
            "kraken",
            "bob",
            "home",
            "here",
            "gone",
            "water",
        ),
        expects=(("turn",), ("version",)),
        law=_pirates_law,
    ),
}


def tracker(slug: str) -> TableTracker[Any]:
    """The game's tracker, which is made of a table of kinds."""
    found = game(slug).tracker
    assert isinstance(found, TableTracker)
    return found


def lobby(slug: str, seats: int = 0) -> Phones[Any]:
    """An open table with seats s1, s2, ..."""
    play = Phones(slug, tracker(slug))
    for index in range(seats):
        play.do("seat.take", **seat(slug, index))
    return play


def seat(slug: str, index: int) -> dict[str, str]:
    """The payload that takes one more seat."""
    colours = STARTS[slug].colours
    colour = {"colour": colours[index % len(colours)]} if colours else {}
    return {"seat": f"s{index + 1}", "name": NAMES[index], **colour}


def started(slug: str, which: int = 0) -> Phones[Any]:
    """A game that has just begun, in one of the ways that it may."""
    play = lobby(slug, STARTS[slug].players)
    for kind, payload in STARTS[slug].before:
        play.do(kind, **payload)
    play.do("game.start", **STARTS[slug].starts[which % len(STARTS[slug].starts)])
    return play


@cache
def values(slug: str) -> tuple[object, ...]:
    """Values of all kinds, among them some that fit each field of the game's payloads."""
    start, few = STARTS[slug], range(5)
    expected = [
        dict(zip(names, numbers, strict=True))
        for names in start.expects
        for numbers in product(*(["s1", "s2"] if name == "seat" else few for name in names))
    ]
    seats = ("s1", "s2", "s3", "nobody", ["s1"], ["s2", "s1"], ["s3", "s1", "s2"])
    others = (
        slug,
        deck_text(slug),
        {},
        {"unsure": [7]},
        [],
        "",
        True,
        False,
        *range(-1, 10),
        20,
        *NAMES[:4],
    )
    return (*seats, *others, *start.colours, *start.words, *expected)
