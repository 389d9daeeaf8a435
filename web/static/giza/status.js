// What every screen shows of the table and of the line to it.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";

/** Ten stones, one a round: laid, being laid, to come. */
export function roundTrack(state) {
  if (state.phase === "lobby") return h("span", { class: "track-words" }, `Table ${state.code}`);
  const ended = state.phase === "scoring" || state.phase === "over";
  const words = { scoring: "Scoring", over: "Game over" }[state.phase] ?? `Round ${state.round} of ${state.rounds}`;
  return h(
    "span",
    { class: "track", role: "img", "aria-label": words },
    h("span", { class: "track-words" }, words),
    h(
      "span",
      { class: "track-stones" },
      Array.from({ length: state.rounds }, (_, index) =>
        h("i", {
          key: index,
          class: ended || index + 1 < state.round ? "laid-stone" : index + 1 === state.round ? "this-stone" : "",
        }),
      ),
    ),
  );
}

/** Says so when a tap is not through yet, or when the line is down; silent while all is well. */
export function linkPill({ link, waiting }) {
  const taps = `${waiting} ${waiting === 1 ? "tap" : "taps"}`;
  const [look, sign, text] =
    link === "offline"
      ? ["offline", "offline", waiting ? `Reconnecting. ${taps} kept` : "Reconnecting"]
      : link === "connecting"
        ? ["sending", "hourglass", "Connecting"]
        : waiting
          ? ["sending", "hourglass", "Sending"]
          : ["live", null, ""];
  return h(
    "span",
    { key: "link", class: `link-pill link-${look}`, role: "status", "data-link": link, "data-waiting": waiting },
    sign && icon(sign),
    text,
  );
}
