"""The rules of combust, R1 to R7 of games.md: pure functions from state to state.

First each player secretly keeps one of four dealt cards. A turn is a sequence of decisions: which
card to play and how, and the choices that its verbs (`effects.py`) need.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap

from companion import play
from companion.combust import effects
from companion.combust.deck import FIRST_EVENT, CardNo, Deck
from companion.combust.effects import without
from companion.combust.state import (
    DEALER,
    DEALT,
    HIDDEN,
    PLAYERS,
    UNSEEN,
    Carry,
    Check,
    Discard,
    Draw,
    Keep,
    Move,
    Name,
    NamePlayer,
    NextTurn,
    Pass,
    Pick,
    Place,
    Play,
    State,
    Take,
    Task,
    View,
    after,
    clan,
    decision,
    first_player,
    ranking,
)
from companion.play import Seat, check_players, replaced

CHECK_AFTER_EACH_VERB = True  # combust R6 (D); False: only after the whole card
REST_MAY_SAVE = True  # combust R6 (D): no player is out until the card they played is done
MAY_DECLINE = True  # combust R6 (D): extinct players needn't play their card
MAY_PASS = True  # combust R7 (D): players needn't play a card in the last round


@dataclass(frozen=True, slots=True)
class Result(play.Result):
    """Also the seats grouped by place, first to last; `points` are the sums of the lines.

    `winners` is empty after a draw, if the last clans went out together (combust R6, R7).
    """

    ranking: tuple[tuple[Seat, ...], ...]


def setup(deck: Deck, players: int, seed: int) -> State:
    """Return a game dealt by seat 0 (combust R1)."""
    check_players("combust", players, PLAYERS)
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
    """Return the result of a game (combust R6, R7)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    sums = tuple(map(sum, state.lines))
    living = {seat: clan(state.lines[seat]) for seat in state.living}
    places = ranking(living, state.gone)
    return Result(places[0] if living else (), sums, places)


def view(state: State, player: Seat) -> View:
    """Return what `player` may know: open cards, the player's own hand, and hands looked at."""
    seen = {player, *(owner for viewer, owner in state.shown if viewer == player)}
    top, left = state.peeked[player], len(state.draw)
    known = state.copy()
    known.seed = known.lots = 0
    known.kept = tuple([HIDDEN if n and seat != player else n for seat, n in enumerate(state.kept)])
    known.hands = tuple(
        [hand if seat in seen else (HIDDEN,) * len(hand) for seat, hand in enumerate(state.hands)]
    )
    known.draw = (*state.draw[:top], *(HIDDEN,) * (left - top))
    known.peeked = replaced((0,) * len(state.hands), player, top)
    return View(player, known)


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
        return list(starmap(Take, effects.options(state, task)))
    if isinstance(task, Name):
        return list(map(NamePlayer, task.seats))
    kinds = dict.fromkeys(hand)
    plays: tuple[Move, ...] = (*map(Place, kinds), *map(Discard, kinds))
    return (*plays, Pass()) if may_pass(task) else plays


def may_pass(task: Play) -> bool:
    """Return whether a player may decline to play a card."""
    return {"turn": False, "rescue": MAY_DECLINE, "last": MAY_PASS}[task.reason]


# --- what a move does -----------------------------------------------------------------------------


def apply(state: State, player: Seat, move: Move) -> State:
    """Return the state after a legal move, without checking that it is one."""
    state = state.copy()
    if isinstance(move, Keep):
        _keep(state, player, move.card)
    else:
        task = _pop(state)
        if isinstance(move, Place | Discard):
            state.set_hand(player, without(state.hands[player], move.card))
        if isinstance(move, Place):
            state.set_line(player, (*state.lines[player], move.card))
        elif isinstance(move, Discard):
            _carry_out(state, player, move.card)
        elif isinstance(task, Pick) and isinstance(move, Take):
            effects.take(state, task, move.seat, move.card)
        elif isinstance(task, Name) and isinstance(move, NamePlayer):
            effects.name(state, task.carry, move.seat)
        elif isinstance(task, Play) and task.reason == "rescue":
            state.declined = tuple(sorted((*state.declined, player)))
    return advance(state)


def advance(state: State) -> State:
    """Do what is to do until a player has to decide, or someone to say what was drawn."""
    while state.todo:
        task = _pop(state)
        if _waits(state, task):
            state.push(task)
            return state
    if state.phase != "keep":
        state.phase = "over"
    return state


def _pop(state: State) -> Task:
    task, state.todo = state.todo[-1], state.todo[:-1]
    return task


