"""The store of commands that read a data folder, which a server may be using."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import UsageError
from companion.folders import data_folder
from web.storage.database import FILE
from web.storage.store import Store


@contextmanager
def existing_store(folder: Path, address: str | None = None) -> Iterator[Store]:
    """Open the store of a folder or database; on a new computer, an empty one that isn't kept.

    Raises `UsageError` if another folder than the usual one holds no tables: it may be misspelled.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as nowhere:  # Windows: SQLite's files
        place = address or folder
        if not address and not (folder / FILE).is_file():
            if folder != data_folder():
                remedy = "name the folder of your tables with --data"
                raise UsageError(str(folder), "holds no tables", remedy=remedy)
            place = Path(nowhere)
        with closing(Store(place)) as store:
            yield store
