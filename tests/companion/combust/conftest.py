"""A deck that tuning doesn't touch, and tables to play at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.combust.deck import Deck, read_deck
from companion.combust.rules import apply, to_move
from companion.combust.state import NextTurn, Phase, Play, State, Task
from tests.companion.combust.notation import parse_move

PLAIN = Path(__file__).with_name("plain.toml")

Table: TypeAlias = Callable[..., State]
Go: TypeAlias = Callable[..., State]


@pytest.fixture(scope="session")
def plain_text() -> str:
    """The test deck's file."""
    return PLAIN.read_text("utf-8")


@pytest.fixture(scope="session")
def plain(plain_text: str) -> Deck:
    """The test deck: see the head of plain.toml for what its cards do."""
    return read_deck(plain_text, PLAIN.name)


def _cards(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


@pytest.fixture(scope="session")
def table(plain: Deck) -> Table:
    """A turn in the middle of a game: `active` has drawn and must play.

    A player is "line;hand" or "line;hand;shield", cards parted by commas. All cards that are named
    nowhere lie in the discard pile. With `last` those seats play their last turns, the first of
    them now.
    """

    def build(
        *players: str,
        draw: Sequence[int] = (1,),
        active: int = 0,
        last: Sequence[int] = (),
        declined: Sequence[int] = (),
        gone: Sequence[Sequence[int]] = (),
        seed: int = 0,
    ) -> State:
        parts = [[*player.split(";"), "0"][:3] for player in players]
        lines = tuple(tuple(sorted(_cards(line))) for line, _, _ in parts)
        hands = tuple(tuple(sorted(_cards(hand))) for _, hand, _ in parts)
        used = Counter([*draw, *(card for cards in (*lines, *hands) for card in cards)])
        rest = Counter(plain.cards)
        rest.subtract(used)
        assert min(rest.values()) >= 0, "more cards than the deck has"
        phase: Phase = "last" if last else "turns"
        turns: tuple[Task, ...] = tuple(Play(seat, "last") for seat in reversed(last))
        return State(
            deck=plain,
            seed=seed,
            phase=phase,
            turn=9,
            active=active,
            kept=(0,) * len(parts),
            lines=lines,
            hands=hands,
            shields=tuple(int(shield) for _, _, shield in parts),
            declined=tuple(declined),
            gone=tuple(tuple(group) for group in gone),
            draw=() if last else tuple(draw),
            discard=tuple(rest.elements()) + (tuple(draw) if last else ()),
            peeked=(0,) * len(parts),
            shown=(),
            lots=0,
            todo=turns or (NextTurn(), Play(active)),
        )

    return build


@pytest.fixture(scope="session")
def go() -> Go:
    """Play moves in notation, each checked, each by whoever is to move (the first of them)."""

    def play(state: State, *moves: str) -> State:
        for text in moves:
            mover = to_move(state)[0]
            state = apply(state, mover, parse_move(state, mover, text))
        return state

    return play
