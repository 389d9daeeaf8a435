"""Places: threads for the work that the server's loop must not do, so many for each kind.

Whoever finds no place free waits in the loop, without a thread. Households take turns, so one that
asks for a lot delays another by one piece of work at most. Nobody is let through because it has
waited.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from flask import request

T = TypeVar("T")
PLACE = "rookery.place"  # in the WSGI environment: where a request is worked on


class FullError(Exception):
    """Too many of this household wait for a place already, or it didn't get one in time."""


class ElsewhereError(BaseException):
    """The request has to be worked on in this place (`work_in`)."""


def work_in(place: str) -> None:
    """Make sure that the running request has this place, for what takes a core or waits long.

    Call it before anything is changed or counted: in another place the request starts again there.
    """
    if request.environ.get(PLACE, place) != place:
        raise ElsewhereError(place)


class Place:
    """So many threads, for which `most` of each household may wait, up to `patience_s` seconds."""

    def __init__(self, threads: int, most: int, patience_s: float) -> None:
        self._free, self._most, self._patience_s = threads, most, patience_s
        self._tasks = SimpleQueue[Callable[[], object] | None]()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:  # daemons: a server that stops waits for no hint
            thread.start()
        # by household, the one whose turn is next first
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def full(self, household: str) -> bool:
        """Return whether this household would find no room to wait."""
        return not self._free and len(self._waiting.get(household, ())) >= self._most

    async def run(self, household: str, work: Callable[[], T]) -> T:
        """Return the result of `work`, done by a thread; raise `FullError`."""
        if self.full(household):
            raise FullError
        if self._free:
            self._free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            queue = self._waiting.setdefault(household, deque())
            queue.append(turn)
            await asyncio.wait([turn], timeout=self._patience_s)
            if not turn.done():
                queue.remove(turn)
                raise FullError
        done = Future[T]()
        done.set_running_or_notify_cancel()  # nobody can cancel it
        self._tasks.put(partial(_do, work, done))
        try:
            return await asyncio.wrap_future(done)
        finally:
            self._leave()

    def close(self) -> None:
        """End the threads, after the work that they are doing."""
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        while task := self._tasks.get():
            task()

    def _leave(self) -> None:
        """Give the place to the household that waits longest; its others wait behind the rest."""
        self._free += 1
        while self._free and self._waiting:
            household = next(iter(self._waiting))
            if queue := self._waiting.pop(household):  # else nobody of it waits any more
                self._free -= 1
                queue.popleft().set_result(None)
                if queue:
                    self._waiting[household] = queue


def _do(work: Callable[[], T], done: Future[T]) -> None:
    try:
        done.set_result(work())
    except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
        done.set_exception(error)
