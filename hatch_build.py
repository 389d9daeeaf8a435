"""What the build backend adds to pyproject.toml: compiled catalogues in the wheel, the project's
addresses, and a README that an index can show.

A checkout needs none of it: `companion/language.py` reads the `.po` files where no `.mo` is.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCALE = Path("companion", "locale")


class Catalogues(BuildHookInterface[Any]):
    """Put each `.po` file into the wheel as a `.mo` file, which gettext reads by itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues into a temporary folder; an editable install has no need."""
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from companion.language import compiled  # noqa: PLC0415 - found after the line above

        self._folder = tempfile.TemporaryDirectory()
        for source in sorted(Path(self.root, LOCALE).glob("*/LC_MESSAGES/*.po")):
            target = source.relative_to(self.root).with_suffix(".mo")
            made = Path(self._folder.name, target)
            made.parent.mkdir(parents=True)
            made.write_bytes(compiled(source))
            build_data["force_include"][str(made)] = target.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        del version, build_data, artifact_path
        if hasattr(self, "_folder"):
            self._folder.cleanup()


class Addresses(MetadataHookInterface):
    """Write the README and the project's addresses into the metadata, once they are known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dynamic fields `readme` and `urls`."""
        places: Mapping[str, str] = self.config["addresses"]
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readable(text, places["repository"]),
        }
        metadata["urls"] = project_urls(places)


def project_urls(places: Mapping[str, str]) -> dict[str, str]:
    """Return the addresses that an index shows: of the repository, the site, or none.

    >>> project_urls({"repository": "", "site": ""})
    {}
    >>> project_urls({"repository": "https://forge.example/rookery", "site": ""})["Changelog"]
    'https://forge.example/rookery/blob/main/CHANGELOG.md'
    """
    repository, site = (places[name].rstrip("/") for name in ("repository", "site"))
    urls = {"Documentation": f"{site}/", "Download": f"{site}/download.html"} if site else {}
    if repository:
        urls["Source"] = repository
        urls["Changelog"] = f"{repository}/blob/main/CHANGELOG.md"
        urls["Issues"] = f"{repository}/issues"
    return urls


def readable(text: str, repository: str) -> str:
    """Return Markdown whose links lead to the repository; without an address they are plain text,
    and tables of pictures are left out.

    >>> readable("[how](docs/a.md) and [why](#why)", "https://forge.example/rookery/")
    '[how](https://forge.example/rookery/blob/main/docs/a.md) and [why](#why)'
    >>> readable("[how](docs/a.md)", "")
    'how'
    """
    link = r"\]\((?!https?:|#)([^)]+)\)"
    if repository:
        base = repository.rstrip("/")
        text = re.sub(rf"(!\[[^]]*){link}", rf"\1]({base}/raw/main/\2)", text)
        return re.sub(link, rf"]({base}/blob/main/\1)", text)
    rows = r"(?:^\|.*\n)*^\|.*!\[.*\n(?:^\|.*\n)*"
    return re.sub(rf"!?\[([^]]*){link}", r"\1", re.sub(rows, "", text, flags=re.MULTILINE))
