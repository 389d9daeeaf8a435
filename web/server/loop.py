"""waitress's main loop over a selector that keeps what each connection waits for, and whose thread answers taps itself.

waitress's own loop asks every open connection anew at each event what it wants, so that hundreds of phones that merely
keep theirs open cost more than all that tap (docs/speed.md). Here only those are asked with whom something goes on.
One thread leads; while it is kept by an answer that takes its time, another one stands in (D. Schmidt and others,
"Leader/Followers", 2000).
"""

from __future__ import annotations

import selectors
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]  # waitress ships no types

ROUND_S = 1.0  # at least so often it looks for those that waitress has marked, idle for long, to be closed


class Loop:
    """Stands where waitress has its `asyncore` module. After each round of events the one who leads does `answer()`;
    `ring()` ends a wait.
    """

    def __init__(self, answer: Callable[[], None], ring: Callable[[], None]) -> None:
        self._answer, self._ring = answer, ring
        self._selector = selectors.DefaultSelector()
        self._busy: set[int] = set()  # file descriptors that are asked before the next wait
        self._awaited: dict[int, int] = {}  # what the selector waits for
        self._open: dict[int, Any] = {}
        self._leading, self._leader = threading.Lock(), 0  # for a round; the thread that had the last one
        self._round_at = 0.0
        self._stopped = False

    def loop(self, timeout: float, map: dict[int, Any], use_poll: bool) -> None:  # noqa: A002, FBT001 - waitress's names
        """Serve until `stop`, or until nothing is open any more."""
        del timeout, use_poll
        self._open = map
        try:
            self._lead(lambda: self._stopped)
        finally:
            with self._leading:
                self._selector.close()
                self._awaited.clear()

    def stop(self) -> None:
        """End after this round; also from another thread."""
        self._stopped = True
        self._ring()

    def ring(self) -> None:
        """Something was done about a connection: look at it, unless who says so is about to look anyway."""
        if not self.led_here():
            self._ring()

    def led_here(self) -> bool:
        """Whether this very thread leads."""
        return self._leader == threading.get_ident()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """For an answer that turns out to take its time: meanwhile another thread leads."""
        back = threading.Event()
        leads = threading.Thread(target=self._lead, args=(lambda: self._stopped or back.is_set(),), daemon=True)
        leads.start()
        try:
            yield
        finally:
            back.set()
            self._ring()
            with self._leading:
                self._leader = threading.get_ident()

    def _lead(self, ended: Callable[[], bool]) -> None:
        while True:
            with self._leading:
                if ended() or not self._open:
                    return
                self._leader = threading.get_ident()
                self._round()
            self._answer()

    def _round(self) -> None:
        """Wait for the next events and heed them."""
        if (now := time.monotonic()) >= self._round_at:
            self._round_at = now + ROUND_S
            self._busy.update(n for n, thing in self._open.items() if getattr(thing, "will_close", True))
        for number in list(self._busy):
            self._settle(number, self._open.get(number))
        for key, events in self._selector.select(ROUND_S):
            if self._open.get(key.fd) is key.data:
                _heed(key.data, events)
            self._busy.add(key.fd)

    def watch(self, number: int) -> None:
        """A connection was opened, or something was done about it."""
        self._busy.add(number)

    def forget(self, number: int) -> None:
        """It is about to be closed; its socket may live on elsewhere, and is then no longer of this loop."""
        self._busy.discard(number)
        self._await(number, 0)

    def _settle(self, number: int, thing: Any) -> None:
        """Wait for what it wants now; as long as a task is at work on it that may change at any moment."""
        if thing is None:
            self.forget(number)
            return
        events = _wanted(thing)
        self._await(number, events, thing)
        if events == selectors.EVENT_READ and not getattr(thing, "accepting", False):
            self._busy.discard(number)

    def _await(self, number: int, events: int, thing: Any = None) -> None:
        awaited = self._awaited.pop(number, 0)
        if events:
            self._awaited[number] = events
        if events and awaited and events != awaited:
            self._selector.modify(number, events, thing)
        elif events and not awaited:
            self._selector.register(number, events, thing)
        elif awaited and not events:
            self._selector.unregister(number)


def _wanted(thing: Any) -> int:
    reads = selectors.EVENT_READ if thing.readable() else 0
    return reads | (selectors.EVENT_WRITE if thing.writable() and not thing.accepting else 0)


def _heed(thing: Any, events: int) -> None:
    if events & selectors.EVENT_READ:
        wasyncore.read(thing)
    if events & selectors.EVENT_WRITE and thing.socket is not None:
        wasyncore.write(thing)
