// Before a game of rocks: who sits at which nest, who is the youngest, and how the game ends.

import { h } from "../js/dom.js";
import { morePlayers } from "../js/lobby.js";
import { button, chip, quiet } from "../js/parts.js";
import { seatMark, seatName, seatRow } from "../js/seats.js";
import { t } from "../js/words.js";

export const AT_ONCE = "at-once";
const PLAY_OUT = "play-out";

export const lobby = {
  hint: [
    "rocks-lobby",
    t("Everyone picks the nest in front of them; the list follows the board. With two players, pick nests side by side."),
  ],
  title: t("Around the board"),
  note: whoStarts,
  empty: [t("Who’s playing?"), t("2 to 4 players.")],
  seats: (context) => [builders(context), ending(context)],
  missing: (context) => [
    morePlayers(context.state, 2),
    !firstOf(context) && t("mark the youngest player"),
  ],
  start: ({ store, state, tap, say }, look) => {
    const first = firstOf({ store, state });
    const start = () =>
      first
        ? tap("game.start", { first })
        : say(t("Tap the crown to mark the youngest player."), "refused");
    return button("play", t("Start"), start, { class: look, disabled: state.seats.length < 2 });
  },
};

/** Who starts: the youngest, or with three players the one in the middle (rocks O). */
function whoStarts({ starter, freed, seats }) {
  const nameOf = (id) => seats.find((seat) => seat.id === id).name;
  const start = starter
    ? t("In clockwise order. With three players, the one in the middle starts: {name}.",
        { name: nameOf(starter) })
    : t("In clockwise order. Tap the crown to mark the youngest.");
  const free = freed && t("{name}’s penguin 2 is free from the start.", { name: nameOf(freed) });
  return [start, free].filter(Boolean).join(" ");
}

function firstOf({ store, state }) {
  return state.starter ?? store.ui.first ?? state.evening.first;
}

/** The players, each with a crown for the youngest; where the board says who starts, only there. */
function builders({ store, state }) {
  return h("ol", { class: "seat-list" }, state.seats.map((seat) => {
      const { name } = seat;
      const words = t("{name} rolls first", { name });
      const isFirst = firstOf({ store, state }) === seat.id;
      return seatRow(state, seat,
        seatName(state, seat),
        (!state.starter || state.starter === seat.id) &&
          seatMark("chief", words, isFirst, () => store.show({ first: seat.id })));
    }));
}

/** How the game ends: with the first nest, or with the round in which it was built (rocks O). */
function ending({ state, tap }) {
  const out = state.finish === PLAY_OUT;
  const choose = () => tap("finish.set", { finish: out ? AT_ONCE : PLAY_OUT });
  return h("div", { key: "ending", class: "ending" },
    chip(t("Play the round to its end"), out, choose),
    quiet(
      out
        ? t("Everyone gets the same number of rolls. The last to finish a nest wins.")
        : t("Off: the first nest wins."),
    ));
}
