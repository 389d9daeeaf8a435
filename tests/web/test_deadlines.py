"""Timers of the server's own: what becomes of them when it stops."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import TableError
from web.deadlines import Deadlines
from web.games import Deadline
from web.storage.store import AnyLog, Appended, Intent

PATIENCE_S = 30
NOON: Any = None  # nothing here looks at the clock
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
    """Closing from within is no deadlock."""

    def append(code: str, _intent: Intent) -> Appended:
        deadlines.close()
        raise TableError(code, "the server ends")

    store: Any = SimpleNamespace(append=append)
    deadlines = Deadlines(store, lambda *_: None)
    deadlines.fire("KIWI-42", DUE)
    deadlines.close()
