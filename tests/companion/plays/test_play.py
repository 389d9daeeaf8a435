"""A table's log becomes a play once its game is over, and stops being one when that is
taken back.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.events import UNDO, Event, Log, Refusal
from companion.plays import Outcome, Play, Result, played


class _Race:
    """Whoever is first to three `step`s has won; `talk` changes nothing."""

    def start(self) -> int:
        return 0

    def step(self, state: int, event: Event) -> int | Refusal:
        return state + (event.kind == "step")

    def can_undo(self, state: int, event: Event) -> Refusal | None:
        del state, event
        return None


def outcome(steps: int) -> Outcome | None:
    return Outcome((Result("Ana", steps, 1, won=True),)) if steps >= 3 else None


@dataclass
class Table:
    """A log that grows by kinds of event, each at a minute of its own."""

    log: Log[int]

    def do(self, minute: int, kind: str, **payload: object) -> Table:
        """The same table after an event at that minute."""
        at = f"2026-11-{21 + minute // 1440:02d}T{minute // 60 % 24:02d}:{minute % 60:02d}:00Z"
        return Table(
            self.log.append(
                Event(self.log.version + 1, at, "s1", kind, payload, f"k{self.log.version}")
            )
        )

    @property
    def play(self) -> Play | None:
        """What its log says."""
        return played(self.log, outcome, "Race", table="KIWI-42", deck="Ours", fingerprint="ab")


@pytest.fixture
def begun() -> Table:
    """Opened, started ten minutes later, two steps done."""
    return (
        Table(Log(_Race())).do(0, "table.open").do(10, "game.start").do(20, "step").do(30, "step")
    )


def test_a_game_that_goes_on_is_no_play(begun: Table) -> None:
    """Neither before its start nor before its end."""
    assert begun.play is None
    assert Table(Log(_Race())).do(0, "table.open").play is None


def test_a_play_ends_with_the_event_that_settled_it(begun: Table) -> None:
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
        3,
    )


def test_a_night_between_two_taps_is_no_playing(begun: Table) -> None:
    """Resumed the next day, it took as long as was played."""
    play = begun.do(1500, "talk").do(1505, "step").play
    assert play is not None
    assert play.seconds == (20 + 5) * 60


def test_an_undo_takes_the_play_back_and_a_redo_brings_the_same_one(begun: Table) -> None:
    """It keeps its id, so that no import doubles it."""
    over = begun.do(45, "step")
    undone = over.do(46, UNDO, target=over.log.version)
    again = undone.do(47, UNDO, target=undone.log.version)
    assert undone.play is None
    assert over.play is not None
    assert again.play is not None
    assert (again.play.id, again.play.ended) == (over.play.id, "2026-11-21T00:47:00Z")
