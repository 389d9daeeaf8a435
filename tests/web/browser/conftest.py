"""A real server process, real Chromium, and the phones round a table.

Everything is reached by the machine's address in the network, as by a phone: http://192.168.x.x isn't a secure context, and 127.0.0.1 would be one. Set ROOKERY_SHOTS=DIR to keep a picture of each
screen there.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from bench.programs import PHONE
from bench.wire import free_port

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PLAYERS = (("Ana", "copper"), ("Bo", "violet"), ("Cleo", "rose"), ("Dina", "slate"))
COLOURS = {
    "giza": dict(PLAYERS),
    "rocks": {"Ana": "coral", "Bo": "jade", "Cleo": "amber", "Dina": "violet"},
}
HINTS = (
    "lobby",
    "choose",
    "turns",
    "pyramid",
    "scoring",
    "over",
    "table",
    "history",
    "rocks-lobby",
    "rocks-turn",
    "rocks-table",
    "combust-lobby",
    "combust-lines",
    "combust-turn",
    "combust-table",
    "solitaire-lobby",
    "solitaire-play",
    "solitaire-table",
    "pirates-lobby",
    "pirates-voyage",
    "teach-giza",
    "teach-rocks",
    "teach-combust",
    "teach-solitaire",
    "teach-pirates",
)
PATIENCE_MS = 120_000  # a busy machine is slow, not wrong
expect.set_options(timeout=PATIENCE_MS)
PHOTOS = Path(__file__).parents[2] / "photos"
AS_IT_IS = ("-m", "rookery")
UNLIMITED = (str(Path(__file__).with_name("unlimited.py")),)
READY = "Stop with"  # what the server prints once it listens
# Tests tap faster than any finger: on their pages the stopwatch of static/js/guard.js runs so fast
# that a new control is never too new.
SWIFT = "const watch = performance.now.bind(performance); performance.now = () => 1e6 * watch();"
Json = dict[str, Any]


@pytest.fixture(scope="session")
def lan() -> str:
    """The machine's address in the network. A UDP socket that connects sends nothing, but learns
    it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    if address.startswith("127."):
        pytest.skip("no network address: on 127.0.0.1 pages would be a secure context")
    return address


class Server:
    """`rookery table` as a process of its own, which a test may kill and start again."""

    def __init__(self, lan: str, data: Path, rookery: Sequence[str] = AS_IT_IS) -> None:
        self.data, self._command = data, [sys.executable, *rookery, "table", "--data", str(data)]
        self.port = free_port()
        self.base = f"http://{lan}:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it on the same port with the same data, and wait until it listens."""
        command = [*self._command, "--port", str(self.port)]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        assert self.process.stdout is not None
        if not any(READY in line for line in self.process.stdout):
            pytest.fail(f"`{' '.join(command)}` ended with status {self.process.wait()}")

    def kill(self) -> None:
        """As a crash would: no chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C would."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
        self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture(scope="session")
def server(lan: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that let it live."""
    running = Server(lan, tmp_path_factory.mktemp("tables"), UNLIMITED)
    yield running
    running.stop()


@pytest.fixture
def mortal(server: Server) -> Iterator[Server]:
    """The same, for a test that kills it and starts it again: nothing of anyone's table is lost by
    that.
    """
    yield server
    if server.process.poll() is not None:
        server.start()


