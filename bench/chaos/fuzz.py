"""Fuzz, as experiments: `python -m bench.chaos requests photos decks`.

Requests: 85 of 100 in this process, drawn from a seed, where most are answered a second; 10 to a server of its own,
half of them broken as HTTP; 5 by schemathesis, which holds answers against the description of the routes too.
"""

from __future__ import annotations

from collections.abc import Callable

from bench.chaos.report import Result

BROKEN, DESCRIBED = 0.1, 0.05  # shares of all requests
Step = Callable[[], None]


async def requests(count: int, seed: int, step: Step) -> list[Result]:
    """So many requests to all routes."""
    from bench.chaos import fuzz_routes, fuzz_schema, fuzz_wire  # noqa: PLC0415 - schemathesis takes a second

    over, described = round(count * BROKEN), round(count * DESCRIBED)
    here = fuzz_routes.fuzz(seed, count - over - described, step)
    there = await fuzz_wire.fuzz(seed, over, step)
    schema = fuzz_schema.fuzz(seed, described, step)
    return [here.result("requests"), there.result("connections"), schema.result("requests")]


async def photos(count: int, seed: int, step: Step) -> list[Result]:
    """So many damaged photos."""
    from bench.chaos import fuzz_photos  # noqa: PLC0415 - OpenCV, only for them

    return [fuzz_photos.fuzz(seed, count, step).result("photos")]


async def decks(count: int, seed: int, step: Step) -> list[Result]:
    """So many damaged decks."""
    from bench.chaos import fuzz_decks  # noqa: PLC0415 - reportlab, only for them

    return [fuzz_decks.fuzz(seed, count, step).result("decks")]
