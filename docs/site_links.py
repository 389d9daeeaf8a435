"""Put README.md and its neighbours on the site, which mkdocs builds from docs/ alone (a hook of
mkdocs.yml).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add each page as `project/NAME`, its links to docs/ adjusted."""
    for name in PAGES:
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](../")
        files.append(File.generated(config, f"project/{name}", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Point the links of a page in docs/ to those pages; files that only a clone has become plain
    text.
    """
    for name in PAGES:
        markdown = markdown.replace(f"](../{name}", f"](project/{name}")
    return re.sub(r"\[([^]]+)\]\((?:\.\./)+(?:bench|companion|tests)/[^)]*\)", r"\1", markdown)
