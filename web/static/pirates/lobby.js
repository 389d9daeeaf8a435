// Before a voyage: who sails, who is the first captain, and the variants.

import { h } from "../js/dom.js";
import { morePlayers } from "../js/lobby.js";
import { button, chip } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { t } from "../js/words.js";

const VARIANTS = { "no-talk": t("No talking"), cousin: t("Rescue Bob\u2019s cousin too") };
const PLAYERS = t("3 or 4 players, in clockwise order. Tap the anchor to mark the first captain.");

export const lobby = {
  hint: [
    "pirates-lobby",
    t("You play as a team. Lay out the map, list the seats clockwise and mark the first captain. With three players, the captain also plays the fourth penguin, and the first captain shuffles its deck."),
  ],
  title: t("The crew"),
  note: () => t("In clockwise order. Tap the anchor to mark the first captain."),
  hostNote: PLAYERS,
  empty: [t("Who’s sailing?"), PLAYERS],
  seats: ({ state, tap }) =>
    seatList(state, tap, (seat) =>
      seatMark("anchor", t("{name} is the first captain", { name: seat.name }),
        state.captain === seat.id, () => tap("captain.give", { seat: seat.id })),
    ),
  more: variants,
  missing: ({ state }) => [morePlayers(state, 3), !state.captain && t("mark the first captain")],
  ready: t("Everyone\u2019s aboard."),
  start: ({ tap }, look) =>
    button("sail", t("Set sail"), () => tap("game.start"), { class: "primary", disabled: !look }),
};

function variants({ state, tap }) {
  const { variants: chosen } = state;
  const toggle = (name) =>
    tap("variants.set", {
      variants: chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name],
    });
  return h("div", { key: "variants", class: "chips", role: "group", "aria-label": t("Variants") },
    Object.entries(VARIANTS)
      .filter(([name]) => name !== "cousin" || state.deck.cousin)
      .map(([name, words]) =>
        chip(words, chosen.includes(name), () => toggle(name), { key: name }),
      ));
}
