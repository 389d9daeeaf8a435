// How far a game of giza is, for the header of every screen.

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  const ended = state.phase === "scoring" || state.phase === "over";
  const words = { scoring: "Scoring", over: "Game over" }[state.phase] ?? `Round ${state.round} of ${state.rounds}`;
  const title = state.phase === "over" ? "" : `Round ${state.round}`;
  return { words, title, steps: state.rounds, now: ended ? state.rounds + 1 : state.round };
}
