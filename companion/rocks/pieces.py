"""Every printed piece of rocks with its size and its tags: what printing draws and scanning looks
for.

The board's tags, in the order of its range in `companion/tags.toml`: four near the corners, then
four near the middle, each four by rows from the top left. Penguins' tags go by seat, and number 1
before number 2.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import TOKEN_TAG, Size, TagSpot, token_tag
from companion.rocks.board import PENGUINS, Board, Nest
from companion.rocks.measures import DIE, ROCK, STAND, board_tags
from companion.rocks.state import DIE as FACES
from companion.tags import tag_ids

FEWEST = 2  # players: the first two seats' penguins are always needed


def pieces(board: Board) -> tuple[Piece, ...]:
    """All pieces in the order of printing."""
    return (_board(board), *_penguins(board), _rock(board), _die())


def _board(board: Board) -> Piece:
    side, places = board.drawing.side, tuple(board_tags(board))
    tags = tuple(
        TagSpot(tag, side / 2 + x, side / 2 + y, TOKEN_TAG)
        for tag, (x, y) in zip(tag_ids("rocks", "board", count=len(places)), places, strict=True)
    )
    data = {"nests": list(map(_nest, board.nests)), "places": list(_places(board))}
    return Piece("board", "board", Size(side, side), {"front": tags}, data=data)


def _nest(nest: Nest) -> dict[str, object]:
    outer = {"centre": nest.centre, "ring": list(nest.ring), "pile": nest.pile, "start": nest.start}
    return {"colour": nest.id, "symbol": nest.symbol, **outer}


def _places(board: Board) -> Iterator[dict[str, object]]:
    """Spaces and piles: where each lies, mm from the board's middle, x to the right and y down;
    what it touches.
    """
    near: dict[str, list[str]] = {place.id: [] for place in board.places}
    for one, other in board.edges:
        near[one].append(other)
        near[other].append(one)
    for place in board.places:
        kind = "pile" if place.is_pile else "space"
        yield {"place": place.id, "kind": kind, "at": list(place.at), "touches": near[place.id]}


def _penguins(board: Board) -> Iterator[Piece]:
    """Two a colour; fewer players leave the last seats' colours in the box."""
    ids = tag_ids("rocks", "penguin", count=len(board.nests) * PENGUINS)
    for seat, nest in enumerate(board.nests):
        for number in range(1, PENGUINS + 1):
            start = nest.start if number == 1 else nest.centre
            data = {"colour": nest.id, "symbol": nest.symbol, "number": number, "start": start}
            tag = TagSpot(ids[seat * PENGUINS + number - 1], *STAND.tag, TOKEN_TAG)
            name, players = f"penguin-{nest.id}-{number}", max(FEWEST, seat + 1)
            yield Piece(name, "penguin", STAND.size, {"front": (tag,)}, data=data, players=players)


def _rock(board: Board) -> Piece:
    rocks = board.rules.rocks
    faces = {"front": token_tag(tag_ids("rocks", "rock")[0], ROCK), "back": ()}
    return Piece(
        "rock", "rock", ROCK, faces, count=rocks * len(board.nests), data={"a_pile": rocks}
    )


def _die() -> Piece:
    """To be folded; `net` says which square, by column and row, has how many pips."""
    net = [
        {"pips": pips, "column": cell.column, "row": cell.row}
        for pips, cell in sorted(DIE.faces.items())
    ]
    return Piece("die", "die", DIE.size, {"front": ()}, data={"faces": FACES, "net": net})
