"""The command `rookery print`."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from companion.deckfile import load_deck
from companion.errors import UsageError
from companion.game import Game, Piece, game_for, offering
from printables.imposition import SIDES, find_sides, sheets_of_paper
from printables.output import check_folder, check_target, manifest_path, save
from printables.paper import PAPERS, find_paper
from printables.printer import Job, Printout, print_job

ALL = "all"
MOST_COPIES = 50


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
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option("--only", metavar="ID,...", multiple=True, help="Only these pieces; 'rookery games GAME' lists the ids.")
@click.option(
    "--copies", type=click.IntRange(1, MOST_COPIES), default=1, show_default=True, help="How many of each piece."
)
def print_(
    *, slug: str, output: str | None, paper: str, sides: str, deck_file: str | None, only: tuple[str, ...], copies: int
) -> None:
    """Print the pieces of GAME, or of all games, as PDF files, each with a manifest of what lies where."""
    if slug == ALL and (deck_file or only):
        raise UsageError("--deck" if deck_file else "--only", "belongs to one game", remedy="name the game to print")
    games = list(offering("print")) if slug == ALL else [game_for("print", slug)]
    targets = _targets(games, output, every=slug == ALL)
    decks = [load_deck(each, deck_file) for each in games]
    jobs = [
        Job(each, deck, deck_file or each.deck_file, chosen(each.pieces(deck), only),
            find_paper(paper), find_sides(sides), copies)
        for each, deck in zip(games, decks, strict=True)
    ]  # fmt: skip
    for job, target in zip(jobs, targets, strict=True):
        printout = print_job(job)
        save(printout, target)
        _tell(Console(highlight=False), job, printout, target)


def chosen(pieces: Sequence[Piece], only: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces with these ids, in the order of printing; raises `UsageError` for an id that none has.

    An empty `only` chooses all.
    """
    wanted = {piece_id.strip() for text in only for piece_id in text.split(",")}
    known = [piece.id for piece in pieces]
    for piece_id in sorted(wanted - set(known)):
        near = difflib.get_close_matches(piece_id, known, n=3)
        remedy = f"did you mean {' or '.join(near)}?" if near else f"ids look like {known[0]}"
        raise UsageError("--only", f"no piece is called {piece_id!r}", remedy=remedy)
    return tuple(piece for piece in pieces if piece.id in wanted or not wanted)


def _targets(games: Sequence[Game], output: str | None, *, every: bool) -> list[Path]:
    if every:
        folder = check_folder(Path(output or "."))
        return [check_target(folder / f"{each.slug}.pdf") for each in games]
    return [check_target(Path(output or f"{games[0].slug}.pdf"))]


def _tell(console: Console, job: Job, printout: Printout, target: Path) -> None:
    """What was printed and what to do with it; plain text, because a file's name is not markup."""
    kinds = Counter(piece.kind for piece in printout.manifest.pieces if piece.face == "front")
    contents = ", ".join(_counted(number, kind) for kind, number in kinds.items())
    sheets = _counted(sheets_of_paper(printout.pages, job.sides), "sheet")
    lines = {
        str(target): f"{_counted(len(printout.pages), 'page')} on {sheets} of {job.paper.title}: {contents}",
        manifest_path(target).name: "what lies where, for programs that read photos of it",
        "print": f"at 100 % (actual size, not fit to page), {job.sides.hint}",
        "check": "the ruler on the first page is 100 mm long",
    }
    for head, tail in lines.items():
        console.print(Text.assemble((head, "bold"), "  ", tail), soft_wrap=True)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
