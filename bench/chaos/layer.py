"""The file layer between a server and its disk (`layer.c`): its record of what happened, and a dial
that lets changes fail.

kill -9 doesn't reveal a missing sync: what was written is in the system's cache and survives. So
the layer records every write, sync, new name and answer in order, and `Disk` replays that to show
what a power cut at any moment would have left.
"""

from __future__ import annotations

import mmap
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.programs import find

SOURCE = Path(__file__).with_name("layer.c")
HEAD = struct.Struct("=B3xIIIq")
SECTOR = 512  # bytes that a disk writes whole or not at all
WROTE, CUT_OFF, CREATED, RENAMED, REMOVED, FOLDER = b"WTCRUM"
SYNC, SYNCED, SAID = b"SsN"
MEMORY = "-shm"  # SQLite's shared index: made again, never synced


def available() -> bool:
    """Whether the layer can be built and used here: with a C compiler on Linux."""
    return find("cc") is not None and Path("/proc/self").exists()


def build(folder: Path) -> Path:
    """Compile the layer into `folder` and return its path."""
    library = folder / "layer.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def environment(library: Path, folder: Path, **files: Path) -> dict[str, str]:
    """Return the variables that put a process above the layer, with a `trace` or `dial` file."""
    named = {f"ROOKERY_LAYER_{name.upper()}": str(file) for name, file in files.items()}
    return {"LD_PRELOAD": str(library), "ROOKERY_LAYER_FOLDER": str(folder), **named}


class Dial:
    """Sets which change to the files fails in a running layer, and counts them."""

    _LAYOUT = struct.Struct("=iiiiqq")  # armed, error, nth, lasting, changes, failed

    def __init__(self, path: Path) -> None:
        path.write_bytes(bytes(self._LAYOUT.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), self._LAYOUT.size)

    def close(self) -> None:
        """Close the shared file."""
        self._map.close()

    def fail(self, error: int, nth: int, *, lasting: bool = False) -> None:
        """Let the n-th change from now on fail with this errno, and with `lasting` all after it; 0
        lets all pass.
        """
        self._LAYOUT.pack_into(self._map, 0, 0, error, nth, lasting, 0, 0)
        self._map[:4] = struct.pack("=i", 1)  # armed last: the layer may read meanwhile

    def lift(self) -> tuple[int, int]:
        """Let nothing fail any more; return how many changes there were, and how many failed."""
        self._map[:4] = struct.pack("=i", 0)
        *_, changes, failed = self._LAYOUT.unpack_from(self._map)
        return changes, failed


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that happened to the file `path`, or was sent to that address."""

    op: int
    path: str
    offset: int
    data: bytes
    thread: int


def records(trace: Path) -> Iterator[Record]:
    """Yield what the layer recorded, in order."""
    with trace.open("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            op, path, data, thread, offset = HEAD.unpack(head)
            yield Record(op, file.read(path).decode(), offset, file.read(data), thread)


@dataclass(eq=False)
class _File:
    """A file's safe bytes, and the changes since by number; one without data truncates."""

    safe: bytearray = field(default_factory=bytearray)
    loose: dict[int, tuple[int, bytes | None]] = field(default_factory=dict)
    changes: int = 0

    def left(self, random: Random | None) -> bytes:
        """Return the bytes that a power cut leaves, with `random` also any part of the unsafe."""
        held = bytearray(self.safe)
        for offset, data in self.loose.values() if random else ():
            if random and random.random() < 0.5:
                torn = random.random() >= 0.5 and data
                size = SECTOR * random.randint(0, len(data) // SECTOR) if torn and data else None
                _write(held, offset, data[:size] if data else data)
        return bytes(held)


class Disk:
    """What a power cut would leave of a folder, on the harshest disk that POSIX allows.

    A write is safe once a sync of its file that began after it has ended, a name once its folder
    was synced in this way. The newest names are lost first, as in journals; bytes in any order and
    in part.
    """

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._safe: dict[str, _File] = {}
        self._loose: dict[int, tuple[str, _File | None]] = {}  # by number: new files of paths
        self._names = 0
        self._begun: dict[tuple[int, str], int] = {}  # syncs under way: what they cover

    def record(self, record: Record) -> None:
        """Apply the next record."""
        path, op = record.path, record.op
        if path.endswith(MEMORY) or op in (SAID, FOLDER):
            return
        file = self._files.get(path)
        if op == CREATED:
            self._name(path, _File())
        elif op in (REMOVED, RENAMED):
            self._name(path, None)
            if op == RENAMED:
                self._name(record.data.decode(), file)
        elif op == SYNC:
            self._begun[record.thread, path] = file.changes if file else self._names
        elif op == SYNCED:
            before = self._begun.pop((record.thread, path))
            if file:
                for number in [number for number in file.loose if number < before]:
                    _write(file.safe, *file.loose.pop(number))
                return
            for number, (name, _) in list(self._loose.items()):
                if number < before and str(Path(name).parent) == path:
                    _rename(self._safe, *self._loose.pop(number))
        else:  # written, or cut off
            assert file, f"{path} was never opened"
            file.loose[file.changes] = (record.offset, record.data if op == WROTE else None)
            file.changes += 1

    def left(self, random: Random | None = None) -> Mapping[str, bytes]:
        """Return the files that a power cut now leaves; without `random` only what was synced."""
        names = dict(self._safe)
        survive = random.randint(0, len(self._loose)) if random else 0
        for number in list(self._loose)[:survive]:
            _rename(names, *self._loose[number])
        return {path: file.left(random) for path, file in names.items()}

    def _name(self, path: str, file: _File | None) -> None:
        _rename(self._files, path, file)
        self._loose[self._names] = (path, file)
        self._names += 1


def _rename(names: dict[str, _File], path: str, file: _File | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def _write(held: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del held[offset:]
    held.extend(bytes(max(0, offset - len(held))))
    held[offset : offset + len(data or b"")] = data or b""
