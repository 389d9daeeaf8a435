"""Solitaire on the table: a game in progress, or what is left of one, in tokens, paper or plastic
pyramids.

A shot says `what` ("tokens", "paper" or "plastic"), `hops` (at most so many) and `stage`: "running"
leaves the stacks as they are, so that only their tops show; "final" spreads what is left, each
pyramid on a square of its own; "tally" lays it on the mat. `size_of_board` is rows and columns;
`bot` is "random" for a clumsy player. `hide` are squares or mat places under a finger, `clear`
makes plastic pyramids see-through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from bench.photos.layouts import FLAT, Hand, Pose, fingertip, laid, position
from companion.layout import Size
from companion.solitaire.board import PYRAMIDS, Board, Pyramid
from companion.solitaire.pieces import (
    FRUSTUMS,
    LARGE_FIRST,
    LAYERS,
    MAT,
    PAPER,
    board_size,
    mat_places,
    square_centre,
)
from companion.solitaire.state import Position, Stack, position_text

ON_BOARD = 1.2  # height of a token over the table, as the board may be bent, mm
THICK = 0.5  # of a token, mm
WALL = 1.3  # of plastic, mm
PLASTIC = {
    "ruby": (0.62, 0.02, 0.03),
    "gold": (0.85, 0.55, 0.02),
    "jade": (0.02, 0.32, 0.1),
    "lapis": (0.02, 0.06, 0.5),
    "onyx": (0.012, 0.012, 0.015),
}
Spot = tuple[str, Stack, Pose]  # a stack on a named square or mat place
Piece = dict[str, Any]


def layout(shot: Mapping[str, Any], deck: Board) -> dict[str, Any]:
    """Return the board or mat of a shot with what stands on it, and the truth."""
    hand = Hand(shot)
    state = position(shot, deck, 1, lambda _, moves: moves >= shot["hops"])
    game: Position = state.positions[0]
    tally = shot.get("stage") == "tally"
    spots = list(_on_mat(game) if tally else _on_board(hand, shot, game))
    sheet = laid("tally" if tally else f"board-{deck.size}", Pose(0, 0))
    bag = {}  # each size in each colour, as many as are printed, shuffled
    for size in LARGE_FIRST:
        colours = [deck.colours[n % len(deck.colours)].id for n in range(deck.squares)]
        bag[size] = hand.rng.sample(colours, len(colours))
    pieces: list[Piece] = [{**sheet, "curl": 0.3, "warp": 0.2}]
    pyramids: list[Piece] = []
    for _, sizes, pose in spots:
        stack = [(size, bag[size].pop()) for size in sizes]
        if shot["what"] == "tokens":
            for number, (size, colour) in enumerate(stack):  # one on the other, the lowest first
                token, at = f"token-{PYRAMIDS[size]}-{colour}", hand.near(pose, 0.8)
                at = at.turned(hand.rng.uniform(-9, 9))
                pieces.append({**laid(token, at, z=ON_BOARD + THICK * number), **FLAT})
        else:
            pyramids += _pyramids(hand, shot, stack, pose)
    fingers = [fingertip(pose) for name, _, pose in spots if name in shot.get("hide", [])]
    board, stage = game.board, shot.get("stage", "running")
    hidden = [*shot.get("hide", [])]
    truth = {"board": board.size, "what": shot["what"], "stage": stage, "hidden": hidden}
    if not tally:  # the position as the stacks stand, and its tops
        stacks = {name: stack for name, stack, _ in spots}
        standing = Position(board, tuple(stacks.get(name, "") for name in board.grid.names))
        truth["position"] = position_text(standing)
        truth["tops"] = position_text(Position(board, standing.tops))
    if stage in {"tally", "final"}:  # each pyramid stands alone
        truth |= {
            "count": {size: game.count[size] for size in LARGE_FIRST},
            "pips": game.pips,
        }
    rest = {"fingers": fingers, "centre": [0, 0], "truth": truth}
    return {"pieces": pieces, "pyramids": pyramids, **rest}


def _at(size: Size, at: tuple[float, float]) -> Pose:
    """Return where a place of a sheet, mm from its top left, is on the table."""
    return Pose(at[0] - size.width / 2, size.height / 2 - at[1])


def _on_board(hand: Hand, shot: Mapping[str, Any], game: Position) -> Iterator[Spot]:
    """Yield the stacks on their squares; spread over random squares when the game is over."""
    board, stacks = game.board, game.stacks
    if shot.get("stage") == "final":
        single = [*"".join(stacks)]
        if len(single) > board.squares:
            raise ValueError(f"{shot['name']}: {len(single)} pyramids do not fit one by one")
        spread = single + [""] * (board.squares - len(single))
        stacks = tuple(hand.rng.sample(spread, board.squares))
    for name, stack in zip(board.grid.names, stacks, strict=True):
        if stack:
            yield name, stack, _at(board_size(board), square_centre(board, name))


def _on_mat(game: Position) -> Iterator[Spot]:
    left, places = game.count, mat_places(game.board)
    if any(left[each] > sum(place.pyramid == each for place in places) for each in LARGE_FIRST):
        raise ValueError(f"{dict(left)} pyramids do not fit on the mat: let more hops be made")
    for place in places:
        if place.number <= left[place.pyramid]:
            yield f"{place.pyramid}{place.number}", place.pyramid, _at(MAT, place.at)


def _pyramids(
    hand: Hand, shot: Mapping[str, Any], stack: Sequence[tuple[Pyramid, str]], pose: Pose
) -> Iterator[Piece]:
    """Yield those of the top's size, each higher by its wall; smaller ones are hidden inside."""
    top = stack[-1][0]
    form, place = FRUSTUMS[top], hand.near(pose).turned(hand.rng.uniform(-12, 12)).words()
    wall = WALL if shot["what"] == "plastic" else LAYERS * PAPER
    rise = wall * hypot(1, form.lean) / form.lean
    for n, colour in enumerate(colour for size, colour in stack if size == top):
        piece = {**place, "z": round(1.0 + rise * n, 2), "base": form.base}
        if shot["what"] == "paper":
            paper = {"top": form.top, "height": round(form.height, 3)}
            yield {"id": f"pyramid-{PYRAMIDS[top]}-{colour}", **piece, **paper}
        else:
            clear = 0.85 if shot.get("clear") else 0.1
            yield {**piece, "height": form.peak, "color": PLASTIC[colour], "transmission": clear}
