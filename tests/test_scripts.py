"""How `make lint` checks the browser's scripts (.ci/scripts.py)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import need

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / ".ci" / "javascript"


def run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Check the scripts on a machine whose only programs are in `folder`."""
    clean = {name: value for name, value in os.environ.items() if name != "CI"}
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / "scripts.py"],
        env={**clean, "PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_npm_it_says_that_nothing_was_checked(tmp_path: Path) -> None:
    """The line names the remedy; on a developer's machine that isn't an error, in CI it is."""
    done = run(tmp_path)
    assert done.returncode == 0
    assert "npm is missing: scripts aren't checked" in done.stdout
    assert "apt-get install nodejs npm" in done.stdout
    assert run(tmp_path, CI="true").returncode == 1


def test_every_tool_is_pinned_with_its_hash() -> None:
    """One version each in package.json, and a hash for each package of the lock."""
    wanted = json.loads((TOOLS / "package.json").read_text("utf-8"))["devDependencies"]
    lock = json.loads((TOOLS / "package-lock.json").read_text("utf-8"))["packages"]
    assert wanted == lock[""]["devDependencies"]
    assert [name for name, version in wanted.items() if not version[0].isdigit()] == []
    assert [name for name, package in lock.items() if name and "integrity" not in package] == []


@pytest.mark.parametrize(
    ("script", "fault"),
    [("const one = 1;\n", "no-unused-vars"), ("document.body.dataset.one.two();\n", "TS2339")],
)
def test_a_fault_in_a_script_is_found(script: str, fault: str, tmp_path: Path) -> None:
    """Each tool, with our own configuration, reports a fault of its kind."""
    need("npm")
    if not (TOOLS / "node_modules").is_dir():
        pytest.skip("`make lint` has not installed the tools yet")
    (tmp_path / "bad.js").write_text(script)
    tsc = {"extends": str(TOOLS / "tsconfig.json"), "include": ["bad.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(tsc))
    config = str(TOOLS / "eslint.config.js")
    eslint = ["eslint/bin/eslint.js", "--config", config, "bad.js"]
    tool = ["typescript/bin/tsc", "--project", "."] if fault.startswith("TS") else eslint
    done = subprocess.run(
        ["node", str(TOOLS / "node_modules" / tool[0]), *tool[1:]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert fault in done.stdout
