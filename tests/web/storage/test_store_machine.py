"""Evenings with bad luck: phones tap at one table over two servers, and every part of the line
fails in turn.

A hypothesis state machine over the event store, the same one on SQLite and on PostgreSQL. Taps wait
in the phones' outboxes; requests and answers are lost, taps come twice, race each other, are sent
again after a restart, and are taken back. After each step what lies in the database is read past
the store and compared with what was promised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.deckfile import deck_text
from companion.events import UNDO, Event, Log
from companion.rocks import GAME
from companion.rocks.board import RING
from companion.rocks.state import DIE
from companion.rocks.table import TableState
from tests.companion.phones import fold
from tests.web.databases import reading
from web.storage.errors import RefusedError
from web.storage.store import Appended, Intent, Store

Place = Path | str
SEATS = ("s1", "s2")
LOBBY = (
    ("seat.take", {"seat": "s1", "name": "Anna", "colour": "coral"}),
    ("seat.take", {"seat": "s2", "name": "Ben", "colour": "jade"}),
    ("game.start", {"first": "s1"}),
)
_codes = count(1)

seats, spaces = st.sampled_from(SEATS), st.integers(0, RING - 1)
phones = servers = st.sampled_from((0, 1))


class _PowerCut(Exception):  # noqa: N818 - what happens, not what is raised for it
    """The machine stops between the last statement and the commit."""


def start(place: Place) -> Store:
    """A server, as far as the store is one."""
    return Store(place, trackers=lambda _: GAME.need_tracker())


class Evening(RuleBasedStateMachine):
    """Two phones, two servers, one table; `look` reads its events past the servers."""

    def __init__(
        self, place: Place, servers: list[Store], look: Callable[[str], list[Event]]
    ) -> None:
        super().__init__()
        self.place, self.servers, self.code = place, servers, f"T-{next(_codes)}"
        self.stored = partial(look, self.code)
        self.checked: Log[Any] = Log(GAME.need_tracker())
        self.keys = map("key-{}".format, count(1))
        self.outboxes: list[list[Intent]] = [[], []]
        self.seen = [0, 0]  # how many moves each phone believes that there were
        self.acknowledged: dict[str, tuple[Intent, int]] = {}  # by key, with their versions
        self.doubtful: set[str] = set()  # keys of what was sent, and the answer was lost
        self.refused: set[str] = set()

    def teardown(self) -> None:
        """What never arrived has left nothing; then the evening is forgotten."""
        unsent = {tap.key for box in self.outboxes for tap in box} - {
            *self.acknowledged,
            *self.doubtful,
        }
        assert not unsent & {event.key for event in self.stored()}
        self.servers[0].delete(self.code)
        assert self.stored() == []

    @initialize()
    def sit_down(self) -> None:
        """Two seats, and the game has started."""
        opening = {"game": "rocks", "options": {}, "deck": deck_text(GAME)[0]}
        self.servers[0].create(self.code, "rocks", opening, "secret")
        for kind, payload in LOBBY:
            self._answered(0, Intent("host", kind, payload, next(self.keys)))

    # --- what people tap

    @rule(
        phone=phones,
        kind=st.sampled_from(("rock.drop", "rock.drop", "rock.take")),
        seat=seats,
        space=spaces,
    )
    def move_a_rock(self, phone: int, kind: str, seat: str, space: int) -> None:
        """One more or one less: it doesn't matter what else comes first."""
        self._tap(phone, kind, {"seat": seat, "space": space})

    @rule(phone=phones, face=st.integers(0, DIE))
    def go_on(self, phone: int, face: int) -> None:
        """Roll, or end the move: what must happen once, however many tap it."""
        expects = {"expects": {"moves": self.seen[phone]}}
        self._tap(
            phone, *(("die.roll", {"face": face, **expects}) if face else ("move.done", expects))
        )

    @rule(phone=phones, back=st.integers(0, 5))
    def undo(self, phone: int, back: int) -> None:
        """One of the newest events; undoing an undo is a redo."""
        newest = max(version for _, version in self.acknowledged.values())
        self._tap(phone, UNDO, {"target": max(1, newest - back)})

    def _tap(self, phone: int, kind: str, payload: dict[str, Any]) -> None:
        self.outboxes[phone].append(Intent(SEATS[phone], kind, payload, next(self.keys)))

    # --- what becomes of it

    @precondition(lambda self: any(self.outboxes))
    @rule(phone=phones, server=servers)
    def send(self, phone: int, server: int) -> None:
        """The oldest tap that waits goes out, and its answer comes back."""
        for tap in self.outboxes[phone][:1]:
            self._answered(server, tap)
            self.outboxes[phone].remove(tap)
        state = self.servers[server].log(self.code).state
        assert isinstance(state, TableState)
        self.seen[phone] = state.moves

    @precondition(lambda self: any(self.outboxes))
    @rule(phone=phones, server=servers)
    def lose_the_answer(self, phone: int, server: int) -> None:
        """It arrives, but the phone doesn't hear so, and keeps it."""
        for tap in self.outboxes[phone][:1]:
            self.doubtful.add(tap.key)
            _send(self.servers[server], self.code, tap)

    @precondition(lambda self: any(self.outboxes))
    @rule(phone=phones, server=servers, late=st.booleans())
    def cut_the_power(self, phone: int, server: int, late: bool) -> None:
        """The server dies as it puts a tap in, as if it had never come; or as it commits, and
        nobody knows.
        """
        for tap in self.outboxes[phone][:1]:
            before = self.stored()
            with suppress(_PowerCut), _dying(self.servers[server].database.engine, late=late):
                _send(self.servers[server], self.code, tap)
            if late:
                self.doubtful.add(tap.key)
            else:
                assert self.stored() == before

    @precondition(lambda self: all(self.outboxes))
    @rule(twin=st.booleans())
    def race(self, twin: bool) -> None:
        """Two phones' taps arrive at two servers in the same moment; with `twin`, one phone's tap
        at both.
        """
        taps = [self.outboxes[0][0], self.outboxes[0 if twin else 1][0]]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda n: _send(self.servers[n], self.code, taps[n]), (0, 1)))
        for tap, answer in zip(taps, answers, strict=True):
            self._note(tap, answer)
        if twin:
            assert [bool(answer and answer.news) for answer in answers].count(True) <= 1
        for box in self.outboxes[: 1 if twin else 2]:
            box.pop(0)

    @precondition(lambda self: self.acknowledged)
    @rule(which=st.integers(0, 999), server=servers)
    def send_again(self, which: int, server: int) -> None:
        """A tap that was acknowledged comes once more: the same answer, and no news."""
        tap, _ = list(self.acknowledged.values())[which % len(self.acknowledged)]
        again = self._answered(server, tap)
        assert again is not None
        assert not again.news

    @precondition(lambda self: self.acknowledged)
    @rule(which=st.integers(0, 999), server=servers)
    def use_a_key_for_something_else(self, which: int, server: int) -> None:
        """Refused, whatever it is."""
        tap, _ = list(self.acknowledged.values())[which % len(self.acknowledged)]
        with pytest.raises(RefusedError) as refused:
            self.servers[server].append(
                self.code, Intent(tap.actor, "rock.drop", {"other": True}, tap.key)
            )
        assert refused.value.refusal.code == "key-reused"

    @rule(server=servers)
    def restart(self, server: int) -> None:
        """A server forgets all that it did not write down."""
        self.servers[server].close()
        self.servers[server] = start(self.place)

    def _answered(self, server: int, tap: Intent) -> Appended | None:
        answer = _send(self.servers[server], self.code, tap)
        self._note(tap, answer)
        return answer

    def _note(self, tap: Intent, answer: Appended | None) -> None:
        """A tap has one answer for ever, however often it was asked."""
        if answer is None:
            assert tap.key not in self.acknowledged
            self.refused.add(tap.key)
            return
        assert (
            self.acknowledged.setdefault(tap.key, (tap, answer.event.version))[1]
            == answer.event.version
        )
        assert (answer.event.kind, answer.event.payload) == (tap.kind, tap.payload)

    # --- what must hold

    @invariant()
    def what_lies_there_is_what_was_promised(self) -> None:
        """And both servers know it."""
        stored = self.stored()
        self._every_acknowledged_tap_is_there_once(stored)
        self._each_made_sense_in_its_place(stored)
        for server in self.servers if stored else ():
            known = server.log(self.code)
            assert list(known.events) == stored
            assert known.state == fold(GAME.need_tracker(), stored)

    def _every_acknowledged_tap_is_there_once(self, stored: list[Event]) -> None:
        """Versions without a gap; a tap of unknown fate lies there once or not at all; a refused
        one doesn't.
        """
        assert [event.version for event in stored] == list(range(1, len(stored) + 1))
        kept = {event.key: event.version for event in stored[1:]}
        assert len(kept) == len(stored[1:])
        promised = {key: version for key, (_, version) in self.acknowledged.items()}
        assert promised.items() <= kept.items()
        assert kept.keys() - promised.keys() <= self.doubtful - self.refused

    def _each_made_sense_in_its_place(self, stored: list[Event]) -> None:
        """Also where two were quicker than each other; and what lies there stays as it is."""
        assert list(self.checked.events) == stored[: self.checked.version]
        for event in stored[self.checked.version :]:
            assert self.checked.check(event) is None
            self.checked = self.checked.append(event)


