"""The rules of rocks, R1 to R10 of games.md: pure functions from state to state.

A penguin's turn is a roll of the die, then one move for each step or hop, which may take or drop a
rock. The die is rolled automatically when a turn begins, from the seed and the number of rolls.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from companion.play import Result, Seat, check_players, replaced
from companion.rocks.board import EVERYWHERE, Board, Graph, PlaceNo, PlaceSet, members, place_set
from companion.rocks.state import (
    DIE,
    DROP,
    FIRST,
    FREE_LANDING_IN_PILE,
    HANDLES,
    HOP,
    LANDING,
    NOTHING,
    PLAYERS,
    STAY,
    TAKE,
    Act,
    Handle,
    Move,
    Roll,
    State,
    Stay,
    Step,
    frees,
    is_complete,
    is_over,
    next_roll,
    refuse_on_top,
)


def setup(board: Board, players: int, seed: int) -> State:
    """Return a game of players in neighbouring nests, after the first roll (rocks R1 to R3).

    Rocks are on the piles, penguins 1 before theirs, penguins 2 in the centres.
    """
    check_players("rocks", players, PLAYERS)
    nests, freed = board.graph.nests, board.rules.freed(range(players))
    rocks = [0] * len(board.places)
    for pile in board.graph.piles:
        rocks[pile] = board.rules.rocks
    stands = [place for nest in nests[:players] for place in (nest.start, nest.centre)]
    state = State(
        seed=seed,
        board=board,
        now=Roll(1, board.starter(players), FIRST),
        left=0,
        visited=0,
        acted=False,
        stands=tuple(stands),
        carries=(False,) * len(stands),
        rocks=tuple(rocks),
        free=tuple(seat == freed for seat in range(players)),
    )
    return with_roll(state, die(seed, 0))


def apply(state: State, _player: Seat, move: Move) -> State:
    """Return the state after a legal move, without checking that it is one."""
    state = go(state, move)
    if state.left or state.over:
        return state
    return with_roll(state, die(state.seed, state.rolls))  # a penguin's turn begins (rocks R3)


def view(state: State, _player: Seat) -> State:
    """Return the state without the seed of the die, because nothing on the board is hidden."""
    return state._replace(seed=0)


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is; empty if the game is over."""
    return () if state.over else (state.now.seat,)


def legal_moves(state: State, player: Seat) -> tuple[Move, ...]:
    """Return the moves of `player`, in the order of `generate`; empty out of turn."""
    return generate(state) if player in to_move(state) else ()


def result(state: State) -> Result:
    """Return the winner and the outer spaces with rocks by seat (rocks R10)."""
    if not state.over:
        raise ValueError("the game is not over")
    nests = state.board.graph.nests[: state.players]
    filled = tuple(sum(state.rocks[place] > 0 for place in nest.ring) for nest in nests)
    # after a full round several can have finished; the last one wins
    return Result(state.finished[-1:], filled)


# --- what a move does -----------------------------------------------------------------------------


def die(seed: int, rolls: int) -> int:
    """Return the face, 1 to 6, after `rolls` rolls of the game with that seed.

    A hash is as fair as a generator seeded for each roll, and takes a fifth of the time.
    """
    drawn = blake2b(f"{seed}/{rolls}".encode(), digest_size=8).digest()
    return int.from_bytes(drawn, "big") % DIE + 1


def with_roll(state: State, face: int) -> State:
    """Return the state after the die shows `face` (rocks R3)."""
    return state._replace(left=face, visited=1 << state.at, acted=False, rolls=state.rolls + 1)


