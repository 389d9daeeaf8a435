"""The licences of what comes with Rookery: texts in the app, names in bills of materials."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def script(name: str) -> ModuleType:
    """A script of `.ci`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_every_package_in_the_app_has_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its name in the list; the LGPL's text lies beside."""
    licences = script("licences")
    monkeypatch.setattr(licences, "BUILT_WITH", ())  # PyInstaller isn't here
    (tmp_path / "inside").mkdir()
    licences.write(tmp_path / "licenses", tmp_path / "inside")
    listed = (tmp_path / "licenses" / "LIST.txt").read_text("utf-8")
    for package in licences.shipped():
        name = package.name.lower().replace("_", "-")
        assert list((tmp_path / "licenses" / name).rglob("*")), name
        assert f"\n{name} {package.version}: {licences.licence(package)}\n" in listed
        assert licences.licence(package), name
    assert "\nflask " in listed
    assert "libheif and libde265: LGPL-3.0-or-later" in listed
    assert {"LGPL-3.0.txt", "GPL-3.0.txt"} <= {
        each.name for each in (tmp_path / "licenses").iterdir()
    }


def test_a_library_of_unknown_licence_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Linux, where we know them all."""
    licences = script("licences")
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "libmystery.so.1").touch()
    with pytest.raises(AssertionError, match=r"licence of libmystery\.so\.1"):
        list(licences.libraries(tmp_path, tmp_path))


def test_a_bill_of_materials_names_the_licences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all that a server installs, among them the LGPL's."""
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    bill = tmp_path / "bill.json"
    count = script("audit").components(ROOT / "docs" / "hosting" / "requirements.lock", bill)
    parts = json.loads(bill.read_text("utf-8"))["components"]
    assert len(parts) == count
    named = {part["name"]: json.dumps(part["licenses"]) for part in parts}
    lesser = {name for name, licence in named.items() if "LGPL" in licence}
    assert {"pi-heif", "psycopg", "dramatiq", "opencv-python-headless"} <= lesser
