"""Deadlines: events that the server adds by itself when a time is up.

Each table has at most one timer; every new event sets it again. After a restart, or after the
computer slept, which timers don't count, the first visit sets it. Timers fire in threads of their
own; the store decides whether the event still makes sense.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import sqlalchemy as sa

from companion.errors import RookeryError
from companion.events import Event, Version
from web.games.base import Deadline, screens
from web.storage.errors import AnyLog
from web.storage.store import Intent, Store
from web.storage.tokens import new_token

AGAIN_S = 2.0  # seconds after which to retry an event that could not be stored

log = logging.getLogger("rookery")

Publish = Callable[[str, AnyLog], None]  # with a table's code and its log


@dataclass(frozen=True, slots=True)
class _Set:
    """A timer, and the last version and first event of the log it was set for."""

    due: Deadline
    version: Version
    opening: Event
    timer: threading.Timer


class Deadlines:
    """The timers of all tables of a store; `publish` is called for each event that they add."""

    def __init__(self, store: Store, publish: Publish) -> None:
        self._store, self._publish = store, publish
        self._lock = threading.Lock()
        self._set: dict[str, _Set] = {}
        self._firing: set[threading.Thread] = set()
        self._closed = False

    def watch(self, code: str, table: AnyLog) -> None:
        """Set the timer for this table's deadline, if it changed or has passed."""
        due = screens(str(table.events[0].payload["game"])).deadline(table)
        with self._lock:
            held = self._set.get(code)
            is_set = (held.due if held else None) == due
            late = due is not None and due.at <= self._store.now()
            # the timer was set for a newer log of the same table
            outdated = held and held.version > table.version and held.opening == table.events[0]
            if self._closed or outdated or (is_set and not late):
                return
            if held:
                self._set.pop(code).timer.cancel()
            if due:
                self._set[code] = _Set(due, table.version, table.events[0], self._timer(code, due))

    def fire(self, code: str, due: Deadline) -> None:
        """Add the event; a table where play has gone on refuses it, which is fine."""
        with self._lock:
            if self._closed:
                return
            held = self._set.get(code)
            if held and held.due == due:
                del self._set[code]
            self._firing.add(threading.current_thread())
        try:
            done = self._store.append(code, Intent("server", due.kind, due.payload, new_token()))
            self._publish(code, done.log)
            self.watch(code, done.log)
        except RookeryError as error:
            log.info("deadline of %s: %s", code, error)
        except (sa.exc.SQLAlchemyError, OSError):
            log.exception("deadline of %s", code)
            with self._lock:
                if held and code not in self._set and not self._closed:
                    self._set[code] = replace(held, timer=self._timer(code, held.due, AGAIN_S))
        finally:
            with self._lock:
                self._firing.discard(threading.current_thread())

    def close(self) -> None:
        """Stop all timers, and wait for those that are firing."""
        with self._lock:
            self._closed = True
            for held in self._set.values():
                held.timer.cancel()
            self._set.clear()
            firing = self._firing - {threading.current_thread()}
        for thread in firing:
            thread.join()

    def _timer(self, code: str, due: Deadline, least_s: float = 0.0) -> threading.Timer:
        left = (due.at - self._store.now()).total_seconds()
        timer = threading.Timer(max(least_s, left), self.fire, (code, due))
        timer.daemon = True
        timer.start()
        return timer
