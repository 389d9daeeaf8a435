"""The command `rookery simulate`."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing, suppress
from os import cpu_count
from pathlib import Path

import click

from companion.console import INTERRUPTED
from companion.deckfile import deck_text
from companion.errors import UsageError
from companion.game import Game, game_for
from companion.options import DECK, FORCE, GAME, JSON, number
from companion.simulation.report import SENSIBLE
from companion.simulation.run import Run, checked
from companion.study import Tally
from companion.wholefile import check_free


@click.command()
@GAME
@click.option(
    "--games",
    type=number(1, 10_000_000),
    default=200,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
@click.option(
    "--players",
    type=number(1, 99),
    metavar="N",
    help="How many bots play.  [default: the game's most common number]",
)
@click.option(
    "--seed",
    type=number(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Another seed gives other games.",
)
@click.option(
    "--bots",
    type=str.lower,
    default=SENSIBLE,
    show_default=True,
    metavar="NAME,...",
    help="Who plays, random or sensible: one name for all seats or one for each.",
)
@click.option(
    "--variant",
    type=str.lower,
    default="",
    metavar="NAME",
    help="Play a variant, if the game has one.",
)
@DECK
@click.option(
    "--jobs",
    type=number(1, 999),
    metavar="N",
    help="How many processes to use; the result is the same.  [default: one per core]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on a Dask cluster instead, such as tcp://192.168.0.7:8786.",
)
@JSON
@click.option(
    "--chart",
    metavar="FILE.svg|FILE.png",
    type=click.Path(path_type=Path, readable=False),
    help="Also draw the report.",
)
@FORCE
def simulate(
    slug: str,
    *,
    games: int,
    players: int | None,
    seed: int,
    bots: str,
    variant: str,
    deck_file: str | None,
    jobs: int | None,
    cluster: str | None,
    chart: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Let bots play GAME many times; show who wins, how long it takes and which cards are strong.

    The same seed gives the same report on any number of cores. With --deck, the standard deck plays
    the same games, too, and cards that differ come first. Ctrl-C stops early and reports the games
    played so far.
    """
    from rich.console import Console

    from companion.simulation.chart import check_target, save
    from companion.simulation.comparison import with_comparison
    from companion.simulation.farm import on_cluster, on_cores
    from companion.simulation.report import as_json as as_data
    from companion.simulation.report import report
    from companion.simulation.terminal import rendered

    row = game_for("simulate", slug)
    text, name = deck_text(row, deck_file)
    run = Run(slug, text, name, seated(row, bots, players), games, seed, variant)
    game, deck = checked(run)
    if chart:
        check_target(chart)
        check_free(chart, force=force, option="--chart")
    cores = jobs or cpu_count() or 1

    def play(run: Run) -> Tally:
        return _play(on_cluster(run, cluster) if cluster else on_cores(run, cores), games)

    tally = play(run)
    result = report(game, deck, run, tally) if tally.games else None
    if result and deck_file and tally.games == games:
        result = with_comparison(game, result, play)
    if result and chart:
        save(game, result, chart)
    if as_json:
        empty = {"rookery": 1, "game": game.slug, "games": 0}
        click.echo(json.dumps(as_data(result) if result else empty, indent=1))
    elif result:
        Console().print(rendered(game, result))
    if tally.games == games:
        return 0
    repeat = f"; to repeat these, add --games {tally.games}" if tally.games else ""
    click.echo(f"rookery: stopped after {tally.games} of {games} games{repeat}", err=True)
    return INTERRUPTED


def seated(game: Game, bots: str, players: int | None) -> tuple[str, ...]:
    """Return the bot of each seat, given one name for all seats or one for each, with commas."""
    names = tuple(bots.split(","))
    if len(names) == 1:
        return names * (players or game.need_play().study.tables[0])
    if players not in (None, len(names)):
        problem = f"names {len(names)} bots for {players} players"
        raise UsageError("--bots", problem, remedy="name one bot, or one for each player")
    return names


def _play(results: Generator[Tally], games: int) -> Tally:
    """Add up the games until they end or Ctrl-C is pressed; on a terminal, show the progress."""
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    bar = progress.Progress(
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("games,"),
        progress.TimeElapsedColumn(),
        progress.TextColumn("so far,"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    tally = Tally()
    with suppress(KeyboardInterrupt), closing(results), bar:
        task = bar.add_task("games", total=games)
        for part in results:
            tally += part
            bar.update(task, completed=tally.games)
    return tally
