"""Plays: records of finished games, made from the logs of their tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal, TypeAlias
from uuid import UUID, uuid5

from companion.events import Log, effective
from companion.tracking import TableT

# the unit of a score; "" without scores
Unit: TypeAlias = Literal["", "points", "pips", "seconds", "spaces", "sum"]

UNITS: tuple[Unit, ...] = ("", "points", "pips", "seconds", "spaces", "sum")
PAUSE = timedelta(hours=1)  # after a longer pause, play continued another day
START = "game.start"
_OURS = UUID("6c0f7d0e-2f0b-5a57-9a5e-0f6f6a3d7c11")  # the namespace of the ids of our plays

OutcomeOf: TypeAlias = Callable[[TableT], "Outcome | None"]


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result: the score, None without one, and the rank from 1, None if not ranked."""

    name: str
    score: float | None = None
    rank: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: the players' results, clockwise, and what scores mean.

    `lowest` is true if the lowest score wins, and `together` if all win or lose as a team. Scores
    are compared only within a `variant`. `note` is a sentence for people.
    """

    results: tuple[Result, ...]
    unit: Unit = "points"
    lowest: bool = False
    together: bool = False
    variant: str = ""
    note: str = ""

    @property
    def won(self) -> bool:
        """True if any player won."""
        return any(result.won for result in self.results)


@dataclass(frozen=True, slots=True)
class Play:
    """A finished game. `id` is a UUID, by which a play is recognised when imported again.

    `game` is the game's name, `table` the code of its table, and `fingerprint` that of its deck;
    they are "" if unknown. `started` and `ended` are ISO 8601 in UTC, and `seconds` the time of
    play without pauses.
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
    log: Log[TableT],
    outcome_of: OutcomeOf[TableT],
    game: str,
    *,
    table: str = "",
    deck: str = "",
    fingerprint: str = "",
) -> Play | None:
    """Return the play of a table from its log; None until the game is over.

    It ends with the first outcome after play last moved on, whatever is corrected later.
    """
    outcome = outcome_of(log.state)
    started = next((event for event in effective(log.events) if event.kind == START), None)
    if outcome is None or started is None:
        return None
    settled = (
        event
        for event, after in zip(log.events, log.states[1:], strict=True)
        if event.version >= log.state.moved and outcome_of(after)
    )
    last, opening = next(settled), log.events[0]
    moments = [
        datetime.fromisoformat(event.at)
        for event in log.events
        if started.version <= event.version <= last.version
    ]
    steps = (later - earlier for earlier, later in pairwise(moments))
    playing = sum((step for step in steps if timedelta(0) < step <= PAUSE), timedelta(0))
    return Play(
        str(uuid5(_OURS, f"{opening.at} {opening.key}")),  # the key is random
        game,
        started.at,
        last.at,
        round(playing.total_seconds()),
        outcome,
        table,
        deck,
        fingerprint,
    )
