"""The watch over tables that other processes change.

The bus passes on what it hears; and every few seconds the lookout asks the database itself about
all its tables at once. So it is only a matter of seconds, not of luck, that every phone sees what
is stored: also while Redis is away, and when a message was lost.
"""

from __future__ import annotations

from companion.events import Version
from web.services import Services

# the version of news that are none of the log: rights were taken away, or the table is gone
RIGHTS = 0


class TableWatcher:
    """Keeps the streams of one process in step with the database."""

    def __init__(self, shared: Services) -> None:
        self._shared = shared

    def receive(self, code: str, version: Version) -> None:
        """Send a table's new state if another process has announced it."""
        broadcaster = self._shared.broadcaster
        if broadcaster.behind(code, version) or (version == RIGHTS and broadcaster.streams(code)):
            self._refresh(code)

    def look_round(self) -> None:
        """Hold what each stream was sent, and by which right, against what is stored."""
        broadcaster = self._shared.broadcaster
        codes = broadcaster.codes()
        standings = self._shared.store.standings(codes) if codes else {}
        for code in codes:
            version, holders = standings.get(code, (RIGHTS, {}))
            recipients = [stream.recipient for stream in broadcaster.streams(code)]
            lost = any(
                each.holder and holders.get(each.digest) != each.holder for each in recipients
            )
            if lost or version == RIGHTS or broadcaster.behind(code, version):
                self._refresh(code)

    def _refresh(self, code: str) -> None:
        self._shared.publisher.refresh(code)
        if (snapshot := self._shared.store.snapshot(code)) and self._shared.broadcaster.streams(
            code
        ):
            # whoever set the timer may be dead when it is due
            self._shared.deadlines.watch(code, snapshot.log)
