"""What one device is shown of a table, and how all who look are told when there is news."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from web.games import Json, Viewer, screens
from web.games.fixed import Fixed
from web.languages import told_in
from web.live import Live
from web.store import AnyLog, Store, UnknownTableError

TABLES_TOLD = 256  # whose newest state is kept as text


@dataclass(frozen=True, slots=True)
class Sight:
    """One device at a table: whose secrets it is shown, in which language, and by which right.

    `holder` and `digest` are the right and the hashed secret that proves it; a device that needs none has no holder.
    `join_url` is the way in, on screens that show it.
    """

    code: str
    game: str
    viewer: Viewer
    language: str
    join_url: str = ""
    holder: str = ""
    digest: str = ""

    def admitted(self, log: AnyLog, holders: Mapping[str, str]) -> bool:
        """Whether this device may still look: its secret is good, and its seat was not taken back."""
        if self.holder and holders.get(self.digest) != self.holder:
            return False
        return self.viewer is None or self.viewer in screens(self.game).seats(log)


class Telling:
    """A table's state after its last event, told to all who look: what they share is made once, and once a language."""

    def __init__(self, log: AnyLog, game: str) -> None:
        self.log, self._row = log, screens(game)
        self._texts: dict[tuple[str, frozenset[str]], str] = {}  # by language, and by what is left out

    @cached_property
    def _shared(self) -> Json:
        return self._row.shared(self.log)

    def text(self, sight: Sight, now: datetime) -> str:
        """The state as this device may see it, as a JSON object."""
        personal = self._personal(sight, now)
        return f"{{{self._shared_text(sight.language, personal)},{_members(personal, sight.language)}}}"

    def _shared_text(self, language: str, personal: Json) -> str:
        """What is shared, but for what `personal` has in its place."""
        key = (language, frozenset(self._shared.keys() & personal.keys()))
        if key not in self._texts:
            kept = {name: value for name, value in self._shared.items() if name not in personal}
            self._texts[key] = _members(kept, language)
        return self._texts[key]

    def _personal(self, sight: Sight, now: datetime) -> Json:
        personal = {"code": sight.code, **self._row.personal(self.log, sight.viewer, self._shared)}
        if sight.join_url:
            personal["join_url"] = sight.join_url
        if self._row.timed:
            personal["now"] = now.isoformat(timespec="milliseconds")
        return personal


class Herald:
    """Tells all who look at a table what is new there."""

    def __init__(self, store: Store, live: Live[Sight]) -> None:
        self._store, self._live = store, live
        self._tellings: OrderedDict[str, Telling] = OrderedDict()
        self._lock = threading.Lock()
        live.look = self.look

    def text(self, sight: Sight, log: AnyLog) -> str:
        """The state of this log as a device may see it, as a JSON object."""
        return self._telling(sight.code, log).text(sight, self._store.now())

    def tell(self, code: str, log: AnyLog, holders: Mapping[str, str] | None = None) -> None:
        """Send the state of this log to who has not seen it; `holders` are those of a moment ago, if known."""
        if not self._live.behind(code, log.version):
            return
        admitted = self._store.holders(code) if holders is None else holders
        telling, now = self._telling(code, log), self._store.now()

        def message(sight: Sight) -> bytes | None:
            if not sight.admitted(log, admitted):
                return None
            return f"id: {log.version}\nevent: state\ndata: {telling.text(sight, now)}\n\n".encode()

        self._live.publish(code, log.version, message)

    def look(self, code: str) -> None:
        """See whether another process wrote something, or deleted the table."""
        try:
            if self._live.behind(code, self._store.version(code)):
                self.tell(code, self._store.log(code))
        except UnknownTableError:
            self._live.end(code)

    def turn_out(self, code: str) -> None:
        """Close the streams of devices that are not admitted any more."""
        log, holders = self._store.log(code), self._store.holders(code)
        for stream in self._live.streams(code):
            if not stream.sight.admitted(log, holders):
                self._live.leave(stream)

    def _telling(self, code: str, log: AnyLog) -> Telling:
        """The newest of a table is remembered: whoever tapped is answered what the others are told."""
        with self._lock:
            held = self._tellings.get(code)
            if held is None or held.log is not log:
                held = self._tellings[code] = Telling(log, str(log.events[0].payload["game"]))
            self._tellings.move_to_end(code)
            while len(self._tellings) > TABLES_TOLD:
                self._tellings.popitem(last=False)
            return held


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
