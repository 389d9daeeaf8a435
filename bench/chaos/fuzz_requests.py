"""Requests for the fuzz of routes: tables in all stages, and what their devices could ask next.

What can be asked comes from the description of the routes (`web/openapi/`), so that a new route is asked without
anybody thinking of it. Values come from what the tables have shown (ids, rounds, versions, hops), else from the schema.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

Json: TypeAlias = dict[str, Any]
Pool: TypeAlias = dict[str, list[Any]]  # what a table has shown, by the name of its field

HOME, HOST, SCREEN, STRANGER = "home", "host", "screen", "stranger"
BASE = "192.168.1.2:8000"
NAMES = ("Anna", "Ben", "Cleo", "Dora")
COLOURS = {"giza": ("copper", "violet", "rose", "slate"), "rocks": ("coral", "jade", "amber", "violet")}
PLAYERS = {"giza": 2, "rocks": 2, "combust": 3, "solitaire": 2, "pirates": 3}
BEFORE: Mapping[str, tuple[tuple[str, Json], ...]] = {
    "giza": (("goals.draw", {}), ("chief.give", {"seat": "s1"}), ("game.start", {})),
    "rocks": (("game.start", {"first": "s1"}),),
    "combust": (
        ("dealer.give", {"seat": "s2"}),
        ("game.start", {}),
        *(
            ("line.type", {"seat": f"s{n}", "sum": 9, "penguins": 3, "highest": 5, "expects": {"version": 0}})
            for n in (1, 2, 3)
        ),
        ("turns.begin", {}),
    ),
    "pirates": (("captain.give", {"seat": "s1"}), ("game.start", {})),
}
MODES = ("free", "king-tut", "quicksand")
BACK = ("undo", "table.lock", "seats.order", "game.start", "chief.give", "goals.draw", "goals.set", "clan.out")
OWN: Mapping[str, tuple[str, ...]] = {  # what no table shows before it is asked for
    "puzzle": ("1-1", "1-2", "4-7", "8-30"), "placed": ("05", "06g", "12", "33", "05+1", ""), "special": ("plain",),
}  # fmt: skip
RARE = ("doors.delete", "plays.delete", "doors.revoke", "doors.revoke_screens", "doors.use_pass", "doors.reach")
OFTEN = ("api.tap",)
COLD = ("results.picture", "pages.start", "solo.begin", "api.advise")  # each takes long
PICTURE = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9"  # what a reader may refuse


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, as it goes over the wire; `address` is where it comes from, `endpoint` what it is meant for."""

    endpoint: str
    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    address: str = "192.168.1.10"

    def again(self) -> str:
        """A command that sends it once more."""
        heads = "".join(f" -H {_shell(f'{name}: {value}')}" for name, value in self.headers)
        data = f" --data-binary $'{_escaped(self.body[:2000])}'" if self.body else ""
        return f"curl -i -X {_shell(self.method)}{heads}{data} {_shell(f'http://{BASE}{self.target[:3000]}')}"


def _escaped(data: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in data)


