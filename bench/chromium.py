"""The browser that tests and experiments drive: an installed Chromium or Chrome, and its flags."""

from __future__ import annotations

from playwright.async_api import ViewportSize

from bench.programs import find

# The first two render the address bar's popup behind every window, 1.3 s of CPU a phone. The last
# list on a command line counts, so the others are Playwright's that matter to pages on http.
OFF = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,LensOverlay,MediaRouter,"
    "ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,"
    "PreconnectToSearch,AvoidCorsURLLoaderRestartOnRedirect"
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={OFF}",
)
PHONE: ViewportSize = {"width": 390, "height": 844}  # px


def installed() -> str | None:
    """Return the browser's path, None for Playwright's own."""
    path = find("chromium")
    return str(path) if path else None
