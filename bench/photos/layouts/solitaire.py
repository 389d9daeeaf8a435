"""Solitaire on the table: a game in progress, or what is left of one, in tokens, paper or plastic
pyramids.

A shot says `what` ("tokens", "paper" or "plastic"), `hops` (how far the game has come; the bot may
be stuck before) and `stage`: "running" leaves the stacks as they are, so that only their tops are
seen; "final" spreads what is left, each pyramid on a square of its own; "tally" lays it on the mat.
`size_of_board` is rows and columns; `bot` is "random" for a clumsy player. `hide` are squares or
mat places with a finger on them, `clear` makes plastic pyramids see-through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from bench.photos.layouts.hands import FLAT, Hand, Pose, finger, laid, position
from companion.layout import Size
from companion.solitaire.board import PYRAMIDS, Board, Pyramid
from companion.solitaire.measures import (
    FRUSTUMS,
    LARGE_FIRST,
    LAYERS,
    MAT,
    PAPER,
    board_size,
    mat_places,
    square_centre,
)
from companion.solitaire.state import Position, Stack, State, position_text

ON_BOARD = 1.2  # a token lies so high over the table: the board may be bent, mm
THICK = 0.5  # of a token, mm
WALL = 1.3  # of plastic, mm
PLASTIC = {
    "ruby": (0.62, 0.02, 0.03),
    "gold": (0.85, 0.55, 0.02),
    "jade": (0.02, 0.32, 0.1),
    "lapis": (0.02, 0.06, 0.5),
    "onyx": (0.012, 0.012, 0.015),
}
TIP = 36.0  # from the middle of a finger to what its tip covers, mm


@dataclass(frozen=True, slots=True)
class Spot:
    """A stack on a named square or place."""

    name: str
    stack: Stack
    pose: Pose


class Bag:
    """The pyramids of a set: each size in each colour, as many as are printed, drawn by lot."""

    def __init__(self, hand: Hand, board: Board) -> None:
        self._left = {}
        for pyramid in LARGE_FIRST:
            colours = [board.colours[n % len(board.colours)].id for n in range(board.squares)]
            self._left[pyramid] = hand.rng.sample(colours, len(colours))

    def draw(self, pyramid: Pyramid) -> str:
        """A colour."""
        return self._left[pyramid].pop()


def layout(shot: Mapping[str, Any], deck: Board) -> dict[str, Any]:
    """The board or mat of a shot with what stands on it, and what a perfect reader would say."""
    hand, board = Hand(shot), deck
    game = _played(shot, board)
    under = Pose(0, 0, shot.get("lean", 0))
    tally = shot.get("stage") == "tally"
    spots = list(_on_mat(game, under) if tally else _on_board(hand, shot, game, under))
    sheet = "tally" if tally else f"board-{board.size}"
    base = {**laid(sheet, under), "curl": 0.3, "warp": 0.2}
    bag, pieces, pyramids = Bag(hand, board), [base], list[dict[str, Any]]()
    for spot in spots:
        stack = [(pyramid, bag.draw(pyramid)) for pyramid in spot.stack]
        if shot["what"] == "tokens":
            pieces += _tokens(hand, stack, spot.pose)
        else:
            pyramids += _pyramids(hand, shot, stack, spot.pose)
    hidden = shot.get("hide", [])
    fingers = [_finger(spot.pose) for spot in spots if spot.name in hidden]
    truth = _truth(shot, game, spots, hidden)
    return {
        "pieces": pieces,
        "pyramids": pyramids,
        "fingers": fingers,
        "centre": [0, 0],
        "truth": truth,
    }


def _played(shot: Mapping[str, Any], board: Board) -> Position:
    hops = shot["hops"]

    def reached(_state: State, moves: int) -> bool:
        return bool(moves >= hops)

    state: State = position(
        "solitaire", board, 1, shot["seed"], reached, shot.get("bot", "sensible")
    )
    return state.positions[0]


def _at(under: Pose, size: Size, at: tuple[float, float]) -> Pose:
    """A place of a sheet, mm from its top left, on the table."""
    return under.moved(at[0] - size.width / 2, size.height / 2 - at[1])


def _on_board(hand: Hand, shot: Mapping[str, Any], game: Position, under: Pose) -> Iterator[Spot]:
    """The stacks on their squares; spread over squares drawn by lot when the game is over."""
    board, size = game.board, board_size(game.board)
    stacks = game.stacks
    if shot.get("stage") == "final":
        single = [*"".join(stacks)]
        if len(single) > board.squares:
            raise ValueError(
                f"{shot['name']}: {len(single)} pyramids do not fit on the board one by one"
            )
        stacks = tuple(
            hand.rng.sample(single + [""] * (board.squares - len(single)), board.squares)
        )
    for name, stack in zip(board.grid.names, stacks, strict=True):
        if stack:
            yield Spot(name, stack, _at(under, size, square_centre(board, name)))


def _on_mat(game: Position, under: Pose) -> Iterator[Spot]:
    """Each pyramid on the next place of its size."""
    left, places = game.count, mat_places(game.board)
    if any(left[each] > sum(place.pyramid == each for place in places) for each in LARGE_FIRST):
        raise ValueError(f"{dict(left)} pyramids do not fit on the mat: let more hops be made")
    for place in places:
        if place.number <= left[place.pyramid]:
            yield Spot(f"{place.pyramid}{place.number}", place.pyramid, _at(under, MAT, place.at))


def _tokens(hand: Hand, stack: Sequence[tuple[Pyramid, str]], pose: Pose) -> list[dict[str, Any]]:
    """One on the other, the lowest first."""
    return [
        {
            **laid(
                f"token-{PYRAMIDS[pyramid]}-{colour}",
                hand.near(pose, 0.8).turned(hand.rng.uniform(-9, 9)),
                z=ON_BOARD + THICK * number,
            ),
            **FLAT,
        }
        for number, (pyramid, colour) in enumerate(stack)
    ]


def _pyramids(
    hand: Hand, shot: Mapping[str, Any], stack: Sequence[tuple[Pyramid, str]], pose: Pose
) -> list[dict[str, Any]]:
    """Those of the top's size: what is smaller stands hidden inside, and equals rise by their
    walls.
    """
    top = stack[-1][0]
    alike = [colour for pyramid, colour in stack if pyramid == top]
    middle = hand.near(pose).turned(hand.rng.uniform(-12, 12))
    rise = _rise(top, WALL if shot["what"] == "plastic" else LAYERS * PAPER)
    return [_pyramid(shot, top, colour, middle, 1.0 + rise * n) for n, colour in enumerate(alike)]


def _rise(pyramid: Pyramid, wall: float) -> float:
    """How much higher a pyramid stands on one of its own size."""
    lean = FRUSTUMS[pyramid].lean
    return wall * hypot(1, lean) / lean


def _pyramid(
    shot: Mapping[str, Any], pyramid: Pyramid, colour: str, pose: Pose, z: float
) -> dict[str, Any]:
    form = FRUSTUMS[pyramid]
    place = {
        "x": round(pose.x, 2),
        "y": round(pose.y, 2),
        "rotation": round(pose.turn, 2),
        "z": round(z, 2),
    }
    if shot["what"] == "paper":
        paper = {"base": form.base, "top": form.top, "height": round(form.height, 3)}
        return {"id": f"pyramid-{PYRAMIDS[pyramid]}-{colour}", **place, **paper}
    clear = 0.85 if shot.get("clear") else 0.1
    return {
        **place,
        "base": form.base,
        "height": form.peak,
        "color": PLASTIC[colour],
        "transmission": clear,
    }


def _finger(pose: Pose) -> dict[str, float]:
    """A finger whose tip is on the place, its hand away from the middle of the table."""
    way = 1 if pose.x > 0 else -1
    return finger(Pose(pose.x + way * TIP, pose.y, 90))


def _truth(
    shot: Mapping[str, Any], game: Position, spots: Sequence[Spot], hidden: Sequence[str]
) -> dict[str, Any]:
    """The position by the stacks as they stand, its tops, and the pips where each pyramid stands by
    itself.
    """
    board, stage = game.board, shot.get("stage", "running")
    found: dict[str, Any] = {
        "board": board.size,
        "what": shot["what"],
        "stage": stage,
        "hidden": list(hidden),
    }
    count = {pyramid: game.count[pyramid] for pyramid in LARGE_FIRST}
    if stage == "tally":
        return {**found, "count": count, "pips": game.pips}
    by_name = {spot.name: spot.stack for spot in spots}
    seen = Position(board, tuple(by_name.get(name, "") for name in board.grid.names))
    tops = Position(board, seen.tops)
    known = {"count": count, "pips": game.pips} if stage == "final" else {}
    return {**found, "position": position_text(seen), "tops": position_text(tops), **known}
