"""Statistics of rocks games between bots, and the targets of the board (rocks O)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play import Seat
from companion.rocks.rules import setup
from companion.rocks.state import TAKE, Handle, Move, State, Stay, Step, winner
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


def deeds(before: State, seat: Seat, move: Move, _after: State) -> Iterator[tuple[Seat, str]]:
    """Yield stays, hops, and where rocks were taken."""
    if isinstance(move, Stay):
        yield seat, STAY
    if isinstance(move, Step) and move.hop:
        yield seat, HOP
    if isinstance(move, Step | Handle) and move.act == TAKE:
        position = before.position
        graph, nest = position.board.graph, position.nest
        place = graph.number[move.place] if isinstance(move, Step) else position.at
        source = "lying about"
        if place in graph.piles:
            source = "own pile" if place == nest.pile else "other pile"
        elif place in graph.ring_of:
            source = "own nest" if place in nest.ring else "another's nest"
        yield seat, source


STUDY = Study(
    unit="rounds",
    points="spaces filled",
    tables=(4, 2, 3),
    cards=lambda _: {
        "deeds": {source: f"rock from {source}" for source in SOURCES} | {HOP: "hop", STAY: "stay"}
    },
    deeds=deeds,
    length=lambda end: end.position.now.round,
    facts=lambda end, _: {NOBODY: (int(winner(end.position.finished) is None),)},
    targets=TARGETS,
    variants={"play-out": lambda board, players, seed: setup(board.playing_out(), players, seed)},
)
