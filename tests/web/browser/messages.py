"""Messages on a screen: have some come, and check that they cover no control."""

from __future__ import annotations

from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.web.browser.axe import TWO_FRAMES

SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 568},
    {"width": 390, "height": 844},
    {"width": 568, "height": 320},
    {"width": 844, "height": 390},
)
LONG = (
    (
        "Inzwischen hat jemand anderes diese Punktzahl geändert: Sieh bitte noch einmal nach, "
        "bevor "
        "du sie überschreibst."
    ),
    (
        "Auf dem Foto ist eine Pyramide mit nur neun Pinguinen zu erkennen. Fotografiere sie noch "
        "einmal von oben, "
        "ohne Blitz und mit etwas freiem Tisch ringsum."
    ),
)

# Taps that this device made and that nobody has answered yet; "online" has them sent.
KEEP_TAPS = """(count) => {
  const { code, seat, looksOn } = document.body.dataset;
  for (let n = 0; n < count; n += 1) {
    const key = `test-message-${n}-${code}`;
    const tap = { kind: 'undo', payload: { target: 1 }, key };
    localStorage.setItem(`rookery:tap:${code}:${seat || 'host'}:${n}:${key}`, JSON.stringify(tap));
  }
  dispatchEvent(new Event('online'));
}"""

# Controls with a corner or centre that answers a tap without the messages, and is a message with
# them; and at the top of the page, where nothing lies below the header, controls whose boxes meet a
# message.
COVERED = """() => {
  const top = document.querySelector('dialog[open]') ?? document;
  const controls = [...top.querySelectorAll('a[href], button, summary, input, select, textarea, [tabindex="0"]')]
    .filter((one) => one.checkVisibility() && !one.closest('.notice'))
    .map((one) => one.closest('label') ?? one);
  const messages = [...document.querySelectorAll('.notice')];
  const points = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[x, y], ...[left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]))];
  };
  const hit = ([x, y]) => document.elementFromPoint(x, y);
  for (const message of messages) message.style.display = 'none';
  const scrolled = document.scrollingElement.scrollTop; // less than before where the page has become shorter
  const free = controls.map((one) => points(one).map((point) => one.contains(hit(point))));
  for (const message of messages) message.style.display = '';
  document.scrollingElement.scrollTop = scrolled;
  const boxes = messages.map((message) => message.getBoundingClientRect());
  const meets = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
  };
  return controls
    .filter((one, n) => points(one).some((point, at) => free[n][at] && hit(point)?.closest('.notice'))
      || (scrolled === 0 && meets(one)))
    .map((one) => `${one.outerHTML.slice(0, 100)} is under a message`);
}"""
# Given to a page: a message stays until the test says `pass()`, however slow the machine is.
STAY = """{ const later = window.setTimeout; window.pass = () => {};
  window.setTimeout = (act, ms, ...all) => [4000, 5000].includes(ms)
    ? (window.pass = act, later(() => {}, 0)) : later(act, ms, ...all); }"""
SEEN = """() => [...document.querySelectorAll('.notice')].filter((one) => {
  const { left, right, top, bottom, width } = one.getBoundingClientRect();
  const whole = left >= 0 && right <= innerWidth && top >= 0 && top + 44 <= innerHeight && width > 100;
  return whole && one.contains(document.elementFromPoint((left + right) / 2, top + 20));
}).length"""
# From a page's top and bottom, once it has its new size: what is covered, and how many messages can
# be read.
LOOKS = f"""async () => {{
  await {TWO_FRAMES};
  return ['top', 'bottom'].map((place) => {{
    scrollTo(0, place === 'top' ? 0 : document.body.scrollHeight);
    return [place, ({COVERED})(), ({SEEN})()];
  }});
}}"""


def refuse(page: Page, *texts: str) -> None:
    """Have the table refuse as many taps of this page as there are texts, one after the other."""
    left = list(texts)

    def answer(route: Route) -> None:
        route.fulfill(status=409, json={"error": {"code": "stale", "message": left.pop(0)}})

    page.route("**/events*", answer)
    page.evaluate(KEEP_TAPS, len(texts))
    expect(page.locator(".notice").filter(has_text=texts[-1])).to_be_visible()
    page.unroute("**/events*")


def check_messages(page: Page) -> None:
    """Fail where several long messages cover a control, or can't be read, on phones of any size
    held either way.
    """
    size = page.viewport_size
    refuse(page, *LONG)
    for narrow in SIZES:
        page.set_viewport_size(narrow)
        for place, covered, readable in page.evaluate(LOOKS):
            where = f"{narrow['width']}x{narrow['height']}, {place}"
            assert not covered, (where, covered)
            assert readable > 0, f"{where}: no message can be read"
    page.locator(".notice").dispatch_event("click")  # a real one waits for frames to stand still
    if size:
        page.set_viewport_size(size)
