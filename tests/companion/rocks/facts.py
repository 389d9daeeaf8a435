"""What the shared tests must know of rocks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice

from companion.play import Result, Seat, random_bot
from companion.rocks.board import PLAY_OUT, Board
from companion.rocks.rules import legal_moves, setup, to_move, view
from companion.rocks.simulate import sensible_bot
from companion.rocks.state import DIE, HANDLES, ROCKS_A_SPACE, STAY, Move, State, Step
from tests.companion.facts import STANDARD, Setting, any_move

ROUNDS = 10  # of a random game, which nobody would win in 40 either
PLAYERS, PENGUINS = 4, 2
# a step for each of a roll, and a rock before the first
LONGEST = ROUNDS * PLAYERS * PENGUINS * (DIE + 1)
SECRETS = True
RECORDED = Setting(STANDARD, players=3, seed=12)
# how often a sensible player moves at random in the recording, so that it shows more ways of
# playing
WHIM = 0.15
wander = any_move


def decks(board: Board) -> tuple[Board, ...]:
    """A few rounds, ended at once and played out."""
    brief = replace(board, rules=replace(board.rules, rounds=ROUNDS))
    return brief, brief.finishing(PLAY_OUT)


def start(board: Board, players: int, seed: int) -> State:
    """Every other game starts late, so that some are won: all penguins free, each nest complete but
    for a rock.
    """
    state = setup(board, players, seed)
    if seed % 2 == 0:
        return state
    graph = board.graph
    rocks = list(state.rocks)
    for nest, pile, short in zip(
        graph.nests, graph.piles, islice(cycle((0, 1, 1)), seed % 3, None), strict=False
    ):
        for place in nest.ring[short:]:
            rocks[place], rocks[pile] = 1, rocks[pile] - 1
    return state._replace(rocks=tuple(rocks), free=(True,) * players)


def scarce(state: State) -> State:
    """Empty piles."""
    rocks = list(state.rocks)
    for pile in state.board.graph.piles:
        rocks[pile] = 0
    return state._replace(rocks=tuple(rocks))


def check(state: State) -> None:
    """No rock is lost, none piled too high; no space has two penguins, no centre a stranger (rocks
    R6, R9, R10).
    """
    graph = state.board.graph
    assert sum(state.rocks) + sum(state.carries) == state.board.rules.rocks * len(graph.piles)
    assert all(
        0 <= count <= ROCKS_A_SPACE
        for place, count in enumerate(state.rocks)
        if place not in graph.piles
    )
    standing = [place for place in state.stands if place not in graph.piles]
    assert len(set(standing)) == len(standing)
    for penguin, place in enumerate(state.stands):
        assert not graph.closed[penguin // 2] >> place & 1
    for seat, free in enumerate(state.free):
        assert free or state.stands[2 * seat + 1] == graph.nests[seat].centre, (
            "a locked penguin stays"
        )


def check_end(state: State, result: Result) -> None:
    """Someone has finished, or all rounds are played (rocks R10)."""
    assert state.over
    assert (not result.winners) == (not state.finished)
    assert state.now.round == ROUNDS or result.winners
    assert len(state.finished) <= 1 or state.board.rules.finish == PLAY_OUT


def every_move(board: Board) -> list[Move]:
    """By kind, then place in the board's order, walking before hopping, nothing, take, drop."""
    steps = (
        Step(p.id, hop, act)
        for p in board.places
        for hop in (False, True)
        for act in ("", "+", "-")
    )
    return [*HANDLES.values(), *steps, STAY]


def disguise(state: State, _seat: Seat, _chance: random.Random) -> State:
    """Another seed: what the die will show is all that is hidden."""
    return state._replace(seed=state.seed + 1)


def open_changes(board: Board) -> tuple[State, list[State]]:
    """At the start: the roll, a rock carried, a penguin freed, a rock elsewhere."""
    state = setup(board, 3, 5)
    changes = [
        state._replace(left=state.left % 6 + 1),
        state._replace(carries=(True, *state.carries[1:])),
        state._replace(free=(True, False, False)),
        state._replace(rocks=(1, *state.rocks[1:])),
    ]
    return state, changes


def begin(board: Board, setting: Setting) -> State:
    """The standard end."""
    return setup(board, setting.players, setting.seed)


def record(state: State, chance: random.Random) -> tuple[Seat, Move]:
    """A move with an aim, for at random nobody would ever build a nest."""
    (seat,) = to_move(state)
    bot = random_bot if chance.random() < WHIM else sensible_bot
    return seat, bot(view(state, seat), tuple(legal_moves(state, seat)), chance)


def ending(state: State, _result: Result) -> Iterator[str]:
    """After how many rounds."""
    yield f"rounds    {state.now.round}"


def shown(moves: Sequence[str], positions: Sequence[str]) -> dict[str, bool]:
    """Hops, rocks taken and dropped, on the way and before it, and a nest built."""
    return {
        "a hop": any(move.startswith("^") for move in moves),
        "a rock taken before the first step": "+" in moves,
        "a rock dropped before the first step": "-" in moves,
        "a rock taken on the way": any(move.endswith("+") and move != "+" for move in moves),
        "a rock dropped on the way": any(move.endswith("-") and move != "-" for move in moves),
        "a rock taken after a hop": any(
            move.startswith("^") and move.endswith("+") for move in moves
        ),
        "somebody finished": positions[-1].split()[5] != "-",
    }
