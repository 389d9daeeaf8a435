// The end of the voyage.

import { ask } from "../js/ask.js";
import { h } from "../js/dom.js";
import { quiet } from "../js/parts.js";
import { t } from "../js/words.js";

const ENDS = {
  home: [t("Home!"), t("Everyone is aboard. You win!")],
  skull: [t("The ship sank"), t("The water reached the skull.")],
  pirates: [t("The pirates caught you"), t("The two ships met on the same hex.")],
  events: [t("Lost at sea"), t("You ran out of turns.")],
};

/** Ask before the voyage ends by `run`. */
export function askEnd(store, end, run) {
  ask(store, { sign: "flag", words: t("End the voyage"), question: ENDS[end][1], act: run });
}

export function headline(state) {
  const [title, words] = ENDS[state.end];
  return h("header", { key: "head", class: "scene-head ending" },
    h("img",
      { class: state.end === "home" ? "" : "is-lost", src: "/static/pirates/mascot.svg", alt: "",
        width: 200, height: 200 }),
    h("h1", {}, title),
    h("p", {}, words),
    quiet(rescued(state)));
}

function rescued({ rescued: names, turn }) {
  if (!names.length) return t("Turn {turn}: nobody rescued.", { turn });
  if (names.length > 1) return t("Turn {turn}: Bob and his cousin rescued.", { turn });
  return names[0] === "bob"
    ? t("Turn {turn}: Bob rescued.", { turn })
    : t("Turn {turn}: Bob\u2019s cousin rescued.", { turn });
}
