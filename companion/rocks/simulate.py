"""What is counted in games of rocks between bots, and what the board was tuned to (rocks O)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.play import Seat
from companion.rocks.board import Board
from companion.rocks.moves import TAKE, Handle, Move, Stay, Step
from companion.rocks.order import winner
from companion.rocks.rules import setup
from companion.rocks.state import Position, State
from companion.study.figures import length_at, mean_of, seat_rates
from companion.study.study import Study, Target

SOURCES = ("own pile", "other pile", "another's nest", "own nest", "lying about")  # of a rock
HOP, STAY = "hop", "stay"
NOBODY = "nobody wins, %"

TARGETS = (
    Target("rounds of the shortest and the longest tenth of games", length_at(0.1, 0.9), 10, 25),
    Target("games that nobody wins", mean_of(NOBODY), high=0.001, percent=True),
    Target("a seat's wins with three", seat_rates, 0.25, 0.42, percent=True, players=(3,)),
)


def _cards(_board: Board) -> dict[str, dict[str, str]]:
    return {
        "deeds": {source: f"rock from {source}" for source in SOURCES} | {HOP: "hop", STAY: "stay"}
    }


def _deeds(before: State, seat: Seat, move: Move, _after: State) -> Iterator[tuple[Seat, str]]:
    if isinstance(move, Stay):
        yield seat, STAY
    if isinstance(move, Step) and move.hop:
        yield seat, HOP
    if isinstance(move, Step | Handle) and move.act == TAKE:
        position = before.position
        place = position.board.graph.number[move.place] if isinstance(move, Step) else position.at
        yield seat, _source(position, place)


def _source(position: Position, place: int) -> str:
    graph, nest = position.board.graph, position.nest
    if place in graph.piles:
        return "own pile" if place == nest.pile else "other pile"
    if place in graph.ring_of:
        return "own nest" if place in nest.ring else "another's nest"
    return "lying about"


def _facts(end: State, _deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    return {NOBODY: (int(winner(end.position.finished) is None),)}


def _rounds(end: State) -> int:
    return end.position.now.round


def _playing_out(board: Board, players: int, seed: int) -> State:
    return setup(board.playing_out(), players, seed)


STUDY = Study(
    unit="rounds",
    points="spaces filled",
    tables=(4, 2, 3),
    cards=_cards,
    deeds=_deeds,
    length=_rounds,
    facts=_facts,
    targets=TARGETS,
    variants={"play-out": _playing_out},
)
