// Times by the server's clock: how long a game has lasted and how long the sand still runs. The
// phone's own clock may be wrong, so it is only used to measure how much time has passed.

import { h } from "../js/dom.js";
import { number, t } from "../js/words.js";

/** A running clock: it shows `read()`, {text, late}, ten times a second. */
export function ticking(key, read, extra = "") {
  return h("span", {
    key,
    class: `clock ${extra}`.trim(),
    role: "timer",
    mounted: (element) => {
      const tick = () => {
        const { text, late } = read();
        if (element.textContent !== text) element.textContent = text;
        element.classList.toggle("is-late", Boolean(late));
      };
      tick();
      element.clock = setInterval(tick, 100);
    },
    unmounted: (element) => clearInterval(element.clock),
  });
}

/** Milliseconds since the server's time `at`. */
export function since(at, skew) {
  return Math.max(0, Date.now() + skew - Date.parse(at));
}

/** What is counted down before the clock of `at` runs: 3, 2, 1; 0 once it does. */
export function countdown(at, skew) {
  const left = at ? Math.ceil((Date.parse(at) - Date.now() - skew) / 1000) : 0;
  return left > 0 && left <= 4 ? Math.min(left, 3) : 0; // more: somebody set this phone's clock
}

/** "1:05" */
export function minutes(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "65.3 s" */
export function seconds(ms) {
  return t("{seconds} s",
    { seconds: number(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
}
