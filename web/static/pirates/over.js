// Home with everybody aboard, or not.

import { h } from "../js/dom.js";
import { t } from "../js/words.js";
import { tracks } from "./tracks.js";

const ENDS = {
  home: [t("Home!"), t("Everybody is aboard, and you have won.")],
  skull: [t("The ship has sunk"), t("The water reached the skull.")],
  pirates: [t("The pirates have you"), t("The two ships met in one hex.")],
  events: [t("Lost at sea"), t("The twelve turns are over.")],
};

export function over(context) {
  const { state } = context;
  return [headline(state), tracks(context)];
}

export function headline(state) {
  const [title, words] = ENDS[state.end];
  return h(
    "header",
    { key: "head", class: "scene-head ending" },
    h("img", { class: state.end === "home" ? "" : "is-lost", src: "/static/pirates/mascot.svg", alt: "", width: 200, height: 200 }),
    h("h1", {}, title),
    h("p", {}, words),
    h("p", { class: "quiet" }, rescued(state)),
  );
}

function rescued({ rescued: names, turn }) {
  if (!names.length) return t("Nobody rescued, turn {turn}.", { turn });
  if (names.length > 1) return t("Bob and his cousin rescued, turn {turn}.", { turn });
  return names[0] === "bob"
    ? t("Bob rescued, turn {turn}.", { turn })
    : t("Bob\u2019s cousin rescued, turn {turn}.", { turn });
}
