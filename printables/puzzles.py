"""A booklet of graded solitaire puzzles, solutions at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reportlab.lib.units import mm

from companion.language import ENGLISH, Phrase, listed, say, say_many, translated
from companion.layout import Size
from companion.solitaire.board import read_size, standard
from companion.solitaire.puzzles import LEVELS, Puzzle, puzzles
from companion.solitaire.state import Position, Stack
from printables.art.codes import draw_code, link_code
from printables.art.cover import cover
from printables.draw.colours import GOLD, GREY, INK, PAPER, SAND, SAND_DARK, WHITE, Ink, mix
from printables.draw.embedding import finished
from printables.draw.fonts import CAP_HEIGHT, LEADING, filled
from printables.draw.paths import Box, circle, polygon, rectangle, rounded
from printables.draw.pen import FRAME, PdfPen, Pen, wash
from printables.faces.solitaire import signs
from printables.output.printer import document
from printables.output.progress import progress
from printables.sheets.paper import Paper

MARGIN, GAP, BANNER, FOOT = 12.0, 5.0, 36.0, 7.0  # of a page, mm
ACROSS, DOWN = 2, 3  # puzzles on a page
# of a puzzle's panel: above and below its board, and for the names of rows and columns
HEAD, LOW, LABELS = (9.0, 6.5, 4.0)
FILLS = {"S": "#f5b52e", "M": "#50ae85", "L": "#d0394f"}
WIDTHS = {"S": 5.2, "M": 7.4, "L": 9.6}  # of a pyramid in a square of `SQUARE`
HEIGHTS = {"S": 6.6, "M": 8.0, "L": 9.6}
# side of a square; largest step from a pyramid to the one on top of it; largest height of a stack
SQUARE, STEP, ROOM = (18.0, 3.0, 15.6)
PIP = 0.62
CODE = 17.0  # room for a code that opens a puzzle on a phone
LINE = 3.2  # size of the text of a solution
LEAST = 7.6  # least distance from solution to solution


def solutions_by_page(
    page: Size, puzzles: Sequence[tuple[int, Puzzle]], language: str = ENGLISH
) -> list[list[tuple[int, Puzzle]]]:
    """Return the numbered puzzles whose solutions share a page, page by page."""
    room = left = page.height - 2 * MARGIN - BANNER - GAP - FOOT - 4
    pages = [list[tuple[int, Puzzle]]()]
    for number, puzzle in puzzles:
        height = _height(page, puzzle, language)
        if height > left:
            pages.append([])
            left = room
        pages[-1].append((number, puzzle))
        left -= height
    return pages


def _height(page: Size, puzzle: Puzzle, language: str) -> float:
    words = translated(_solution(puzzle), language).split()
    rows = len(filled(words, LINE, page.width - 2 * MARGIN - 9))
    return max(LEAST, rows * LINE * LEADING + 3)


def _solution(puzzle: Puzzle) -> Phrase:
    points = say_many("{n} point", "{n} points", puzzle.best)
    return listed((points, ", ".join(map(str, puzzle.line))), ": ")


def _banner(pen: Pen, page: Size, title: Phrase, text: Phrase) -> None:
    """Draw the game's landscape with its hero, and the page's title and text."""
    look = cover("solitaire")
    width = page.width - 2 * MARGIN
    frame = rounded(MARGIN, MARGIN, width, BANNER, 4)
    with pen.clip(frame), pen.at(MARGIN, MARGIN):
        look.backdrop(pen, width, BANNER)
        look.draw_hero(pen, 26, BANNER + 3, 0.6)
    pen.paint(frame, None, look.deep, width=FRAME)
    left = MARGIN + 52
    room = width - 52 - 5
    pen.paint(rounded(left, MARGIN + 6, room, BANNER - 12, 4), PAPER, INK, width=FRAME)
    pen.heading(title, left + 6, MARGIN + 17.6, 10, look.deep, fit=room * 0.5)
    game = say("Egyptian Solitaire")
    end, base, fit = left + room - 6, MARGIN + 17.0, room * 0.4
    pen.heading(game, end, base, 3.9, look.deep, fit=fit, anchor="end")
    pen.text(left + 6, MARGIN + 25, text, 3.5, INK, anchor="start", fit=room - 12)


def _panel(pen: Pen, box: Box, number: int, puzzle: Puzzle, address: str) -> None:
    """Draw a puzzle: number, name, best score, board, position as text, and perhaps QR code."""
    look = cover("solitaire")
    frame = box.rounded(3)
    pen.paint(frame, wash(pen, PAPER))
    with pen.clip(frame):
        pen.paint(rectangle(box.x, box.y, box.width, HEAD), wash(pen, look.tint))
    pen.paint(frame, None, look.deep, width=FRAME * 0.8)
    middle = box.y + HEAD / 2
    _number(pen, box.x + 6, middle, number)
    base = middle + 3.9 * CAP_HEIGHT / 2
    leave, wide = say_many("Leave {n} point", "Leave {n} points", puzzle.best), box.width - 18
    pen.heading(leave, box.x + 11.5, base, 3.9, look.deep, fit=wide * 0.68)
    name = say("puzzle {name}", name=str(puzzle.name))
    pen.text(box.right - 5, base, name, 3.5, INK, anchor="end", fit=wide * 0.3)
    board = puzzle.position.board
    right = box.right - 4
    if address:
        qr = link_code(address, f"/s/{puzzle.name}", CODE)
        right -= qr.side + 1
        draw_code(pen, qr, right + 1, box.bottom - LOW - qr.side)
    room = Box.between(box.x + 4 + LABELS, box.y + HEAD + 2 + LABELS, right, box.bottom - LOW)
    scale = min(room.width / (board.columns * SQUARE), room.height / (board.rows * SQUARE))
    wide = board.columns * SQUARE * scale
    with pen.at(room.x + (room.width - wide) / 2 - LABELS / 2, room.y, scale=scale):
        draw_board(pen, puzzle.position)
    stacks, columns = puzzle.position.stacks, board.columns
    rows = [stacks[start : start + columns] for start in range(0, len(stacks), columns)]
    text = "/".join(",".join(row) for row in rows)
    pen.text(box.x + box.width / 2, box.bottom - 2.4, text, 2.5, GREY, fit=box.width - 10)


def _number(pen: Pen, x: float, y: float, number: int) -> None:
    size = 3.6
    pen.paint(circle(x, y, 3.3), wash(pen, GOLD), INK, width=0.5)
    pen.text(x, y + size * CAP_HEIGHT / 2, str(number), size, INK, weight="semibold", fit=5.4)


def draw_board(pen: Pen, position: Position) -> None:
    """Draw a position from the origin with squares of `SQUARE`."""
    board = position.board
    for column in range(board.columns):
        x, name = (column + 0.5) * SQUARE, chr(ord("a") + column)
        pen.text(x, -1.4, name, 3.2, INK, weight="semibold")
    for row in range(board.rows):
        pen.text(-2.4, (row + 0.5) * SQUARE + 1.2, str(row + 1), 3.2, INK, weight="semibold")
    field = rectangle(0, 0, board.columns * SQUARE, board.rows * SQUARE)
    pen.paint(field, wash(pen, signs.STONE_DARK), INK, width=FRAME)
    for square, stack in enumerate(position.stacks):
        row, column = divmod(square, board.columns)
        with pen.at((column + 0.5) * SQUARE, (row + 0.5) * SQUARE):
            # the stone with its sign, as on the printed board
            half = SQUARE / 2 - 0.4
            stone = wash(pen, signs.SAND_LIGHT if (row + column) % 2 else SAND)
            tile = rounded(-half, -half, 2 * half, 2 * half, 1.6)
            pen.paint(tile, stone, signs.STONE_DARK, width=0.4)
            fill = wash(pen, mix(stone, WHITE, 0.5))
            signs.draw_sign(pen, signs.sign_of(row, column), 0, 0, 10, line=SAND_DARK, fill=fill)
            draw_stack(pen, stack, board.pips)


def draw_stack(pen: Pen, stack: Stack, pips: Mapping[str, int]) -> None:
    """Draw a stack in the middle of a square."""
    if not stack:
        return
    step = min(STEP, (ROOM - HEIGHTS[stack[-1]]) / max(1, len(stack) - 1))
    height = step * (len(stack) - 1) + HEIGHTS[stack[-1]]
    for place, size in enumerate(stack):
        with pen.at(0, height / 2 - place * step):
            # a pyramid from the side, its pips along its foot
            half, peak = WIDTHS[size] / 2, -HEIGHTS[size]
            shape = polygon([(-half, 0), (0, peak), (half, 0)])
            pen.paint(shape, wash(pen, FILLS[size]), INK, width=0.5)
            if pen.ink == "full":
                shade = polygon([(0, peak), (half, 0), (half * 0.45, 0)])
                pen.paint(shade, mix(FILLS[size], INK, 0.22))
                pen.paint(shape, None, INK, width=0.5)
            fill = wash(pen, PAPER, INK)
            signs.draw_pips(pen, pips[size], 0, -1.2, radius=PIP, fill=fill, rim=INK)


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
    page = paper.size
    subject = listed((say_many("{n} puzzle", "{n} puzzles", len(made)), origin))
    title = say("Egyptian Solitaire: puzzles")
    canvas = document(title, subject, "DuplexFlipLongEdge", language)
    numbered = list(enumerate(made, start=1))
    each = ACROSS * DOWN
    boards = [numbered[start : start + each] for start in range(0, len(made), each)]
    solutions = solutions_by_page(page, numbered, language)
    top, inner = MARGIN + BANNER + GAP, page.width - 2 * MARGIN
    width = (inner - (ACROSS - 1) * GAP) / ACROSS
    height = (page.height - top - MARGIN - FOOT - (DOWN - 1) * GAP) / DOWN
    for number, part in enumerate([*boards, *solutions], start=1):
        canvas.setPageSize((page.width * mm, page.height * mm))
        pen = PdfPen(canvas, page, ink, language=language)
        if number <= len(boards):
            rule = say("Hop until no more than this is left. Only one first hop is good.")
            _banner(pen, page, say("Puzzles"), rule)
            for place, numbered_puzzle in enumerate(part):
                row, column = divmod(place, ACROSS)
                left, low = MARGIN + column * (width + GAP), top + row * (height + GAP)
                _panel(pen, Box(left, low, width, height), *numbered_puzzle, address)
        else:
            rule = say("One line for each; the first hop is the only good one.")
            _banner(pen, page, say("Solutions"), rule)
            y = top + 2
            for which, puzzle in part:
                _number(pen, MARGIN + 3.4, y + 2.6, which)
                text, room = _solution(puzzle), inner - 9
                pen.lines(text, MARGIN + 9, y + 0.4, size=LINE, width=room)
                y += _height(page, puzzle, language)
        foot = say(
            "page {number} of {all}, {origin}. On a phone: Puzzles, then the name. On a computer: "
            "{command}",
            number=number,
            all=len(boards) + len(solutions),
            origin=origin,
            command="rookery solve TEXT",
        )
        y = page.height - MARGIN - 0.6
        cover("solitaire").draw_motif(pen, MARGIN + 2, y - 1, 4)
        pen.text(MARGIN + 6, y, foot, 2.7, GREY, anchor="start", fit=inner - 6)
        few = len(part) <= FEW * max(map(len, solutions)) or len(solutions) == 1
        if number > len(boards) and few:
            # a penguin at the lower right, where a short page has room
            x, y = page.width - MARGIN - 16, page.height - MARGIN - FOOT - 2
            signs.draw_traveller(pen, 4, x, y, 0.55)
        canvas.showPage()
    return b"".join(finished(canvas))
