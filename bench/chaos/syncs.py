"""Whether every acknowledged tap was synced before its answer left, and what a power cut at any moment leaves.

The server runs above `layer.py`, which writes down its writes, syncs and answers. Two things are asked of that record.
Of each tap: was there a sync of the file that its bytes went to, begun after they were written and ended before the
table told anybody? And of each of many moments: with the power gone there, and with it all that was not synced or any
part of it, does a server that starts on what is left find every event that anybody had been told?
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.house import command
from bench.chaos.houses import House, free_port
from bench.chaos.layer import SAID, SYNC, SYNCED, WROTE, Disk, Record, available, build, environment, records
from bench.chaos.ledger import Ledger, Tables
from bench.chaos.phones import Club, Phone, Table
from bench.live.wire import chunks, read_head
from companion.errors import RookeryError
from web.games.screens import screens
from web.storage.store import Store

TABLES = 3
PHOTOS = 6
LEAST_TAPS = 36
WAL = "-wal"
AT_ANSWERS = 0.5  # share of power cuts in the very moment in which an answer leaves
_VERSION = re.compile(rb'"version":\s*(\d+)')


@dataclass(frozen=True)
class Evidence:
    """What one evening left: the trace, the folder, which events lie there, and which table is at which address."""

    trace: list[Record]
    folder: Path
    tables: Tables
    codes: Mapping[str, str]  # by the first three numbers of its phones' addresses
    ledger: Ledger

    def promise(self, record: Record) -> tuple[str, int]:
        """The table that this answer tells of, and the newest version in it; 0 of none."""
        code = self.codes.get(record.path.rpartition(".")[0], "")
        return code, max(map(int, _VERSION.findall(record.data)), default=0)


async def run(
    cuts: int, seed: int, cut: Callable[[], None], serve: Callable[[Path, int], list[str]] = command
) -> list[report.Result]:
    """An evening above the layer, then so many power cuts at moments of it; `cut` is called after each.

    Nothing where there is no C compiler. `serve` is the server's command for a folder and a port.
    """
    if not available():
        return []
    with tempfile.TemporaryDirectory(prefix="rookery-syncs-") as name:
        began, random = time.monotonic(), Random(seed)
        evidence = await _evening(Path(name), random, serve, taps=max(LEAST_TAPS, cuts // 4))
        synced = _account(evidence, seed, time.monotonic() - began)
        return [synced, _power_cuts(evidence, Path(name) / "left", (cuts, seed), cut)]


async def _evening(scratch: Path, random: Random, serve: Callable[[Path, int], list[str]], taps: int) -> Evidence:
    """So many taps and some photos on a new folder, by phones that tap all at once."""
    folder, trace = scratch / "data", scratch / "trace"
    env = environment(build(scratch), folder, trace=trace)
    house, book = House(serve(folder, port := free_port()), port, scratch / "log", env), Ledger()
    club = Club([port], book, random)
    try:
        await house.start()
        tables = [await club.table() for _ in range(TABLES)]
        photographed = await club.table(game="giza")
        listening = [asyncio.create_task(_listen(table)) for table in tables]
        phones = [phone for table in tables for phone in table.phones]
        await asyncio.gather(*(_tap(phone, taps // len(phones)) for phone in phones), _album(photographed, random))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        lying = ledger.read(folder)
    finally:
        club.leave()
        await house.kill()
    codes = {table.host.device.address.rpartition(".")[0]: table.code for table in (*tables, photographed)}
    return Evidence(list(records(trace)), folder, lying, codes, book)


async def _tap(phone: Phone, taps: int) -> None:
    for _ in range(taps):
        await phone.play()


async def _album(table: Table, random: Random) -> None:
    for number in range(PHOTOS):
        phone = table.phones[number % len(table.phones)]
        await phone.photograph(b"\xff\xd8" + random.randbytes(20_000), f"{table.code}-photo-{number}")


async def _listen(table: Table) -> None:
    """The host's screen, which is told of each tap by its stream."""
    device = table.host.device
    reader, writer = await device.connect()
    writer.write(device.head("GET", f"/t/{table.code}/stream?view=host", {"Accept": "text/event-stream"}))
    with contextlib.closing(writer):
        await read_head(reader)
        async for _ in chunks(reader):
            pass


# --- every tap and its sync


