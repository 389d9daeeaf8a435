"""Let bots play every game, and write what came of it into docs/balance.md and docs/balance/ (`make
balance`).

    python docs/make_balance.py                      everything, some ten minutes on two cores
    python docs/make_balance.py giza --games 2000    one page

Only what stands between the two markers of a page is written; the words around it are ours. Fails
when a target is missed by more than chance explains.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path

from companion.deckfile import deck_text
from companion.decks import short_id
from companion.game import game, slugs
from companion.language import counted
from companion.simulation.chart import save
from companion.simulation.farm import on_cores
from companion.simulation.report import (
    SENSIBLE,
    SIGNS,
    Judged,
    Report,
    contested,
    fact_words,
    interval,
    judge,
    measured,
    report,
    wanted,
)
from companion.simulation.run import Run, checked
from companion.study import Tally, total

INDEX = Path(__file__).with_name("balance.md")
PAGES = Path(__file__).with_name("balance")
BEGIN, END = "<!-- made by docs/make_balance.py -->\n", "<!-- end -->\n"
VERB = "see the verb"  # facts that a target sums up
TARGETS = "| wanted | | found | |\n|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Seats:
    """A table to be shown: how many play, which variant, which bots."""

    players: int
    variant: str = ""
    bots: str = SENSIBLE

    @property
    def title(self) -> str:
        """The head of its column."""
        parts = [self.variant, f"{self.bots} bots" if self.bots != SENSIBLE else ""]
        return ", ".join([counted(self.players, "player"), *filter(None, parts)])


# The first column of sensible bots at the study's first table is the one whose chart and cards are
# shown.
SHOWN = {
    "giza": (Seats(2), Seats(3), Seats(4)),
    "rocks": tuple(
        Seats(players, variant) for variant in ("", "play-out") for players in (2, 3, 4)
    ),
    "combust": (Seats(3), Seats(4), Seats(6), Seats(8)),
    "solitaire": (Seats(1), Seats(1, "4x5"), Seats(1, bots="random")),
    "pirates": (Seats(3), Seats(4), Seats(4, "cousin"), Seats(4, bots="random")),
}
# for each column
GAMES = {"giza": 1000, "rocks": 400, "combust": 2000, "solitaire": 1000, "pirates": 400}


def main() -> int:
    """Play, write, judge."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*", metavar="GAME", help="these pages only")
    parser.add_argument(
        "--games", type=int, help="games for each column, instead of the usual number"
    )
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chosen = options.slugs or slugs()
    found = {
        slug: _page(slug, options.games or GAMES[slug], options.jobs, options.seed)
        for slug in chosen
    }
    _write(INDEX, list(_summary()))
    missed = [
        f"{slug}: {judged.target.name}"
        for slug in chosen
        for judged in found[slug]
        if judged.verdict == "missed"
    ]
    print("\n".join(f"missed: {name}" for name in missed) or "No target is missed.")
    return 1 if missed else 0


def _page(slug: str, games: int, jobs: int, seed: int) -> list[Judged]:
    """Write a game's page and chart; what became of its targets."""
    row = game(slug)
    tallies, reports = [], []
    for seats in SHOWN[slug]:
        run = Run(slug, *deck_text(row), (seats.bots,) * seats.players, games, seed, seats.variant)
        tally = total(on_cores(run, jobs))
        print(f"{slug}, {seats.title}: {counted(tally.games, 'game')}", flush=True)
        tallies.append(tally)
        reports.append(report(row, checked(run)[1], run, tally))
    judged = list(judge(row.need_play().study.targets, _judged(slug, tallies)))
    main_one = next(
        found for found in reports if found.run.players == row.need_play().study.tables[0]
    )
    save(row, main_one, PAGES / f"{slug}.svg")
    lines = [
        *_head(slug, reports, seed),
        *_targets(judged),
        *_by_players(slug, _judged(slug, tallies)),
        *_measured(slug, reports),
        *_chart(slug, main_one),
    ]
    _write(PAGES / f"{slug}.md", lines)
    return judged


def _judged(slug: str, tallies: Sequence[Tally]) -> list[Tally]:
    return [
        tally
        for seats, tally in zip(SHOWN[slug], tallies, strict=True)
        if (seats.variant, seats.bots) == ("", SENSIBLE)
    ]


