"""The state of a table that each device may see, sent to all its open pages.

A page always gets the whole state that its seat may see. A table's newest state is kept as JSON for
each seat and language, so all requests and streams share it.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from datetime import datetime

import sqlalchemy as sa

from companion.language import ENGLISH
from web.games.base import Json, Viewer, screens
from web.live.broadcaster import Broadcaster, Recipient, Stream
from web.storage.store import AnyLog, Store, UnknownTableError
from web.text.languages import translated_view

TABLES_KEPT = 256  # tables whose newest state is kept as text

log = logging.getLogger("rookery")


def game_of(table: AnyLog) -> str:
    """Return the slug of a table's game."""
    return str(table.events[0].payload["game"])


def state_id(table: AnyLog) -> str:
    """Return version and time of the newest event; a restored table may reach a version twice."""
    return f"{table.version}.{table.events[-1].at}"


class TableState:
    """A table's state as JSON, made once for each viewer and language."""

    def __init__(self, code: str, table: AnyLog) -> None:
        self.table = table
        self._code, self._screens = code, screens(game_of(table))
        self._lock = threading.Lock()
        self._shared: dict[str, Json] = {}  # by language
        self._texts: dict[tuple[Viewer, str], str] = {}

    def text(self, recipient: Recipient, now: datetime) -> str:
        """Return the state as this device may see it, as a JSON object."""
        viewer, language = recipient.viewer, recipient.language
        with self._lock:
            if (viewer, language) not in self._texts:
                shared = self._shared.get(ENGLISH) or self._screens.shared(self.table)
                own = self._screens.personal(self.table, viewer, shared)
                if language not in self._shared:
                    self._shared |= {ENGLISH: shared, language: _translated(shared, language)}
                view = {**self._shared[language], **_translated(own, language)}
                self._texts[viewer, language] = _json({"code": self._code, **view})[:-1]
        clock = f',"now":"{now.isoformat(timespec="milliseconds")}"' if self._screens.timed else ""
        join = f',"join_url":{json.dumps(recipient.join_url)}' if recipient.join_url else ""
        return f"{self._texts[viewer, language]}{join}{clock}}}"


class Publisher:
    """Sends tables' states to all pages that have them open, and keeps the newest ones."""

    def __init__(self, store: Store, broadcaster: Broadcaster) -> None:
        self._store, self._broadcaster = store, broadcaster
        self._states: OrderedDict[str, TableState] = OrderedDict()  # the newest of each table
        self._lock = threading.Lock()

    def text(self, code: str, recipient: Recipient, table: AnyLog) -> str:
        """Return the state of this log as a device may see it, as a JSON object."""
        return self._state(code, table).text(recipient, self._store.now())

    def publish(self, code: str) -> None:
        """Send the state that was just stored to all open pages of the table."""
        snapshot = self._store.snapshot(code)
        if snapshot is None:  # evicted, as many tables are being played
            self.refresh(code)
        else:
            self._broadcast(code, snapshot.log, snapshot.holders)

    def refresh(self, code: str) -> None:
        """Send what other servers stored; close the streams of devices that lost their right."""
        try:
            table, holders = self._store.visit(code)
        except UnknownTableError:
            self._broadcaster.close_table(code)
            return
        for stream in self._broadcaster.streams(code):
            if not stream.recipient.admitted(table, holders):
                self._broadcaster.close_stream(stream)
        self._broadcast(code, table, holders)

    def messages(self, stream: Stream) -> Iterator[bytes]:
        """Yield each new state for an open page, until its stream is closed."""

        def look(code: str) -> None:
            try:
                self.refresh(code)
            except (sa.exc.SQLAlchemyError, OSError):  # the next heartbeat looks again
                log.exception("a look at a table")

        return self._broadcaster.messages(stream, look)

    def _broadcast(self, code: str, table: AnyLog, holders: Mapping[str, str]) -> None:
        if not self._broadcaster.behind(code, table.version):
            return
        state = self._state(code, table)

        def message(recipient: Recipient) -> bytes | None:
            if not recipient.admitted(table, holders):
                return None
            text = state.text(recipient, self._store.now())
            return f"id: {table.version}\nevent: state\ndata: {text}\n\n".encode()

        self._broadcaster.broadcast(code, table.version, message)

    def _state(self, code: str, table: AnyLog) -> TableState:
        """Return the state of this log; keep it unless a newer state of the table is kept."""
        with self._lock:
            kept = self._states.get(code)
            if kept and kept.table.events[-1] == table.events[-1]:
                return kept
            made = TableState(code, table)
            # keep it unless a newer state is kept; another table may have the code by now
            newer, last = kept.table.events if kept else (), table.events[-1]
            if len(newer) <= table.version or newer[table.version - 1] != last:
                self._states[code] = made
            self._states.move_to_end(code)
            while len(self._states) > TABLES_KEPT:
                self._states.popitem(last=False)
            return made


def _translated(view: Json, language: str) -> Json:
    return {name: translated_view(value, language) for name, value in view.items()}


_json = json.JSONEncoder(separators=(",", ":")).encode
