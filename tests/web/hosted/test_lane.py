"""Few threads of a worker at a time: taps in turn, and nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from web.hosted import lane
from web.hosted.lane import Lane
from web.server.serving import ASIDE

TAP, PHOTO = "/t/ROOK-42/events", "/t/ROOK-42/photos"
PATIENCE_S = 30


class Kitchen:
    """An app of which tests see how many requests are in it, and whose answers they hold back."""

    def __init__(self) -> None:
        self.inside, self.most, self.served = 0, 0, threading.Event()
        self._counting, self._came = threading.Lock(), threading.Semaphore(0)
        self.meanwhile: Callable[[dict[str, Any]], object] = lambda _environ: self.served.wait(PATIENCE_S)

    def __call__(self, environ: dict[str, Any], _start: object) -> Iterable[bytes]:
        """One request."""
        self._count(1)
        self._came.release()
        self.meanwhile(environ)
        self._count(-1)
        return [b""]

    def _count(self, by: int) -> None:
        with self._counting:
            self.inside += by
            self.most = max(self.most, self.inside)

    def await_guests(self, number: int) -> None:
        """Until so many more have come in."""
        for _ in range(number):
            assert self._came.acquire(timeout=PATIENCE_S)

    def anybody_else(self) -> bool:
        """Whether one more comes in a moment that is long enough for all who may."""
        return self._came.acquire(timeout=0.2)


def ask(app: Any, path: str) -> threading.Thread:
    """A request in a thread of its own."""
    thread = threading.Thread(target=app, args=({"PATH_INFO": path}, lambda *_: None))
    thread.start()
    return thread


def test_taps_beyond_the_places_wait_until_one_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of six taps no more than two are at work at any moment, and all are answered."""
    monkeypatch.setattr(lane, "PATIENCE_S", PATIENCE_S)
    kitchen = Kitchen()
    app = Lane(kitchen, 2)
    guests = [ask(app, TAP) for _ in range(6)]
    kitchen.await_guests(2)
    assert not kitchen.anybody_else()
    kitchen.served.set()
    kitchen.await_guests(4)
    for guest in guests:
        guest.join(PATIENCE_S)
    assert (kitchen.inside, kitchen.most) == (0, 2)


def test_what_takes_its_time_waits_for_no_place_and_takes_none() -> None:
    """A photo comes in while all places are taken."""
    kitchen = Kitchen()
    app = Lane(kitchen, 1)
    guests = [ask(app, TAP)]
    kitchen.await_guests(1)
    guests.append(ask(app, PHOTO))
    kitchen.await_guests(1)
    assert kitchen.inside == 2
    kitchen.served.set()
    for guest in guests:
        guest.join(PATIENCE_S)


def test_who_steps_aside_gives_the_place_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that is looked for lets a tap in, and has a place again when it goes on."""
    monkeypatch.setattr(lane, "PATIENCE_S", PATIENCE_S)
    kitchen, first = Kitchen(), threading.Event()

    def aside(environ: dict[str, Any]) -> None:
        if not first.is_set():
            first.set()
            with environ[ASIDE]():
                assert kitchen.served.wait(PATIENCE_S)

    kitchen.meanwhile = aside
    app = Lane(kitchen, 1)
    puzzle = ask(app, TAP)
    kitchen.await_guests(1)
    tap = ask(app, TAP)
    kitchen.await_guests(1)
    tap.join(PATIENCE_S)
    assert (puzzle.is_alive(), tap.is_alive()) == (True, False)
    kitchen.served.set()
    puzzle.join(PATIENCE_S)


def test_nobody_waits_longer_than_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database holds all places up, the next one comes in without a place, and takes none with it."""
    monkeypatch.setattr(lane, "PATIENCE_S", 0.01)
    kitchen = Kitchen()
    app = Lane(kitchen, 1)
    guests = [ask(app, TAP) for _ in range(3)]
    kitchen.await_guests(3)
    assert kitchen.inside == 3
    kitchen.served.set()
    for guest in guests:
        guest.join(PATIENCE_S)
    kitchen.most = 0
    monkeypatch.setattr(lane, "PATIENCE_S", PATIENCE_S)
    kitchen.meanwhile = lambda _environ: None
    for guest in [ask(app, TAP) for _ in range(4)]:
        guest.join(PATIENCE_S)
    assert kitchen.most == 1
