"""`rookery simulate`: games between bots, and what they say of the deck."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing, suppress
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.choice import Choice
from companion.deckfile import deck_text
from companion.game import Game, game_for, slugs
from companion.simulation.chart import check_target, save
from companion.simulation.farm import on_cluster, on_cores
from companion.simulation.report import SENSIBLE, Report, as_json, report
from companion.simulation.run import Run, checked
from companion.study.tally import Tally

if TYPE_CHECKING:
    from rich.progress import Progress

INTERRUPTED = 130
MOST_GAMES = 10_000_000


@click.command()
@click.argument("slug", metavar="GAME", type=Choice(slugs()))
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=200, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(1, 99), help="How many play; by default the number that counts most.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Other seeds, other games.")
@click.option("--bots", type=str.lower, default=SENSIBLE, show_default=True, metavar="NAME[,NAME...]",
              help="Who plays, random or sensible: one for all seats, or one for each.")  # fmt: skip
@click.option(
    "--variant", type=str.lower, default="", metavar="NAME", help="Another way to play, where a game has one."
)
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option("--jobs", type=click.IntRange(1, 999), help="Processes; by default one a core. The figures are the same.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead, as in tcp://192.168.0.7:8786.")
@click.option("--json", "as_data", is_flag=True, help="One JSON object, for programs.")
@click.option("--chart", metavar="FILE.svg|FILE.png", type=click.Path(path_type=Path), help="Draw the report.")
def simulate(
    slug: str, *, games: int, players: int | None, seed: int, bots: str, variant: str, deck_file: str | None,
    jobs: int | None, cluster: str | None, chart: Path | None, as_data: bool,
) -> int:  # fmt: skip
    """Let bots play GAME many times and report who wins, how long it lasts and which cards are strong.

    The same seed gives the same report, with any number of jobs and on any cluster.
    """
    row = game_for("simulate", slug)
    text, name = deck_text(row, deck_file)
    run = Run(slug, text, name, seated(row, bots, players), games, seed, variant)
    game, deck = checked(run)
    if chart:
        check_target(chart)
    tally = _played(on_cluster(run, cluster) if cluster else on_cores(run, jobs or cpu_count() or 1), games)
    if tally.games:
        found = report(game, deck, run, tally)
        if chart:
            save(game, found, chart)
        if as_data:
            click.echo(json.dumps(as_json(found), indent=1))
        else:
            _show(game, found)
    elif as_data:
        click.echo(json.dumps({"rookery": 1, "game": game.slug, "games": 0}, indent=1))
    if tally.games == games:
        return 0
    same = f"; the same again: --games {tally.games}" if tally.games else ""
    click.echo(f"rookery: stopped after {tally.games} of {games} games{same}", err=True)
    return INTERRUPTED


def seated(game: Game, bots: str, players: int | None) -> tuple[str, ...]:
    """The bot of each seat, from what was asked: one name for all, or one a seat.

    >>> from companion.game import game
    >>> seated(game("rocks"), "sensible", 3), seated(game("rocks"), "sensible,random", None)
    (('sensible', 'sensible', 'sensible'), ('sensible', 'random'))
    """
    names = tuple(bots.split(","))
    if len(names) == 1:
        return names * (players or game.need_play().study.tables[0])
    if players not in (None, len(names)):
        raise click.UsageError(f"--bots names {len(names)} bots for --players {players}: name one, or one a player")
    return names


def _played(results: Generator[Tally], games: int) -> Tally:
    """All parts added up, or those until Ctrl-C: parts come in order, so these are the run's first games."""
    tally = Tally()
    with suppress(KeyboardInterrupt), closing(results), _progress() as progress:
        task = progress.add_task("games", total=games)
        for part in results:
            tally += part
            progress.update(task, completed=tally.games)
    return tally


def _progress() -> Progress:
    """A bar with the time spent and the time left, on a terminal only."""
    from rich import progress as bar  # noqa: PLC0415 - rich costs 60 ms that --help should not pay
    from rich.console import Console  # noqa: PLC0415 - likewise

    console = Console(stderr=True)
    left = (
        bar.TextColumn("games,"),
        bar.TimeElapsedColumn(),
        bar.TextColumn("so far,"),
        bar.TimeRemainingColumn(),
        bar.TextColumn("left"),
    )
    return bar.Progress(
        bar.BarColumn(),
        bar.MofNCompleteColumn(),
        *left,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _show(game: Game, found: Report) -> None:
    from rich.console import Console  # noqa: PLC0415 - see _progress

    from companion.simulation.terminal import rendered  # noqa: PLC0415 - see _progress

    Console().print(rendered(game, found))
