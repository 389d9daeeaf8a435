"""Photos of the table and its deck's own pictures, kept as files on disk."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from companion.errors import UsageError
from companion.known import Asked
from companion.wholefile import whole_file
from vision.sandbox.worker import WorkerResult
from web.own_art import FILES

MAX_UPLOAD = 30 * 1024 * 1024
TIMEOUT_S = 60.0

# (data, name, deck text, what the table knows, timeout in s); raises PhotoError
Reader: TypeAlias = Callable[[bytes, str, str, Asked, float], WorkerResult]
# (data, name, timeout in s) to the game's slug and its deck file; raises PhotoError and DeckError
LabelReader: TypeAlias = Callable[[bytes, str, float], tuple[str, str]]

Picture: TypeAlias = Literal["photo", "overlay"]
MOST = 300  # photos per table
_ID = re.compile(r"[0-9a-f]{32}")


class Photos:
    """The pictures of all tables under one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, code: str, photo: bytes, overlay: bytes) -> str:
        """Store both pictures durably, or neither; return the new photo's id."""
        name = secrets.token_hex(16)
        folder = self._made(code)
        try:
            for which, data in (("photo", photo), ("overlay", overlay)):
                with whole_file(folder / f"{name}.{which}.jpg", private=True) as file:
                    file.write(data)
            self._sync(folder)
        except BaseException:
            self.drop(code, name)
            raise
        return name

    def keep_art(self, code: str, source: Path) -> None:
        """Store copies of a deck's own pictures, which lie in another folder, durably."""
        for path in sorted(source.glob(FILES)):
            folder = self._made(code)
            with whole_file(folder / path.name, private=True) as file, path.open("rb") as data:
                shutil.copyfileobj(data, file)
            self._sync(folder)

    def folder(self, code: str) -> Path:
        """Return a table's folder, which may not exist."""
        return self._folder / code

    def _made(self, code: str) -> Path:
        folder = self.folder(code)
        for new in (self._folder, folder):  # a folder's name is a table's code
            new.mkdir(0o700, parents=True, exist_ok=True)
        return folder

    def _sync(self, folder: Path) -> None:
        for named in (folder, self._folder, self._folder.parent):  # the folders may be new, too
            keep_names(named)

    def full(self, code: str) -> bool:
        """Return whether a table has the maximum number of photos; a game takes about twenty."""
        return sum(1 for _ in (self._folder / code).glob("*.photo.jpg")) >= MOST

    def drop(self, code: str, name: str) -> None:
        """Delete both pictures of a photo."""
        for which in ("photo", "overlay"):
            (self._folder / code / f"{name}.{which}.jpg").unlink(missing_ok=True)

    def drop_all(self, code: str) -> None:
        """Delete all pictures of a table."""
        shutil.rmtree(self._folder / code, ignore_errors=True)

    def tables(self) -> list[str]:
        """Return the codes of the tables that have a folder here."""
        return sorted(path.name for path in self._folder.glob("*") if path.is_dir())

    def stored(self, code: str) -> dict[str, datetime]:
        """Return when each photo of a table was stored, in UTC, by its id."""
        return {
            name.partition(".")[0]: datetime.fromtimestamp(file.st_mtime, UTC)
            for name, file in self._files(code)
        }

    def size(self, code: str) -> int:
        """Return the size of a table's pictures, in bytes."""
        return sum(file.st_size for _, file in self._files(code, "*"))

    def _files(self, code: str, pattern: str = "*.jpg") -> Iterator[tuple[str, os.stat_result]]:
        for path in self.folder(code).glob(pattern):
            try:
                yield path.name, path.stat()
            except FileNotFoundError:  # deleted meanwhile
                continue

    def path(self, code: str, name: str, which: Picture) -> Path:
        """Return the path of a picture; raise `UsageError` if there is none."""
        path = self._folder / code / f"{name}.{which}.jpg"
        if not _ID.fullmatch(name) or not path.is_file():
            raise UsageError(name[:40], "no such photo", remedy="look at the table again")
        return path


def keep_names(folder: Path) -> None:
    """Sync a folder's entries to disk: a synced file is lost if its entry is."""
    if os.name == "nt":  # Windows can't open folders, and syncs entries by itself
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
