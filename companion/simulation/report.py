"""The report of many games, and its words for the terminal, the chart and the docs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite
from typing import Literal, TypeAlias

from companion.game import Deck, Game
from companion.language import counted
from companion.simulation.run import Run
from companion.study import (
    PERCENT,
    Estimate,
    Spread,
    Study,
    Tally,
    Target,
    advantage,
    mean,
    mean_error,
    quantile,
    seat_rates,
    spread,
    team_rates,
    total,
)

Verdict: TypeAlias = Literal["held", "within error", "missed", "not seen"]
SENSIBLE = "sensible"  # the bots whose games targets are for
NAMES = ("min", "p10", "p50", "p90", "max")  # names of the quantiles in MARKS
DIGITS = 6  # decimals in JSON


@dataclass(frozen=True, slots=True)
class CardFigure:
    """The use of a card: how often a game, and how often its users won.

    `advantage` is relative to the average user of a card of its group; None if no player used it,
    or none of these users won.
    """

    id: str
    name: str
    per_game: float
    users: int
    advantage: Estimate | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A card that differs from the standard deck, and the same card there, None if it is new.

    `advantage` and `standard_advantage` are as in `CardFigure`, `difference` is between them, and
    after `settled_by` games its interval would leave out 0, if the difference stays.
    """

    id: str
    name: str
    advantage: Estimate | None
    standard_name: str | None
    standard_advantage: Estimate | None
    difference: Estimate | None
    settled_by: int | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a study: the mean with its standard error, the median, and the number of values."""

    name: str
    mean: Estimate
    error: float
    median: int
    count: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A target, its figures, and its verdict: "within error" is a miss that chance explains."""

    target: Target
    figures: Mapping[str, Estimate]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Report:
    """The report of many games.

    `run.games` is the intended number of games, `games` the number played. `score` is None if
    points only say who won, and `team` is None if players compete. `nobody` is the share of games
    without a winner, and `longest` is in moves. `targets` are empty unless only sensible bots play,
    without a variant, and `compared` unless your own deck's cards differ from the standard deck.
    """

    run: Run
    deck: str
    study: Study[Deck, object, object]
    games: int
    seats: tuple[Estimate, ...]
    team: Estimate | None
    nobody: float
    score: Spread | None
    length: Spread
    longest: int
    cards: Mapping[str, tuple[CardFigure, ...]]
    facts: tuple[Fact, ...]
    targets: tuple[Judged, ...]
    compared: tuple[Compared, ...] = ()


def report(game: Game, deck: Deck, run: Run, tally: Tally) -> Report:
    """Return the report of a run's `tally`, which must have at least one game."""
    study = game.need_play().study
    judged = not run.variant and set(run.bots) == {SENSIBLE}
    groups = {
        group: tuple(
            CardFigure(
                deed,
                name,
                tally.done[deed] / tally.games,
                tally.doers[deed],
                advantage(tally, deed, names),
            )
            for deed, name in names.items()
        )
        for group, names in study.cards(deck).items()
    }
    facts = (
        Fact(name, mean(each), mean_error(each)[1], quantile(each.values, 0.5), each.count)
        for name, each in tally.facts.items()
        if each.count
    )
    return Report(
        run=run,
        deck=deck.fingerprint,
        study=study,
        games=tally.games,
        seats=tuple(seat_rates(tally).values()),
        team=team_rates(tally)[""] if study.team else None,
        nobody=tally.winners[()] / tally.games,
        score=spread(tally.points) if study.points else None,
        length=spread(tally.lengths),
        longest=tally.longest,
        cards=groups,
        facts=tuple(facts),
        targets=tuple(judge(study.targets, [tally])) if judged else (),
    )


# --- targets --------------------------------------------------------------------------------------


def judge(targets: Iterable[Target], tallies: Sequence[Tally]) -> Iterator[Judged]:
    """Yield each target, judged by the tallies for its numbers of players, or by their sum."""
    for target in targets:
        meant = [
            tally for tally in tallies if not target.players or tally.players in target.players
        ]
        if target.together and meant:
            meant = [total(meant)]
        figures = {}
        for tally in meant:
            players = f"{tally.players} players" if len(meant) > 1 else ""
            for name, estimate in target.measure(tally).items():
                figures[", ".join(filter(None, [players, name]))] = estimate
        verdict: Verdict = "held" if figures else "not seen"
        for estimate in figures.values():
            if not target.low <= estimate.value <= target.high:
                near = estimate.low <= target.high and estimate.high >= target.low
                verdict = "within error" if near and verdict != "missed" else "missed"
        yield Judged(target, figures, verdict)


# --- JSON -----------------------------------------------------------------------------------------


