// Before a voyage: who sails, who is the first captain, and the variants.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, chip, panel, quiet } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { t, tn } from "../js/words.js";

const VARIANTS = { "no-talk": t("No talking"), cousin: t("Rescue Bob\u2019s cousin too") };

export function lobby(context) {
  const { store, state, tap } = context;
  return [
    hint(store, "pirates-lobby",
      t(
        "You play as a team. Lay out the map, list the seats clockwise and mark the first captain. With three players, the captain also plays the fourth penguin.",
      )),
    panel("seats", t("The crew"),
      quiet(t("In clockwise order. Tap the anchor to mark the first captain.")),
      crew(state, tap)),
    variants(context),
    h("div", { key: "start", class: "big-act" }, startButton(context), quiet(readiness(state))),
  ];
}

export function crew(state, tap) {
  return seatList(state, tap, (seat) =>
    seatMark({
      sign: "anchor",
      pressed: state.captain === seat.id,
      label: t("{name} is the first captain", { name: seat.name }),
      onclick: () => tap("captain.give", { seat: seat.id }),
    }),
  );
}

export function variants({ state, tap }) {
  const toggle = (name) =>
    tap("variants.set", {
      variants: state.variants.includes(name)
        ? state.variants.filter((one) => one !== name)
        : [...state.variants, name],
    });
  return h("div", { key: "variants", class: "chips", role: "group", "aria-label": t("Variants") },
    Object.entries(VARIANTS)
      .filter(([name]) => name !== "cousin" || state.deck.cousin)
      .map(([name, words]) =>
        chip(words, state.variants.includes(name), () => toggle(name), { key: name }),
      ));
}

export function startButton({ state, tap }) {
  const waits = missing(state).length > 0;
  return button("sail", t("Set sail"), () => tap("game.start"), {
    class: "primary",
    disabled: waits,
  });
}

export function readiness(state) {
  const things = missing(state).join(", ");
  return things ? t("Still needed: {things}.", { things }) : t("Everyone\u2019s aboard.");
}

function missing(state) {
  const few = 3 - state.seats.length;
  return [
    few > 0 && tn("one more player", "{n} more players", few),
    !state.captain && t("the first captain"),
  ].filter(Boolean);
}
