// Before solitaire: who plays, and how.

import { h } from "../js/dom.js";
import { hint } from "../js/hints.js";
import { icon } from "../js/icons.js";
import { seatList } from "../js/seats.js";
import { t, tn } from "../js/words.js";

const MODES = [
  ["free", "pyramid", t("Free play"), t("Everybody on their own board, as often as they like.")],
  ["king-tut", "hourglass", t("King Tut"), t("One after the other, against the clock. Each pip over one costs seconds.")],
  ["quicksand", "wave", t("Quicksand"), t("All at once, until the sand runs out. Lowest wins.")],
];
const ROUNDS = [1, 2, 3, 4, 5];

export function lobby(context) {
  const { store, state, tap } = context;
  return [
    hint(
      store,
      "solitaire-lobby",
      t("Play on the phone, or on a printed board with real pyramids: then enter or photograph what is left."),
    ),
    h(
      "section",
      { key: "seats", class: "panel" },
      h("h2", {}, t("Who plays?")),
      seatList(state, tap),
    ),
    modes(context),
    h("div", { key: "start", class: "big-act" }, startButton(context), h("p", { class: "quiet" }, readiness(context))),
  ];
}

/** How to play, and over how many rounds. */
export function modes({ store }) {
  const { mode = "free", rounds = 1 } = store.ui;
  return h(
    "section",
    { key: "modes", class: "panel" },
    h("h2", {}, t("How?")),
    h(
      "div",
      { class: "modes", role: "group", "aria-label": t("How to play") },
      MODES.map(([name, sign, title, words]) =>
        h(
          "button",
          {
            key: name,
            class: "mode",
            "aria-pressed": String(mode === name),
            onclick: () => store.show({ mode: name, rounds: name === "free" ? 1 : rounds }),
          },
          icon(sign),
          h("span", {}, h("strong", {}, title), h("small", {}, words)),
        ),
      ),
    ),
    mode !== "free" &&
      h(
        "div",
        { class: "chips", role: "group", "aria-label": t("Rounds") },
        ROUNDS.map((count) =>
          h(
            "button",
            {
              key: count,
              class: "chip",
              "aria-pressed": String(rounds === count),
              onclick: () => store.show({ rounds: count }),
            },
            tn("{n} round", "{n} rounds", count),
          ),
        ),
      ),
  );
}

export function startButton({ store, tap }) {
  const { mode = "free", rounds = 1 } = store.ui;
  return h("button", { class: "primary", onclick: () => tap("game.start", { mode, rounds }) }, icon("pyramid"), t("Start"));
}

export function readiness({ store, state }) {
  const rivals = (store.ui.mode ?? "free") !== "free";
  const missing = (rivals ? 2 : 1) - state.seats.length;
  if (missing <= 0) return t("Ready.");
  return t("Still needed: {things}.", { things: tn("one more player", "{n} more players", missing) });
}
