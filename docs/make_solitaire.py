"""Write the figures of docs/solitaire.md and the pictures of its atlas: `python
docs/make_solitaire.py`.

What stands between `<!-- made: NAME -->` and `<!-- end -->` is computed here, and every claim of
the page that can fail is asserted; the words around it are written by hand.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.layout import Size
from companion.solitaire.board import NEST, PYRAMIDS, Board, Hop, Pyramid, read_size, standard
from companion.solitaire.solver import Answer, openings, solve
from companion.solitaire.solver.problem import images
from companion.solitaire.state import Position, full, position_text
from printables.draw.colours import GOLD, INK
from printables.draw.paths import line, polygon
from printables.draw.pen import Pen
from printables.draw.svg import SvgPen
from printables.puzzles import SQUARE, draw_board

PAGE = Path(__file__).with_name("solitaire.md")
ATLAS = Path(__file__).with_name("solitaire")
SIZES = ("3x3", "3x4", "3x5", "4x4", "4x5", "5x5", "5x6")
LIMIT = 3_000_000
SURVIVORS = 40  # random openings that are finished perfectly
EDGE = 6.0  # round a board of the atlas, mm


def main() -> None:
    """Compute all blocks and write the page."""
    text = PAGE.read_text("utf-8")
    for name, make in BLOCKS.items():
        print(f"{name} ...", flush=True)
        pattern = re.compile(rf"(<!-- made: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        assert pattern.search(text), f"no block {name}"
        block = "\n".join(make())
        text = pattern.sub(lambda found, block=block: f"{found[1]}\n{block}\n\n{found[2]}", text)  # type: ignore[misc]
    PAGE.write_text(text, "utf-8")


def _board(size: str) -> Board:
    return standard().sized(*read_size(size))


def _classes() -> Iterator[str]:
    """Sizes of the parity classes, the squares that nothing hops over, and the openings."""
    yield (
        "| board | parity classes, squares | never hopped over | openings | different openings |"
    )
    yield "|---|---|---|---|---|"
    for size in SIZES:
        board = _board(size)
        kinds = Counter(board.parity_class(square) for square in range(board.squares))
        for _, first, over, last in board.grid.jumps:
            assert board.parity_class(first) == board.parity_class(last) != board.parity_class(over)
        hopped = {jump.over for jump in board.grid.jumps}
        corners = {0, board.columns - 1, board.squares - board.columns, board.squares - 1}
        assert set(range(board.squares)) - hopped == corners
        # what is missing are colourings
        assert _rank(board) == board.squares - (2 if size == "3x3" else 0)
        squares = ", ".join(board.grid.names[square] for square in sorted(corners))
        start = full(board)
        counts = ", ".join(str(kinds[kind]) for kind in sorted(kinds))
        yield f"| {size} | {counts} | {squares} | {len(start.hops)} | {len(openings(start))} |"


def _rank(board: Board) -> int:
    """How many hops are independent as sets of three squares, modulo 2."""
    pivots: dict[int, int] = {}
    for _, *squares in board.grid.jumps:
        row = sum(1 << square for square in squares)
        while row and row.bit_length() in pivots:
            row ^= pivots[row.bit_length()]
        if row:
            pivots[row.bit_length()] = row
    return len(pivots)


def _survivors() -> Iterator[str]:
    """Where lone survivors of 3x4 stand, up to symmetry: found by finishing games that began at
    random.
    """
    board = _board("3x4")
    for _, first, over, last in board.grid.jumps:  # the outer rows are a zone: see the page
        outer = [board.grid.names[square][1] != "2" for square in (first, over, last)]
        assert outer[0] == outer[2]
        assert outer[0] or not outer[1]
    alike = {
        square: min(image[square] for image in images(3, 4)) for square in range(board.squares)
    }
    found = {size: _ends(board, size, alike) for size in PYRAMIDS}
    yield "| squares of 3x4 | " + " | ".join(f"a lone {name}" for name in PYRAMIDS.values()) + " |"
    yield "|---|---|---|---|"
    for first in sorted(set(alike.values())):
        names = ", ".join(board.grid.names[square] for square in alike if alike[square] == first)
        middle = board.grid.names[first][1] == "2"
        cells = [
            "never" if middle else "yes" if first in found[size] else "not seen"
            for size in PYRAMIDS
        ]
        assert not middle or not any(first in ends for ends in found.values())
        yield f"| {names} | {' | '.join(cells)} |"


def _ends(board: Board, size: Pyramid, alike: dict[int, int]) -> set[int]:
    chance, found = random.Random(size), set[int]()
    for _ in range(SURVIVORS):
        position = full(board)
        for _ in range(chance.randrange(12)):
            position = position.after(chance.choice(position.hops)) if position.hops else position
        for hop in solve(position, size, limit=20_000).line:
            position = position.after(hop)
        if position.lone == size:
            found.add(alike[next(square for square, stack in enumerate(position.stacks) if stack)])
    return found


def _atlas() -> Iterator[str]:
    """The 8 openings of 3x4, each with its picture, its images and what it leads to."""
    ATLAS.mkdir(exist_ok=True)
    start = full(standard())
    yield "| opening | mirror images | best |"
    yield "|---|---|---|"
    for hops in openings(start):
        name = f"opening-{hops[0]}.svg"
        (ATLAS / name).write_text(_picture(start, hops[0], f"The opening {hops[0]}"), "utf-8")
        answer = _replayed(start.after(hops[0]), solve(start.after(hops[0])))
        assert answer.proven
        others = " ".join(map(str, hops[1:]))
        cell = f'<img src="solitaire/{name}" width="200" alt="{hops[0]}"><br>**{hops[0]}**'
        yield f"| {cell} | {others} | {answer.best}, proven |"


def _picture(position: Position, hop: Hop, title: str) -> str:
    board = position.board
    pen = SvgPen(Size(board.columns * SQUARE + 2 * EDGE, board.rows * SQUARE + 2 * EDGE))
    ends = (divmod(board.grid.number[square], board.columns) for square in (hop.start, hop.end))
    start, end = (((column + 0.5) * SQUARE, (row + 0.5) * SQUARE) for row, column in ends)
    with pen.at(EDGE, EDGE):
        draw_board(pen, position)
        _arrow(pen, start, end)
    return f"{pen.to_svg(title, 'atlas')}\n"


def _arrow(pen: Pen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow from square to square, a light line with a dark rim."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along = ((to_x - x) / length, (to_y - y) / length)
    tip = (to_x - along[0] * 3, to_y - along[1] * 3)
    neck = (tip[0] - along[0] * 4.4, tip[1] - along[1] * 4.4)
    side = (-along[1] * 2.6, along[0] * 2.6)
    shaft = line([(x + along[0] * 3, y + along[1] * 3), neck])
    pen.paint(shaft, None, INK, width=2.4)
    pen.paint(shaft, None, GOLD, width=1.3)
    wings = (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])
    pen.paint(polygon([tip, *wings]), GOLD, INK, width=0.55)


def _records() -> Iterator[str]:
    """The best known of the usual boards and both challenges, with the positions looked at."""
    yield (
        "| board | pyramids | best score | positions | one medium alone | positions | one large "
        "alone | positions |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for size in SIZES:
        start = full(_board(size))
        cells = [f"**{size}**", str(len(NEST) * start.board.squares)]
        for finish in (None, "M", "L"):
            answer = _replayed(start, solve(start, finish, limit=LIMIT))
            proof = "proven" if answer.proven else "not proven"
            won = "can be left" if answer.best is not None else "cannot be left"
            cells += [f"{answer.best if finish is None else won}, {proof}", f"{answer.states:,}"]
        yield f"| {' | '.join(cells)} |"


def _replayed(start: Position, answer: Answer) -> Answer:
    """The answer, its line played once more by the rules."""
    for hop in answer.line:
        assert hop in start.hops, position_text(start)
        start = start.after(hop)
    assert answer.best is None or (start.over and start.pips == answer.best)
    return answer


BLOCKS: dict[str, Callable[[], Iterator[str]]] = {
    "classes": _classes,
    "survivors": _survivors,
    "atlas": _atlas,
    "records": _records,
}

if __name__ == "__main__":
    main()
