"""Write docs/openapi.json, the phone table's routes in OpenAPI 3.1, and docs/http-api.md to read
them (`make docs`; tests compare).

Addresses, methods and summaries come from the app's url_map and its views, the forms of taps from
the tables of kinds of each game's tracker, so nothing is written twice. What only a view knows
(queries, bodies, responses) is in `openapi_routes`; a test finds routes that are missing there or
no longer exist.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from flask import Flask
from werkzeug.routing import AnyConverter, Rule

import companion
from companion.events import UNDO
from companion.game import offering
from companion.lobby import LOBBY_KINDS
from companion.payload import Fields, schema_of, whole
from companion.tracking import TableTracker
from docs.openapi_routes import KEY, PARAMETERS, ROUTES, SCHEMAS, Route, ref
from web.app import close, create_app
from web.auth.visits import require_home
from web.games.base import Screens, screens
from web.games.shapes import Json
from web.tables.api import HOSTS_OWN

FILE = Path(__file__).with_name("openapi.json")
PAGE = Path(__file__).with_name("http-api.md")
HEAD = """# HTTP API

The phone table is a web server, and other programs can use its routes.
[`openapi.json`](openapi.json) describes all of them as OpenAPI 3.1, with the form of each
tap of each game; this page lists those that answer with data. `make docs` writes both files.

- **Authentication**: joining sets a cookie, and each cookie holds one right at one table. A route
  lists the rights that it accepts; "anyone" needs none, "home" is the server's own computer.
- **Errors**: `{"error": {"code": "stale", "message": "...", "state": {...}}}`. `code` is for
  programs. `state` is the current table, if the table itself refused.
- **Bodies**: need `Content-Length`; chunks are refused with status 413.
- **Retries**: send a tap again with the same `key`, and it counts once. With status 503, wait
  `Retry-After` seconds.
"""
ABOUT = (
    "What the phones of a table ask for. A device is known by the cookies that it was given "
    "at that table."
)
BROWSERS = {"text/html", "text/javascript", "text/css", "*/*"}  # what only pages need
METHODS = ("GET", "POST")  # HEAD and OPTIONS aren't described
HOME = "x-home"  # only for browsers of the computer that runs the server
EXPECTS = "expects"  # the state that a tap is based on, sent beside its payload
# taps whose event the server completes: the event's kind, and the fields that the phone omits
COMPLETED: Mapping[str, tuple[str, frozenset[str]]] = {
    "goals.draw": ("goals.set", frozenset({"goals", "drawn"})),
    "die.throw": ("die.roll", frozenset({"face"})),
    "clock.stop": ("clock.done", frozenset({"ms"})),
    "pyramid.fix": ("pyramid.fix", frozenset({"limited"})),
    "score.type": ("score.type", frozenset({"agreeing"})),
    "sand.hide": ("sand.start", frozenset({"limit", "hidden"})),
    "sand.start": ("sand.start", frozenset({"hidden"})),
    "puzzle.open": ("puzzle.set", frozenset({"position", "best"})),
}
_VARIABLE = re.compile(r"<(?:[^<>]+:)?(\w+)>")


def main() -> None:
    """Write both files."""
    FILE.write_text(text(), "utf-8")
    PAGE.write_text(page(json.loads(text())), "utf-8")


def text() -> str:
    """The file's content."""
    return json.dumps(described(), indent=1, ensure_ascii=False) + "\n"


def page(api: Json) -> str:
    """Return the routes that answer with data as Markdown, those of a table first."""
    rows: dict[bool, list[str]] = {True: [], False: []}
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            given = {
                kind for each in route["responses"].values() for kind in each.get("content", ())
            }
            if given - BROWSERS:
                free = "home" if route.get(HOME) else "anyone"
                rights = {right for option in route["security"] for right in option or [free]}
                row = (
                    f"`{method.upper()} {path}` | {route['summary']} | {', '.join(sorted(rights))}"
                )
                rows[path.startswith("/t/")].append(f"| {row} |")
    table = "| route | what it does | rights |\n|---|---|---|"
    heads = {True: "At a table", False: "Without a table"}
    parts = (f"## {heads[at]}\n\n{table}\n{chr(10).join(some)}\n" for at, some in rows.items())
    return "\n".join([HEAD, *parts])


