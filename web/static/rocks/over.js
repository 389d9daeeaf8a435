// A nest is built: who won, and how far the others are.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { podium } from "../js/podium.js";
import { seatOf } from "../js/seats.js";
import { nest } from "./nest.js";
import { t } from "../js/words.js";

export function headline(state) {
  if (!state.winner) return t("Nobody has built a nest");
  return state.winner === state.you
    ? t("You have built your nest!")
    : t("{name} has built the nest!", { name: seatOf(state, state.winner).name });
}

export function over(context) {
  const { state } = context;
  return [
    h("header", { key: "head", class: "scene-head" }, h("h1", {}, headline(state))),
    podium(state),
    figures(),
    allNests(context),
  ];
}

/** What the figures on the podium count. */
export function figures() {
  return h("p", { key: "what", class: "quiet figures" }, icon("rock"), t("Spaces with a rock"));
}

/** All nests side by side, to be looked at. */
export function allNests(context, { still = true } = {}) {
  return h(
    "ul",
    { key: "nests", class: "nests" },
    context.state.seats.map((seat) =>
      h(
        "li",
        { key: seat.id, class: seat.id === context.state.active ? "is-active" : "" },
        h("span", { class: "nest-name clip" }, seat.name, seat.complete && h("small", {}, " ", t("complete"))),
        nest(context, seat, { still }),
      ),
    ),
  );
}
