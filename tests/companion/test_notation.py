"""The texts of every game: what can be read is written the same way, and everything else is refused politely."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import IllegalMoveError, NotationError, RookeryError
from companion.game import slugs
from companion.texts import quoted
from tests.companion.facts import row
from tests.companion.wandering import Moment, deck, random_game

GAMES, EVERY = 12, 7  # positions are taken from so many games, one in so many
LETTERS = "0123456789 ,;|/-+.:>^!@#abcdegknopqrstx"
OTHERWISE: dict[str, Callable[[str], str]] = {
    "a space behind": lambda text: f"{text} ",
    "a space before": lambda text: f" {text}",
    "two spaces": lambda text: text.replace(" ", "  ", 1),
    "no-break space": lambda text: text.replace(" ", "\u00a0", 1),
    "line break": lambda text: f"{text}\n",
    "twice": lambda text: f"{text}{text}",
    "other digits": lambda text: text.replace("0", "\u0660", 1),
    "a zero before": lambda text: re.sub(r"(?<!\d)(\d)", r"0\1", text, count=1),
}

every_game = pytest.mark.parametrize("slug", slugs())


@cache
def _moments(slug: str) -> list[Moment]:
    """Of games with the standard deck, from the start to the end."""
    of = row(slug)
    games = [random_game(of, seed) for seed in range(50) if deck(of, seed) == of.facts.decks(of.deck)[0]]
    return [moment for game in games[:GAMES] for moment in list(game)[::EVERY]]


def _tried(read: Callable[..., Any], *given: object) -> Any:
    """What was read, or the error that came instead; any other one is a fault of ours."""
    try:
        return read(*given)
    except (NotationError, IllegalMoveError) as error:
        return error


def _polite(error: RookeryError, text: str) -> bool:
    """Whether a message quotes what was written, or the part of it that is wrong, and says what to do."""
    return bool(error.source) and (error.source in text or error.source == quoted("")) and bool(error.remedy)


def _damaged(text: str, data: st.DataObject) -> str:
    """A text with some characters gone and others in their place."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    return text[:start] + data.draw(st.text(LETTERS, max_size=3)) + text[end:]


@every_game
@given(st.data())
def test_a_damaged_position_is_another_one_or_refused(slug: str, data: st.DataObject) -> None:
    """Nothing is read as a position that is written otherwise: no piece is lost or doubled in silence."""
    of = row(slug)
    moment = data.draw(st.sampled_from(_moments(slug)))
    text = _damaged(of.play.notation.state_text(moment.state), data)
    found = _tried(of.play.notation.parse_state, text, of.facts.decks(of.deck)[0])
    if isinstance(found, RookeryError):
        assert _polite(found, text)
    else:
        assert of.play.notation.state_text(found) == text


@every_game
@pytest.mark.parametrize("change", OTHERWISE)
def test_a_position_is_written_in_one_way(slug: str, change: str) -> None:
    """Not a space, a zero or a line break more than Rookery writes, so that equal positions have equal texts."""
    of = row(slug)
    for moment in _moments(slug):
        text = of.play.notation.state_text(moment.state)
        changed = OTHERWISE[change](text)
        if changed != text:
            with pytest.raises(NotationError):
                of.play.notation.parse_state(changed, of.facts.decks(of.deck)[0])


@every_game
@given(st.data())
def test_a_damaged_move_is_another_one_or_refused(slug: str, data: st.DataObject) -> None:
    """As it is written it is legal, illegal, or no move."""
    of = row(slug)
    moment = data.draw(st.sampled_from(_moments(slug)))
    text = _damaged(str(moment.move), data)
    found = _tried(of.play.notation.parse_move, moment.state, moment.seat, text)
    if isinstance(found, RookeryError):
        assert _polite(found, text)
    else:
        assert (str(found), found in moment.moves) == (text, True)


@every_game
@given(text=st.text(max_size=80) | st.text(LETTERS, max_size=80))
def test_nonsense_is_refused(slug: str, text: str) -> None:
    """Whatever the text, nothing but a `NotationError` comes of it."""
    of = row(slug)
    with pytest.raises(NotationError) as caught:
        of.play.notation.parse_state(text, of.deck)
    assert _polite(caught.value, text)


@every_game
@pytest.mark.parametrize("text", ["", "-", "nonsense", "\uff11", "\u0663", "1" * 5000, "a1\n", " "])
def test_no_move(slug: str, text: str) -> None:
    """Empty, other scripts' digits, a number without end, a line break: none is a move."""
    of = row(slug)
    if text in map(str, of.facts.every_move(of.deck)):
        return
    with pytest.raises(NotationError, match=r"no (move|hop)") as caught:
        of.play.notation.read_move(text, of.deck)
    assert _polite(caught.value, text)


@every_game
def test_an_illegal_move_names_rule_player_and_position(slug: str) -> None:
    """So that a report of it can be replayed."""
    of, chance = row(slug), random.Random(1)
    every = of.facts.every_move(of.deck)
    for moment in _moments(slug):
        move = chance.choice(every)
        if move in moment.moves:
            continue
        with pytest.raises(IllegalMoveError) as caught:
            of.play.notation.parse_move(moment.state, moment.seat, str(move))
        assert caught.value.source == str(move)
        assert re.match(rf"{slug} R\d+: ", caught.value.problem)
        assert caught.value.at == f"player {moment.seat} in {of.play.notation.state_text(moment.state)}"
        assert caught.value.remedy == "choose one of the legal moves"
