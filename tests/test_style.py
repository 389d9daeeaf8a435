"""Words and patterns that the project's style rules out (CONTRIBUTING.md, Style).

They cover the pages below, every text that is translated (screens, remarks on photos, errors and
printed pieces), and the docstrings and comments of all Python files.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.find_words import find_all

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "mkdocs.yml",
    "Makefile",
    ".github/**/*.md",
    ".github/**/*.yml",
    "docs/index.md",
    "docs/first-*.md",
    "docs/print.md",
    "docs/play.md",
    "docs/photograph.md",
    "docs/calibrate.md",
    "docs/own-decks.md",
    "docs/add-a-game.md",
    "docs/troubleshooting.md",
    "docs/photos.md",
    "docs/speed.md",
    "docs/scale.md",
    "docs/proof.md",
    "docs/decisions.md",
    "docs/install.md",
    "docs/python.md",
    "docs/languages.md",
    "docs/glossary.md",
    "docs/hosting.md",
    "docs/solitaire.md",
    "docs/balance.md",
    "docs/formats.md",
    "docs/balance/*.md",
    "docs/*.py",
    "docs/hosting/*.*",
    "bench/log.md",
)
CODE = ("companion", "printables", "vision", "web", "rookery", "bench", "docs", "tests")
NOT_PROSE = re.compile(
    r"^## The house.*?(?=^## )|^ *```.*?^ *```$|^<!-- made.*?^<!-- end -->$|`[^`\n]*`|\]\([^)]*\)",
    re.DOTALL | re.MULTILINE,
)
RULED_OUT = {
    r"\bcan not\b": "cannot or can't",
    r"\bdo not\b|\bdoes not\b|\bis not\b(?! [A-Zs_])": "don't, doesn't, isn't",
    r"(?<!there )\b(?:is|are) no\b(?! longer)": "isn't a",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\banew\b": "again",
    r"\bshall\b": "should",
    r"\bseldom\b": "rarely",
    r"\bupon\b": "on",
    r"\bwhither\b|\bwhence\b|\bthereof\b|\bhereby\b": "a modern word",
    r"\b(?:be|is|are|was|were) told\b": "learn, be shown, look up",
    r"\btells\b|\btelling\b": "say, show, report",
    r"\bof one's own\b|\bof their own\b(?= deck)": "your own",
    r"\bwill not do\b|\bwill do\b": "doesn't work, works",
    r"\ba fault of ours\b|\bof ours\b": "an error in Rookery",
    r"(?:^|[.:;] )Who [a-z]+s? (?!.*\?)": "whoever, the player who",
    r"\bfor (?:it|he|she|they|a phone|nothing) (?:is|are|has|have|does|would|lies)\b": "because",
    r"\bin the (?:very|internet)\b": "on the internet",
    r"\bstands? (?:for|in|on) (?:it|them)\b": "is written",
    r"\bsomebody\b|\banybody\b|\beverybody\b": "someone, anyone, everyone",
}
IN_CODE = {  # things stand on pieces, "ours" is Rookery's own, and questions head tests of rights
    pattern: instead
    for pattern, instead in RULED_OUT.items()
    if not re.search(r"stands|ours|Who|for \(", pattern)
}
NOT_YET = (  # the rules sheets, and printed words that keep the PDFs as they are
    "printables/sheets/plan.py",
    "printables/calibration.py",
)
OLD_TERMS = {
    r"\b(?:set|sets) (?:it|them|\{\w+\}) right\b|\bset right\b": "correct",
    r"\bshut out\b": "removed",
    r"\b(?:sat|sit|sitting) down\b": "join",
    r"\b(?:take|takes|took|taken) back\b(?! all)": "undo",
    r"\b(?:a|new|the|this) pass\b": "6-digit code",
    r"\bthe sand\b|\bsand (?:runs|is running)\b": "timer",
    r"\bthrow(?:n|s)?\b": "roll",
    r"\bcarr(?:y|ies|ied) out\b": "play, use",
    r"\bhas (?:won|built)\b": "wins, built",
    r"\bin the picture\b|\bthe picture's edge\b": "in view, in the photo, at the edge of the photo",
    r"\bmeanwhile\b": "just",
    r"\bbears? a\b": "is level, has the number",
}
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CLAUSE = re.compile(r"\b(?:will|whom|what you|is|are|was|does|do|has)\b(?!.*\?$)", re.IGNORECASE)
ALLOWED_HEADINGS = (
    "What isn't protected",
    "What we expect",
    "What we don't accept",
    "What phones do in each game",
)


def paths() -> list[Path]:
    """Return the files that the patterns cover."""
    return sorted({path for pattern in PAGES for path in ROOT.glob(pattern)})


def prose(path: Path) -> str:
    """Return a page without code, tables made by programs and link targets; lines keep their
    numbers.
    """
    return NOT_PROSE.sub(lambda found: "\n" * found[0].count("\n") or " ", path.read_text("utf-8"))


def test_every_pattern_covers_files() -> None:
    """A page that was renamed stays covered."""
    assert [pattern for pattern in PAGES if not list(ROOT.glob(pattern))] == []


@pytest.mark.parametrize("path", paths(), ids=lambda each: each.relative_to(ROOT).as_posix())
def test_no_ruled_out_words(path: Path) -> None:
    """Each finding names its line and what to write instead."""
    lines = prose(path).splitlines()
    found = [
        f"{path.name}:{number}: {word[0].strip()!r}: write {instead}"
        for number, line in enumerate(lines, 1)
        for pattern, instead in RULED_OUT.items()
        for word in re.finditer(pattern, line, re.IGNORECASE if "Who" not in pattern else 0)
    ]
    assert found == []


def code_prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of Python source with their lines, without examples."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = re.sub(
                r"^ *(>>>|\.\.\.).*$", "", ast.get_docstring(node) or "", flags=re.MULTILINE
            )
            yield getattr(node, "lineno", 1), " ".join(text.split())


@pytest.mark.parametrize("folder", CODE)
def test_no_ruled_out_words_in_docstrings_and_comments(folder: str) -> None:
    """Each finding names its file and line, and what to write instead."""
    words = [
        f"{path.relative_to(ROOT)}:{number}: {word[0]!r}: write {instead}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, text in code_prose(path.read_text("utf-8"))
        for pattern, instead in IN_CODE.items()
        for word in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert words == []


def texts() -> Iterator[tuple[str, str]]:
    """Yield the file and English of each translated text that was rewritten, both forms of a
    plural.
    """
    for each in find_all()[0]:
        if not each.file.endswith(NOT_YET):
            yield from ((each.file, text) for text in (each.one, each.many) if text)


def test_no_ruled_out_words_in_translated_texts() -> None:
    """Each finding names its file and text, and what to write instead."""
    rules = [
        (re.compile(pattern, 0 if "Who" in pattern else re.IGNORECASE), instead)
        for pattern, instead in (RULED_OUT | OLD_TERMS).items()
    ]
    found = [
        f"{file}: {text!r}: write {instead}"
        for file, text in texts()
        for pattern, instead in rules
        if pattern.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "path",
    [each for each in paths() if each.suffix == ".md"],
    ids=lambda each: each.relative_to(ROOT).as_posix(),
)
def test_headings_are_no_clauses(path: Path) -> None:
    """A heading is a noun phrase, an imperative or a question."""
    headings = [text for text in HEADING.findall(prose(path)) if text not in ALLOWED_HEADINGS]
    assert [text for text in headings if CLAUSE.search(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "It can not be read.",
        "Make it anew.",
        "Who taps is sent news.",
        "A phone is told so.",
        "This shall be mended.",
    ],
)
def test_the_patterns_find_what_they_should(text: str) -> None:
    """An example of each kind."""
    assert any(re.search(pattern, text) for pattern in RULED_OUT)
