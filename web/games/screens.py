"""What a game's row offers to the phones: `Screens`, which `screens(slug)` finds, and what stands
in its terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from random import Random
from typing import Any, Protocol, TypeAlias

from companion.events import Log, Tracker
from companion.game import Deck, game_for, part
from companion.language import ENGLISH
from companion.plays import Outcome

Json: TypeAlias = dict[str, Any]
Viewer: TypeAlias = str | None  # a seat's id; None is the host's screen, which knows no secrets


@dataclass(frozen=True, slots=True)
class Moment:
    """What a tap meets beside the table: chance, and the time by the server's clock, in UTC."""

    random: Random
    now: datetime


@dataclass(frozen=True, slots=True)
class Deadline:
    """An event that the server makes at a time `at`, in UTC, unless play goes on before."""

    at: datetime
    kind: str
    payload: Json


class Screens(Protocol):
    """One game's row of the phone wing."""

    @property
    def tracker(self) -> Tracker[object]:
        """Folds this game's events."""

    @property
    def taps(self) -> frozenset[str]:
        """The kinds of event that a phone may send; all others are the server's own."""

    @property
    def timed(self) -> bool:
        """Whether screens show clocks, and so need to know the server's time."""

    @property
    def photo_kind(self) -> str:
        """The kind of event that a photo becomes; "" in a game that takes none."""

    def opening(self, deck: str | None = None) -> Json:
        """The payload of a new table's first event: game, options and deck, `deck` being your own
        deck file.
        """

    def seat(self, log: Log[object], name: str, colour: str) -> Json:
        """The payload that seats somebody at the next free place."""

    @property
    def drawn(self) -> frozenset[str]:
        """The kinds of tap whose event is the server's own doing, such as a limit that nobody may
        know.
        """

    @property
    def reckoned(self) -> frozenset[str]:
        """The kinds of tap whose event may take a core for seconds: they are made in turn, as
        photos are read.
        """

    def tap(
        self, kind: str, payload: Mapping[str, object], moment: Moment, log: Log[object]
    ) -> tuple[str, Json]:
        """The event that a tap becomes: chance and time are decided here, once."""

    def deadline(self, log: Log[object]) -> Deadline | None:
        """What the server does by itself, and when, if nobody is quicker."""

    def advice(self, log: Log[object], seat: str) -> Json:
        """What a seat may be advised; raises `UsageError` in a game without advice."""

    def view(self, log: Log[object], viewer: Viewer) -> Json:
        """All that `viewer` may know of the table: what is `shared`, with what is `personal` in its
        place.
        """

    def shared(self, log: Log[object]) -> Json:
        """What all may know of the table; nothing hidden is in it, in no form."""

    def personal(self, log: Log[object], viewer: Viewer, shared: Json) -> Json:
        """What `viewer` sees in place of what is `shared`."""

    def door(self, log: Log[object]) -> Json:
        """What the join page shows: `title`, `seats`, `colours`, and why nobody can sit down
        (`locked`, or "").
        """

    def seats(self, log: Log[object]) -> tuple[str, ...]:
        """The ids of those who sit at the table."""

    def summary(self, log: Log[object]) -> Json:
        """A line of the list of tables: `phase`, `round`, `names`."""

    def outcome(self, state: object) -> Outcome | None:
        """How the game ended; None as long as it has not, whatever is known by then."""

    def deck_text(self, log: Log[object]) -> tuple[str, tuple[str, ...]]:
        """The deck file's text and the ids of the goals in play: what a photo is read with."""

    def read(self, log: Log[object], seat: str, photo: str, reading: Json) -> Json:
        """The payload that tells what a photo of that seat's table says; raises `PhotoError` when
        it says nothing.
        """

    def photo_event(self, payload: Json) -> str:
        """The kind of event that a photo with that payload becomes."""

    def table_deck(self, log: Log[object]) -> Deck:
        """The table's deck."""

    def art(self, deck: object, piece: str, face: str, language: str = ENGLISH) -> str:
        """One face of a piece as SVG, its words in that language; raises `UsageError` where there
        is no such face.
        """


@cache
def screens(slug: str) -> Screens:
    """The row of the game called `slug`; raises `UsageError` for a name that is no game of ours."""
    found: Screens = part(game_for("table", slug).slug, "screens")
    return found
