"""Which cores threads are kept on, asked of the system itself."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from web.server import cores

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and keeps a thread's cores")


def allowed() -> set[int]:
    """The cores that this thread may use."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@pytest.mark.parametrize(
    ("have", "first", "second"),
    [
        ({3}, set(), set()),
        ({0, 1}, {0}, {1}),
        ({2, 5, 7}, {2}, {5, 7}),
        ({0, 1, 2, 3}, {0, 1}, {2, 3}),
    ],
)
def test_the_cores_are_parted(
    have: set[int], first: set[int], second: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No core is on both sides, none is left over, and one alone is not parted."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: have, raising=False)
    assert [*map(set, cores.halves())] == [first, second]


def test_a_system_without_a_say_leaves_threads_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As macOS and Windows have it: there are no halves, and to keep to none changes nothing."""
    before = allowed()
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    assert cores.halves() == (frozenset(), frozenset())
    cores.keep_to(cores.halves()[0])
    monkeypatch.undo()
    assert allowed() == before


@linux
def test_a_thread_keeps_to_its_cores_and_no_other_thread_does() -> None:
    """Also what it starts keeps to them; this thread may use all that it could."""
    before = allowed()
    one = {min(before)}
    with cores.beside(one) as pool:
        found, started = pool.submit(lambda: (allowed(), _in_a_thread())).result()
    assert (found, started) == (one, one)
    assert allowed() == before


@linux
def test_a_sandbox_that_forbids_it_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread works all the same, where the system puts it."""

    def forbidden(_thread: int, _cores: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setaffinity", forbidden)
    with cores.beside({0}) as pool:
        assert pool.submit(allowed).result() == allowed()


@linux
@pytest.mark.skipif(len(allowed()) < 2, reason="needs two cores")
def test_who_answers_taps_and_what_goes_on_beside_have_cores_of_their_own(server: Any) -> None:
    """`rookery table`, once somebody has tapped: a thread for each half, and all others wherever there is room."""
    browser = server.visitor()
    _, table = browser.ask("POST", "/tables", {"game": "giza"})
    tap = {"kind": "goals.draw", "payload": {}, "key": "tap-0001"}
    assert browser.ask("POST", f"/t/{table['code']}/events?view=host", tap)[0] == 200
    threads = [int(each.name) for each in Path(f"/proc/{server.process.pid}/task").iterdir()]
    assert {frozenset(os.sched_getaffinity(each)) for each in threads} == {*cores.halves(), frozenset(allowed())}


def _in_a_thread() -> set[int]:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(allowed).result()
