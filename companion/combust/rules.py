"""The rules of combust, R1 to R7 of games.md: pure functions from state to state.

First each player secretly keeps one of four dealt cards. A turn is a sequence of decisions: which
card to play and how, and the choices that its verbs (`effects.py`) need.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap

from companion.combust import effects
from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.effects import Table, options
from companion.combust.state import (
    DEALER,
    DEALT,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Cards,
    Carry,
    Check,
    Discard,
    Draw,
    Keep,
    LastTurn,
    Move,
    Name,
    NamePlayer,
    NextTurn,
    Pass,
    Pick,
    Place,
    Play,
    Rescue,
    State,
    Take,
    Task,
    View,
    clan,
    decision,
    extinct,
    first_player,
    last_round,
    next_living,
    ranking,
)
from companion.errors import UsageError
from companion.play import Seat

CHECK_AFTER_EACH_VERB = True  # combust R6 (D); False: only after the whole card
REST_MAY_SAVE = True  # combust R6 (D): no player is out until the card they played is done
MAY_DECLINE = True  # combust R6 (D): extinct players needn't play their card
MAY_PASS = True  # combust R7 (D): players needn't play a card in the last round


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: line sums by seat, and seats grouped by place, first to last.

    `winners` is empty after a draw, if the last clans went out together (combust R6, R7).
    """

    points: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]


def setup(deck: Deck, players: int, seed: int) -> State:
    """Return a game of 3 to 8 players with four penguins each, dealt by seat 0 (combust R1).

    Raises `UsageError` for another number of players.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise UsageError(
            "combust", f"{players} players", remedy=f"play with {MIN_PLAYERS} to {MAX_PLAYERS}"
        )
    draw = list(deck.cards)
    random.Random(seed).shuffle(draw)
    draw.reverse()  # the top is last while cards are dealt
    discard = [draw.pop()]
    hands: list[list[CardNo]] = [[] for _ in range(players)]
    for turn in range(players * DEALT):
        while draw[-1] >= FIRST_EVENT:  # events are discarded without effect (combust R2 (D))
            discard.append(draw.pop())
        hands[(DEALER + 1 + turn) % players].append(draw.pop())
    return State(
        deck=deck,
        seed=seed,
        phase="keep",
        turn=0,
        active=DEALER,
        kept=(0,) * players,
        lines=((),) * players,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        shields=(0,) * players,
        declined=(),
        gone=(),
        draw=tuple(reversed(draw)),
        discard=tuple(discard),
        peeked=(0,) * players,
        shown=(),
        lots=0,
        todo=(),
    )


def result(state: State) -> Result:
    """Return the result of a game (combust R6, R7); raises `ValueError` for one that isn't over."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    sums = tuple(sum(line) for line in state.lines)
    out = state.out
    living = {seat: clan(line) for seat, line in enumerate(state.lines) if seat not in out}
    places = ranking(living, state.gone)
    return Result(sums, places, places[0] if living else ())


def view(state: State, player: Seat) -> View:
    """Return what `player` may know: open cards, the player's own hand, and hands looked at."""
    hands: list[Cards | None] = [None] * len(state.hands)
    hands[player] = state.hands[player]
    for viewer, owner in state.shown:
        if viewer == player:
            hands[owner] = state.hands[owner]
    return View(
        player,
        state.deck,
        state.phase,
        state.turn,
        state.active,
        tuple(map(bool, state.kept)),
        state.kept[player],
        state.lines,
        tuple(hands),
        tuple(map(len, state.hands)),
        state.shields,
        state.declined,
        state.gone,
        state.draw[: state.peeked[player]],
        len(state.draw),
        state.discard,
        state.shown,
        state.todo,
    )


