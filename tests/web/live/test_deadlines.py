"""Timers of the server's own: none is lost, and what becomes of them when it stops."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from companion.errors import TableError
from companion.events import Event
from web.games.base import Deadline
from web.live import deadlines as module
from web.live.deadlines import Deadlines
from web.storage.database import LostFileError
from web.storage.errors import AnyLog
from web.storage.store import Appended, Intent

PATIENCE_S = 120.0
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DUE = Deadline(NOON, "sand.out", {})


class Slow:
    """A store whose one event is stored when it is let go."""

    def __init__(self) -> None:
        self.asked, self.let_go = threading.Event(), threading.Event()
        self.done: list[str] = []

    def append(self, code: str, intent: Intent) -> Appended:
        """Store it, or find that nobody waits any more."""
        self.asked.set()
        self.let_go.wait(PATIENCE_S)
        self.done.append(f"{code} {intent.kind}")
        raise TableError(code, "play has gone on")


class Firing(threading.Thread):
    """A timer that fires; whoever waits for it lets the store go."""

    def __init__(self, deadlines: Deadlines, store: Slow) -> None:
        super().__init__(target=deadlines.fire, args=("KIWI-42", DUE))
        self._store = store

    def join(self, timeout: float | None = None) -> None:
        """Wait."""
        self._store.let_go.set()
        super().join(timeout)


@pytest.fixture
def told() -> list[tuple[str, AnyLog]]:
    """What the phones heard."""
    return []


def test_closing_waits_for_what_fires_just_now(told: list[tuple[str, AnyLog]]) -> None:
    """Nothing is stored after it, when the store may be gone."""
    store: Any = Slow()
    deadlines = Deadlines(store, lambda *news: told.append(news))
    firing = Firing(deadlines, store)
    firing.start()
    assert store.asked.wait(PATIENCE_S)
    deadlines.close()
    assert store.done == ["KIWI-42 sand.out"]
    assert not firing.is_alive()
    assert not told


def test_nothing_fires_after_closing(told: list[tuple[str, AnyLog]]) -> None:
    """Also a timer that was too late to be stopped."""
    store: Any = SimpleNamespace(append=lambda *_: pytest.fail("stored"))
    deadlines = Deadlines(store, lambda *news: told.append(news))
    deadlines.close()
    deadlines.fire("KIWI-42", DUE)
    assert not told


def test_a_timer_that_ends_the_server_does_not_wait_for_itself() -> None:
    """Closing from within isn't a deadlock."""
    closed: list[str] = []

    def append(code: str, _intent: Intent) -> Appended:
        deadlines.close()
        closed.append(code)
        raise TableError(code, "the server ends")

    store: Any = SimpleNamespace(append=append)
    deadlines = Deadlines(store, lambda *_: None)
    deadlines.fire("KIWI-42", DUE)
    deadlines.close()
    assert closed == ["KIWI-42"]


AWAY = sa.exc.OperationalError("", {}, Exception("away"))


class House:
    """A store with a clock that a test sets, and its timers; `failing` is how often it can't store
    just now.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.failing, self.told = NOON, 0, threading.Event()
        self.failure: Exception = AWAY
        store: Any = SimpleNamespace(now=lambda: self.clock, append=self._append)
        self.deadlines = Deadlines(store, lambda *_: self.told.set())
        monkeypatch.setattr(
            module, "screens", lambda _game: SimpleNamespace(deadline=lambda table: table.due)
        )

    def watch(self, version: int, due: Deadline | None, opened: str = "first") -> None:
        """A visit that has seen this version of the table, or of another one of its code."""
        table: Any = self._table(version, due, opened)
        self.deadlines.watch("KIWI-42", table)

    def due(self) -> Deadline | None:
        """What the timer is set for."""
        held = self.deadlines._set.get("KIWI-42")
        return held.due if held else None

    def _append(self, _code: str, _intent: Intent) -> Any:
        if self.failing:
            self.failing -= 1
            raise self.failure
        return SimpleNamespace(log=self._table(9, None, "first"))

    def _table(self, version: int, due: Deadline | None, opened: str) -> Any:
        opening = Event(1, "", "server", "table.open", {"game": "solitaire"}, opened)
        return SimpleNamespace(version=version, events=(opening,), due=due)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house whose timers end with the test."""
    made = House(monkeypatch)
    yield made
    made.deadlines.close()


LATER, MUCH_LATER = (Deadline(NOON + timedelta(hours=hours), "sand.out", {}) for hours in (1, 2))


def test_a_visit_that_was_overtaken_takes_no_timer_away(house: House) -> None:
    """It has seen the table before the sand ran; what comes after the sand, or another table of
    that code, does.
    """
    house.watch(5, LATER)
    house.watch(4, None)
    house.watch(4, MUCH_LATER)
    assert house.due() == LATER
    house.watch(6, MUCH_LATER)
    assert house.due() == MUCH_LATER
    house.watch(1, LATER, opened="second")
    assert house.due() == LATER
    house.watch(2, None, opened="second")
    assert house.due() is None


@pytest.mark.parametrize("failure", [AWAY, LostFileError()])
def test_what_could_not_be_stored_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """The database is away when the sand runs out: it has run out all the same, a little later."""
    monkeypatch.setattr(module, "AGAIN_S", 0.0)
    house.failing, house.failure = 2, failure
    house.watch(5, Deadline(NOON, "sand.out", {}))
    assert house.told.wait(PATIENCE_S)
    assert house.failing == 0


def test_a_timer_that_slept_with_its_computer_fires_at_the_next_visit(house: House) -> None:
    """It counts no time asleep, so that it is late when the lid is opened."""
    house.watch(5, LATER)
    house.watch(5, LATER)
    assert not house.told.is_set()
    house.clock += timedelta(hours=1)
    house.watch(5, LATER)
    assert house.told.wait(PATIENCE_S)
