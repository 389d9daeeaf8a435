"""A report as a chart, SVG or PNG: wins, the spread of scores and lengths, and the strongest cards.

Equal reports give equal bytes: no date, no random ids, and letters drawn as outlines.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import extras
from companion.decks import short_id
from companion.errors import RookeryError, UsageError, reason
from companion.game import Game
from companion.simulation.report import (
    CardFigure,
    Report,
    contested,
    fair,
    headline,
    number,
    outliers,
)
from companion.study import Estimate, Spread, bins
from companion.wholefile import whole_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

FORMATS = (".svg", ".png")
# inches (ROW is the height of a card's line), and dots per inch
WIDTH, HEAD, TOP, ROW, DPI = 11.0, 0.7, 2.9, 0.205, 150
CARDS, MIN_ROWS = 20, 6  # the most and fewest lines of a group of cards
GROUPS, BINS = 3, 40  # the most groups, and bars of a histogram

# Okabe and Ito's colours, which colour-blind people can distinguish; shapes differ too.
INK, SOFT, GRID = "#1a1a1a", "#5c5c5c", "#dddddd"
BLUE, PALE, ORANGE, GREEN = "#0072b2", "#9ccbe6", "#d55e00", "#007a5a"
DASHES: object = (0, (4, 3))
PLATE = {"fc": "white", "ec": "none", "pad": 0.6}  # behind numbers that are on a line
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.hashsalt": "rookery",
    "svg.fonttype": "path",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "ytick.major.size": 0,
    "errorbar.capsize": 3,
    "lines.linewidth": 1.4,
    "lines.markersize": 5,
}


class ChartError(RookeryError):
    """A chart that can't be drawn or saved."""


def check_target(path: Path) -> None:
    """Check that a chart can be saved there; raises `UsageError` or `ChartError`."""
    if path.suffix.lower() not in FORMATS:
        remedy = f"end it in {' or '.join(FORMATS)}, as in {path.stem}.svg"
        raise UsageError(str(path), "isn't a chart's name", remedy=remedy)
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(str(path), "can't be written", remedy="check the name and the folder")
    if find_spec("matplotlib") is None:
        problem = "needs Matplotlib, which is not installed"
        raise ChartError("--chart", problem, remedy=extras.remedy("report"))


def save(game: Game, report: Report, path: Path) -> None:
    """Draw a report to a file, whole or not at all; raises `ChartError`."""
    from matplotlib import rc_context  # noqa: PLC0415 - half a second, and an extra

    kind = path.suffix.lower().removeprefix(".")
    title = {"Date": None, "Title": headline(report.run, report.games)}
    metadata = title if kind == "svg" else {"Software": None}
    try:
        with rc_context(STYLE), whole_file(path) as file:
            _figure(game, report).savefig(file, format=kind, dpi=DPI, metadata=metadata)
    except OSError as error:
        raise ChartError(str(path), reason(error), remedy="choose another place") from error


def _figure(game: Game, report: Report) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415 - see save

    groups = []
    for group, figures in report.cards.items():
        title, cards = group.capitalize(), [card for card in figures if card.users]
        if contested(report):
            cards, hidden = outliers(figures, CARDS)
            title += f": {CARDS // 2} strongest, {CARDS // 2} weakest" if hidden else ""
        if cards:
            groups.append((title, cards))
    del groups[GROUPS:]
    most = max([MIN_ROWS, *(len(cards) for _, cards in groups)])
    heights = [TOP, 0.9 + ROW * most] if groups else [TOP]
    figure = Figure(figsize=(WIDTH, HEAD + sum(heights)), layout="constrained", facecolor="white")
    head, *parts = figure.subfigures(
        1 + len(heights), 1, squeeze=False, height_ratios=[HEAD, *heights]
    )[:, 0]
    head.text(0.012, 0.62, game.title, size=15, weight="bold", va="center")
    games = f"{headline(report.run, report.games)}, deck {short_id(report.deck)}"
    head.text(0.012, 0.16, games, color=SOFT, va="center")
    _top(parts[0], report)
    if groups:
        columns = parts[1].add_gridspec(1, len(groups))
        paint = _strengths if contested(report) else _uses
        for column, (title, cards) in zip(columns, groups, strict=True):
            rows, room = len(cards), [column]
            if rows < most:
                room = column.subgridspec(2, 1, height_ratios=[rows, most - rows])
            paint(parts[1].add_subplot(room[0]), title, cards)
    return figure


def _top(part: SubFigure, report: Report) -> None:
    spreads = [("Length (% of games)", report.length, report.study.unit)]
    if report.score:
        lower = ", low wins" if report.study.lower else ""
        spreads.insert(0, ("Score (% of seats)", report.score, report.study.points + lower))
    contest = contested(report)
    axes = part.subplots(1, contest + len(spreads), squeeze=False)[0]
    if contest:
        _wins(axes[0], report)
    for axis, (title, spread, unit) in zip(axes[contest:], spreads, strict=True):
        _spread(axis, title, spread, unit)


