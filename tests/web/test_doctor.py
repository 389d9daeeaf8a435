"""`rookery doctor`: what it finds, and what it keeps to itself."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from web import doctor
from web.storage.database import FILE, claim


def page(folder: Path) -> str:
    """What the command shows."""
    shown = CliRunner().invoke(doctor.doctor, ["--data", str(folder)], catch_exceptions=False)
    assert shown.exit_code == 0
    return shown.output


def test_a_healthy_computer_in_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each address says who can open it. A folder may hold the user's name, so none is shown, and
    of an IPv6 address only the network; nothing is made.
    """
    found = [("192.168.7.7", False), ("2001:db8:1:2::7", False), ("10.8.0.2", True)]
    monkeypatch.setattr(doctor, "ranked", lambda: found)
    shown = page(tmp_path / "anna")
    assert "192.168.7.7             in the QR code" in shown
    assert "2001:db8:1:2::/64       phones in this network can" in shown
    assert "10.8.0.2                of a VPN" in shown
    assert "not there yet, can be made" in shown
    assert "\nAll is well.\n" in shown
    assert "docs/troubleshooting.md" in shown.splitlines()[-1]
    assert [word for word in ("\x1b", "anna", "1:2::7", str(Path.home())) if word in shown] == []
    assert list(tmp_path.iterdir()) == []


def test_each_problem_is_marked_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No network, a clock that went back, a full disk, a library that is gone."""
    monkeypatch.setattr(doctor, "ranked", lambda: [("10.8.0.2", True)])
    monkeypatch.setattr(doctor, "LEAST_MB", 10**12)
    monkeypatch.setattr(doctor, "LIBRARIES", ("no-such-library",))
    (tmp_path / FILE).touch()
    os.utime(tmp_path / FILE, (time.time() + 3600,) * 2)
    shown = page(tmp_path)
    for words in (
        "no-such-library         ! missing",
        "network                 ! none; connect",
        "! the tables were saved later than now",
        "! less than 1000000000000 MB free: ",
    ):
        assert words in shown
    assert "\nProblems found: 4, each marked with !\n" in shown


def test_a_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    """Here it would lie below a file."""
    (tmp_path / "file").touch()
    assert "tables and photos       ! can't be written" in page(tmp_path / "file" / "tables")


def test_a_server_that_runs_is_named(tmp_path: Path) -> None:
    """With its address, so that nobody starts a second one; its lock stays."""
    with claim(tmp_path, "http://localhost:8123"):
        assert "Rookery runs at http://localhost:8123" in page(tmp_path)
        assert "Rookery runs at http://localhost:8123" in page(tmp_path)
    assert "Rookery runs" not in page(tmp_path)
