"""`make audit` reports known holes, and doesn't take silence for good news."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
HOLE = '{"name": "flask", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}'
FINE = '{"name": "flask", "version": "3.1", "vulns": []}'
SKIPPED = '{"name": "x", "skip_reason": "not found"}'


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(
    "case",
    [
        ([HOLE], 1, ["flask 1.0: PYSEC-1, fixed in 1.1"]),
        ([FINE], 0, ["No known vulnerability"]),
        ([FINE, SKIPPED], 2, ["1 of 2 packages could not be checked", "x: not found", "No known"]),
        ([SKIPPED], 2, ["1 of 1 packages could not be checked"]),
        ([HOLE, SKIPPED], 2, ["could not be checked", "x: not found", "PYSEC-1"]),
        ([], 2, ["is there a network? (no such host)"]),
    ],
)
def test_an_audit_says_first_what_it_could_not_check(
    audit: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], case: tuple[list[str], int, list[str]],
) -> None:  # fmt: skip
    """Then holes by package, name and fix; packages that nobody checked end in 2."""
    packages, status, lines = case
    answer = tmp_path / "answer"
    answer.write_text(f'{{"dependencies": [{", ".join(packages)}]}}' if packages else "")
    (tmp_path / "audit.json").write_text(f'{{"dependencies": [{FINE}]}}')  # of an earlier run
    tool = tmp_path / "pip-audit"
    tool.write_text(
        f'#!/bin/sh\nfor last; do :; done\n[ -s {answer} ] && exec cp {answer} "$last"\necho no '
        "such host >&2; exit 1\n"
    )
    tool.chmod(0o755)
    monkeypatch.setattr(audit, "BIN", tmp_path)
    assert audit.check(ROOT / "requirements-dev.lock", tmp_path / "audit.json") == status
    said = capsys.readouterr().out
    places = [said.find(line) for line in lines]
    assert -1 not in places
    assert places == sorted(places)
