"""One whole game of each, line by line: playthrough.txt holds every position, the legal moves and
the move made.

A change of rules shows there as a change of text. When it is meant, write the files again with

    ROOKERY_REWRITE=1 pytest -n0 tests/companion/test_playthrough.py

and read the difference.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import slugs
from companion.play import Seat
from tests.companion.facts import Row, Setting, row

every_game = pytest.mark.parametrize("slug", slugs())


def _line(key: object, *told: object) -> str:
    return f"{key:<8}  {' '.join(map(str, told)) or '-'}"


def _head(of: Row) -> list[str]:
    """What the recording starts from."""
    setting = of.facts.RECORDED
    return [
        _line("game", of.game.slug),
        _line("deck", setting.deck),
        _line("players", setting.players),
        _line("seed", setting.seed),
        _line("variants", *setting.variants),
    ]


def _turn(of: Row, state: Any, seat: Seat, move: Any) -> list[str]:
    """Everything about one move."""
    moves = tuple(of.play.rules.legal_moves(state, seat))
    return [
        _line("position", of.notation.state_text(state)),
        _line("to move", *of.play.rules.to_move(state)),
        _line(f"legal {seat}", f"{len(moves)}: {', '.join(map(of.notation.move_text, moves))}"),
        _line(f"move {seat}", of.notation.move_text(move)),
    ]


def _end(of: Row, state: Any) -> list[str]:
    """Everything about the end."""
    found = of.play.rules.result(state)
    return [
        _line("position", of.notation.state_text(state)),
        _line("winners", *found.winners),
        _line("points", *found.points),
        *of.facts.ending(state, found),
    ]


def _recorded(of: Row) -> Iterator[str]:
    """A new recording, in blocks of lines: the head, each move, the end."""
    setting = of.facts.RECORDED
    state, chance = of.facts.begin(of.read_deck(setting.deck), setting), random.Random(setting.seed)
    yield "\n".join(_head(of))
    while of.play.rules.to_move(state):
        seat, move = of.facts.record(state, chance)
        yield "\n".join(_turn(of, state, seat, move))
        state = of.play.rules.apply(state, seat, move)
    yield "\n".join(_end(of, state))


def _read(of: Row) -> list[list[str]]:
    """The blocks of the recording that there is, each as its lines."""
    file = of.folder / "playthrough.txt"
    assert file.exists(), f"{of.game.slug} has no recorded game: write one with ROOKERY_REWRITE=1"
    return [block.splitlines() for block in file.read_text("utf-8").split("\n\n")]


def _told(block: list[str], key: str) -> list[str]:
    """What the lines of a block say that begin with a word."""
    return [line[10:] for line in block if line.split()[0] == key]


def _setting(head: list[str]) -> Setting:
    """What the recording says that it starts from."""
    deck, players, seed, variants = (
        _told(head, key)[0] for key in ("deck", "players", "seed", "variants")
    )
    return Setting(
        deck, int(players), int(seed), () if variants == "-" else tuple(variants.split())
    )


@every_game
def test_the_recorded_game_is_still_played_so(slug: str) -> None:
    """From its text alone: the setting gives the first position, and each position and move the
    next, to the letter.
    """
    of = row(slug)
    if os.environ.get("ROOKERY_REWRITE"):
        (of.folder / "playthrough.txt").write_text("\n\n".join(_recorded(of)) + "\n", "utf-8")
    head, *turns, end = _read(of)
    assert head == _head(of)
    setting, notation, rules = _setting(head), of.notation, of.play.rules
    deck = of.read_deck(setting.deck)
    text = notation.state_text(of.facts.begin(deck, setting))
    for block in turns:
        assert _told(block, "position") == [text]
        state, seat = notation.parse_state(text, deck), int(re.findall(r"move (\d+)", block[-1])[0])
        move = notation.parse_move(state, seat, *_told(block, "move"))
        assert block == _turn(of, state, seat, move)
        text = notation.state_text(rules.apply(state, seat, move))
    assert end == _end(of, notation.parse_state(text, deck))


@every_game
def test_the_recording_shows_what_there_is(slug: str) -> None:
    """It is worth keeping: all kinds of moves, and what else the facts of the game ask for, occur
    in it.
    """
    of = row(slug)
    _, *turns, end = _read(of)
    positions = [text for block in (*turns, end) for text in _told(block, "position")]
    found = of.facts.shown([text for block in turns for text in _told(block, "move")], positions)
    assert not [kind for kind, occurs in found.items() if not occurs]
    assert len(found) > 2
