"""Write docs/commands.md with the --help of each command (`make docs`; a test compares)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rookery.cli import names

HEAD = r"""# Commands

The `--help` of each command, written by `make docs`. Commands, options, games, choices, ids and
profiles work in any case.

## Exit status

| status | meaning |
|---|---|
| 0 | success; `scan`: read and legal; `table` and `deck preview`: stopped with Ctrl-C |
| 2 | a mistake or an unusable file |
| 3 | `scan` is unsure |
| 4 | `scan` read an illegal table |
| 70 | an error in Rookery: please report it |
| 130 | any other command: stopped with Ctrl-C |
| 141 | the program that reads the output ended first, as in `rookery games \| head -1` |

With several photos, `scan` ends with the worst of 2, 3, 4 and 0 in this order.

## Shell completion

| shell | setup |
|---|---|
| bash | add `eval "$(_ROOKERY_COMPLETE=bash_source rookery)"` to `~/.bashrc` |
| zsh | add `eval "$(_ROOKERY_COMPLETE=zsh_source rookery)"` to `~/.zshrc` |
| fish | run `_ROOKERY_COMPLETE=fish_source rookery > ~/.config/fish/completions/rookery.fish` |
"""


def main() -> None:
    """Run --help of each command and write the page."""
    parts = [HEAD]
    for name in names():
        command = [sys.executable, "-m", "rookery", *name.split(), "--help"]
        shown = subprocess.run(
            command, env=os.environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=True
        )
        parts.append(f"## rookery {name}\n\n```text\n{shown.stdout.strip()}\n```\n")
    Path(__file__).with_name("commands.md").write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
