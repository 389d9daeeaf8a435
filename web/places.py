"""Places: threads for the work that the server's loop must not do, so many for each kind.

Whoever finds no place free waits in the loop, without a thread. Households take turns, so one that
asks for a lot delays another by one piece of work at most. Nobody is let through because it has
waited.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar
from weakref import WeakValueDictionary

from flask import request

from web.refusal import busy

T = TypeVar("T")
PLACE = "rookery.place"  # in the WSGI environment: where a request is worked on


class ElsewhereError(BaseException):
    """The request has to be worked on in this place (`work_in`)."""


def work_in(place: str) -> None:
    """Make sure that the running request has this place, for what takes a core or waits long.

    Call it before anything is changed or counted: in another place the request starts again there.
    """
    if request.environ.get(PLACE, place) != place:
        raise ElsewhereError(place)


@contextmanager
def counted(counts: Counter[str], household: str, size: int = 1) -> Iterator[None]:
    """Count something of a household meanwhile."""
    counts[household] += size
    try:
        yield
    finally:
        counts[household] -= size
        if not counts[household]:
            del counts[household]


class Place:
    """So many threads, for which `most` of each household may wait, up to `patience_s` seconds."""

    def __init__(self, threads: int, most: int, patience_s: float) -> None:
        self._most, self._patience_s = most, patience_s
        self._free = asyncio.Semaphore(threads)  # one of each household at most waits for it,
        self._turns = WeakValueDictionary[str, asyncio.Lock]()  # the others for their household's
        self._waiting = Counter[str]()  # by household
        self._tasks = SimpleQueue[Callable[[], object] | None]()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:  # daemons: a server that stops waits for no hint
            thread.start()

    def full(self, household: str) -> bool:
        """Return whether this household would find no room to wait."""
        return self._free.locked() and self._waiting[household] >= self._most

    async def run(self, household: str, work: Callable[[], T]) -> T:
        """Return the result of `work`, done by a thread.

        Raises `ApiError` if too many wait already, or its turn doesn't come in time.
        """
        if self.full(household):
            raise busy()
        turn = self._turns.setdefault(household, asyncio.Lock())
        try:
            with counted(self._waiting, household):
                async with asyncio.timeout(self._patience_s), turn:
                    await self._free.acquire()
        except TimeoutError:
            raise busy() from None
        done = Future[T]()
        done.set_running_or_notify_cancel()  # nobody can cancel it

        def do() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
                done.set_exception(error)

        self._tasks.put(do)
        try:
            return await asyncio.wrap_future(done)
        finally:
            self._free.release()

    def close(self) -> None:
        """End the threads, after the work that they are doing."""
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        while task := self._tasks.get():
            task()
