"""The command `rookery solve`, which knows the solver and, for a photo, its reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import click

from companion import extras
from companion.console import INTERRUPTED
from companion.errors import NotationError, UsageError
from companion.options import FILE, JSON, Choice, number
from companion.solitaire.board import FEWEST, PYRAMIDS, Board, Hop, Pyramid, read_size, standard
from companion.solitaire.solver import Answer, Progress, Report, openings, solve
from companion.solitaire.state import Position, full, parse_position, position_text

if TYPE_CHECKING:
    from vision.games.solitaire.reading import SolitaireReading

MOST_SQUARES = 30  # largest board that can be solved: 5x6
FINISH = {name: size for size, name in PYRAMIDS.items()}
NOTHING = Answer(None, proven=False, line=(), states=0)
EVERY = 0.1  # s between updates during a long search
Openings: TypeAlias = list[tuple[tuple[Hop, ...], Answer]]  # equivalent first hops, their answer
SIZE = re.compile(r"\d+x\d+", re.IGNORECASE)


@click.command()
@click.argument("position", metavar="[POSITION]", required=False)
@click.option(
    "--photo", metavar="PHOTO", type=FILE, help="Read the position from a photo of the board."
)
@click.option(
    "--flat", is_flag=True, help="With --photo: nothing is hidden below the visible pyramids."
)
@click.option(
    "--board",
    "size",
    type=str.lower,
    metavar="ROWSxCOLUMNS",
    help="The size of the board.  [default: that of POSITION, or 3x4]",
)
@click.option(
    "--finish",
    type=Choice(FINISH, "pyramid"),
    help="Find a way to leave a single pyramid of this size.",
)
@click.option("--all-openings", is_flag=True, help="Compare all possible first hops.")
@click.option("--hint", "hint_only", is_flag=True, help="Show only the next hop.")
@click.option(
    "--limit",
    type=number(1),
    metavar="N",
    help="Give up after N positions.  [default: 12 million; 300,000 without numba]",
)
@JSON
def solve_(
    *,
    position: str | None,
    photo: str | None,
    flat: bool,
    size: str | None,
    finish: str | None,
    all_openings: bool,
    hint_only: bool,
    limit: int | None,
    as_json: bool,
) -> int:
    """Solve Egyptian Solitaire: find the best score, the hops to it, and whether it is proven.

    POSITION has / between rows, commas between squares, and each stack from the bottom up:
    SML,SML,,S/SM,,,L/,,, for example. It can also be the size of a full board, such as 4x5; without
    it, the board is a full 3x4. Ctrl-C stops early and shows the best line so far.
    """
    if all_openings and hint_only:
        problem = "doesn't go together with --all-openings"
        raise UsageError("--hint", problem, remedy="leave one of them out")
    start = _start(position, photo, size, flat=flat)
    goal, stopped, before = FINISH[finish] if finish else None, False, monotonic()
    answers: Openings = []
    answer = NOTHING
    with _progress() as (latest, report):
        # of first hops that are equivalent by symmetry, only one is tried
        for hops in openings(start) if all_openings else [()]:
            latest.clear()
            try:
                after = start.after(hops[0]) if hops else start
                answer = solve(after, goal, limit=limit, report=report)
            except KeyboardInterrupt:
                stopped = True
                answer = latest[0].answer if latest else NOTHING
            answers.append((hops, replace(answer, line=(*hops[:1], *answer.line))))
            if stopped:
                break
    spent = monotonic() - before
    if all_openings and as_json:
        rows = [{"hops": list(map(str, hops)), **each.to_json()} for hops, each in answers]
        click.echo(json.dumps({"position": position_text(start), "openings": rows}))
    elif all_openings:
        from rich.console import Console
        from rich.table import Table

        table = Table("first hop", "as good as", "best", "", "positions", box=None, pad_edge=False)
        for hops, each in answers:
            best = "-" if each.best is None else str(each.best)
            proof = "proven" if each.proven else "not proven"
            others = " ".join(map(str, hops[1:]))
            table.add_row(str(hops[0]), others, best, proof, f"{each.states:,}")
        Console().print(table)
    elif as_json:
        hint = {"hint": str(answer.line[0]) if answer.line else None} if hint_only else {}
        click.echo(json.dumps({**hint, **answer.to_json()}))
    elif hint_only and answer.line:
        click.echo(answer.line[0])
    elif hint_only:
        where = position_text(start)
        if start.over:
            raise NotationError(where, f"the game is over with a score of {start.pips}")
        remedy = "raise --limit, or leave out --finish"
        raise NotationError(where, "no line was found", remedy=remedy)
    else:
        _show(start, goal, answer, spent, stopped=stopped)
    return INTERRUPTED if stopped else 0


@contextmanager
def _progress() -> Iterator[tuple[list[Progress], Report]]:
    """Yield a list of the latest progress, and a function that sets and shows it."""
    from rich.console import Console

    latest, shown = list[Progress](), monotonic()
    with Console(stderr=True).status("Solving ...") as status:

        def report(progress: Progress) -> None:
            nonlocal shown
            latest[:] = [progress]
            if monotonic() - shown >= EVERY:
                shown, width = monotonic(), progress.width
                best = "no end yet" if progress.best is None else f"best so far {progress.best}"
                search = "all positions"
                if width is not None:
                    search = f"the {width:,} most promising positions"
                search += f" with {progress.pyramids} pyramids"
                count = f"{progress.states:,} positions"
                status.update(f"{best}; {count}; {search} ... (Ctrl-C: stop here)")

        yield latest, report


def _start(text: str | None, photo: str | None, size: str | None, *, flat: bool) -> Position:
    """Return the position to solve; raise a `RookeryError` if the input is invalid."""
    if text is not None and SIZE.fullmatch(text):
        if size is not None and size != text.lower():
            raise UsageError(text, "is another board than --board", remedy="leave one of them out")
        size = text.lower()
        text = None
    if text is not None and photo is not None:
        problem = "doesn't go together with a POSITION"
        raise UsageError("--photo", problem, remedy="leave one of them out")
    if photo is not None:
        from vision.games.solitaire.reading import position_from
        from vision.photo.loader import read_bytes
        from vision.scan.pipeline import read_photo

        reading: SolitaireReading = read_photo(  # type: ignore[assignment]  # a subclass
            read_bytes(photo), photo, "solitaire"
        ).reading
        board, position = position_from(reading, standard(), flat=flat)
        if size is not None and size != board.size:
            problem = f"the photo shows a {board.size} board"
            raise UsageError(photo, problem, remedy=f"leave out --board {size}")
        _board(board.size)
        return position
    if flat:
        raise UsageError("--flat", "is for photos", remedy="add --photo PHOTO, or leave it out")
    if text is None:
        return full(_board(size) if size else standard())
    if size is None:
        rows = text.split("/")
        counts = [row.count(",") + 1 for row in rows]
        columns = max(counts, key=counts.count)  # where most agree: a row may lack a comma
        fits = len(rows) >= FEWEST and columns >= FEWEST
        size = f"{len(rows)}x{columns}" if fits else standard().size
    return parse_position(text.upper(), _board(size))


def _board(size: str) -> Board:
    rows, columns = read_size(size)
    if rows * columns > MOST_SQUARES:
        problem = f"{rows * columns} squares are too many to solve"
        raise UsageError(size, problem, remedy="use a board of up to 5x6")
    return standard().sized(rows, columns)


def _show(
    start: Position, goal: Pyramid | None, answer: Answer, spent: float, *, stopped: bool
) -> None:
    """Print the board, the verdict, the line and the effort."""
    pyramids, pips = _many(start.count.total(), "pyramid"), _many(start.pips, "pip")
    click.echo(f"{start.board.size}, {pyramids}, {pips}")
    further = "stopped before it was proven" if stopped else "not proven; a higher --limit may help"
    if not stopped and not answer.proven and find_spec("numba") is None:
        further += f". Much faster is the package numba: {extras.remedy('speed')}"
    if goal is not None and answer.best is not None:
        verdict = f"You can finish with a single {PYRAMIDS[goal]} pyramid."
    elif goal is not None and answer.proven:
        verdict = f"You can't finish with a single {PYRAMIDS[goal]} pyramid: proven."
    elif answer.best is None:
        verdict = f"No {'line' if goal is None else 'way'} found; {further}."
    else:
        verdict = f"Best score: {answer.best}, {'proven' if answer.proven else further}."
    click.echo(verdict)
    if answer.line:
        line = f"{_many(len(answer.line), 'hop')}: {' '.join(map(str, answer.line))}"
        click.echo(click.wrap_text(line, 100, subsequent_indent="  "))
    click.echo(f"{_many(answer.states, 'position')}, {spent:.2f} s")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
