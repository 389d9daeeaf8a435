"""A table's log becomes a play once its game is over, and stops being one when that is
taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from companion.events import UNDO, Event, Log
from companion.payload import whole
from companion.plays import Outcome, Play, Result, played
from companion.tracking import Kind, Seat, Table, TableTracker, unchanged


@dataclass(frozen=True, slots=True)
class Track(Table[Seat]):
    """Steps that were made, and the points that were typed since."""

    steps: int = 0
    points: int = 0

    @property
    def progress(self) -> int:
        """A correction of the points isn't progress."""
        return self.steps


def _typed(state: Track, event: Event) -> Track:
    return replace(state, points=event.payload["points"])


# whoever is first to three `step`s and has points has won; `talk` changes nothing
RACE = TableTracker(
    Track(),
    {
        "table.open": Kind({}, lambda state, _: replace(state, started=True)),
        "game.start": Kind({}, unchanged),
        "step": Kind({}, lambda state, _: replace(state, steps=state.steps + 1, points=1)),
        "points": Kind({"points": whole()}, _typed),
        "talk": Kind({}),
    },
)


def outcome(state: Track) -> Outcome | None:
    ended = state.steps >= 3 and state.points
    return Outcome((Result("Ana", state.points, 1, won=True),)) if ended else None


@dataclass
class Game:
    """A log that grows by kinds of event, each at a minute of its own."""

    log: Log[Track]

    def do(self, minute: int, kind: str, **payload: object) -> Game:
        """The same game after an event at that minute."""
        at = f"2026-11-{21 + minute // 1440:02d}T{minute // 60 % 24:02d}:{minute % 60:02d}:00Z"
        return Game(
            self.log.append(
                Event(self.log.version + 1, at, "s1", kind, payload, f"k{self.log.version}")
            )
        )

    @property
    def play(self) -> Play | None:
        """What its log says."""
        return played(self.log, outcome, "Race", table="KIWI-42", deck="Ours", fingerprint="ab")


@pytest.fixture
def begun() -> Game:
    """Opened, started ten minutes later, two steps done."""
    return Game(Log(RACE)).do(0, "table.open").do(10, "game.start").do(20, "step").do(30, "step")


def test_a_game_that_goes_on_is_no_play(begun: Game) -> None:
    """Neither before its start nor before its end."""
    assert begun.play is None
    assert Game(Log(RACE)).do(0, "table.open").play is None


def test_a_play_ends_with_the_event_that_settled_it(begun: Game) -> None:
    """Whatever is said at the table later, such as a phone that comes back, doesn't make it
    longer.
    """
    play = begun.do(45, "step").do(50, "talk").play
    assert play is not None
    assert (play.started, play.ended, play.seconds) == (
        "2026-11-21T00:10:00Z",
        "2026-11-21T00:45:00Z",
        35 * 60,
    )
    assert (play.game, play.table, play.deck, play.outcome.results[0].score) == (
        "Race",
        "KIWI-42",
        "Ours",
        1,
    )


@pytest.mark.parametrize(
    "corrected",
    [
        lambda over: over.do(78, "points", points=9),
        lambda over: over.do(78, "points", points=0).do(79, "points", points=9),
        lambda over: (
            over.do(78, "points", points=2).do(79, UNDO, target=6).do(80, "points", points=9)
        ),
    ],
    ids=["in one tap", "by way of no outcome", "with an undo"],
)
def test_a_late_correction_makes_no_play_longer(
    begun: Game, corrected: Callable[[Game], Game]
) -> None:
    """Whoever corrects a score half an hour after the end hasn't played on; the new one counts."""
    play = corrected(begun.do(45, "step")).play
    assert play is not None
    assert (play.ended, play.seconds) == ("2026-11-21T00:45:00Z", 35 * 60)
    assert play.outcome.results[0].score == 9


def test_a_game_that_went_on_after_an_end_by_mistake_ends_later(begun: Game) -> None:
    """The end that was taken back isn't the end."""
    over = begun.do(45, "step")
    play = over.do(46, UNDO, target=over.log.version).do(60, "step").play
    assert play is not None
    assert play.ended == "2026-11-21T01:00:00Z"


def test_a_night_between_two_taps_is_no_playing(begun: Game) -> None:
    """Resumed the next day, it took as long as was played."""
    play = begun.do(1500, "talk").do(1505, "step").play
    assert play is not None
    assert play.seconds == (20 + 5) * 60


def test_an_undo_takes_the_play_back_and_a_redo_brings_the_same_one(
    begun: Game,
) -> None:
    """It keeps its id, so that no import doubles it."""
    over = begun.do(45, "step")
    undone = over.do(46, UNDO, target=over.log.version)
    again = undone.do(47, UNDO, target=undone.log.version)
    assert undone.play is None
    assert over.play is not None
    assert again.play is not None
    assert again.play == over.play
