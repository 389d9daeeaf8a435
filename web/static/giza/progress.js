// How far a game of giza is, for the header of every screen.

import { t } from "../js/words.js";

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  const ended = state.phase === "scoring" || state.phase === "over";
  const { round, rounds } = state;
  const words =
    { scoring: t("Scoring"), over: t("Game over") }[state.phase] ??
    t("Round {n} of {all}", { n: round, all: rounds });
  const title = state.phase === "over" ? "" : t("Round {n}", { n: round });
  return { words, title, steps: state.rounds, now: ended ? state.rounds + 1 : state.round };
}
