"""A backup's file: a zip with the database, the photos, and a list of its contents.

    backup.json                             {"rookery": 1, "made": ..., "tables": 3, "events": 412,
    "files": {...}}
    tables.sqlite3                          the database, whichever engine it came from
    photos/KIWI-42/<id>.photo.jpg, .overlay.jpg, and <digests>.art: a deck's own pictures

`files` gives each other member's length and SHA-256. A reader extracts only what the list names.
Names of members are compared with those that we write, and never used as paths otherwise.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from typing import IO

from companion.errors import RookeryError, reason
from companion.text import printable
from companion.wholefile import new_file, whole_file

FORMAT = 1
DATABASE = "tables.sqlite3"
LIST = "backup.json"
MOST_LISTED = 100 * 2**20  # bytes of the list: half a million photos
CHUNK = 2**20
LONGEST = 100  # characters of a text from the file
MOST = 2**53  # bytes, tables, events
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those that we write; others are refused
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError)
_PHOTO = re.compile(r"photos/[A-Z0-9-]{1,16}/[0-9a-f]{32}\.(photo\.jpg|overlay\.jpg|art)")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class BackupError(RookeryError):
    """A backup that can't be made, or a file that isn't one."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a backup: its length in bytes and its SHA-256 in hexadecimal digits."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Contents:
    """A backup's list: when and by which version it was made, its tables, events and files."""

    made: str
    by: str
    tables: int
    events: int
    files: Mapping[str, Member]

    @property
    def photos(self) -> tuple[str, ...]:
        """The names of its pictures: two for each photo, and those of decks."""
        return tuple(name for name in self.files if name != DATABASE)

    @property
    def bytes(self) -> int:
        """The length of all its files, unpacked."""
        return sum(member.bytes for member in self.files.values())


def write(
    target: Path, contents: Contents, sources: Mapping[str, Path], stopped: Callable[[], bool]
) -> Contents:
    """Write a backup of these files, but those gone by now; return its list.

    Raises `OSError`, an `InterruptedError` once `stopped()` is true.
    """
    with whole_file(target, private=True) as file:  # it holds names and photos
        with zipfile.ZipFile(file, "w") as packed:
            files = {}
            for name, path in sources.items():
                with (
                    suppress(FileNotFoundError),
                    path.open("rb") as source,
                    packed.open(_info(name), "w", force_zip64=True) as member,
                ):
                    files[name] = _copy(_chunks(source, stopped), member.write)
            done = replace(contents, files=files)
            text = json.dumps({"rookery": FORMAT, **asdict(done)}, indent=1)
            packed.writestr(_info(LIST), text.encode(), zipfile.ZIP_DEFLATED)
        file.flush()
        with open_backup(Path(file.name)):
            pass  # check now that it can be read
    return done


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # dated 1980; the list has the real time
    info.external_attr = 0o600 << 16
    stored = name.endswith((".jpg", ".art"))  # which are compressed already
    info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    return info


def _chunks(source: IO[bytes], stopped: Callable[[], bool] = lambda: False) -> Iterator[bytes]:
    while part := source.read(CHUNK):
        if stopped():
            raise InterruptedError(errno.EINTR, "was stopped")
        yield part


def _copy(
    chunks: Iterator[bytes], write_to: Callable[[bytes], object], most: float = inf
) -> Member:
    """Copy a file, stopping after more than `most` bytes; return what was copied."""
    digest, length = hashlib.sha256(), 0
    for part in chunks:
        write_to(part)
        digest.update(part)
        length += len(part)
        if length > most:
            break
    return Member(length, digest.hexdigest())


@contextmanager
def open_backup(path: Path) -> Iterator[Reader]:
    """Open a backup; raise `BackupError` for a file that isn't one, or is cut short or changed."""
    with _sound(str(path)):
        packed = zipfile.ZipFile(path)
    with packed:
        with _sound(str(path)):
            reader = Reader(path, packed)
        yield reader


@contextmanager
def _sound(path: str, name: str = "") -> Iterator[None]:
    """Turn the errors of a damaged zip into one that names the file and the member."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EINVAL:  # an offset before the beginning of the file
            raise _damaged(path, name) from error
        raise BackupError(path, reason(error), remedy="check the file's name") from error
    except (*_ZIP_ERRORS, ValueError, ArithmeticError, RuntimeError) as error:
        raise _damaged(path, name) from error


class Reader:
    """An open backup whose list has been read into `contents`."""

    def __init__(self, path: Path, packed: zipfile.ZipFile) -> None:
        self._path, self._packed = str(path), packed
        self.contents = self._listed()

    def unpack(self, folder: Path) -> None:
        """Write every file into a folder; raise `BackupError` for one that isn't as listed."""
        for name, promised in self.contents.files.items():
            target = folder / name
            target.parent.mkdir(0o700, parents=True, exist_ok=True)
            with closing(self._chunks(name)) as chunks, new_file(target) as file:
                copied = _copy(chunks, file.write, promised.bytes)
            if copied != promised:
                raise _damaged(self._path, name)

    def _chunks(self, name: str) -> Generator[bytes]:
        """Yield a member's bytes; errors of the consumer aren't blamed on the backup."""
        with _sound(self._path, name), self._packed.open(name) as source:
            yield from _chunks(source)

    def _listed(self) -> Contents:
        names = self._packed.namelist()
        if LIST not in names or self._packed.getinfo(LIST).file_size > MOST_LISTED:
            problem, remedy = "isn't a backup of Rookery's", "name a file that rookery backup wrote"
            raise BackupError(self._path, problem, remedy=remedy)
        for info in self._packed.infolist():
            if info.compress_type not in PACKINGS:
                raise _damaged(self._path, info.filename)
        try:
            listing = json.loads(self._packed.read(LIST))
            if _number(listing["rookery"]) > FORMAT:
                problem = "was made by a newer Rookery"
                raise BackupError(self._path, problem, remedy="update Rookery")
            files = {
                name: Member(_number(one["bytes"]), str(one["sha256"]))
                for name, one in listing["files"].items()
            }
            made, by = (printable(str(listing[name]))[:LONGEST] for name in ("made", "by"))
            tables, events = _number(listing["tables"]), _number(listing["events"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise _damaged(self._path, LIST) from error
        valid = all(
            (name == DATABASE or _PHOTO.fullmatch(name)) and _SHA256.fullmatch(member.sha256)
            for name, member in files.items()
        )
        if not valid or DATABASE not in files or sorted(names) != sorted([LIST, *files]):
            raise _damaged(self._path, LIST)
        return Contents(made, by, tables, events, files)


def _number(value: object) -> int:
    """Return a count; raise `ValueError` for other values, such as JSON's 1e999."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(value)
    return value


def _damaged(path: str, name: str = "") -> BackupError:
    problem = "isn't a complete backup: it was cut short or changed"
    remedy = "copy it again, or take another backup"
    return BackupError(path, problem, at=printable(name[:LONGEST]), remedy=remedy)
