"""Put README.md and its neighbours on the site, which mkdocs builds from docs/ alone, and let
search find guides before reports (hooks of mkdocs.yml).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")
# how much more than others search finds the pages of a section, or one page: who looks for
# something wants to do it
WEIGHTS = {"Explanation": 0.1, "Reference": 0.5, "Project": 0.1, "project/CONTRIBUTING.md": 1.0}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add each page as `project/NAME`, its links to docs/ adjusted."""
    for name in PAGES:
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](../")
        files.append(File.generated(config, f"project/{name}", content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Point the links of a page in docs/ to those pages; files that only a clone has become plain
    text.
    """
    weight = min((WEIGHTS.get(str(each.title), 1.0) for each in page.ancestors), default=1.0)
    page.meta["search"] = {"boost": WEIGHTS.get(page.file.src_uri, weight)}
    for name in PAGES:
        markdown = markdown.replace(f"](../{name}", f"](project/{name}")
    return re.sub(r"\[([^]]+)\]\((?:\.\./)+(?:bench|companion|tests)/[^)]*\)", r"\1", markdown)
