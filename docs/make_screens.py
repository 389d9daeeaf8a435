"""Put the screenshots of `make screens` on contact sheets, a few pictures instead of 300.

Reads build/screens and writes build/screens-PHONES.webp and the like: phones, hosts' screens and
TVs, each in light, in dark and in German.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

SHOTS = Path(__file__).parents[1] / "build" / "screens"
LOOKS = ("light", "dark", "german")
# sheet: a part of the names of its pictures, width and height of each, pictures in a row
SHEETS = {
    "phones": (("phone", "door"), 260, 563, 8),
    "hosts": (("host",), 640, 360, 4),
    "tvs": (("screen",), 640, 360, 4),
}
GAP, LABEL = 8, 18  # px
MOST = 40  # pictures on a sheet


def main() -> None:
    """Write the sheets, and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shots", nargs="?", type=Path, default=SHOTS, help="the pictures' folder")
    shots = parser.parse_args().shots
    for name, (parts, width, height, across) in SHEETS.items():
        for look in LOOKS:
            found = [
                path
                for path in sorted(shots.glob(f"*-{look}.png"))
                if set(parts) & set(path.stem.split("-"))
            ]
            for first in range(0, len(found), MOST):
                target = shots.with_name(f"{shots.name}-{name}-{look}-{first // MOST + 1}.webp")
                sheet(found[first : first + MOST], width, height, across).save(target, quality=80)
                print(f"{target}: {len(found[first : first + MOST])} screens")


def sheet(paths: list[Path], width: int, height: int, across: int) -> Image.Image:
    """Return the pictures in rows, each below its name and cut where it is longer."""
    rows = -(-len(paths) // across)
    step = (width + GAP, height + GAP + LABEL)
    whole = Image.new("RGB", (step[0] * min(across, len(paths)), step[1] * rows), "#777")
    pen = ImageDraw.Draw(whole)
    for at, path in enumerate(paths):
        x, y = step[0] * (at % across), step[1] * (at // across)
        pen.text((x + 2, y + 2), path.stem, fill="white")
        with Image.open(path) as opened:
            picture = opened.convert("RGB")
        scaled = picture.resize((width, round(picture.height * width / picture.width)))
        whole.paste(scaled.crop((0, 0, width, min(height, scaled.height))), (x, y + LABEL))
    return whole


if __name__ == "__main__":
    main()
