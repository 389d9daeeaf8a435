"""Which thread answers what: waitress's own threads, this one, and connections that note who served them."""

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
        self.thread = 0

    def service(self) -> None:
        """Answer."""
        self.thread = threading.get_ident()
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
def test_who_leads_answers_what_is_quick_and_nothing_else(path: str, lane: str, lanes: Lanes) -> None:
    """What is quick is answered in the thread that asks for it; what is not, in another, and nobody waits for it."""
    hold = threading.Event()
    asked = Connection(path, lambda: lane == "quick" or hold.wait(PATIENCE_S))
    serve(lanes, asked)
    lanes.answer()
    assert asked.done.is_set() == (lane == "quick")
    hold.set()
    assert asked.answered()
    assert (asked.thread == threading.get_ident()) == (lane == "quick")


def test_taps_are_answered_as_they_came(lanes: Lanes) -> None:
    """One after the other, never two at a time, also those that come while others are answered."""
    order: list[int] = []

    def note(number: int) -> None:
        order.append(number)
        if number < 20:
            serve(lanes, Connection("/t/KIWI-42/events", lambda: note(number + 10)))

    serve(lanes, *(Connection("/t/KIWI-42/events", lambda n=n: note(n)) for n in range(10)))  # type: ignore[misc]  # n is bound
    lanes.answer()
    assert order == list(range(30))


def test_what_takes_its_time_leaves_who_leads_alone(lanes: Lanes) -> None:
    """With every patient thread held, a tap is answered all the same, and one more photo waits."""
    hold = threading.Event()
    photos = [Connection("/t/KIWI-42/photos", lambda: hold.wait(PATIENCE_S)) for _ in range(PATIENT + 1)]
    tap = Connection("/t/KIWI-42/events")
    serve(lanes, *photos, tap)
    lanes.answer()
    assert tap.done.is_set()
    assert not any(photo.done.is_set() for photo in photos)
    hold.set()
    assert all(photo.answered() for photo in photos)


def test_what_has_no_path_is_answered_too(lanes: Lanes) -> None:
    """A request that was no HTTP gets its answer, which says so."""
    broken = Connection("")
    broken.requests = [SimpleNamespace()]
    serve(lanes, broken)
    assert broken.answered()


def test_a_request_that_fails_takes_no_other_one_with_it(lanes: Lanes, caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the next one is answered."""
    broken, next_one = Connection("/t/KIWI-42/events", lambda: 1 / 0), Connection("/t/KIWI-42/events")
    serve(lanes, broken, next_one)
    lanes.answer()
    assert next_one.done.is_set()
    assert "ZeroDivisionError" in caplog.text
