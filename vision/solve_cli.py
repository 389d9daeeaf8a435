"""The command `rookery solve`. It stands here for photos; without one, nothing of vision is loaded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from companion.choice import Choice
from companion.errors import NotationError, UsageError
from companion.solitaire.board import FEWEST, PYRAMIDS, Board, Pyramid, read_size, standard
from companion.solitaire.moves import Hop
from companion.solitaire.notation import parse_position, position_text
from companion.solitaire.position import Position, full
from companion.solitaire.solver import Answer, Progress, Report, openings, solve

if TYPE_CHECKING:
    from vision.tables.solitaire.reading import SolitaireReading

INTERRUPTED = 130
MOST_SQUARES = 30  # of a board that is solved: 5x6
FINISH = {name: size for size, name in PYRAMIDS.items()}
EVERY = 0.1  # s between two looks at a long search


@dataclass(slots=True)
class Watch:
    """What a search has told last, and whether it was stopped."""

    last: Progress | None = None
    stopped: bool = False

    @property
    def answer(self) -> Answer:
        """The best so far."""
        return self.last.answer if self.last else Answer(None, proven=False, line=(), states=0)


@click.command()
@click.argument("position", metavar="[POSITION]", required=False)
@click.option("--photo", metavar="PHOTO", help="Take the position from a photo of the board.")
@click.option("--flat", is_flag=True, help="With --photo: nothing stands below the pyramids that can be seen.")
@click.option(
    "--board",
    "size",
    type=str.lower,
    metavar="ROWSxCOLUMNS",
    help="The size of the board.  [default: that of POSITION, or 3x4]",
)
@click.option("--finish", type=Choice(list(FINISH)), help="Leave a single pyramid of this size instead.")
@click.option("--all-openings", is_flag=True, help="What each hop that can be made now leads to.")
@click.option("--hint", "hint_only", is_flag=True, help="Only the next hop.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="Positions to look at before giving up.  [default: 12 million]",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def solve_(
    *, position: str | None, photo: str | None, flat: bool, size: str | None, finish: str | None, all_openings: bool,
    hint_only: bool, limit: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Solve Egyptian Solitaire: the best score that can still be reached, the hops to it, and whether that is proven.

    POSITION lists rows parted by /, squares by commas and stacks from the bottom up, as in SML,SML,,S/SM,,,L/,,, ;
    without it the board is full. Ctrl-C gives the best so far.
    """
    if all_openings and hint_only:
        raise UsageError("--hint", "can't be had of all openings at once", remedy="leave one of the two out")
    start, goal, watch = _start(position, photo, size, flat=flat), FINISH[finish] if finish else None, Watch()
    before = monotonic()
    with _watching(watch) as report:
        if all_openings:
            found = _each_opening(start, goal, limit, report, watch)
        else:
            found = [((), _solved(start, goal, limit, report, watch))]
    spent = monotonic() - before
    if as_json:
        click.echo(json.dumps(_as_data(found, start, hint_only=hint_only, table=all_openings)))
    elif all_openings:
        _show_table(found)
    elif hint_only:
        click.echo(_hint(found[0][1], start))
    else:
        _show(start, goal, found[0][1], spent, watch)
    return INTERRUPTED if watch.stopped else 0


# --- what is asked ---------------------------------------------------------------------------------------------------


def _start(text: str | None, photo: str | None, size: str | None, *, flat: bool) -> Position:
    """The position to solve; raises a `RookeryError` that says what is wrong with it."""
    if text is not None and photo is not None:
        raise UsageError(photo, "a photo, and a position too", remedy="give one of the two")
    if photo is not None:
        return _of_photo(photo, size, flat=flat)
    if text is not None and re.fullmatch(r"\d+x\d+", text):
        raise UsageError(text, "a size, not a position", remedy=f"did you mean --board {text}?")
    if flat:
        raise UsageError(
            "--flat", "says how a photo is meant, and there is none", remedy="give --photo, or leave it out"
        )
    board = standard() if size is None and text is None else _board(size or _size_of(text or ""))
    return full(board) if text is None else parse_position(text, board)


def _size_of(text: str) -> str:
    """The size of the board that a text writes, or the usual one for a text that writes none."""
    rows = text.split("/")
    columns = rows[0].count(",") + 1
    fits = len(rows) >= FEWEST and columns >= FEWEST
    return f"{len(rows)}x{columns}" if fits else standard().size


def _board(size: str) -> Board:
    rows, columns = read_size(size)
    if rows * columns > MOST_SQUARES:
        raise UsageError(size, f"{rows * columns} squares are too many to solve", remedy="use a board of up to 5x6")
    return standard().sized(rows, columns)


