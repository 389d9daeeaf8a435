"""Find the texts that people read: in Python, in templates, in scripts and in the games' data.

Babel's own finders skip what they don't understand (a text chosen by `?:`, a call within a call, an
f-string). These report it with file and line instead, because a text that isn't found is never
translated. Jinja2's finder is used as it is.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from babel.messages.jslexer import Token, tokenize, unquote_string
from jinja2.ext import babel_extract

ROOT = Path(__file__).parents[1]
CODE = ("companion", "printables", "rookery", "vision", "web")
# which arguments are texts
PYTHON = {"say": (0,), "say_many": (0, 1), "Refusal": (1,), "ApiError": (2,)}
SCRIPT = {"t": 1, "tn": 2}  # how many arguments from the first are
# In a game's data: `name` and `title` anywhere, and what else its printed pieces and pages of rules
# say.
DATA_KEYS = {"name", "title", "text", "aim", "note", "fill", "total"}
_ONLY_NAMES = re.compile(r"(\W|\$\w+)*")
_INNER = re.compile(r"\$\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")


@dataclass(frozen=True, slots=True)
class Found:
    """A text, with its plural in another place of the pair if it has one, and where it stands."""

    file: str
    line: int
    one: str
    many: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A call without a literal text."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


Finds: TypeAlias = Iterator[Found | Fault]


def find_all(root: Path = ROOT) -> tuple[list[Found], list[Fault]]:
    """All texts of the house, and all faults."""
    ways = {".py": in_python, ".html": in_template, ".js": in_script, ".toml": in_data}
    found: list[Found] = []
    faults: list[Fault] = []
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            file = path.relative_to(root)
            if (
                path.suffix not in ways
                or "words" in file.parts
                or (path.suffix == ".toml" and not _is_data(path))
            ):
                continue
            for one in ways[path.suffix](file.as_posix(), path.read_text("utf-8")):
                (found if isinstance(one, Found) else faults).append(one)  # type: ignore[arg-type]  # told apart just here
    return found, faults


def _is_data(path: Path) -> bool:
    """Decks and pages of rules: the games' folders hold nothing else in TOML."""
    return path.parts[-3] == "companion"


def in_python(file: str, source: str) -> Finds:
    """The literals in calls of `PYTHON`'s functions. A name instead of a literal is fine: its own
    place is marked.
    """
    if (
        "companion.language" not in source
        and file != "companion/language.py"
        and "Refusal(" not in source
        and "ApiError(" not in source
    ):
        return  # another function may be called `say`
    for call in ast.walk(ast.parse(source)):
        name = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
        if (
            not isinstance(call, ast.Call)
            or name not in PYTHON
            or len(call.args) <= max(PYTHON[name])
        ):
            continue
        texts = [call.args[index] for index in PYTHON[name]]
        if name == "say_many":
            one, many = map(_literal, texts)
            if one and many:
                yield Found(file, call.lineno, one, many)
            elif any(map(_is_text, texts)):
                yield Fault(file, call.lineno, "say_many: no two literals")
        else:
            yield from (_one(file, name, node) for node in _choices(texts[0]) if _is_text(node))


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    """Both ends of `A if c else B`."""
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    else:
        yield node


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp))


def _one(file: str, name: str, node: ast.expr) -> Found | Fault:
    text = _literal(node)
    if text:
        return Found(file, node.lineno, text)
    return Fault(file, node.lineno, f"{name}: a text put together: say it with named places")


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def in_template(file: str, source: str) -> Finds:
    """The texts in `t` and `tn`, which templates have from web/text/languages.py."""
    for line, name, texts, _ in babel_extract(
        BytesIO(source.encode()), list(SCRIPT), (), {"silent": "false"}
    ):
        row = [*(texts if isinstance(texts, tuple) else (texts,)), None, None]
        wanted = row[: SCRIPT[name]]
        yield (
            Found(file, line, *wanted) if all(wanted) else Fault(file, line, f"{name}: no literal")  # type: ignore[arg-type]  # all are
        )


def in_script(file: str, source: str, line: int = 1) -> Finds:
    """The texts in `t` and `tn` of a script, also in calls within calls and within `${...}`."""
    tokens = tokens_of(source, line)
    for index, token in enumerate(tokens[:-1]):
        if token.type == "template_string":
            for inner in _INNER.findall(token.value):
                yield from in_script(file, inner, token.lineno)
        if (
            token.type == "name"
            and token.value in SCRIPT
            and tokens[index + 1].value == "("
            and _is_call(tokens, index)
        ):
            yield _call(file, token, tokens[index + 2 :])


@cache
def tokens_of(source: str, line: int = 1) -> list[Token]:
    """A script in pieces, without its comments; nobody changes the list."""
    return [
        token for token in tokenize(source, jsx=False, lineno=line) if "comment" not in token.type
    ]


def _is_call(tokens: list[Token], index: int) -> bool:
    return not index or tokens[index - 1].value not in (".", "function")


def _call(file: str, name: Token, after: list[Token]) -> Found | Fault:
    """`t("A", ...)`, `tn("A", "B", ...)`: literals, each followed by a comma or the end of the
    call.
    """
    texts: list[str] = []
    for text, mark in zip(after[0::2][: SCRIPT[name.value]], after[1::2], strict=False):
        if text.type != "string" or mark.value not in (",", ")"):
            return Fault(
                file, name.lineno, f"{name.value}: not a plain literal: use one call for each text"
            )
        texts.append(unquote_string(text.value))
    return Found(file, name.lineno, *texts)


def in_data(file: str, source: str) -> Finds:
    """The texts of a game's data; what is nothing but a `$name` says itself."""
    summary = file.endswith("summary.toml")
    for text in _strings(tomllib.loads(source), "", summary=summary):
        if not _ONLY_NAMES.fullmatch(text):
            line = source[: max(0, source.find(text[:30]))].count("\n") + 1
            yield Found(file, line, text)


def _strings(value: Any, key: str, *, summary: bool) -> Iterator[str]:
    if isinstance(value, dict):
        keys = (
            DATA_KEYS
            if summary
            else {"name", "title", "verb", "text"}
            if "text" in value
            else {"name", "title"}
        )
        for name, one in value.items():
            if isinstance(one, (dict, list)) or name in keys:
                yield from _strings(one, name, summary=summary)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one, key, summary=summary)
    elif isinstance(value, str) and key in DATA_KEYS | {"verb"}:
        yield value
