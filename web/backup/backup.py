"""Backups of all tables and photos, made while people play, and restored completely or not at all.

The database is copied first, as of one moment, then the photos that its events name: a photo is
stored before its event. The copy is a SQLite file whichever engine it came from, so a backup of a
kitchen table can be restored into PostgreSQL and the other way round. Only the names of photos
connect the two.

A restore unpacks and checks everything beside the existing data. Photos have random names, so the
new ones can lie among the old ones. Then one step replaces the database (a rename, or a
transaction), and photos that no event names any more are deleted. If it is interrupted, either all
old tables are there with their photos, or all new ones.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import get_args

from companion import __version__
from companion.errors import reason
from companion.events import Event
from companion.photos import photos
from web.backup.file import DATABASE, BackupError, Contents, open_backup, photo_name, write
from web.backup.judge import check_database, count_rows
from web.backup.places import Place
from web.photos.folder import Picture, keep_names
from web.storage.unreadable import UNREADABLE

TRIES = 3  # attempts: a table deleted during one takes its photos along
# matches in stored payloads, where quotes within texts are escaped
_PHOTO = re.compile(r'"photo":"([0-9a-f]{32})"')
_EVENTS_OF_PHOTOS = """
    SELECT code, version, at, actor, kind, payload, key
    FROM event JOIN game_table ON game_table.id = event.table_id
    WHERE kind = 'undo' OR payload LIKE '%"photo":"%'
    ORDER BY code, version
"""


def backup(place: Place, target: Path) -> tuple[Contents, int]:
    """Write a backup; return contents and number of missing pictures; raise `BackupError`."""
    try:
        tries = 0
        while True:
            tries += 1
            made = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            with tempfile.TemporaryDirectory(prefix=".rookery-", dir=target.parent) as folder:
                copy = Path(folder) / DATABASE
                place.copy(copy)
                with closing(sqlite3.connect(copy)) as db:
                    contents = Contents(made, __version__, *count_rows(db), {})
                    sources = {DATABASE: copy}
                    sources |= {name: place.folder / name for name in _pictures(db)}
                done = write(target, contents, sources)
            missing = len(sources) - len(done.files)
            if not missing or tries == TRIES:
                return done, missing
    except OSError as error:
        raise BackupError(str(target), reason(error), remedy="write it to another place") from error


def restore(file: Path, place: Place, *, force: bool = False) -> Contents:
    """Restore a backup in place of the existing data, completely or not at all; return its
    contents.

    Raises `BackupError` for a file that isn't a complete backup, a place that a server uses, and
    one that has tables, unless `force` is set.
    """
    with open_backup(file) as reader:
        place.check(force=force)
        try:
            place.folder.mkdir(parents=True, exist_ok=True)
            if shutil.disk_usage(place.folder).free < reader.contents.bytes:
                problem = f"has no room for {reader.contents.bytes / 2**20:,.0f} MB"
                remedy = "make room there, or name another folder"
                raise BackupError(str(place.folder), problem, remedy=remedy)
            with tempfile.TemporaryDirectory(prefix=".rookery-", dir=place.folder) as name:
                reader.unpack(Path(name))
                check_database(Path(name), reader.contents, str(file))
                # first the new photos among the old ones, with which their random names can't clash
                kept = {place.folder / photo for photo in reader.contents.photos}
                for photo in reader.contents.photos:
                    target = place.folder / photo
                    target.parent.mkdir(parents=True, exist_ok=True)
                    (Path(name) / photo).replace(target)
                for folder in {photo.parent for photo in kept}:
                    keep_names(folder)
                place.replace(Path(name) / DATABASE)
            for path in (place.folder / "photos").glob("*/*"):  # last those that no event names now
                if path not in kept:
                    path.unlink(missing_ok=True)
            for path in (place.folder / "photos").glob("*"):
                if path.is_dir() and not any(path.iterdir()):
                    path.rmdir()
        except OSError as error:
            remedy = "make room there, or name another folder"
            raise BackupError(str(place.folder), reason(error), remedy=remedy) from error
    return reader.contents


def _pictures(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the files of all photos to keep; for an unreadable table, of all that it names."""
    now = datetime.now(UTC)
    # damaged text doesn't make a backup fail
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    for code, rows in groupby(db.execute(_EVENTS_OF_PHOTOS).fetchall(), itemgetter(0)):
        logged = [row[1:] for row in rows]
        names = {name for *_, payload, _ in logged for name in _PHOTO.findall(payload)}
        with suppress(*UNREADABLE):
            events = [
                Event(version, at, actor, kind, json.loads(payload), key)
                for version, at, actor, kind, payload, key in logged
            ]
            kept = {name for name, photo in photos(events).items() if not photo.expired(now)}
            names &= kept
        yield from (photo_name(code, name, which) for name in names for which in get_args(Picture))
