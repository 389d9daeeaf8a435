// A pyramid that breaks a rule: the people at the table decide whether it counts.

import { h } from "../js/dom.js";
import { chip } from "../js/parts.js";
import { t } from "../js/words.js";

/** Whether the table still has to decide about this seat's pyramid, whose score is known. */
export function isUndecided({ ready, score }) {
  return ready && score.verdict === "illegal" && score.counts === null;
}

/** The question, and what was decided; nothing for a pyramid that breaks no rule, and before the scoring. */
export function countPanel({ state, tap }, seat) {
  const { id, name, score, score_version: version } = seat;
  if (score?.verdict !== "illegal" || !["scoring", "over"].includes(state.phase)) return null;
  const choice = (counts, words) =>
    chip(words, score.counts === counts, () =>
      tap("pyramid.count", { seat: id, counts }, { version }),
    );
  return h("section", { key: `count-${id}`, class: "panel stack" },
    h("h2", {}, t("{name}’s pyramid breaks a rule. Count it anyway?", { name })),
    h("div", { class: "row" }, choice(true, t("Count it")), choice(false, t("Leave it out"))));
}
