"""The work of `rookery print`: it plans all games, then writes their files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from companion import console
from companion.decks import TUCK_BOX
from companion.errors import UsageError
from companion.game import game_for, offering
from companion.language import counted
from printables.art.codes import checked_address
from printables.draw.pen import BLEED
from printables.output import files
from printables.output.plotter import WRITERS, Format, cut_sheets
from printables.output.printer import Job, Order, Printout, make_job, plan, print_job
from printables.output.progress import progress
from printables.output.shop import DPI, check_shop, shop_faces, write_faces
from printables.sheets.imposition import Page, manifest, sheets_of_paper
from printables.sheets.plan import hint, in_words, tally

ALL = "all"


def print_games(slug: str, order: Order) -> None:
    """Print one game or all of them; raises a `RookeryError` before anything is written."""
    every, output, deck_file = slug == ALL, order["output"], order["deck_file"]
    own = ("--deck", deck_file), ("--board", order["board"]), ("--only", order["only"])
    for option, value in own:
        if every and value:
            raise UsageError(option, "is for one game, not for 'all'", remedy="name the game")
    if order["address"]:
        checked_address(order["address"])
    folder = _shop_folder(order)
    games = offering("print") if every else (game_for("print", slug),)
    names = [file_name(game.slug, order) for game in games]
    targets = [] if order["only_plan"] or folder else _targets(names, output, every=every)
    jobs = [make_job(game, order) for game in games]
    paper, sides = jobs[0].paper, jobs[0].sides
    if order["weight"] and not any(piece.id == TUCK_BOX for job in jobs for piece in job.pieces):
        raise UsageError("--weight", "is for the box, which isn't printed", remedy="add --extras")
    if folder and not order["only_plan"]:
        _print_for_shop(jobs, folder, every=every)
        return
    plans = [plan(job) for job in jobs]
    if not order["force"]:
        for job, pages, target in zip(jobs, plans, targets, strict=False):  # --plan has no targets
            files.check_larger(
                target, manifest(pages, job.game.slug, job.deck.fingerprint, job.paper)
            )
    for job, pages in zip(jobs, plans, strict=True):
        console.say(job.game.slug, in_words(pages, paper, sides, tally(job.pieces, job.copies)))
    if len(jobs) > 1:
        sheets = sum(sheets_of_paper(pages, sides) for pages in plans)
        console.say(ALL, f"{counted(sheets, 'sheet')} of {paper.title}")
    if order["profile_name"]:
        console.say("profile", f"corrected with {order['profile_name']}")
    if not order["only_plan"]:
        _print(jobs, plans, targets, order["cut"])


def _shop_folder(order: Order) -> Path | None:
    """Return the folder for a print shop, or None without --shop."""
    if order["shop"] is None:
        return None
    output, cut, profile = order["output"], order["cut"], order["profile_name"]
    for option, value in (("-o", output), ("--cut", cut), ("--profile", profile)):
        if value:
            remedy = "leave one of them out"
            raise UsageError(option, "doesn't go together with --shop", remedy=remedy)
    return check_shop(Path(order["shop"]))


def _targets(names: Sequence[str], output: str | None, *, every: bool) -> list[Path]:
    """Return the PDFs to write; for all games their folder may be new, but not its parent."""
    if not every:
        return [files.check_target(Path(output or names[0]))]
    folder = Path(output or ".")
    pdfs = [folder / name for name in names]
    if folder.exists():
        return [files.check_target(pdf) for pdf in pdfs]
    files.check_folder(folder.parent)
    return pdfs


def _print_for_shop(jobs: Sequence[Job], folder: Path, *, every: bool) -> None:
    """Write all faces as pictures, for all games in a folder for each."""
    faces = [shop_faces(job) for job in jobs]
    small: list[str] = []
    with progress(sum(map(len, faces)), "rendering") as done, files.filled_folder(folder) as draft:
        for job in jobs:
            target = draft / job.game.slug if every else draft
            target.mkdir(exist_ok=True)
            small += write_faces(job, target, done)
    for job, pictures in zip(jobs, faces, strict=True):
        size = f"{DPI} dpi, each with {BLEED:g} mm of bleed"
        console.say(job.game.slug, f"{counted(len(pictures), 'picture')} at {size}")
    _warn(small)
    console.say(
        str(folder), "give the shop the whole folder: a front and its back have the same number"
    )


def _print(
    jobs: Sequence[Job],
    plans: Sequence[tuple[Page, ...]],
    targets: Sequence[Path],
    cut: Format | None,
) -> None:
    """Draw all games, then write each game's files and show how to print them."""
    printouts: list[Printout] = []
    with progress(sum(map(len, plans)), "drawing") as drawn:
        for job, pages in zip(jobs, plans, strict=True):
            printouts.append(print_job(job, pages, drawn))
    with _folder(targets[0].parent):
        for job, printout, target in zip(jobs, printouts, targets, strict=True):
            cuts = {}
            if cut:
                for sheet in cut_sheets(printout.pages):
                    cuts[files.cut_path(target, sheet.page, cut)] = WRITERS[cut](sheet).encode()
            files.save(printout, target, cuts)
            console.say(str(target), files.describe_files(printout, target))
            if cuts:
                ends = dict.fromkeys((next(iter(cuts)).name, next(reversed(cuts)).name))
                count = f"{counted(len(cuts), 'file')}, {' to '.join(ends)}"
                console.say("cut", f"{count}: the number is the page's")
            way = hint(printout.pages, job.sides)
            console.say("print", f"at 100 % (actual size, not fit to page), {way}")
            _warn(printout.small)
    console.say("check", "the ruler on the first page is 100 mm long")


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder if it doesn't exist; on an error, remove it again if it is empty."""
    new = not folder.is_dir()
    folder.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        if new:
            with suppress(OSError):  # something is in it
                folder.rmdir()
        raise


def _warn(notes: Sequence[str]) -> None:
    for note in notes:
        click.echo(f"note: {note}", err=True)


MOST_NAMED = 3  # most choices in a file's name


def file_name(slug: str, order: Order) -> str:
    """Return the default name of a PDF, which contains the options that choose part of a set.

    >>> file_name("giza", {}), file_name("giza", {"only": ["penguin-07"], "players": 2})
    ('giza.pdf', 'giza-penguin-07-2-players.pdf')
    >>> file_name("solitaire", {"board": "4x5", "extras": False})
    'solitaire-4x5-no-extras.pdf'
    >>> file_name("giza", {"only": ["a,b*", "c,d"]})
    'giza-a-and-3-more.pdf'
    """
    only, players = order.get("only", ()), order.get("players")
    words = list(dict.fromkeys(word.strip() for text in only for word in text.split(",")))
    if len(words) > MOST_NAMED:
        words = [words[0], f"and {len(words) - 1} more"]
    seats = counted(players, "player") if players else ""
    bare = "no extras" if order.get("extras") is False else ""
    parts = (slug, order.get("board") or "", *words, seats, bare)
    clean = (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")[:40] for part in parts)
    return f"{'-'.join(filter(None, clean))}.pdf"
