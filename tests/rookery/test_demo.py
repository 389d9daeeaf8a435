"""The demo runs its three commands one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from rookery import cli


def test_the_demo_goes_on_to_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scanning returns its exit status instead of ending the process, so the phone table opens
    last.
    """
    ran, real = [], cli.run

    def run(argv: list[str]) -> int:
        ran.append(argv[0])
        return real(argv) if argv[0] == "scan" else 0

    monkeypatch.setattr(cli, "run", run)
    cli.demo.main(["-o", str(tmp_path)], standalone_mode=False)
    assert ran == ["print", "scan", "table"]
