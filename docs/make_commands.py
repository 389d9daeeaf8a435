"""Write docs/commands.md: every command's --help as it is now (`make docs`; a test compares)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rookery.cli import names

HEAD = """# Commands

Each command's own `--help`, written by `make docs`. Exit status: 0 fine (`scan`: read and legal), 2 a mistake
or an unusable input, 3 `scan` can not tell, 4 `scan` read an illegal table, 70 a fault of ours; and as of all programs
130 after Ctrl-C, and 141 where the reader of a pipe (`| head -1`) is gone before all was said.

Commands, options, games, choices, ids and profiles can be typed in any case. To complete them with Tab, put
`eval "$(_ROOKERY_COMPLETE=bash_source rookery)"` into `~/.bashrc`, or the same with `zsh_source` into `~/.zshrc`; for
fish, run `_ROOKERY_COMPLETE=fish_source rookery > ~/.config/fish/completions/rookery.fish`.
"""


def main() -> None:
    """Run --help of each command and write the page."""
    parts = [HEAD]
    for name in names():
        command = [sys.executable, "-m", "rookery", *name.split(), "--help"]
        shown = subprocess.run(command, env=os.environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=True)
        parts.append(f"## rookery {name}\n\n```text\n{shown.stdout.strip()}\n```\n")
    Path(__file__).with_name("commands.md").write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
