"""The command `rookery puzzle`: a booklet of graded solitaire puzzles, solutions at the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import click
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.choice import Choice
from companion.language import ENGLISH, Phrase, listed, say, say_many, translated
from companion.solitaire.board import read_size, standard
from companion.solitaire.puzzles import LEVELS, MOST_SEED, Puzzle, puzzles
from printables.art.qr import checked_address
from printables.draw.colours import Ink
from printables.draw.fonts import font
from printables.draw.pen import PdfPen, Pen
from printables.faces.solitaire.puzzles import (
    draw_friend,
    draw_puzzles,
    draw_solutions,
    puzzles_on_a_page,
    solutions_by_page,
)
from printables.output.files import check_target, write_together
from printables.output.options import LANGUAGE
from printables.output.printer import describe
from printables.output.progress import progress
from printables.sheets.paper import PAPERS, Paper
from printables.sheets.plan import counted

INKS = ("full", "low", "mono")
FEW = 0.6  # of a page of solutions: with no more, there is room for a friend
Numbered = tuple[int, Puzzle]


@click.command("puzzle")
@click.option(
    "--level",
    type=click.IntRange(LEVELS[0], LEVELS[-1]),
    help="How hard.  [default: all levels in turn]",
)
@click.option(
    "--count", type=click.IntRange(1, 200), default=12, show_default=True, help="How many puzzles."
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=0,
    show_default=True,
    help="Other seeds, other puzzles.",
)
@click.option(
    "--board",
    type=str.lower,
    default="3x4",
    show_default=True,
    metavar="ROWSxCOLUMNS",
    help="The board: 3x4 or 4x3.",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="The phone table's address, for codes that open the puzzles.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE.pdf",
    help="Where to write.  [default: puzzles.pdf; none with --json]",
)
@click.option(
    "--paper",
    type=Choice(list(PAPERS)),
    default="a4",
    show_default=True,
    help="The paper you print on.",
)
@click.option(
    "--ink",
    type=Choice(INKS),
    default="full",
    show_default=True,
    help="low leaves out washes and grounds; mono is black on white.",
)
@LANGUAGE
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def puzzle(
    *,
    level: int | None,
    count: int,
    seed: int,
    board: str,
    address: str,
    output: str | None,
    paper: str,
    ink: Ink,
    language: str,
    as_json: bool,
) -> None:
    """Print puzzles for Egyptian Solitaire: positions with one good first hop, and the best that
    can be reached.

    Level 1 is a matter of seconds, level 10 of a long evening. The same seed gives the same
    puzzles. Each has a name, such as 4-7, by which a phone finds it (Puzzles, at a table of
    solitaire); with --address also a code that opens it.
    """
    if address:
        checked_address(address)
    target = check_target(Path(output or "puzzles.pdf")) if output or not as_json else None
    found = _made(board, level, count, seed)
    if target:
        origin = say("seed {n}", n=seed)
        write_together(
            {target: booklet(found, PAPERS[paper], ink, origin, language=language, address=address)}
        )
    if as_json:
        rows = [{"number": number, **each.to_json()} for number, each in enumerate(found, start=1)]
        click.echo(
            json.dumps({"rookery": 1, "board": board, "seed": seed, "puzzles": rows}, indent=1)
        )
    elif target:
        click.echo(
            f"{click.style(str(target), bold=True)}  {counted(len(found), 'puzzle')}, solutions "
            f"at the end"
        )


def _made(size: str, level: int | None, count: int, seed: int) -> list[Puzzle]:
    """The puzzles asked for, easy ones first."""
    board = standard().sized(*read_size(size))
    wanted = [level or LEVELS[number * len(LEVELS) // count] for number in range(count)]
    found: list[Puzzle] = []
    with progress(count, "puzzles") as step:
        for each in sorted(set(wanted)):
            more = puzzles(board, each, wanted.count(each), seed, made=step)
            found.extend(sorted(more, key=lambda puzzle: puzzle.difficulty))
    return found


def booklet(
    found: Sequence[Puzzle],
    paper: Paper,
    ink: Ink,
    origin: Phrase,
    *,
    language: str = ENGLISH,
    address: str = "",
) -> bytes:
    """The PDF: pages of puzzles, then pages of solutions; `origin` says how to make the same ones
    again.

    `address` is that of the phone table to which codes lead, "" for none; raises `PrintError` for
    one that is none.
    """
    page, file = paper.size, BytesIO()
    default: Any = font().fontName  # as in printer: no page should name a font that is not embedded
    canvas = Canvas(
        file,
        pdfVersion=(1, 7),
        pageCompression=1,
        invariant=1,
        lang=language,
        initialFontName=default,
    )
    subject = listed((say_many("{n} puzzle", "{n} puzzles", len(found)), origin))
    title = translated(say("Egyptian Solitaire: puzzles"), language)
    describe(canvas, title, translated(subject, language), "DuplexFlipLongEdge")
    drawn = _pages(list(enumerate(found, start=1)), paper, origin, language, address)
    for draw in drawn:
        canvas.setPageSize((page.width * mm, page.height * mm))
        draw(PdfPen(canvas, page, ink, language=language))
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _pages(
    found: Sequence[Numbered], paper: Paper, origin: Phrase, language: str, address: str
) -> list[Callable[[Pen], None]]:
    """What draws each page."""
    each, page = puzzles_on_a_page(), paper.size
    parts = [found[start : start + each] for start in range(0, len(found), each)]
    solutions = solutions_by_page(page, found, language)
    total = len(parts) + len(solutions)

    def foot(number: int) -> Phrase:
        return say(
            "page {number} of {all}, {origin}. On a phone: Puzzles, then the name. On a computer: "
            "{command}",
            number=number,
            all=total,
            origin=origin,
            command="rookery solve TEXT",
        )

    def boards(number: int, part: Sequence[Numbered]) -> Callable[[Pen], None]:
        return lambda pen: draw_puzzles(pen, page, part, foot(number), address)

    def answers(number: int, part: Sequence[Numbered]) -> Callable[[Pen], None]:
        def draw(pen: Pen) -> None:
            draw_solutions(pen, page, part, foot(number))
            if len(part) <= FEW * max(map(len, solutions)) or len(solutions) == 1:
                draw_friend(pen, page)

        return draw

    first = [boards(number, part) for number, part in enumerate(parts, start=1)]
    return first + [
        answers(number, part) for number, part in enumerate(solutions, start=len(parts) + 1)
    ]
