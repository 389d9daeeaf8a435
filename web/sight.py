"""What one device is shown of a table, and how all who look are told when there is news."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from web.games import Json, Viewer, screens
from web.languages import told_in
from web.live import Live
from web.store import AnyLog, Store, UnknownTableError


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

    def state(self, log: AnyLog, now: datetime) -> Json:
        """The state as this device may see it."""
        row = screens(self.game)
        state = {"code": self.code, **told_in(row.view(log, self.viewer), self.language)}
        if self.join_url:
            state["join_url"] = self.join_url
        if row.timed:
            state["now"] = now.isoformat(timespec="milliseconds")
        return state


class Herald:
    """Tells all who look at a table what is new there."""

    def __init__(self, store: Store, live: Live[Sight]) -> None:
        self._store, self._live = store, live
        live.look = self.look

    def tell(self, code: str, log: AnyLog) -> None:
        """Send the state of this log to who has not seen it."""
        if not self._live.behind(code, log.version):
            return
        holders, now = self._store.holders(code), self._store.now()
        histories: dict[str, str] = {}  # by language: most of a state, and the same for all

        def message(sight: Sight) -> bytes | None:
            if not sight.admitted(log, holders):
                return None
            state = sight.state(log, now)
            history = state.pop("history")
            if sight.language not in histories:
                histories[sight.language] = _json(history)
            text = f'{{"history":{histories[sight.language]},{_json(state)[1:]}'
            return f"id: {log.version}\nevent: state\ndata: {text}\n\n".encode()

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


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
