"""Put README.md and its neighbours on the site, which mkdocs builds from docs/ alone, let search
find guides before reports, and show version, date and addresses (hooks of mkdocs.yml).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from companion import __version__

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")
# how much more than others search finds the pages of a section, or one page: who looks for
# something wants to do it
WEIGHTS = {
    "Explanation": 0.1,
    "Reference": 0.5,
    "Project": 0.1,
    "project/CONTRIBUTING.md": 1.0,
    "download.md": 1.5,
    "troubleshooting.md": 1.5,
}
# words that people type for those that the pages have
ALIASES = {"Wi-Fi": "wifi", "colour": "color", "licence": "license"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put version and date into the footer, and the addresses of pyproject.toml where they belong:
    without a repository, pages have no link to edit them.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    places = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["addresses"]
    return addressed(config, places["repository"], places["site"])


def addressed(config: MkDocsConfig, repository: str, site: str) -> MkDocsConfig:
    """Return the settings with version and date, and with the addresses that are known."""
    if site:
        config.site_url = f"{site.rstrip('/')}/"
    if repository:
        config.repo_url = repository.rstrip("/")
        config.repo_name = "Source"
        config.edit_uri = "edit/main/docs/"
        config.theme["features"] = [*config.theme["features"], "content.action.edit"]
    day = changed()
    config.copyright = f"Rookery {__version__}, {day.day} {day:%B %Y}. {config.copyright}"
    return config


def changed() -> date:
    """Return the day of the last commit; of the build, in a copy without Git."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.fromtimestamp(int(epoch), UTC).date()
    if (git := shutil.which("git")) and (ROOT / ".git").exists():
        command = [git, "log", "-1", "--format=%cs"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return date.fromisoformat(done.stdout.strip())
    return datetime.now(UTC).date()


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
    if page.edit_url and page.file.src_uri.startswith("project/"):
        page.edit_url = page.edit_url.replace("docs/project/", "")
    weight = min((WEIGHTS.get(str(each.title), 1.0) for each in page.ancestors), default=1.0)
    page.meta["search"] = {"boost": WEIGHTS.get(page.file.src_uri, weight)}
    for name in PAGES:
        markdown = markdown.replace(f"](../{name}", f"](project/{name}")
    return re.sub(r"\[([^]]+)\]\((?:\.\./)+(?:bench|companion|tests)/[^)]*\)", r"\1", markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Let search find sections by other names of what is in them."""
    path = Path(config.site_dir, "search", "search_index.json")
    index = json.loads(path.read_text("utf-8"))
    for section in index["docs"]:
        more = [alias for word, alias in ALIASES.items() if word in section["text"]]
        section["text"] = " ".join([section["text"], *more])
    path.write_text(json.dumps(index, separators=(",", ":")), "utf-8")
