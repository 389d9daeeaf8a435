// How far a table of solitaire is, for the header of every screen.

import { t } from "../js/words.js";

const MODES = { free: t("Free play"), "king-tut": t("King Tut"), quicksand: t("Quicksand") };

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: t("Game over") };
  const title = MODES[state.mode];
  if (state.rounds === 1) return { words: title, title };
  return {
    words: t("{mode}, round {n} of {all}", { mode: title, n: state.round, all: state.rounds }),
    title,
  };
}
