"""The search: the best end of a game from a position, a line of hops to it, and whether that is proven.

Every hop removes one pyramid, so that positions fall into layers by how many are left. A pass goes down layer by layer,
each position once, and keeps of a layer only so many as its width allows, the most promising ones. Narrow passes find
good ends at once; a pass that never had to leave a position out has seen all that there are, and proves. Positions from
which no end can be better than the best one known are not looked into (`zones`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.solitaire.board import Pyramid
from companion.solitaire.moves import Hop
from companion.solitaire.position import Position
from companion.solitaire.solver.plain import Layers, PlainLayers
from companion.solitaire.solver.problem import Packed, Problem, problem
from companion.solitaire.solver.zones import MOST_SQUARES, zones

Engine: TypeAlias = Literal["auto", "plain", "compiled"]

WIDTHS: tuple[int | None, ...] = (64, 1024, 16384, None)  # of the passes; the last one leaves nothing out
STATES = 10_000_000  # looked at before the search gives up; for each word of the packed position it is a part of that
SLICE = 20_000  # positions between two reports: a compiled engine takes some 10 ms for them


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found. `best` is the score, or None for a challenge that can not be met (`proven`) or was not met yet;
    `line` are the hops to it, replayed by the rules, and `states` is how many positions were looked at.
    """

    best: int | None
    proven: bool
    line: tuple[Hop, ...]
    states: int

    def to_json(self) -> dict[str, Any]:
        """As programs get it (docs/formats.md)."""
        return {"best": self.best, "proven": self.proven, "line": list(map(str, self.line)), "states": self.states}


@dataclass(frozen=True, slots=True)
class Progress:
    """What a search tells while it lasts: the best so far (None: no end yet), how many positions it looked at, the
    width of the pass (None: all), how many pyramids the positions of the layer have, and how many that layer holds.
    """

    best: int | None
    states: int
    width: int | None
    pyramids: int
    layer: int
    _answer: Callable[[], Answer] = field(repr=False)

    @property
    def answer(self) -> Answer:
        """The best so far with its line, which is worked out only when somebody asks."""
        return self._answer()


Report: TypeAlias = Callable[[Progress], object]


def solve(
    position: Position, finish: Pyramid | None = None, *, limit: int | None = None, engine: Engine = "auto",
    report: Report | None = None,
) -> Answer:  # fmt: skip
    """The best end that can be reached from `position`, or with `finish` one that leaves a single pyramid of that size.

    `limit` is how many positions may be looked at (`STATES`); it bounds the memory too, to some 40 bytes a word of the
    packed position for each. `report` is called every `SLICE` positions, and may stop the search by raising. All
    engines give the same answer; "auto" is plain Python for the first pass, and then compiled code if there is any.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.notation import parse_position
    >>> found = solve(parse_position("S,S,S,/,,,/,,,", standard()))
    >>> found.best, found.proven, list(map(str, found.line))
    (2, True, ['a1-c1'])
    """
    task = problem(position, finish)
    search = Search(task, limit or most_states(task), report or _nobody)
    for number, width in enumerate(WIDTHS):
        plain = engine == "plain" or (engine == "auto" and number == 0)
        search.run(PlainLayers(task) if plain else _compiled(task, needed=engine == "compiled"), width)
        if search.over:
            break
    return search.answer


def most_states(task: Problem) -> int:
    """How many positions a search looks at unless it is told otherwise."""
    return STATES // task.words


def _nobody(_progress: Progress) -> None:
    """Nobody wants to know."""


def _compiled(task: Problem, *, needed: bool) -> Layers:
    """Compiled code where it is installed; raises ImportError where it is needed and is not.

    Numba raises RuntimeError where it finds no folder to keep compiled code in.
    """
    try:
        from companion.solitaire.solver.compiled import CompiledLayers  # noqa: PLC0415 - costs half a second; optional
    except (ImportError, RuntimeError):
        if needed:
            raise
        return PlainLayers(task)
    return CompiledLayers(task)


class Search:
    """One search: the best so far, and how much may still be looked at."""

    def __init__(self, task: Problem, limit: int, report: Report) -> None:
        self._task, self._limit, self._report = task, limit, report
        self._cost, self._floor = task.worst, _bound(task)
        self._chain: list[Packed] = []
        self._states, self._proven = 0, False

    @property
    def over(self) -> bool:
        """Whether nothing is left to do, or nothing may be done any more."""
        return self._proven or self._states >= self._limit

    @property
    def answer(self) -> Answer:
        """The best so far."""
        return Answer(self._best, self._proven, replay(self._task, self._chain), self._states)

    @property
    def _best(self) -> int | None:
        return self._task.score_of(self._cost) if self._chain else None

    def run(self, layers: Layers, width: int | None) -> None:
        """One pass. It proves if it left nothing out, or came to what nothing can be better than."""
        pyramids, complete = self._task.position.count.total(), True
        size = 1
        while size and self._cost > self._floor:
            done = False
            while not done and self._cost > self._floor and self._states < self._limit:
                done = self._look(layers)
                self._report(Progress(self._best, self._states, width, pyramids, size, lambda: self.answer))
            if self._cost > self._floor and not done:
                return
            size, cut = layers.advance(width)
            pyramids, complete = pyramids - 1, complete and not cut
        self._proven = complete or self._cost <= self._floor

    def _look(self, layers: Layers) -> bool:
        """Look at a slice of a layer; whether the layer is done."""
        seen, cost, done = layers.expand(self._cost, min(SLICE, self._limit - self._states))
        self._states += seen
        if cost < self._cost:
            self._cost, self._chain = cost, layers.chain()
        return done


def _bound(task: Problem) -> int:
    stacks = task.stacks
    occupied = sum(1 << square for square, form in enumerate(stacks) if form)
    everything = ((1 << task.squares) - 1,)
    return task.bound(stacks, zones(occupied, task.jumps) if task.squares <= MOST_SQUARES else everything)


def replay(task: Problem, chain: Sequence[Packed]) -> tuple[Hop, ...]:
    """The hops of a chain of packed positions, each one that the rules allow (solitaire R1, R2, R3).

    Raises RuntimeError for a chain that the rules do not know: the packed form would be wrong.
    """
    position, line = task.position, list[Hop]()
    for packed in chain[1:]:
        ways = ((hop, position.after(hop)) for hop in position.hops)
        found = next(((hop, after) for hop, after in ways if task.pack_position(after) == packed), None)
        if found is None:
            raise RuntimeError(f"no hop leads on after {' '.join(map(str, line))}")
        line.append(found[0])
        position = found[1]
    return tuple(line)
