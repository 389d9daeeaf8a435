"""Watch tables that other processes change.

The bus passes on other processes' announcements. In addition, every few seconds all tables are
compared with the database in one query. So every phone sees what is stored within seconds, even if
Redis is down or a message was lost.
"""

from __future__ import annotations

from companion.events import Version
from web.services import Services

# the version in announcements that rights were revoked or the table was deleted
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

    def check_all(self) -> None:
        """Compare the version and right of each stream with the database."""
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
        snapshot = self._shared.store.snapshot(code)
        if snapshot and self._shared.broadcaster.streams(code):
            # the process that set the timer may be gone when it is due
            self._shared.deadlines.watch(code, snapshot.log)