def _account(evidence: Evidence, seed: int, took: float) -> report.Result:
    """For each acknowledged tap: written, then synced, then told."""
    written, told, syncs = _moments(evidence)
    problems = evidence.ledger.check(evidence.tables)
    taps = [key for key in evidence.ledger.acknowledged if key.endswith("-tap")]
    for key in taps:
        tap, version = evidence.ledger.sent[key], evidence.ledger.acknowledged[key]
        moment = min(at for promised, at in told[tap.code] if promised >= version)
        if key not in written:
            problems.append(f"never written: {key}")
        elif not any(written[key] < begin and end < moment for begin, end in syncs):
            problems.append(f"told before it was synced: {key}")
    figures: dict[str, report.Figure] = {
        "syncs of the log": len(syncs),
        "syncs a tap": len(syncs) / max(1, len(taps)),
        "answers and messages": sum(map(len, told.values())),
    }
    return report.Result("syncs", "SQLite, each tap", len(taps), "taps", took, seed, figures, tuple(problems))


def _moments(evidence: Evidence) -> tuple[dict[str, int], dict[str, list[tuple[int, int]]], list[tuple[int, int]]]:
    """When each tap's bytes were written; which version each table told when; and the syncs, from when to when."""
    key = re.compile(b"(?:%s)-s\\d-\\d{5}-tap" % b"|".join(code.encode() for code in evidence.tables))
    written: dict[str, int] = {}
    told: dict[str, list[tuple[int, int]]] = {code: [] for code in evidence.tables}
    syncs, begun = [], dict[int, int]()
    for at, record in enumerate(evidence.trace):
        if record.op == SAID:
            code, version = evidence.promise(record)
            if code and version:
                told[code].append((version, at))
        elif record.path.endswith(WAL):
            if record.op == WROTE:
                for found in key.findall(record.data):
                    written.setdefault(found.decode(), at)
            elif record.op == SYNC:
                begun[record.thread] = at
            elif record.op == SYNCED:
                syncs.append((begun.pop(record.thread), at))
    return written, told, syncs


# --- power cuts


def _power_cuts(evidence: Evidence, left: Path, size: tuple[int, int], cut: Callable[[], None]) -> report.Result:
    (cuts, seed), began = size, time.monotonic()
    random, disk, problems = Random(seed), Disk(evidence.folder), list[str]()
    promised: dict[str, int] = {}
    moments = _chosen(evidence, cuts, random)
    for at, record in enumerate(evidence.trace):
        disk.heed(record)
        if record.op == SAID:
            code, version = evidence.promise(record)
            promised[code] = max(version, promised.get(code, 0))
        for harsh in moments.get(at, ()):
            files = disk.left(None if harsh else random)
            found = _reopened(evidence, files, left, promised)
            problems += [f"power cut at {at} of {len(evidence.trace)}: {problem}" for problem in found]
            cut()
    figures: dict[str, report.Figure] = {
        "records": len(evidence.trace),
        "events promised at the end": sum(promised.values()),
        "photos": PHOTOS,
        "lost": len(problems),
    }
    took = time.monotonic() - began
    return report.Result("syncs", "SQLite, power cuts", cuts, "power cuts", took, seed, figures, tuple(problems))


def _chosen(evidence: Evidence, cuts: int, random: Random) -> dict[int, list[bool]]:
    """Moments of power cuts, and for each whether all is lost that was not synced, or any part of it."""
    answers = [at for at, record in enumerate(evidence.trace) if record.op == SAID and evidence.promise(record)[1]]
    chosen: dict[int, list[bool]] = {}
    for _ in range(cuts):
        at = random.choice(answers) if random.random() < AT_ANSWERS else random.randrange(len(evidence.trace))
        chosen.setdefault(at, []).append(random.random() < 0.5)
    return chosen


def _reopened(evidence: Evidence, files: Mapping[str, bytes], left: Path, promised: Mapping[str, int]) -> Sequence[str]:
    """What a server misses that starts on these files."""
    for path, data in files.items():
        target = left / Path(path).relative_to(evidence.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    try:
        Store(left, lambda slug: screens(slug).tracker).close()
        return [*ledger.integrity(left), *_missing(evidence, ledger.read(left), left, promised)]
    except RookeryError as error:
        return [f"the server does not start: {error}"]
    finally:
        _empty(left)


def _missing(evidence: Evidence, found: Tables, left: Path, promised: Mapping[str, int]) -> list[str]:
    """Events that somebody had been told of and that are gone or changed, and photos that events name."""
    problems = []
    for code, version in promised.items():
        told = list(evidence.tables.get(code, ()))[:version]
        if list(found.get(code, ()))[:version] != told:
            problems.append(f"{code} had told of event {version} and has {len(found.get(code, ()))}")
        for name in (event.payload["photo"] for event in told if "photo" in event.payload):
            for which in ("photo", "overlay"):
                part = f"photos/{code}/{name}.{which}.jpg"
                whole = (evidence.folder / part).read_bytes()
                if not (left / part).is_file() or (left / part).read_bytes() != whole:
                    problems.append(f"the {which} of event {code} {name} is not there")
    return problems


def _empty(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
