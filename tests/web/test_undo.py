"""Undo of what was long ago: nothing is offered that would be refused, and all that can be taken
back can be had.
"""

from __future__ import annotations

from typing import Any

from companion.events import NEWEST


def test_what_can_be_undone_of_long_ago_is_told_on_demand(house: Any) -> None:
    """A state has it for the newest lines only, because it takes time; whoever asks gets all."""
    anna, _ = house.sit(2)
    path = f"/t/{house.code}"
    for number in range(NEWEST + 3):
        anna.tap("chief.give", {"seat": f"s{1 + number % 2}"})
    lines = {line["version"]: line for line in anna.state()["history"]}
    newest = max(lines)
    offered = {version for version, line in lines.items() if line["undoable"]}
    assert offered == set(range(newest - NEWEST + 1, newest + 1))
    told = anna.get(f"{path}/undoable").json
    assert told["version"] == newest
    assert offered < set(told["undoable"]) < set(lines)
    assert anna.tap("undo", {"target": min(told["undoable"])}).status_code == 200
    assert anna.tap("undo", {"target": min(set(lines) - set(told["undoable"]))}).status_code == 409


def test_a_stranger_is_told_nothing_of_it(house: Any) -> None:
    """As little as of the history itself."""
    house.sit(2)
    assert house.phone().get(f"/t/{house.code}/undoable").status_code == 403