def _shell(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


@dataclass
class Table:
    """A table of the world: its devices by name with their cookies, and what it has shown."""

    code: str
    game: str
    jars: dict[str, dict[str, str]] = field(default_factory=dict)
    state: Json = field(default_factory=dict)
    pool: Pool = field(default_factory=dict)
    asked: int = 0
    refused: set[str] = field(default_factory=set)  # kinds of tap, since the table last changed

    def learn(self, told: Any) -> None:
        """Remember a state that it has told."""
        state = told.get("state", told) if isinstance(told, dict) else None
        if isinstance(state, dict) and "seats" in state:
            if state["version"] != self.state.get("version"):
                self.refused.clear()
            self.state, self.pool = state, {}
            _gather(state, "", self.pool)

    @property
    def devices(self) -> list[str]:
        """Everybody who may ask."""
        return [*self.jars, STRANGER, HOME]

    def address(self, device: str) -> str:
        """Where a device is in the network."""
        number = 10 + self.devices.index(device) if device in self.devices else 99
        return "127.0.0.1" if device == HOME else f"192.168.1.{number}"


def _gather(value: Any, name: str, pool: Pool) -> None:
    """All values of a state by the name of their field; those of a list as if each stood there alone."""
    if isinstance(value, dict):
        for key, one in value.items():
            _gather(one, key, pool)
    elif isinstance(value, list):
        pool.setdefault(f"all {name}", []).append(value)
        for one in value[:30]:
            _gather(one, name, pool)
    elif value is not None and len(pool.setdefault(name, [])) < 200:
        pool[name].append(value)


# --- what is in order -------------------------------------------------------------------------------------------------


@dataclass
class Operation:
    """A method of a route, as the description has it."""

    endpoint: str
    method: str
    path: str
    row: Json


class Author:
    """Writes requests to the routes of a description."""

    def __init__(self, described: Json, chance: random.Random) -> None:
        self.chance = chance
        self.accepted: Counter[str] = Counter()  # taps, by game and kind
        self._schemas: Json = described["components"]["schemas"]
        self.operations = [
            Operation(re.split(r"[/:]", row["operationId"])[0], method.upper(), path, row)
            for path, methods in described["paths"].items()
            for method, row in methods.items()
        ]
        self._weights = [_weight(one.endpoint) for one in self.operations]

    def ask(self, table: Table, editions: Mapping[str, str]) -> Ask:
        """A request to one of the routes, in order."""
        one = self.chance.choices(self.operations, self._weights)[0]
        if one.endpoint == "api.tap":
            return self.tap(table)
        path = re.sub(r"\{(\w+)\}", lambda found: quote(self._part(found[1], table, editions, one), safe=""), one.path)
        query = {row["name"]: self.value(row["schema"], row["name"], table) for row in one.row["parameters"]
                 if row["in"] == "query" and self.chance.random() < 0.3}  # fmt: skip
        kind, body = self._body(one, table)
        headers = {"Accept": self.chance.choice(("*/*", "application/json", "text/html,*/*;q=0.8"))}
        return self.write(one.endpoint, one.method, path, table, query, headers, kind, body)

    def tap(self, table: Table, kind: str = "") -> Ask:
        """One of the game's taps, by a player or the host."""
        rows = [self._resolved(row) for row in self._schemas[f"{table.game.title()}Tap"]["oneOf"]]
        kinds = {row["properties"]["kind"]["const"]: row for row in rows}
        kind = kind or self._kind(table, sorted(kinds))
        row = kinds[kind]["properties"]
        body: Json = {"kind": kind, "key": self.key(), "payload": self.value(row["payload"], "payload", table)}
        if kind == "penguin.place" and self.chance.random() < 0.7:
            body["payload"] = self._placing(table)
        if "expects" in row:
            body["expects"] = self._expected(row["expects"], str(body["payload"].get("seat")), table)
        seat = f"s{body['payload']['penguin'] % PLAYERS[table.game] + 1}" if kind == "penguin.place" else ""
        device = str(body["payload"].get("seat", seat)) if self.chance.random() < 0.6 else ""
        if device not in table.jars and self.chance.random() < 0.9:
            device = self.chance.choice([name for name in table.jars if name != SCREEN])
        return self.write(
            "api.tap", "POST", f"/t/{table.code}/events", table, {}, {}, "application/json",
            json.dumps(body).encode(), device if device in table.jars else "",
        )  # fmt: skip

    def _expected(self, schema: Json, seat: str, table: Table) -> Json:
        """What a tap saw: mostly what there is to see now, of its seat or of the table."""
        made: Json = self.value(schema, "expects", table)
        own: Json = next((row for row in table.state.get("seats", []) if row["id"] == seat), {})
        if "seat" in made:
            made["seat"] = seat
        for name in made:
            names = [f"{what}_{name}" for what in ("score", "line", "tracks")] + [name]
            now = next((row[one] for row in (own, table.state) for one in names if one in row), None)
            if isinstance(now, list):
                now = len(now)
            if now is not None and _fits(schema["properties"][name], now) and self.chance.random() < 0.8:
                made[name] = now
        return made

    def _placing(self, table: Table) -> Json:
        """Pirates: where a penguin may be placed, which its card must allow."""
        penguin, card = self.chance.randrange(4), self.chance.randrange(12)
        cards = table.state.get("deck", {}).get("handicaps")
        action = self.chance.choice(list(cards[penguin][card].values()))[0] if cards else "fish"
        return {"penguin": penguin, "card": card + 1, "action": action}

    def _kind(self, table: Table, kinds: list[str]) -> str:
        """One that the table may take: seldom what was refused just now or goes back, often what was never taken."""
        weights = [
            (0.2 if kind in table.refused else 1) * (0.3 if kind in BACK else 1)
            / (1 + self.accepted[f"{table.game} {kind}"]) ** 0.5
            for kind in kinds
        ]  # fmt: skip
        return self.chance.choices(kinds, weights)[0]

    def write(  # noqa: PLR0917 - the parts of a request
        self, endpoint: str, method: str, path: str, table: Table, query: Mapping[str, Any], headers: Mapping[str, str],
        kind: str = "", body: bytes = b"", device: str = "",
    ) -> Ask:  # fmt: skip
        """A request by a device of that table, any of them unless one is named."""
        device = device or self.chance.choice(table.devices)
        jar = table.jars.get(device, {})
        more = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items())} if jar else {}
        if kind:
            more["Content-Type"] = kind
        target = path + (f"?{urlencode(query, errors='replace')}" if query else "")
        address = table.address(device)
        return Ask(endpoint, method, target, tuple({"Host": BASE, **headers, **more}.items()), body, address)

    def key(self) -> str:
        """A key for a tap; now and then one that has come before."""
        return f"key-{self.chance.randrange(10**8 if self.chance.random() < 0.9 else 50):08d}"

    def value(self, schema: Json, name: str, table: Table) -> Any:
        """A value that the schema allows, if one may be such one that the table has shown."""
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        known = [one for one in _shown(table, name) if _fits(schema, one)]
        if known and self.chance.random() < 0.8:
            return self.chance.choice(known)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        for some in ("oneOf", "anyOf"):
            if some in schema:
                return self.value(self.chance.choice(schema[some]), name, table)
        kinds = schema.get("type", "string")
        return self._made(self.chance.choice(kinds) if isinstance(kinds, list) else kinds, schema, name, table)

    def _made(self, kind: str, schema: Json, name: str, table: Table) -> Any:
        if kind == "object":
            return self._object(schema, table)
        if kind == "array":
            low, high = schema.get("minItems", 0), schema.get("maxItems", 4)
            some = [
                self.value(schema["items"], name, table) for _ in range(self.chance.randint(low, min(high, low + 4)))
            ]
            return list(dict.fromkeys(some)) if schema.get("uniqueItems") else some
        if kind in ("integer", "number"):
            low = schema.get("minimum", 0)
            return self.chance.randint(low, min(schema.get("maximum", 10**9), low + 6))
        return (
            {"boolean": self.chance.random() < 0.5, "null": None}.get(kind)
            if kind != "string"
            else self._text(schema, table)
        )

    def _object(self, schema: Json, table: Table) -> Json:
        needed = set(schema.get("required", ()))
        rows = schema.get("properties", {}).items()
        made = {
            name: self.value(row, name, table) for name, row in rows if name in needed or self.chance.random() < 0.5
        }
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            names = [one for one in table.pool.get("id", []) if isinstance(one, str)] or ["x"]
            made |= {
                self.chance.choice(names): self.value(more, "points", table) for _ in range(self.chance.randint(0, 3))
            }
        return made

    def _text(self, schema: Json, table: Table) -> str:
        if "pattern" in schema:
            return _matching(schema["pattern"], self.chance)
        known = [one for one in table.pool.get("id", []) if isinstance(one, str)]
        return self.chance.choice([*known, *NAMES, "05", "06g", "a1-a3", "01,02,,/03,,/,/"])[
            : schema.get("maxLength", 200)
        ]

    def _part(self, name: str, table: Table, editions: Mapping[str, str], one: Operation) -> str:
        """A part of an address."""
        photos = [p for p in table.pool.get("photo", []) if isinstance(p, str)]
        known = {
            "code": table.code, "game": table.game, "edition": editions.get(table.game, "0" * 64),
            "fingerprint": "0" * 64,
            "photo": photos[-1] if photos else "0" * 32, "right": self.chance.choice(("host", "screen", "s1", "s2")),
            "seat": self.chance.choice(table.pool.get("id") or ["s1"]), "face": self.chance.choice(("front", "back")),
            "puzzle": f"{self.chance.randint(1, 8)}-{self.chance.randint(1, 30)}",
            "piece": str(self.chance.choice([*(table.pool.get("id") or ["x"]), "penguin-01", "chief", "goal-back"])),
            "filename": self.chance.choice(("css/base.css", "js/net.js", "giza/play.js", "font.woff2")),
        }  # fmt: skip
        if name in known:
            return str(known[name])
        row = next(row for row in one.row["parameters"] if row["name"] == name)
        return str(self.value(row["schema"], name, table))

    def _body(self, one: Operation, table: Table) -> tuple[str, bytes]:
        kinds = one.row.get("requestBody", {}).get("content", {})
        if not kinds:
            return "", b""
        kind = self.chance.choice(sorted(kinds))
        made = self.value(kinds[kind]["schema"], "body", table)
        made = {**made, **({"key": self.key()} if "key" in made else {})}
        if kind == "application/json":
            return kind, json.dumps(made).encode()
        if kind == "multipart/form-data":
            return multipart(made, self._resolved(kinds[kind]["schema"]), self.chance)
        return kind, urlencode(made, errors="replace").encode()

    def _resolved(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rpartition("/")[2]]
        return schema


