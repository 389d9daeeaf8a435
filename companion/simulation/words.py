"""The figures of a report as text, for the terminal, the chart and the pages in docs/."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from companion.simulation.report import CardFigure, Fact, Judged, Report
from companion.simulation.run import Run
from companion.study.figures import PERCENT, Estimate
from companion.study.study import Target

SIGNS = {"held": "✓", "within error": "~", "missed": "✗", "not seen": "?"}


def headline(run: Run, games: int) -> str:
    """Return a line that describes the games.

    >>> headline(Run("rocks", "", "", ("sensible", "sensible"), 300, variant="play-out"), 300)
    '300 games, 2 players (sensible bots), play-out, seed 0'
    """
    kinds = sorted(set(run.bots))
    bots = f"{kinds[0]} bots" if len(kinds) == 1 else f"bots {', '.join(run.bots)}"
    players = f"{run.players} player{'s' * (run.players > 1)}"
    variant = f"{run.variant}, " if run.variant else ""
    return f"{counted(games, 'game')}, {players} ({bots}), {variant}seed {run.seed}"


def counted(count: int, thing: str) -> str:
    """Return a number of things.

    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


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
    """Return an estimate's interval as text.

    >>> interval(Estimate(0.25, 0.2, 0.305), percent=True)
    '20 to 30.5'
    """
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
    if judged.worst is None or judged.verdict not in ("missed", "within error"):
        return spread
    name, worst = judged.worst
    return f"{spread}; {name} {number(worst.value, percent=percent)}{sign}"


def fact_name(fact: Fact) -> str:
    """Return the name of a fact without the ending of a percentage."""
    return fact.name.removesuffix(PERCENT)


def fact_value(fact: Fact) -> str:
    """Return the mean and standard error of a fact as text."""
    percent = fact.name.endswith(PERCENT)
    error = number(fact.error, percent=percent)
    return f"{number(fact.mean.value, percent=percent)}{' %' if percent else ''} ± {error}"


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