def as_json(whole_report: Report) -> dict[str, object]:
    """Return the report for programs (docs/formats.md), with figures rounded to six decimals."""
    run = whole_report.run
    score = whole_report.score and {
        "name": whole_report.study.points,
        "lower_wins": whole_report.study.lower,
        **_spread(whole_report.score),
    }
    whole = {
        "rookery": 1,
        "game": run.slug,
        "deck": whole_report.deck,
        "players": run.players,
        "variant": run.variant or None,
        "bots": run.bots,
        "seed": run.seed,
        "games": whole_report.games,
        "seats": whole_report.seats,
        "team": whole_report.team,
        "nobody": whole_report.nobody,
        "score": score,
        "length": {"unit": whole_report.study.unit, **_spread(whole_report.length)},
        "longest": whole_report.longest,
        "cards": whole_report.cards,
        "compared": whole_report.compared,
        "facts": whole_report.facts,
        "targets": [_target(judged) for judged in whole_report.targets],
    }
    text = json.dumps(whole, default=asdict)
    rounded: dict[str, object] = json.loads(text, parse_float=lambda n: round(float(n), DIGITS))
    return rounded


def _spread(figures: Spread) -> dict[str, object]:
    return {
        **dict(zip(NAMES, figures.quantiles, strict=True)),
        "mean": figures.mean,
        "histogram": {str(value): count for value, count in figures.values},
    }


def _target(judged: Judged) -> dict[str, object]:
    target = judged.target
    low, high = (end if isfinite(end) else None for end in (target.low, target.high))
    figures = [{"name": name, **asdict(estimate)} for name, estimate in judged.figures.items()]
    bounds = {"low": low, "high": high}
    return {"name": target.name, **bounds, "verdict": judged.verdict, "figures": figures}


SIGNS = {"held": "✓", "within error": "~", "missed": "✗", "not seen": "?"}


def headline(run: Run, games: int) -> str:
    """Return a line that describes the games.

    >>> headline(Run("rocks", "", "", ("sensible", "sensible"), 300, variant="play-out"), 300)
    '300 games, 2 players (sensible bots), play-out, seed 0'
    """
    kinds = sorted(set(run.bots))
    bots = f"{kinds[0]} bots" if len(kinds) == 1 else f"bots {', '.join(run.bots)}"
    played = "1 game" if games == 1 else f"{games:,} games"
    variant = f"{run.variant}, " if run.variant else ""
    return f"{played}, {counted(run.players, 'player')} ({bots}), {variant}seed {run.seed}"


def number(value: float, *, percent: bool = False) -> str:
    """Return a figure with about three digits.

    >>> number(0.266, percent=True), number(12), number(0.6712), number(15.26)
    ('26.6', '12', '0.67', '15.3')
    """
    if percent:
        value *= 100
        return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"
    if value == round(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def interval(estimate: Estimate, *, percent: bool = False) -> str:
    """Return an estimate's interval as text."""
    return f"{number(estimate.low, percent=percent)} to {number(estimate.high, percent=percent)}"


def wanted(target: Target) -> str:
    """Return a target's bounds as text.

    >>> wanted(Target("", dict, 0.25, 0.5, percent=True)), wanted(Target("", dict, high=1.5))
    ('25 to 50 %', 'at most 1.50')
    """
    low, high = (
        number(end, percent=target.percent) if abs(end) < inf else ""
        for end in (target.low, target.high)
    )
    words = f"{low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"
    return f"{words} %" if target.percent else words


def measured(judged: Judged) -> str:
    """Return a target's figure, or the range of its figures, with the worst if it is missed."""
    figures, percent = judged.figures, judged.target.percent
    if not figures:
        return "nothing"
    values = sorted(estimate.value for estimate in figures.values())
    sign = " %" if percent else ""
    if len(values) == 1:
        (only,) = figures.values()
        return f"{number(only.value, percent=percent)}{sign} ({interval(only, percent=percent)})"
    least, most = (number(value, percent=percent) for value in (values[0], values[-1]))
    spread = f"{least}{sign}" if least == most else f"{least} to {most}{sign}"
    if judged.verdict not in ("missed", "within error"):
        return spread
    low, high = judged.target.low, judged.target.high
    name, worst = max(figures.items(), key=lambda row: max(low - row[1].value, row[1].value - high))
    return f"{spread}; {name} {number(worst.value, percent=percent)}{sign}"


def fact_words(fact: Fact) -> tuple[str, str]:
    """Return a fact's name without the ending of a percentage, and its mean and standard error."""
    name, percent = fact.name.removesuffix(PERCENT), fact.name.endswith(PERCENT)
    value, error = (number(each, percent=percent) for each in (fact.mean.value, fact.error))
    return name, f"{value}{' %' if percent else ''} ± {error}"


def fair(report: Report) -> float:
    """Return each seat's share if all seats won equally often."""
    return (1 - report.nobody) / max(1, len(report.seats))


def contested(report: Report) -> bool:
    """Return whether there is an opponent, another player or the game itself."""
    return report.study.team or len(report.seats) > 1


def outliers(cards: Iterable[CardFigure], most: int) -> tuple[list[CardFigure], int]:
    """Return the used cards, and the number left out.

    If there are more than `most`, these are the strongest, then the weakest.
    """
    used = [card for card in cards if card.advantage]
    if len(used) <= most:
        return used, 0
    ordered = sorted(
        used, key=lambda card: card.advantage.value if card.advantage else 0, reverse=True
    )
    half = most // 2
    return ordered[:half] + ordered[len(ordered) - half :], len(used) - 2 * half
