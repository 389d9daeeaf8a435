"""A missing extra comes with the command that installs it."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from companion import extras

ROOT = Path(__file__).parents[2]
CLONE = (ROOT / "my clone").as_uri()


@pytest.mark.parametrize(
    ("left", "origin", "command"),
    [
        ("pipx_metadata.json", CLONE, f'pipx install --force "{ROOT / "my clone"}[report,cut]"'),
        ("uv-receipt.toml", None, 'uv tool install --reinstall "rookery-games[report,cut]"'),
        (
            "pyvenv.cfg",
            "https://example.org/rookery.zip",
            '"/my python" -m pip install "rookery-games[report,cut]"',
        ),
    ],
)
def test_the_command_is_that_of_the_program_that_installed_rookery(
    left: str, origin: str | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the same folder if there is one; extras that are there already stay."""
    (tmp_path / left).touch()
    answer = None if origin is None else f'{{"url": "{origin}", "dir_info": {{}}}}'
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/my python")
    monkeypatch.setattr(Distribution, "read_text", lambda *_: answer, raising=False)
    monkeypatch.setattr(extras, "distribution", lambda _: Distribution)
    monkeypatch.setattr(extras, "find_spec", lambda name: name == "ezdxf")
    assert extras.remedy("report") == f"install it with: {command}"


def test_the_app_takes_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no Python beside it that could install one."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert extras.remedy("report").startswith("the app can't take extras")


def test_every_extra_is_known() -> None:
    """With one of its packages, which shows that it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = project["optional-dependencies"]
    assert extras.EXTRAS.keys() == listed.keys()
    assert all(str(listed[name]).count(module) for name, module in extras.EXTRAS.items())
    assert project["name"] == extras.PACKAGE


def test_no_message_names_an_extra_without_the_command() -> None:
    """In any wing."""
    said = [
        path.name
        for wing in ("companion", "printables", "vision", "web", "rookery")
        for path in (ROOT / wing).rglob("*.py")
        if "with its extra" in path.read_text("utf-8")
    ]
    assert said == []
