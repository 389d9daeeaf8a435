"""Fuzz by schemathesis: what hypothesis makes of the routes' description, of each route what it allows and what not.

The apps are that of `fuzz_routes`, with its tables, and the deck preview's; a code, seat or cookie that a case needs is
put in half of the time, for nobody guesses one. Besides what is judged of all answers, these are held against the
description: status, media type and JSON as it says.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bench.chaos.fuzz_requests import BASE, STRANGER, Ask, Table
from bench.chaos.fuzz_routes import Answer, World, cookies, judged, quick_disk
from bench.chaos.fuzz_tally import SECONDS, Tally, until_stopped
from bench.photos.fuzz import most_megabytes
from companion.deckfile import deck_text
from companion.game import game, slugs
from web.openapi.description import description
from web.preview.views import create_preview
from web.preview.workbench import Workbench

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
LEFT_OUT = ("api.stream",)  # has no end: the other shares ask for it


def fuzz(
    seed: int, count: int, step: Callable[[], None] = lambda: None, only: Collection[str] = ()
) -> Tally:  # fmt: skip
    """Some `count` cases, as many of each route, or of those that are named by their operation."""
    tally, chance = Tally("every route, by schemathesis", seed, step), random.Random(f"schema {seed}")
    with tempfile.TemporaryDirectory(dir=quick_disk()) as folder:
        world = World(Path(folder), chance, size=len(slugs()))
        try:
            desk = create_preview(Workbench(str(_deck(Path(folder)))))
            routes = [one for app in (world.app, desk) for one in _operations(app) if not only or _name(one) in only]
            with until_stopped(tally):
                for number, operation in enumerate(routes):
                    _asked(world, tally, operation, max(1, count // len(routes)), seed + number)
        finally:
            world.close()
    return tally.done()


def _deck(folder: Path) -> Path:
    """A deck file for the preview to show."""
    file = folder / "deck.toml"
    file.write_text(deck_text(game("giza"))[0], "utf-8")
    return file


def _operations(app: Flask) -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(description(app))
    schema.app = app
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # a description of ours that is none may raise
        if _name(operation) not in LEFT_OUT:
            yield operation


def _name(operation: Any) -> str:
    return str(operation.definition.raw["operationId"])


def _asked(world: World, tally: Tally, operation: Any, count: int, seed: int) -> None:
    """One route, so often; a failure is a finding, and the next case goes on."""
    modes = [operation.as_strategy(generation_mode=mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
    name = _name(operation)

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @hypothesis.given(case=hypothesis.strategies.one_of(modes))
    def ask(case: Any) -> None:
        _one(world, tally, case, name)

    try:
        ask()
    except hypothesis.errors.Unsatisfiable:  # a route without anything to be wrong about
        tally.came("no such case")


def _one(world: World, tally: Tally, case: Any, name: str) -> None:
    table, device = _dressed(world, case)
    began = time.process_time()
    host = BASE if case.operation.schema.app is world.app else "localhost:8100"  # the preview is for this computer
    plainly = {"Host": host, "Accept-Encoding": "identity"}  # it would hold packed bytes against the description
    answer = case.call(headers=plainly, environ_base={"REMOTE_ADDR": table.address(device)})
    took = time.process_time() - began
    tally.came(str(answer.status_code), took, most_megabytes())
    again = case.as_curl_command()
    if took > SECONDS:
        tally.found(name, f"answered after {took:.1f} s", again)
    try:
        case.validate_response(answer, checks=CHECKS)
    except FailureGroup as failures:
        for failure in failures.exceptions:
            tally.found(name, f"{failure.title}: {failure.message[:400]}", again)
    heads = {head.lower(): values[0] for head, values in answer.headers.items()}
    ours = Answer(answer.status_code, heads, answer.content, cookies(iter(answer.headers.get("set-cookie", ()))))
    jar = "; ".join(f"{head}={value}" for head, value in (case.cookies or {}).items())
    for problem in judged(Ask(name, case.method, "/", (("Cookie", jar),)), ours, world):
        tally.found(name, problem, again)


def _dressed(world: World, case: Any) -> tuple[Table, str]:
    """Put what nobody guesses into a case, half of the time: a table's code, its seats, a device's cookies."""
    chance = world.chance
    table = world.table()
    device = chance.choice(table.devices) if chance.random() < 0.8 else STRANGER
    case.cookies = {**dict(case.cookies or {}), **table.jars.get(device, {})}
    known = {"code": table.code, "seat": "s1", "right": chance.choice(("s1", "host", "screen")), "game": table.game}
    parts = case.path_parameters or {}
    case.path_parameters = {
        head: known[head] if head in known and chance.random() < 0.7 else value for head, value in parts.items()
    }
    return table, device
