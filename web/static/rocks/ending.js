// How a game of rocks ends: with the first nest, or with the round in which it was built (games.md, rocks O).

import { h } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { chip, quiet } from "../js/parts.js";
import { t } from "../js/words.js";

const AT_ONCE = "at-once";
const PLAY_OUT = "play-out";

/** The choice before the game, and what it means. */
export function ending({ state, tap }) {
  const out = state.finish === PLAY_OUT;
  const choose = () => tap("finish.set", { finish: out ? AT_ONCE : PLAY_OUT });
  return h("div", { key: "ending", class: "ending" },
    chip(t("Finish the round"), out, choose),
    quiet(
      out
        ? t("After the first nest is built, finish the round. The last player to build wins.")
        : t(
            "The first to build wins. If you finish the round, the last to build in it wins, which is fairer with two players.",
          ),
    ));
}

/** In play, once somebody has built: who still has a turn in this round. */
export function roundOut(state) {
  const built = state.seats.filter((seat) => seat.built);
  if (!built.length) return null;
  const left = state.seats.slice(state.seats.findIndex((seat) => seat.id === state.active));
  return h("p", { key: "round-out", class: "round-out" },
    icon("flag"),
    h("span", {},
      t("Built: {built}. Still to move: {left}. Last to build wins.", {
        built: names(built),
        left: names(left),
      })));
}

function names(seats) {
  return seats.map((seat) => seat.name).join(", ");
}
