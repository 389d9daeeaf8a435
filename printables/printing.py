"""The work of `rookery print`: it plans all games, then writes their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from companion import console
from companion.errors import DeckError, UsageError
from companion.fields import TUCK_BOX
from companion.game import game_for, offering
from companion.language import counted
from companion.text import slug_of
from printables.art.codes import checked_address
from printables.decks.cardgame import card_game_job, game_file, game_pieces, read_card_game
from printables.decks.folder import ImposeOrder, impose_job
from printables.decks.sources import sources
from printables.draw.pictures import notes
from printables.output import files
from printables.output.cricut import write_cricut
from printables.output.job import Job, Order, make_job
from printables.output.plotter import WRITERS, Format, cut_sheets
from printables.output.printer import Printout, by_stock, plan, print_job
from printables.output.progress import progress
from printables.output.shop import check_shop, drawn_faces, shop_faces, write_faces
from printables.output.shops import write_for_shop
from printables.output.tabletop import write_table
from printables.sheets.cutter import Cutter
from printables.sheets.imposition import Page, manifest, sheets_of_paper
from printables.sheets.plan import STOCKS, hint, in_words, tally

ALL = "all"
TTS, CRICUT = "tts", "cricut"
GIVE = "give the shop the whole folder: a front and its back have the same number"
# what to do instead with what was written
NEXT = {
    TTS: "copy the .json and the .png of its name into the game's folder Saved Objects",
    "drivethrucards": "upload the PDF",
    CRICUT: "upload each to Design Space as a Print Then Cut picture, in the size of its name",
}


def print_games(slug: str, order: Order) -> None:
    """Print one game or all of them; raises a `RookeryError` before anything is written."""
    if order["tonight"]:
        for option in ("extras", "index"):
            if order[option]:
                remedy = "leave one of them out"
                raise UsageError(f"--{option}", "is what --tonight leaves out", remedy=remedy)
        order |= {"extras": False, "index": False}
    every, deck_file = slug == ALL, order["deck_file"]
    own = ("--deck", deck_file), ("--board", order["board"]), ("--only", order["only"])
    for option, value in own:
        if every and value:
            raise UsageError(option, "is for one game, not for 'all'", remedy="name the game")
    if order["address"]:
        checked_address(order["address"])
    games = offering("print") if every else (game_for("print", slug),)
    names = [file_name(game.slug, order) for game in games]

    def jobs() -> list[Job]:
        made = [make_job(game, order) for game in games]
        boxed = any(piece.id == TUCK_BOX for job in made for piece in job.pieces)
        if order["weight"] and not boxed:
            problem = "is for the box, which isn't printed"
            raise UsageError("--weight", problem, remedy="add --extras")
        return made

    print_jobs(names, jobs, order, every=every)


def impose_cards(order: ImposeOrder) -> None:
    """Print someone's pictures as cards; raises a `RookeryError` before anything is written."""
    fronts, backs, _ = sources(order["fronts"], order.get("backs"))
    output = Path(order["output"] or "")
    if output.is_file() and any(output.samefile(each.path) for each in (*fronts, *backs)):
        remedy = "choose another name with -o"
        raise UsageError(str(output), "is read, so it isn't written", remedy=remedy)
    name = f"{Path(order['fronts']).resolve().stem}-sheets.pdf"
    with progress(len({*fronts, *backs}), "reading") as done:
        print_jobs([name], lambda: [impose_job(order, done)], order)


def print_card_game(folder: str, order: Order) -> None:
    """Print someone's card game; raises a `RookeryError` before anything is written."""
    path = game_file(folder)
    game, faults = read_card_game(folder)
    if game is None:
        if len(faults) > 1:
            remedy = f"list them with 'rookery game check {folder}'"
            raise DeckError(folder, f"{len(faults)} mistakes, first: {faults[0]}", remedy=remedy)
        raise faults[0]
    pieces = game_pieces(game, folder, order)
    name = file_name(slug_of(path.resolve().parent.name), order)
    print_jobs([name], lambda: [card_game_job(game, folder, order, pieces)], order)


def print_jobs(
    names: Sequence[str], make: Callable[[], list[Job]], order: Order, *, every: bool = False
) -> None:
    """Make the jobs and print each to the file of its name, to a shop's folder, or plan them."""
    folder = _shop_folder(order, names[0])
    only_plan = order["only_plan"]
    targets = [] if only_plan or folder else _targets(names, order["output"], every=every)
    jobs = make()
    paper, sides = jobs[0].paper, jobs[0].sides
    if folder and not only_plan:
        _print_for_shop(jobs, folder, order, every=every)
        return
    if order.get("stock"):
        parts = [by_stock(job) for job in jobs]
        jobs = [part for each in parts for part in each]
        targets = [
            files.check_target(target.with_stem(f"{target.stem}-on-{part.stock}"))
            for target, each in zip(targets, parts, strict=False)
            for part in each
        ]
    plans = [plan(job) for job in jobs]
    cut, cutter = order["cut"] or ("svg" if order.get("cutter") else None), order.get("cutter")
    cuts = [_cuts(*each, cut, cutter) for each in zip(plans, targets, strict=False)]
    for job, pages, target, more in zip(jobs, plans, targets, cuts, strict=False):
        new = manifest(pages, job.game.slug, job.deck.fingerprint, job.paper)
        files.check_replaced(target, new, more, force=order["force"])
    for job, pages in zip(jobs, plans, strict=True):
        kinds = tally(job.pieces, job.copies)
        words = in_words(pages, paper, sides, kinds, own=job.faces is not None)
        console.say(job.game.slug, words)
    if every:
        sheets = sum(sheets_of_paper(pages, sides) for pages in plans)
        console.say(ALL, f"{counted(sheets, 'sheet')} of {paper.title}")
    if order["profile_name"]:
        console.say("profile", f"corrected with {order['profile_name']}")
    if only_plan:
        _warn([*dict.fromkeys(note for job in jobs for note in job.notes)])
    else:
        _print(jobs, plans, targets, cuts)


