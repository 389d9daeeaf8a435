// How far a voyage is, for the header of every screen.

import { t } from "../js/words.js";

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: t("Game over"), steps: state.turns, now: state.turn };
  return {
    words: t("Turn {n} of {all}", { n: state.turn, all: state.turns }),
    title: t("Turn {n}", { n: state.turn }),
    steps: state.turns,
    now: state.turn,
  };
}
