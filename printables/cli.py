"""The command `rookery print`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from companion.deckfile import load_deck
from companion.errors import UsageError
from companion.game import Game, game_for, offering
from printables.colours import Ink
from printables.imposition import SIDES, Page, find_sides, sheets_of_paper
from printables.output import check_folder, check_target, manifest_path, save
from printables.paper import PAPERS, find_paper
from printables.plan import counted, hint, in_words, tally
from printables.printer import Job, plan, print_job
from printables.progress import progress
from printables.selection import chosen, for_players, resized

ALL = "all"
MOST_COPIES = 50
INKS = ("full", "low", "mono")


@click.command("print")
@click.argument("slug", metavar="GAME|all")
@click.option(
    "-o", "--output", metavar="FILE.pdf", help="Where to write; a folder for 'all'.  [default: GAME.pdf here]"
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The paper you print on."
)
@click.option(
    "--sides", type=click.Choice(list(SIDES)), default="long", show_default=True,
    help="How backs get behind fronts: a duplex printer flips on the long or short edge; gutterfold is folded and "
    "glued; single prints backs on sheets of their own.",
)  # fmt: skip
@click.option(
    "--ink", type=click.Choice(INKS), default="full", show_default=True,
    help="low leaves out washes and grounds; mono is black on white.",
)  # fmt: skip
@click.option("--bleed", is_flag=True, help="Lay cards apart, each with its own bleed, instead of sharing cut lines.")
@click.option("--index/--no-index", default=True, help="A first page that shows what there is.  [default: index]")
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option("--board", metavar="ROWSxCOLUMNS", help="Solitaire's board, as 3x4 or 4x5.")
@click.option(
    "--only", metavar="ID,...", multiple=True,
    help="Only these pieces: ids, kinds or patterns such as 'penguin-*'; 'rookery games GAME' lists them.",
)  # fmt: skip
@click.option("--players", type=int, metavar="N", help="Only what N players need.  [default: as many as can play]")
@click.option(
    "--copies", type=click.IntRange(1, MOST_COPIES), default=1, show_default=True, help="How many of each piece."
)
@click.option("--plan", "only_plan", is_flag=True, help="Say how many sheets it takes, and print nothing.")
def print_(
    *, slug: str, output: str | None, paper: str, sides: str, ink: Ink, bleed: bool, index: bool,
    deck_file: str | None, board: str | None, only: tuple[str, ...], players: int | None, copies: int, only_plan: bool,
) -> None:  # fmt: skip
    """Print the pieces of GAME, or of all games, as PDF files, each with a manifest of what lies where."""
    for option, value in (("--deck", deck_file), ("--board", board), ("--only", only)):
        if slug == ALL and value:
            raise UsageError(option, "belongs to one game", remedy="name the game to print")
    games = list(offering("print")) if slug == ALL else [game_for("print", slug)]
    targets = [] if only_plan else _targets(games, output, every=slug == ALL)
    jobs = []
    for game in games:
        deck = resized(game, load_deck(game, deck_file), board)
        pieces = chosen(for_players(game.pieces(deck), game, players), only)
        jobs.append(
            Job(game, deck, deck_file or game.deck_file, pieces, find_paper(paper), find_sides(sides), copies, ink,
                bleed, index)
        )  # fmt: skip
    plans = [plan(job) for job in jobs]
    _tell_plans(jobs, plans)
    if not only_plan:
        _print(jobs, plans, targets)


def _print(jobs: Sequence[Job], plans: Sequence[tuple[Page, ...]], targets: Sequence[Path]) -> None:
    printouts = []
    with progress(sum(map(len, plans)), "drawing", Console(stderr=True)) as drawn:
        for job, pages in zip(jobs, plans, strict=True):
            printouts.append(print_job(job, pages, lambda _: drawn()))
    for job, printout, target in zip(jobs, printouts, targets, strict=True):
        save(printout, target)
        _say(str(target), f"{len(printout.pdf) / 1024:.0f} KiB, and what lies where in {manifest_path(target).name}")
        _say("print", f"at 100 % (actual size, not fit to page), {hint(printout.pages, job.sides)}")
    _say("check", "the ruler on the first page is 100 mm long")


def _targets(games: Sequence[Game], output: str | None, *, every: bool) -> list[Path]:
    if every:
        folder = check_folder(Path(output or "."))
        return [check_target(folder / f"{each.slug}.pdf") for each in games]
    return [check_target(Path(output or f"{games[0].slug}.pdf"))]


def _tell_plans(jobs: Sequence[Job], plans: Sequence[tuple[Page, ...]]) -> None:
    """How much paper it takes, before anything is drawn."""
    for job, pages in zip(jobs, plans, strict=True):
        _say(job.game.slug, in_words(pages, job.paper, job.sides, tally(job.pieces, job.copies)))
    if len(jobs) > 1:
        sheets = sum(sheets_of_paper(pages, job.sides) for job, pages in zip(jobs, plans, strict=True))
        _say(ALL, f"{counted(sheets, 'sheet')} of {jobs[0].paper.title}")


def _say(head: str, words: str) -> None:
    """One line of plain text, because a file's name is not markup."""
    Console(highlight=False).print(Text.assemble((head, "bold"), "  ", words), soft_wrap=True)
