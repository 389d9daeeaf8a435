"""The command `rookery print`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from companion.choice import Choice
from companion.errors import UsageError
from companion.game import game_for, offering, slugs
from companion.profilefile import load_profile
from printables.art.qr import checked_address
from printables.draw.colours import Ink
from printables.draw.pen import BLEED
from printables.output.files import (
    check_folder,
    check_larger,
    check_target,
    cut_path,
    filled_folder,
    manifest_path,
    save,
)
from printables.output.jobs import make_job
from printables.output.naming import file_name
from printables.output.options import LANGUAGE
from printables.output.plotter import WRITERS, Format, cut_sheets
from printables.output.printer import Job, Printout, plan, print_job
from printables.output.profiles import UNCORRECTED, corrections
from printables.output.progress import progress
from printables.output.shop import DPI, check_shop, shop_faces, write_faces
from printables.sheets.imposition import SIDES, Page, find_sides, manifest, sheets_of_paper
from printables.sheets.paper import PAPERS, find_paper
from printables.sheets.plan import counted, hint, in_words, tally

ALL = "all"
MOST_COPIES = 50
INKS = ("full", "low", "mono")


@click.command("print")
@click.argument("slug", metavar="GAME|all", type=Choice((*slugs(), ALL)))
@click.option(
    "-o",
    "--output",
    metavar="FILE.pdf",
    help="Where to write; a folder for 'all'.  [default: GAME.pdf here; part of a set gets its "
    "own name, such as "
    "giza-penguin-07.pdf]",
)
@click.option("--force", is_flag=True, help="Replace a file that holds more than this print does.")
@click.option(
    "--paper",
    type=Choice(list(PAPERS)),
    default="a4",
    show_default=True,
    help="The paper you print on.",
)
@click.option(
    "--sides",
    type=Choice(list(SIDES)),
    default="long",
    show_default=True,
    help="How backs get behind fronts: a duplex printer flips on the long or short edge; "
    "gutterfold is folded and "
    "glued; single prints backs on sheets of their own.",
)
@click.option(
    "--ink",
    type=Choice(INKS),
    default="full",
    show_default=True,
    help="low leaves out washes and grounds; mono is black on white.",
)
@click.option(
    "--bleed",
    is_flag=True,
    help="Lay cards apart, each with its own bleed, instead of sharing cut lines.",
)
@click.option(
    "--index/--no-index",
    default=None,
    help="A first page that shows what there is.  [default: not with --only]",
)
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option(
    "--board", type=str.lower, metavar="ROWSxCOLUMNS", help="Solitaire's board, as 3x4 or 4x5."
)
@click.option(
    "--only",
    type=str.lower,
    metavar="ID,...",
    multiple=True,
    help="Only these pieces: ids, kinds or patterns such as 'penguin-*'; 'rookery games GAME' "
    "lists them.",
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Only what N players need.  [default: as many as can play]",
)
@click.option(
    "--copies",
    type=click.IntRange(1, MOST_COPIES),
    default=1,
    show_default=True,
    help="How many of each piece.",
)
@click.option(
    "--extras/--no-extras",
    default=None,
    help="Also a box to fold, stickers and whatever else is printed when asked for; or nothing "
    "but the pieces.  "
    "[default: with label, rules, reference cards and score pad]",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="The phone table's address, for codes on the label and on the board of solitaire.",
)
@click.option(
    "--weight",
    type=click.IntRange(80, 500),
    default=250,
    show_default=True,
    metavar="GSM",
    help="Of the cards' paper, g/m2: the box is made for it.",
)
@click.option(
    "--profile",
    "profile_name",
    metavar="NAME",
    help="Undo your printer's errors: see 'rookery calibrate'.",
)
@click.option(
    "--shop",
    metavar="DIR",
    help="For a print shop: a folder with a PNG of 300 dpi a face instead of a PDF.",
)
@click.option(
    "--cut",
    type=Choice(list(WRITERS)),
    help="Also a file a sheet for a cutting machine, and its marks on paper.",
)
@LANGUAGE
@click.option(
    "--plan", "only_plan", is_flag=True, help="Say how many sheets it takes, and print nothing."
)
def print_(
    *,
    slug: str,
    output: str | None,
    force: bool,
    paper: str,
    sides: str,
    ink: Ink,
    bleed: bool,
    index: bool | None,
    deck_file: str | None,
    board: str | None,
    only: tuple[str, ...],
    players: int | None,
    copies: int,
    only_plan: bool,
    extras: bool | None,
    address: str,
    weight: int,
    profile_name: str | None,
    shop: str | None,
    cut: Format | None,
    language: str,
) -> None:
    """Print the pieces of GAME, or of all games, as PDF files, each with a manifest of what lies
    where.
    """
    for option, value in (("--deck", deck_file), ("--board", board), ("--only", only)):
        if slug == ALL and value:
            raise UsageError(option, "belongs to one game", remedy="name the game to print")
    if address:
        checked_address(address)
    games = list(offering("print")) if slug == ALL else [game_for("print", slug)]
    folder = _shop_folder(shop, output, cut, profile_name) if shop is not None else None
    names = [
        file_name(game.slug, board=board, only=only, players=players, extras=extras is not False)
        for game in games
    ]
    targets = [] if only_plan or folder else _targets(names, output, every=slug == ALL)
    on, turned = find_paper(paper), find_sides(sides)
    undone = (
        corrections(load_profile(profile_name), on, turned)
        if profile_name is not None
        else UNCORRECTED
    )
    jobs = [
        make_job(
            game,
            deck_file,
            on,
            turned,
            board=board,
            only=only,
            players=players,
            copies=copies,
            extras=extras,
            address=address,
            weight=weight,
            ink=ink,
            bleed=bleed,
            index=index,
            corrections=undone,
            registered=cut is not None,
            language=language,
        )
        for game in games
    ]
    if folder and not only_plan:
        _for_shop(jobs, folder, every=slug == ALL)
        return
    plans = [plan(job) for job in jobs]
    if not force:
        for job, pages, target in zip(jobs, plans, targets, strict=False):  # a plan has no targets
            check_larger(target, manifest(pages, job.game.slug, job.deck.fingerprint, job.paper))
    _tell_plans(jobs, plans)
    if not only_plan:
        _print(jobs, plans, targets, cut)


def _shop_folder(shop: str, output: str | None, cut: Format | None, profile: str | None) -> Path:
    for option, value in (("-o", output), ("--cut", cut), ("--profile", profile)):
        if value:
            raise UsageError(option, "is for paper, not for --shop", remedy="leave one of them out")
    return check_shop(Path(shop))


def _for_shop(jobs: Sequence[Job], folder: Path, *, every: bool) -> None:
    """All faces as pictures; those of each game in a folder of its own when it is `all`."""
    faces = [shop_faces(job) for job in jobs]
    small: list[str] = []
    with progress(sum(map(len, faces)), "rendering") as done, filled_folder(folder) as draft:
        for job in jobs:
            target = draft / job.game.slug if every else draft
            target.mkdir(exist_ok=True)
            small += write_faces(job, target, done)
    for job, found in zip(jobs, faces, strict=True):
        _say(
            job.game.slug,
            f"{counted(len(found), 'picture')} of {DPI} dpi, each with {BLEED:g} mm of bleed",
        )
    _warn(small)
    _say(
        str(folder),
        "give the shop all of it: fronts and backs have the same number; cut off the bleed",
    )


def _print(
    jobs: Sequence[Job],
    plans: Sequence[tuple[Page, ...]],
    targets: Sequence[Path],
    cut: Format | None,
) -> None:
    printouts = []
    with progress(sum(map(len, plans)), "drawing") as drawn:
        for job, pages in zip(jobs, plans, strict=True):
            printouts.append(print_job(job, pages, lambda _: drawn()))
    with _made(targets[0].parent):
        for job, printout, target in zip(jobs, printouts, targets, strict=True):
            _save(job, printout, target, cut)
            _warn(printout.small)
    _say("check", "the ruler on the first page is 100 mm long")


def _save(job: Job, printout: Printout, target: Path, cut: Format | None) -> None:
    """Write all files of one game, and say what they are and how they are to be printed."""
    cuts = _cut_files(printout, target, cut) if cut else {}
    save(printout, target, cuts)
    _say(
        str(target),
        f"{len(printout.pdf) / 1024:.0f} KiB, and what lies where in {manifest_path(target).name}",
    )
    if cuts:
        ends = dict.fromkeys((next(iter(cuts)).name, next(reversed(cuts)).name))
        _say("cut", f"{counted(len(cuts), 'file')}, {' to '.join(ends)}: the number is the page's")
    _say("print", f"at 100 % (actual size, not fit to page), {hint(printout.pages, job.sides)}")


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Have a folder to write to; one that was not there goes again where nothing came into it."""
    new = not folder.is_dir()
    folder.mkdir(exist_ok=True)
    try:
        yield
    except BaseException:
        if new:
            with suppress(OSError):  # something is in it
                folder.rmdir()
        raise