def _shop_folder(order: Order, name: str) -> Path | None:
    """Return the folder for a print shop, a virtual table or Cricut's program, None for a PDF."""
    shop, to, cutter = order["shop"], order.get("to"), order.get("cutter")
    pictures = cutter if cutter and cutter.machine == "cricut" else None
    if shop is None and to is None and pictures is None:
        return None
    both = "--shop" if shop else "--to" if to else "--cutter cricut"
    conflicts = {
        "-o": order["output"],
        "--cut": order["cut"],
        "--cutter": cutter if shop or to else None,
        "--profile": order["profile_name"],
        "--stock": order.get("stock"),
        "--plan": pictures and order["only_plan"],
    }
    for option, value in conflicts.items():
        if value:
            remedy = "leave one of them out"
            raise UsageError(option, f"doesn't go together with {both}", remedy=remedy)
    return check_shop(Path(shop or f"{Path(name).stem.removesuffix('-sheets')}-{to or CRICUT}"))


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


def _print_for_shop(jobs: Sequence[Job], folder: Path, order: Order, *, every: bool) -> None:
    """Write all faces as pictures or what is made of them, for all games in a folder for each."""
    to, cutter = order.get("to"), order.get("cutter")
    says: list[tuple[str, list[str]]] = []
    small: list[str] = []
    faces = sum(len(shop_faces(job)) for job in jobs)
    with progress(faces, "rendering") as done, files.filled_folder(folder) as draft:
        for job in jobs:
            inner = job.game.slug if every else ""
            (draft / inner).mkdir(exist_ok=True)
            with drawn_faces(job, done) as drawn:
                if cutter:
                    written = write_cricut(cutter, drawn, draft / inner)
                elif to is None:
                    written = write_faces(drawn, draft / inner)
                elif to == TTS:
                    written = write_table(drawn, draft / inner, folder.resolve() / inner)
                else:
                    written = write_for_shop(to, drawn, draft / inner)
                small += drawn.small
            says.append((job.game.slug, written))
    for slug, lines in says:
        for line in lines:
            console.say(slug, line)
    _warn([*small, *(note for job in jobs for note in (*job.notes, *notes(job.pictures)))])
    console.say(str(folder), NEXT.get(CRICUT if cutter else to or "", GIVE))


def _print(
    jobs: Sequence[Job],
    plans: Sequence[tuple[Page, ...]],
    targets: Sequence[Path],
    cuts: Sequence[dict[Path, bytes]],
) -> None:
    """Draw all games, then write each game's files and show how to print them."""
    printouts: list[Printout] = []
    said: set[str] = set()
    with progress(sum(map(len, plans)), "drawing") as drawn:
        for job, pages in zip(jobs, plans, strict=True):
            printouts.append(print_job(job, pages, drawn))
    with _folder(targets[0].parent):
        for job, printout, target, more in zip(jobs, printouts, targets, cuts, strict=True):
            files.save(printout, target, more)
            console.say(str(target), files.describe_files(printout, target))
            if more:
                ends = dict.fromkeys((next(iter(more)).name, next(reversed(more)).name))
                count = f"{counted(len(more), 'file')}, {' to '.join(ends)}"
                console.say("cut", f"{count}: the number is the page's")
            if job.stock:
                console.say("load", STOCKS[job.stock])
            way = hint(printout.pages, job.sides)
            console.say("print", f"at 100 % (actual size, not fit to page), {way}")
            found = [*printout.small, *job.notes, *notes(job.pictures)]
            _warn([note for note in found if note not in said])
            said.update(found)  # parts of a job by stock have the same pictures
    console.say("check", "the ruler on the first page is 100 mm long")


def _cuts(
    pages: Sequence[Page], target: Path, cut: Format | None, cutter: Cutter | None
) -> dict[Path, bytes]:
    """Return the files for a cutting machine, none without a format."""
    if cut is None:
        return {}
    sheets = cut_sheets(pages, cutter)
    return {files.cut_path(target, each.page, cut): WRITERS[cut](each).encode() for each in sheets}


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
    bare = "tonight" if order.get("tonight") else ""
    bare = "no extras" if order.get("extras") is False and not bare else bare
    parts = (slug, order.get("board") or "", *words, seats, bare)
    clean = (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")[:40] for part in parts)
    return f"{'-'.join(filter(None, clean))}.pdf"
