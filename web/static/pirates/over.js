// Home with everybody aboard, or not.

import { h } from "../js/dom.js";
import { tracks } from "./tracks.js";

const ENDS = {
  home: ["Home!", "Everybody is aboard, and you have won."],
  skull: ["The ship has sunk", "The water reached the skull."],
  pirates: ["The pirates have you", "The two ships met in one hex."],
  events: ["Lost at sea", "The twelve turns are over."],
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
    h("img", { src: "/static/pirates/mascot.svg", alt: "", width: 200, height: 200 }),
    h("h1", {}, title),
    h("p", {}, words),
    h("p", { class: "quiet" }, rescued(state)),
  );
}

function rescued({ rescued: names, turn }) {
  const who = names.map((name) => ({ bob: "Bob", cousin: "his cousin" })[name]).join(" and ");
  return `${who || "Nobody"} rescued, turn ${turn}.`;
}