def _weight(endpoint: str) -> float:
    if endpoint in OFTEN:
        return 30
    return 0.1 if endpoint in RARE else 0.15 if endpoint in COLD else 1


def _shown(table: Table, name: str) -> Iterator[Any]:
    """What the table has shown under that name, or one like it."""
    pool = table.pool
    if name in ("seat", "captain", "first"):
        seats = [row["id"] for row in table.state.get("seats", [])]
        acting = [row["id"] for row in table.state.get("seats", []) if row.get("turn") == "active"]
        acting += [one for one in (table.state.get("active"), table.state.get("next")) if one in seats]
        yield from [*seats, *acting * 4]
    elif name == "order":
        yield [row["id"] for row in table.state.get("seats", [])]
    elif name == "version":
        yield from [*pool.get("score_version", []), *pool.get("line_version", []), *pool.get("version", [])[:8]]
    else:
        for like in (name, f"{name}s", f"{name[:-1]}ies"):
            yield from pool.get(like, [])
            yield from pool.get(f"all {like}", [])
        yield from OWN.get(name, ())
        yield from pool.get({"card": "number", "cards": "number", "event": "id", "goals": "id"}.get(name, ""), [])
        if name == "goals" and (goals := [row["id"] for row in table.state.get("deck", {}).get("goals", ())]):
            yield from (goals[at : at + 3] for at in range(0, len(goals) - 3, 3))


