// What a photo shows, corrected by hand with the parts that phones have for it. The server judges.

import { enter, lineSheet, portraits } from "../combust/line-sheet.js";
import { pyramidView } from "../giza/pyramid-view.js";
import { slotSheet } from "../giza/slot-sheet.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { quiet } from "./parts.js";
import { t } from "./words.js";

const GAMES = {
  giza: { view: pyramids, words: t("Tap a card to correct it."), sheet: slotSheet },
  combust: { view: lines, words: t("Tap a line to correct it."), sheet: lineSheet },
};

/** What was read, each card with a tap to correct it; `correct(change)` says if it counted. */
export function byHand(store, { game, deck, seats }, correct) {
  const own = GAMES[game];
  if (!own || !seats.length) return null;
  const state = { game, deck, photos: {}, seats: seats.map((seat) => ({ ...seat, score: seat })) };
  const context = {
    store,
    state,
    title: state.seats.find(({ id }) => id === store.ui.lineOf)?.name,
    tap: (_kind, change) => correct(change),
    closeSheet: () => store.show({ sheet: "" }),
  };
  return h("section", { key: "hand", class: "stack", "aria-labelledby": "hand" },
    h("h2", { id: "hand" }, t("Correct by hand")),
    quiet(own.words),
    own.view(store, state),
    store.ui.sheet && own.sheet(context));
}

function pyramids(store, state) {
  return state.seats.map((seat) =>
    pyramidView(state, seat, {
      label: seat.name,
      touch: (slot) => store.show({ sheet: "slot", editing: { seat: seat.id, slot }, filter: {} }),
    }));
}

function worth({ goes_on, sum_range: [low, high] }) {
  if (goes_on) return t("at least {n}", { n: low });
  return low === high ? String(low) : `${low}\u2013${high}`;
}

function lines(store, state) {
  return h("ul", { class: "score-list" }, state.seats.map((seat) => h("li", { key: seat.id, class: "line-row" },
    h("button", { class: "score-row", onclick: () => enter(store, seat) },
      h("span", { class: "seat-name" }, seat.name),
      h("span", { class: "score-figure" }, worth(seat)),
      icon("pen")),
    h("div", { class: "line-cards" }, portraits(state, seat)))));
}
