"""A report on the terminal: tables with bars."""

from __future__ import annotations

from typing import TypeAlias

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion.game import Game
from companion.simulation.report import (
    SIGNS,
    CardFigure,
    Report,
    contested,
    fact_name,
    fact_value,
    fair,
    headline,
    interval,
    measured,
    number,
    outliers,
    wanted,
)
from companion.study import Estimate, Spread, bins

# characters of a bar, a histogram and a strip; cards of a group
BAR, COLUMNS, STRIP, ROWS = 32, 20, 21, 12
Section: TypeAlias = tuple[str, Table]
NUMERIC = {"%", "95 %", "a game", "wins", "mean", "least", "10 %", "median", "90 %", "most"}
LEVELS = "▁▂▃▄▅▆▇█"
LEGEND = "█ at least, ▓ found, ░ at most; ● found, ─ its interval, ┊ the average"
STRIP_HEAD = "0         1         2"
STYLES = {"held": "green", "within error": "yellow", "missed": "bold red", "not seen": "yellow"}


def rendered(game: Game, report: Report) -> RenderableType:
    """Return the report as text and tables."""
    head = Text(f"{game.title}\n", style="bold").append(
        headline(report.run, report.games), style="not bold"
    )
    deck = Text(f"deck {report.deck[:12]}; ranges are 95 % intervals\n{LEGEND}", style="dim")
    cards = map(_strengths if contested(report) else _uses, report.cards, report.cards.values())
    sections = (_wins(report), _spreads(report), *cards, _facts(report), _targets(report))
    shown: list[RenderableType] = [head, deck]
    for title, table in sections:
        if table.row_count:
            shown += [Text(f"\n{title}", style="bold"), table]
    return Group(*shown)


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        numeric = column in NUMERIC
        table.add_column(column, justify="right" if numeric else "left", no_wrap=numeric)
    return table


def _wins(report: Report) -> Section:
    table = _table("", "%", "95 %", "")
    if report.team:
        title, even, rows = "The team wins", 0.0, [("all together", report.team)]
    else:
        even = fair(report)
        title = f"Who wins (┊ {number(even, percent=True)} % is an even share)"
        rows = [(f"seat {seat + 1}", rate) for seat, rate in enumerate(report.seats)]
    most = max(0.01, even, *(rate.high for _, rate in rows))
    for name, rate in rows if contested(report) else ():
        table.add_row(
            name,
            number(rate.value, percent=True),
            interval(rate, percent=True),
            _bar(rate, most, even),
        )
    if report.nobody and contested(report) and not report.team:
        table.add_row("nobody", number(report.nobody, percent=True))
    return title, table


def _bar(rate: Estimate, most: float, mark: float) -> Text:
    """Return a bar, full to the interval's low end, shaded to its high end, dotted at `mark`."""
    bar = Text()
    for cell in range(BAR):
        at = (cell + 0.5) / BAR * most
        sign = "█" if at < rate.low else "▓" if at < rate.value else "░" if at < rate.high else " "
        here = cell == int(mark / most * BAR) if mark > 0 else False
        bar.append("┊" if here else sign, style="bold" if here else "cyan")
    return bar


def _spreads(report: Report) -> Section:
    table = _table("", "least", "10 %", "median", "90 %", "most", "mean", "")
    if report.score:
        lower = " (low wins)" if report.study.lower else ""
        table.add_row(report.study.points + lower, *_spread(report.score))
    table.add_row(report.study.unit, *_spread(report.length))
    return ("Score and length" if report.score else "Length"), table


def _spread(spread: Spread) -> tuple[str | Text, ...]:
    """Return the quantiles, the mean and a histogram."""
    counts = [count for _, _, count in bins(spread, COLUMNS)]
    bars = (LEVELS[-(-(len(LEVELS) - 1) * n // max(counts))] if n else " " for n in counts)
    histogram = Text("".join(bars), style="cyan")
    return (*map(str, spread.quantiles), number(spread.mean), histogram)


def _strengths(group: str, cards: tuple[CardFigure, ...]) -> Section:
    """Return how often players, or the team, won who used each card."""
    shown, hidden = outliers(cards, 2 * ROWS)
    if hidden:
        shown, hidden = outliers(cards, ROWS)
    table = _table("", "a game", "wins", "95 %", STRIP_HEAD)
    for card in shown:
        if estimate := card.advantage:
            wins, ends = f"{estimate.value:.2f}", f"{estimate.low:.2f} to {estimate.high:.2f}"
            table.add_row(card.name, number(card.per_game), wins, ends, _strip(estimate))
    more = f" ({hidden} more: --json)" if hidden else ""
    return f"{group.capitalize()}: wins with each, 1 is average{more}", table


def _uses(group: str, cards: tuple[CardFigure, ...]) -> Section:
    """Return a table of how often each card is used, for games without opponents."""
    table = _table("", "a game")
    for card in cards:
        table.add_row(card.name, number(card.per_game))
    return group.capitalize(), table


def _strip(estimate: Estimate) -> Text:
    """Return an interval on a line from 0 to 2, with a dot at its value and a dotted line at 1."""
    low, at, high = (
        round(min(end, 2.0) / 2 * (STRIP - 1))
        for end in (estimate.low, estimate.value, estimate.high)
    )
    strip = Text()
    for cell in range(STRIP):
        sign = "┊" if cell == STRIP // 2 else " "
        if low <= cell <= high:
            sign = "●" if cell == at else "─"
        strip.append(sign, style="cyan" if sign in "●─" else "bold")
    return strip


def _facts(report: Report) -> Section:
    table = _table("", "mean")
    for fact in report.facts:
        table.add_row(fact_name(fact), fact_value(fact))
    return "What else happened (± one standard error)", table


def _targets(report: Report) -> Section:
    table = _table("", "target", "found", "")
    for judged in report.targets:
        target = judged.target
        note = "\n(all numbers of players together)" if target.together else ""
        verdict = Text(f"{SIGNS[judged.verdict]} {judged.verdict}", style=STYLES[judged.verdict])
        table.add_row(target.name + note, wanted(target), measured(judged), verdict)
    return "Design targets", table
