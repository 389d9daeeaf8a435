"""Statistics of plays: for each game, each person and each month."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from companion.plays import Play, Result, Unit
from companion.text import name_key


@dataclass(frozen=True, slots=True)
class Record:
    """A person's record: `streak` counts the wins since the last loss, `longest` the most in a row.

    `best` and `mean` are of scores in one unit; None without scores.
    """

    name: str
    plays: int
    wins: int
    streak: int
    longest: int
    best: float | None = None
    mean: float | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The plays of a game in a variant; `wins` counts plays with a winner."""

    game: str
    variant: str
    unit: Unit
    lowest: bool
    together: bool
    plays: int
    wins: int
    seconds: int
    best: float | None
    best_by: tuple[str, ...]
    mean: float | None
    people: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of plays; `months` are pairs such as ("2026-11", plays that ended then)."""

    plays: int
    seconds: int
    people: tuple[Record, ...]
    games: tuple[GameRecord, ...]
    months: tuple[tuple[str, int], ...]


def statistics(plays: Iterable[Play]) -> Statistics:
    """Return the statistics of plays in any order; duplicates count once.

    People come with most wins first and without scores, which differ by game; games and variants
    with the most played first; and months from first to last, including those without a play.
    """
    ordered = chronological(plays)
    groups: dict[tuple[str, str, Unit], list[Play]] = defaultdict(list)
    for play in ordered:
        groups[name_key(play.game), name_key(play.outcome.variant), play.outcome.unit].append(play)
    games = map(_game, groups.values())
    return Statistics(
        len(ordered),
        sum(play.seconds for play in ordered),
        _records(ordered, scored=False, lowest=False),
        tuple(sorted(games, key=lambda row: (-row.plays, row.game, row.variant, row.unit))),
        _by_month(ordered),
    )


def chronological(plays: Iterable[Play]) -> tuple[Play, ...]:
    """Return the plays, earliest first, each id once."""
    # sorted, to keep the same one of two that differ
    once = {play.id: play for play in sorted(plays, key=repr)}
    return tuple(sorted(once.values(), key=lambda play: (play.ended, play.id)))


def streaks(results: Iterable[bool]) -> tuple[int, int]:
    """Return the number of wins in a row at the end, and the most in a row.

    >>> streaks([True, True, False, True]), streaks([False]), streaks([])
    ((1, 2), (0, 0), (0, 0))
    """
    runs = [(won, len([*run])) for won, run in groupby(results)]
    wins = [length for won, length in runs if won]
    return (runs[-1][1] if runs and runs[-1][0] else 0), max(wins, default=0)


def _by_month(plays: Sequence[Play]) -> tuple[tuple[str, int], ...]:
    counts = Counter(play.ended[:7] for play in plays)
    if not counts:
        return ()
    first, last = (int(m[:4]) * 12 + int(m[5:]) - 1 for m in (min(counts), max(counts)))
    months = (f"{month // 12:04d}-{month % 12 + 1:02d}" for month in range(first, last + 1))
    return tuple((month, counts[month]) for month in months)


def _game(plays: Sequence[Play]) -> GameRecord:
    latest = plays[-1].outcome
    bests = [(result.score, result.name) for play in plays for result in play.outcome.results]
    scores = [(score, name) for score, name in bests if score is not None]
    best = _best([score for score, _ in scores], lowest=latest.lowest)
    holders = {name_key(name): name for score, name in scores if score == best}
    return GameRecord(
        plays[-1].game, latest.variant, latest.unit, latest.lowest, latest.together,
        len(plays), sum(play.outcome.won for play in plays), sum(play.seconds for play in plays),
        best, tuple(holders.values()), _mean([score for score, _ in scores]),
        _records(plays, scored=True, lowest=latest.lowest),
    )  # fmt: skip


def _records(plays: Sequence[Play], *, scored: bool, lowest: bool) -> tuple[Record, ...]:
    by_player: dict[str, list[Result]] = defaultdict(list)
    for play in plays:
        for result in play.outcome.results:
            if known := name_key(result.name):
                by_player[known].append(result)
    records = []
    for results in by_player.values():
        scores = [result.score for result in results if result.score is not None] if scored else []
        wins, best = sum(result.won for result in results), _best(scores, lowest=lowest)
        runs, name = streaks(result.won for result in results), results[-1].name
        records.append(Record(name, len(results), wins, *runs, best, _mean(scores)))
    return tuple(sorted(records, key=lambda row: (-row.wins, row.plays, name_key(row.name))))


def _best(scores: Sequence[float], *, lowest: bool) -> float | None:
    return (min if lowest else max)(scores) if scores else None


def _mean(scores: Sequence[float]) -> float | None:
    return fmean(scores) if scores else None