def described() -> Json:
    """The description of the app as it is made on a laptop."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder})
        try:
            return description(app)
        finally:
            close(app)


def description(app: Flask) -> Json:
    """Return the description of all routes of the app."""
    paths: dict[str, Json] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        operations = paths.setdefault(address(rule), {})
        for method in METHODS:
            if method in (rule.methods or ()):
                operations[method.lower()] = _operation(app, rule, method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rookery's phone table",
            "version": companion.__version__,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": {**SCHEMAS, **dict(_taps())},
            "responses": _REFUSALS,
            "securitySchemes": {right: _cookie(right) for right in ("seat", "host", "screen")},
        },
    }


def address(rule: Rule) -> str:
    """Return a rule's path in OpenAPI's notation."""
    return _VARIABLE.sub(r"{\1}", rule.rule)


def tap_fields(row: Screens, kind: str) -> Fields:
    """Return the fields of a tap's payload, `expects` included, without those that the server
    adds.
    """
    if kind == UNDO:
        return {"target": whole(1)}
    become, added = COMPLETED.get(kind, (kind, frozenset()))
    tracker = row.tracker
    if not isinstance(tracker, TableTracker):
        raise TypeError(f"{tracker!r} has no table of kinds")
    return {
        name: fits
        for name, fits in tracker.kinds[become].fields.items()
        if name.removesuffix("?") not in added
    }


def _operation(app: Flask, rule: Rule, method: str) -> Json:
    """Return the description of one method of one route."""
    row, words = ROUTES[rule.endpoint], app.view_functions[rule.endpoint].__doc__ or ""
    group = rule.endpoint.partition(".")[0]
    # several addresses of one endpoint
    several = len([*app.url_map.iter_rules(rule.endpoint)]) > 1
    name = f"{rule.endpoint}{rule.rule if several else ''}"
    query = [{"name": name, "in": "query", "schema": schema} for name, schema in row.query.items()]
    body = {
        "requestBody": {"content": {kind: {"schema": schema} for kind, schema in row.body.items()}}
    }
    return {
        "operationId": name if method == "GET" else f"{name}:post",
        "tags": [group],
        "summary": row.summary or " ".join(words.split("\n\n")[0].split()),
        "parameters": [*_path(rule), *query],
        **(body if row.body and method == "POST" else {}),
        "responses": _responses(row),
        "security": [{right: []} for right in row.rights] or [{}],
        **({HOME: True} if require_home in app.before_request_funcs.get(group, ()) else {}),
    }


def _path(rule: Rule) -> Iterator[Json]:
    for name in _VARIABLE.findall(rule.rule):
        converter = rule._converters[name]  # noqa: SLF001 - no public way
        some = (
            {"type": "string", "enum": sorted(converter.items)}
            if isinstance(converter, AnyConverter)
            else None
        )
        yield {"name": name, "in": "path", "required": True, "schema": some or PARAMETERS[name]}


def _responses(row: Route) -> Json:
    answers = {
        str(status): {
            "description": words,
            "content": {k: {"schema": s} for k, s in content.items()},
        }
        for status, (words, content) in row.answers.items()
    }
    refused = {"4XX": "Refused", "503": "Busy"}
    return {
        **answers,
        **{status: {"$ref": f"#/components/responses/{name}"} for status, name in refused.items()},
    }


def _cookie(right: str) -> Json:
    who = {
        "seat": "a player's phone",
        "host": "the host's screen",
        "screen": "a screen that looks on",
    }[right]
    purpose = (
        f"The secret of {who} at that table; the machine of the table itself is its host "
        "without one."
    )
    return {
        "type": "apiKey",
        "in": "cookie",
        "name": f"rookery-{right}-{{code}}",
        "description": purpose,
    }


# --- taps -----------------------------------------------------------------------------------------


def _taps() -> Iterator[tuple[str, Json]]:
    """Yield the schema of any tap, then that of each game's taps."""
    games = [game.slug for game in offering("table")]
    yield "Tap", {"anyOf": [ref(f"{slug.title()}Tap") for slug in games]}
    for slug in games:
        row = screens(slug)
        taps = [_tap(kind, tap_fields(row, kind)) for kind in sorted(row.taps)]
        taps += [_tap(kind, LOBBY_KINDS[kind].fields) for kind in sorted(HOSTS_OWN)]
        yield f"{slug.title()}Tap", {"oneOf": taps}


def _tap(kind: str, fields: Fields) -> Json:
    """Return the schema of a kind of tap, with `expects` beside the payload."""
    payload = schema_of({name: fits for name, fits in fields.items() if name != EXPECTS})
    expects = {EXPECTS: fields[EXPECTS].schema} if EXPECTS in fields else {}
    needed = ["kind", "key", *(["payload"] if payload["required"] else []), *expects]
    return {
        "title": kind,
        "type": "object",
        "properties": {"kind": {"const": kind}, "key": KEY, "payload": payload, **expects},
        "required": needed,
    }


def _refusal(words: str, **headers: object) -> Json:
    content = {
        "application/json": {"schema": ref("Error")},
        "text/html": {"schema": {"type": "string"}},
    }
    return {"description": words, "content": content, **({"headers": headers} if headers else {})}


_WAIT = {
    "description": "seconds after which to come again",
    "schema": {"type": "integer", "minimum": 1},
}
_REFUSALS: Json = {
    "Refused": _refusal("What was asked for can't be done: why, in one sentence and one word."),
    "Busy": _refusal("Not now, and nothing was changed: come again.", **{"Retry-After": _WAIT}),
}


if __name__ == "__main__":
    main()
