// How far a voyage is, for the header of every screen.

export function progress(state) {
  if (state.phase === "lobby") return { words: "" };
  if (state.phase === "over") return { words: "Game over", steps: state.turns, now: state.turn };
  return { words: `Turn ${state.turn} of ${state.turns}`, title: `Turn ${state.turn}`, steps: state.turns, now: state.turn };
}
