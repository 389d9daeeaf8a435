"""What each move of combust does to the state: R2 to R7. `run` does what is to do, until somebody
has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.combust import effects, order
from companion.combust.deck import FIRST_EVENT, CardNo
from companion.combust.legality import options
from companion.combust.moves import Discard, Keep, Mean, Move, Place, Take
from companion.combust.state import (
    DEALER,
    Carry,
    Check,
    Draw,
    LastTurn,
    Name,
    NextTurn,
    Pick,
    Play,
    Rescue,
    State,
    Task,
)
from companion.combust.table import Table
from companion.play import Seat

CHECK, NEXT_TURN = Check(), NextTurn()  # these come up in every turn, so they are made once
PLAYS = tuple(map(Play, range(order.MAX_PLAYERS)))
DRAWS = tuple(Draw(seat, 1, 1) for seat in range(order.MAX_PLAYERS))


def apply(state: State, player: Seat, move: Move) -> State:
    """The state after a legal move of `player`; whether it is legal is not asked."""
    table = Table(state)
    if isinstance(move, Keep):
        _keep(table, player, move.card)
    else:
        _decide(table, table.todo.pop(), player, move)
    if table.phase != "keep":
        run(table)
    return table.freeze()


def _keep(table: Table, player: Seat, card: CardNo) -> None:
    """When all have chosen, the others go into the lines, and the lowest sum starts
    (combust R2).
    """
    kept = (*table.kept[:player], card, *table.kept[player + 1 :])
    table.kept = kept
    if not all(kept):
        return
    for seat, own in enumerate(kept):
        table.from_hand(seat, own)
        table.lines[seat], table.hands[seat] = table.hands[seat], (own,)
    sums = {seat: sum(line) for seat, line in enumerate(table.lines)}
    table.phase, table.kept = "turns", (0,) * len(kept)
    _begin_turn(table, order.first_player(sums, DEALER, range(len(kept))))


def _decide(table: Table, task: Task, player: Seat, move: Move) -> None:
    if isinstance(move, Place):
        table.from_hand(player, move.card)
        table.to_line(player, move.card)
    elif isinstance(move, Discard):
        table.from_hand(player, move.card)
        table.to_discard(move.card)
        _carry_out(table, player, move.card)
    elif isinstance(task, Pick) and isinstance(move, Take):
        effects.take(table, task, move.seat, move.card)
    elif isinstance(task, Name) and isinstance(move, Mean):
        effects.name(table, task.carry, move.seat)
    elif isinstance(task, Rescue):
        table.declined = tuple(sorted((*table.declined, player)))


def _carry_out(table: Table, player: Seat, card: CardNo) -> None:
    table.todo += _steps(
        player, card, len(table.deck.abilities[card]), each=order.CHECK_AFTER_EACH_VERB
    )


@cache
def _steps(player: Seat, card: CardNo, verbs: int, *, each: bool) -> tuple[Task, ...]:
    """One verb after the other, and after each a look for who is extinct (combust R6, D); the first
    verb is last.
    """
    steps = [Carry(player, card, step) for step in reversed(range(verbs))]
    return tuple(task for step in steps for task in (CHECK, step)) if each else (CHECK, *steps)


def run(table: Table) -> None:
    """Do what is to do until a decision is needed or the game is over."""
    todo = table.todo
    while todo:
        task = todo.pop()
        if _WAITS[type(task)](table, task):
            todo.append(task)
            return
    table.phase = "over"


def _decision(table: Table, task: Play | Rescue) -> bool:
    """An event may have passed on the hand that was drawn: then there is nothing to play."""
    return bool(table.hands[task.seat])


def _pick(table: Table, task: Pick) -> bool:
    """A choice of one is none, and without any the card does nothing."""
    choices = options(table, task)
    if len(choices) == 1:
        effects.take(table, task, *choices[0])
    return len(choices) > 1


def _name(table: Table, task: Name) -> bool:
    if len(task.seats) == 1:
        effects.name(table, task.carry, task.seats[0])
    return len(task.seats) > 1


# --- turns ----------------------------------------------------------------------------------------


def _begin_turn(table: Table, seat: Seat) -> None:
    table.active, table.turn = seat, table.turn + 1
    if table.shields[seat]:
        table.shield(seat, table.shields[seat] - 1)
    if table.phase == "turns":
        table.todo += (NEXT_TURN, DRAWS[seat])


def _draw(table: Table, task: Draw) -> bool:
    """An event takes effect at once, then drawing goes on (combust R3); an empty deck gives nothing
    (R7, D).

    After an event drawn last nobody plays, whatever was drawn before it (R7.D1a): all drawing is
    over.
    """
    if not table.draw:
        table.todo += (CHECK, PLAYS[task.seat]) if task.count < task.wanted else (CHECK,)
        return False
    card = table.draw_card()
    if card >= FIRST_EVENT:
        table.to_discard(card)
        table.todo.append(task)
        if not table.draw:
            table.todo[:] = [other for other in table.todo if not isinstance(other, Draw)]
        _carry_out(table, task.seat, card)
        return False
    table.to_hand(task.seat, card)
    more = task.count > 1
    table.todo.append(Draw(task.seat, task.count - 1, task.wanted) if more else PLAYS[task.seat])
    return False


def _next_turn(table: Table, _task: NextTurn) -> bool:
    """The next one's turn, or the last round when the deck is empty (combust R7)."""
    seats, out = range(len(table.lines)), table.out
    if table.draw:
        _begin_turn(table, order.next_living(table.active, seats, out))
        return False
    table.phase = "last"
    table.todo += [LastTurn(seat) for seat in reversed(order.last_round(table.active, seats, out))]
    return False


