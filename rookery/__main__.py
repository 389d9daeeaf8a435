"""The command `rookery`, also as `python -m rookery`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run this process's command line and exit with its status."""
    try:
        from rookery.cli import main as run  # noqa: PLC0415 - it takes long enough for a Ctrl-C

        run()
    except KeyboardInterrupt:
        print("rookery: stopped", file=sys.stderr)  # noqa: T201 - click may not be imported yet
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
