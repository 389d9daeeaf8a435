// The progress of the game and the connection to the server, for the header of every screen.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t, tn } from "./words.js";

/** A game's `progress`; before the game there is none. */
export function progressOf(game, state) {
  return state.phase === "lobby" ? { words: "" } : game.progress(state);
}

/** The progress in `words` and as stones: `steps` of them, of which number `now` is being laid. */
export function track(state, { words, steps = 0, now = 0 }) {
  if (state.phase === "lobby" || !steps)
    return h("span", { class: "track-words" }, words || t("Table {code}", { code: state.code }));
  return h("span", { class: "track", role: "img", "aria-label": words },
    h("span", { class: "track-words" }, words),
    h("span", { class: "track-stones" },
      Array.from({ length: steps }, (_, index) => h("i",
        { key: index, class: index + 1 < now ? "laid-stone" : index + 1 === now ? "this-stone" : "" }))));
}

/** A note while a tap waits or the connection is down; empty while all is well. */
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
  return h("span",
    { key: "link", class: `link-pill link-${look}`, role: "status", "data-link": link,
      "data-waiting": waiting },
    sign && icon(sign),
    text);
}
