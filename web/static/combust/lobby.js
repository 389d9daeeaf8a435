// Before a game of combust: who sits where (clockwise), and who deals.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, panel, quiet } from "../js/parts.js";
import { seatList, seatMark } from "../js/seats.js";
import { t, tn } from "../js/words.js";

export function lobby(context) {
  const { store, state, tap } = context;
  return [
    hint(store, "combust-lobby",
      t(
        "List the seats clockwise and mark the dealer. Everyone gets four cards: three face up in the line, one in hand.",
      )),
    panel("seats", t("Around the table"),
      quiet(t("In clockwise order. Tap the cards to mark the dealer.")),
      clans(state, tap)),
    h("div", { key: "start", class: "big-act" }, startButton(context), quiet(readiness(state))),
  ];
}

/** The seats, each with a sign for the dealer. */
export function clans(state, tap) {
  return seatList(state, tap, (seat) =>
    seatMark({
      sign: "play",
      pressed: state.dealer === seat.id,
      label: t("{name} deals", { name: seat.name }),
      onclick: () => tap("dealer.give", { seat: seat.id }),
    }),
  );
}

export function startButton({ state, tap }) {
  const look = missing(state).length ? "" : "primary";
  return button("play", t("Cards are dealt"), () => tap("game.start"), { class: look });
}

export function readiness(state) {
  const things = missing(state).join(", ");
  return things
    ? t("Still needed: {things}.", { things })
    : t("Everyone’s ready. Anyone can start.");
}

function missing(state) {
  const few = 3 - state.seats.length;
  return [
    few > 0 && tn("one more player", "{n} more players", few),
    !state.dealer && t("the dealer"),
  ].filter(Boolean);
}