def go(state: State, move: Move) -> State:
    """Return the state after a legal move; `left` is 0 if the next penguin has to roll.

    The mover can win by a step or by a drop (rocks R10).
    """
    if isinstance(move, Stay):
        return _pass_on(state)
    place, left, visited, won = state.at, state.left, state.visited, False
    stands, carries, rocks, free = state.stands, state.carries, state.rocks, state.free
    if isinstance(move, Step):
        place = state.board.graph.number[move.place]
        left, visited = left - cost(left, hop=move.hop), visited | 1 << place
        stands = replaced(stands, state.mover, place)
        won = _is_won(state, stands, rocks)
    if move.act != NOTHING and not won:
        rocks = replaced(rocks, place, rocks[place] + (-1 if move.act == TAKE else 1))
        carries = replaced(carries, state.mover, move.act == TAKE)
        if move.act == DROP:
            if frees(state.now.penguin, own_ring=place in state.nest.ring):
                free = replaced(free, state.now.seat, True)
            won = _is_won(state, stands, rocks)
    after = state._replace(
        left=left,
        visited=visited,
        acted=state.acted or isinstance(move, Handle),
        stands=stands,
        carries=carries,
        rocks=rocks,
        free=free,
        finished=(*state.finished, state.now.seat) if won else state.finished,
    )
    return _pass_on(after) if won or not left else after


def _is_won(state: State, stands: tuple[PlaceNo, ...], rocks: tuple[int, ...]) -> bool:
    """Return whether the mover's nest is complete and has one of its penguins in the centre."""
    seat, nest = state.now.seat, state.nest
    return is_complete(nest, rocks) and nest.centre in stands[2 * seat : 2 * seat + 2]


def _pass_on(state: State) -> State:
    """Return the state in which the next penguin has to roll, or the game is over."""
    start = state.board.starter(state.players)
    then = next_roll(state.now, state.free, state.finished, start)
    over = is_over(state.board.rules, then, state.finished, start)
    return state._replace(
        now=state.now if over else then, left=0, visited=0, acted=False, over=over
    )


# --- where a penguin may go -----------------------------------------------------------------------


def cost(left: int, *, hop: bool) -> int:
    """Return how much of the roll a step or hop uses.

    A landing is free if hopping has used up the roll (rocks R4, R6).

    >>> cost(4, hop=False), cost(4, hop=True), cost(1, hop=True)
    (1, 2, 1)
    """
    return min(left, HOP + LANDING) if hop else 1


class Walk(NamedTuple):  # made for each move; a tuple takes a third of the time
    """Where a penguin may go: its place, the rest of its roll, visited places and obstacles.

    `others` are the spaces of penguins that can be hopped over, and `shut` all that can't be
    entered: spaces of penguins and others' centres. `goals` are the places where arriving wins;
    there the rest of the roll may be left (rocks R10).
    """

    graph: Graph
    others: PlaceSet
    shut: PlaceSet
    at: PlaceNo
    left: int
    visited: PlaceSet
    goals: PlaceSet = 0

    @property
    def is_free_landing(self) -> bool:
        """True if hopping uses up the roll before the landing (rocks R6)."""
        return self.left < HOP + LANDING

    def steps(self) -> PlaceSet:
        """Return the places to step to, including visited ones (rocks R5)."""
        return self.graph.around[self.at] & ~self.shut

    def hops(self) -> PlaceSet:
        """Return the free, unvisited places next to a run of other penguins (rocks R6).

        A free landing can't be on a pile (R4) or in the player's own centre (R10).
        """
        graph, others = self.graph, self.others
        run = wave = graph.around[self.at] & others
        if not run:
            return 0
        while wave:
            wave = _neighbours(graph, wave) & others & ~run
            run |= wave
        landings = _neighbours(graph, run) & ~(self.shut | self.visited)
        if not self.is_free_landing:
            return landings
        closed = 0 if FREE_LANDING_IN_PILE else graph.pile_set
        return landings & ~(closed | graph.centre_set)

    def dead_ends(self, landings: PlaceSet) -> PlaceSet:
        """Return the landings that don't win and leave an unusable rest of the roll (R6, R10)."""
        if not landings or self.left <= HOP + LANDING:
            return 0
        left = self.left - cost(self.left, hop=True)
        dead = 0
        for place in members(landings & ~self.goals):
            # one neighbour is enough, because a penguin may go back and forth
            if not self.graph.around[place] & ~self.shut:
                after = self._replace(at=place, left=left, visited=self.visited | 1 << place)
                further = after.hops()
                if after.dead_ends(further) == further:
                    dead |= 1 << place
        return dead


