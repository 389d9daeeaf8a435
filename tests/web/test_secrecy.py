"""Two runs: plays that differ only in one player's secret look the same, to the byte, to everyone
else.

Whatever the server has a route for is asked by another seat, by the host's screen, by a screen that
looks on and by a stranger: bodies, headers and so sizes, live lines, refusals, and what the server
logs. Routes are taken from the app itself, so one that is new is asked without anyone thinking of
it. Clocks, codes, tokens and keys are given.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.events import UNDO
from web.auth.throttle import LIMITS
from web.games.base import screens
from web.services import services

TURN = {"turn": 1}
# points of a script; a glance does at others
EVERYTHING, REVEALED = "the last look before the reveal", "revealed"
ANYTHING = {"seat": "s1", "right": "s1", "photo": "0" * 32, "which": "photo", "form": "csv"}
# the host must not, or all is over
ENDS = {"rights.delete", "rights.revoke", "rights.revoke_screens", "plays.delete"}
Script = Callable[[Any, int], Iterator[str]]


def giza(house: Any, secret: int) -> Iterator[str]:
    """R3: Anna's choice, which she changes, which another takes back, and brings again; until all
    have chosen.
    """
    anna, ben, cleo = house.play(3)
    yield "before"
    assert anna.choose(3).status_code == 200
    assert anna.choose((1, 5)[secret]).status_code == 200
    yield "chosen"
    version = ben.state()["version"]
    assert ben.tap("undo", {"target": version}).status_code == 200
    assert ben.tap("undo", {"target": version + 1}).status_code == 200
    assert ben.choose(2).status_code == 200
    yield EVERYTHING
    assert cleo.choose(4).status_code == 200
    yield REVEALED


def pirates(house: Any, secret: int) -> Iterator[str]:
    """R2: where Ben places, on which card, and whether that costs a fish; until all have placed."""
    anna, ben, cleo = house.sit(3)
    for kind, payload in (("captain.give", {"seat": "s1"}), ("game.start", {})):
        assert house.host.tap(kind, payload).status_code == 200
    assert (
        anna.tap("event.reveal", {"event": anna.state()["due"][0]["id"]}, TURN).status_code == 200
    )
    cards = anna.state()["deck"]["handicaps"]

    def place(phone: Any, penguin: int, card: int, colour: str) -> None:
        payload = {"penguin": penguin, "card": card, "action": cards[penguin][card - 1][colour][0]}
        assert phone.tap("penguin.place", payload, TURN).status_code == 200

    place(anna, 0, 1, "white")
    yield "before"
    place(ben, 1, *((1, "white"), (7, "yellow"))[secret])
    yield "placed"
    version = cleo.state()["version"]
    assert cleo.tap("undo", {"target": version}).status_code == 200
    assert cleo.tap("undo", {"target": version + 1}).status_code == 200
    place(cleo, 2, 1, "white")
    yield EVERYTHING
    place(anna, 3, 1, "white")
    yield REVEALED


def solitaire(house: Any, secret: int) -> Iterator[str]:
    """R6: how long a hidden Quicksand runs, which no phone knows until it is out."""
    anna, *_ = house.sit(3)
    assert anna.tap("game.start", {"mode": "quicksand", "rounds": 1}).status_code == 200
    yield "before"
    shared = house.app.extensions["rookery"]
    shared.random.seed(secret)
    assert anna.tap("sand.hide", {}, {"round": 1}).status_code == 200
    shared.random.seed(7)  # what is drawn for others later isn't a secret
    yield EVERYTHING
    shared.deadlines.fire(house.code, shared.deadlines._set[house.code].due)
    yield REVEALED


@dataclass
class Spy:
    """Someone else's device, which asks for everything and keeps what it heard; `query` says as
    what it asks.
    """

    phone: Any
    query: str = ""
    line: Any = None  # its live line, bytes by and by
    heard: list[bytes] = field(default_factory=list)

    def listen(self) -> None:
        """Open a live line, if this device is let."""
        answer = self.phone.get(f"/t/{self.phone.house.code}/stream{self.query}")
        if answer.status_code == 200:
            house = self.phone.house
            self.line = services(house.app).broadcaster.streams(house.code)[-1]
        else:
            self.keep("stream", answer)

    def hear(self, version: int) -> None:
        """Keep what the live line has to send: that version."""
        if self.line:
            told = self.line.take()
            assert re.match(rb"id: %d\n" % version, told)
            self.heard.append(told)

    def ask(self, rule: Rule) -> None:
        """One route: the page, and a request to do something that is refused or changes nothing."""
        house = self.phone.house
        known = {**ANYTHING, "code": house.code}
        path = str(
            house.app.url_map.bind("").build(
                rule.endpoint, {name: known[name] for name in rule.arguments}
            )
        )
        if "GET" in (rule.methods or ()) and rule.endpoint != "api.stream":
            self.keep(path, self.phone.get(path + self.query))
        if "POST" in (rule.methods or ()) and rule.endpoint not in (
            ENDS if self.phone is house.host else ()
        ):
            self.keep(path, self.phone.post(path + self.query, {}))

    def look(self) -> None:
        """The state, as its page asks for it."""
        self.keep("state", self.phone.get(f"/t/{self.phone.house.code}/state{self.query}"))

    def tap(self, kind: str) -> None:
        """A tap that comes too late or says nothing sensible: the refusal carries the state."""
        payload = (
            {"seat": "s1", "number": 1}
            if kind == "action.choose"
            else {"penguin": 1, "card": 1, "action": "fish"}
        )
        self.keep(
            kind,
            self.phone.tap(kind, payload, {"round": 9, "turn": 9, "version": 9}, query=self.query),
        )

    def keep(self, what: str, answer: TestResponse) -> None:
        """Status, headers and body, but for the time of the day."""
        assert answer.status_code < 500, what
        told = sorted((name, value) for name, value in answer.headers if name != "Date")
        headers = [(name, re.sub(r"Expires=[^;]+", "", value)) for name, value in told]
        self.heard.append(f"{what} {answer.status} {headers}\n".encode() + answer.data)
        answer.close()


@dataclass(frozen=True)
class Play:
    """A game's script, and the seat whose phone knows the secret; none where only the
    server does.
    """

    script: Script
    keeper: str = ""


PLAYS = {"giza": Play(giza, "s1"), "pirates": Play(pirates, "s2"), "solitaire": Play(solitaire)}


def spies_of(house: Any, keeper: str) -> list[Spy]:
    """Another seat (and the tapper's own, of what only the server knows), the host, a screen, and a
    stranger.
    """
    screen, stranger = house.phone(), house.phone()
    digits = house.host.post(f"/t/{house.code}/passes/screen").json["pass"]
    assert screen.post(f"/t/{house.code}/seats/return", {"pass": digits}).status_code == 200
    seat = next(phone for phone in house.phones if phone.seat and phone.seat != keeper)
    return [*map(Spy, (seat, house.host, screen, stranger)), Spy(house.host, "?view=screen")]


def ask_all(house: Any, spies: list[Spy]) -> None:
    """Each route by each device that can be shown something, and each tap by who may tap at all."""
    seat, host, screen, stranger, *_ = spies
    for rule in house.app.url_map.iter_rules():
        if "code" in rule.arguments or not rule.arguments:  # what is made of a table, or of all
            for spy in (seat, host, screen, stranger) if "code" in rule.arguments else (stranger,):
                spy.ask(rule)
    for kind in sorted(screens(house.game).taps - {UNDO}):
        seat.tap(kind)


def evening(
    house: Any, play: Play, secret: int, logged: pytest.LogCaptureFixture
) -> dict[str, list[Any]]:
    """What each spy heard until each point of a play, and what the server wrote into its log."""
    shared, told = house.app.extensions["rookery"], dict[str, list[Any]]()
    spies = list[Spy]()
    for point in play.script(house, secret):
        if not spies:
            spies = spies_of(house, play.keeper)
            for spy in spies:
                spy.listen()
        for spy in spies:
            spy.hear(shared.store.standings([house.code])[house.code][0])
            spy.look()
        if point == EVERYTHING:
            ask_all(house, spies)
        told[point] = [[*spy.heard] for spy in spies] + [logged.messages.copy()]
        for spy in spies:
            spy.heard.clear()
        logged.clear()
    return told


@pytest.mark.parametrize("game", PLAYS)
def test_a_secret_is_in_nothing_that_anybody_else_can_get(
    configured: Any, game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Byte-identical until the reveal, and not after it, or nothing was compared."""
    caplog.set_level(logging.DEBUG)
    runs = []
    for secret in (0, 1):
        numbers = count()
        for name in ("token_hex", "token_urlsafe"):
            monkeypatch.setattr(
                secrets, name, lambda _=16, numbers=numbers: f"{next(numbers):032x}"
            )
        house = configured(
            DATA=configured.folder / str(secret),
            RANDOM=Random(7),
            LIMITS=dict.fromkeys(LIMITS, ""),
            # no deadline ends before it is asked to
            NOW=lambda: datetime(2126, 11, 21, 20, 0, tzinfo=UTC),
        )
        house.game = game
        runs.append(evening(house, PLAYS[game], secret, caplog))
    one, other = runs
    for point in one:
        pairs = [
            pair
            for heard in zip(one[point], other[point], strict=True)
            for pair in zip(*heard, strict=True)
        ]
        differs = [pair for pair in pairs if pair[0] != pair[1]]
        assert bool(differs) == (point == REVEALED), (
            f"{point}: {[one[:3000] for one in differs[0]] if differs else 0}"
        )