def _of_photo(photo: str, size: str | None, *, flat: bool) -> Position:
    from vision.load import read_bytes  # noqa: PLC0415 - OpenCV is for photos only
    from vision.scan import read_photo  # noqa: PLC0415 - see above
    from vision.tables.solitaire.reading import position_from  # noqa: PLC0415 - see above

    reading: SolitaireReading = read_photo(read_bytes(photo), photo, "solitaire").reading  # type: ignore[assignment]  # the game's own
    board, position = position_from(reading, standard(), flat=flat)
    if size is not None and size != board.size:
        raise UsageError(photo, f"the photo shows a board of {board.size}", remedy=f"leave out --board {size}")
    _board(board.size)
    return position


# --- the search, watched ---------------------------------------------------------------------------------------------


def _solved(start: Position, goal: Pyramid | None, limit: int | None, report: Report, watch: Watch) -> Answer:
    watch.last = None
    try:
        return solve(start, goal, limit=limit, report=report)
    except KeyboardInterrupt:
        watch.stopped = True
        return watch.answer


def _each_opening(
    start: Position, goal: Pyramid | None, limit: int | None, report: Report, watch: Watch
) -> list[tuple[tuple[Hop, ...], Answer]]:
    """Hops that are images of each other under the symmetries lead to the same, and are solved once."""
    found: list[tuple[tuple[Hop, ...], Answer]] = []
    for hops in openings(start):
        if not watch.stopped:
            answer = _solved(start.after(hops[0]), goal, limit, report, watch)
            found.append((hops, Answer(answer.best, answer.proven, (hops[0], *answer.line), answer.states)))
    return found


@contextmanager
def _watching(watch: Watch) -> Iterator[Report]:
    """A line on the terminal that follows a long search."""
    from rich.console import Console  # noqa: PLC0415 - rich costs 60 ms that --help should not pay

    console = Console(stderr=True)
    with console.status("solving ...") as status:  # silent where nobody looks
        shown = monotonic()

        def report(progress: Progress) -> None:
            nonlocal shown
            watch.last = progress
            if monotonic() - shown >= EVERY:
                shown = monotonic()
                status.update(_told(progress))

        yield report


def _told(progress: Progress) -> str:
    best = "no end yet" if progress.best is None else f"best so far {progress.best}"
    pass_ = "all positions" if progress.width is None else f"the {progress.width:,} most promising positions"
    return f"{best}; {progress.states:,} positions; {pass_} with {progress.pyramids} pyramids ... (Ctrl-C: stop here)"


# --- what is told ----------------------------------------------------------------------------------------------------


def _as_data(
    found: list[tuple[tuple[Hop, ...], Answer]], start: Position, *, hint_only: bool, table: bool
) -> dict[str, Any]:
    if table:
        rows = [{"hops": list(map(str, hops)), **answer.to_json()} for hops, answer in found]
        return {"position": position_text(start), "openings": rows}
    answer = found[0][1]
    if hint_only:
        return {"hint": str(answer.line[0]) if answer.line else None, **answer.to_json()}
    return answer.to_json()


def _hint(answer: Answer, start: Position) -> str:
    """The next hop; raises `NotationError` where there is none to name."""
    if answer.line:
        return str(answer.line[0])
    if start.over:
        raise NotationError(
            position_text(start), "no hop is left", remedy=f"the game is over with a score of {start.pips}"
        )
    raise NotationError(position_text(start), "no line was found", remedy="look further with --limit, or drop --finish")


def _show(start: Position, goal: Pyramid | None, answer: Answer, spent: float, watch: Watch) -> None:
    click.echo(f"{start.board.size}, {_many(start.count.total(), 'pyramid')}, {_many(start.pips, 'pip')}")
    click.echo(_verdict(goal, answer, stopped=watch.stopped))
    if answer.line:
        hops = " ".join(map(str, answer.line))
        click.echo(click.wrap_text(f"{_many(len(answer.line), 'hop')}: {hops}", 100, subsequent_indent="  "))
    click.echo(f"{_many(answer.states, 'position')}, {spent:.2f} s")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _verdict(goal: Pyramid | None, answer: Answer, *, stopped: bool) -> str:
    further = "stopped before that was proven" if stopped else "not proven; --limit looks further"
    if goal is not None:
        name = PYRAMIDS[goal]
        if answer.best is not None:
            return f"A {name} pyramid can be left alone."
        return f"No {name} pyramid can be left alone: proven." if answer.proven else f"No way was found; {further}."
    if answer.best is None:
        return f"No end was found; {further}."
    return f"Best score: {answer.best}, {'proven' if answer.proven else further}."


def _show_table(found: list[tuple[tuple[Hop, ...], Answer]]) -> None:
    from rich.console import Console  # noqa: PLC0415 - see _watching
    from rich.table import Table  # noqa: PLC0415 - see _watching

    table = Table("first hop", "as good as", "best", "", "positions", box=None, pad_edge=False)
    for hops, answer in found:
        best = "-" if answer.best is None else str(answer.best)
        proof = "proven" if answer.proven else "not proven"
        table.add_row(str(hops[0]), " ".join(map(str, hops[1:])), best, proof, f"{answer.states:,}")
    Console().print(table)
