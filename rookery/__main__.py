"""The command `rookery`, also as `python -m rookery`."""

from __future__ import annotations

import sys

try:
    from rookery.cli import main
except KeyboardInterrupt:  # importing takes long enough for a Ctrl-C
    print("rookery: stopped", file=sys.stderr)  # noqa: T201 - click may not be imported yet
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
