"""One text for each position of giza, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    round phase chief order done goals row draw|seen supply seed player...

`order` are the seats still to end their turn, `done` is `p` once the active one has placed and `a`
once it has acted. `draw|seen` is the deck, top first, and after the bar those at its bottom that
everyone has seen. A player is `played;choice;tokens;pyramid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.errors import NotationError
from companion.giza.deck import Deck, Goal, Penguin
from companion.giza.pyramid import SLOTS, Pyramid, Slot, parse_placed
from companion.giza.state import (
    Choose,
    End,
    Flip,
    Lay,
    Move,
    Phase,
    Place,
    Player,
    State,
    Swap,
    TakeChief,
    Train,
)
from companion.play import Seat
from tests.companion.giza.refusals import refusal
from tests.companion.texts import (
    FieldError,
    illegal_move,
    join,
    known,
    no_move,
    number,
    numbers,
    reading,
    split,
)

_HEAD = 10  # fields before the players
_PHASES: dict[str, Phase] = {"choose": "choose", "turn": "turn", "over": "over"}
_DONE = {"-": (False, False), "p": (True, False), "a": (False, True), "pa": (True, True)}
_DONE_TEXT = {flags: text for text, flags in _DONE.items()}
_BARE: tuple[Move, ...] = (TakeChief(), Train(), End(), *map(Choose, range(1, 6)))
_WRITE = "write #3, 07-b2, 07g-b2, flip b2, swap 07, chief, train, +b2 or end"


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


def slot_text(slot: Slot) -> str:
    """A slot by its level, `a` for the base to `d` for the top, and its place from the left."""
    return f"{'abcd'[slot[0]]}{slot[1] + 1}"


def move_text(move: Move) -> str:
    """A move as `read_move` reads it."""
    match move:
        case Choose(number):
            return f"#{number}"
        case Lay(slot):
            return f"+{slot_text(slot)}"
        case TakeChief():
            return "chief"
        case Flip(slot):
            return f"flip {slot_text(slot)}"
        case Swap(penguin):
            return f"swap {penguin.number:02d}"
        case Train():
            return "train"
        case Place(penguin, slot, grey):
            return f"{penguin.number:02d}{'g' if grey else ''}-{slot_text(slot)}"
        case End():
            return "end"


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names
    what is wrong.
    """
    with reading(text):
        return _state(text.split(" "), deck)


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
        deck=deck,
        seed=number(seed),
        round=number(count),
        phase=_PHASES[phase],
        goals=tuple(_goal(part, deck) for part in split(goals)),
        chief=number(chief),
        players=players,
        row=_penguins(row, deck),
        draw=(*_penguins(unseen, deck), *bottom),
        seen=len(bottom),
        supply=number(supply),
        order=numbers(order),
        placed=placed,
        acted=acted,
    )


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position,
    `IllegalMoveError`.
    """
    move = read_move(text, state.deck)
    if reason := refusal(state, player, move):
        raise illegal_move("giza", text, reason, player, state_text(state))
    return move


_SLOTS = {slot_text(slot): slot for slot in SLOTS}
_WORDS = {move_text(move): move for move in _BARE}


# --- writing --------------------------------------------------------------------------------------


def _numbers(penguins: Iterable[Penguin]) -> str:
    return join(f"{penguin.number:02d}" for penguin in penguins)


def _player_text(player: Player) -> str:
    played = join(map(str, player.played), "")
    return f"{played};{player.choice or '-'};{player.tokens};{player.pyramid}"


# --- reading --------------------------------------------------------------------------------------


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


def read_move(text: str, deck: Deck) -> Move:
    """The move that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.giza.deck import standard
    >>> move_text(read_move("07g-b2", standard()))
    '07g-b2'
    """
    if text in _WORDS:
        return _WORDS[text]
    if text.startswith("+"):
        return Lay(_slot(text[1:], text))
    if text.startswith("flip "):
        return Flip(_slot(text.removeprefix("flip "), text))
    if text.startswith("swap "):
        return Swap(_penguin(text.removeprefix("swap "), text, deck)[0])
    number, dash, slot = text.partition("-")
    if not dash:
        raise no_move(text, _WRITE)
    penguin, grey = _penguin(number, text, deck)
    return Place(penguin, _slot(slot, text), grey)


def _slot(text: str, move: str) -> Slot:
    if text not in _SLOTS:
        raise NotationError(
            move, f"{text!r} is no slot", remedy="use a1 to a4 for the base, b1 to b3, c1, c2, d1"
        )
    return _SLOTS[text]


def _penguin(text: str, move: str, deck: Deck) -> tuple[Penguin, bool]:
    try:
        placed = parse_placed(text, deck)
    except NotationError as error:
        raise no_move(move, _WRITE) from error
    if placed.tokens or (move.startswith("swap ") and placed.grey):
        raise no_move(move, _WRITE)
    return placed.penguin, placed.grey
