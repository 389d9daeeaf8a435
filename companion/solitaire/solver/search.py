"""The search: the best end of a game from a position, a line of hops to it, and whether that is
proven.

Every hop removes one pyramid, so that positions form layers by the number left. A pass goes down
layer by layer, each position once, and keeps the most promising of each layer up to its width.
Narrow passes find good ends at once; a pass that never left out a position has seen all, which is a
proof.
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

# The width of each pass, and the weight of a hop that is left where pips weigh 2: one ranking finds
# what another misses. The last pass leaves nothing out. Puzzles depend on the first pass: keep it.
PASSES: tuple[tuple[int | None, int], ...] = ((64, 0), (256, 2), (1024, 4), (4096, 1), (None, 0))

# The number of positions that a search examines at most: up to half a minute, compiled or plain; a
# second, plain, for a waiting phone. No clock is read: the same position and limit give the same
# answer anywhere.
STATES, PLAIN_STATES, HINT_STATES = 12_000_000, 300_000, 6_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search. `best` is the score, or None for a challenge that can't be met
    (`proven`) or was not met yet; `line` are the hops to it, replayed by the rules, and `states` is
    the number of positions examined.
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
    """The progress of a search: the best so far (None: no end yet), the positions examined, the
    width of the pass (None: all), the pyramids of each position in the layer, and the size of that
    layer. `loading` is true if compiled code is loaded next, which takes some seconds if it must be
    compiled first.
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
        """The best so far with its line, which is worked out only when someone asks."""
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
    """Return the best end from `position`, or with `finish` one that leaves a single pyramid of
    that size.

    `limit` is the number of positions to examine (by default `STATES`, or `PLAIN_STATES` without
    numba); it bounds the memory too. `report` is called every few positions, and may stop the
    search by raising. All engines give the same answer to the same limit; "auto" is plain Python
    for the first pass, which is over before numba is loaded, and then compiled code if there is
    any.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import parse_position
    >>> result = solve(parse_position("S,S,S,/,,,/,,,", standard()))
    >>> result.best, result.proven, list(map(str, result.line))
    (2, True, ['a1-c1'])
    """
    task = problem(position, finish)
    search = Search(task, report or _nobody)
    for number, (width, hops) in enumerate(PASSES):
        if number == 1 and engine != "plain":
            search.tell(width, task.position.count.total(), 1, loading=True)
        plain = engine == "plain" or (engine == "auto" and number == 0)
        loops = PLAIN if plain else _compiled(needed=engine == "compiled")
        # From a full board many positions are images of each other, later hardly any; and narrow
        # passes need no bound.
        some = (task.images[:1], fuels(task.jumps)) if number else (task.images, ())
        most = limit or (STATES if loops.compiled else PLAIN_STATES)
        search.run(Layers(task, loops, *some), width, hops, most)
        if search.over:
            break
    return search.answer


def _nobody(_progress: Progress) -> None:
    """Report to nobody."""


def _compiled(*, needed: bool) -> Loops:
    """Return compiled code, or plain Python without it; raises if compiled code is `needed`."""
    try:
        return compiled()
    except (ImportError, RuntimeError):
        # RuntimeError: numba finds no folder to keep compiled code in
        if needed:
            raise
        return PLAIN


class Search:
    """One search: the best so far, and what was looked at."""

    def __init__(self, task: Problem, report: Report) -> None:
        self._task, self._report = task, report
        self._cost, self._chain = task.worst, list[Packed]()
        self._states, self._proven, self.over = 0, False, False

    @property
    def answer(self) -> Answer:
        """The best so far."""
        return Answer(self._best, self._proven, replay(self._task, self._chain), self._states)

    @property
    def _best(self) -> int | None:
        return self._task.score_of(self._cost) if self._chain else None

    def tell(self, width: int | None, pyramids: int, layer: int, *, loading: bool = False) -> None:
        """Report how far it is."""
        self._report(
            Progress(self._best, self._states, width, pyramids, layer, lambda: self.answer, loading)
        )

    def run(self, layers: Layers, width: int | None, hops: int, limit: int) -> None:
        """Do one pass, which proves its best end if it left nothing out, or if nothing can be
        better.

        The search is over then, or when `limit` positions have been examined.
        """
        pyramids, size, complete = self._task.position.count.total(), 1, True
        while size and self._cost > self._task.floor:
            done = False
            while not done and self._cost > self._task.floor:
                if self._states >= limit:
                    self.over = True
                    return
                seen, cost, done = layers.expand(self._cost, limit - self._states)
                self._states += seen
                if cost < self._cost:
                    self._cost, self._chain = cost, layers.chain()
                self.tell(width, pyramids, size)
            if self._cost > self._task.floor:
                size, cut = layers.advance(self._cost, width, hops)
                pyramids, complete = pyramids - 1, complete and not cut
        self._proven = self.over = complete or self._cost <= self._task.floor


def replay(task: Problem, chain: Sequence[Packed]) -> tuple[Hop, ...]:
    """Return the hops of a chain of packed positions, each legal by the rules (solitaire R1, R2,
    R3).

    Raises RuntimeError for an illegal chain: the packed form would be wrong.
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