def _cut_files(printout: Printout, pdf: Path, kind: Format) -> dict[Path, bytes]:
    """What a cutting machine reads, a file for each page that is cut out."""
    sheets = cut_sheets(printout.pages)
    return {cut_path(pdf, sheet.page, kind): WRITERS[kind](sheet).encode() for sheet in sheets}


def _targets(names: Sequence[str], output: str | None, *, every: bool) -> list[Path]:
    """Where the PDFs of these names go; the folder of all games need not be there, but the one that
    it will lie in.
    """
    if every:
        folder = Path(output or ".")
        pdfs = [folder / name for name in names]
        if folder.exists():
            return [check_target(pdf) for pdf in pdfs]
        check_folder(folder.parent)
        return pdfs
    return [check_target(Path(output or names[0]))]


def _tell_plans(jobs: Sequence[Job], plans: Sequence[tuple[Page, ...]]) -> None:
    """How much paper it takes, before anything is drawn."""
    for job, pages in zip(jobs, plans, strict=True):
        _say(job.game.slug, in_words(pages, job.paper, job.sides, tally(job.pieces, job.copies)))
    if len(jobs) > 1:
        sheets = sum(
            sheets_of_paper(pages, job.sides) for job, pages in zip(jobs, plans, strict=True)
        )
        _say(ALL, f"{counted(sheets, 'sheet')} of {jobs[0].paper.title}")


def _warn(small: Sequence[str]) -> None:
    for words in small:
        click.echo(f"note: {words}", err=True)


def _say(head: str, words: str) -> None:
    click.echo(f"{click.style(head, bold=True)}  {words}")