def _send(server: Store, code: str, tap: Intent) -> Appended | None:
    """The server's answer, None for a refusal."""
    try:
        return server.append(code, tap)
    except RefusedError:
        return None


@contextmanager
def _dying(engine: sa.Engine, *, late: bool) -> Iterator[None]:
    """What is put in fails; or with `late` what is to be committed."""
    dying = ("commit", _die_at_commit) if late else ("before_cursor_execute", _die_at_insert)
    sa.event.listen(engine, *dying)
    try:
        yield
    finally:
        sa.event.remove(engine, *dying)


def _die_at_commit(_connection: object) -> None:
    raise _PowerCut


def _die_at_insert(_connection: object, _cursor: object, statement: str, *_: object) -> None:
    if statement.startswith("INSERT"):
        raise _PowerCut


def test_no_evening_loses_or_doubles_an_acknowledged_tap(place: Place) -> None:
    """State equals the fold of the events, and every acknowledged tap is one event, whatever goes
    wrong.
    """
    servers = [start(place), start(place)]
    with reading(place) as look:
        # hypothesis wants a type, and takes any maker
        machine: Any = partial(Evening, place, servers, look)
        run_state_machine_as_test(
            machine, settings=settings(max_examples=12, stateful_step_count=40)
        )
    for server in servers:
        server.close()
