"""What one device is shown of a table, and how all who look are told when there is news."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.events import Version, find
from web.games.fixed import Fixed
from web.games.screens import Json, Viewer, screens
from web.languages import told_in
from web.server.live import Live
from web.storage.store import AnyLog, Store, UnknownTableError

TABLES_TOLD = 256  # whose newest state is kept as text


@dataclass(frozen=True, slots=True)
class Sight:
    """One device at a table: whose secrets it is shown, in which language, and by which right.

    `holder` and `digest` are the right and the hashed secret that proves it; a device that needs none has no holder.
    `join_url` is the way in, on screens that show it. `merges` is whether it may be told just what has changed.
    """

    code: str
    game: str
    viewer: Viewer
    language: str
    join_url: str = ""
    holder: str = ""
    digest: str = ""
    merges: bool = False

    def admitted(self, log: AnyLog, holders: Mapping[str, str]) -> bool:
        """Whether this device may still look: its secret is good, and its seat was not taken back."""
        if self.holder and holders.get(self.digest) != self.holder:
            return False
        return self.viewer is None or self.viewer in screens(self.game).seats(log)


def mark(log: AnyLog) -> str:
    """What a state is known by: its version, and when its newest event came to be.

    A table that was put back from a backup comes to the same versions again, and by other events.
    """
    return f"{log.version}.{log.events[-1].at}"


def version_of(marked: str, log: AnyLog) -> Version:
    """The version of the state that has this mark, or 0 where that is none of this log. A bare version is believed: it
    is all that other programs keep (`Last-Event-ID`).
    """
    version, dot, at = marked.partition(".")
    found = find(int(version), log.events) if version.isascii() and version.isdigit() and len(version) < 10 else None
    return found.version if found and (found.at == at or not dot) else 0


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of a table at a version, which came to be `at` that time: what all saw, and what each viewer saw
    besides, or in place of it.
    """

    version: Version
    at: str
    shared: Json
    personal: dict[tuple[Viewer, str], Json]  # by viewer and way in


class Telling:
    """A table's state after its last event, told to all who look: what they share is made once, and once a language.

    Who has the state `before` may be told just what is new since. Screens put that together again (`js/store.js`).
    """

    def __init__(self, log: AnyLog, game: str, before: Told | None = None) -> None:
        self.log, self._row, self._before = log, screens(game), before
        self._texts: dict[tuple[str, bool, frozenset[str]], str] = {}  # by language, whether all, and what is left out
        self._personal: dict[tuple[Viewer, str], Json] = {}

    @property
    def told(self) -> Told:
        """What the next one is compared with."""
        return Told(self.log.version, self.log.events[-1].at, self._shared, self._personal)

    def text(self, sight: Sight, now: datetime) -> str:
        """The state as this device may see it, as a JSON object."""
        personal = self._seen_by(sight)
        return self._object(self._shared, personal, personal, sight, now)

    def news(self, sight: Sight, now: datetime, held: Version | None = None) -> str:
        """What of the state is new to a device that has the version `held`, as a JSON object, with that version as
        `held` and the time of its event as `held_at`; "" where it must be told all. Without `held`, to one that has the
        state before this.
        """
        before, personal = self._before, self._seen_by(sight)
        if not before or held not in (before.version, None) or self._changed is None:
            return ""
        seen = before.personal.get((sight.viewer, sight.join_url))
        if seen is None or seen.keys() != personal.keys():  # what it did not see of the table then it may see now
            return ""
        changed = {name: value for name, value in personal.items() if value != seen[name]}
        base = {"held": before.version, "held_at": before.at}
        return self._object(self._changed, {**base, **changed}, personal, sight, now)

    @cached_property
    def _shared(self) -> Json:
        return self._row.shared(self.log)

    @cached_property
    def _changed(self) -> Json | None:
        """The shared members that are not as before, and of the history the lines; None where members came or went."""
        before = self._before.shared if self._before else {}
        if before.keys() != self._shared.keys():
            return None
        changed = {name: value for name, value in self._shared.items() if value != before[name]}
        if lines := changed.get("history"):
            known = {id(line) for line in before["history"]}
            changed["history"] = [line for line in lines if id(line) not in known]
        return changed

    def _seen_by(self, sight: Sight) -> Json:
        """What this viewer sees besides what all see, or in place of it."""
        viewer = (sight.viewer, sight.join_url)
        if viewer not in self._personal:
            way_in = {"join_url": sight.join_url} if sight.join_url else {}
            own = self._row.personal(self.log, sight.viewer, self._shared)
            self._personal[viewer] = {"code": sight.code, **own, **way_in}
        return self._personal[viewer]

    def _object(self, shared: Json, personal: Json, hiding: Json, sight: Sight, now: datetime) -> str:
        """Shared members but for those that the viewer has of its own (`hiding`), and personal ones."""
        clock = {"now": now.isoformat(timespec="milliseconds")} if self._row.timed else {}
        common = self._shared_text(shared, sight.language, hiding)
        return f"{{{','.join(filter(None, (common, _members({**personal, **clock}, sight.language))))}}}"

    def _shared_text(self, shared: Json, language: str, hiding: Json) -> str:
        key = (language, shared is self._shared, frozenset(shared.keys() & hiding.keys()))
        if key not in self._texts:
            kept = {name: value for name, value in shared.items() if name not in hiding}
            self._texts[key] = _members(kept, language)
        return self._texts[key]


