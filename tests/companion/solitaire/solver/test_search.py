"""The solver: right where every game can be tried, the same in plain and compiled code, honest
where it was stopped.
"""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.solitaire.board import PYRAMIDS, Board, read_size, standard
from companion.solitaire.solver import Answer, Progress, best_possible, openings, solve
from companion.solitaire.solver.problem import fuels, problem
from companion.solitaire.solver.search import HINT_STATES, PLAIN, Layers, Loops, compiled
from companion.solitaire.state import Position, full, parse_position, position_text
from tests.companion.solitaire.solver import brute

# two points are the best: some ten thousand positions prove it
HARD = "SMLL,SML,SM,S/SM,S,,S/SML,SM,SML,SMM"
some = st.dictionaries(
    st.integers(0, 11), st.sampled_from(["S", "M", "L", "SM", "MS", "LS"]), min_size=1, max_size=5
)
few = some.map(lambda found: [found.get(square, "") for square in range(12)])


def _end(position: Position, answer: Answer) -> Position:
    """Where its line leads; each hop is one that can be made."""
    for hop in answer.line:
        assert hop in position.hops
        position = position.after(hop)
    return position


@given(few)
@settings(max_examples=20)
def test_no_game_does_better(found: list[str]) -> None:
    """solitaire R4: of few pyramids, in any stacks, every game is tried by the naive engine."""
    position = Position(standard(), tuple(found))
    answer = solve(position, engine="plain")
    assert answer.proven
    assert answer.best == brute.best(position_text(position))
    end = _end(position, answer)
    assert end.over
    assert end.pips == answer.best


@given(few, st.sampled_from(list(PYRAMIDS)))
@settings(max_examples=20)
def test_challenges(found: list[str], size: str) -> None:
    """solitaire R4: a line ends with that one pyramid alone; without a line no game does."""
    position = Position(standard(), tuple(found))
    answer = solve(position, size, engine="plain")
    assert answer.proven
    if brute.lone(position_text(position), size):
        assert _end(position, answer).lone == size
        assert answer.best == position.board.pips[size]
    else:
        assert answer == Answer(None, proven=True, line=(), states=answer.states)


@pytest.mark.parametrize("size", ["3x4", "4x5"])
def test_the_start_can_be_perfect(size: str) -> None:
    """solitaire R4: one point on both boards of the rules, with a line of as many hops as pyramids
    go.
    """
    start = full(standard().sized(*read_size(size)))
    answer = solve(start, engine="plain")
    assert (answer.best, answer.proven, len(answer.line)) == (1, True, 3 * start.board.squares - 1)
    assert _end(start, answer).pips == 1


def test_three_by_three_ends_with_24_points() -> None:
    """Its middle row and column hold what nothing can take: proven by a pass that left
    nothing out.
    """
    answer = solve(full(standard().sized(3, 3)), engine="plain")
    assert (answer.best, answer.proven) == (24, True)


def test_all_openings_can_be_perfect(board: Board) -> None:
    """solitaire R1, R4: from each of the 28 openings, in 8 classes."""
    classes = openings(full(board))
    assert sorted(hop for hops in classes for hop in hops) == list(full(board).hops)
    assert sorted(map(len, classes)) == [2, 2, 4, 4, 4, 4, 4, 4]
    assert {solve(full(board).after(hops[0]), engine="plain").best for hops in classes} == {1}


def test_a_limit_is_kept_and_said(board: Board) -> None:
    """So many positions are looked at and no more; the best so far is not called proven."""
    position = parse_position(HARD, board)
    answers = [solve(position, limit=limit, engine="plain") for limit in (1, 100, 3000)]
    assert [(answer.states, answer.proven) for answer in answers] == [
        (1, False),
        (100, False),
        (3000, False),
    ]
    assert answers[0].best is None
    assert answers[-1].best == _end(position, answers[-1]).pips == 2


def test_reports_tell_the_best_so_far(board: Board) -> None:
    """It only gets better; whoever stops the search by raising has the last report's line,
    replayed.
    """
    told: list[Progress] = []

    def stop(progress: Progress) -> None:
        told.append(progress)
        if progress.best is not None and progress.states > 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(parse_position(HARD, board), engine="plain", report=stop)
    bests = [progress.best for progress in told if progress.best is not None]
    assert bests == sorted(bests, reverse=True)
    last = told[-1].answer
    assert (last.best, last.proven, last.states) == (bests[-1], False, told[-1].states)
    assert _end(parse_position(HARD, board), last).pips == last.best