def _keep(state: State, player: Seat, card: CardNo) -> None:
    """Keep a card; once all have chosen, put the other cards on the lines (combust R2)."""
    state.kept = kept = replaced(state.kept, player, card)
    if all(kept):
        state.phase, state.kept = "turns", (0,) * len(kept)
        state.lines = tuple(map(without, state.hands, kept))
        state.hands = tuple((own,) for own in kept)
        sums = dict(enumerate(map(sum, state.lines)))
        begin_turn(state, first_player(sums, DEALER, range(len(kept))))


def begin_turn(state: State, seat: Seat) -> None:
    """Begin a turn, in which `seat` draws unless it is one of the last round."""
    state.active, state.turn = seat, state.turn + 1
    if state.shields[seat]:
        state.set_shield(seat, state.shields[seat] - 1)
    if state.phase == "turns":
        state.push(NextTurn(), Draw(seat, 1, 1))


def _carry_out(state: State, player: Seat, card: CardNo) -> None:
    """Discard a card and put its verbs on `todo`, each with a check after it (combust R6)."""
    state.discard += (card,)
    last = len(state.deck.abilities[card]) - 1
    for step in range(last, -1, -1):
        if CHECK_AFTER_EACH_VERB or step == last:
            state.push(Check())
        state.push(Carry(player, card, step))


def _waits(state: State, task: Task) -> bool:
    """Do a task; return whether a player has to decide first, or to say what was drawn.

    A choice with one option is made automatically, and one without options does nothing.
    """
    match task:
        case Check():
            _check(state)
        case Carry():
            effects.start(state, task)
        case Draw():
            if HIDDEN in state.draw[:1]:
                return True
            _draw(state, task)
        case Pick():
            cards = effects.options(state, task)
            if len(cards) > 1 or (cards and cards[0][1] == UNSEEN):
                return True
            for seat, card in cards:
                effects.take(state, task, seat, card)
        case Name(carry, seats):
            if len(seats) == 1:
                effects.name(state, carry, seats[0])
            return len(seats) > 1
        case Play(seat, reason) if reason != "last" or seat in state.living:
            if reason == "last" and seat != state.active:  # combust R7
                begin_turn(state, seat)
            return bool(state.hands[seat])  # an event may have taken the hand away
        case NextTurn():
            seats = after(state.active, range(len(state.lines)), state.out)
            if state.draw:
                begin_turn(state, seats[0])
            else:  # combust R7
                state.phase = "last"
                state.push(*(Play(seat, "last") for seat in reversed(seats)))
    return False


def _draw(state: State, task: Draw) -> None:
    """Draw a card; an event takes effect at once, then drawing continues (combust R3).

    Nothing is drawn from an empty deck (R7, D). If an event empties it, all drawing ends and no
    card is played, even if one was drawn before (R7.D1a).
    """
    seat, more = task.seat, task.count > 1
    if not state.draw:
        state.push(Check(), *([Play(seat)] if task.count < task.wanted else []))
        return
    card, state.draw = state.draw[0], state.draw[1:]
    state.peeked = tuple([max(0, known - 1) for known in state.peeked])
    if card < FIRST_EVENT:
        state.set_hand(seat, (*state.hands[seat], card))
        left = Draw(seat, task.count - 1, task.wanted, task.card)
        state.push(left if more else Play(seat))
        return
    state.push(task)
    if not state.draw:
        state.todo = tuple(other for other in state.todo if not isinstance(other, Draw))
    _carry_out(state, seat, card)


def _check(state: State) -> None:
    """Eliminate clans without line and hand, then ask extinct players in turn order (combust R6).

    The rest of a card that they played may save them: a verb to come, or a penguin yet to be drawn.
    The rest of an event that they drew, or of their turn's drawing, may not (D). Tasks of
    eliminated players are dropped: their drawing, and the rest of their event.
    """
    bare = [seat for seat in state.living if not state.lines[seat]]
    if not bare:
        return
    tasks = state.todo if REST_MAY_SAVE else ()
    played = (each for each in tasks if isinstance(each, Carry | Draw) and each.card < FIRST_EVENT)
    busy = {task.seat for task in played}
    if group := tuple(seat for seat in bare if not state.hands[seat] and seat not in busy):
        state.gone += (group,)
        state.todo = tuple(t for t in state.todo if getattr(t, "seat", None) not in group)
        state.shown = tuple(pair for pair in state.shown if not set(pair) & set(group))
        for seat in group:
            state.set_shield(seat, 0)
    if len(state.living) <= 1:
        state.todo = ()
        return
    for seat in (state.active, *after(state.active, range(len(state.lines)))):
        if seat in bare and state.hands[seat] and seat not in state.declined:
            state.push(Check(), Play(seat, "rescue"))
            return
