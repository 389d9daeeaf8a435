"""The search for the best end from a position, with the hops to it and whether it is proven best.

Every hop removes one pyramid, so positions form layers by the number left. A pass goes through the
layers, examines each position once, and keeps the most promising of each layer, up to its width.
Narrow passes quickly find good ends; a pass that left out nothing proves its best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.solitaire.board import Hop, Pyramid
from companion.solitaire.solver.fuel import fuels
from companion.solitaire.solver.layers import PLAIN, Layers, Loops, compiled
from companion.solitaire.solver.problem import Packed, Problem, problem
from companion.solitaire.state import Position

Engine: TypeAlias = Literal["auto", "plain", "compiled"]

# The width of each pass, and the weight of a hop in its ranking, where a pip weighs 2: one ranking
# finds what another misses. The last pass leaves nothing out. Don't change the first one, because
# puzzles depend on it.
PASSES: tuple[tuple[int | None, int], ...] = ((64, 0), (256, 2), (1024, 4), (4096, 1), (None, 0))

# The most positions that a search examines: half a minute compiled, half a minute plain, and a
# second plain for a waiting phone. No clock is read, so equal positions and limits give equal
# answers.
STATES, PLAIN_STATES, HINT_STATES = 12_000_000, 300_000, 6_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search. `best` is the score; None if `finish` can't be reached (`proven`) or
    wasn't.

    `line` are the hops to it, replayed by the rules, and `states` is the number of positions
    examined.
    """

    best: int | None
    proven: bool
    line: tuple[Hop, ...]
    states: int

    def to_json(self) -> dict[str, object]:
        """Return the answer for programs (docs/formats.md)."""
        return {
            "best": self.best,
            "proven": self.proven,
            "line": list(map(str, self.line)),
            "states": self.states,
        }


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search.

    `best` is the best score so far (None before an end), `states` the number of positions examined,
    `width` that of the pass (None: unlimited), `pyramids` the number in each position of the layer,
    and `layer` its size. `loading` is true if compiled code is loaded next, which takes some
    seconds if it must be compiled first.
    """

    best: int | None
    states: int
    width: int | None
    pyramids: int
    layer: int
    _answer: Callable[[], Answer] = field(repr=False)
    loading: bool = False

    @property
    def answer(self) -> Answer:
        """The best answer so far; its line is computed on each access."""
        return self._answer()


Report: TypeAlias = Callable[[Progress], object]


def solve(
    position: Position,
    finish: Pyramid | None = None,
    *,
    limit: int | None = None,
    engine: Engine = "auto",
    report: Report | None = None,
) -> Answer:
    """Return the best end from `position`, or with `finish` one with a single pyramid of that size.

    `limit` is the number of positions to examine (by default `STATES`, or `PLAIN_STATES` without
    numba); it also limits memory. `report` is called every few positions, and can stop the search
    by raising. All engines give the same answer with the same limit. "auto" is plain Python for the
    first pass, which takes less time than loading numba, then compiled code if numba is installed.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import parse_position
    >>> result = solve(parse_position("S,S,S,/,,,/,,,", standard()))
    >>> result.best, result.proven, list(map(str, result.line))
    (2, True, ['a1-c1'])
    """
    task = problem(position, finish)
    search = Search(task, report or (lambda _progress: None))
    for number, (width, hops) in enumerate(PASSES):
        if number == 1 and engine != "plain":
            search.report(width, task.position.count.total(), 1, loading=True)
        plain = engine == "plain" or (engine == "auto" and number == 0)
        loops = PLAIN if plain else _compiled(needed=engine == "compiled")
        # The first pass looks for images, which are many after a full board and later rare; only
        # the wider ones need the bound.
        some = (task.images[:1], fuels(task.jumps)) if number else (task.images, ())
        most = limit or (STATES if loops.compiled else PLAIN_STATES)
        search.run(Layers(task, loops, *some), width, hops, most)
        if search.over:
            break
    return search.answer


def _compiled(*, needed: bool) -> Loops:
    """Return the compiled loops, or the plain ones without numba unless `needed`."""
    try:
        return compiled()
    except (ImportError, RuntimeError):
        # RuntimeError: numba finds no folder for its cache
        if needed:
            raise
        return PLAIN


class Search:
    """A search: the best end so far, and the number of positions examined."""

    def __init__(self, task: Problem, report: Report) -> None:
        self._task, self._report = task, report
        self._cost, self._chain = task.worst, list[Packed]()
        self._states, self._proven, self.over = 0, False, False

    @property
    def answer(self) -> Answer:
        """The best answer so far."""
        return Answer(self._best, self._proven, replay(self._task, self._chain), self._states)

    @property
    def _best(self) -> int | None:
        return self._task.score_of(self._cost) if self._chain else None

    def report(
        self, width: int | None, pyramids: int, layer: int, *, loading: bool = False
    ) -> None:
        """Report the progress."""
        self._report(
            Progress(self._best, self._states, width, pyramids, layer, lambda: self.answer, loading)
        )

    def run(self, layers: Layers, width: int | None, hops: int, limit: int) -> None:
        """Run one pass. It proves the best end if it left nothing out, or if no end can be better.

        The search is then over, as it is after `limit` positions in all.
        """
        pyramids, size, complete = self._task.position.count.total(), 1, True
        while size and self._cost > self._task.floor:
            done = False
            while not done and self._cost > self._task.floor:
                if self._states >= limit:
                    self.over = True
                    return
                examined, cost, done = layers.expand(self._cost, limit - self._states)
                self._states += examined
                if cost < self._cost:
                    self._cost, self._chain = cost, layers.chain()
                self.report(width, pyramids, size)
            if self._cost > self._task.floor:
                size, cut = layers.advance(self._cost, width, hops)
                pyramids, complete = pyramids - 1, complete and not cut
        self._proven = self.over = complete or self._cost <= self._task.floor


def replay(task: Problem, chain: Sequence[Packed]) -> tuple[Hop, ...]:
    """Return the legal hops that lead through a chain of packed positions (solitaire R1 to R3).

    Raises RuntimeError if no hop does, which would be an error in packing.
    """
    position, line = task.position, list[Hop]()
    for packed in chain[1:]:
        ways = ((hop, position.after(hop)) for hop in position.hops)
        step = next(
            ((hop, after) for hop, after in ways if task.pack_position(after) == packed), None
        )
        if step is None:
            raise RuntimeError(f"no hop leads on after {' '.join(map(str, line))}")
        line.append(step[0])
        position = step[1]
    return tuple(line)
