"""A play: the players of a finished game, their scores and the winners, folded from the log of its
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar
from uuid import UUID, uuid5

from companion.events import Event, Log, effective

# the unit of a score; "" without scores
Unit: TypeAlias = Literal["", "points", "pips", "seconds", "spaces", "sum"]

UNITS: tuple[Unit, ...] = ("", "points", "pips", "seconds", "spaces", "sum")
PAUSE = timedelta(hours=1)  # after a longer silence the game went on another day
START = "game.start"
_OURS = UUID("6c0f7d0e-2f0b-5a57-9a5e-0f6f6a3d7c11")  # the namespace of our plays' ids

S = TypeVar("S")
OutcomeOf: TypeAlias = Callable[[S], "Outcome | None"]


@dataclass(frozen=True, slots=True)
class Result:
    """One player's: a score, if there is one; a rank from 1, shared ones alike, None for a player
    who isn't ranked.
    """

    name: str
    score: float | None = None
    rank: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game as its row reports it: the results clockwise, and their meaning.

    `lowest` is true if the lowest score wins; `together`, if all win or lose as one. Scores of one
    game are compared only within a `variant`. `note` is a sentence for people.
    """

    results: tuple[Result, ...]
    unit: Unit = "points"
    lowest: bool = False
    together: bool = False
    variant: str = ""
    note: str = ""

    @property
    def won(self) -> bool:
        """True if anyone has won."""
        return any(result.won for result in self.results)


@dataclass(frozen=True, slots=True)
class Play:
    """One game that was played to its end. `id` is a UUID: a play that comes again is known by it.

    `game` is its name. `table` is the code of its table and `fingerprint` that of its deck, ""
    where there was none. `started` and `ended` are ISO 8601 in UTC, `seconds` how long was really
    played.
    """

    id: str
    game: str
    started: str
    ended: str
    seconds: int
    outcome: Outcome
    table: str = ""
    deck: str = ""
    fingerprint: str = ""


def played(
    log: Log[S],
    outcome_of: OutcomeOf[S],
    game: str,
    *,
    table: str = "",
    deck: str = "",
    fingerprint: str = "",
) -> Play | None:
    """Return the play of a table by its log so far; None until the game is over.

    It ended with the event that gave it its present outcome.
    """
    outcome = outcome_of(log.state)
    started = next((event for event in effective(log.events) if event.kind == START), None)
    if outcome is None or started is None:
        return None
    last = _settled(log, outcome, outcome_of)
    between = [event for event in log.events if started.version <= event.version <= last.version]
    return Play(
        play_id(log.events[0]),
        game,
        started.at,
        last.at,
        playing_seconds(event.at for event in between),
        outcome,
        table,
        deck,
        fingerprint,
    )


def play_id(opening: Event) -> str:
    """Return the id of the play at the table that this event opened, from its random key."""
    return str(uuid5(_OURS, f"{opening.at} {opening.key}"))


def playing_seconds(times: Iterable[str]) -> int:
    """Return the seconds of play between taps at these times; a silence of more than an hour counts
    as none.

    >>> playing_seconds(["2026-11-21T20:00:00Z", "2026-11-21T20:30:00Z", "2026-11-28T20:00:00Z"])
    1800
    """
    moments = [datetime.fromisoformat(time) for time in times]
    steps = [later - earlier for earlier, later in pairwise(moments)]
    return round(
        sum((step for step in steps if timedelta(0) < step <= PAUSE), timedelta(0)).total_seconds()
    )


def _settled(log: Log[S], outcome: Outcome, outcome_of: OutcomeOf[S]) -> Event:
    """Return the event that gave the play its present outcome."""
    last = len(log.events)
    while last > 1 and outcome_of(log.states[last - 1]) == outcome:
        last -= 1
    return log.events[last - 1]
