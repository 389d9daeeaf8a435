"""`make audit`: what it tells of known holes, and that it does not call silence good news."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
HOLE = '{"dependencies": [{"name": "flask", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}]}'
NONE = '{"dependencies": [{"name": "flask", "version": "3.1", "vulns": []}, {"name": "x", "skip_reason": "?"}]}'


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(
    "case",
    [
        (HOLE, 1, "flask 1.0: PYSEC-1, mended in 1.1"),
        (NONE, 0, "No vulnerability of these versions is known."),
        ("", 2, "is there a network? (no such host)"),
    ],
)
def test_an_audit_ends_with_what_it_found(
    audit: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    case: tuple[str, int, str],
) -> None:  # fmt: skip
    """Known holes by package, name and cure; and where nobody answered, an old answer is not told again."""
    answer, status, says = case
    (tmp_path / "answer").write_text(answer)
    (tmp_path / "audit.json").write_text(NONE)
    tool = tmp_path / "pip-audit"
    tool.write_text(
        f'#!/bin/sh\nfor last; do :; done\n[ -s {tmp_path}/answer ] && exec cp {tmp_path}/answer "$last"\n'
        "echo no such host >&2; exit 1\n"
    )
    tool.chmod(0o755)
    monkeypatch.setattr(audit, "BIN", tmp_path)
    assert audit.holes(ROOT / "requirements.lock", tmp_path / "audit.json") == status
    told = capsys.readouterr()
    assert says in told.out + told.err
