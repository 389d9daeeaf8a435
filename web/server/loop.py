"""waitress's main loop over a selector that keeps what each connection waits for.

waitress's own loop asks every open connection anew at each event what it wants, so that hundreds of phones that merely
keep theirs open cost more than all that tap (docs/speed.md). Here only those are asked with whom something goes on.
"""

from __future__ import annotations

import selectors
import time
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]  # waitress ships no types

ROUND_S = 1.0  # at least so often it looks for those that waitress has marked, idle for long, to be closed


class Loop:
    """Stands where waitress has its `asyncore` module; used by the main thread alone."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._busy: set[int] = set()  # file descriptors that are asked before the next wait
        self._awaited: dict[int, int] = {}  # what the selector waits for

    def loop(self, timeout: float, map: dict[int, Any], use_poll: bool) -> None:  # noqa: A002, FBT001 - waitress's names
        """Serve until nothing is open any more."""
        del use_poll
        round_at = 0.0
        with self._selector:
            while map:
                if (now := time.monotonic()) >= round_at:
                    round_at = now + ROUND_S
                    self._busy.update(n for n, thing in map.items() if getattr(thing, "will_close", True))
                for number in list(self._busy):
                    self._settle(number, map.get(number))
                for key, events in self._selector.select(min(timeout, ROUND_S)):
                    if map.get(key.fd) is key.data:
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