def _wins(axis: Axes, report: Report) -> None:
    """Draw win rates as dots with whiskers, seat 1 on top; a dashed line is an equal share."""
    rows = {f"seat {n + 1}": rate for n, rate in enumerate(report.seats)}
    if report.team:
        rows = {"team": report.team}
    rates = [rate.scaled(100) for rate in rows.values()]
    for row, rate in enumerate(rates):
        _whisker(axis, row, rate, BLUE, "o")
        axis.annotate(
            f"{rate.value:.1f}",
            (rate.value, row),
            (0, 6),
            textcoords="offset points",
            ha="center",
            size=8,
            bbox=PLATE,
        )
    _rows(axis, list(rows))
    axis.set_title(
        "Games won (%, 95 % interval)" if report.team else "Wins by seat (%, 95 % interval)"
    )
    if report.team:
        axis.set_xlim(0, 100)
        return
    axis.axvline(100 * fair(report), color=SOFT, ls=DASHES, lw=1, zorder=1)
    axis.set_xlim(0, max(1.1 * max(rate.high for rate in rates), 1))
    nobody = f"; nobody wins {number(report.nobody, percent=True)} %" if report.nobody else ""
    axis.set_xlabel(f"dashed: an even share, {number(fair(report), percent=True)} %{nobody}")


def _whisker(axis: Axes, row: int, estimate: Estimate, colour: str, marker: str) -> None:
    value, reach = (
        estimate.value,
        [[estimate.value - estimate.low], [estimate.high - estimate.value]],
    )
    axis.errorbar([value], [row], xerr=reach, fmt=marker, color=colour, zorder=3)


def _rows(axis: Axes, names: Sequence[str]) -> None:
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x", color=GRID, lw=0.8)


def _spread(axis: Axes, title: str, spread: Spread, unit: str) -> None:
    """Draw a histogram in percent: dark from 10 to 90 %, with a line at the median."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - see save

    columns = bins(spread, BINS)
    whole = sum(count for _, _, count in columns)
    low, median, high = spread.quantiles[1:4]
    width = columns[0][1] - columns[0][0] + 1
    colours = [BLUE if low <= last and first <= high else PALE for first, last, _ in columns]
    middles = [(first + last) / 2 for first, last, _ in columns]
    heights = [100 * count / whole for _, _, count in columns]
    axis.bar(middles, heights, width=0.9 * width, color=colours)
    axis.set_ylim(0, 1.15 * max(heights))
    axis.axvline(median, color=ORANGE, lw=1.6)
    left = median > (spread.quantiles[0] + spread.quantiles[-1]) / 2
    axis.annotate(
        f"median {median}",
        (median, 1),
        (-4 if left else 4, -2),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        color=ORANGE,
        va="top",
        ha="right" if left else "left",
        weight="bold",
        size=8,
    )
    axis.set_title(title)
    axis.set_xlabel(f"{unit}; dark: 10 to 90 %, {low} to {high}")
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_xlim(min(columns[0][0] - 1, median - 3), max(columns[-1][1] + 1, median + 3))
    axis.grid(axis="y", color=GRID, lw=0.8)
    axis.spines["left"].set_visible(False)


def _strengths(axis: Axes, title: str, cards: Sequence[CardFigure]) -> None:
    """Draw how often each card's users won; triangles mark more than chance explains."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - see save

    ends = []
    for row, card in enumerate(cards):
        if estimate := card.advantage:
            strong, weak = estimate.low > 1, estimate.high < 1
            colour = ORANGE if strong else GREEN if weak else BLUE
            marker = "^" if strong else "v" if weak else "o"
            _whisker(axis, row, estimate, colour, marker)
            ends.append(estimate.high)
        _aside(axis, number(card.per_game), (1, row), ("axes fraction", "data"))
    axis.axvline(1, color=SOFT, ls=DASHES, lw=1, zorder=1)
    _rows(axis, [card.name for card in cards])
    axis.set_xlim(0, min(3.0, 1.05 * max(1.6, *ends)))
    axis.xaxis.set_major_locator(MaxNLocator(6, steps=[5, 10]))
    _aside(axis, "a game", (1, 1), "axes fraction", 4)
    axis.set_title(title)
    axis.set_xlabel("wins of its users, the average = 1\n▲ ▼ more than chance explains")


def _uses(axis: Axes, title: str, cards: Sequence[CardFigure]) -> None:
    """Draw how often each card is used, in games without opponents."""
    axis.barh(range(len(cards)), [card.per_game for card in cards], height=0.6, color=BLUE)
    for row, card in enumerate(cards):
        _aside(axis, number(card.per_game), (card.per_game, row), "data")
    _rows(axis, [card.name for card in cards])
    axis.set_title(f"{title} (a game)")


def _aside(
    axis: Axes, text: str, at: tuple[float, float], frame: str | tuple[str, str], rise: int = 0
) -> None:
    axis.annotate(
        text,
        at,
        (3, rise),
        xycoords=frame,
        textcoords="offset points",
        va="bottom" if rise else "center",
        size=8,
        color=SOFT,
        annotation_clip=False,
    )
