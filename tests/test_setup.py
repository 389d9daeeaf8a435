"""Set-up: two environments from their own locks, and programs that a machine may lack."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it; it ships no types
from packaging.requirements import Requirement

from bench import programs
from tests.programs import MARK, summary

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([a-z0-9-]+==\S+)(?: ; .*?)? \\$", re.MULTILINE)
SUITE = """
import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it; it ships no types
from tests.conftest import pytest_sessionfinish, pytest_terminal_summary  # the hooks under test
from tests.programs import need


@pytest.mark.parametrize("number", range(2))
def test_with_a_program(number):
    need("redis-server")


def test_without():
    pass
"""


def pins(name: str) -> set[str]:
    """Return each pinned version, without the systems that it is for: tools want some
    everywhere.
    """
    return set(PIN.findall((ROOT / name).read_text("utf-8")))


def test_users_get_the_tested_versions_and_no_tools() -> None:
    """The user's lock is part of the developer's, has every dependency, and nothing of
    the tests.
    """
    user, developer = pins("requirements.lock"), pins("requirements-dev.lock")
    assert user < developer
    names = {pin.partition("==")[0] for pin in user}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    direct = {Requirement(line).name for line in project["project"]["dependencies"]}
    assert direct <= names
    assert (
        not {"numba", "playwright", "pytest", "mypy", "ruff", "matplotlib", "distributed"} & names
    )


def test_the_app_has_the_tested_versions_and_is_checked_on_every_system() -> None:
    """Its lock adds PyInstaller to the user's; the release workflow never skips the check."""
    user, app = pins("requirements.lock"), pins("requirements-app.lock")
    assert user < app
    assert "pyinstaller" in {pin.partition("==")[0] for pin in app - user}
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    job = workflow["jobs"]["app"]
    systems = {name.partition("-")[0] for name in job["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    assert any("app_check.py" in step.get("run", "") for step in job["steps"])
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "$(APP)/bin/python .ci/app.py\n\t$(APP)/bin/python .ci/app_check.py\n" in makefile


def run_suite(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run SUITE in a pytest of its own, on a machine without Redis."""
    (folder / "conftest.py").write_text(
        "from tests.conftest import pytest_sessionfinish, pytest_terminal_summary\n"
    )
    (folder / "test_it.py").write_text(SUITE)
    clean = {name: value for name, value in os.environ.items() if name != "CI"}
    (folder / "bin").mkdir()
    env = {**clean, "PATH": str(folder / "bin"), "PYTHONPATH": str(ROOT), **environment}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-p", "xdist.plugin", "-n", "2", "-q", str(folder)]
    return subprocess.run(
        [*command, f"--rootdir={folder}"], env=env, capture_output=True, text=True, check=False
    )


def test_a_missing_program_is_named_with_its_remedy(tmp_path: Path) -> None:
    """Its tests are skipped, the run is green, and the end says what to install."""
    done = run_suite(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    line = "redis-server is missing: 2 tests were skipped; on Debian: apt-get install redis-server"
    assert line in done.stdout.splitlines()


def test_a_skip_is_a_failure_in_ci(tmp_path: Path) -> None:
    """CI has every program, so a skip there means that something went untested."""
    done = run_suite(tmp_path, CI="true")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "CI: 2 tests were skipped" in done.stdout


def test_the_summary_counts_by_program() -> None:
    """One line for each program; other skips are not its business."""
    lines = list(summary([MARK + "nginx", MARK + "cc", MARK + "cc", "Windows has no umask"]))
    assert lines == [
        "cc is missing: 2 tests were skipped; on Debian: apt-get install gcc libc6-dev",
        "nginx is missing: 1 test was skipped; on Debian: apt-get install nginx",
    ]


@pytest.mark.parametrize(("root", "apt"), [(False, True), (True, False)])
def test_programs_are_installed_only_by_root_with_apt(
    root: bool,
    apt: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Elsewhere nothing is tried, and that isn't an error."""
    if apt:
        (tmp_path / "apt-get").write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    assert programs.main() == 0


def test_a_failing_installer_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a network the tests still run: the message says what is skipped."""
    (tmp_path / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert programs.main() == 1
    assert "tests that need these are skipped" in capsys.readouterr().err


def test_ci_runs_what_everybody_runs() -> None:
    """`.ci/run` is `make test` where skips count: no step of its own to install anything."""
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    steps = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert steps == ["CI=true make test"]


def test_the_readme_promises_no_play_against_bots() -> None:
    """Bots play in `rookery simulate`; no command lets people play against them."""
    assert "against bots" not in (ROOT / "README.md").read_text("utf-8")


def test_ci_covers_every_python_that_is_promised() -> None:
    """The workflow's matrix, the classifiers and the lower bound agree; all three systems are in
    it.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))
    matrix = workflow["jobs"]["matrix"]["strategy"]["matrix"]
    assert matrix["python"] == promised
    assert project["requires-python"] == f">={promised[0]}"
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