@pytest.fixture
def own_server(lan: str, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which may be unkind to it for long."""
    running = Server(lan, tmp_path)
    yield running
    running.stop()


class Client:
    """A phone without a screen: it brings a table to where a test begins."""

    def __init__(self, base: str, view: str = "") -> None:
        self.base, self.view, self.jar = base, view, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> bytes:
        """The body of a page."""
        with self._opener.open(self.base + path, timeout=60) as answer:
            return bytes(answer.read())

    def post(self, path: str, data: Json) -> Json:
        """The JSON answer to a JSON request; a refusal fails the test."""
        headers = {"Content-Type": "application/json"}
        request = Request(self.base + path, json.dumps(data).encode(), headers)  # noqa: S310 - our own server
        with self._opener.open(request, timeout=60) as answer:
            return dict(json.load(answer))

    def send_photo(self, path: str, photo: Path, seat: str) -> None:
        """A photo for a seat, as a form sends it."""
        line = secrets.token_hex(8)
        fields = {"seat": seat, "key": line}
        parts = [
            f'--{line}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{fields[name]}\r\n'
            for name in fields
        ]
        head = (
            f'--{line}\r\nContent-Disposition: form-data; name="photo"; '
            f'filename="{photo.name}"\r\n\r\n'
        )
        body = (
            "".join([*parts, head]).encode() + photo.read_bytes() + f"\r\n--{line}--\r\n".encode()
        )
        headers = {"Content-Type": f"multipart/form-data; boundary={line}"}
        with self._opener.open(Request(self.base + path, body, headers), timeout=60):  # noqa: S310 - our own server
            pass

    def adopt(self, context: BrowserContext) -> Client:
        """Go on in the place of a browser."""
        cookies = "; ".join(
            f"{cookie['name']}={cookie['value']}" for cookie in context.cookies(self.base)
        )
        self._opener.addheaders = [("Cookie", cookies)]
        return self

    def cookies(self) -> list[Any]:
        """The cookies of the device, for a browser that goes on in its place."""
        return [{"name": c.name, "value": c.value, "url": self.base} for c in self.jar]


class Table:
    """A table with its host and its seats, played by requests until a browser takes over."""

    def __init__(self, base: str, code: str, host: Client, seats: dict[str, Client]) -> None:
        self.base, self.code, self.host, self.seats = base, code, host, seats
        self.seen: Json = {}  # the newest state that anyone was shown

    @classmethod
    def open(cls, base: str, players: int = 3, game: str = "giza") -> Table:
        """A new table with `players` seats taken."""
        host = Client(base, "?view=host")
        table = cls(base, str(host.post("/tables", {"game": game})["code"]), host, {})
        for name, _ in PLAYERS[:players]:
            table.join(name, COLOURS.get(game, {}).get(name, ""))
        return table

    def join(self, name: str, colour: str = "") -> None:
        """One more seat."""
        client = Client(self.base)
        client.get(f"/j/{self.code}")
        told = client.post(
            f"/t/{self.code}/seats", {"name": name, "colour": colour, "key": secrets.token_hex(8)}
        )
        self.seats[told["seat"]] = client

    def state(self, seat: str | None = None) -> Json:
        """The state as a seat, or the host, sees it."""
        client = self.seats[seat] if seat else self.host
        self.seen = dict(json.loads(client.get(f"/t/{self.code}/state{client.view}")))
        return self.seen

    def tap(
        self,
        kind: str,
        payload: Json | None = None,
        *,
        by: str | None = None,
        expects: Json | None = None,
    ) -> Json:
        """One event by a seat, or by the host."""
        client = self.seats[by] if by else self.host
        body = {"kind": kind, "payload": payload or {}, "key": secrets.token_hex(8)}
        told = client.post(
            f"/t/{self.code}/events{client.view}",
            {**body, **({"expects": expects} if expects else {})},
        )
        self.seen = told["state"]
        return told

    def photograph(self, name: str, seat: str = "s1") -> None:
        """A photo of ours, taken by a seat, and read by the server's own eye."""
        self.seats[seat].send_photo(f"/t/{self.code}/photos", PHOTOS / name, seat)

    def start(self, chief: str = "s1", goals: list[str] | None = None) -> Table:
        """Out of the lobby."""
        self.tap("chief.give", {"seat": chief})
        self.tap(
            "goals.set",
            {"goals": goals or [goal["id"] for goal in self.state()["deck"]["goals"][:3]]},
        )
        self.tap("game.start")
        return self

    def choose(self, **numbers: int) -> Table:
        """Secret choices by seat."""
        for seat, number in numbers.items():
            self.tap(
                "action.choose", {"number": number}, by=seat, expects={"round": self.seen["round"]}
            )
        return self

    def turn(self, *, took: bool = True) -> Table:
        """The active seat's turn."""
        seat = next(seat["id"] for seat in self.seen["seats"] if seat["turn"] == "active")
        expects = {"round": self.seen["round"], "seat": seat}
        self.tap("turn.done", {"seat": seat, "took": took}, by=seat, expects=expects)
        return self

    def play(self, rounds: int = 10) -> Table:
        """Whole rounds: every seat plays its lowest card, and #4 when nothing else is left."""
        self.state()
        for _ in range(rounds):
            played = {seat["id"]: seat["played"] for seat in self.seen["seats"]}
            self.choose(
                **{seat: min({1, 2, 3, 5} - set(out), default=4) for seat, out in played.items()}
            )
            for _seat in played:
                self.turn(took=False)
        return self


@pytest.fixture
def table(server: Server) -> Callable[..., Table]:
    """Opens a table with `players` seats taken."""
    return lambda players=3, game="giza": Table.open(server.base, players, game)


@pytest.fixture
def table_on() -> Callable[..., Table]:
    """Opens a table on a server of your own."""
    return lambda server, players=3: Table.open(server.base, players)


@pytest.fixture
def table_of() -> Callable[[Json], Table]:
    """The `Table` that plays on by requests where browsers began: `game` holds server, code, host
    and phones.
    """

    def adopt(game: Json) -> Table:
        base = game["server"].base
        phones = {phone.page.get_attribute("body", "data-seat"): phone for phone in game["phones"]}
        seats = {seat: Client(base).adopt(phone.context) for seat, phone in phones.items()}
        return Table(
            base, game["code"], Client(base, "?view=host").adopt(game["host"].context), seats
        )

    return adopt


@pytest.fixture(scope="session")
def stage(server: Server) -> Callable[[Callable[[Table], object]], Table]:
    """A table that `bring(table)` has played to where a screen shows; for tests that only look, so
    it is made once.
    """
    made: dict[object, Table] = {}

    def at(bring: Callable[[Table], object]) -> Table:
        if bring not in made:
            made[bring] = Table.open(server.base)
            bring(made[bring])
        return made[bring]

    return at


class Phone:
    """A browser context of its own, which notes every complaint of the console."""

    def __init__(self, browser: Browser, *, hints: bool = False, **options: Any) -> None:
        settings: Json = {
            "viewport": PHONE,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            **options,
        }
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(f"{{ {SWIFT} }}")
        if not hints:
            seen = ";".join(
                f"localStorage.setItem('rookery:hint:{name}', 'read')" for name in HINTS
            )
            self.context.add_init_script(f"try {{ {seen} }} catch {{}}")
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.expected: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(
                f"{message.type}: {message.text} ({message.location.get('url', '')})"
            )

    def expect(self, *patterns: str) -> None:
        """Complaints that this test provokes, such as a refused request."""
        self.expected += patterns

    def unexpected(self) -> list[str]:
        """What the console said that no test asked for."""
        return [
            said for said in self.complaints if not any(re.search(p, said) for p in self.expected)
        ]


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end none may have had a console error or a CSP violation."""
    made: list[Phone] = []

    def make(**options: Any) -> Phone:
        made.append(Phone(browser, **options))
        return made[-1]

    yield make
    complaints = [said for phone in made for said in phone.unexpected()]
    for phone in made:
        phone.context.close()
    assert complaints == []


@pytest.fixture
def sit(phones: Callable[..., Phone]) -> Callable[..., Page]:
    """Opens a seat's screen (or the host's, without a seat) of a `Table` in a browser
    of its own.
    """

    def open_seat(
        table: Table,
        seat: str | None,
        script: str = "",
        complaints: Sequence[str] = (),
        **options: Any,
    ) -> Page:
        phone = phones(**({} if seat else {"viewport": LAPTOP}), **options)
        phone.expect(*complaints)
        phone.context.add_init_script(script)
        client = table.seats[seat] if seat else table.host
        phone.context.add_cookies(client.cookies())
        phone.page.goto(f"{table.base}/t/{table.code}" + ("" if seat else "/host"))
        phone.page.locator("main[data-phase]").wait_for()
        return phone.page

    return open_seat


@pytest.fixture
def shoot() -> Callable[[Page, str], None]:
    """Keeps a picture of a page in light, in dark and in German, when ROOKERY_SHOTS names a
    folder.
    """
    folder = os.environ.get("ROOKERY_SHOTS")

    def keep(page: Page, name: str) -> None:
        if not folder:
            return
        Path(folder).mkdir(parents=True, exist_ok=True)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(SETTLED)
            page.screenshot(path=Path(folder) / f"{name}-{scheme}.png", animations="disabled")
        _in_german(page, Path(folder) / f"{name}-german.png")

    return keep


def _in_german(page: Page, target: Path) -> None:
    """Keep a picture of the same page in German, as it opens: without what was tapped since."""
    context = page.context
    context.add_cookies([{"name": "language", "value": "de", "url": page.url}])
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_load_state("networkidle" if "/t/" not in page.url else "load")
    other.locator("main").first.wait_for()
    other.evaluate(SETTLED)
    other.screenshot(path=target, animations="disabled")
    other.close()
    context.clear_cookies(name="language")


SETTLED = """async () => {
  await document.fonts.ready;
  const seen = (image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight;
  await Promise.all([...document.images].filter(seen).map((image) => image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ends = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity;
  await Promise.all(document.getAnimations().filter(ends).map((one) => one.finished.catch(() => {})));
}"""
