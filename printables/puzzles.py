"""A booklet of graded solitaire puzzles, solutions at the end."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.units import mm

from companion.language import ENGLISH, Phrase, listed, say, say_many
from companion.solitaire.board import read_size, standard
from companion.solitaire.puzzles import LEVELS, Puzzle, puzzles
from printables.draw.colours import Ink
from printables.draw.pen import PdfPen
from printables.faces.solitaire.puzzles import (
    draw_friend,
    draw_puzzles,
    draw_solutions,
    puzzles_on_a_page,
    solutions_by_page,
)
from printables.output.printer import document
from printables.output.progress import progress
from printables.sheets.paper import Paper

FEW = 0.6  # share of a page's solutions up to which there is room for a penguin


def make_puzzles(size: str, level: int | None, count: int, seed: int) -> list[Puzzle]:
    """Return puzzles for a board such as "3x4", of one level or of all levels, easy ones first."""
    board = standard().sized(*read_size(size))
    wanted = [level or LEVELS[number * len(LEVELS) // count] for number in range(count)]
    made: list[Puzzle] = []
    with progress(count, "puzzles") as step:
        for each in sorted(set(wanted)):
            more = puzzles(board, each, wanted.count(each), seed, made=step)
            made.extend(sorted(more, key=lambda puzzle: puzzle.difficulty))
    return made


def booklet(
    made: Sequence[Puzzle],
    paper: Paper,
    ink: Ink,
    origin: Phrase,
    *,
    language: str = ENGLISH,
    address: str = "",
) -> bytes:
    """Return the PDF: pages of puzzles, then pages of solutions.

    `origin` is a text from which the same puzzles can be made again. `address` is that of the
    companion, to which QR codes lead, or "" for no codes; raises `PrintError` if it is invalid.
    """
    page, file = paper.size, BytesIO()
    subject = listed((say_many("{n} puzzle", "{n} puzzles", len(made)), origin))
    title = say("Egyptian Solitaire: puzzles")
    canvas = document(file, title, subject, "DuplexFlipLongEdge", language)
    numbered = list(enumerate(made, start=1))
    each = puzzles_on_a_page()
    boards = [numbered[start : start + each] for start in range(0, len(made), each)]
    solutions = solutions_by_page(page, numbered, language)
    for number, part in enumerate([*boards, *solutions], start=1):
        canvas.setPageSize((page.width * mm, page.height * mm))
        pen = PdfPen(canvas, page, ink, language=language)
        foot = say(
            "page {number} of {all}, {origin}. On a phone: Puzzles, then the name. On a computer: "
            "{command}",
            number=number,
            all=len(boards) + len(solutions),
            origin=origin,
            command="rookery solve TEXT",
        )
        if number <= len(boards):
            draw_puzzles(pen, page, part, foot, address)
        else:
            draw_solutions(pen, page, part, foot)
            if len(part) <= FEW * max(map(len, solutions)) or len(solutions) == 1:
                draw_friend(pen, page)
        canvas.showPage()
    canvas.save()
    return file.getvalue()
