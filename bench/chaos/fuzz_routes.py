"""Fuzz of routes: requests in order and spoilt ones to every route, in this process, over sockets, and by schemathesis.

In this process (most of them) a world of tables of all games is played by devices that ask what the description of the
routes allows; half of what they ask is spoilt. A share goes over sockets to waitress, as phones do, among broken HTTP
(`fuzz_wire.py`); another share is schemathesis's. Every answer is judged: no fault, no hang, one shape of refusal, the
security headers, nobody else's secret, nothing of the machine. At the end the database is whole, and every table can
be played anew from its events.
"""

from __future__ import annotations

import gzip
import json
import logging
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from flask import Flask

from bench.chaos.fuzz_requests import BEFORE, COLOURS, HOST, MODES, NAMES, PLAYERS, SCREEN, Ask, Author, Table
from bench.chaos.fuzz_spoil import spoilt
from bench.chaos.fuzz_tally import (
    SECONDS,
    Tally,
    TooSlowError,
    hanging,
    limited,
    until_stopped,
)
from bench.chaos.ledger import folded, integrity, read
from bench.photos.fuzz import most_megabytes
from companion.deckfile import load_deck
from companion.decks import game_of
from companion.errors import PhotoError
from companion.game import game, slugs
from web.app import DEFAULTS, close, create_app
from web.doors.security import BARE, HEADERS, NO_PAGE
from web.doors.throttle import LIMITS
from web.games.screens import screens
from web.hosted import health, metrics
from web.hosted.bus import Bus
from web.hosted.wsgi import BUS
from web.openapi.description import description
from web.storage.tokens import derived

TABLES = 10  # in the world at a time, two of each game
WAITING = 60  # requests after which a table that has not begun is left
LONG = 150  # events after which a table is left
WELL = 0.5  # requests in order, of all
PLAYED = 40  # taps in order that a new table may have behind it
EXCEPTED = {503: "busy"}  # by design, with the seconds after which to come again
_TALES = re.compile(rb"Traceback \(most recent|site-packages|/web/[a-z_]+\.py|werkzeug\.|sqlalchemy\.|sqlite3\.")


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str]