def walk(state: State) -> Walk:
    """Return where the moving penguin may go.

    Once its nest is complete, its goal is the centre, or any place if the other is there (R10).
    """
    graph, at, nest = state.board.graph, state.at, state.nest
    # piles hold any number (rocks R6, D)
    taken = place_set(state.stands) & ~(graph.pile_set | 1 << at)
    closed = graph.closed[state.now.seat]
    goals = 0
    if is_complete(nest, state.rocks):
        other = state.stands[state.mover ^ 1]
        goals = EVERYWHERE if other == nest.centre else 1 << nest.centre
    return Walk(graph, taken & ~closed, taken | closed, at, state.left, state.visited, goals)


def _neighbours(graph: Graph, places: PlaceSet) -> PlaceSet:
    mask = 0
    for place in members(places):
        mask |= graph.around[place]
    return mask


# --- which moves are legal ------------------------------------------------------------------------


def generate(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the moving penguin, by kind, place, steps before hops, and act.

    A place can be reached both ways, at a different cost. A hop to a dead end has to win (R10).
    """
    way, act = walk(state), DROP if state.carries[state.mover] else TAKE  # rocks R7
    near, far = way.steps(), way.hops()
    acting, stuck = _allowing(state, (near | far) & ~way.goals, act), way.dead_ends(far)
    steps: list[Move] = []
    for place in members(near | far):
        name, acts = way.graph.names[place], (NOTHING, act) if place in acting else (NOTHING,)
        if near >> place & 1:
            steps += [Step(name, False, done) for done in acts]
        if far >> place & 1:
            hops = [Step(name, True, done) for done in acts]
            if stuck >> place & 1:
                hops = [hop for hop in hops[1:] if state.now.seat in go(state, hop).finished]
            steps += hops
    moves = tuple(steps) or (STAY,)
    if state.starting and not state.acted and _allowing(state, 1 << state.at, act):
        return (HANDLES[act], *moves)
    return moves


# positions that are looked at for a roll; the standard board needs up to 250, but a stranger's may
# join all to all
MOST_POSITIONS = 400


def ends(state: State) -> PlaceSet | None:
    """Return the places where the whole roll can end, or the game with it (rocks R6, R10).

    On a board with too many ways it is None.

    Taking and dropping a rock changes that only where it completes the nest: a penguin that is home
    may stop short. So nothing else is taken or dropped, and that only while one or two rocks are
    missing, as a roll can't bring more.
    """
    graph, ring, mover = state.board.graph, place_set(state.nest.ring), state.mover
    brings = 1 <= sum(not state.rocks[place] for place in state.nest.ring) <= 2
    beside = _neighbours(graph, walk(state).others)  # nothing else asks where the penguin has been
    done, looked, waiting, seen = 0, 0, [state], set()
    while waiting:
        here, looked = waiting.pop(), looked + 1
        if looked > MOST_POSITIONS:
            return None
        for move in generate(here):
            act = NOTHING if isinstance(move, Stay) else move.act
            at = graph.number[move.place] if isinstance(move, Step) else here.at
            if act != NOTHING and not (brings and (act == DROP) == bool(ring >> at & 1)):
                continue
            after = go(here, move)
            pieces = after.stands[mover], after.carries[mover], after.rocks
            key = pieces, after.left, after.visited & beside, after.acted
            if not after.left:
                done |= 1 << after.stands[mover]
            elif key not in seen:
                seen.add(key)
                waiting.append(after)
    return done


def _allowing(state: State, places: PlaceSet, act: Act) -> list[PlaceNo]:
    """Return the places where the mover may do `act`."""
    if act == TAKE:
        return [place for place in members(places) if state.rocks[place]]
    return [place for place in members(places) if may_drop(state, place)]


def may_drop(state: State, place: PlaceNo) -> bool:
    """Return whether a rock may be dropped at a place (rocks R9)."""
    graph, rocks = state.board.graph, state.rocks
    if graph.pile_set >> place & 1:
        return False
    if not rocks[place]:
        return True
    nest = graph.ring_of.get(place)
    building = nest is not None and not is_complete(nest, rocks)
    return refuse_on_top(rocks[place], in_building=building) is None
