"""Disks that fail: each single change to the files, one after the other, ends in ENOSPC, EROFS or EIO.

While a phone taps, sits down, opens a table or sends a photo, the n-th change to the data folder fails (`layer.py`),
once or from then on. The phone must be told so in words, and what it asked for must have happened whole or not at all.
Then the disk is well again, and the same request must be taken by the same server.
"""

from __future__ import annotations

import asyncio
import errno
import json
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.house import command
from bench.chaos.houses import House, free_port
from bench.chaos.layer import Dial, available, build, environment
from bench.chaos.ledger import Ledger
from bench.chaos.phones import Club

ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO)
A_GAME = 60  # faults at a table, then everybody moves to a new one
RECOVERY_S = 10.0  # within which all must be well again
RESTARTS = 25  # faults from one kill -9 to the next: what a failing disk left must be readable, too


@dataclass(frozen=True, slots=True)
class Fault:
    """The `nth` change fails with `error`, and if `sticky` all after it, while people do `deed`."""

    deed: str
    error: int
    nth: int
    sticky: bool

    def __str__(self) -> str:
        """For a report."""
        name = errno.errorcode[self.error]
        return f"{name} at change {self.nth} of a {self.deed}{', and on' if self.sticky else ''}"


@dataclass
class Scene:
    """A server above the layer, two tables, and the dial."""

    folder: Path
    house: House
    dial: Dial
    random: Random
    problems: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)  # what phones were told, by the error's code
    ledger: Ledger = field(default_factory=Ledger)
    photos: int = 0
    left_over: int = 0  # pictures that no event names: it was not known whether one would
    _known: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._calm = asyncio.Event()
        self._news: asyncio.Queue[None] = asyncio.Queue()
        self.club = Club([self.house.port], self.ledger, self.random, self._pause)

    async def begin(self) -> None:
        """New tables, on a disk that is well."""
        self._calm.set()
        self.club.leave()
        self.rocks, self.giza = await self.club.table(), await self.club.table(game="giza")

    async def suffer(self, fault: Fault) -> bool:
        """What people do under this fault, and go on to do after it; whether it was met at all."""
        self._calm.clear()
        self.dial.fail(fault.error, fault.nth, sticky=fault.sticky)
        doing = [asyncio.create_task(self._told(deed)) for deed in DEEDS[fault.deed](self)]
        for _ in doing:  # each is done by now, or waits
            await self._news.get()
        _, struck = self.dial.lift()
        self._judge(fault)
        self._calm.set()
        await self._recovers(fault, doing)
        self._look(fault)
        return struck > 0

    async def _recovers(self, fault: Fault, doing: list[asyncio.Task[None]]) -> None:
        """The same server takes the same requests; else it gets help, and a line in the report."""
        try:
            async with asyncio.timeout(RECOVERY_S):
                await asyncio.gather(*doing)
        except TimeoutError:
            last = [phone.troubles[-1] for phone in self.club.phones if phone.troubles]
            self.problems.append(f"{fault}: play does not go on without a restart: {last[:1]}")
            await self.restart()
            await self.begin()

    async def changes(self, deed: str) -> int:
        """How many changes that makes when all is well."""
        self.dial.count()
        await asyncio.gather(*DEEDS[deed](self))
        return self.dial.lift()[0]

    async def restart(self) -> None:
        """End the server by kill -9, and start it on the same data."""
        await self.house.kill()
        await self.house.start()

    async def _told(self, deed: Awaitable[object]) -> None:
        await deed
        if not self._calm.is_set():
            self._news.put_nowait(None)

    async def _pause(self, _failures: int) -> None:
        if not self._calm.is_set():
            self._news.put_nowait(None)
            await self._calm.wait()
        else:
            await asyncio.sleep(0.01)

    def _judge(self, fault: Fault) -> None:
        """Every answer to a failed request is one of ours, and says what is wrong."""
        for phone in self.club.phones:
            for status, told in phone.troubles:
                code = _code(told)
                self.answers[f"{status} {code}"] += 1
                if code in {"", "fault"}:
                    self.problems.append(f"{fault}: the phone was told {status} {code}")
            phone.troubles.clear()

    def _look(self, fault: Fault) -> None:
        """All is there now, and once, with every picture that an event names; and nothing half done."""
        lying = ledger.read(self.folder)
        found = [*self.ledger.check(lying), *ledger.integrity(self.folder)]
        named = {
            f"{event.payload['photo']}.{which}.jpg"
            for events in lying.values()
            for event in events
            if "photo" in event.payload
            for which in ("photo", "overlay")
        }
        there = {path.name for path in (self.folder / "photos").rglob("*.*")}
        found += [f"a picture is missing: {name}" for name in named - there]
        if fault.error == errno.ENOSPC:  # from a disk that takes no change at all nothing can be removed
            found += [f"half a picture is left over: {name}" for name in there - self._known if name.endswith(".part")]
        self._known |= there
        self.left_over = len(there - named)
        self.problems += [f"{fault}: {problem}" for problem in found]


