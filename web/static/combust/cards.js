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

/** A sheet of cards, one of which is carried out now. */
export function cardSheet(context) {
  const { store, state, tap, closeSheet } = context;
  const seat = store.ui.playing;
  const play = (number) => {
    closeSheet();
    tap("card.play", { seat, card: number }, { turn: state.turn, chain: state.chain.length });
  };
  return sheet(
    { name: "card", title: t("Which card is carried out?"), onclose: closeSheet, wide: true },
    h("p", {}, t("A penguin that was discarded, or an event that was drawn.")),
    h(
      "div",
      { class: "card-grid" },
      state.deck.cards.map((one) =>
        h(
          "button",
          { key: one.number, class: "pick", onclick: () => play(one.number) },
          card(state, one.id, { alt: one.value ? `${one.name}, ${one.value}` : t("{name}, event", { name: one.name }), lazy: true }),
        ),
      ),
    ),
  );
}
