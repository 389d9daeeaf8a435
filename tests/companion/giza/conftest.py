"""A deck that tuning doesn't touch, and tables to play at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.giza.deck import Deck, read_deck
from companion.giza.pyramid import Pyramid
from companion.giza.rules import apply, setup
from companion.giza.state import Choose, Player, State
from tests.companion.giza.notation import parse_move

PLAIN = Path(__file__).with_name("plain.toml")
EMPTY = ",,,/,,/,/"

Table: TypeAlias = Callable[..., State]
Play: TypeAlias = Callable[..., State]


@pytest.fixture(scope="session")
def plain_text() -> str:
    """The test deck's file."""
    return PLAIN.read_text("utf-8")


@pytest.fixture(scope="session")
def plain(plain_text: str) -> Deck:
    """The test deck: see the head of plain.toml for its weights and strengths."""
    return read_deck(plain_text, PLAIN.name)


@pytest.fixture(scope="session")
def table(plain: Deck) -> Table:
    """A round in the middle of a game, without the other pieces' whereabouts minding.

    With `choices` it stands after the reveal, else before. Pyramids, row and the deck's top are
    given in notation.
    """

    def build(
        *pyramids: str,
        row: str,
        choices: Sequence[int] = (),
        chief: int = 0,
        tokens: Sequence[int] = (),
        played: Sequence[Sequence[int]] = (),
        draw: str = "",
        round_: int = 5,
    ) -> State:
        def penguins(text: str) -> list[str]:
            return [f"penguin-{number}" for number in text.split(",") if number]

        built = [Pyramid.parse(text or EMPTY, plain) for text in pyramids]
        used = {cell.penguin.id for pyramid in built for _, cell in pyramid.placed()} | set(
            penguins(row)
        )
        top = [plain.by_id[name] for name in penguins(draw)]
        rest = [p for p in plain.penguins if p.id not in used and p not in top]
        players = tuple(
            Player(tuple(played[s]) if played else (), None, tokens[s] if tokens else 0, pyramid)
            for s, pyramid in enumerate(built)
        )
        state = replace(
            setup(plain, len(built), 0),
            round=round_,
            chief=chief,
            players=players,
            draw=(*top, *rest),
            row=tuple(
                sorted((plain.by_id[name] for name in penguins(row)), key=lambda p: p.number)
            ),
        )
        for seat, number in enumerate(choices):
            state = apply(state, seat, Choose(number))
        return state

    return build


@pytest.fixture(scope="session")
def play() -> Play:
    """Play moves in notation, each checked; in the turn phase by whoever is active,
    else by `seat`.
    """

    def go(state: State, *moves: str, seat: int | None = None) -> State:
        for text in moves:
            mover = seat if seat is not None else state.order[0]
            state = apply(state, mover, parse_move(state, mover, text))
        return state

    return go
