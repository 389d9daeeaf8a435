"""Write docs/reference.md, the parts of a game in Python, and the signatures in docs/python.md
(`make docs`; a test compares).

Five classes need no plugin of mkdocs with four packages, and this page can be read in a clone.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import rookery
from companion.game import Game, Piece
from printables.art.cover import Cover
from printables.faces.artists import Faces
from vision.games.base import Row
from web.games.base import TableScreens

DOCS = Path(__file__).parent
HEAD = """# Parts of a game

What a game in Python is made of. [Add a game](add-a-game.md) shows them at work. `make docs` writes
this page from the docstrings in the code.

A package names its parts as entry points in the group `rookery.games`: `NAME` a `Game`,
`NAME.faces` a `Faces`, `NAME.cover` a `Cover`, `NAME.photo` a `Row` and `NAME.screens` a
`TableScreens`. Only the first is required.
"""
PARTS = (Game, Piece, Faces, Cover, Row, TableScreens)
# methods that a game may override; others are for whoever calls a part
OVERRIDDEN: Mapping[type, tuple[str, ...]] = {
    TableScreens: (
        "phase", "common", "own_seat", "own_deck", "table_deck", "own", "outcome", "sentence",
        "colours", "tap", "deadline", "advice", "round", "known", "read", "place", "facts",
        "questions",
    )
}  # fmt: skip
NEXT = "\n\n"
LONG = 88  # characters of a signature in one line


def main() -> None:
    """Write the page and the signatures."""
    (DOCS / "reference.md").write_text(page(), "utf-8")
    path = DOCS / "python.md"
    path.write_text(signed(path.read_text("utf-8")), "utf-8")


def page() -> str:
    """Return the classes in Markdown."""
    return "\n".join([HEAD, *("\n".join(_described(part)) for part in PARTS)])


def _described(part: type) -> Iterator[str]:
    yield f"## {part.__name__}\n"
    yield f"`from {part.__module__} import {part.__name__}`\n"
    yield f"{_text(part)}\n"
    if dataclasses.is_dataclass(part):
        yield f"```python\n{signature(part)}\n```\n"
    for name in OVERRIDDEN.get(part, ()):
        method = getattr(part, name)
        yield f"- `{name}({', '.join(_names(method))})`: {_text(method).partition(NEXT)[0]}"
    yield ""


def _names(method: Callable[..., object]) -> list[str]:
    return [name for name in inspect.signature(method).parameters if name != "self"]


def _text(each: object) -> str:
    """Return a docstring without examples, its paragraphs in one line each."""
    paragraphs = (inspect.getdoc(each) or "").split("\n\n")
    return "\n\n".join(" ".join(one.split()) for one in paragraphs if not one.startswith(">>>"))


def signature(each: Callable[..., object]) -> str:
    """Return a function or class with its parameters, as its source has them."""
    words: list[str] = []
    star = False
    found = inspect.signature(each)
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            words, star = [*words, "*"], True
        word = f"{parameter.name}: {parameter.annotation}"
        if parameter.default is not parameter.empty:
            plain = isinstance(parameter.default, str | int | tuple | None)
            word += f" = {parameter.default!r}" if plain else " = ..."
        words.append(word.replace("'", '"'))
    back = "" if inspect.isclass(each) else f" -> {found.return_annotation}"
    line = f"{each.__name__}({', '.join(words)}){back}"
    if len(line) <= LONG:
        return line
    inner = "".join(f"    {word},\n" for word in words)
    return f"{each.__name__}(\n{inner}){back}"


def signed(text: str) -> str:
    """Return the page of the Python API with the signatures of today between their marks."""

    def block(found: re.Match[str]) -> str:
        lines = (signature(getattr(rookery, name)) for name in found[1].split())
        shown = "\n".join(lines)
        return f"<!-- made: {found[1]} -->\n```text\n{shown}\n```\n<!-- end -->"

    return re.sub(r"<!-- made: ([\w ]+) -->\n.*?<!-- end -->", block, text, flags=re.DOTALL)


if __name__ == "__main__":
    main()
