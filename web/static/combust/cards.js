// Combust's cards by number, and the sheet to pick one.

import { h } from "../js/dom.js";
import { chip, chips } from "../js/parts.js";
import { disc } from "../js/seats.js";
import { sheet } from "../js/sheet.js";
import { t } from "../js/words.js";

export function cardOf(state, number) {
  return state.deck.cards.find((one) => one.number === number);
}

/** The penguins of the deck: events have no value. */
export function penguins(state) {
  return state.deck.cards.filter((one) => one.value);
}

/** A chip for each clan that is not out. */
export function clanChips(state, isPicked, pick) {
  return chips(t("Clans"),
    state.seats
      .filter((seat) => !seat.out)
      .map((seat) =>
        chip([disc(seat, "small"), h("span", { class: "clip" }, seat.name)],
          isPicked(seat), () => pick(seat), { key: seat.id }),
      ));
}

/** The clan that plays now: that of the last card in the chain, or the active one. */
export function player({ active, chain }) {
  return chain.at(-1)?.seat ?? active;
}

/** Open the sheet of cards for a clan. */
export function carryOut(store, { turn, chain }, playing) {
  store.show({ sheet: "card", playing, playingAt: { turn, chain: chain.length } });
}

/** The sheet to play a card; an extinct clan may play its last one out of turn (combust R6). */
export function cardSheet({ store, state, tap, closeSheet }) {
  const { playing: seat, playingAt } = store.ui;
  const play = (number) => {
    closeSheet();
    tap("card.play", { seat, card: number }, playingAt);
  };
  const events = state.deck.cards.filter((one) => !one.value);
  return sheet({ name: "card", title: t("Which card?"), onclose: closeSheet, wide: true },
    h("p", {}, t("Pick the discarded penguin or the drawn event.")),
    h("p", {}, t("Whose card? An extinct clan can play its last card out of turn.")),
    clanChips(state, (one) => one.id === seat, (one) => store.show({ playing: one.id })),
    h("h3", {}, t("Penguins")),
    numberPad(penguins(state), ({ number }) => play(number)),
    h("h3", {}, t("Events")),
    h("div", { class: "stack" },
      events.map(({ number, name }) =>
        h("button", { key: number, onclick: () => play(number) }, name))));
}

/** Penguins by their value, as on a number pad. */
export function numberPad(kinds, pick) {
  return h("div", { key: "pad", class: "value-grid", role: "group", "aria-label": t("Penguins") },
    kinds.map((kind) => h("button",
      { key: kind.number, class: "value", "aria-label": `${kind.value}, ${kind.name}`,
        onclick: () => pick(kind) },
      String(kind.value))));
}
