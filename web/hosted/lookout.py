"""What other processes have done at the tables that phones of this process look at.

Whoever hears of news (`bus`) asks here for them to be told on; and every few seconds the lookout asks the database
itself about all its tables at once. So it is only a matter of seconds, not of luck, that every phone sees what is
stored: also while Redis is away, and when a message was lost.
"""

from __future__ import annotations

from companion.events import Version
from web.services import Services
from web.storage.store import UnknownTableError

RIGHTS = 0  # the version of news that are none of the log: rights were taken away, or the table is gone


class Lookout:
    """Keeps the streams of one process in step with the database."""

    def __init__(self, shared: Services) -> None:
        self._shared = shared

    def heed(self, code: str, version: Version) -> None:
        """Another process says that this table has that version; our own news come round as well, and are none."""
        if self._shared.live.behind(code, version):
            self._tell(code)
        elif version == RIGHTS and self._shared.live.streams(code):
            self._turn_out(code)

    def look_round(self) -> None:
        """Hold what each stream has seen, and by which right, against what is stored."""
        live = self._shared.live
        codes = live.codes()
        standings = self._shared.store.standings(codes) if codes else {}
        for code in codes:
            version, holders = standings.get(code, (RIGHTS, {}))
            sights = [stream.sight for stream in live.streams(code)]
            if any(sight.holder and holders.get(sight.digest) != sight.holder for sight in sights):
                self._turn_out(code)
            if version == RIGHTS:
                live.end(code)
            elif live.behind(code, version):
                self._tell(code)

    def _tell(self, code: str) -> None:
        try:
            log, holders = self._shared.store.visit(code)
        except UnknownTableError:
            self._shared.live.end(code)
            return
        self._shared.herald.tell(code, log, holders)
        self._shared.deadlines.watch(code, log)  # whoever set the timer may be dead when it is due

    def _turn_out(self, code: str) -> None:
        try:
            self._shared.herald.turn_out(code)
        except UnknownTableError:
            self._shared.live.end(code)