def _write(page: Path, lines: Sequence[str]) -> None:
    """Put the lines between the page's markers."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", "utf-8")


def _head(slug: str, reports: Sequence[Report], seed: int) -> Iterator[str]:
    games = reports[0].games
    day = datetime.now(UTC).date()
    yield (
        f"`python docs/make_balance.py {slug} --games {games} --seed {seed}`, {day}, "
        f"{cpu_count()}-core machine; deck"
    )
    yield (
        f"{short_id(reports[0].deck)}, {games:,} games a column. Ranges in brackets are 95 % "
        "intervals, ± is one standard"
    )
    yield "error."
    yield ""


def _targets(judged: Sequence[Judged]) -> Iterator[str]:
    if judged:
        yield TARGETS
        yield from map(_target, judged)
        yield ""


def _target(judged: Judged) -> str:
    sign = SIGNS[judged.verdict]
    return _row(
        judged.target.name, wanted(judged.target), measured(judged), f"{sign} {judged.verdict}"
    )


def _by_players(slug: str, tallies: Sequence[Tally]) -> Iterator[str]:
    """The same targets for each number of players alone, also where they ask for another."""
    targets = [
        replace(target, players=(), together=False)
        for target in game(slug).need_play().study.targets
    ]
    if not targets:
        return
    yield "The same for each number of players alone:\n"
    yield _row("wanted", "", *(counted(tally.players, "player") for tally in tallies))
    yield "|---|---|" + "---|" * len(tallies)
    for target in targets:
        figures = (next(judge([target], [tally])) for tally in tallies)
        cells = (f"{measured(each)} {SIGNS[each.verdict]}" for each in figures)
        yield _row(target.name, wanted(target), *cells)
    yield ""


def _measured(slug: str, reports: Sequence[Report]) -> Iterator[str]:
    yield _row("", *(seats.title for seats in SHOWN[slug]))
    yield "|---|" + "---|" * len(reports)
    if reports[0].team:
        rates = [found.team for found in reports]
        yield _row(
            "won, %",
            *(f"{_percent(rate.value)} ({interval(rate, percent=True)})" for rate in rates if rate),
        )
    elif contested(reports[0]):
        yield _row(
            "wins by seat, %",
            *(" ".join(_percent(rate.value) for rate in found.seats) for found in reports),
        )
        yield _row(
            "a seat's 95 % interval, about ±",
            *(_percent(max(r.high - r.low for r in f.seats) / 2) for f in reports),
        )
        if any(found.nobody for found in reports):
            yield _row("nobody wins, %", *(_percent(found.nobody) for found in reports))
    marks = "least, 10 %, median, 90 %, most"
    study = reports[0].study
    if study.points:
        spreads = [found.score for found in reports]
        yield _row(
            f"{study.points}: {marks}", *(_marks(spread.quantiles) for spread in spreads if spread)
        )
    yield _row(f"{study.unit}: {marks}", *(_marks(found.length.quantiles) for found in reports))
    yield from _facts(reports)
    yield _row("longest game, moves", *(str(found.longest) for found in reports))
    yield ""


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _marks(quantiles: Sequence[int]) -> str:
    return " ".join(map(str, quantiles))


def _facts(reports: Sequence[Report]) -> Iterator[str]:
    tables = [dict(map(fact_words, found.facts)) for found in reports]
    for name in sorted({name for table in tables for name in table if VERB not in name}):
        yield _row(name, *(table.get(name, "-") for table in tables))


def _chart(slug: str, found: Report) -> Iterator[str]:
    title = next(seats.title for seats in SHOWN[slug] if seats.players == found.run.players)
    yield f"![Wins, scores, lengths and cards of {slug}, {title}]({slug}.svg)\n"
    simulate = f"rookery simulate {slug} --players {found.run.players} --games {found.games}"
    yield f"`{simulate}` lists what the chart shows, with every card.\n"


def _summary() -> Iterator[str]:
    """The targets of all games, as they stand on their pages."""
    yield "| game | wanted | | found | |\n|---|---|---|---|---|"
    for slug in slugs():
        page = (PAGES / f"{slug}.md").read_text("utf-8")
        rows = page.partition(f"{TARGETS}\n")[2].partition("\n\n")[0]
        yield from (f"| [{slug}](balance/{slug}.md) {row}" for row in rows.splitlines())
    yield ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
