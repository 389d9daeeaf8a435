"""The routes' description: each route is in it and nothing else, and it means what the
code does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from companion.game import slugs
from companion.tracking import TableTracker
from docs import make_openapi
from docs.make_openapi import COMPLETED, METHODS, address, description, tap_fields
from docs.openapi_routes import ROUTES
from tests.companion.phones import values
from web.games.base import screens
from web.hosted.settings import Settings
from web.hosted.wsgi import close, hosted_app
from web.preview.views import create_preview
from web.preview.workbench import Workbench
from web.tables.api import HOSTS_OWN


@pytest.fixture
def apps(house: Any, tmp_path: Path) -> Iterator[list[Any]]:
    """The phone table's, a hosted one's, and the deck preview's."""
    hosted = hosted_app(Settings(tmp_path / "hosted"))
    yield [house.app, hosted, create_preview(Workbench(str(tmp_path / "my.toml")))]
    close(hosted)


def test_every_route_is_described_and_every_described_one_exists(apps: list[Any]) -> None:
    """By method and address; and no row stands for an endpoint that is no longer."""
    for app in apps:
        told = {
            (m.upper(), path) for path, found in description(app)["paths"].items() for m in found
        }
        rules = [*app.url_map.iter_rules()]
        assert told == {(m, address(rule)) for rule in rules for m in METHODS if m in rule.methods}
    assert {rule.endpoint for app in apps for rule in app.url_map.iter_rules()} == set(ROUTES)


def test_the_description_is_of_the_form_that_openapi_asks_for(house: Any) -> None:
    """Every reference leads somewhere, every name is given once, and every schema is one."""
    told = description(house.app)
    schemas = told["components"]["schemas"]
    jsonschema_rs.validator_for(
        {"$ref": "#/components/schemas/Tap", "components": told["components"]}
    )
    names = [row["operationId"] for path in told["paths"].values() for row in path.values()]
    assert len(names) == len(set(names))
    assert {f"{slug.title()}Tap" for slug in slugs()} <= set(schemas)


@pytest.mark.parametrize("slug", slugs())
def test_schema_and_form_of_every_tap_mean_the_same(slug: str) -> None:
    """Of each field of each kind of event that the game has, whatever value it is given."""
    tracker = screens(slug).tracker
    assert isinstance(tracker, TableTracker)
    checked = 0
    for kind, row in tracker.kinds.items():
        for name, fits in row.fields.items():
            schema = jsonschema_rs.validator_for(dict(fits.schema))
            differ = [
                value for value in values(slug) if bool(fits(value)) != schema.is_valid(value)
            ]
            assert differ == [], f"{kind}: {name}"
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("slug", slugs())
def test_every_tap_is_described(slug: str) -> None:
    """What the phones may send is an event of the game, or one that the server completes, in fields
    that a game has.
    """
    row = screens(slug)
    tracker = row.tracker
    assert isinstance(tracker, TableTracker)
    for kind in row.taps - HOSTS_OWN:
        fields = tap_fields(row, kind)
        become, added = COMPLETED.get(kind, (kind, frozenset()))
        assert become == "undo" or added <= _fields(become)
        assert not added & set(fields)


def _fields(kind: str) -> set[str]:
    """Of an event whose kind several games may have, the fields of all of them."""
    kinds = [
        tracker.kinds
        for slug in slugs()
        if isinstance(tracker := screens(slug).tracker, TableTracker)
    ]
    return {name.removesuffix("?") for each in kinds if kind in each for name in each[kind].fields}


def test_a_tap_of_the_described_form_is_never_malformed(house: Any) -> None:
    """A round of giza, sent as described: the description fits what the server takes."""
    anna, ben = house.play(2)
    told = description(house.app)
    tap = jsonschema_rs.validator_for(
        {"$ref": "#/components/schemas/GizaTap", "components": told["components"]}
    )
    body = {
        "kind": "action.choose",
        "payload": {"number": 3},
        "expects": {"round": 1},
        "key": "a-key-of-it",
    }
    assert tap.is_valid(body)
    assert anna.post(f"/t/{house.code}/events", body).status_code == 200
    for wrong in (
        {**body, "payload": {"number": "3"}},
        {**body, "key": "?"},
        {**body, "kind": "hop"},
    ):
        assert not tap.is_valid(wrong)
        assert ben.post(f"/t/{house.code}/events", wrong).status_code == 400


def test_the_file_for_other_programs_is_up_to_date() -> None:
    """docs/openapi.json is what `make docs` would write now."""
    assert make_openapi.FILE.read_text("utf-8") == make_openapi.text(), "run `make docs`"
