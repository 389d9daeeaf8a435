"""The search for the best end from a position, with the hops to it and whether it is proven best.

Every hop removes one pyramid, so positions form layers by the number left. A pass goes through the
layers, examines each position once, and keeps the most promising of each layer, up to its width.
All layers are kept, to trace the way to an end. Narrow passes quickly find good ends; a pass that
left out nothing proves its best. The inner loops are in `kernel`; their lists are arrays if numba
compiles them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, cast

from companion.solitaire.board import Hop, Pyramid
from companion.solitaire.solver import kernel
from companion.solitaire.solver.kernel import Grown, Ints, Tables
from companion.solitaire.solver.problem import Fuel, Image, Packed, Problem, fuels, problem
from companion.solitaire.state import Position

WORD = 63  # bits of a numba integer without its sign
ROOM = 4096  # positions that a new layer has room for; doubled when full


class Loops(NamedTuple):
    """The loops of `kernel`, plain or compiled, and how to make their lists.

    `zeros` makes a list of a size, `whole` copies one; `slice` is the number of positions that take
    about 10 ms.
    """

    compiled: bool
    slice: int
    zeros: Callable[[int], Ints]
    whole: Callable[[Sequence[int]], Ints]
    grow: Callable[..., Grown] = kernel.grow
    sift: Callable[..., int] = kernel.sift
    rank: Callable[..., None] = kernel.rank
    cut: Callable[..., None] = kernel.cut
    move_slots: Callable[..., None] = kernel.move_slots


PLAIN = Loops(False, 200, lambda size: [0] * size, list)


@cache
def compiled() -> Loops:
    """Return the loops compiled by numba, which caches them on disk.

    Raises ImportError without numba, and RuntimeError if it finds no folder for its cache.
    """
    import numpy as np  # noqa: PLC0415 - numba and numpy are optional, and take half a second
    from numba import njit  # noqa: PLC0415 - see above
    from numba.extending import register_jitable  # noqa: PLC0415 - see above

    for called in kernel.CALLED:
        register_jitable(called)
    ready = njit(cache=True)
    return Loops(
        True,
        20_000,
        # an array is read and written like a list
        lambda size: cast("Ints", np.zeros(size, np.int64)),
        lambda values: cast("Ints", np.array(values, np.int64)),
        ready(kernel.grow),
        ready(kernel.sift),
        ready(kernel.rank),
        ready(kernel.cut),
        ready(kernel.move_slots),
    )


def tables(
    problem: Problem, loops: Loops, images: Sequence[Image], fuels: Sequence[Fuel]
) -> Tables:
    """Return the tables of a problem for the loops, with these images and fuels."""
    forms, squares, whole = problem.forms, problem.squares, loops.whole
    each = _squares_a_word(problem, loops)
    words = (squares - 1) // each + 1
    places = [place for image in images for place in image]
    steps = sorted({over - start for start, over, _ in problem.jumps})
    way = [steps.index(over - start) for start, over, _ in problem.jumps]
    starts = [0] * len(steps)
    for at, jump in zip(way, problem.jumps, strict=True):
        starts[at] |= 1 << jump[0]
    allowed = [0] * (len(fuels) * kernel.MOST_GAIN * len(steps))
    for number, fuel in enumerate(fuels):
        for at, jump in zip(way, problem.jumps, strict=True):
            for room in range(fuel.gain(jump), kernel.MOST_GAIN):
                allowed[(number * kernel.MOST_GAIN + room) * len(steps) + at] |= 1 << jump[0]
    return Tables(
        words=(0,) * words,
        squares=squares,
        cheapest=problem.floor,
        mask=(1 << forms.bits) - 1,
        start=whole([start for start, _, _ in problem.jumps]),
        over=whole([over for _, over, _ in problem.jumps]),
        end=whole([end for _, _, end in problem.jumps]),
        word=whole([place // each for place in places]),
        shift=whole([place % each * forms.bits for place in places]),
        top=whole(forms.top),
        pop=whole(forms.pop),
        push=whole(forms.push),
        costs=whole(problem.costs),
        least=whole(problem.least),
        weights=whole(problem.weights),
        stacks=loops.zeros(squares),
        images=loops.zeros(words * len(images)),
        key=loops.zeros(words),
        heights=whole([len(stack) for stack in forms.stacks]),
        fuels=whole([fuel.weight(square) for square in range(squares) for fuel in fuels]),
        way=whole(way),
        steps=whole(steps),
        starts=whole(starts),
        allowed=whole(allowed),
        left=loops.zeros(len(fuels)),
        open=loops.zeros(len(steps)),
    )


def _squares_a_word(problem: Problem, loops: Loops) -> int:
    return WORD // problem.forms.bits if loops.compiled else problem.squares


class Ways:
    """The packed positions after each hop from a packed position, in the order of the hops."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._tables = problem, tables(problem, PLAIN, problem.images, ())

    def after(self, packed: Packed) -> list[Packed]:
        """Return a position for each hop, also for hops that lead to images of each other."""
        keys = [0] * len(self._problem.jumps)
        kernel.unpack(self._tables, [packed], 0)
        return keys[: kernel.ways_on(self._tables, keys, 0, 0)]

    def end_cost(self, packed: Packed) -> int:
        """Return the cost of an end (solitaire R4)."""
        return sum(self._problem.costs[form] for form in self._problem.unpack(packed))


