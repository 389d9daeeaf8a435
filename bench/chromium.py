"""The browser that tests and experiments drive: an installed Chromium or Chrome, and how it is started."""

from __future__ import annotations

import shutil

from playwright.async_api import ViewportSize

# Chromium renders its address bar's popup anew behind every window, for 1.3 s of CPU a phone: the first two. The last
# list on a command line counts, so the others are those of Playwright that matter to pages on http.
OFF = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding",
       "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "LensOverlay", "MediaRouter",
       "ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
       "PreconnectToSearch", "AvoidCorsURLLoaderRestartOnRedirect")  # fmt: skip
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run", f"--disable-features={','.join(OFF)}")  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PHONE: ViewportSize = {"width": 390, "height": 844}  # px


def installed() -> str | None:
    """The path of the first one found; None where Playwright's own must do."""
    return next(filter(None, map(shutil.which, NAMES)), None)
