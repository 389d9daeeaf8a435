"""The rooms of web/: each lists what is in it, so that a newcomer finds the way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
ROOMS = sorted(path.parent.name for path in WEB.glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_lists_its_modules_and_holds_nothing_else(room: str) -> None:
    """In its `__init__.py`, which is nothing but that list: every module by name."""
    (said,) = ast.parse((WEB / room / "__init__.py").read_text("utf-8")).body
    assert isinstance(said, ast.Expr)
    listed = re.findall(
        r"`(\w+)`", "".join(re.findall(r"(?ms)^- (.*?)(?=^- |\Z)", ast.literal_eval(said.value)))
    )
    modules = {path.stem for path in (WEB / room).glob("*.py")} - {"__init__"}
    assert modules <= set(listed), modules - set(listed)
