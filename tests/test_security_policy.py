"""SECURITY.md says what there is: every module that guards and every test that proves is where it
says.
"""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.photos import GRACE
from vision.sandbox.child import limit
from web.upkeep import SWEEP_S

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.py)(?:::(\w+))?`")


def test_every_file_and_test_that_it_names_is_there() -> None:
    """A test that was renamed proves nothing any more."""
    named = NAMED.findall(TEXT)
    assert len(named) > 30
    missing = [path for path, _ in named if not (ROOT / path).is_file()]
    assert missing == []
    gone = [
        f"{path}::{name}"
        for path, name in named
        if name and f"def {name}(" not in (ROOT / path).read_text("utf-8")
    ]
    assert gone == []


def test_every_danger_has_its_control_and_its_proof() -> None:
    """A row without a module that guards, or without a test, is a wish."""
    table = TEXT.partition("| who | risk |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert len(rows) > 15
    assert {len(row) for row in rows} == {4}
    for who, risk, control, proof in rows:
        guards, proofs = NAMED.findall(control), NAMED.findall(proof)
        assert guards, (who, risk)
        assert not any(path.startswith("tests/") for path, _ in guards), (who, risk)
        assert proofs, (who, risk)
        assert all(path.startswith("tests/") for path, _ in proofs), (who, risk)


def test_it_says_that_windows_limits_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the process that reads photos limits nothing there."""
    calls: list[str] = []
    fake = SimpleNamespace(
        RLIMIT_AS=0, RLIMIT_CPU=0, RLIMIT_FSIZE=0, RLIMIT_CORE=0,
        setrlimit=lambda *_: calls.append("limited"),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "resource", fake)
    limit(1, 1)
    assert calls
    calls.clear()
    monkeypatch.setattr(sys, "platform", "win32")
    limit(1, 1)
    assert calls == []
    unprotected = TEXT.partition("## What isn't protected")[2]
    assert "**Memory on Windows.**" in unprotected


def test_undone_photos_go_when_it_says() -> None:
    """It promises an hour and a sweep every ten minutes: another time in the code breaks that."""
    assert "undone is deleted after an hour, with a sweep every ten minutes" in TEXT
    assert timedelta(hours=1) == GRACE
    assert SWEEP_S == 10 * 60
