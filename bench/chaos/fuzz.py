"""Fuzz, as experiments: `python -m bench.chaos requests photos decks`.

Requests: 85 of 100 in this process, drawn from a seed, where most are answered a second; 10 to a server of its own,
half of them broken as HTTP; 5 by schemathesis, which holds answers against the description of the routes too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bench.chaos.fuzz_tally import Tally
from bench.chaos.report import Result

BROKEN, DESCRIBED = 0.1, 0.05  # shares of all requests
Step = Callable[[], None]


def requests(count: int, seed: int, step: Step) -> list[Result]:
    """So many requests to all routes."""
    from bench.chaos import fuzz_routes, fuzz_schema, fuzz_wire  # noqa: PLC0415 - schemathesis takes a second

    over, described = round(count * BROKEN), round(count * DESCRIBED)
    shares: tuple[tuple[str, Callable[[], Tally]], ...] = (
        ("requests", lambda: fuzz_routes.fuzz(seed, count - over - described, step)),
        ("connections", lambda: asyncio.run(fuzz_wire.fuzz(seed, over, step))),
        ("requests", lambda: fuzz_schema.fuzz(seed, described, step)),
    )
    results: list[Result] = []
    for unit, share in shares:
        if not (results and results[-1].stopped):
            results.append(share().result(unit))
    return results


def photos(count: int, seed: int, step: Step) -> list[Result]:
    """So many damaged photos."""
    from bench.chaos import fuzz_photos  # noqa: PLC0415 - OpenCV, only for them

    return [fuzz_photos.fuzz(seed, count, step).result("photos")]


def decks(count: int, seed: int, step: Step) -> list[Result]:
    """So many damaged decks."""
    from bench.chaos import fuzz_decks  # noqa: PLC0415 - reportlab, only for them

    return [fuzz_decks.fuzz(seed, count, step).result("decks")]
