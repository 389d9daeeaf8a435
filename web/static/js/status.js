// What every screen shows of the table and of the line to it.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t, tn } from "./words.js";

/**
 * How far the game is, as stones: laid, being laid, to come. `steps` is how many there are (none are drawn for 0) and
 * `now` which is being laid, from 1; `words` say the same.
 */
export function track(state, { words, steps = 0, now = 0 }) {
  if (state.phase === "lobby" || !steps)
    return h("span", { class: "track-words" }, words || t("Table {code}", { code: state.code }));
  return h("span", { class: "track", role: "img", "aria-label": words },
    h("span", { class: "track-words" }, words),
    h("span", { class: "track-stones" },
      Array.from({ length: steps }, (_, index) => h("i", {
        key: index,
        class: index + 1 < now ? "laid-stone" : index + 1 === now ? "this-stone" : "",
      }))));
}

/** Says so when a tap is not through yet, or when the line is down; silent while all is well. */
export function linkPill({ link, waiting }) {
  const kept = () => tn("Reconnecting. {n} tap saved", "Reconnecting. {n} taps saved", waiting);
  const [look, sign, text] =
    link === "offline"
      ? ["offline", "offline", waiting ? kept() : t("Reconnecting")]
      : link === "connecting"
        ? ["sending", "hourglass", t("Connecting")]
        : waiting
          ? ["sending", "hourglass", t("Sending")]
          : ["live", null, ""];
  return h("span", {
    key: "link",
    class: `link-pill link-${look}`,
    role: "status",
    "data-link": link,
    "data-waiting": waiting,
  },
    sign && icon(sign),
    text);
}