class Bulletin:
    """What all who look at a table are told of it as it is in one log: each message is made once, and sent by nobody
    but `Herald.publish`.
    """

    def __init__(self, code: str, telling: Telling, holders: Mapping[str, str], now: datetime) -> None:
        self.code, self.telling = code, telling
        self._holders, self._now = holders, now
        self._messages: dict[tuple[Sight, Version], bytes | None] = {}

    def message(self, sight: Sight, held: Version) -> bytes | None:
        """What a device is sent that has the version `held`; None where it may not look any more."""
        if (sight, held) not in self._messages:
            self._messages[sight, held] = self._made(sight, held)
        return self._messages[sight, held]

    def _made(self, sight: Sight, held: Version) -> bytes | None:
        log = self.telling.log
        if not sight.admitted(log, self._holders):
            return None
        news = self.telling.news(sight, self._now, held) if sight.merges else ""
        name, text = ("news", news) if news else ("state", self.telling.text(sight, self._now))
        return f"id: {log.version}\nevent: {name}\ndata: {text}\n\n".encode()


class Herald:
    """Tells all who look at a table what is new there."""

    def __init__(self, store: Store, live: Live[Sight]) -> None:
        self._store, self._live = store, live
        self._tellings: OrderedDict[str, Telling] = OrderedDict()
        self._lock = threading.Lock()
        live.look = self.look

    def text(self, sight: Sight, log: AnyLog) -> str:
        """The state of this log as a device may see it, as a JSON object."""
        return self._remembered(sight.code, self._telling(sight.code, log)).text(sight, self._store.now())

    def news(self, sight: Sight, log: AnyLog) -> str:
        """What the last event of this log has changed for a device, as a JSON object; "" where it must be told all."""
        return self._remembered(sight.code, self._telling(sight.code, log)).news(sight, self._store.now())

    def tell(self, code: str, log: AnyLog, holders: Mapping[str, str] | None = None) -> None:
        """Send the state of this log to who has not seen it; `holders` are those of a moment ago, if known."""
        if self._live.behind(code, log.version):
            self.publish(self.bulletin(code, log, self._store.holders(code) if holders is None else holders))

    def bulletin(self, code: str, log: AnyLog, holders: Mapping[str, str]) -> Bulletin:
        """What is to be told of this log, made for all who wait; as long as it is not published nobody notices."""
        made = Bulletin(code, self._telling(code, log), holders, self._store.now())
        for stream in self._live.streams(code):
            made.message(stream.sight, stream.held)
        return made

    def publish(self, bulletin: Bulletin, by: Viewer = None) -> None:
        """Send it to who has not seen that version; last to the seat that tapped, which is answered besides."""
        telling = self._remembered(bulletin.code, bulletin.telling)
        version, own = telling.log.version, (lambda sight: by is not None and sight.viewer == by)
        self._live.publish(bulletin.code, version, bulletin.message, last=own)

    def look(self, codes: Collection[str]) -> None:
        """See whether another process wrote something at these tables, or deleted them."""
        versions = self._store.versions(codes) if codes else {}
        for code in codes:
            if code not in versions:
                self._live.end(code)
            elif self._live.behind(code, versions[code]):
                with suppress(UnknownTableError):  # deleted just now: the next look ends it
                    self.tell(code, self._store.log(code))

    def turn_out(self, code: str) -> None:
        """Close the streams of devices that are not admitted any more."""
        log, holders = self._store.log(code), self._store.holders(code)
        for stream in self._live.streams(code):
            if not stream.sight.admitted(log, holders):
                self._live.leave(stream)

    def _telling(self, code: str, log: AnyLog) -> Telling:
        """The one of this log that is remembered, or a new one, which tells what is new since the remembered one."""
        with self._lock:
            held = self._tellings.get(code)
        if held and held.log.events[-1] == log.events[-1]:
            return held
        return Telling(log, str(log.events[0].payload["game"]), held.told if held and _goes_on(held.log, log) else None)

    def _remembered(self, code: str, telling: Telling) -> Telling:
        """The newest of a table is remembered, also where an older one is asked for late: whoever tapped is answered
        what the others are told.
        """
        with self._lock:
            held = self._tellings.get(code)
            if held is None or not _goes_on(telling.log, held.log):
                self._tellings[code] = telling
            self._tellings.move_to_end(code)
            while len(self._tellings) > TABLES_TOLD:
                self._tellings.popitem(last=False)
        return telling


def _goes_on(log: AnyLog, newer: AnyLog) -> bool:
    """Whether that log holds this one and more; another table may have its code by now."""
    return newer.version > log.version and newer.events[log.version - 1] == log.events[-1]


def _members(view: Json, language: str) -> str:
    """The members of a view as those of a JSON object; what is fixed is made once."""
    fixed = {name: text for name, value in view.items() if (text := _fixed_text(value, language))}
    rest = {name: value for name, value in view.items() if name not in fixed}
    return ",".join([_json(told_in(rest, language))[1:-1], *(f'"{name}":{text}' for name, text in fixed.items())])


def _fixed_text(value: Any, language: str) -> str:
    """A fixed part, or a list of them, as JSON; "" for anything else."""
    if isinstance(value, list) and value and isinstance(value[0], Fixed):
        return f"[{','.join(_fixed_text(each, language) for each in value)}]"
    if not isinstance(value, Fixed):
        return ""
    if language not in value.texts:
        value.texts[language] = _json(told_in(value, language))
    return value.texts[language]


_json = json.JSONEncoder(separators=(",", ":")).encode
