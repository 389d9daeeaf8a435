// A nest is built: who won, and how far the others are.

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { sceneHead } from "../js/parts.js";
import { podium } from "../js/podium.js";
import { seatOf } from "../js/seats.js";
import { t } from "../js/words.js";
import { nest } from "./nest.js";

export function headline(state) {
  if (!state.winner) return t("Nobody built a nest");
  if (state.seats.filter((seat) => seat.built).length > 1) return lastBuilt(state);
  return state.winner === state.you
    ? t("You built your nest!")
    : t("{name} built the nest!", { name: seatOf(state, state.winner).name });
}

/** Of several who have built in the round that was played out, the last one has won. */
function lastBuilt(state) {
  return state.winner === state.you
    ? t("You built last and win!")
    : t("{name} built last and wins!", { name: seatOf(state, state.winner).name });
}

export function over(context) {
  const { state } = context;
  return [sceneHead(headline(state)), podium(state), figures(), allNests(context)];
}

/** What the figures on the podium count. */
export function figures() {
  return h("p", { key: "what", class: "quiet figures" }, icon("rock"), t("Spaces with a rock"));
}

/** All nests side by side, to be looked at. */
export function allNests(context, { still = true } = {}) {
  return h("ul", { key: "nests", class: "nests" },
    context.state.seats.map((seat) => h("li", {
      key: seat.id,
      class: seat.id === context.state.active ? "is-active" : "",
    },
      h("span", { class: "nest-name clip" },
        seat.name,
        far(seat) && h("small", {}, " ", far(seat))),
      nest(context, seat, { still }))));
}

/** How far a nest is, in a word. */
function far(seat) {
  return seat.built ? t("built") : seat.complete && t("complete");
}