class World:
    """An app on a folder of its own, its tables, and all secrets that its devices hold."""

    def __init__(self, folder: Path, chance: random.Random, size: int = TABLES) -> None:
        self.folder, self.chance, self._size = folder, chance, size
        limits = {"LIMITS": dict.fromkeys(LIMITS, "")} if "LIMITS" in DEFAULTS else {}
        self.app: Flask = create_app({
            "DATA": folder, "RANDOM": random.Random(chance.random()), "READ_PHOTO": self._read,
            "READ_LABEL": self._label, "HOSTS": ("localhost",), **limits,
        })  # fmt: skip
        self.app.extensions[BUS] = Bus("")  # what a hosted server has besides is asked, too
        health.register(self.app)
        metrics.register(self.app, "a-token-of-nobody")
        self.author = Author(description(self.app), chance)
        self.tables: list[Table] = []
        self.faults: list[str] = []  # what the server's log says of faults
        self._keys = 0
        self._readings = {slug: readings(slug) for slug in slugs()}
        self._notes = _Notes(self.faults)
        logger = logging.getLogger("rookery")
        logger.propagate = False
        logger.addHandler(self._notes)

    def close(self) -> None:
        """Give the app back."""
        logger = logging.getLogger("rookery")
        logger.removeHandler(self._notes)
        logger.propagate = True
        close(self.app)

    def send(self, ask: Ask) -> Answer:
        """Ask the app as a WSGI server would."""
        return called(self.app, ask)

    def jars(self) -> list[dict[str, str]]:
        """The cookies of all devices."""
        return [jar for table in self.tables for jar in table.jars.values()]

    def editions(self) -> dict[str, str]:
        """The decks of the tables, by game."""
        return {table.game: _edition(table.state) for table in self.tables}

    def table(self) -> Table:
        """One of the tables; a new one of the same game where it is gone or has grown long."""
        number = self.chance.randrange(self._size)
        while len(self.tables) <= number:
            self.tables.append(self.opened(slugs()[len(self.tables) % len(slugs())]))
        table = self.tables[number]
        waiting = table.state.get("phase") == "lobby" and table.asked > WAITING
        if waiting or not table.jars or table.state.get("version", 0) > LONG or table.state.get("finished"):
            self.tables[number] = table = self.opened(table.game)
        table.asked += 1
        return table

    def opened(self, slug: str) -> Table:
        """A new table: in the lobby, just begun, or played on for some taps."""
        told = self.asked(Table("", slug), "pages.start", "/tables", {"game": slug}, HOST)
        if told.status != 201:
            raise SystemExit(f"no table of {slug} opens: {told.body!r}\n{''.join(self.faults)}")
        table = Table(json.loads(told.body)["code"], slug, {HOST: told.cookies})
        for number in range(PLAYERS[slug] if self.chance.random() < 0.95 else 1):
            self._seat(table, number)
        self._screen(table)
        if self.chance.random() < 0.95:
            self._begin(table)
            for _ in range(self.chance.randrange(PLAYED)):
                self.note(table, ask := self.author.tap(table), self.send(ask))
        return table

    def asked(self, table: Table, endpoint: str, path: str, body: dict[str, Any], device: str) -> Answer:
        """A request in order, and what it teaches."""
        ask = self.author.write(
            endpoint, "POST", path, table, {}, {}, "application/json", json.dumps(body).encode(), device
        )
        answer = self.send(ask)
        self.note(table, ask, answer)
        return answer

    def note(self, table: Table, ask: Ask, answer: Answer) -> None:
        """Remember what an answer says of its table."""
        if answer.status in (200, 201) and answer.headers.get("content-type") == "application/json":
            told = json.loads(_plain(answer))
            if isinstance(told, dict):
                table.learn(told)
            if ask.endpoint == "api.tap":
                self.author.accepted[f"{table.game} {json.loads(ask.body)['kind']}"] += 1
            if "gone" in told:
                table.jars.clear()
        elif ask.endpoint == "api.tap" and answer.status in (400, 409):
            table.refused.add(json.loads(ask.body)["kind"])
        elif answer.status == 404 and b"unknown-table" in _plain(answer) and f"/{table.code}" in ask.target:
            table.jars.clear()

    def _key(self) -> str:
        self._keys += 1
        return f"world-{self._keys:06d}"

    def _seat(self, table: Table, number: int) -> None:
        colour = COLOURS.get(table.game, ("",) * 4)[number]
        body = {"name": NAMES[number], "colour": colour, "key": self._key()}
        answer = self.asked(table, "api.sit_down", f"/t/{table.code}/seats", body, "")
        if answer.status == 201:
            table.jars[json.loads(answer.body)["seat"]] = answer.cookies

    def _screen(self, table: Table) -> None:
        answer = self.asked(table, "doors.give_pass", f"/t/{table.code}/passes/screen", {}, HOST)
        digits = json.loads(answer.body)["pass"]
        answer = self.asked(table, "doors.use_pass", f"/t/{table.code}/seats/return", {"pass": digits}, "")
        table.jars[SCREEN] = answer.cookies

    def _begin(self, table: Table) -> None:
        mode = ("game.start", {"mode": self.chance.choice(MODES), "rounds": self.chance.randint(1, 3)})
        for kind, payload in BEFORE.get(table.game, (mode,)):
            body = {"kind": kind, "payload": payload, "key": self._key()}
            self.asked(table, "api.tap", f"/t/{table.code}/events", body, HOST)

    def _read(self, data: bytes, name: str, deck: str, _goals: Any, _timeout: float) -> Any:
        """Instead of the eye, which `fuzz_photos` looks after: a reading of another photo, or none."""
        if self.chance.random() < 0.3:
            raise PhotoError(name, "no table is in it", remedy="photograph it from above")
        return _Shot(self.chance.choice(self._readings[game_of(deck) or "giza"]), data, data)

    def _label(self, _data: bytes, name: str, _timeout: float) -> tuple[str, str]:
        raise PhotoError(name, "no label is in it", remedy="photograph the label")


class _Shot(NamedTuple):
    reading: dict[str, Any]
    overlay: bytes
    photo: bytes