def _last_turn(table: Table, task: LastTurn) -> bool:
    """Whoever is out by now, or has no card, has nothing to decide (combust R7)."""
    if task.seat not in table.living:
        return False
    _begin_turn(table, task.seat)
    return bool(table.hands[task.seat])


# --- extinction -----------------------------------------------------------------------------------


def _check(table: Table, _task: Check) -> bool:
    """First all with neither line nor hand are out, then the extinct are asked, in turn order
    (combust R6, D).
    """
    if table.lines.count(()) == len(table.lines) - len(table.living):
        return False
    _go_out(table)
    if len(table.living) <= 1:
        table.todo.clear()
        return False
    for seat in table.from_seat(table.active):
        if not table.lines[seat] and table.hands[seat] and seat not in table.declined:
            table.todo += (CHECK, Rescue(seat))
            break
    return False


def _go_out(table: Table) -> None:
    """The rest of the card that a player has played may save them; an event they drew doesn't (D).

    What was still to come for those who go out is over: their drawing, and the rest of the event.
    """
    played = (task for task in table.todo if isinstance(task, Carry) and task.card < FIRST_EVENT)
    busy = {task.seat for task in played if order.REST_MAY_SAVE}
    seats = table.living
    lines, hands = (
        {seat: len(table.lines[seat]) for seat in seats},
        {seat: len(table.hands[seat]) for seat in seats},
    )
    group = order.extinct(lines, hands, (), busy)
    if not group:
        return
    table.gone = (*table.gone, group)
    table.todo[:] = [task for task in table.todo if getattr(task, "seat", None) not in group]
    table.living = tuple(seat for seat in seats if seat not in group)
    for seat in group:
        table.shield(seat, 0)
    table.shown = tuple(pair for pair in table.shown if not set(pair) & set(group))


_WAITS: Mapping[type[Task], Callable[[Table, Any], bool]] = {
    Check: _check,
    Carry: effects.start,
    Draw: _draw,
    Pick: _pick,
    Name: _name,
    NextTurn: _next_turn,
    LastTurn: _last_turn,
    Play: _decision,
    Rescue: _decision,
}