# --- which moves are legal ------------------------------------------------------------------------


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seats that must keep a card, later the one that must decide (combust R2, R3)."""
    if state.phase == "keep":
        return tuple(seat for seat, card in enumerate(state.kept) if not card)
    task = decision(state.todo)
    return () if task is None else (task.chooser,)


def legal_moves(state: State, player: Seat) -> Sequence[Move]:
    """Return the moves of `player`, sorted by kind, seat and card; empty out of turn."""
    hand, task = state.hands[player], decision(state.todo)
    if state.phase == "keep":
        return [] if state.kept[player] else list(map(Keep, dict.fromkeys(hand)))
    if task is None or task.chooser != player:
        return ()
    if isinstance(task, Pick):
        return list(starmap(Take, options(state, task)))
    if isinstance(task, Name):
        return list(map(NamePlayer, task.seats))
    kinds = dict.fromkeys(hand)
    plays: tuple[Move, ...] = (*map(Place, kinds), *map(Discard, kinds))
    return (*plays, Pass()) if _may_pass(task) else plays


def _may_pass(task: Play | Rescue | LastTurn) -> bool:
    if isinstance(task, Play):
        return False
    return MAY_DECLINE if isinstance(task, Rescue) else MAY_PASS


# --- what a move does -----------------------------------------------------------------------------


def apply(state: State, player: Seat, move: Move) -> State:
    """Return the state after a legal move, without checking that it is one."""
    table = Table(state)
    if isinstance(move, Keep):
        _keep(table, player, move.card)
    else:
        task = table.todo.pop()
        if isinstance(move, Place):
            table.from_hand(player, move.card)
            table.to_line(player, move.card)
        elif isinstance(move, Discard):
            table.from_hand(player, move.card)
            table.to_discard(move.card)
            _carry_out(table, player, move.card)
        elif isinstance(task, Pick) and isinstance(move, Take):
            effects.take(table, task, move.seat, move.card)
        elif isinstance(task, Name) and isinstance(move, NamePlayer):
            effects.name(table, task.carry, move.seat)
        elif isinstance(task, Rescue):
            table.declined = tuple(sorted((*table.declined, player)))
    while table.todo:
        task = table.todo.pop()
        if _waits(table, task):
            table.todo.append(task)
            return table.freeze()
    if table.phase != "keep":
        table.phase = "over"
    return table.freeze()


def _keep(table: Table, player: Seat, card: CardNo) -> None:
    """Keep a card; once all have chosen, put the other cards on the lines (combust R2)."""
    kept = (*table.kept[:player], card, *table.kept[player + 1 :])
    table.kept = kept
    if not all(kept):
        return
    for seat, own in enumerate(kept):
        table.from_hand(seat, own)
        table.lines[seat], table.hands[seat] = table.hands[seat], (own,)
    sums = {seat: sum(line) for seat, line in enumerate(table.lines)}
    table.phase, table.kept = "turns", (0,) * len(kept)
    _begin_turn(table, first_player(sums, DEALER, range(len(kept))))


def _begin_turn(table: Table, seat: Seat) -> None:
    table.active, table.turn = seat, table.turn + 1
    if table.shields[seat]:
        table.shield(seat, table.shields[seat] - 1)
    if table.phase == "turns":
        table.todo += (NextTurn(), Draw(seat, 1, 1))


def _carry_out(table: Table, player: Seat, card: CardNo) -> None:
    """Put a card's verbs on `todo`, the first on top, each followed by a check (combust R6)."""
    last = len(table.deck.abilities[card]) - 1
    for step in range(last, -1, -1):
        if CHECK_AFTER_EACH_VERB or step == last:
            table.todo.append(Check())
        table.todo.append(Carry(player, card, step))


def _waits(table: Table, task: Task) -> bool:
    """Do a task; return whether a player has to decide first.

    A choice with one option is made automatically, and one without options does nothing.
    """
    match task:
        case Check():
            _check(table)
        case Carry():
            effects.start(table, task)
        case Draw():
            _draw(table, task)
        case Play(seat) | Rescue(seat):  # an event may have taken the hand away
            return bool(table.hands[seat])
        case Pick():
            cards = options(table, task)
            if len(cards) == 1:
                effects.take(table, task, *cards[0])
            return len(cards) > 1
        case Name(carry, seats):
            if len(seats) == 1:
                effects.name(table, carry, seats[0])
            return len(seats) > 1
        case NextTurn():
            everybody = range(len(table.lines))
            if table.draw:
                _begin_turn(table, next_living(table.active, everybody, table.out))
            else:  # combust R7
                table.phase = "last"
                seats = last_round(table.active, everybody, table.out)
                table.todo += [LastTurn(seat) for seat in reversed(seats)]
        case LastTurn(seat) if seat in table.living:  # combust R7
            _begin_turn(table, seat)
            return bool(table.hands[seat])
    return False


def _draw(table: Table, task: Draw) -> None:
    """Draw a card; an event takes effect at once, then drawing continues (combust R3).

    Nothing is drawn from an empty deck (R7, D). If an event empties it, all drawing ends and no
    card is played, even if one was drawn before (R7.D1a).
    """
    if not table.draw:
        table.todo += (Check(), Play(task.seat)) if task.count < task.wanted else (Check(),)
        return
    card = table.draw_card()
    if card >= FIRST_EVENT:
        table.to_discard(card)
        table.todo.append(task)
        if not table.draw:
            table.todo[:] = [other for other in table.todo if not isinstance(other, Draw)]
        _carry_out(table, task.seat, card)
        return
    table.to_hand(task.seat, card)
    more = task.count > 1
    table.todo.append(Draw(task.seat, task.count - 1, task.wanted) if more else Play(task.seat))


def _check(table: Table) -> None:
    """Eliminate clans without line and hand, then ask extinct players in turn order (combust R6).

    The rest of a card that they played may save them, but not of an event that they drew (D). Tasks
    of eliminated players are dropped: their drawing, and the rest of their event.
    """
    if table.lines.count(()) == len(table.lines) - len(table.living):
        return
    played = (task for task in table.todo if isinstance(task, Carry) and task.card < FIRST_EVENT)
    busy = {task.seat for task in played if REST_MAY_SAVE}
    lines = {seat: len(table.lines[seat]) for seat in table.living}
    hands = {seat: len(table.hands[seat]) for seat in table.living}
    if group := extinct(lines, hands, (), busy):
        table.gone = (*table.gone, group)
        table.todo[:] = [task for task in table.todo if getattr(task, "seat", None) not in group]
        table.living = tuple(seat for seat in table.living if seat not in group)
        table.shown = tuple(pair for pair in table.shown if not set(pair) & set(group))
        for seat in group:
            table.shield(seat, 0)
    if len(table.living) <= 1:
        table.todo.clear()
        return
    for seat in table.from_seat(table.active):
        if not table.lines[seat] and table.hands[seat] and seat not in table.declined:
            table.todo += (Check(), Rescue(seat))
            break
