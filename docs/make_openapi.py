"""Write docs/openapi.json: the phone table's routes for other programs (`make docs`; a test compares)."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from web.app import close, create_app
from web.games.screens import Json
from web.openapi.description import description

FILE = Path(__file__).with_name("openapi.json")


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), "utf-8")


def text() -> str:
    """The file's content."""
    return json.dumps(described(), indent=1, ensure_ascii=False) + "\n"


def described() -> Json:
    """The description of the app as it is made on a laptop."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder})
        try:
            return description(app)
        finally:
            close(app)


if __name__ == "__main__":
    main()
