// Before solitaire: who plays, and how.

import { h } from "../js/dom.js";
import { morePlayers } from "../js/lobby.js";
import { button, chip, chips } from "../js/parts.js";
import { seatList } from "../js/seats.js";
import { t, tn } from "../js/words.js";

const MODES = [
  ["free", "pyramid", t("Free play"), () => t("Everyone on their own board, at their own pace.")],
  [
    "king-tut",
    "hourglass",
    t("King Tut"),
    ({ perfect: best }) =>
      t("Take turns against the clock. Pips left above {best} cost seconds.", { best }),
  ],
  [
    "quicksand",
    "wave",
    t("Quicksand"),
    () => t("Everyone at once, until time’s up. Lowest score wins."),
  ],
];
const ROUNDS = [1, 2, 3, 4, 5];

export const lobby = {
  hint: [
    "solitaire-lobby",
    t("Play on the phone, or on a printed board with real pyramids. Then enter or photograph what’s left."),
  ],
  title: t("Who’s playing?"),
  seats: ({ state, tap }) => seatList(state, tap),
  more: modes,
  missing: ({ store, state }) => [morePlayers(state, (store.ui.mode ?? "free") === "free" ? 1 : 2)],
  ready: t("Ready."),
  start: ({ store, state, tap }) => {
    const { mode = "free", rounds = 1, board = state.boards[0] } = store.ui;
    const start = () => tap("game.start", { mode, rounds, board });
    return button("pyramid", t("Start"), start, { class: "primary" });
  },
};

/** The choice of a mode, the number of rounds and the board. */
function modes({ store, state }) {
  const { mode = "free", rounds = 1, board = state.boards[0] } = store.ui;
  return h("section", { key: "modes", class: "panel" },
    h("div", { class: "row modes-head" }, h("h2", {}, t("Mode")), boards(store, state, board)),
    h("div", { class: "modes", role: "group", "aria-label": t("Game mode") },
      MODES.map(([name, sign, title, words]) =>
        button(sign, h("span", {}, h("strong", {}, title), h("small", {}, words(state))),
          () => store.show({ mode: name, rounds: name === "free" ? 1 : rounds }),
          { key: name, class: "mode", "aria-pressed": String(mode === name) }),
      )),
    mode !== "free" &&
      chips(t("Rounds"),
        ROUNDS.map((count) =>
          chip(tn("{n} round", "{n} rounds", count),
            count === rounds, () => store.show({ rounds: count }), { key: count }),
        )));
}

/** The choice of a board, where there are several. */
function boards(store, state, chosen) {
  if (state.boards.length === 1) return null;
  return chips(t("Board"),
    h("span", { "aria-hidden": "true" }, t("Board")),
    state.boards.map((size) =>
      chip(size.replace("x", " \u00d7 "),
        size === chosen, () => store.show({ board: size }), { key: size }),
    ));
}
