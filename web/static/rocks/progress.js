// How far a game of rocks is, for the header of every screen.

import { t } from "../js/words.js";

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: t("Game over") };
  return { words: t("Round {n}", { n: state.round }), title: t("Round {n}", { n: state.round }) };
}
