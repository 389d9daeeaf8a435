"""A report on the terminal: tables with bars."""

from __future__ import annotations

from typing import TypeAlias

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion.decks import short_id
from companion.game import Game
from companion.simulation.report import (
    SIGNS,
    CardFigure,
    Report,
    contested,
    fact_words,
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
Row: TypeAlias = tuple[str | Text, ...]
Section: TypeAlias = tuple[str, tuple[str, ...], list[Row]]  # title, columns, rows
NUMERIC = {
    "%",
    "95 %",
    "a game",
    "wins",
    "difference",
    "mean",
    "least",
    "10 %",
    "median",
    "90 %",
    "most",
}
LEVELS = "▁▂▃▄▅▆▇█"
LEGEND = "█ at least, ▓ found, ░ at most; ● found, ─ its interval, ┊ the average"
STRIP_HEAD = "0         1         2"
STYLES = {"held": "green", "within error": "yellow", "missed": "bold red", "not seen": "yellow"}


def rendered(game: Game, report: Report) -> RenderableType:
    """Return the report as text and tables."""
    head = Text(f"{game.title}\n", style="bold").append(
        headline(report.run, report.games), style="not bold"
    )
    deck = Text(f"deck {short_id(report.deck)}; ranges are 95 % intervals\n{LEGEND}", style="dim")
    cards = map(_strengths if contested(report) else _uses, report.cards, report.cards.values())
    facts: list[Row] = [fact_words(fact) for fact in report.facts]
    more = ("What else happened (± one standard error)", ("", "mean"), facts)
    sections: tuple[Section, ...] = (
        _compared(report),
        _wins(report),
        _spreads(report),
        *cards,
        more,
        _targets(report),
    )
    shown: list[RenderableType] = [head, deck]
    for title, columns, rows in sections:
        if not rows:
            continue
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for column in columns:
            numeric = column in NUMERIC
            table.add_column(column, justify="right" if numeric else "left", no_wrap=numeric)
        for row in rows:
            table.add_row(*row)
        shown += [Text(f"\n{title}", style="bold"), table]
    return Group(*shown)


def _compared(report: Report) -> Section:
    """Return the cards of your own deck that differ, each above the standard one."""
    rows: list[Row] = []
    for card in report.compared:
        more, games = card.difference, card.settled_by
        both = [
            f"{wins.value:.2f}" if wins else "-"
            for wins in (card.advantage, card.standard_advantage)
        ]
        settled = "-" if games is None else "these games" if games <= report.games else ""
        rows.append(
            (
                f"{card.name}\n  was {card.standard_name}" if card.standard_name else card.name,
                "\n".join(both if card.standard_name else both[:1]),
                f"{more.value:+.2f}" if more else "-",
                f"{more.low:+.2f} to {more.high:+.2f}" if more else "",
                settled or f"{float(f'{games:.2g}'):,.0f} games",
            )
        )
    title = "Cards that differ from the standard deck, which played the same games"
    return title, ("", "wins", "difference", "95 %", "settled by"), rows


def _wins(report: Report) -> Section:
    if report.team:
        title, even, rates = "The team wins", 0.0, [("all together", report.team)]
    else:
        even = fair(report)
        title = f"Who wins (┊ {number(even, percent=True)} % is an even share)"
        rates = [(f"seat {seat + 1}", rate) for seat, rate in enumerate(report.seats)]
    most = max(0.01, even, *(rate.high for _, rate in rates))
    rows: list[Row] = []
    if contested(report):
        for name, rate in rates:
            shares = number(rate.value, percent=True), interval(rate, percent=True)
            rows.append((name, *shares, _bar(rate, most, even)))
        if report.nobody and not report.team:
            rows.append(("nobody", number(report.nobody, percent=True)))
    return title, ("", "%", "95 %", ""), rows


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
    rows = [_spread(report.study.unit, report.length)]
    if report.score:
        lower = " (low wins)" if report.study.lower else ""
        rows.insert(0, _spread(report.study.points + lower, report.score))
    title = "Score and length" if report.score else "Length"
    return title, ("", "least", "10 %", "median", "90 %", "most", "mean", ""), rows


def _spread(name: str, spread: Spread) -> Row:
    counts = [count for _, _, count in bins(spread, COLUMNS)]
    bars = (LEVELS[-(-(len(LEVELS) - 1) * n // max(counts))] if n else " " for n in counts)
    histogram = Text("".join(bars), style="cyan")
    return (name, *map(str, spread.quantiles), number(spread.mean), histogram)


def _strengths(group: str, cards: tuple[CardFigure, ...]) -> Section:
    """Return how often players, or the team, won who used each card."""
    shown, hidden = outliers(cards, 2 * ROWS)
    if hidden:
        shown, hidden = outliers(cards, ROWS)
    rows: list[Row] = []
    for card in shown:
        if estimate := card.advantage:
            wins, ends = f"{estimate.value:.2f}", f"{estimate.low:.2f} to {estimate.high:.2f}"
            rows.append((card.name, number(card.per_game), wins, ends, _strip(estimate)))
    more = f" ({hidden} more: --json)" if hidden else ""
    title = f"{group.capitalize()}: wins with each, 1 is average{more}"
    return title, ("", "a game", "wins", "95 %", STRIP_HEAD), rows


def _uses(group: str, cards: tuple[CardFigure, ...]) -> Section:
    """Return how often each card is used, for games without opponents."""
    rows: list[Row] = [(card.name, number(card.per_game)) for card in cards]
    return group.capitalize(), ("", "a game"), rows


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


def _targets(report: Report) -> Section:
    rows: list[Row] = []
    for judged in report.targets:
        target = judged.target
        note = "\n(all numbers of players together)" if target.together else ""
        verdict = Text(f"{SIGNS[judged.verdict]} {judged.verdict}", style=STYLES[judged.verdict])
        rows.append((target.name + note, wanted(target), measured(judged), verdict))
    return "Design targets", ("", "target", "found", ""), rows
