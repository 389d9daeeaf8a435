"""What is done again and again: photos that no table needs and expired tables are deleted, and the
streams here are compared with the database.

That depends only on what is stored, so several servers on one database can do it at once.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

from companion.photos import GRACE, photos
from web.photos import Photos
from web.services import Services
from web.storage.errors import UnknownTableError, UnreadableError, readable
from web.storage.store import Overview, Store
from web.turns import Repeated

SWEEP_S = 600.0  # seconds between sweeps of all photos
SWEEPS_A_DAY = 144
LOOK_S = 2.0  # seconds between checks whether another process has changed a table

log = logging.getLogger("rookery")


def find_expired(store: Store, age: timedelta) -> dict[str, Overview]:
    """Return the tables, by code, that haven't been used for `age`."""
    limit = (store.now() - age).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {code: table for code, table in store.overview().items() if table.at < limit}


def delete(store: Store, tables: dict[str, Overview]) -> list[str]:
    """Delete these tables and return their codes, except tables that were used in the meantime."""
    deleted = []
    for code, table in tables.items():
        with suppress(UnknownTableError):
            if store.delete(code, table.version):
                deleted.append(code)
    return deleted


def sweep(store: Store, folder: Photos) -> int:
    """Delete photos that no event has named for an hour; return how many.

    An undo may be undone, and a file without an event may belong to a photo that is being stored.
    """
    swept = 0
    for code in folder.tables():
        try:
            with readable(code):
                needed = photos(store.photo_events(code))
        except UnreadableError:  # a damaged table keeps its photos until someone has examined it
            continue
        for name, stored in folder.stored(code).items():
            photo = needed.get(name)
            if photo.expired(store.now()) if photo else store.now() - stored >= GRACE:
                folder.drop(code, name)
                swept += 1
    return swept


def look(shared: Services, keep: timedelta | None, *, daily: bool) -> None:
    """Delete what is due: photos and, with `daily`, tables unused for `keep` unless it is None."""
    if daily and keep:
        gone = delete(shared.store, find_expired(shared.store, keep))
        for code in gone:
            shared.clear_away(code)
        if gone:
            log.info("%d tables expired", len(gone))
    if swept := sweep(shared.store, shared.photos):
        log.info("%d photos swept", swept)


def check_streams(shared: Services) -> None:
    """Compare the version and right of each stream with the database, in one query."""
    codes = shared.broadcaster.codes()
    standings = shared.store.standings(codes) if codes else {}
    for code in codes:
        version, holders = standings.get(code, (0, {}))
        recipients = [stream.recipient for stream in shared.broadcaster.streams(code)]
        lost = any(each.holder and holders.get(each.digest) != each.holder for each in recipients)
        if lost or not version or shared.broadcaster.behind(code, version):
            refresh_streams(shared, code)


def refresh_streams(shared: Services, code: str) -> None:
    """Send a table's state as the database has it to the streams here."""
    shared.publisher.refresh(code)
    snapshot = shared.store.snapshot(code)
    if snapshot and shared.broadcaster.streams(code):
        # the process that set the timer may be gone when it is due
        shared.deadlines.watch(code, snapshot.log)


def upkeep_thread(shared: Services, keep: timedelta | None) -> Repeated:
    """Return a thread that sweeps photos every ten minutes and deletes tables once a day."""
    return Repeated("upkeep", SWEEP_S, lambda n: look(shared, keep, daily=n % SWEEPS_A_DAY == 0))
