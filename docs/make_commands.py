"""Write docs/commands.md: each command with its options (`make docs`; a test compares)."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from rookery.cli import names, rookery

HEAD = r"""# Commands

`rookery COMMAND --help` shows the same in your terminal. Commands, options, games, choices, ids
and profiles work in any case. `make docs` writes this page.

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

## Shared options

Each does the same in all commands that name it:

"""
SHARED = 2  # an option of so many commands or more is described once
WIDTH = 120  # characters of a line


def main() -> None:
    """Write the page."""
    Path(__file__).with_name("commands.md").write_text(page(), "utf-8")


def page() -> str:
    """Return all commands in Markdown, in the order of `rookery --help`."""
    commands = {name: command(name) for name in names()}
    commands = {name: one for name, one in commands.items() if not isinstance(one, click.Group)}
    options = {name: list(_options(each)) for name, each in commands.items()}
    counts = Counter(option for some in options.values() for option in some)
    often = {flags: (flags, text) for (flags, text), count in reversed(counts.most_common())
             if count >= SHARED}  # fmt: skip
    shared = sorted(often.values())
    parts = [HEAD + "\n".join(f"- `{flags}`: {text}" for flags, text in shared)]
    for name, each in commands.items():
        parts += [f"\n## rookery {name}\n", *_described(name, each)]
        own = [option for option in options[name] if option not in shared]
        others = [option[0] for option in options[name] if option in shared]
        if own or others:
            parts.append("")
        parts += [f"- `{flags}`: {text}" for flags, text in own]
        if others:
            few = ", ".join(f"`{flags.split(',')[-1].split()[0]}`" for flags in others)
            parts.append(f"- [Shared](#shared-options): {few}")
    return "\n".join(parts) + "\n"


def command(name: str) -> click.Command:
    """Return the command of this name, such as "deck new"."""
    found: click.Command = rookery
    for word in name.split():
        assert isinstance(found, click.Group), name
        inner = found.get_command(click.Context(found), word)
        assert inner is not None, name
        found = inner
    return found


def _context(name: str, each: click.Command) -> click.Context:
    return click.Context(each, info_name=f"rookery {name}", terminal_width=WIDTH)


def _options(each: click.Command) -> Iterator[tuple[str, str]]:
    """Yield an option's names and its help, as --help has them."""
    for param in each.params:
        record = param.get_help_record(_context("", each))
        if isinstance(param, click.Option) and record:
            flags, text = record
            yield flags, re.sub(r"\[(default: .*|required)\]$", r"(\1)", " ".join(text.split()))


def _described(name: str, each: click.Command) -> Iterator[str]:
    usage = [*each.collect_usage_pieces(_context(name, each))]
    words = [word for word in usage if word != "[OPTIONS]"]
    yield f"`{' '.join(['rookery', name, *words])}`\n"
    yield "\n\n".join(
        " ".join(part.split()) for part in inspect.cleandoc(each.help or "").split("\n\n")
    )


if __name__ == "__main__":
    main()