def tap(scene: Scene) -> Sequence[Awaitable[object]]:
    """One phone taps."""
    return [scene.rocks.phones[0].play(doubling=0)]


def rush(scene: Scene) -> Sequence[Awaitable[object]]:
    """All phones of a table tap at once: the server opens lines to its file under the fault."""
    return [phone.play(doubling=0) for phone in scene.rocks.phones]


def opening(scene: Scene) -> Sequence[Awaitable[object]]:
    """A table is opened, two sit down and begin."""
    return [scene.club.table(seats=2)]


def photo(scene: Scene) -> Sequence[Awaitable[object]]:
    """A phone sends a photo."""
    scene.photos += 1
    sender = scene.giza.phones[scene.photos % 4]
    return [sender.photograph(b"\xff\xd8" + scene.random.randbytes(9000), f"{sender.code}-photo-{scene.photos:05}")]


DEEDS: Mapping[str, Callable[[Scene], Sequence[Awaitable[object]]]] = {
    "tap": tap, "rush": rush, "opening": opening, "photo": photo,
}  # fmt: skip


async def run(faults: int, seed: int, failed: Callable[[], None]) -> list[report.Result]:
    """So many faults that were met, each kind in turn; `failed` is called after each. Nothing without a C compiler."""
    if not available():
        return []
    began, random, met = time.monotonic(), Random(seed), 0
    with tempfile.TemporaryDirectory(prefix="rookery-disk-") as name, Dial(Path(name) / "dial") as dial:
        folder = Path(name) / "data"
        env = environment(build(Path(name)), folder, dial=Path(name) / "dial")
        house = House(command(folder, port := free_port()), port, Path(name) / "log", env)
        scene = Scene(folder, house, dial, random)
        try:
            await house.start()
            await scene.begin()
            plan = await _plan(scene)
            while met < faults:
                random.shuffle(plan)
                for fault in plan[: faults - met]:
                    if not await scene.suffer(fault):
                        continue
                    met += 1
                    failed()
                    if met % RESTARTS == 0:
                        await scene.restart()
                    if met % A_GAME == 0:
                        await scene.begin()
        finally:
            scene.club.leave()
            await house.kill()
    figures: dict[str, report.Figure] = {
        "kinds of fault": len(plan),
        "taps acknowledged": len(scene.ledger.acknowledged),
        **report.harm(scene.problems),
        "pictures left over": scene.left_over,
        **{f"told {what}": times for what, times in sorted(scene.answers.items())},
    }
    took = time.monotonic() - began
    return [report.Result("disk", "SQLite and photos", met, "faults", took, seed, figures, tuple(scene.problems))]


async def _plan(scene: Scene) -> list[Fault]:
    """Every change of every deed, with every error, once and for longer."""
    return [
        Fault(deed, error, nth, sticky)
        for deed in DEEDS
        for nth in range(1, await scene.changes(deed) + 1)
        for error in ERRORS
        for sticky in (False, True)
    ]


def _code(told: bytes) -> str:
    """The error's word in an answer of our shape; "" when it has another."""
    try:
        error = json.loads(told)["error"]
        return str(error["code"]) if isinstance(error["message"], str) and error["message"] else ""
    except (ValueError, KeyError, TypeError):
        return ""