class Layers:
    """The layers of a pass from the problem's position; the smallest image represents all."""

    def __init__(
        self, problem: Problem, loops: Loops, images: Sequence[Image], fuels: Sequence[Fuel]
    ) -> None:
        self._problem, self._loops = problem, loops
        self._tables = tables(problem, loops, images, fuels)
        self._words = len(self._tables.words)
        self._bits = _squares_a_word(problem, loops) * problem.forms.bits
        packed, one = problem.pack_position(problem.position), (1 << self._bits) - 1
        words = [packed >> self._bits * word & one for word in range(self._words)]
        self._layers = [(loops.whole(words), loops.zeros(1))]  # positions, and parents' indices
        self._room(ROOM)
        self._count, self._at, self._end = 0, 0, (0, 0)

    def _room(self, size: int) -> None:
        zeros = self._loops.zeros
        self._next = zeros(size * self._words), zeros(size), zeros(2 * size)

    def expand(self, best: int, most: int) -> tuple[int, int, bool]:
        """Examine up to `most` more positions of the layer; stop at an end that costs under `best`.

        Return their number, the cost of that end (else `best`), and whether the layer is done.
        """
        layer, first, size = self._layers[-1][0], self._at, len(self._layers[-1][1])
        last = min(size, first + min(most, self._loops.slice))
        while self._at < last:
            self._at, self._count, best, end = self._loops.grow(
                self._tables, (layer, self._at, last), best, self._next, self._count
            )
            if end >= 0:
                self._end = (len(self._layers) - 1, int(end))
                break
            if self._at < last:
                keys, parents, slots = self._next
                self._room(2 * len(parents))
                self._next[0][: len(keys)], self._next[1][: len(parents)] = keys, parents
                self._loops.move_slots(slots, self._next[2])
        return self._at - first, int(best), self._at == size

    def advance(self, best: int, width: int | None, hops: int) -> tuple[int, bool]:
        """Go on to the next layer, keeping its `width` most promising positions (None: all).

        Positions that can't lead to an end below `best` are left out. Return the size of the layer,
        and whether promising positions were cut. Each hop that can't be made adds `hops` to a rank.
        """
        (keys, parents, slots), count, loops = self._next, self._count, self._loops
        if len(self._tables.left) and (best - 1) // self._tables.cheapest == 1:
            count = loops.sift(self._tables, self._next, count)
        kept = count if width is None else min(count, width)
        if kept < count:
            ranks = loops.zeros(count)
            tally = loops.zeros(self._problem.heaviest + hops * len(self._problem.jumps) + 1)
            loops.rank(self._tables, keys, hops, ranks, tally)
            loops.cut(self._tables, self._next, kept, ranks, tally)
        self._layers.append((loops.whole(keys[: kept * self._words]), loops.whole(parents[:kept])))
        self._next = keys, parents, loops.zeros(len(slots))
        self._count = self._at = 0
        return kept, kept < count

    def chain(self) -> list[Packed]:
        """Return the packed positions from the first to the cheapest end that `expand` reached."""
        depth, index = self._end
        positions = []
        for keys, parents in self._layers[depth::-1]:
            words = keys[index * self._words : (index + 1) * self._words]
            packed = sum(int(word) << self._bits * place for place, word in enumerate(words))
            positions.append(self._problem.pack(self._problem.unpack(packed)))
            index = int(parents[index])
        return positions[::-1]


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
    """The result of a search; `best` is None if `finish` can't be reached (`proven`) or wasn't.

    `line` are the hops to it, replayed by the rules; `states` is the number of positions examined.
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
    """The best score so far (None before an end) and the number of positions examined.

    `width` is that of the pass (None: unlimited), and `pyramids` the number left in each position.
    """

    best: int | None
    states: int
    width: int | None
    pyramids: int
    _answer: Callable[[], Answer] = field(repr=False)

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
    cost, chain, states = task.worst, list[Packed](), 0

    def answer(*, proven: bool = False) -> Answer:
        best = task.score_of(cost) if chain else None
        return Answer(best, proven, replay(task, chain), states)

    for number, (width, hops) in enumerate(PASSES):
        loops = PLAIN
        if engine == "compiled" or (engine == "auto" and number):
            try:
                loops = compiled()
            except (ImportError, RuntimeError):
                if engine == "compiled":
                    raise
        most = limit or (STATES if loops.compiled else PLAIN_STATES)
        # The first pass looks for images, which are many after a full board and later rare; only
        # the wider ones need the bound.
        some = (task.images[:1], fuels(task.jumps)) if number else (task.images, ())
        layers, pyramids, size, complete = (
            Layers(task, loops, *some),
            position.count.total(),
            1,
            True,
        )
        while size and cost > task.floor:
            done = False
            while not done and cost > task.floor:
                if states >= most:
                    return answer()
                examined, lowest, done = layers.expand(cost, most - states)
                states += examined
                if lowest < cost:
                    cost, chain = lowest, layers.chain()
                if report:
                    best = task.score_of(cost) if chain else None
                    report(Progress(best, states, width, pyramids, answer))
            if cost > task.floor:
                size, some_cut = layers.advance(cost, width, hops)
                pyramids, complete = pyramids - 1, complete and not some_cut
        if complete or cost <= task.floor:
            break
    return answer(proven=True)


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
