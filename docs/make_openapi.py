"""Write docs/openapi.json, the phone table's routes, and docs/http-api.md to read them (`make
docs`; tests compare).
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from web.app import close, create_app
from web.games.fixed import Json
from web.openapi.description import description

FILE = Path(__file__).with_name("openapi.json")
PAGE = Path(__file__).with_name("http-api.md")
HEAD = """# HTTP API

The phone table is a web server, and other programs can use its routes.
[`openapi.json`](openapi.json) describes them in full as OpenAPI 3.1, with the form of each tap of
each game. `make docs` writes that file and this page from the code.

- **Authentication**: joining sets a cookie, and each cookie holds one right at one table. A route
  lists the rights that it accepts; "anyone" needs none.
- **Errors**: `{"error": {"code": "stale", "message": "...", "state": {...}}}`. `code` is for
  programs. `state` is the current table, if the table itself refused.
- **Retries**: send a tap again with the same `key`, and it counts once. With status 503, wait
  `Retry-After` seconds.
"""


def main() -> None:
    """Write both files."""
    FILE.write_text(text(), "utf-8")
    PAGE.write_text(page(json.loads(text())), "utf-8")


def text() -> str:
    """The file's content."""
    return json.dumps(described(), indent=1, ensure_ascii=False) + "\n"


def page(api: Json) -> str:
    """Return the routes as Markdown, a table for each tag."""
    rows: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            rights = sorted(
                {right for option in route["security"] for right in option or ["anyone"]}
            )
            row = f"| `{method.upper()} {path}` | {route['summary']} | {', '.join(rights)} |"
            rows.setdefault(route["tags"][0], []).append(row)
    table = "| route | what it does | rights |\n|---|---|---|"
    return "\n".join(
        [HEAD, *(f"## {tag.capitalize()}\n\n{table}\n{chr(10).join(rows[tag])}\n" for tag in rows)]
    )


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
