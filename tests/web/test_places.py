"""Places: threads that households share in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event
from typing import Any

import pytest
from flask import Flask

from tests.bench.chaos.loops import run as run_loop
from web.places import PLACE, ElsewhereError, Place, work_in
from web.refusal import ApiError

PATIENCE_S = 120.0
Run = Callable[[Place], Awaitable[Any]]


def run(test: Run, most: int = 2, patience_s: float = PATIENCE_S) -> Any:
    """Run a test in a loop, with a place of one thread."""

    async def main() -> Any:
        place = Place(1, most, patience_s)
        try:
            return await asyncio.wait_for(test(place), PATIENCE_S)
        finally:
            place.close()

    return run_loop(main())


def test_households_take_turns() -> None:
    """One that asks for much delays another by one piece of work."""

    async def test(place: Place) -> list[str]:
        free, order = Event(), list[str]()

        async def ask(household: str, name: str) -> None:
            assert await place.run(household, partial(free.wait, PATIENCE_S))
            order.append(name)

        asked = [("guest", "a"), ("guest", "b"), ("guest", "c"), ("club", "d"), ("home", "e")]
        tasks = [asyncio.create_task(ask(*each)) for each in asked]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)
        return order

    assert run(test) == ["a", "b", "d", "e", "c"]


def test_only_so_many_of_a_household_wait() -> None:
    """More are refused at once; others still find room, and so does it when one is done."""

    async def test(place: Place) -> None:
        free = Event()
        held = [asyncio.create_task(place.run("guest", free.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        assert (place.full("guest"), place.full("club")) == (True, False)
        with pytest.raises(ApiError):
            await place.run("guest", free.wait)
        other = asyncio.create_task(place.run("club", lambda: "done"))
        free.set()
        assert await asyncio.gather(*held, other) == [True, True, True, "done"]
        assert await place.run("guest", lambda: 7) == 7

    run(test)


def test_nobody_is_let_through_because_it_has_waited() -> None:
    """It is refused, makes room, and costs no thread."""

    async def test(place: Place) -> None:
        free = Event()
        held = asyncio.create_task(place.run("guest", free.wait))
        await asyncio.sleep(0)
        for _ in range(5):
            with pytest.raises(ApiError):
                await place.run("guest", lambda: pytest.fail("let through"))
        free.set()
        assert await held
        assert await place.run("guest", lambda: 7) == 7

    run(test, most=1, patience_s=0.01)


def test_an_error_is_the_callers() -> None:
    """And the thread goes on."""

    async def test(place: Place) -> None:
        for error in (ZeroDivisionError, ElsewhereError):
            with pytest.raises(error):
                await place.run("guest", partial(_fail, error))
        assert await place.run("guest", lambda: 7) == 7

    run(test)


def _fail(error: type[BaseException]) -> None:
    raise error


def test_a_request_is_sent_to_the_place_that_it_needs() -> None:
    """There, and where there are no places, it goes on."""
    app = Flask("app")
    for environ in ({}, {PLACE: "hints"}):
        with app.test_request_context(environ_overrides=environ):
            work_in("hints")
    with (
        app.test_request_context(environ_overrides={PLACE: "taps"}),
        pytest.raises(ElsewhereError, match="hints"),
    ):
        work_in("hints")
