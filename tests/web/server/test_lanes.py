"""Which thread answers what: waitress's own threads, and connections that note who served them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from web.server.lanes import Lanes

PATIENCE_S = 30
PATIENT = 3


class Connection:
    """A connection with one request, as much of it as a dispatcher sees."""

    def __init__(self, path: str, work: Callable[[], object] = lambda: None) -> None:
        self.requests = [SimpleNamespace(path=path)]
        self._work, self.done = work, threading.Event()
        self.thread = ""

    def service(self) -> None:
        """Answer."""
        self.thread = threading.current_thread().name + str(threading.get_ident())
        self._work()
        self.done.set()

    def cancel(self) -> None:
        """What is left when the server stops."""

    def answered(self) -> bool:
        """Wait for it."""
        return self.done.wait(PATIENCE_S)


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    """Lanes that end with the test."""
    made = Lanes(PATIENT)
    yield made
    made.shutdown()


def serve(lanes: Lanes, *connections: Connection) -> None:
    for connection in connections:
        lanes.add_task(connection)


@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/t/KIWI-42/events", "quick"),
        ("/t/KIWI-42/state", "quick"),
        ("/t/KIWI-42/stream", "quick"),
        ("/t/KIWI-42/seats", "quick"),
        ("/t/KIWI-42/photos", "patient"),
        ("/t/KIWI-42/advice", "patient"),
        ("/t/KIWI-42", "patient"),
        ("/t/KIWI-42/events/photos", "patient"),
        ("/", "patient"),
    ],
)
def test_taps_and_states_pass_whatever_takes_its_time(path: str, lane: str, lanes: Lanes) -> None:
    """With every patient thread held, what is quick is answered all the same, and what is not waits."""
    hold = threading.Event()
    holders = [Connection("/t/KIWI-42/photos", lambda: hold.wait(PATIENCE_S)) for _ in range(PATIENT)]
    asked, mark = Connection(path), Connection("/t/KIWI-42/events")
    serve(lanes, *holders, asked, mark)
    assert mark.answered()  # after `asked`, if that is in the same lane
    assert asked.done.is_set() == (lane == "quick")
    hold.set()
    assert asked.answered()


def test_taps_are_answered_one_after_the_other_in_one_thread(lanes: Lanes) -> None:
    """As they came, never two at a time."""
    order: list[int] = []
    taps = [Connection("/t/KIWI-42/events", lambda n=n: order.append(n)) for n in range(20)]  # type: ignore[misc]  # n is bound
    serve(lanes, *taps)
    assert all(tap.answered() for tap in taps)
    assert order == list(range(20))
    assert len({tap.thread for tap in taps}) == 1


def test_what_has_no_path_is_answered_too(lanes: Lanes) -> None:
    """A request that was no HTTP gets its answer, which says so."""
    broken = Connection("")
    broken.requests = [SimpleNamespace()]
    serve(lanes, broken)
    assert broken.answered()


def test_a_tap_that_takes_its_time_steps_aside(lanes: Lanes) -> None:
    """Others pass it; afterwards the lane is as narrow as before."""
    hold, entered = threading.Event(), threading.Event()

    def slow() -> None:
        with lanes.aside():
            entered.set()
            hold.wait(PATIENCE_S)

    held, passing = Connection("/t/KIWI-42/events", slow), Connection("/t/KIWI-42/events")
    serve(lanes, held)
    assert entered.wait(PATIENCE_S)
    serve(lanes, passing)
    assert passing.answered()
    assert not held.done.is_set()
    hold.set()
    assert held.answered()
    order: list[int] = []
    taps = [Connection("/t/KIWI-42/events", lambda n=n: order.append(n)) for n in range(20)]  # type: ignore[misc]  # n is bound
    serve(lanes, *taps)
    assert all(tap.answered() for tap in taps)
    assert order == list(range(20))
