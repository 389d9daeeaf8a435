"""The printed pieces of rocks with sizes, mm, and tags, and the board's numbers in the rules.

The board's tags are ordered as in `board_tags`. Penguins' tags are ordered by seat, then number.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Piece
from companion.layout import TOKEN_TAG, Size, TagSpot, token_tag
from companion.rocks.board import MIDDLE, NESTS, PENGUINS, PLAY_OUT, RING, Board
from companion.rocks.measures import DIE, ROCK, STAND, board_tags
from companion.rocks.state import DIE as FACES
from companion.rocks.state import FIRST, HOP, LANDING, ROCKS_A_SPACE, SECOND
from companion.summary import Details
from companion.tags import tag_ids

FEWEST = 2  # players; the first two seats' penguins are always needed


def pieces(board: Board) -> tuple[Piece, ...]:
    """Return all pieces in the order of printing."""
    rock = Piece(
        "rock",
        "rock",
        ROCK,
        {"front": token_tag(tag_ids("rocks", "rock")[0], ROCK), "back": ()},
        count=board.rules.rocks * len(board.nests),
        data={"a_pile": board.rules.rocks},
    )
    net = [
        {"pips": pips, "column": cell.column, "row": cell.row}
        for pips, cell in sorted(DIE.faces.items())
    ]
    die = Piece("die", "die", DIE.size, {"front": ()}, data={"faces": FACES, "net": net})
    return (_board(board), *_penguins(board), rock, die)


def _board(board: Board) -> Piece:
    """Return the board; the data has places in mm from its middle, x to the right, y down."""
    side, tags = board.drawing.side, board_tags(board)
    spots = tuple(
        TagSpot(tag, side / 2 + x, side / 2 + y, TOKEN_TAG)
        for tag, (x, y) in zip(tag_ids("rocks", "board", count=len(tags)), tags, strict=True)
    )
    nests = [
        {
            "colour": nest.id,
            "symbol": nest.symbol,
            "centre": nest.centre,
            "ring": list(nest.ring),
            "pile": nest.pile,
            "start": nest.start,
        }
        for nest in board.nests
    ]
    touches: dict[str, list[str]] = {place.id: [] for place in board.places}
    for one, other in board.edges:
        touches[one].append(other)
        touches[other].append(one)
    places = [
        {
            "place": place.id,
            "kind": "pile" if place.is_pile else "space",
            "at": list(place.at),
            "touches": touches[place.id],
        }
        for place in board.places
    ]
    data = {"nests": nests, "places": places}
    return Piece("board", "board", Size(side, side), {"front": spots}, data=data)


def _penguins(board: Board) -> Iterator[Piece]:
    """Yield two penguins in each colour; with fewer players the last seats' aren't needed."""
    ids = tag_ids("rocks", "penguin", count=len(board.nests) * PENGUINS)
    for seat, nest in enumerate(board.nests):
        for number in range(1, PENGUINS + 1):
            start = nest.start if number == 1 else nest.centre
            data = {"colour": nest.id, "symbol": nest.symbol, "number": number, "start": start}
            tag = TagSpot(ids[seat * PENGUINS + number - 1], *STAND.tag, TOKEN_TAG)
            name, players = f"penguin-{nest.id}-{number}", max(FEWEST, seat + 1)
            yield Piece(name, "penguin", STAND.size, {"front": (tag,)}, data=data, players=players)


ROLL = 4  # of the example, which hops over two penguins


def details(board: Board) -> Details:
    """Return the value of each `$name`."""
    return {
        "nests": NESTS,
        "ring": RING,
        "pile": board.rules.rocks,
        "rocks": board.rules.rocks * NESTS,
        "penguins": NESTS * PENGUINS,
        "first": FIRST,
        "second": SECOND,
        "hop": HOP,
        "landing": LANDING,
        "roll": ROLL,
        "left": ROLL - HOP - LANDING,
        "most": ROCKS_A_SPACE,
        "rounds": board.rules.rounds,
        "play_out": board.rules.finish == PLAY_OUT,
        "middle_starts": board.rules.starts == MIDDLE,
        "middle_free": board.rules.free == MIDDLE,
    }
