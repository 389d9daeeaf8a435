// Before a game of rocks: who sits at which nest, and who is the youngest.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { button, panel, quiet } from "../js/parts.js";
import { disc, seatMark, seatOf } from "../js/seats.js";
import { t, tn } from "../js/words.js";
import { ending } from "./ending.js";

export function lobby(context) {
  return [
    hint(context.store, "rocks-lobby",
      t(
        "Everyone picks the nest in front of them; the list follows the board. With two players, pick nests side by side.",
      )),
    panel("seats", t("Around the board"),
      quiet(whoStarts(context.state)),
      builders(context),
      ending(context)),
    h("div", { key: "start", class: "big-act" }, startButton(context), quiet(readiness(context))),
  ];
}

/** Who starts: the youngest, or the one of three whom the board names (rocks O). */
export function whoStarts(state) {
  const { starter, freed } = state;
  return [
    starter
      ? t("In clockwise order. With three players, the one in the middle starts: {name}.", {
          name: seatOf(state, starter).name,
        })
      : t("In clockwise order. Tap the crown to mark the youngest."),
    freed && t("{name}’s penguin 2 is free from the start.", { name: seatOf(state, freed).name }),
  ]
    .filter(Boolean)
    .join(" ");
}

function firstOf({ store, state }) {
  return state.starter ?? store.ui.first;
}

/** Those who play, each with a crown for the youngest; where the board names who starts, that one alone. */
export function builders({ store, state }) {
  return h("ol", { class: "seat-list" },
    state.seats.map((seat) => h("li", {
      key: seat.id,
      class: seat.id === state.you ? "seat-row is-me" : "seat-row",
    },
      disc(seat),
      h("span", { class: "seat-name" },
        seat.name,
        seat.id === state.you && h("small", {}, t("you"))),
      (!state.starter || state.starter === seat.id) &&
        seatMark({
          sign: "chief",
          pressed: firstOf({ store, state }) === seat.id,
          label: state.starter
            ? t("{name} rolls first", { name: seat.name })
            : t("{name} is youngest and rolls first", { name: seat.name }),
          onclick: () => store.show({ first: seat.id }),
        }))));
}

export function startButton({ store, state, tap, say }) {
  const first = firstOf({ store, state });
  const start = () =>
    first
      ? tap("game.start", { first })
      : say(t("Tap the crown to mark the youngest player."), "refused");
  const look = missing({ store, state }).length ? "" : "primary";
  return button("play", t("Start"), start, { class: look, disabled: state.seats.length < 2 });
}

export function readiness(context) {
  const open = missing(context);
  return open.length
    ? t("Still needed: {what}.", { what: open.join(", ") })
    : t("Everyone’s ready. Anyone can start.");
}

function missing({ store, state }) {
  const few = 2 - state.seats.length;
  return [
    few > 0 && tn("one more player", "{n} more players", few),
    !firstOf({ store, state }) && t("the youngest player"),
  ].filter(Boolean);
}
