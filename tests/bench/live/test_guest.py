"""What one guest may do, and how others' taps are judged meanwhile."""

from __future__ import annotations

import asyncio
import math
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench.chaos.servers import Server, without_reader
from bench.live import attacks
from bench.live.guest import HEAD, NEWCOMER, Row, faults, join
from bench.live.tables import Opened, open_lobbies
from bench.wire import Device, free_port, read_head
from tests.bench.chaos.loops import run

CALM = Row("nobody", 5, 15, 15, 0, 100, [0.2, 0.1], 90)
WORST = Row("all", math.inf, math.inf, math.inf, 100, 100, [0.2, math.inf], 400)


def test_taps_may_take_100_ms_or_five_times_as_long_as_without_an_attack() -> None:
    """Whichever is more, during the attack and after it."""
    assert list(faults([CALM, replace(CALM, p95=100, after=100)])) == []
    assert [f.partition(" is ")[0] for f in faults([CALM, replace(CALM, name="x", p95=101)])] == [
        "x: p95 during the attack"
    ]
    assert [f.partition(" is ")[0] for f in faults([CALM, replace(CALM, name="x", after=101)])] == [
        "x: p95 after the attack"
    ]
    slow = replace(CALM, p95=40)
    assert list(faults([slow, replace(CALM, p95=200)])) == []
    assert len(list(faults([slow, replace(CALM, p95=201)]))) == 1


def test_what_is_lost_counts_however_quick_the_rest_is() -> None:
    """Taps, newcomers and memory; a time that nobody measured is above every limit."""
    found = list(faults([CALM, WORST]))
    assert [each.split(":")[0] for each in found] == ["all"] * 5
    assert len(list(faults([replace(CALM, p95=math.nan)]))) == 1
    assert list(faults([replace(WORST, memory=90, joins=[0.1])])) == ["all: 100 taps lost"]
    for row in (CALM, WORST):
        assert len(row.cells(8.0)) == len(HEAD)
    assert "no answer" in WORST.cells(8.0)


def test_attacks_and_newcomers_ask_for_what_the_server_has(tmp_path: Path) -> None:
    """A hint, a photo and the largest page are answered; a newcomer gets to the first state."""
    own, rooms = attacks.tools(tmp_path), open_lobbies(tmp_path, 1)

    async def asked(port: int) -> list[int]:
        requests = (
            attacks.hint_request(own, 0),
            attacks.photo_request(own, "photo-000-00000"),
            attacks.LARGEST,
        )
        statuses = []
        for request in requests:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with closing(writer):
                writer.write(request)
                statuses.append((await read_head(reader))[0])
        newcomer = Device(port, NEWCOMER)
        await join(newcomer, rooms[0].code)
        newcomer.close()
        return statuses

    with Server(without_reader, tmp_path) as server:
        assert run(asked(server.port)) == [200, 200, 200]


def test_every_attack_ends() -> None:
    """By itself, when its time is up, even if nobody answers."""
    own, ended = attacks.Tools((), Opened("KIWI-10", {})), []
    for name in attacks.ATTACKS:
        run(asyncio.to_thread(attacks.attack, name, free_port(), own, 0.01))
        ended.append(name)
    assert ended == [*attacks.ATTACKS]
