"""One text for each position of giza, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    round phase chief order done goals row draw|seen supply seed player...

`order` are the seats still to end their turn, `done` is `p` once the active one has placed and `a` once it has
acted. `draw|seen` is the deck, top first, and after the bar those at its bottom that everybody has seen. A player is
`played;choice;tokens;pyramid`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.legality import refusal
from companion.giza.moves import Move, read_move
from companion.giza.order import GATHER, GOALS_IN_PLAY, ROUNDS
from companion.giza.pyramid import Pyramid
from companion.giza.state import Phase, Player, State, to_move
from companion.play import Seat
from companion.texts import FieldError, check, illegal_move, join, known, number, numbers, reading, split

__all__ = ["parse_move", "parse_state", "read_move", "state_text"]

_HEAD = 10  # fields before the players
_PHASES: dict[str, Phase] = {"choose": "choose", "turn": "turn", "over": "over"}
_DONE = {"-": (False, False), "p": (True, False), "a": (False, True), "pa": (True, True)}
_DONE_TEXT = {flags: text for text, flags in _DONE.items()}


def state_text(state: State) -> str:
    """All of a state, secrets included, but not its deck.

    >>> from companion.giza.deck import standard
    >>> from companion.giza.rules import setup
    >>> state = setup(standard(), 2, seed=1)
    >>> parse_state(state_text(state), standard()) == state
    True
    """
    cut = len(state.draw) - state.seen
    return " ".join([
        str(state.round), state.phase, str(state.chief), join(map(str, state.order)),
        _DONE_TEXT[state.placed, state.acted], join(goal.id for goal in state.goals),
        _numbers(state.row), f"{_numbers(state.draw[:cut])}|{_numbers(state.draw[cut:])}",
        str(state.supply), str(state.seed), *map(_player_text, state.players),
    ])  # fmt: skip


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names what is wrong."""
    with reading(text):
        state = _state(text.split(" "), deck)
        check(_faults(state))
    return state


def _state(fields: list[str], deck: Deck) -> State:
    players = tuple(_player(field, deck) for field in fields[_HEAD:])
    if not 2 <= len(players) <= len(deck.players):
        raise FieldError(f"{len(fields)} fields, so {len(players)} players")
    count, phase, chief, order, done, goals, row, draw, supply, seed = fields[:_HEAD]
    unseen, bar, seen = draw.partition("|")
    if phase not in _PHASES or done not in _DONE or not bar:
        raise FieldError(f"{phase} {done} {draw} are no phase, deeds and deck")
    bottom = _penguins(seen, deck)
    placed, acted = _DONE[done]
    return State(
        deck=deck, seed=number(seed), round=number(count), phase=_PHASES[phase],
        goals=tuple(_goal(part, deck) for part in split(goals)), chief=number(chief), players=players,
        row=_penguins(row, deck), draw=(*_penguins(unseen, deck), *bottom), seen=len(bottom),
        supply=number(supply), order=numbers(order),
        placed=placed, acted=acted,
    )  # fmt: skip


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position, `IllegalMoveError`."""
    move = read_move(text, state.deck)
    if reason := refusal(state, player, move):
        raise illegal_move("giza", text, reason, player, state_text(state))
    return move


# --- writing ---------------------------------------------------------------------------------------------------------


def _numbers(penguins: Iterable[Penguin]) -> str:
    return join(f"{penguin.number:02d}" for penguin in penguins)


def _player_text(player: Player) -> str:
    return f"{join(map(str, player.played), '')};{player.choice or '-'};{player.tokens};{player.pyramid}"


# --- reading ---------------------------------------------------------------------------------------------------------


def _penguins(field: str, deck: Deck) -> tuple[Penguin, ...]:
    ids = (f"penguin-{part}" for part in split(field))
    return tuple(known(deck.by_id, name, f"no {name} in this deck") for name in ids)


def _goal(name: str, deck: Deck) -> Goal:
    return known(deck.goals_by_id, name, f"no {name} in this deck")


def _player(field: str, deck: Deck) -> Player:
    found = re.fullmatch(r"(-|[1-5]+);([-1-5]);([0-9]|[1-9][0-9]);(.+)", field)
    if not found:
        raise FieldError(f"{field!r} is no player")
    played = () if found[1] == "-" else tuple(map(int, found[1]))
    choice = None if found[2] == "-" else int(found[2])
    return Player(played, choice, int(found[3]), Pyramid.parse(found[4], deck))


def _faults(state: State) -> Iterator[str]:
    """What no game can come to: pieces lost or doubled, and fields that contradict each other."""
    laid = [placed for player in state.players for _, placed in player.pyramid.placed()]
    tokens = [state.supply, *(player.tokens for player in state.players), *(placed.tokens for placed in laid)]
    pieces = Counter([*state.row, *state.draw, *(placed.penguin for placed in laid)])
    for penguin in state.deck.penguins:
        if pieces[penguin] != 1:
            yield f"{penguin.id} is there {pieces[penguin]} times"
    if min(tokens) < 0 or sum(tokens) != state.deck.tokens:
        yield f"the strength tokens are not {state.deck.tokens}"
    for player in state.players:
        if len(set(player.played)) != len(player.played):
            yield f"{_player_text(player)} has played an action twice"
    if not 1 <= state.round <= ROUNDS or state.chief not in range(len(state.players)):
        yield f"round {state.round} or chief {state.chief} can't be"
    if len(set(state.goals)) != GOALS_IN_PLAY or len(state.goals) != GOALS_IN_PLAY:
        yield f"{len(state.goals)} goals, not {GOALS_IN_PLAY} different ones"
    yield from _phase_faults(state)


def _phase_faults(state: State) -> Iterator[str]:
    turn = state.phase == "turn"
    known = set(state.order) <= set(range(len(state.players))) and len(set(state.order)) == len(state.order)
    if not known or turn != bool(state.order) or (not turn and (state.placed or state.acted)):
        yield f"an order of {state.order} and deeds that can't be while players {state.phase}"
    for player in state.players:
        if player.choice not in _possible_choices(state.phase, player):
            yield f"{_player_text(player)} can't have chosen that"
    if state.phase == "choose" and not to_move(state):
        yield "all have chosen, so the choice is over"
    taken = len(state.order) - state.placed if turn else 0 if state.phase == "over" else len(state.players)
    if len(state.row) != taken or list(state.row) != sorted(state.row, key=lambda penguin: penguin.number):
        yield f"{len(state.row)} penguins are available, in order {taken} should be"


def _possible_choices(phase: Phase, player: Player) -> tuple[int | None, ...]:
    """After #4 all played actions are back in hand before the round is over (giza R9)."""
    if phase == "turn":
        return player.played[-1:] or (GATHER,)
    return (None,) if phase == "over" else (None, *player.hand)
