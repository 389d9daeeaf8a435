"""Something done beside a wait: one thread that computes while whoever asked for it waits for the disk.

`concurrent.futures` does the same in more steps, which a tap feels (docs/decisions.md).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

ResultT = TypeVar("ResultT")


class Job(Generic[ResultT]):
    """Work that is done once: by whoever comes first, the thread beside or who wants its result."""

    def __init__(self, work: Callable[[], ResultT]) -> None:
        self._work, self._begun, self._done = work, threading.Lock(), threading.Lock()
        self._done.acquire()
        self._found: list[ResultT] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do it, unless somebody has begun."""
        if not self._begun.acquire(blocking=False):
            return
        try:
            self._found.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised where the result is wanted
            self._error = error
        finally:
            self._done.release()

    def result(self) -> ResultT:
        """What came of it, when it is there; raises what the work has raised."""
        self.run()
        with self._done:
            if self._error:
                raise self._error
            return self._found[0]


class Beside:
    """The thread; there is none before the first job."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def begin(self, work: Callable[[], ResultT]) -> Job[ResultT]:
        """Have it done as soon as the thread is free and its caller lets it compute."""
        if self._thread is None:
            self._start()
        job = Job(work)
        self._jobs.put(job)
        return job

    def close(self) -> None:
        """End the thread when it has done what it was asked to; a later job starts another one."""
        with self._starting:
            thread, self._thread = self._thread, None
        if thread:
            self._jobs.put(None)
            thread.join()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="beside", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while job := self._jobs.get():
            job.run()
            del job  # it holds a whole table's state, and the next one may be long in coming
