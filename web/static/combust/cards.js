// Combust's cards: by number, and as pictures to pick from.

import { card } from "../js/art.js";
import { h } from "../js/dom.js";
import { sheet } from "../js/sheet.js";
import { t } from "../js/words.js";

export function cardOf(state, number) {
  return state.deck.cards.find((one) => one.number === number);
}

/** Penguins have a value, events none. */
export function penguins(state) {
  return state.deck.cards.filter((one) => one.value);
}

/** Open the sheet of cards; what is chosen there goes on from the chain that stands now. */
export function carryOut(store, { active, turn, chain }) {
  store.show({ sheet: "card", playing: active, playingAt: { turn, chain: chain.length } });
}

/** A sheet of cards, one of which is carried out now. */
export function cardSheet({ store, state, tap, closeSheet }) {
  const { playing: seat, playingAt } = store.ui;
  const play = (number) => {
    closeSheet();
    tap("card.play", { seat, card: number }, playingAt);
  };
  const events = state.deck.cards.filter((one) => !one.value);
  return sheet(
    { name: "card", title: t("Which card is carried out?"), onclose: closeSheet, wide: true },
    h("p", {}, t("A penguin that was discarded, or an event that was drawn.")),
    group(t("Penguins"), penguins(state), (one) => pick(state, one, `${one.name}, ${one.value}`, play)),
    group(t("Events"), events, (one) => pick(state, one, t("{name}, event", { name: one.name }), play)),
  );
}

function group(title, cards, each) {
  return [h("h3", { key: title }, title), h("div", { key: `${title}-cards`, class: "card-grid" }, cards.map(each))];
}

function pick(state, { number, id }, alt, play) {
  return h("button", { key: number, class: "pick", onclick: () => play(number) }, card(state, id, { alt, lazy: true }));
}
