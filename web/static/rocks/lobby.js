// Before a game of rocks: who sits at which nest, and who is the youngest.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { disc, seatMark } from "../js/seats.js";
import { ending } from "./ending.js";
import { t, tn } from "../js/words.js";

export function lobby(context) {
  return [
    hint(
      context.store,
      "rocks-lobby",
      t("Everyone sits at their own nest; the list follows the board. Two players take nests side by side. Tap the crown of the youngest."),
    ),
    h(
      "section",
      { key: "seats", class: "panel" },
      h("h2", {}, t("Round the board")),
      h("p", { class: "quiet" }, t("Clockwise. Tap the crown of the youngest.")),
      builders(context),
      ending(context),
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
        h("span", { class: "seat-name" }, seat.name, seat.id === state.you && h("small", {}, t("you"))),
        seatMark({
          sign: "chief",
          pressed: store.ui.first === seat.id,
          label: t("{name} is the youngest and rolls first", { name: seat.name }),
          onclick: () => store.show({ first: seat.id }),
        }),
      ),
    ),
  );
}

export function startButton({ store, state, tap, say }) {
  const first = store.ui.first;
  const start = () => (first ? tap("game.start", { first }) : say(t("Tap the crown of the youngest first."), "refused"));
  const look = missing({ store, state }).length ? "" : "primary";
  return h("button", { class: look, disabled: state.seats.length < 2, onclick: start }, icon("play"), t("Start"));
}

export function readiness(context) {
  const open = missing(context);
  return open.length ? t("Still needed: {what}.", { what: open.join(", ") }) : t("Everyone is ready. Anyone may start.");
}

function missing({ store, state }) {
  const few = 2 - state.seats.length;
  return [few > 0 && tn("one more player", "{n} more players", few), !store.ui.first && t("the youngest")].filter(Boolean);
}
