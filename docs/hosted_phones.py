"""Phones for the hosted demo: they tap over HTTP, try again with the same key, and learn of taps by
their streams.
"""

from __future__ import annotations

import http.client
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

PAUSE_S, PATIENCE_S = 0.25, 90
JSON = {"Content-Type": "application/json"}
Json = dict[str, Any]


@dataclass
class Phone:
    """One device with an address and cookies of its own; `shown` says when its stream brought each
    version.
    """

    server: str
    address: str
    name: str = ""
    code: str = ""
    seat: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    lines: int = 0  # streams opened so far
    leaving: bool = False

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, Json]:
        """Status and JSON of one answer; raises `OSError` or `HTTPException` where
        there is none.
        """
        line = http.client.HTTPConnection(
            self.server, timeout=PATIENCE_S, source_address=(self.address, 0)
        )
        try:
            line.request(method, path, body, {**self._head(), **(headers or {})})
            answer = line.getresponse()
            data = answer.read()
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, json.loads(data) if data[:1] == b"{" else {}

    def insist(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """Repeat the request until it gets an answer; the key makes it one tap."""
        data = None if body is None else json.dumps(body).encode()
        return self._insist(lambda: self.ask(method, path, data, JSON), path)

    def open(self, game: str) -> str:
        """Open a table as its host; the code."""
        status, told = self.insist("POST", "/tables", {"game": game})
        assert status == 201, told
        self.code = told["code"]
        return self.code

    def sit(self, code: str, colour: str) -> None:
        """Take a seat."""
        self.code = code
        key = secrets.token_hex(8)
        asked = {"name": self.name, "colour": colour, "key": key}
        status, told = self.insist("POST", f"/t/{code}/seats", asked)
        assert status in (200, 201), told
        self.seat = told["seat"]

    def tap(self, kind: str, payload: Json | None = None, expects: Json | None = None) -> int:
        """One tap, acknowledged; the version that it made."""
        body = {"kind": kind, "payload": payload or {}, "key": secrets.token_hex(8)}
        if expects:
            body["expects"] = expects
        status, told = self.insist("POST", f"/t/{self.code}/events", body)
        assert status == 200, f"{kind}: {told}"
        return int(told["version"])

    def photo(self, data: bytes, key: str) -> tuple[int, Json]:
        """Send a photo of this player's pyramid once; return status and body."""
        edge = secrets.token_hex(16)
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in (("seat", self.seat), ("key", key))
        ]
        head = (
            f'--{edge}\r\nContent-Disposition: form-data; name="photo"; '
            'filename="table.jpg"\r\n\r\n'
        )
        body = b"".join([*parts, head.encode(), data, f"\r\n--{edge}--\r\n".encode()])
        kind = {"Content-Type": f"multipart/form-data; boundary={edge}"}
        return self.ask("POST", f"/t/{self.code}/photos", body, kind)

    def photo_until_read(self, data: bytes, key: str) -> Json:
        """Send a photo until it is read, as the page does, and return the response."""
        status, told = self._insist(lambda: self.photo(data, key), "the photo")
        assert status == 200, told
        return told

    def state(self) -> Json:
        """The table as this phone sees it."""
        status, told = self.insist("GET", f"/t/{self.code}/state")
        assert status == 200, told
        return told

    def follow(self) -> threading.Thread:
        """Keep a stream open until it is time to leave, also when a server dies."""
        thread = threading.Thread(target=self._follow, daemon=True)
        thread.start()
        return thread

    def _insist(self, send: Callable[[], tuple[int, Json]], what: str) -> tuple[int, Json]:
        """The first answer below 500; raises `SystemExit` where none comes within `PATIENCE_S`."""
        status, until = 0, time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                status, told = send()
            except (OSError, http.client.HTTPException):
                status, told = 0, {}
            if status and status < 500:
                return status, told
            time.sleep(PAUSE_S)
        raise SystemExit(f"{what} was answered with {status} to the end")

    def _follow(self) -> None:
        while not self.leaving:
            line = http.client.HTTPConnection(
                self.server, timeout=30, source_address=(self.address, 0)
            )
            try:
                line.request("GET", f"/t/{self.code}/stream", headers=self._head())
                answer = line.getresponse()
                if answer.status == 200:
                    self.lines += 1
                    self._listen(answer)
            except (OSError, http.client.HTTPException):
                pass
            finally:
                line.close()
            time.sleep(PAUSE_S)

    def _listen(self, answer: http.client.HTTPResponse) -> None:
        while not self.leaving and (line := answer.readline()):
            if line.startswith(b"id: "):
                self.shown.setdefault(int(line[4:]), time.perf_counter())

    def _head(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Accept": "application/json", "Cookie": cookies}


def delays_ms(sent: Mapping[int, float], phones: list[Phone]) -> list[float]:
    """How long each tap took from its sending until each phone had it, in ms; a later state holds
    it as well.
    """
    found = []
    for version, at in sent.items():
        for phone in phones:
            seen = [when for shown, when in phone.shown.items() if shown >= version]
            if seen:
                found.append(1000 * (min(seen) - at))
    return found


def in_words(delays: list[float]) -> str:
    """Median, 95 % and the worst."""
    ranked = sorted(delays)
    most = ranked[int(0.95 * (len(ranked) - 1))]
    return f"median {median(ranked):.0f} ms, 95 % within {most:.0f} ms, worst {ranked[-1]:.0f} ms"