def _fits(schema: Json, value: Any) -> bool:
    """Roughly whether the schema allows it."""
    kinds = schema.get("type")
    if kinds is None:
        return value in schema.get("enum", [value])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    names = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
    if names.get(type(value)) not in kinds or value not in schema.get("enum", [value]):
        return False
    if isinstance(value, list):
        return all(_fits(schema.get("items", {}), one) for one in value)
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    return "pattern" not in schema or (isinstance(value, str) and re.match(schema["pattern"], value) is not None)


def _matching(pattern: str, chance: random.Random) -> str:
    """A text of one of the few patterns that the description has."""
    if "SML" in pattern:
        return "/".join(",".join(chance.choice(("", "S", "M", "L")) for _ in range(4)) for _ in range(3))
    if "a-z" in pattern and "-[a-z]" in pattern:
        return (
            "".join(chance.choice(("a1", "b2", "c3", "d1")) for _ in range(1)) + "-" + chance.choice(("a3", "c2", "d3"))
        )
    if pattern.startswith("^s"):
        return f"s{chance.randint(1, 5)}"
    digits = string.digits if "a-f" not in pattern else "0123456789abcdef"
    return "".join(chance.choice(digits) for _ in range(6 if "{6}" in pattern else 32))


def multipart(fields: Mapping[str, Any], schema: Json, chance: random.Random) -> tuple[str, bytes]:
    """A form with files: its media type and bytes."""
    mark = f"mark{chance.randrange(10**9)}"
    parts = []
    for name, value in fields.items():
        file = schema["properties"].get(name, {}).get("format") == "binary"
        head = f'Content-Disposition: form-data; name="{name}"' + ('; filename="a.jpg"' if file else "")
        data = (
            chance.choice((PICTURE, b"", b'{"rookery": 1, "plays": []}', chance.randbytes(200)))
            if file
            else (str(value).encode("utf-8", "replace"))
        )
        parts.append(f"--{mark}\r\n{head}\r\n\r\n".encode() + data + b"\r\n")
    return f"multipart/form-data; boundary={mark}", b"".join(parts) + f"--{mark}--\r\n".encode()
