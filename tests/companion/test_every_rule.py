"""Every rule and every reading of ours has a test that cites it; rules.toml lists them all."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.game import slugs

HERE = Path(__file__).parent
ROOT = HERE.parent
NUMBER = r"(?:R\d+(?:\.D\d+[a-z]?)?|D\d+|O)\b"
CITATION = re.compile(rf"\b({'|'.join(slugs())}) ({NUMBER}(?:, {NUMBER})*)")


@cache
def _rules() -> dict[str, dict[str, str]]:
    """By game, what each number says."""
    return tomllib.loads((HERE / "rules.toml").read_text("utf-8"))


@cache
def _docstrings() -> tuple[tuple[str, str], ...]:
    """Of all tests, wherever they are: where, and what it says."""
    return tuple(_read_docstrings())


def _read_docstrings() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield (
                    f"{path.relative_to(ROOT)}: {node.name}",
                    " ".join((ast.get_docstring(node) or "").split()),
                )


@cache
def _citations() -> dict[tuple[str, str], str]:
    """Each game and number that is cited, with a test that does so."""
    return {
        (slug, number): where
        for where, text in _docstrings()
        for slug, numbers in CITATION.findall(text)
        for number in numbers.split(", ")
    }


@pytest.mark.parametrize(
    ("slug", "number"), [(slug, number) for slug in slugs() for number in _rules().get(slug, ())]
)
def test_every_rule_has_a_test(slug: str, number: str) -> None:
    """A rule or reading that no test's docstring cites is missing."""
    cited = {each for game, each in _citations() if game == slug}
    assert number in cited, f"no test cites {slug} {number}: {_rules()[slug][number]}"


@pytest.mark.parametrize("slug", slugs())
def test_the_rules_of_every_game_are_listed(slug: str) -> None:
    """From R1 on without a gap; a reading stands with its rule, and each says what it is."""
    listed = _rules()[slug]
    rules = [number for number in listed if re.fullmatch(r"R\d+", number)]
    assert rules == [f"R{number}" for number in range(1, len(rules) + 1)]
    assert {number.split(".")[0] for number in listed if "." in number} <= set(rules)
    assert all(listed.values())


def test_nothing_is_cited_that_is_no_rule() -> None:
    """A number in a docstring that the list doesn't know is a slip."""
    unknown = {
        cited: where for cited, where in _citations().items() if cited[1] not in _rules()[cited[0]]
    }
    assert not unknown


def test_no_reading_is_cited_without_its_number() -> None:
    """`R6 (D)` doesn't say which of the readings of R6 is meant."""
    vague = [
        where
        for where, text in _docstrings()
        if re.search(
            rf"\b({'|'.join(slugs())}) "
            r"[^:]*\(D\)",
            text,
        )
    ]
    assert not vague
