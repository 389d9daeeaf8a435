"""What was promised to the phones, compared with what lies in the database.

The ledger knows every tap that was sent and every answer. Events are read from the database past
the server (`read`), so that one which forgets taps and lies about it is found out.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import psycopg

from companion.events import Event, Log
from web.auth.visits import SERVER
from web.games.base import screens

Place: TypeAlias = Path | str  # a data folder, or a database's address
Tables: TypeAlias = Mapping[str, Sequence[Event]]  # each table's events, by its code

EVERYTHING = """SELECT code, version, at, actor, kind, payload, key
FROM game_table JOIN event ON table_id = id ORDER BY table_id, version"""


@dataclass(frozen=True, slots=True)
class Tap:
    """What a phone asks for; the key names it."""

    code: str
    kind: str | None  # None where the server decides
    payload: Mapping[str, Any] | None  # None where the server fills it in
    key: str


@dataclass
class Ledger:
    """All taps of an experiment, and how the phones were answered."""

    sent: dict[str, Tap] = field(default_factory=dict)  # by key
    acknowledged: dict[str, int] = field(default_factory=dict)  # the version by key
    refused: dict[str, str] = field(default_factory=dict)  # the reason by key
    broken: list[str] = field(default_factory=list)  # answers that contradict each other
    _goal: int = 0
    _reached: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, tap: Tap) -> None:
        """Note a tap that is sent."""
        self.sent[tap.key] = tap

    def acknowledge(self, key: str, version: int) -> None:
        """Note that a phone learned which version its tap is."""
        first = self.acknowledged.setdefault(key, version)
        if first != version:
            self.broken.append(f"{key} was acknowledged as {first} and as {version}")
        if len(self.acknowledged) >= self._goal:
            self._reached.set()

    def refuse(self, key: str, why: str) -> None:
        """Note that a phone learned that its tap doesn't count."""
        self.refused[key] = why
        if key in self.acknowledged:
            self.broken.append(f"{key} was acknowledged, then refused: {why}")

    def answer(self, key: str, status: int, answer: Any) -> None:
        """Note the answer to a tap, its status and JSON."""
        if status == 200:
            self.acknowledge(key, answer["version"])
        else:
            self.refuse(key, f"{status} {answer['error']['message']}")

    async def grown(self, taps: int) -> None:
        """Wait until so many more taps have been acknowledged."""
        self._goal = len(self.acknowledged) + taps
        self._reached.clear()
        await self._reached.wait()

    def check(self, tables: Tables) -> list[str]:
        """Return what is wrong with the database: anything lost, doubled, or sent by nobody.

        Our phones tap nothing that a table has a reason to refuse: a refusal means that it forgot
        or doubled something.
        """
        wrong = [*self.broken, *(f"refused: {key}: {why}" for key, why in self.refused.items())]
        for key, version in self.acknowledged.items():
            tap = self.sent[key]
            events = tables.get(tap.code, ())
            event = events[version - 1] if version <= len(events) else None
            if event is None or event.key != key:
                where = f"event {version} of {tap.code}, which has {len(events)}"
                wrong.append(f"lost: {key}, acknowledged as {where}")
            elif tap.kind not in (None, event.kind) or tap.payload not in (None, event.payload):
                wish = f"asked for was {tap.kind} {tap.payload}"
                wrong.append(f"changed: {key} is {event.kind} {event.payload}, {wish}")
        for code, events in tables.items():
            for key, times in Counter(event.key for event in events).items():
                if times > 1:
                    wrong.append(f"doubled: {key} lies {times} times in {code}")
            # the server itself opens tables and ends timers
            strange = [e for e in events if e.actor != SERVER and e.key not in self.sent]
            wrong += [f"from nowhere: event {e.version} of {code}, {e.key}" for e in strange]
            versions = [event.version for event in events]
            if versions != list(range(1, len(events) + 1)):
                wrong.append(f"a gap in {code}: versions {versions}")
        return wrong


def folded(events: Sequence[Event]) -> tuple[Log[Any], list[str]]:
    """Replay a table's events; return its log, and which events were illegal."""
    log: Log[Any] = Log(screens(events[0].payload["game"]).tracker)
    wrong = []
    for event in events:
        if refusal := log.check(event):
            wrong.append(f"out of place: event {event.version}, {event.kind}: {refusal.text}")
        log = log.append(event)
    return log, wrong


def read(place: Place) -> dict[str, list[Event]]:
    """Return every table's events, read from the database past the server."""
    tables: dict[str, list[Event]] = {}
    with closing(_line(place)) as line:
        for code, version, at, actor, kind, payload, key in line.execute(EVERYTHING):
            event = Event(version, at, actor, kind, json.loads(payload), key)
            tables.setdefault(code, []).append(event)
    return tables


def integrity(folder: Path) -> list[str]:
    """Return what SQLite's own check finds wrong with the file."""
    with closing(_line(folder)) as line:
        faults = [row[0] for row in line.execute("PRAGMA integrity_check")]
        faults += [f"{row} points at no table" for row in line.execute("PRAGMA foreign_key_check")]
    return [f"integrity: {each}" for each in faults if each != "ok"]


def _line(place: Place) -> Any:
    if isinstance(place, Path):
        return sqlite3.connect(f"file:{place / 'tables.sqlite3'}?mode=ro", uri=True)
    return psycopg.connect(place, autocommit=True)
