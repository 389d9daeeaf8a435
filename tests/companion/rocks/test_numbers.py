"""Every rule and every reading of ours has a test that names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = [f"R{number}" for number in range(1, 11)]
READINGS = {  # how often a rule has a reading of ours, as games.md counts them, and one: a game has an end (R10)
    "R1 (D)": 1, "R6 (D)": 5, "R7 (D)": 1, "R8 (D)": 2, "R9 (D)": 2, "R10 (D)": 4,
}  # fmt: skip


def _claims() -> Iterator[str]:
    """The rules that docstrings of tests name: `rocks R3`, `rocks R1, R2`, `rocks R6 (D)`."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head = (ast.get_docstring(node) or "").replace("\n", " ")
                for listed in re.findall(r"rocks ((?:(?:R\d+(?: \(D\))?|O)(?:, )?)+)", head):
                    yield from listed.removesuffix(", ").split(", ")


@pytest.mark.parametrize("rule", [*RULES, "O"])
def test_every_rule_has_a_test(rule: str) -> None:
    """A rule that no test's docstring names is missing."""
    assert rule in set(_claims())


@pytest.mark.parametrize(("reading", "count"), READINGS.items())
def test_every_reading_has_a_test(reading: str, count: int) -> None:
    """A reading, too, has a test that says so."""
    assert list(_claims()).count(reading) >= count
