"""Solitaire boards that are solved without a table."""

from __future__ import annotations

from typing import Any

import pytest

ONE_HOP = "S,S,,/,,,/,,,"


def test_a_board_is_solved_hop_by_hop(house: Any) -> None:
    """For anyone; each hop with the board after it."""
    answer = house.phone().post("/solve", {"board": "3x4", "position": ONE_HOP})
    step = {"hop": "a1-c1", "position": ",,S,/,,,/,,,"}
    assert answer.json == {"best": 1, "proven": True, "steps": [step]}


def test_a_finished_game_has_no_hops(house: Any) -> None:
    """It stays as it is."""
    answer = house.phone().post("/solve", {"board": "3x4", "position": "S,,,/,,,/,,,L"})
    assert answer.json == {"best": 4, "proven": True, "steps": []}


@pytest.mark.parametrize(
    "wrong",
    [
        {"board": "99x99", "position": ""},
        {"board": "3", "position": ""},
        {"board": "3x4", "position": ""},
        {"board": "3x4", "position": ",,,/,,,/,,,"},
        {"board": "3x4", "position": "S,S,/,,,/,,,"},
        {"board": "3x4", "position": ["S"]},
        {"board": None},
        {},
    ],
)
def test_what_is_no_board_is_refused(house: Any, wrong: dict[str, Any]) -> None:
    """400, in a sentence."""
    answer = house.phone().post("/solve", wrong)
    assert (answer.status_code, bool(answer.json["error"]["message"])) == (400, True)


def test_solving_has_the_limit_of_hints(house: Any) -> None:
    """By address, as there is no right."""
    phone = house.phone()
    body = {"board": "3x4", "position": ONE_HOP}
    assert {phone.post("/solve", body).status_code for _ in range(40)} == {200, 429}