class _Notes(logging.Handler):
    """Keeps what the app logs, with its tracebacks."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self.notes = notes
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        """One record more."""
        self.notes.append(self.format(record))


def readings(slug: str) -> list[dict[str, Any]]:
    """Scan results of a game as the eye gives them: of nothing, of some pieces, and of more than was asked for."""
    empty: dict[str, Any] = {"photo": "x.jpg", "pieces": [], "unsure": [], "violations": [], "size": [400, 300]}
    rows = [["penguin-01", "penguin-02", None, None], [None] * 3, [None] * 2, [None]]
    none = [[None] * 4, [None] * 3, [None] * 2, [None]]
    ids = [piece.id for piece in game(slug).pieces(load_deck(game(slug))) if piece.kind == "penguin"]
    some = {
        **empty,
        "pieces": [{"id": one, "face": "front", "outline": [[0, 0], [9, 9]]} for one in ids[:2]],
        "tokens": [],
    }
    parts = [{"pyramid": rows, "tokens": [], "unsure": []}] * 2
    return {
        "giza": [{**empty, "pyramid": none, "tokens": []}, {**some, "pyramid": rows}, {**some, "pyramids": parts}],
        "combust": [{**empty, "lines": []}, {**some, "lines": [{"cards": ids[:3]}]},
                    {**some, "lines": [{"cards": [None, *ids[:1]]}]}, {**some, "lines": [{"cards": ids[:1]}] * 2}],
        "solitaire": [{**empty, "tally": "LMS"}, {**empty, "position": "S,,/,,,/L,,"}, {**empty, "position": None}],
        "rocks": [empty], "pirates": [{**empty, "map": [], "white": None, "black": None}],
    }[slug]  # fmt: skip


# --- in this process --------------------------------------------------------------------------------------------------


def fuzz(seed: int, count: int, step: Callable[[], None] = lambda: None, tables: int = TABLES) -> Tally:
    """So many requests in this process."""
    tally = Tally("every route, in this process", seed, step)
    chance = random.Random(f"routes {seed}")
    with tempfile.TemporaryDirectory(dir=quick_disk()) as folder:
        world = World(Path(folder), chance, tables)
        try:
            with until_stopped(tally):
                for number in range(count):
                    one(world, tally, number)
            tally.notes |= {"kinds of tap accepted": _covered(world), "taps accepted": world.author.accepted.total()}
        finally:
            world.close()
        for problem in whole(Path(folder)):
            tally.found("the database", problem)
    return tally.done()


def one(world: World, tally: Tally, number: int) -> None:
    """One request, judged."""
    chance = world.chance
    table = world.table()
    well = world.author.ask(table, world.editions())
    ask = well if chance.random() < WELL else spoilt(well, chance, world.jars())
    name, began = f"request {number}, {ask.endpoint}", time.process_time()
    world.faults.clear()
    try:
        with limited(), hanging():
            answer = world.send(ask)
    except TooSlowError:
        tally.came("hung", SECONDS)
        tally.found(name, f"no answer after {SECONDS:g} s", ask.again())
        return
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        tally.came("crash")
        tally.found(name, f"left the app: {error!r:.300}", ask.again())
        return
    tally.came(str(answer.status), time.process_time() - began, most_megabytes())
    for problem in judged(ask, answer, world):
        tally.found(name, problem + "".join(f"\n{note[-1500:]}" for note in world.faults), ask.again())
    if ask is well:
        world.note(table, ask, answer)


def called(app: Flask, ask: Ask) -> Answer:
    """Call a WSGI app with this request; of a stream, what comes at once."""
    began: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        began[:] = [status, headers]
        return lambda _data: None

    chunks = app.wsgi_app(_environ(ask), start)
    try:
        coming = iter(chunks)
        body = next(coming, b"")
        if not dict(began[1]).get("Content-Type", "").startswith("text/event-stream"):
            body += b"".join(coming)
    finally:
        getattr(chunks, "close", lambda: None)()
    names = {name.lower(): value for name, value in began[1]}
    return Answer(int(began[0].split()[0]), names, body, cookies(v for n, v in began[1] if n.lower() == "set-cookie"))


def _environ(ask: Ask) -> dict[str, Any]:
    """The request as waitress would tell it to the app."""
    path, _, query = ask.target.partition("?")
    headers = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in ask.headers}
    length = headers.pop("HTTP_CONTENT_LENGTH", str(len(ask.body)))
    if not length.isdigit():  # waitress answers such a one itself
        length = "0"
    return {
        "REQUEST_METHOD": ask.method, "SCRIPT_NAME": "", "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.encode("utf-8", "replace").decode("latin-1"), "SERVER_NAME": "192.168.1.2",
        "SERVER_PORT": "8000", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": ask.address,
        "CONTENT_TYPE": headers.pop("HTTP_CONTENT_TYPE", ""), "CONTENT_LENGTH": length, "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http", "wsgi.input": BytesIO(ask.body[: int(length)]), "wsgi.errors": StringIO(),
        "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False, **headers,
    }  # fmt: skip


def cookies(lines: Iterator[str]) -> dict[str, str]:
    """What `Set-Cookie` lines set."""
    return {name: value for name, _, value in (line.partition(";")[0].partition("=") for line in lines) if value}


# --- what must hold ---------------------------------------------------------------------------------------------------


def judged(ask: Ask, answer: Answer, world: World) -> Iterator[str]:
    """What should not be so about an answer."""
    status, headers, body = answer.status, answer.headers, _plain(answer)
    if status >= 500 and not _excepted(answer, body):
        yield f"answered {status}: {body[:300]!r}"
    kind = headers.get("content-type", "").partition(";")[0]
    missing = [name for name in (BARE if kind in NO_PAGE or status == 304 else HEADERS) if name.lower() not in headers]
    if missing:
        yield f"{status} without {', '.join(missing)}"
    if status >= 400 and ask.method != "HEAD":
        yield from _misshapen(status, kind, body)
    if told := _TALES.search(body):
        yield f"{status} tells of the machine: {told[0]!r}"
    yield from _secrets(ask, answer, body, world)


def _excepted(answer: Answer, body: bytes) -> bool:
    word = EXCEPTED.get(answer.status, "")
    return bool(word) and word.encode() in body and "retry-after" in answer.headers


def _misshapen(status: int, kind: str, body: bytes) -> Iterator[str]:
    """A refusal is JSON of one shape, or a page of ours."""
    if kind == "text/html":
        if b"</html>" not in body or b"rookery" not in body.lower():
            yield f"{status} is no page of ours: {body[:200]!r}"
    elif kind == "application/json":
        error = json.loads(body).get("error")
        fields = error if isinstance(error, dict) else {}
        if not isinstance(fields.get("code"), str) or str(fields.get("message")).rstrip()[-1:] not in (".", "!", "?"):
            yield f"{status} has another shape: {body[:200]!r}"
    else:
        yield f"{status} is {kind or 'of no type'}: {body[:200]!r}"


def _secrets(ask: Ask, answer: Answer, body: bytes, world: World) -> Iterator[str]:
    """No answer tells a secret; a cookie goes to nobody who had it not, or has the one from which it follows (a device
    that used its pass and never heard of it); and where files lie to nobody.
    """
    sent = dict(ask.headers).get("Cookie", "")
    own = {derived(pair.partition("=")[2], right) for pair in sent.split("; ") for right in (HOST, SCREEN)}
    for jar in world.jars():
        for name, value in jar.items():
            if value.encode() in body:
                yield f"{answer.status} tells the secret {name}"
            if answer.cookies.get(name) == value and value not in sent and value not in own:
                yield f"{answer.status} gives the secret {name} to somebody else"
    if str(world.folder).encode() in body:
        yield f"{answer.status} tells where files lie"


def whole(folder: Path) -> Iterator[str]:
    """What is wrong with the database after a run: its file, and events that make no sense in their place."""
    yield from integrity(folder)
    for code, events in read(folder).items():
        yield from (f"{code}: {problem}" for problem in folded(events)[1])


def _plain(answer: Answer) -> bytes:
    """A body as it was before compression."""
    return gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body


def _edition(state: dict[str, Any]) -> str:
    return str(state.get("deck", {}).get("edition", "0" * 64))


def _covered(world: World) -> str:
    """How many of all kinds of tap have been accepted, and which have not."""
    every = {f"{slug} {kind}" for slug in slugs() for kind in screens(slug).taps}
    absent = sorted(every - set(world.author.accepted))
    return f"{len(every) - len(absent)} of {len(every)}" + (f" (not {', '.join(absent)})" if absent else "")


def quick_disk() -> str | None:
    """Where syncs cost nothing, where there is such a place: it is not the disk that is tried here."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder of our own is made in it
