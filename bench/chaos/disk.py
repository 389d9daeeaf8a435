"""Disks that fail: each single change to the files in turn ends in an error.

While a phone taps, joins, opens a table or sends a photo, the n-th change to the data folder fails
(`layer.py`), once or from then on. The phone must show why, and what it asked for must have
happened entirely or not at all. Then the disk is well again, and the same server must accept the
same request.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeAlias

from bench.chaos import ledger, report
from bench.chaos.layer import Dial, build, environment
from bench.chaos.ledger import Ledger
from bench.chaos.phones import Club
from bench.chaos.servers import Server, without_reader

ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO)
FAULTS = 60  # at a table; then everyone moves to a new one
RECOVERY_S = 10.0  # within which play must go on
RESTARTS = 25  # faults from one kill -9 to the next: what a failing disk left must be readable

Fault: TypeAlias = tuple[str, int, int, bool]  # action, n-th change, errno, and all after it


class Scene:
    """A server above the layer, two tables, and the dial."""

    def __init__(self, server: Server, dial: Dial, random: Random) -> None:
        self.folder, self.server, self.dial, self.random = server.data, server, dial, random
        self.problems: list[str] = []
        self.answers: Counter[str] = Counter()  # what phones were answered, by code
        self.ledger = Ledger()
        self.photos = 0
        self.left_over = 0  # pictures that no event names
        self._known: set[str] = set()
        self._calm = asyncio.Event()
        self._news: asyncio.Queue[None] = asyncio.Queue()
        self.club = Club([server.port], self.ledger, random, self._pause)

    async def begin(self) -> None:
        """Open new tables on a disk that is well."""
        self._calm.set()
        await self.club.leave()
        self.rocks, self.giza = await self.club.table(), await self.club.table(game="giza")

    async def restart(self) -> None:
        """Kill the server, and start it on the same data."""
        self.server.kill()
        await asyncio.to_thread(self.server.start)

    async def plan(self) -> list[Fault]:
        """Return every change of every action with every error, once and lasting."""
        faults: list[Fault] = []
        for action, do in ACTIONS.items():
            self.dial.fail(0, 0)  # counts alone
            await asyncio.gather(*do(self))
            changes = range(1, self.dial.lift()[0] + 1)
            faults += product([action], changes, ERRORS, (False, True))
        return faults

    async def cause(self, fault: Fault) -> bool:
        """Act under this fault, and go on after it; return whether it was met at all."""
        action, nth, error, lasting = fault
        name = (
            f"{errno.errorcode[error]} at change {nth} of {action}{', and on' if lasting else ''}"
        )
        self._calm.clear()
        self.dial.fail(error, nth, lasting=lasting)
        doing = [asyncio.create_task(self._done(each)) for each in ACTIONS[action](self)]
        for _ in doing:  # until each is done, or waits for the disk
            await self._news.get()
        _, struck = self.dial.lift()
        for phone in self.club.phones:  # each answer must be ours, and say what is wrong
            for status, answer in phone.troubles:
                code = ""
                with contextlib.suppress(ValueError, KeyError, TypeError):  # of another shape
                    said = json.loads(answer)["error"]
                    if isinstance(said["message"], str) and said["message"]:
                        code = str(said["code"])
                self.answers[f"{status} {code}"] += 1
                if code in {"", "fault"}:
                    self.problems.append(f"{name}: the phone was told {status} {code}")
            phone.troubles.clear()
        self._calm.set()
        try:
            async with asyncio.timeout(RECOVERY_S):
                await asyncio.gather(*doing)
        except TimeoutError:
            last = [phone.troubles[-1] for phone in self.club.phones if phone.troubles]
            self.problems.append(f"{name}: play does not go on without a restart: {last[:1]}")
            await self.restart()
            await self.begin()
        self.problems += [f"{name}: {problem}" for problem in self._left(error)]
        return struck > 0

    async def _done(self, action: Awaitable[object]) -> None:
        await action
        if not self._calm.is_set():
            self._news.put_nowait(None)

    async def _pause(self, _failures: int) -> None:
        if self._calm.is_set():
            await asyncio.sleep(0.01)
        else:
            self._news.put_nowait(None)
            await self._calm.wait()

    def _left(self, error: int) -> list[str]:
        """Return what is wrong in the folder: events, their pictures, anything half done."""
        tables = ledger.read(self.folder)
        events = [event for log in tables.values() for event in log if "photo" in event.payload]
        photos = [event.payload["photo"] for event in events]
        named = {f"{photo}.{which}.jpg" for photo in photos for which in ("photo", "overlay")}
        there = {path.name for path in (self.folder / "photos").rglob("*.*")}
        half = {name for name in there - self._known if name.endswith(".part")}
        self._known |= there
        self.left_over = len(there - named)
        wrong = [*self.ledger.check(tables), *ledger.integrity(self.folder)]
        wrong += [f"a picture is missing: {name}" for name in named - there]
        if error == errno.ENOSPC:  # other errors keep files from being removed
            wrong += [f"half a picture is left: {name}" for name in half]
        return wrong

    def photo(self) -> Awaitable[object]:
        """Send a photo from one of the phones."""
        self.photos += 1
        sender = self.giza.phones[self.photos % 4]
        key = f"{sender.code}-photo-{self.photos:05}"
        return sender.photograph(b"\xff\xd8" + self.random.randbytes(9000), key)


# in a rush the server opens more connections to its file
ACTIONS: Mapping[str, Callable[[Scene], Sequence[Awaitable[object]]]] = {
    "a tap": lambda scene: [scene.rocks.phones[0].play(doubling=0)],
    "a rush": lambda scene: [phone.play(doubling=0) for phone in scene.rocks.phones],
    "an opening": lambda scene: [scene.club.table(seats=2)],
    "a photo": lambda scene: [scene.photo()],
}


async def run(
    scratch: Path, faults: int, seed: int, failed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Let so many changes fail, each kind in turn, and call `failed` after each."""
    random, met, folder = Random(seed), 0, scratch / "data"
    with contextlib.closing(Dial(scratch / "dial")) as dial:
        env = environment(build(scratch), folder, dial=scratch / "dial")
        with Server(without_reader, folder, env) as server:
            scene = Scene(server, dial, random)
            await scene.begin()
            plan = await scene.plan()
            while met < faults:
                random.shuffle(plan)
                for fault in plan[: faults - met]:
                    if not await scene.cause(fault):
                        continue
                    met += 1
                    failed()
                    if met % RESTARTS == 0:
                        await scene.restart()
                    if met % FAULTS == 0:
                        await scene.begin()
            await scene.club.leave()
    figures: report.Figures = {
        "kinds of fault": len(plan),
        "taps acknowledged": len(scene.ledger.acknowledged),
        **report.harm(scene.problems),
        "pictures left over": scene.left_over,
        **{f"told {what}": times for what, times in sorted(scene.answers.items())},
    }
    yield report.Result("SQLite and photos", met, "faults", figures, scene.problems)
