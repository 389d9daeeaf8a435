// Before a game of rocks: who sits at which nest, and who is the youngest.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { disc, seatMark } from "../js/seats.js";

export function lobby(context) {
  return [
    hint(
      context.store,
      "rocks-lobby",
      "Everyone sits at their own nest; the list follows the board. Two players take nests side by side. Tap the crown of the youngest.",
    ),
    h(
      "section",
      { key: "seats", class: "panel" },
      h("h2", {}, "Round the board"),
      h("p", { class: "quiet" }, "Clockwise. Tap the crown of the youngest."),
      builders(context),
    ),
    h("div", { key: "start", class: "big-act" }, startButton(context), h("p", { class: "quiet" }, readiness(context))),
  ];
}

/** Those who play, at their nests, each with a crown for the youngest. */
export function builders({ store, state }) {
  return h(
    "ol",
    { class: "seat-list" },
    state.seats.map((seat) =>
      h(
        "li",
        { key: seat.id, class: seat.id === state.you ? "seat-row is-me" : "seat-row" },
        disc(seat),
        h("span", { class: "seat-name" }, seat.name, seat.id === state.you && h("small", {}, "you")),
        seatMark({
          sign: "chief",
          pressed: store.ui.first === seat.id,
          label: `${seat.name} is the youngest and rolls first`,
          onclick: () => store.show({ first: seat.id }),
        }),
      ),
    ),
  );
}

export function startButton({ store, state, tap, say }) {
  const first = store.ui.first;
  const start = () => (first ? tap("game.start", { first }) : say("Tap the crown of the youngest first.", "refused"));
  return h("button", { class: "primary", disabled: state.seats.length < 2, onclick: start }, icon("play"), "Start");
}

export function readiness({ store, state }) {
  const missing = [state.seats.length < 2 && "one more player", !store.ui.first && "the youngest"].filter(Boolean);
  return missing.length ? `Still needed: ${missing.join(", ")}.` : "Everyone is ready. Anyone may start.";
}
