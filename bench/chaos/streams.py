"""A phone's line down, as `js/stream.js` keeps it: opened again whenever it breaks, from the version on that it has."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from bench.chaos.phones import FAILED, Phone
from bench.live.wire import chunks, events, read_head

PAUSES_S = (0.5, 1.0, 2.0, 3.0)  # before a closed stream is opened again
PULSE_S = 20.0  # a line without even a heartbeat is dead


class Follower:
    """`version` is what the `phone` shows; `moved` is told whenever that is new."""

    def __init__(self, phone: Phone, moved: asyncio.Condition, pauses_s: Sequence[float] = PAUSES_S) -> None:
        self.phone, self._moved, self._pauses_s = phone, moved, pauses_s
        self.version = 0
        self._failures = 0

    async def follow(self) -> None:
        """Until it is cancelled."""
        while True:
            with contextlib.suppress(*FAILED):
                await self._listen()
            await asyncio.sleep(self._pauses_s[min(self._failures, len(self._pauses_s) - 1)])
            self._failures += 1

    async def _listen(self) -> None:
        """One connection, from its opening to its end."""
        device = self.phone.device
        reader, writer = await device.connect()
        path = f"/t/{self.phone.code}/stream?seen={self.version}"
        with contextlib.closing(writer):
            writer.write(device.head("GET", path, {"Accept": "text/event-stream"}))
            async with asyncio.timeout(PULSE_S):
                status, _ = await read_head(reader)
            if status != 200:
                return
            self._failures, told = 0, events(chunks(reader))
            while True:
                async with asyncio.timeout(PULSE_S):
                    event = await anext(told, None)
                if event is None:
                    return
                if event.get("event") == "state":
                    await self._show(int(event["id"]))

    async def _show(self, version: int) -> None:
        async with self._moved:
            self.version = version
            self._moved.notify_all()
