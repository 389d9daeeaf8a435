// How far a game of combust is, for the header of every screen.

import { t } from "../js/words.js";

const WORDS = {
  lines: t("Starting lines"),
  last: t("Last round"),
  count: t("Final count"),
  over: t("Game over"),
};

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  const words = WORDS[state.phase] ?? t("Turn {n}", { n: state.turn });
  return { words, title: state.phase === "over" ? "" : words };
}
