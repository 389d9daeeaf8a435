"""Automatic backups of `rookery table`: daily and before an upgrade; the newest seven are kept."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from web.backup.backup import backup
from web.backup.file import DATABASE, BackupError
from web.backup.places import SqlitePlace
from web.storage.database import BACKUP, BACKUPS, SCHEMA

KEPT = 7
AGE = timedelta(days=1)
LOOK_S = 3600.0  # seconds between checks whether a backup is due
STAMP = "rookery-auto-%Y%m%d-%H%M%S.zip"  # in UTC; names sort by time

log = logging.getLogger("rookery")


def latest_in(folder: Path) -> Path:
    """Return the newest backup of a data folder; raise `BackupError` if there is none."""
    backups = sorted((folder / BACKUPS).glob(BACKUP))
    if not backups:
        remedy = "name a backup FILE instead"
        raise BackupError(str(folder / BACKUPS), "no backups here", remedy=remedy)
    return backups[-1]


def back_up(folder: Path, now: datetime) -> Path | None:
    """Back up a data folder if that is due, delete old backups, and return the new one's path.

    It is due after a day, and before a server changes the database's schema. A damaged database is
    never backed up, as that would displace a good backup. Raises `BackupError` or `OSError`.
    """
    file = folder / DATABASE
    if not file.is_file():
        return None
    try:
        with closing(sqlite3.connect(file)) as db:
            schema = int(db.execute("PRAGMA user_version").fetchone()[0])
            whole = str(db.execute("PRAGMA quick_check(1)").fetchone()[0]) == "ok"
    except sqlite3.DatabaseError:
        return None
    newest = max((folder / BACKUPS).glob(BACKUP), default=None)
    recent = newest and now - datetime.strptime(newest.name, STAMP).replace(tzinfo=UTC) < AGE
    if not whole or (recent and schema >= SCHEMA):
        return None
    target = folder / BACKUPS / f"{now:{STAMP}}"
    target.parent.mkdir(exist_ok=True)
    backup(SqlitePlace(folder), target)
    for old in sorted(target.parent.glob(BACKUP))[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


@contextmanager
def daily_backups(folder: Path) -> Iterator[None]:
    """Make backups when they are due while a server runs; log failures."""
    stop = threading.Event()

    def look() -> None:
        try:
            back_up(folder, datetime.now(UTC))
        except (BackupError, OSError) as error:
            log.warning("no backup: %s", error)

    def run() -> None:
        while not stop.wait(LOOK_S):
            look()

    look()
    thread = threading.Thread(target=run, name="backups", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
