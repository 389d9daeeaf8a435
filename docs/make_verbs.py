"""Write docs/combust-verbs.md: every verb of combust, from the vocabulary itself (`make docs`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.combust.verbs import FORMS, WAYS, Form, sentence
from companion.language import say

HEAD = """\
# The verbs of combust

An ability is a list of one to three verbs in a deck file, carried out in this order:

```toml
ability = [
    { verb = "combust", chooser = "you", source = "line", target = "rival", which = "at most 6", count = 1 },
    { verb = "draw", chooser = "nobody", source = "deck", target = "own", count = 1 },
]
```

- `chooser`: who chooses. `you` is who played or drew the card, `owner` who loses the penguin,
  `chance` a blind draw.
- `source`: where the cards come from: a `line`, a `hand` or the `deck`.
- `target`: whose they are. `rival` is another player of your choice, `any` yours too, `others` all
  other players one after the other, `every` you first and then all others, `leader` the line with
  the highest sum (choose among equals).
- `count`: how many cards; `duration`: how many of your own next turns must begin until it ends.
- `which`: `"any"`, `"lowest"`, `"highest"`, `"at most 6"`, `"at least 12"` narrow the penguins that
  are meant. The lowest or highest is that of its own line: between lines the player chooses. With a
  `count` of several all come off one line.

A verb that finds nothing to take does nothing, and a choice of one is made without asking. After
each verb the table looks for clans that are extinct.

Written by `make docs` from `companion/combust/verbs.py`.
"""  # noqa: E501 - a table of TOML is one line


def main() -> None:
    """Write the page."""
    Path(__file__).with_name("combust-verbs.md").write_text(page(), "utf-8")


def page() -> str:
    """Return the page in Markdown."""
    return "\n".join([HEAD, *(line for name in FORMS for line in _section(name, FORMS[name]))])


def _section(name: str, form: Form) -> Iterator[str]:
    yield f"## {name}\n\n{form.meaning}\n"
    fields = [
        f"`count` {low} to {high} from a {source}" for source, (low, high) in form.count.items()
    ]
    if form.duration:
        fields.append(f"`duration` {form.duration[0]} to {form.duration[1]}")
    if form.narrows:
        fields.append("`which` from a line")
    if fields:
        yield f"Further fields: {', '.join(fields)}.\n"
    yield "| chooser | source | target | printed |\n|---|---|---|---|"
    for (chooser, source, target), way in WAYS[name].items():
        yield f"| {chooser} | {source} | {target} | {sentence(way, say('a penguin'))} |"
    yield ""


if __name__ == "__main__":
    main()
