"""Whether every acknowledged tap was synced before its answer, and what a power cut leaves.

The server runs above `layer.py`, which records its writes, syncs and answers. For each tap, a sync
of the file with its bytes must have begun after they were written, and ended before the table
showed anyone. And for many moments: if the power was cut there, and all that was not synced or any
part of it was lost, a server that starts on what is left must find every event that anyone had
seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.chaos import layer, ledger, report
from bench.chaos.ledger import Ledger, Tables
from bench.chaos.phones import Club, Phone, Table
from bench.chaos.servers import Serve, Server, without_reader
from companion.errors import RookeryError
from web.storage.store import Store

TABLES = 3
PHOTOS = 6
LEAST_TAPS = 36
AT_ANSWERS = 0.5  # share of power cuts at the moment in which an answer leaves
VERSION = re.compile(rb'"version":\s*(\d+)')


@dataclass(frozen=True)
class Evidence:
    """What one evening left; `promises` is the table and the newest version in each answer, by the
    answer's place in the trace.
    """

    trace: list[layer.Record]
    folder: Path
    tables: Tables
    promises: Mapping[int, tuple[str, int]]
    ledger: Ledger


async def run(
    scratch: Path, cuts: int, seed: int, cut: Callable[[], None], serve: Serve = without_reader
) -> AsyncIterator[report.Result]:
    """Play an evening above the layer, then cut the power so many times."""
    evidence = await _evening(scratch, Random(seed), serve, max(LEAST_TAPS, cuts // 4))
    yield _account(evidence)
    yield _power_cuts(evidence, scratch / "left", cuts, Random(seed), cut)


async def _evening(scratch: Path, random: Random, serve: Serve, taps: int) -> Evidence:
    """Make so many taps and some photos on a new folder, all phones at once."""
    folder, trace_file = scratch / "data", scratch / "trace"
    env = layer.environment(layer.build(scratch), folder, trace=trace_file)
    with Server(serve, folder, env) as server:
        book = Ledger()
        club = Club([server.port], book, random)
        tables = [await club.table() for _ in range(TABLES)]
        photographed = await club.table(game="giza")
        phones = [phone for table in tables for phone in table.phones]

        async def listen(table: Table) -> None:  # the host's screen
            reader, writer = await table.host.device.stream(f"/t/{table.code}/stream?view=host")
            with contextlib.closing(writer):
                while await reader.read(1 << 16):
                    pass

        async def tap(phone: Phone) -> None:
            for _ in range(taps // len(phones)):
                await phone.play()

        async def photograph() -> None:
            for number in range(PHOTOS):
                picture = b"\xff\xd8" + random.randbytes(20_000)
                phone = photographed.phones[number % len(photographed.phones)]
                await phone.photograph(picture, f"{photographed.code}-photo-{number}")

        listening = [asyncio.create_task(listen(table)) for table in tables]
        await asyncio.gather(*map(tap, phones), photograph())
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        events = ledger.read(folder)
        await club.leave()
    every = (*tables, photographed)  # by the first three numbers of its phones' addresses
    codes = {table.host.device.address.rpartition(".")[0]: table.code for table in every}
    trace, promises = list(layer.records(trace_file)), {}
    for at, record in enumerate(trace):
        code = codes.get(record.path.rpartition(".")[0]) if record.op == layer.SAID else None
        version = max(map(int, VERSION.findall(record.data)), default=0) if code else 0
        if code and version:
            promises[at] = (code, version)
    return Evidence(trace, folder, events, promises, book)


def _account(evidence: Evidence) -> report.Result:
    """Check that each acknowledged tap was written, then synced, then shown."""
    codes = b"|".join(code.encode() for code in evidence.tables)
    key = re.compile(b"(?:%s)-s\\d-\\d{5}-tap" % codes)
    written: dict[str, int] = {}  # when each tap's bytes were
    syncs, begun = list[tuple[int, int]](), dict[int, int]()  # from when to when
    for at, record in enumerate(evidence.trace):
        if not record.path.endswith("-wal"):
            continue
        if record.op == layer.WROTE:
            for name in key.findall(record.data):
                written.setdefault(name.decode(), at)
        elif record.op == layer.SYNC:
            begun[record.thread] = at
        elif record.op == layer.SYNCED:
            syncs.append((begun.pop(record.thread), at))
    promises, book = evidence.promises, evidence.ledger
    problems = book.check(evidence.tables)
    taps = [name for name in book.acknowledged if name.endswith("-tap")]
    for name in taps:
        code, version = book.sent[name].code, book.acknowledged[name]
        shown = (at for at, (where, newest) in promises.items() if where == code)
        moment = min(at for at in shown if promises[at][1] >= version)
        if name not in written:
            problems.append(f"never written: {name}")
        elif not any(written[name] < begin and end < moment for begin, end in syncs):
            problems.append(f"told before it was synced: {name}")
    figures: report.Figures = {
        "syncs of the log": len(syncs),
        "syncs a tap": len(syncs) / max(1, len(taps)),
        "answers and messages": len(promises),
    }
    return report.Result("SQLite, each tap", len(taps), "taps", figures, problems)


def _power_cuts(
    evidence: Evidence, left: Path, cuts: int, random: Random, cut: Callable[[], None]
) -> report.Result:
    """Cut the power at random moments, half of them when an answer leaves.

    Half of the cuts lose all that was not synced, the others any part of it.
    """
    disk, problems, promised = layer.Disk(), list[str](), dict[str, int]()
    moments: dict[int, list[bool]] = {}
    for _ in range(cuts):
        any_time, trace = random.random() >= AT_ANSWERS, evidence.trace
        at = random.randrange(len(trace)) if any_time else random.choice([*evidence.promises])
        moments.setdefault(at, []).append(random.random() < 0.5)
    for at, record in enumerate(evidence.trace):
        disk.record(record)
        if at in evidence.promises:
            code, version = evidence.promises[at]
            promised[code] = max(version, promised.get(code, 0))
        for harsh in moments.get(at, ()):
            files = disk.left(None if harsh else random)
            missing = _reopened(evidence, files, left, promised)
            problems += [f"power cut at {at} of {len(evidence.trace)}: {each}" for each in missing]
            cut()
    figures: report.Figures = {
        "records": len(evidence.trace),
        "events promised at the end": sum(promised.values()),
        "photos": PHOTOS,
        "lost": len(problems),
    }
    return report.Result("SQLite, power cuts", cuts, "power cuts", figures, problems)


def _reopened(
    evidence: Evidence, files: Mapping[str, bytes], left: Path, promised: Mapping[str, int]
) -> list[str]:
    """Start a server on these files; return what it lacks of what someone had seen."""
    for path, data in files.items():
        target = left / Path(path).relative_to(evidence.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    try:
        Store(left).close()
        problems, tables = ledger.integrity(left), ledger.read(left)
    except RookeryError as error:
        return [f"the server does not start: {error}"]
    else:
        for code, version in promised.items():
            known, events = evidence.tables.get(code, ())[:version], tables.get(code, [])
            if events[:version] != list(known):
                problems.append(f"{code} had told of event {version} and has {len(events)}")
            for name in (event.payload["photo"] for event in known if "photo" in event.payload):
                for which in ("photo", "overlay"):
                    part = f"photos/{code}/{name}.{which}.jpg"
                    whole = (evidence.folder / part).read_bytes()
                    if not (left / part).is_file() or (left / part).read_bytes() != whole:
                        problems.append(f"the {which} of event {code} {name} is not there")
        return problems
    finally:
        shutil.rmtree(left, ignore_errors=True)