def test_hints(board: Board) -> None:
    """A hint is the best line found; it is empty if no hop is left, or too few positions are looked
    at to find an end. A limit bounds what is looked at.
    """
    start = full(board)
    assert best_possible(start).line[0] in start.hops
    assert best_possible(start, 10).states == 10
    assert not best_possible(start, 1).line
    assert not best_possible(parse_position("S,,,S/,,,/,,,", board)).line


@pytest.mark.parametrize("size", ["3x4", "4x5", "5x6"])
def test_a_hint_knows_an_end(size: str) -> None:
    """Few positions are enough for a line to an end, also from the start of the largest board that
    is solved.
    """
    start = full(standard().sized(*read_size(size)))
    answer = best_possible(start)
    assert answer.states <= HINT_STATES <= 6000  # a second or so of plain Python
    assert _end(start, answer).over


def test_a_hint_loads_no_compiler() -> None:
    """Compiling the search once took 19 s of a phone's patience; plain Python is enough
    for a hint.
    """
    code = (
        "import sys; from companion.solitaire.board import standard; "
        "from companion.solitaire.state import parse_position; from companion.solitaire.solver "
        "import best_possible; "
        f"best_possible(parse_position({HARD!r}, standard())); sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_json() -> None:
    """`solve --json`: best, proven, line, states."""
    answer = solve(parse_position("S,S,,/,,,/,,,", standard()), engine="plain")
    assert answer.to_json() == {"best": 1, "proven": True, "line": ["a1-c1"], "states": 2}


# --- compiled -------------------------------------------------------------------------------------


@pytest.fixture
def loops() -> Loops:
    """Those that numba has compiled; without it the test is skipped, and says why."""
    pytest.importorskip("numba", reason="numba, the extra `speed`, is missing")
    return compiled()


def _later(size: str, hops: int, seed: int) -> Position:
    chance, position = random.Random(seed), full(standard().sized(*read_size(size)))
    for _ in range(hops):
        position = position.after(chance.choice(position.hops)) if position.hops else position
    return position


ODD = "SSSSS,SSM,,/MSS,L,,SL/,,SM,LS"  # no game comes to it, and its packed form takes two words


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize(
    ("position", "finish"),
    [
        (full(standard()), None),
        (full(standard()), "L"),
        (parse_position(HARD, standard()), None),
        (_later("3x4", 9, seed=4), "M"),
        (full(standard().sized(4, 5)), None),
        (full(standard().sized(4, 4)), "L"),
        (_later("4x5", 32, seed=5), None),
        (parse_position(ODD, standard()), None),
    ],
    ids=[
        "start",
        "start, a large one",
        "hard",
        "later, a medium one",
        "start of 4x5",
        "start of 4x4, a large one",
        "late on 4x5",
        "no game comes to it",
    ],
)
def test_compiled_code_gives_the_same_answers(position: Position, finish: str | None) -> None:
    """Best, proof, line and the number of positions looked at are those of the plain path."""
    plain = solve(position, finish, limit=2_000, engine="plain")
    assert solve(position, finish, limit=2_000, engine="compiled") == plain
    assert solve(position, finish, limit=2_000) == plain


@pytest.mark.parametrize("best", [2, 1000])
@pytest.mark.parametrize("width", [None, 50])
@pytest.mark.parametrize("symmetric", [True, False])
def test_layers_are_the_same(
    board: Board, loops: Loops, width: int | None, best: int, *, symmetric: bool
) -> None:
    """Layer by layer, also where the room has to grow, and where a layer is cut."""
    position = parse_position("SML,SML,SM,SMM/S,S,,S/SML,SML,SMLL,S", board)
    task = problem(position)
    some = (task.images, ()) if symmetric else (task.images[:1], fuels(task.jumps))
    engines = [Layers(task, found, *some) for found in (PLAIN, loops)]
    for _ in range(12):
        looked = [_all(engine, best) for engine in engines]
        assert looked[0] == looked[1]
        sizes = [engine.advance(best, width, hops=2) for engine in engines]
        assert sizes[0] == sizes[1]


def _all(layers: Layers, best: int) -> tuple[int, int]:
    """Look at a whole layer: how many positions, and the lowest cost of its ends."""
    total, done = 0, False
    while not done:
        seen, best, done = layers.expand(best, most=10_000)
        total += seen
    return total, best


@pytest.mark.usefixtures("loops")
def test_what_few_pips_miss_many_hops_find() -> None:
    """On 4x5 the most promising positions by pips alone lead to 2 points; ranked by hops too, some
    lead to 1.
    """
    text = "SMLLLL,,SM,S,SM/,S,,M,SMLL/SM,S,SMM,S,S/SM,SM,SMLL,,SML"
    position = parse_position(text, standard().sized(4, 5))
    answer = solve(position, limit=200_000)
    assert (answer.best, answer.proven) == (1, True)
    assert _end(position, answer).pips == 1
